/* Turning the board: what each square, move, tag, glyph and command becomes. */
#include "notation/notation.h"
#include "record/edit.h"

#include <string.h>

struct turning {
    enum game game;
    bool flips; /* colours; else left and right */
};

static square turn_square(const struct turning *t, square s)
{
    const struct board_size size = board_sizes[t->game];
    int file = square_file(t->game, s), rank = square_rank(t->game, s);
    if (!t->flips || t->game == GAME_XIANGQI)
        file = size.files - 1 - file;
    if (t->flips)
        rank = size.ranks - 1 - rank;
    return square_make(t->game, file, rank);
}

static move turn_move(const struct turning *t, move m)
{
    if (m == NULL_MOVE)
        return m;
    const enum piece_type special =
        move_is_castling(t->game, m) ? KING : move_promotion(t->game, m);
    return move_make(t->game, turn_square(t, move_from(t->game, m)),
                     turn_square(t, move_to(t->game, m)), special);
}

static bool turn_position(const struct turning *t, const struct position *pos,
                          struct position *image)
{
    struct setup from, to;
    pos_to_setup(pos, &from);
    to = from;
    for (square s = 0; s < board_sizes[t->game].squares; s++) {
        piece p = from.board[s];
        if (p && t->flips)
            p = piece_make(piece_color(p) == WHITE ? BLACK : WHITE, piece_type(p));
        to.board[turn_square(t, s)] = p;
    }
    for (int color = WHITE; color <= BLACK; color++)
        for (int side = KING_SIDE; side <= QUEEN_SIDE; side++) {
            const square rook = from.castling[color][side];
            to.castling[t->flips ? 1 - color : color][side] =
                rook == NO_SQUARE ? NO_SQUARE : turn_square(t, rook);
        }
    if (from.ep != NO_SQUARE)
        to.ep = turn_square(t, from.ep);
    if (t->flips)
        to.turn = from.turn == WHITE ? BLACK : WHITE;
    unsigned faults = pos_from_setup(image, &to);
    for (int fault = 0; fault < SETUP_FAULTS; fault++)
        if (faults & 1u << fault && setup_fault_is_error((enum setup_fault)fault))
            return false;
    return true;
}

/* --- Comments and glyphs ---------------------------------------------------------------------- */

/* "Gd2d4,Re5": a colour and squares, each with a comma behind it or the end. */
static void add_marks(const struct turning *t, struct buffer *out, const struct annotation *a)
{
    const char *s = a->value, *end = s + a->value_len;
    while (s < end) {
        square at = end - s >= 2 ? square_parse(t->game, s, 2) : NO_SQUARE;
        if (at == NO_SQUARE) {
            buffer_add_char(out, *s++);
            continue;
        }
        char text[SQUARE_TEXT_MAX];
        buffer_add(out, text, square_format(t->game, turn_square(t, at), text));
        s += 2;
    }
}

/* "0.3", "#-3", "-M3": the sign stands behind a letter or in front of it. */
static void add_eval(struct buffer *out, const struct annotation *a)
{
    struct annotation_eval eval;
    const char *sign = a->value;
    if (!annotation_eval(a, WHITE, &eval)) {
        buffer_add(out, a->value, a->value_len);
        return;
    }
    if (a->form == ANNOTATION_COMMAND && (*sign == '#' || *sign == 'M'))
        buffer_add_char(out, *sign++);
    const size_t signs = *sign == '-' || *sign == '+';
    if (!eval.is_negative)
        buffer_add_char(out, '-');
    buffer_add(out, sign + signs, a->value_len - (size_t)(sign - a->value) - signs);
}

/* "0,2,19,-31,0": behind two plies each number with the other sign. */
static void add_profile(struct buffer *out, const struct annotation *a)
{
    size_t commas = 0;
    for (size_t i = 0; i < a->value_len; i++) {
        const char c = a->value[i];
        const bool begins = commas >= 2 && a->value[i - 1] == ',';
        if (begins && c >= '1' && c <= '9')
            buffer_add_char(out, '-');
        commas += c == ',';
        if (!begins || c != '-')
            buffer_add_char(out, c);
    }
}

static void add_turned(const struct turning *t, struct buffer *out, const struct annotation *a)
{
    if (a->kind == ANNOTATION_EVAL)
        add_eval(out, a);
    else if (a->kind == ANNOTATION_PROFILE)
        add_profile(out, a);
    else
        add_marks(t, out, a);
}

/* What the player who moves sees stays what it is. */
static bool turns(const struct turning *t, const struct annotation *a)
{
    return a->kind == ANNOTATION_CSL || a->kind == ANNOTATION_CAL ||
           (t->flips && a->kind == ANNOTATION_PROFILE) ||
           (t->flips && a->kind == ANNOTATION_EVAL && a->form != ANNOTATION_SCORE);
}

