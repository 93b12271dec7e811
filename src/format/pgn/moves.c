/* The PGN reader's moves in all the forms that people really write. Plain moves of the main line
   are read by pgn_plain.c. */
#include "format/pgn/pgn.h"

#include <stdio.h>
#include <string.h>

/* --- Playing a move that was read ------------------------------------------------------------- */

/* Which finding each dialect of a move's text is. */
static const struct {
    unsigned dialect;
    enum finding_code code;
} dialect_findings[] = {
    {SAN_ZEROS, FINDING_CASTLING_ZEROS},
    {SAN_PROMOTION, FINDING_PROMOTION_FORM},
    {SAN_EP_MARK, FINDING_EP_MARK},
    {SAN_CHECK_MARK, FINDING_CHECK_MARK_FORM},
    {SAN_DISAMBIGUATION, FINDING_DISAMBIGUATION},
    {SAN_LONG_FORM, FINDING_LONG_FORM},
    {SAN_COORDINATES, FINDING_COORDINATES},
    {SAN_FIGURINE, FINDING_FIGURINE},
    {SAN_CAPTURE_MARK, FINDING_CAPTURE_MARK},
    {SAN_KING_TAKES_ROOK, FINDING_KING_TAKES_ROOK},
    {SAN_PAWN_LETTER, FINDING_PAWN_LETTER},
    {SAN_SHORT_CAPTURE, FINDING_SHORT_CAPTURE},
    {SAN_TWO_READINGS, FINDING_TWO_READINGS},
};

PGN_COLD void pgn_report_dialects(struct pgn_parser *ps, unsigned dialects, const char *at,
                                  size_t len)
{
    char quote[QUOTE_MAX];
    for (size_t i = 0; i < sizeof dialect_findings / sizeof dialect_findings[0]; i++) {
        const enum finding_code code = dialect_findings[i].code;
        if ((dialects & dialect_findings[i].dialect) &&
            finding_severity(code, ps->findings->strict) >= ps->findings->minimum)
            findings_add(ps->findings, code, pgn_source(ps, at), pgn_ply(ps), "%s: %s",
                         finding_quote(at, len, quote), lang_text(finding_kinds[code].text));
    }
}

/* The move that led to ps->pos checks, or its text says so: do they agree? */
PGN_COLD void pgn_report_marks(struct pgn_parser *ps, const struct san_move *sm, const char *at,
                               size_t len)
{
    bool check = pos_in_check(ps->pos);
    bool mate = check && !pos_has_legal_move(ps->pos);
    bool says_mate = sm->mark == OUTCOME_CHECKMATE;
    if (sm->check == check && says_mate == mate)
        return;
    const char *said = sm->check && !check  ? LANG("%s does not give check")
                       : says_mate && !mate ? LANG("%s is check, but not mate")
                       : check && sm->check ? LANG("%s is mate and marked as check only")
                       : mate               ? LANG("%s is mate and not marked")
                                            : LANG("%s is check and not marked");
    bool is_false = (sm->check && !check) || (says_mate && !mate);
    char quote[QUOTE_MAX];
    findings_add(ps->findings, is_false ? FINDING_FALSE_CHECK : FINDING_MISSING_CHECK_MARK,
                 pgn_source(ps, at), pgn_ply(ps), said, finding_quote(at, len, quote));
}

static void play_variation(struct pgn_parser *ps, const struct san_move *sm, uint8_t marks,
                           const char *at)
{
    struct pgn_level *level = &ps->levels[ps->depth - 1];
    struct node *node = record_add_node(ps->rec, NODE_MOVE, pgn_source(ps, at));
    if (!node) {
        ps->no_memory = true;
        return;
    }
    node->move = sm->move;
    node->detail = marks;
    level->before = level->pos;
    level->has_move = true;
    pos_play(&level->pos, sm->move);
}

static void play(struct pgn_parser *ps, const struct san_move *sm, const char *at, size_t len)
{
    uint8_t marks =
        (uint8_t)((sm->check ? MARK_CHECK : 0) | (sm->mark == OUTCOME_CHECKMATE ? MARK_MATE : 0));
    pgn_start_game(ps);
    ps->has_number = false;
    if (ps->letters != piece_letter_table)
        pgn_tell_letters(ps, sm->move, at, len);
    if (ps->depth == 0)
        pgn_play_main(ps, sm->move, marks, at);
    else
        play_variation(ps, sm, marks, at);
    if (sm->check || (ps->rec->game == GAME_CHESS && pos_in_check(ps->pos)))
        pgn_report_marks(ps, sm, at, len);
    if (sm->dialects)
        pgn_report_dialects(ps, sm->dialects, at, len);
}

