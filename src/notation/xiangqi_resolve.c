/* From what a text says to the legal move of xiangqi that it means. Hot path: piece, file,
   direction and destination give the origin at one look along the file; only marks, and men of a
   kind on one file, make it necessary to rank the men and try one dialect after the other. Measured
   by tests/bench/notation.c. */
#include "notation/xiangqi_text.h"

#include <string.h>

enum { FILES = 9, RANKS = 10 };

static square square_at(int file, int rank)
{
    const bool inside = file >= 0 && file < FILES && rank >= 0 && rank < RANKS;
    return inside ? square_make(GAME_XIANGQI, file, rank) : NO_SQUARE;
}

/* How many ranks a man that goes STEP files aside as it advances travels: 0 if it never does so. */
static int ranks_travelled(enum piece_type type, int step)
{
    static const int8_t horse[] = {0, 2, 1}, elephant[] = {0, 0, 2}, advisor[] = {0, 1, 0};
    step = step < 0 ? -step : step;
    if (step > 2)
        return 0;
    return type == KNIGHT ? horse[step] : type == BISHOP ? elephant[step] : advisor[step];
}

/* Where the man on FROM goes by direction and number, or NO_SQUARE: no man of its kind goes so. */
static square target(const struct position *pos, square from, const struct reading *r)
{
    const enum color turn = (enum color)pos->turn;
    const int file = square_file(GAME_XIANGQI, from), rank = square_rank(GAME_XIANGQI, from);
    const int ahead = (turn == WHITE) == (r->direction == FORWARD) ? 1 : -1;
    const bool is_straight =
        r->type == KING || r->type == ROOK || r->type == CANNON || r->type == PAWN;
    const int named = board_file(turn, r->number);
    if (r->direction == SIDEWAYS)
        return is_straight ? square_at(named, rank) : NO_SQUARE;
    if (is_straight)
        return square_at(file, rank + ahead * r->number);
    const int travelled = ranks_travelled(r->type, named - file);
    return travelled > 0 ? square_at(named, rank + ahead * travelled) : NO_SQUARE;
}

/* The legal move of the man on FROM that R asks for, or NULL_MOVE. */
static move legal_move(const struct position *pos, square from, const struct reading *r)
{
    const square to = target(pos, from, r);
    const move m = to == NO_SQUARE ? NULL_MOVE : move_make(GAME_XIANGQI, from, to, NO_PIECE);
    return m != NULL_MOVE && pos_is_legal(pos, m) ? m : NULL_MOVE;
}

/* --- Plain moves ----------------------------------------------------------------------------- */

/* The move of the only man of its kind on the file, or NULL_MOVE. */
static move plain_move(const struct position *pos, const struct reading *r)
{
    const piece man = piece_make((enum color)pos->turn, r->type);
    const piece *file = pos->board + board_file((enum color)pos->turn, r->file);
    square from = NO_SQUARE;
    for (int s = 0; s < FILES * RANKS; s += FILES) {
        if (file[s] != man)
            continue;
        if (from != NO_SQUARE)
            return NULL_MOVE;
        from = (square)(file + s - pos->board);
    }
    return from == NO_SQUARE ? NULL_MOVE : legal_move(pos, from, r);
}

/* --- Men that must be told apart ------------------------------------------------------------- */

/* Whether a man is the one, or one of those, that R names in a dialect. */
static bool is_named(const struct ranks *ranks, const struct ranked_man *man,
                     const struct reading *r, int dialect)
{
    if (r->file != 0 && man->file != r->file)
        return false;
    return r->mark == MARK_NONE || xiangqi_mark(dialect, ranks, man) == r->mark;
}

/* What all senses of a text came to. */
struct verdict {
    move move; /* of the first sense in which just one man can make it */
    bool is_contradicted;
    square fitting[RANKED_MAX]; /* of the first sense in which several can */
    int fitting_count;
};

static void try_sense(const struct position *pos, const struct ranks *ranks,
                      const struct reading *r, int dialect, struct verdict *v)
{
    move found = NULL_MOVE;
    square fitting[RANKED_MAX];
    int count = 0;
    for (int i = 0; i < ranks->count; i++) {
        if (!is_named(ranks, &ranks->men[i], r, dialect))
            continue;
        const move m = legal_move(pos, ranks->men[i].at, r);
        if (m == NULL_MOVE)
            continue;
        found = m;
        fitting[count++] = ranks->men[i].at;
    }
    if (count > 1 && v->fitting_count == 0) {
        memcpy(v->fitting, fitting, sizeof fitting);
        v->fitting_count = count;
    } else if (count == 1 && v->move == NULL_MOVE) {
        v->move = found;
    } else if (count == 1 && v->move != found) {
        v->is_contradicted = true;
    }
}

