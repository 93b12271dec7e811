/* What the glyphs of a move say before any position is asked. The mover's four fields are piece,
   origin, direction and destination; the dialects differ in how they write the first two, the head.
   Sources: the notation page of wxf.org; xqbase's description of its formats. */
#include "base/ascii.h"
#include "notation/xiangqi_text.h"

/* --- Coordinates ----------------------------------------------------------------------------- */

static bool is_file_letter(uint8_t g)
{
    return g >= 'A' && g <= 'I';
}

/* "A0", "I10": returns the glyphs taken, 0 if no square stands here. */
static size_t take_square(const uint8_t *g, size_t n, int *file, int *rank)
{
    if (n < 2 || !is_file_letter(g[0]) || !is_digit(g[1]))
        return 0;
    *file = g[0] - 'A';
    *rank = g[1] - '0';
    if (*rank != 1 || n == 2 || g[2] != '0')
        return 2;
    *rank = 10;
    return 3;
}

bool xiangqi_read_coordinates(const uint8_t *g, size_t n, struct coordinates *c)
{
    const size_t from = take_square(g, n, &c->from_file, &c->from_rank);
    if (from == 0 || from == n)
        return false;
    const size_t dash = from + (g[from] == '-' || g[from] == 'X' || g[from] == ':');
    const size_t to = take_square(g + dash, n - dash, &c->to_file, &c->to_rank);
    return to > 0 && dash + to == n;
}

/* --- The mover's view ------------------------------------------------------------------------ */

static bool is_chinese(uint8_t g)
{
    return g >= GLYPH_PIECE;
}

static int digit_of(uint8_t g)
{
    return g >= '1' && g <= '9' ? g - '0' : 0;
}

static enum piece_type piece_of(uint8_t g)
{
    static const uint8_t letters['Z' + 1] = {
        ['K'] = KING,   ['A'] = ADVISOR, ['B'] = BISHOP, ['E'] = BISHOP,
        ['M'] = BISHOP, ['N'] = KNIGHT,  ['H'] = KNIGHT, ['R'] = ROOK,
        ['C'] = CANNON, ['P'] = PAWN,    ['S'] = PAWN,
    };
    if (g >= GLYPH_PIECE)
        return g < GLYPH_FRONT ? (enum piece_type)(g - GLYPH_PIECE) : NO_PIECE;
    return g <= 'Z' ? (enum piece_type)letters[g] : NO_PIECE;
}

/* xqbase's digits for pieces. */
static enum piece_type numbered_piece(uint8_t g)
{
    static const enum piece_type pieces[] = {NO_PIECE, KING, ADVISOR, BISHOP,
                                             KNIGHT,   ROOK, CANNON,  PAWN};
    const int digit = digit_of(g);
    return digit <= 7 ? pieces[digit] : NO_PIECE;
}

static bool direction_of(uint8_t g, enum direction *direction)
{
    switch (g) {
    case '+':
    case GLYPH_FORWARD: *direction = FORWARD; return true;
    case '-':
    case GLYPH_BACKWARD: *direction = BACKWARD; return true;
    case '.':
    case '=':
    case GLYPH_SIDEWAYS: *direction = SIDEWAYS; return true;
    default: return false;
    }
}

/* A mark in WXF. */
static char sign_of(uint8_t g)
{
    if (g == '+' || g == '-' || g == '.')
        return (char)g;
    return g >= 'A' && g <= 'E' ? (char)(g | 0x20) : MARK_NONE;
}

/* A mark as a Chinese word. */
static char word_of(uint8_t g)
{
    switch (g) {
    case GLYPH_FRONT: return MARK_FRONT;
    case GLYPH_MIDDLE: return MARK_MIDDLE;
    case GLYPH_REAR: return MARK_REAR;
    default: return MARK_NONE;
    }
}

/* Piece and file, or piece and mark: C2, P+, Pa, 炮二, 车前. */
static int read_piece_first(const uint8_t *g, struct reading *r)
{
    r->type = piece_of(g[0]);
    r->file = digit_of(g[1]);
    if (r->file == 0)
        r->mark = is_chinese(g[1]) ? word_of(g[1]) : sign_of(g[1]);
    return r->file != 0 || r->mark != MARK_NONE;
}

/* Mark and piece: +C, 前车, 三兵, ２卒. */
static int read_piece_last(const uint8_t *g, struct reading *r)
{
    r->type = piece_of(g[1]);
    r->mark = word_of(g[0]);
    if (r->mark == MARK_NONE && is_chinese(g[1]) && digit_of(g[0]) > 0)
        r->mark = (char)g[0];
    if (r->mark == MARK_NONE && (g[0] == '+' || g[0] == '-'))
        r->mark = (char)g[0];
    return r->mark != MARK_NONE;
}

/* Pawns go without a letter: 前九, 二九; ++, 4+, 33; and the digits of xqbase: 62, 5+, 7a. */
static int read_no_piece(const uint8_t *g, struct reading *r)
{
    const int first = digit_of(g[0]), second = digit_of(g[1]);
    const char word = word_of(g[0]);
    if (word != MARK_NONE || (r->is_chinese && first > 0)) {
        r->type = PAWN;
        r->mark = word != MARK_NONE ? word : (char)g[0];
        r->file = second;
        return second > 0;
    }
    if (g[0] == g[1] && (g[0] == '+' || g[0] == '-')) {
        r->type = PAWN;
        r->mark = g[0] == '+' ? MARK_FOREMOST : MARK_HINDMOST;
        return 1;
    }
    int count = 0;
    struct reading numbered = r[0];
    if (first > 0 && (first == second || g[1] == '+' || g[1] == '-')) {
        r[count].type = PAWN;
        r[count].file = first;
        r[count++].mark = second > 0 ? MARK_FILE : (char)g[1];
    }
    numbered.type = numbered_piece(g[0]);
    numbered.file = second;
    numbered.mark = second > 0 ? MARK_NONE : sign_of(g[1]);
    if (numbered.type != NO_PIECE && (numbered.file > 0 || numbered.mark != MARK_NONE))
        r[count++] = numbered;
    return count;
}

/* Mark, piece and file: 前兵九, 二卒7. */
static int read_five(const uint8_t *g, struct reading *r)
{
    r->file = digit_of(g[2]);
    const int file = r->file;
    if (file == 0 || piece_of(g[1]) == NO_PIECE || !read_piece_last(g, r))
        return 0;
    r->file = file;
    return 1;
}

int xiangqi_read(const uint8_t *g, size_t n, struct reading readings[READINGS_MAX])
{
    struct reading r = {.type = NO_PIECE, .mark = MARK_NONE};
    if (n < 4 || n > 5 || !direction_of(g[n - 2], &r.direction))
        return 0;
    r.number = digit_of(g[n - 1]);
    if (r.number == 0)
        return 0;
    r.is_chinese = is_chinese(g[n - 2]) || is_chinese(g[0]);
    readings[0] = readings[1] = r;
    if (n == 5)
        return read_five(g, readings);
    if (piece_of(g[0]) != NO_PIECE)
        return read_piece_first(g, readings);
    if (piece_of(g[1]) != NO_PIECE && read_piece_last(g, readings))
        return 1;
    readings[0] = r;
    return read_no_piece(g, readings);
}