enum san_status pgn_parse_move(struct pgn_parser *ps, const char *text, size_t len,
                               struct san_move *sm)
{
    if (ps->rec->game == GAME_CHESS)
        return san_parse(ps->pos, text, len, ps->letters, sm);
    return san_parse_ranks(ps->pos, text, len, ps->letters, ps->ranks, sm);
}

/* --- Moves that cannot be played -------------------------------------------------------------- */

/* The move stands as LEN bytes at AT; TEXT is what was parsed of it. */
static void bad_move(struct pgn_parser *ps, const char *at, size_t len, const char *text,
                     size_t text_len, enum san_status status, const struct san_move *sm)
{
    char quote[QUOTE_MAX], why[256];
    enum finding_code code = status == SAN_AMBIGUOUS   ? FINDING_AMBIGUOUS_MOVE
                             : status == SAN_ILLEGAL   ? FINDING_ILLEGAL_MOVE
                             : status == SAN_NULL_MOVE ? FINDING_ILLEGAL_MOVE
                                                       : FINDING_UNREADABLE_MOVE;
    finding_quote(at, len, quote);
    if (status == SAN_NULL_MOVE)
        snprintf(why, sizeof why, "%s", lang_text("a null move while in check"));
    else if (ps->findings->count < FINDINGS_MAX || ps->depth == 0)
        san_explain(ps->pos, text, text_len, status, sm, why, sizeof why);
    else
        why[0] = '\0'; /* it will not be kept */
    if (code != FINDING_UNREADABLE_MOVE && !pos_has_legal_move(ps->pos)) {
        code = FINDING_MOVE_AFTER_END;
        snprintf(why, sizeof why, "%s",
                 lang_text(pos_in_check(ps->pos) ? "the game has ended in checkmate"
                           : ps->rec->game == GAME_XIANGQI
                               ? "the game has ended: no legal move (困毙)"
                               : "the game has ended in stalemate"));
    }
    if (ps->depth > 0)
        findings_add(ps->findings, FINDING_VARIATION_ERROR, pgn_source(ps, at), pgn_ply(ps),
                     "%s in a variation: %s", quote, why);
    else
        findings_add(ps->findings, code, pgn_source(ps, at), pgn_ply(ps) + 1, "%s: %s", quote, why);
    if (ps->depth == 0)
        ps->rec->is_broken = true;
    ps->bad_moves++;
    pgn_start_game(ps);
    pgn_skip_line(ps, at);
}

void pgn_null_move(struct pgn_parser *ps, const char *at, size_t len)
{
    struct san_move sm = {.move = NULL_MOVE};
    if (pos_in_check(ps->pos)) {
        bad_move(ps, at, len, at, len, SAN_NULL_MOVE, &sm);
        return;
    }
    findings_add(ps->findings, ps->depth > 0 ? FINDING_NULL_MOVE_FORM : FINDING_NULL_MOVE_MAIN,
                 pgn_source(ps, at), pgn_ply(ps) + (ps->depth == 0), NULL);
    play(ps, &sm, at, len);
}

/* --- Tokens ----------------------------------------------------------------------------------- */

/* "e.p.", "ep", "en passant", "en pt" behind a move, as a token of its own. */
static bool apart_ep_mark(struct pgn_parser *ps, const char *at)
{
    static const char *const marks[] = {"e.p.",       "e.p",    "ep.",   "ep",        "e. p.",
                                        "en passant", "en pt.", "en pt", "enpassant", NULL};
    size_t n = ps->rec->node_count;
    if (*at != 'e' || n == 0 || ps->rec->nodes[n - 1].kind != NODE_MOVE)
        return false;
    for (size_t i = 0; marks[i]; i++) {
        size_t len = strlen(marks[i]);
        if ((size_t)(ps->end - at) < len) {
            if (!ps->at_end && memcmp(marks[i], at, (size_t)(ps->end - at)) == 0)
                ps->more = true;
        } else if (memcmp(marks[i], at, len) == 0 && !pgn_is(at[len], CLASS_LETTER | CLASS_DIGIT)) {
            if (at + len == ps->end && !ps->at_end) {
                ps->more = true;
                return true;
            }
            findings_add(ps->findings, FINDING_EP_MARK, pgn_source(ps, at), pgn_ply(ps), NULL);
            ps->p = at + len;
            return true;
        }
    }
    return ps->more;
}