static bool turn_comment(const struct turning *t, struct record *r, struct node *n)
{
    const struct slice old = n->text;
    struct annotation a;
    size_t at = 0, done = 0;
    bool any = false;
    while (!any && annotation_next(record_text(r, old), old.len, &at, &a))
        any = turns(t, &a);
    if (!any)
        return true;
    /* The text does not move while it is read: an evaluation grows by a sign at most. */
    if (!record_add_text(r, "", 0, &n->text) || !buffer_reserve(&r->text, 2 * (size_t)old.len))
        return false;
    const char *text = record_text(r, old);
    for (at = 0; annotation_next(text, old.len, &at, &a);) {
        if (!turns(t, &a))
            continue;
        buffer_add(&r->text, text + done, (size_t)(a.value - text) - done);
        add_turned(t, &r->text, &a);
        done = (size_t)(a.value - text) + a.value_len;
    }
    buffer_add(&r->text, text + done, old.len - done);
    n->text.len = (uint32_t)(r->text.len - n->text.at);
    return !r->text.failed;
}

/* From $14 to $139 White's glyphs are even, and Black's follow them. */
static uint8_t flip_nag(uint8_t nag)
{
    enum { FIRST = 14, LAST = 139 };
    return nag >= FIRST && nag <= LAST ? nag ^ 1 : nag;
}

/* --- Tags ------------------------------------------------------------------------------------- */

/* What is behind the name of a side in the tag's name, or NULL. */
static const char *behind(const struct record *r, const struct tag *tag, const char *side,
                          size_t *len)
{
    const size_t n = strlen(side);
    if (tag->name.len < n || memcmp(record_text(r, tag->name), side, n) != 0)
        return NULL;
    *len = tag->name.len - n;
    return record_text(r, tag->name) + n;
}

static bool rename_side(struct record *r, struct tag *tag, const char *side, const char *rest,
                        size_t len)
{
    enum { NAME_MAX = 256 };
    char name[NAME_MAX];
    const size_t n = strlen(side);
    if (n + len > sizeof name)
        return true;
    memcpy(name, side, n);
    memcpy(name + n, rest, len);
    if (!record_add_text(r, name, n + len, &tag->name))
        return false;
    tag->id = (uint8_t)tag_find(r->game, record_text(r, tag->name), tag->name.len);
    return true;
}

/* The number of the tag SIDE with REST behind it, or the number of tags. */
static size_t find_side(const struct record *r, const char *side, const char *rest, size_t len)
{
    size_t i = 0, other_len;
    for (; i < r->tag_count; i++) {
        const char *other = behind(r, &r->tags[i], side, &other_len);
        if (other && other_len == len && memcmp(rest, other, len) == 0)
            break;
    }
    return i;
}

/* Give the tags of FIRST (White, WhiteElo ...) and those of Black to the other side: where both are
   there the values change places, so that the order stays. */
static bool swap_tags(struct record *r, const char *first)
{
    for (size_t i = 0; i < r->tag_count; i++) {
        size_t len;
        const char *rest = behind(r, &r->tags[i], first, &len);
        const bool is_first = rest != NULL;
        if (!rest && !(rest = behind(r, &r->tags[i], "Black", &len)))
            continue;
        const size_t j = find_side(r, is_first ? "Black" : first, rest, len);
        if (is_first && j < r->tag_count) {
            const struct slice value = r->tags[i].value;
            r->tags[i].value = r->tags[j].value;
            r->tags[j].value = value;
        } else if (j == r->tag_count &&
                   !rename_side(r, &r->tags[i], is_first ? "Black" : first, rest, len)) {
            return false;
        }
    }
    return true;
}

static enum result flip_result(enum result result)
{
    return result == RESULT_WHITE ? RESULT_BLACK : result == RESULT_BLACK ? RESULT_WHITE : result;
}

static bool has_tag(const struct record *r, const char *name)
{
    return find_side(r, name, "", 0) < r->tag_count;
}

static bool flip_tags(struct record *r)
{
    struct slice s = record_tag(r, TAG_RESULT);
    enum result result;
    r->terminator = flip_result(r->terminator);
    if (result_read(r->game, record_text(r, s), s.len, &result) &&
        (result == RESULT_WHITE || result == RESULT_BLACK) &&
        !record_set_tag(r, "Result", result_text(flip_result(result))))
        return false;
    bool ok = swap_tags(r, r->game == GAME_XIANGQI && has_tag(r, "Red") ? "Red" : "White");
    record_find_known(r);
    return ok;
}

/* --- Records ---------------------------------------------------------------------------------- */

static bool turn_nodes(const struct turning *t, struct record *r)
{
    for (size_t i = 0; i < r->node_count; i++) {
        struct node *n = &r->nodes[i];
        if (n->kind == NODE_MOVE)
            n->move = turn_move(t, n->move);
        else if (n->kind == NODE_COMMENT && !turn_comment(t, r, n))
            return false;
        else if (n->kind == NODE_NAG && t->flips)
            n->detail = flip_nag(n->detail);
    }
    return true;
}

static bool turn(const struct turning *t, struct record *r)
{
    struct position start, usual;
    pos_start(&usual, r->game);
    if (!turn_position(t, &r->start, &start) || !turn_nodes(t, r))
        return false;
    if (r->has_start_tag || start.key != usual.key) {
        if (!record_set_start_tags(r, &start))
            return false;
    }
    return record_replay(r);
}

bool record_mirror(struct record *r)
{
    const struct turning t = {(enum game)r->game, false};
    return turn(&t, r);
}

bool record_flip(struct record *r)
{
    const struct turning t = {(enum game)r->game, true};
    return flip_tags(r) && turn(&t, r);
}
