/* Repetition in xiangqi (棋例): who may not go on, by the rules chosen, and whether the result
   agrees. A position is judged when it stands for the third time, over all moves since the first.
   What takes longer than the limit without a capture is a draw by that anyway, and is not
   judged. */
#include "base/lang.h"
#include "check/draws.h"
#include "notation/notation.h"

#include <stdio.h>

/* Of a run without captures, so many repetitions are judged at most. */
enum { JUDGED_MAX = 64, SHOWN_PLIES = 16, TEXT_MAX = SHOWN_PLIES * SAN_MAX + 32 };

static const size_t NEVER = (size_t)-1;

/* The two times before that the position at PLY stood on the board. */
struct occurrences {
    size_t first, second;
};

static struct occurrences find_occurrences(const key64 *keys, size_t from, size_t ply, size_t reach)
{
    struct occurrences o = {NEVER, NEVER};
    for (size_t back = 4; back <= reach && back + from <= ply; back += 2) {
        if (keys[ply - back] != keys[ply])
            continue;
        if (o.second != NEVER) {
            o.first = ply - back;
            return o;
        }
        o.second = ply - back;
    }
    return o;
}

/* --- Words ------------------------------------------------------------------------------------ */

/* What is done, how it is called, and the finding. */
struct cycle_words {
    enum finding_code code;
    const char *deed, *name;
};

static const struct cycle_words words[] = {
    [CYCLE_CHECK] = {FINDING_PERPETUAL_CHECK, LANG("checks"), LANG("perpetual check, 长将")},
    [CYCLE_MUTUAL_CHECK] = {FINDING_MUTUAL_CHECK, LANG("both sides check"), "长将"},
    [CYCLE_THREAT] = {FINDING_PERPETUAL_THREAT, LANG("threatens mate"),
                      LANG("perpetual mate threat, 长杀")},
    [CYCLE_CHASE] = {FINDING_PERPETUAL_CHASE, LANG("chases"), LANG("perpetual chase, 长捉")},
    [CYCLE_ATTACK] = {FINDING_PERPETUAL_ATTACK, LANG("checks, threatens mate or chases"),
                      LANG("perpetual attack, 长打")},
    [CYCLE_MUTUAL_ATTACK] = {FINDING_MUTUAL_ATTACK,
                             LANG("both sides check, threaten mate or chase"), "互打"},
};

/* " the horse (马) on c3", or "" where it is not one man. */
static void describe_chased(const struct position *pos, square at, char *out, size_t cap)
{
    char name[SQUARE_TEXT_MAX];
    out[0] = '\0';
    if (at == NO_SQUARE)
        return;
    const piece p = pos->board[at];
    square_format(GAME_XIANGQI, at, name);
    snprintf(out, cap, lang_text(" the %s (%s) on %s"), piece_word(GAME_XIANGQI, piece_type(p)),
             xiangqi_name(piece_color(p), piece_type(p)), name);
}

/* The moves from POS, at FIRST, up to LAST. */
static void describe_moves(const struct record *rec, struct position pos, size_t first, size_t last,
                           char out[TEXT_MAX])
{
    size_t len = 0, shown = last - first > SHOWN_PLIES ? first + SHOWN_PLIES : last;
    for (size_t i = first; i < shown; i++) {
        char text[SAN_MAX];
        san_format(&pos, rec->moves[i], NULL, piece_letter_table, text);
        len += (size_t)snprintf(out + len, TEXT_MAX - len, "%s%s", i > first ? " " : "", text);
        pos_play(&pos, rec->moves[i]);
    }
    if (shown < last)
        snprintf(out + len, TEXT_MAX - len, lang_text(" ... (%zu plies)"), last - first);
}

/* --- Reporting -------------------------------------------------------------------------------- */

/* One repetition that was judged: SECOND is the position before the last time around. */
struct judged {
    const struct record *rec;
    enum rule_book book;
    struct cycle_verdict verdict;
    struct position second;
    struct occurrences at;
    size_t ply;
};