/* A sign glued to its move: "Nf3+-", "e4=", "Nf3N". */
static bool glued_sign(struct pgn_parser *ps, const char *at, size_t len)
{
    for (size_t tail = 1; tail <= 6 && tail + 2 <= len; tail++) {
        int nag = nag_from_glyph(at + len - tail, tail);
        struct san_move sm;
        if (nag < 0 || pgn_parse_move(ps, at, len - tail, &sm) != SAN_OK)
            continue;
        play(ps, &sm, at, len - tail);
        pgn_add_glyph(ps, nag, at + len - tail, tail);
        return true;
    }
    return false;
}

/* A result glued to the last move, "Qg20-1": the token ends before it. */
static bool glued_result(struct pgn_parser *ps, const char *at, size_t len)
{
    static const char *const texts[] = {"1-0", "0-1", "1/2-1/2", "1/2", "½-½", "½", NULL};
    for (size_t i = 0; texts[i]; i++) {
        size_t tail = strlen(texts[i]);
        struct san_move sm;
        if (tail + 2 > len || memcmp(at + len - tail, texts[i], tail) != 0 ||
            pgn_parse_move(ps, at, len - tail, &sm) != SAN_OK)
            continue;
        ps->p -= tail;
        findings_add(ps->findings, FINDING_RESULT_FORM, pgn_source(ps, ps->p), pgn_ply(ps) + 1,
                     "no blank before the result");
        play(ps, &sm, at, len - tail);
        return true;
    }
    return false;
}

/* A token that san_parse did not take as a legal move. */
PGN_COLD static void other_token(struct pgn_parser *ps, const char *at, size_t len,
                                 enum san_status status, const struct san_move *sm)
{
    if (status == SAN_NULL_MOVE) {
        pgn_null_move(ps, at, len);
        return;
    }
    if (glued_sign(ps, at, len) || glued_result(ps, at, len) || apart_ep_mark(ps, at) ||
        pgn_apart_check_mark(ps, at, len))
        return;
    int nag = nag_from_glyph(at, len);
    if (nag >= 0 && ps->started) {
        pgn_add_glyph(ps, nag, at, len);
        return;
    }
    bool move_like = status == SAN_ILLEGAL || status == SAN_AMBIGUOUS;
    if (!ps->started && !(move_like && ps->has_number && ps->depth == 0)) {
        pgn_drop(ps, at, at + len);
        ps->has_number = false;
        return;
    }
    if (!move_like && pgn_read_line_between_tags(ps, at))
        return;
    if (move_like || !ps->started || !pgn_read_words(ps, at))
        bad_move(ps, at, len, at, len, status, sm);
}

/* The first wide blank between S and TO, else TO. */
static const char *before_blank(const char *s, const char *to)
{
    while (s < to && ((unsigned char)*s < 0x80 || pgn_wide_blank(s) == 0))
        s++;
    return s;
}

/* The move at AT, up to the first blank before TO, as it is without what is not seen. False if it is
   none. */
PGN_COLD static bool read_without_nothing(struct pgn_parser *ps, const char *at, const char *to)
{
    char text[SAN_MAX];
    const char *s = at;
    struct san_move sm;
    while (s < to && (pgn_wide_blank(s) == 0 || pgn_nothing(s) > 0))
        s++;
    const size_t n = pgn_without_nothing(at, s, text, sizeof text);
    if (n == (size_t)(s - at) || pgn_parse_move(ps, text, n, &sm) != SAN_OK)
        return false;
    ps->p = s;
    pgn_note_wide_blank(ps, before_blank(at, s));
    pgn_take_move(ps, at, (size_t)(s - at), text, n);
    return true;
}

/* Text was dropped on the line before AT, so that a move without number there is but a word. */
static bool follows_dropped_text(const struct pgn_parser *ps, const char *at)
{
    while (at > ps->text && pgn_is(at[-1], CLASS_BLANK))
        at--;
    return ps->dropped_from && at > ps->text && !pgn_is(at[-1], CLASS_LINE);
}

