/* What the XQF reader and writer share: the keys, and the fields of the header. */
#include "format/xiangqi/xqf.h"

const struct header_field xqf_fields[] = {
    {"Event", 0xD0, 64},       {"Site", 0x120, 16},
    {"Date", 0x110, 16},       {"Round", 0, 0},
    {"Red", 0x130, 16},        {"Black", 0x140, 16},
    {"Result", XQF_RESULT, 0}, {"Title", 0x50, 64},
    {"Subtitle", 0x90, 64},    {"TimeControl", 0x150, 64},
    {"RedTime", 0x190, 16},    {"BlackTime", 0x1A0, 16},
    {"Annotator", 0x1D0, 16},  {"Author", 0x1E0, 16},
    {"GameType", XQF_TYPE, 0}, {NULL, 0, 0},
};

const char *const xqf_types[4] = {"full game", "opening", "middlegame", "ending"};

square xqf_square(unsigned place)
{
    return place < 90 ? square_make(GAME_XIANGQI, (int)(place / 10), (int)(place % 10)) : NO_SQUARE;
}

static unsigned stretch(unsigned key)
{
    return 54 * key * key + 221;
}

void xqf_make_keys(const unsigned char *header, struct xqf_keys *keys)
{
    /* XQStudio adds its author's notice, byte by byte, to what it stores. */
    static const char notice[] = "[(C) Copyright Mr. Dong Shiwei.]";
    const unsigned char *key = header + XQF_KEYS;
    *keys = (struct xqf_keys){0};
    if (header[XQF_VERSION] <= XQF_PLAIN)
        return;
    keys->squares = (uint8_t)(stretch(key[1]) * key[1]);
    keys->from = (uint8_t)(stretch(key[2]) * keys->squares);
    keys->to = (uint8_t)(stretch(key[3]) * keys->from);
    keys->length = (key[0] * 256u + key[1]) % 32000 + 767;
    for (size_t i = 0; i < sizeof keys->stream; i++)
        keys->stream[i] =
            (uint8_t)notice[i] & ((key[i % 4] & header[XQF_MASK]) | header[XQF_OR + i % 4]);
}