static bool is_draw(const struct judged *j)
{
    return j->verdict.result == RESULT_DRAW;
}

static void report_cycle(const struct judged *j, struct findings *f)
{
    const struct cycle_verdict *v = &j->verdict;
    const struct cycle_words *w = &words[v->cycle];
    const char *title = rule_books[j->book].title;
    const char *doubt = v->is_established ? "" : lang_text(", unverified");
    const char *deed = lang_text(w->deed), *name = lang_text(w->name);
    char moves[TEXT_MAX], chased[80];
    describe_moves(j->rec, j->second, j->at.second, j->ply, moves);
    describe_chased(&j->second, v->chased, chased, sizeof chased);
    const uint32_t source = ply_source(j->rec, j->ply);
    if (is_draw(j))
        findings_add(f, w->code, source, j->ply, "%s with every move of %s (%s): a draw (%s%s)",
                     deed, moves, name, title, doubt);
    else
        findings_add(f, w->code, source, j->ply,
                     "%s %s%s with every move of %s (%s) and must vary, or loses (%s%s)",
                     color_word(GAME_XIANGQI, v->by), deed, chased, moves, name, title, doubt);
}

/* The players may have agreed on something else, or one resigned: it is only worth a look. */
static void report_result(const struct judged *j, struct findings *f)
{
    const struct record *rec = j->rec;
    const enum result result = record_result(rec);
    if (is_draw(j) || result == RESULT_NONE || result == j->verdict.result)
        return;
    const bool at_end = rec->has_terminator && rec->terminator == result;
    const uint32_t source =
        at_end ? rec->terminator_source : rec->tags[rec->known[TAG_RESULT]].source;
    findings_add(
        f, FINDING_RESULT_VERDICT, source, rec->ply_count,
        "result %s, but the game ends in a repetition by %s (%s) that would give %s (%s%s)",
        result_text(result), color_word(GAME_XIANGQI, j->verdict.by),
        lang_text(words[j->verdict.cycle].name), result_text(j->verdict.result),
        rule_books[j->book].title, j->verdict.is_established ? "" : lang_text(", unverified"));
}

/* --- Judging ---------------------------------------------------------------------------------- */

/* A position of the game that goes forward with the search. */
struct trail {
    const struct record *rec;
    struct position pos;
    size_t ply;
};

static void go_to(struct trail *t, size_t ply)
{
    while (t->ply < ply)
        pos_play(&t->pos, t->rec->moves[t->ply++]);
}

static void judge(struct judged *j, struct trail at)
{
    go_to(&at, j->at.first);
    j->verdict = cycle_judge(&at.pos, j->rec->moves + j->at.first, j->ply - j->at.first, j->book);
    go_to(&at, j->at.second);
    j->second = at.pos;
}

void check_cycles(const struct record *rec, size_t from, size_t to, enum rule_book book,
                  struct findings *f)
{
    const size_t reach = rule_books[book].limit_plies;
    struct trail trail = {rec, rec->start, 0};
    unsigned seen = 1u << CYCLE_IDLE, judged = 0;
    bool inside = false; /* the position before stood for the third time too */
    for (size_t ply = from + 8; ply <= to; ply++) {
        struct judged j = {.rec = rec, .book = book, .ply = ply};
        const bool is_last = ply == rec->ply_count, was_inside = inside;
        j.at = find_occurrences(rec->keys, from, ply, reach);
        inside = j.at.first != NEVER;
        const bool is_due = !was_inside && judged < JUDGED_MAX && f->minimum == SEVERITY_NOTE;
        if (!inside || !(is_due || is_last))
            continue;
        judged++;
        go_to(&trail, ply - from > reach ? ply - reach : from);
        judge(&j, trail);
        if (!(seen >> (j.verdict.cycle + 8 * j.verdict.by) & 1))
            report_cycle(&j, f);
        seen |= 1u << (j.verdict.cycle + 8 * j.verdict.by);
        if (is_last)
            report_result(&j, f);
    }
}
