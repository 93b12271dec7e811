/* A move's text taken apart, with all the liberties people take: marks of check in words, other
   dashes, figurines, coordinates. What the text alone shows of its dialect is noted here; what
   depends on the position (a capture mark where nothing is taken) is for san_resolve.c. */
#include "base/ascii.h"
#include "notation/san.h"

#include <string.h>

/* The longest move anyone writes is far shorter. */
enum { TEXT_LONGEST = 48 };

struct cursor {
    const char *at, *end;
};

static bool starts_with(const struct cursor *c, const char *word)
{
    if (c->at == c->end || *c->at != *word)
        return false;
    size_t len = strlen(word);
    return (size_t)(c->end - c->at) >= len && memcmp(c->at, word, len) == 0;
}

/* Step over the first of WORDS that stands here; false if none does. */
static bool take_one_of(struct cursor *c, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (starts_with(c, *words)) {
            c->at += strlen(*words);
            return true;
        }
    }
    return false;
}

/* Whether the text ends in WORD (small letters), in either case. */
static bool ends_with(const struct cursor *c, const char *word)
{
    size_t len = strlen(word);
    if ((size_t)(c->end - c->at) < len)
        return false;
    const char *tail = c->end - len;
    for (size_t i = 0; i < len; i++) {
        if (lower_case(tail[i]) != word[i])
            return false;
    }
    return true;
}

/* --- Marks behind the move ------------------------------------------------------------------- */

/* Longer words first, so that none is mistaken for the end of another. */
static const struct {
    const char *word;
    enum outcome mark;
    bool ep;
} suffixes[] = {
    {"#", OUTCOME_CHECKMATE, false},
    {"+", OUTCOME_NONE, false},
    {"checkmate", OUTCOME_CHECKMATE, false},
    {"mate", OUTCOME_CHECKMATE, false},
    {"matt", OUTCOME_CHECKMATE, false},
    {"mat", OUTCOME_CHECKMATE, false},
    {"≠", OUTCOME_CHECKMATE, false},
    {"check", OUTCOME_NONE, false},
    {"dbl.ch.", OUTCOME_NONE, false},
    {"dbl. ch.", OUTCOME_NONE, false},
    {"dbl ch", OUTCOME_NONE, false},
    {"dblch", OUTCOME_NONE, false},
    {"dis.ch.", OUTCOME_NONE, false},
    {"dis. ch.", OUTCOME_NONE, false},
    {"dis ch", OUTCOME_NONE, false},
    {"disch", OUTCOME_NONE, false},
    {"ch.", OUTCOME_NONE, false},
    {"ch", OUTCOME_NONE, false},
    {"†", OUTCOME_NONE, false},
    {"‡", OUTCOME_NONE, false},
    {"en passant", OUTCOME_NONE, true},
    {"en pt", OUTCOME_NONE, true},
    {"e.p.", OUTCOME_NONE, true},
    {"e.p", OUTCOME_NONE, true},
    {"ep.", OUTCOME_NONE, true},
    {"ep", OUTCOME_NONE, true},
};

/* Drop the mark at the end of the text, if there is one, and note it. */
static bool drop_mark(struct cursor *c, struct san_text *st)
{
    while (c->end > c->at && c->end[-1] == ' ')
        c->end--;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        if (!ends_with(c, suffixes[i].word))
            continue;
        bool plain = i < 2 && !st->check;
        c->end -= strlen(suffixes[i].word);
        if (suffixes[i].ep) {
            st->dialects |= SAN_EP_MARK;
            return true;
        }
        st->check = true;
        if (suffixes[i].mark != OUTCOME_NONE)
            st->mark = suffixes[i].mark;
        st->dialects |= plain ? 0 : SAN_CHECK_MARK;
        return true;
    }
    return false;
}

/* --- Pieces ---------------------------------------------------------------------------------- */

/* Chess symbols are U+2654 (white king) to U+265F (black pawn), three bytes each in UTF-8; a
   variation selector may follow. */
static size_t figurine_piece(const struct cursor *c, enum piece_type *type)
{
    static const enum piece_type order[] = {KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN};
    if (c->end - c->at < 3 || memcmp(c->at, "\xe2\x99", 2) != 0)
        return 0;
    unsigned char last = (unsigned char)c->at[2];
    if (last < 0x94 || last > 0x9f)
        return 0;
    *type = order[(last - 0x94) % 6];
    struct cursor rest = {c->at + 3, c->end};
    return starts_with(&rest, "\xef\xb8\x8e") || starts_with(&rest, "\xef\xb8\x8f") ? 6 : 3;
}