static void try_reading(const struct position *pos, const struct reading *r, struct verdict *v)
{
    struct ranks ranks;
    xiangqi_rank_men(pos, r->type, &ranks);
    if (r->mark != MARK_NONE) {
        for (int dialect = 0; dialect < MARK_DIALECTS; dialect++)
            try_sense(pos, &ranks, r, dialect, v);
        return;
    }
    struct reading middle = *r;
    middle.mark = MARK_FILE;
    const move before = v->move;
    if (r->type == PAWN && !r->is_chinese) /* P3.4: the one in the middle, if there is one */
        try_reading(pos, &middle, v);
    if (v->move == before)
        try_sense(pos, &ranks, r, DIALECT_CHINESE, v);
}

/* Whether pawns stand on crowded files more than one: only then are signs put behind a file. */
static bool has_two_crowded_files(const struct position *pos)
{
    struct ranks ranks;
    xiangqi_rank_men(pos, PAWN, &ranks);
    for (int i = 0; i < ranks.count; i++) {
        if (ranks.men[i].on_file > 1 && ranks.men[i].on_file < ranks.crowded)
            return true;
    }
    return false;
}

/* --- Reasons --------------------------------------------------------------------------------- */

static void ask(struct xiangqi_asked *asked, const struct reading *r, square from, square to)
{
    *asked = (struct xiangqi_asked){.type = r->type,
                                    .from = from,
                                    .to = to,
                                    .file = r->file,
                                    .is_marked = r->mark != MARK_NONE};
}

/* The fault of the first man that is named, or of one that comes closer. */
static struct illegality find_fault(const struct position *pos, const struct reading *r,
                                    struct xiangqi_asked *asked)
{
    struct ranks ranks;
    struct illegality best = {ILLEGAL_NO_SUCH_MAN, NO_SQUARE, NO_SQUARE};
    ask(asked, r, NO_SQUARE, NO_SQUARE);
    xiangqi_rank_men(pos, r->type, &ranks);
    for (int i = 0; i < ranks.count * MARK_DIALECTS; i++) {
        const struct ranked_man *man = &ranks.men[i % ranks.count];
        if (!is_named(&ranks, man, r, i / ranks.count))
            continue;
        const square to = target(pos, man->at, r);
        struct illegality why = pos_why_illegal(pos, r->type, square_file(GAME_XIANGQI, man->at),
                                                square_rank(GAME_XIANGQI, man->at), to, NO_PIECE);
        if (best.why != ILLEGAL_NO_SUCH_MAN &&
            (best.why != ILLEGAL_CANNOT_REACH || why.why == ILLEGAL_CANNOT_REACH))
            continue;
        best = why;
        ask(asked, r, man->at, to);
    }
    if (best.why == ILLEGAL_NO_SUCH_MAN && !pos_has_legal_move(pos))
        best.why = ILLEGAL_GAME_OVER;
    return best;
}

static enum san_status resolve_readings(const struct position *pos, struct reading *readings,
                                        int count, struct san_move *out,
                                        struct xiangqi_asked *asked)
{
    struct verdict v = {.move = NULL_MOVE};
    if (count == 2 && !has_two_crowded_files(pos)) {
        const struct reading second = readings[1];
        readings[1] = readings[0];
        readings[0] = second;
    }
    for (int i = 0; i < count; i++)
        try_reading(pos, &readings[i], &v);
    out->move = v.move;
    if (v.move != NULL_MOVE) {
        out->dialects = v.is_contradicted ? SAN_TWO_READINGS : 0;
        return SAN_OK;
    }
    if (v.fitting_count > 0) {
        ask(asked, &readings[0], NO_SQUARE, NO_SQUARE);
        memcpy(asked->fitting, v.fitting, sizeof v.fitting);
        asked->fitting_count = v.fitting_count;
        return SAN_AMBIGUOUS;
    }
    out->why = find_fault(pos, &readings[0], asked);
    for (int i = 1; i < count && out->why.why == ILLEGAL_NO_SUCH_MAN; i++)
        out->why = find_fault(pos, &readings[i], asked);
    return SAN_ILLEGAL;
}

/* --- Coordinates ----------------------------------------------------------------------------- */

/* The move with ranks counted from FIRST: false if a rank does not exist. */
static bool based_move(const struct coordinates *c, int first, square *from, square *to)
{
    *from = square_at(c->from_file, c->from_rank - first);
    *to = square_at(c->to_file, c->to_rank - first);
    return *from != NO_SQUARE && *to != NO_SQUARE;
}

static move legal_between(const struct position *pos, square from, square to)
{
    const move m = move_make(GAME_XIANGQI, from, to, NO_PIECE);
    return m != NULL_MOVE && pos_is_legal(pos, m) ? m : NULL_MOVE;
}

