/* The characters of xiangqi moves: simplified, traditional and calligraphic forms, full-width Latin
   and the variants that careless hands write. A side's own forms (帅 將, 兵 卒) mean the same: the
   side to move decides whose man it is. Hot: one look-up for each character of a move, so the table
   is addressed by a hash that gives no two of its characters the same place; a character added that
   would share one is a compiler warning, and another factor must be found. */
#include "notation/xiangqi_text.h"

enum { SLOTS = 128, FACTOR = 7243 };

#define SLOT(code)       (((code)*FACTOR & 0xffff) >> 9)
#define ROW(code, glyph) [SLOT(code)] = {code, glyph}

static const struct {
    uint16_t code;
    uint8_t glyph;
} table[SLOTS] = {
    ROW(0x2013, '-'),                   /* – */
    ROW(0x2014, '-'),                   /* — */
    ROW(0x2212, '-'),                   /* − */
    ROW(0x4e00, '1'),                   /* 一 */
    ROW(0x4e03, '7'),                   /* 七 */
    ROW(0x4e09, '3'),                   /* 三 */
    ROW(0x4e0a, GLYPH_FORWARD),         /* 上 */
    ROW(0x4e0b, GLYPH_BACKWARD),        /* 下 */
    ROW(0x4e2d, GLYPH_MIDDLE),          /* 中 */
    ROW(0x4e5d, '9'),                   /* 九 */
    ROW(0x4e8c, '2'),                   /* 二 */
    ROW(0x4e94, '5'),                   /* 五 */
    ROW(0x4ed5, GLYPH_PIECE + ADVISOR), /* 仕 */
    ROW(0x4fe5, GLYPH_PIECE + ROOK),    /* 俥 */
    ROW(0x508c, GLYPH_PIECE + KNIGHT),  /* 傌 */
    ROW(0x516b, '8'),                   /* 八 */
    ROW(0x516d, '6'),                   /* 六 */
    ROW(0x5175, GLYPH_PIECE + PAWN),    /* 兵 */
    ROW(0x524d, GLYPH_FRONT),           /* 前 */
    ROW(0x5305, GLYPH_PIECE + CANNON),  /* 包 */
    ROW(0x5352, GLYPH_PIECE + PAWN),    /* 卒 */
    ROW(0x540e, GLYPH_REAR),            /* 后 */
    ROW(0x56db, '4'),                   /* 四 */
    ROW(0x58eb, GLYPH_PIECE + ADVISOR), /* 士 */
    ROW(0x5c06, GLYPH_PIECE + KING),    /* 将 */
    ROW(0x5c07, GLYPH_PIECE + KING),    /* 將 */
    ROW(0x5e05, GLYPH_PIECE + KING),    /* 帅 */
    ROW(0x5e25, GLYPH_PIECE + KING),    /* 帥 */
    ROW(0x5e73, GLYPH_SIDEWAYS),        /* 平 */
    ROW(0x5f8c, GLYPH_REAR),            /* 後 */
    ROW(0x70ae, GLYPH_PIECE + CANNON),  /* 炮 */
    ROW(0x76f8, GLYPH_PIECE + BISHOP),  /* 相 */
    ROW(0x7801, GLYPH_PIECE + KNIGHT),  /* 码 */
    ROW(0x7817, GLYPH_PIECE + ROOK),    /* 砗 */
    ROW(0x7832, GLYPH_PIECE + CANNON),  /* 砲 */
    ROW(0x7868, GLYPH_PIECE + ROOK),    /* 硨 */
    ROW(0x78bc, GLYPH_PIECE + KNIGHT),  /* 碼 */
    ROW(0x8c61, GLYPH_PIECE + BISHOP),  /* 象 */
    ROW(0x8eca, GLYPH_PIECE + ROOK),    /* 車 */
    ROW(0x8f66, GLYPH_PIECE + ROOK),    /* 车 */
    ROW(0x8fdb, GLYPH_FORWARD),         /* 进 */
    ROW(0x9000, GLYPH_BACKWARD),        /* 退 */
    ROW(0x9032, GLYPH_FORWARD),         /* 進 */
    ROW(0x99ac, GLYPH_PIECE + KNIGHT),  /* 馬 */
    ROW(0x9a6c, GLYPH_PIECE + KNIGHT),  /* 马 */
};

static uint8_t chinese_glyph(uint32_t code)
{
    const uint32_t slot = SLOT(code);
    return table[slot].code == code ? table[slot].glyph : GLYPH_NONE;
}

/* A Latin letter as a capital, a digit, a sign. */
static uint8_t latin_glyph(uint32_t code)
{
    if (code >= 'a' && code <= 'z')
        return (uint8_t)(code & ~0x20u);
    return code > ' ' && code < 0x7f ? (uint8_t)code : GLYPH_NONE;
}

/* The three bytes of UTF-8 that all of these characters have; 0 if they are none. What is overlong
   gives a code below all that have a meaning. */
static uint32_t decode_three(const unsigned char *s)
{
    if ((s[0] & 0xf0) != 0xe0 || (s[1] & 0xc0) != 0x80 || (s[2] & 0xc0) != 0x80)
        return 0;
    return (uint32_t)((s[0] & 15) << 12 | (s[1] & 63) << 6 | (s[2] & 63));
}

size_t xiangqi_glyphs(const char *text, size_t len, uint8_t glyphs[GLYPHS_MAX])
{
    enum { FULL_WIDTH = 0xff01, SIGNS = 0x5e, FULL_WIDTH_TO_ASCII = 0xfee0 };
    size_t n = 0;
    for (size_t at = 0; at < len;) {
        const unsigned char first = (unsigned char)text[at];
        uint8_t glyph;
        if (first < 0x80) {
            glyph = latin_glyph(first);
            at++;
        } else {
            const uint32_t code =
                len - at >= 3 ? decode_three((const unsigned char *)text + at) : 0;
            glyph = code - FULL_WIDTH < SIGNS ? latin_glyph(code - FULL_WIDTH_TO_ASCII)
                                              : chinese_glyph(code);
            at += 3;
        }
        if (glyph == GLYPH_NONE || n == GLYPHS_MAX)
            return 0;
        glyphs[n++] = glyph;
    }
    return n;
}