/* The piece that TEXT begins with in these letters or as a figurine: its length in bytes, 0 if
   there is none. A pawn's letter counts where it is no piece's. */
static size_t read_piece(const char *text, size_t len, const struct piece_letters *letters,
                         enum piece_type *type, bool *figurine)
{
    struct cursor c = {text, text + len};
    size_t longest = figurine_piece(&c, type);
    *figurine = longest > 0;
    for (int t = KNIGHT; t <= KING && !*figurine; t++) {
        const char *letter = piece_letters_of(letters, (enum piece_type)t);
        if (starts_with(&c, letter) && strlen(letter) > longest) {
            longest = strlen(letter);
            *type = (enum piece_type)t;
        }
    }
    const char *pawn = letters->pawn ? letters->pawn : "P";
    if (longest == 0 && starts_with(&c, pawn)) {
        *type = PAWN;
        longest = strlen(pawn);
    }
    return longest;
}

size_t san_strange_letter(const char *text, size_t len, const struct piece_letters *letters,
                          const char **letter)
{
    for (size_t i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)text[i];
        enum piece_type type;
        bool figurine;
        const bool capital = (is_capital(text[i]) && c != 'O' && c != 'X') || c >= 0xc3;
        if (!capital || read_piece(text + i, len - i, letters, &type, &figurine) > 0)
            continue;
        size_t n = 1;
        while (i + n < len && ((unsigned char)text[i + n] & 0xc0) == 0x80)
            n++;
        *letter = text + i;
        return n;
    }
    return 0;
}

/* --- Forms ----------------------------------------------------------------------------------- */

static const char *const dashes[] = {"-", "–", "—", "‐", "‑", "−", NULL};

bool san_is_null(const char *text, size_t len)
{
    static const char *const forms[] = {"--", "Z0", "@@@@", "0000", "null", "Null", "NULL"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (strlen(forms[i]) == len && memcmp(text, forms[i], len) == 0)
            return true;
    }
    return false;
}

/* O-O in letters or zeros, with any dash or none. */
static bool read_castling(struct cursor c, struct san_text *st)
{
    static const char *const rounds[] = {"O", "0", "o", "О", NULL}; /* the last one is Cyrillic */
    const size_t len = (size_t)(c.end - c.at);
    const bool standard =
        (len == 3 && starts_with(&c, "O-O")) || (len == 5 && starts_with(&c, "O-O-O"));
    int count = 0;
    for (;;) {
        if (!take_one_of(&c, rounds))
            return false;
        count++;
        if (c.at == c.end)
            break;
        take_one_of(&c, dashes);
    }
    if (count < 2 || count > 3)
        return false;
    st->kind = SAN_KIND_CASTLING;
    st->side = count == 2 ? KING_SIDE : QUEEN_SIDE;
    st->dialects |= standard ? 0 : SAN_ZEROS;
    return true;
}

/* A file or rank, or -1 if none stands here. */
static int take_file(struct cursor *c, char first)
{
    int file = c->at < c->end ? *c->at - first : -1;
    if (file < 0 || file > 7)
        return -1;
    c->at++;
    return file;
}

static int take_rank(struct cursor *c)
{
    int rank = c->at < c->end ? *c->at - '1' : -1;
    if (rank < 0 || rank > 7)
        return -1;
    c->at++;
    return rank;
}

static bool take_capture_mark(struct cursor *c, struct san_text *st)
{
    static const char *const marks[] = {"x", "X", ":", "×", "х", NULL}; /* the last is Cyrillic */
    if (!take_one_of(c, marks))
        return false;
    st->capture = true;
    if (c->at[-1] != 'x')
        st->dialects |= SAN_CAPTURE_MARK;
    return true;
}

/* Origin and target: "f3", "bd2", "1xd2", "g1-f3", "exd". FIRST is 'a', or 'A' for coordinates in
   capitals. */
static bool read_squares(struct cursor *c, char first, struct san_text *st)
{
    st->from_file = take_file(c, first);
    st->from_rank = take_rank(c);
    if (!take_capture_mark(c, st))
        st->dash = take_one_of(c, dashes);
    st->to_file = take_file(c, first);
    st->to_rank = take_rank(c);
    const bool origin_given = st->from_file >= 0 || st->from_rank >= 0;
    if (st->to_file < 0 && st->to_rank < 0) {
        st->to_file = st->from_file;
        st->to_rank = st->from_rank;
        st->from_file = st->from_rank = -1;
        return st->to_file >= 0 && st->to_rank >= 0 && !st->dash &&
               (!st->capture || c->at[-1] == ':');
    }
    if (st->to_file < 0 || (st->dash && !origin_given))
        return false;
    if (!st->capture && starts_with(c, ":"))
        take_capture_mark(c, st);
    return true;
}