/* P is a pawn, but in Dutch a knight (paard): if one could go there too, that must be said. */
static void note_dutch_knight(const struct pgn_parser *ps, const char *at, size_t len,
                              struct san_move *sm)
{
    struct san_move other;
    const struct piece_letters *dutch = piece_letters_find("nl");
    if (ps->letters != dutch && san_parse(ps->pos, at, len, dutch, &other) == SAN_OK &&
        other.move != sm->move)
        sm->dialects |= SAN_TWO_READINGS;
}

static bool has_digit(const char *s, const char *to)
{
    while (s < to && !pgn_is(*s, CLASS_DIGIT))
        s++;
    return s < to;
}

/* The end of the move token at AT, with what dialects write behind it. NULL: the window must grow. */
static const char *token_end(struct pgn_parser *ps, const char *at)
{
    enum { TOKEN_LONGEST = 64 }; /* no move is longer */
    const char *s = at, *longest = at + TOKEN_LONGEST;
    do
        s++;
    while (s < longest && pgn_is(*s, CLASS_TOKEN));
    if (s == longest && (s = before_blank(at, s)) == longest)
        while (pgn_is(*s, CLASS_TOKEN))
            s++;
    if (s + 4 >= ps->end && !ps->at_end) {
        ps->more = true;
        return NULL;
    }
    if (s[-1] == 'e' && s[0] == '.' && s[1] == 'p') /* "exd6e.p." */
        s += s[2] == '.' ? 3 : 2;
    if (*s == '(' && s[1] != '\0' && strchr("QRBNqrbn", s[1]) && s[2] == ')' &&
        (s[-1] == '8' || s[-1] == '1' || s[-1] == '='))
        s += 3;
    if (strncmp(s, " = ", 3) == 0 && (s[-1] == '8' || s[-1] == '1') && s[3] != '\0' &&
        strchr("QRBN", s[3]))
        s += 4;
    return s;
}

void pgn_read_move(struct pgn_parser *ps)
{
    const char *at = ps->p, *s = token_end(ps, at);
    if (!s)
        return;
    ps->p = s;
    if (ps->skipping)
        return;
    if (!ps->started && !has_digit(at, s)) { /* no move that begins a game: a word of some text */
        pgn_drop(ps, at, s);
        ps->has_number = false;
        return;
    }
    struct san_move sm;
    if (ps->rec->game == GAME_XIANGQI && ps->ranks == RANKS_UNKNOWN)
        pgn_find_ranks(ps);
    if (ps->more)
        return;
    enum san_status status = pgn_parse_move(ps, at, (size_t)(s - at), &sm);
    if (status != SAN_OK && before_blank(at, s) < s) {
        if (read_without_nothing(ps, at, s))
            return;
        ps->p = s = before_blank(at, s);
        status = pgn_parse_move(ps, at, (size_t)(s - at), &sm);
    }
    if (status == SAN_OK && (sm.dialects & SAN_PAWN_LETTER))
        note_dutch_knight(ps, at, (size_t)(s - at), &sm);
    if (status == SAN_OK && !ps->started && !ps->has_number && follows_dropped_text(ps, at))
        pgn_drop(ps, at, s);
    else if (status == SAN_OK)
        play(ps, &sm, at, (size_t)(s - at));
    else
        other_token(ps, at, (size_t)(s - at), status, &sm);
    pgn_check_nodes(ps);
}

void pgn_take_move(struct pgn_parser *ps, const char *at, size_t len, const char *text,
                   size_t text_len)
{
    struct san_move sm;
    if (ps->skipping)
        return;
    enum san_status status = pgn_parse_move(ps, text, text_len, &sm);
    bool is_word =
        !ps->started && (status != SAN_OK ? !ps->has_number || ps->depth > 0
                                          : !ps->has_number && follows_dropped_text(ps, at));
    if (is_word) {
        pgn_drop(ps, at, at + len);
        ps->has_number = false;
    } else if (status == SAN_OK) {
        play(ps, &sm, at, len);
    } else {
        bad_move(ps, at, len, text, text_len, status, &sm);
    }
    pgn_check_nodes(ps);
}
