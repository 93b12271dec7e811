/* The characters of xiangqi moves: simplified, traditional and calligraphic forms, full-width Latin
   and the variants that careless hands write. A side's own forms (帅 將, 兵 卒) mean the same: the
   side to move decides whose man it is. Hot: one look-up for each character of a move. */
#include "base/utf8.h"
#include "notation/xiangqi_text.h"

/* Sorted by code point. */
static const struct {
    uint16_t code;
    uint8_t glyph;
} table[] = {
    {0x2013, '-'},                   /* – */
    {0x2014, '-'},                   /* — */
    {0x2212, '-'},                   /* − */
    {0x4e00, '1'},                   /* 一 */
    {0x4e03, '7'},                   /* 七 */
    {0x4e09, '3'},                   /* 三 */
    {0x4e0a, GLYPH_FORWARD},         /* 上 */
    {0x4e0b, GLYPH_BACKWARD},        /* 下 */
    {0x4e2d, GLYPH_MIDDLE},          /* 中 */
    {0x4e5d, '9'},                   /* 九 */
    {0x4e8c, '2'},                   /* 二 */
    {0x4e94, '5'},                   /* 五 */
    {0x4ed5, GLYPH_PIECE + ADVISOR}, /* 仕 */
    {0x4fe5, GLYPH_PIECE + ROOK},    /* 俥 */
    {0x508c, GLYPH_PIECE + KNIGHT},  /* 傌 */
    {0x516b, '8'},                   /* 八 */
    {0x516d, '6'},                   /* 六 */
    {0x5175, GLYPH_PIECE + PAWN},    /* 兵 */
    {0x524d, GLYPH_FRONT},           /* 前 */
    {0x5305, GLYPH_PIECE + CANNON},  /* 包 */
    {0x5352, GLYPH_PIECE + PAWN},    /* 卒 */
    {0x540e, GLYPH_REAR},            /* 后 */
    {0x56db, '4'},                   /* 四 */
    {0x58eb, GLYPH_PIECE + ADVISOR}, /* 士 */
    {0x5c06, GLYPH_PIECE + KING},    /* 将 */
    {0x5c07, GLYPH_PIECE + KING},    /* 將 */
    {0x5e05, GLYPH_PIECE + KING},    /* 帅 */
    {0x5e25, GLYPH_PIECE + KING},    /* 帥 */
    {0x5e73, GLYPH_SIDEWAYS},        /* 平 */
    {0x5f8c, GLYPH_REAR},            /* 後 */
    {0x70ae, GLYPH_PIECE + CANNON},  /* 炮 */
    {0x76f8, GLYPH_PIECE + BISHOP},  /* 相 */
    {0x7801, GLYPH_PIECE + KNIGHT},  /* 码 */
    {0x7817, GLYPH_PIECE + ROOK},    /* 砗 */
    {0x7832, GLYPH_PIECE + CANNON},  /* 砲 */
    {0x7868, GLYPH_PIECE + ROOK},    /* 硨 */
    {0x78bc, GLYPH_PIECE + KNIGHT},  /* 碼 */
    {0x8c61, GLYPH_PIECE + BISHOP},  /* 象 */
    {0x8eca, GLYPH_PIECE + ROOK},    /* 車 */
    {0x8f66, GLYPH_PIECE + ROOK},    /* 车 */
    {0x8fdb, GLYPH_FORWARD},         /* 进 */
    {0x9000, GLYPH_BACKWARD},        /* 退 */
    {0x9032, GLYPH_FORWARD},         /* 進 */
    {0x99ac, GLYPH_PIECE + KNIGHT},  /* 馬 */
    {0x9a6c, GLYPH_PIECE + KNIGHT},  /* 马 */
};

static uint8_t chinese_glyph(uint32_t code)
{
    size_t low = 0, high = sizeof table / sizeof *table;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (table[middle].code == code)
            return table[middle].glyph;
        if (table[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    return GLYPH_NONE;
}

/* A Latin letter as a capital, a digit, a sign; '\0' for what moves are not written with. */
static uint8_t latin_glyph(uint32_t code)
{
    if (code >= 'a' && code <= 'z')
        return (uint8_t)(code & ~0x20u);
    return code > ' ' && code < 0x7f ? (uint8_t)code : GLYPH_NONE;
}

size_t xiangqi_glyphs(const char *text, size_t len, uint8_t glyphs[GLYPHS_MAX])
{
    enum { FULL_WIDTH = 0xff00, FULL_WIDTH_TO_ASCII = 0xfee0 };
    const char *end = text + len;
    size_t n = 0;
    while (text < end) {
        uint32_t code = (unsigned char)*text;
        const size_t used = code < 0x80 ? 1 : utf8_decode(text, (size_t)(end - text), &code);
        if (code > FULL_WIDTH && code < FULL_WIDTH + 0x5f)
            code -= FULL_WIDTH_TO_ASCII;
        const uint8_t glyph = code < 0x80 ? latin_glyph(code) : chinese_glyph(code);
        if (glyph == GLYPH_NONE || n == GLYPHS_MAX)
            return 0;
        glyphs[n++] = glyph;
        text += used;
    }
    return n;
}