/* The piece a pawn becomes: "=Q", "Q", "(Q)", "/Q", ":Q", " = Q", or a small letter, which is English in
   coordinates. True if there is none. */
static bool read_promotion(struct cursor *c, const struct piece_letters *letters, bool coordinates,
                           struct san_text *st)
{
    static const char *const openings[] = {"=(", "(=", "(", "/", " = ", "=", ":", NULL};
    if (starts_with(c, "+=")) { /* the check mark before the piece */
        st->check = true;
        st->dialects |= SAN_PROMOTION;
        c->at++;
    }
    const char *opening = c->at;
    if (c->at == c->end)
        return true;
    const bool opened = take_one_of(c, openings);
    const bool bracket = opened && memchr(opening, '(', (size_t)(c->at - opening)) != NULL;
    const bool small = c->at < c->end && is_small(*c->at);
    const char capital = small ? (char)(*c->at & ~0x20) : '\0';
    bool figurine = false;
    size_t len;
    if (small)
        len = read_piece(&capital, 1, coordinates && !opened ? piece_letter_table : letters,
                         &st->promotion, &figurine);
    else
        len = read_piece(c->at, (size_t)(c->end - c->at), letters, &st->promotion, &figurine);
    c->at += len;
    if (len == 0 || (bracket && !starts_with(c, ")")))
        return false;
    c->at += bracket ? 1 : 0;
    if (!(coordinates && !opened) && (small || bracket || *opening != '='))
        st->dialects |= SAN_PROMOTION;
    st->dialects |= figurine ? SAN_FIGURINE : 0;
    return c->at == c->end;
}

static bool is_origin_complete(const struct san_text *st)
{
    return st->from_file >= 0 && st->from_rank >= 0;
}

/* What a pawn's text may and a piece's may not do. */
static bool is_sound(const struct san_text *st)
{
    const bool may_be_pawn = st->type == NO_PIECE || st->type == PAWN;
    if (st->to_rank < 0)
        return may_be_pawn && st->from_file >= 0 && st->from_rank < 0 && !st->dash &&
               (st->from_file - st->to_file == 1 || st->to_file - st->from_file == 1);
    if (may_be_pawn && !is_origin_complete(st) &&
        (st->dash || st->from_rank >= 0 || (st->capture && st->from_file < 0)))
        return false;
    return may_be_pawn || (st->dialects & SAN_EP_MARK) == 0;
}

static bool read_man(struct cursor c, const struct piece_letters *letters, struct san_text *st)
{
    bool figurine;
    enum piece_type type = NO_PIECE;
    c.at += read_piece(c.at, (size_t)(c.end - c.at), letters, &type, &figurine);
    st->type = type;
    st->dialects |= (figurine ? SAN_FIGURINE : 0) | (type == PAWN ? SAN_PAWN_LETTER : 0);
    if (!read_squares(&c, 'a', st))
        return false;
    bool coordinates = type == NO_PIECE && is_origin_complete(st) && !st->dash;
    if (!read_promotion(&c, letters, coordinates, st) || !is_sound(st))
        return false;
    if (type != NO_PIECE && st->dash)
        st->dialects |= SAN_LONG_FORM;
    return true;
}

/* Both squares in full, in small letters or capitals, and no piece. */
static bool read_coordinates(struct cursor c, char first, struct san_text *st)
{
    st->dialects |= SAN_COORDINATES;
    return read_squares(&c, first, st) && is_origin_complete(st) && st->to_rank >= 0 &&
           read_promotion(&c, piece_letter_table, true, st);
}

bool san_read(const char *text, size_t len, const struct piece_letters *letters,
              struct san_text *st)
{
    struct cursor c = {text, text + len};
    *st = (struct san_text){.from_file = -1, .from_rank = -1, .to_file = -1, .to_rank = -1};
    if (len > TEXT_LONGEST)
        return false;
    if (san_is_null(text, len)) {
        st->kind = SAN_KIND_NULL;
        return true;
    }
    while (drop_mark(&c, st))
        ;
    const struct san_text marks = *st;
    if (read_castling(c, st))
        return true;
    *st = marks;
    if (read_man(c, letters, st))
        return true;
    *st = marks;
    return read_coordinates(c, 'A', st);
}