static enum san_status coordinates_fault(const struct position *pos, square from, square to,
                                         struct san_move *out, struct xiangqi_asked *asked)
{
    const piece man = pos->board[from];
    const bool is_own = man != 0 && piece_color(man) == (enum color)pos->turn;
    *asked =
        (struct xiangqi_asked){.type = is_own ? piece_type(man) : NO_PIECE, .from = from, .to = to};
    out->why = (struct illegality){ILLEGAL_NO_SUCH_MAN, NO_SQUARE, NO_SQUARE};
    if (is_own)
        out->why = pos_why_illegal(pos, piece_type(man), square_file(GAME_XIANGQI, from),
                                   square_rank(GAME_XIANGQI, from), to, NO_PIECE);
    else if (!pos_has_legal_move(pos))
        out->why.why = ILLEGAL_GAME_OVER;
    return SAN_ILLEGAL;
}

static enum san_status resolve_coordinates(const struct position *pos, const struct coordinates *c,
                                           enum rank_base ranks, struct san_move *out,
                                           struct xiangqi_asked *asked)
{
    square from[2], to[2]; /* [number of the first rank] */
    move m[2] = {NULL_MOVE, NULL_MOVE};
    bool exists[2] = {false, false};
    for (int first = 0; first < 2; first++) {
        if (ranks == (first == 0 ? RANKS_FROM_1 : RANKS_FROM_0))
            continue;
        exists[first] = based_move(c, first, &from[first], &to[first]);
        if (exists[first])
            m[first] = legal_between(pos, from[first], to[first]);
    }
    const int first = m[0] == NULL_MOVE && (m[1] != NULL_MOVE || !exists[0]);
    if (!exists[first])
        return SAN_UNREADABLE;
    out->ranks = first == 0 ? RANKS_FROM_0 : RANKS_FROM_1;
    out->move = m[first];
    if (m[0] != NULL_MOVE && m[1] != NULL_MOVE)
        out->dialects = SAN_TWO_READINGS;
    return m[first] != NULL_MOVE ? SAN_OK
                                 : coordinates_fault(pos, from[first], to[first], out, asked);
}

/* --- All ------------------------------------------------------------------------------------- */

/* Whether the text is SAN, its marks of check apart. A0e1 is: coordinates have letters of one
   case. */
static bool is_san(const char *text, size_t len, struct xiangqi_san *san)
{
    while (len > 0 && (text[len - 1] == '+' || text[len - 1] == '#'))
        len--;
    return len > 0 && xiangqi_read_san(text, len, san) == len;
}

enum san_status xiangqi_parse(const struct position *pos, const char *text, size_t len,
                              enum rank_base ranks, struct san_move *out,
                              struct xiangqi_asked *asked)
{
    struct xiangqi_asked unwanted;
    uint8_t glyphs[GLYPHS_MAX];
    struct reading readings[READINGS_MAX];
    struct coordinates c;
    struct xiangqi_san san;
    *out = (struct san_move){.why = {.at = NO_SQUARE, .from = NO_SQUARE}};
    asked = asked != NULL ? asked : &unwanted;
    size_t n = xiangqi_glyphs(text, len, glyphs);
    for (; n > 0 && (glyphs[n - 1] == '+' || glyphs[n - 1] == '#'); n--) {
        out->check = true;
        if (glyphs[n - 1] == '#')
            out->mark = OUTCOME_CHECKMATE;
    }
    const bool is_coordinates = xiangqi_read_coordinates(glyphs, n, &c);
    if (is_san(text, len, &san) && !(is_coordinates && text[0] >= 'a'))
        return xiangqi_resolve_san(pos, &san, ranks, out, asked);
    if (is_coordinates)
        return resolve_coordinates(pos, &c, ranks, out, asked);
    const int count = xiangqi_read(glyphs, n, readings);
    if (count == 0)
        return san_is_null(text, len) ? san_resolve_null(pos, out) : SAN_UNREADABLE;
    if (count == 1 && readings[0].mark == MARK_NONE) {
        out->move = plain_move(pos, &readings[0]);
        if (out->move != NULL_MOVE)
            return SAN_OK;
    }
    return resolve_readings(pos, readings, count, out, asked);
}

move xiangqi_parse_uci(const struct position *pos, const char *text, size_t len)
{
    uint8_t glyphs[GLYPHS_MAX];
    struct coordinates c;
    square from, to;
    move m = NULL_MOVE;
    if (!xiangqi_read_coordinates(glyphs, xiangqi_glyphs(text, len, glyphs), &c))
        return NULL_MOVE;
    for (int first = 1; first >= 0 && m == NULL_MOVE; first--)
        m = based_move(&c, first, &from, &to) ? legal_between(pos, from, to) : NULL_MOVE;
    return m;
}
