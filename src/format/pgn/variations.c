/* The PGN reader's variations, and lines that cannot be read on. Each open variation has a level
   with its own position, so depth costs memory, not stack. */
#include "base/array.h"
#include "format/pgn/pgn.h"

#include <stdlib.h>
#include <string.h>

/* --- Lines that cannot be read on ---------------------------------------------------------- */

void pgn_skip_line(struct pgn_parser *ps, const char *at)
{
    ps->skipping = true;
    ps->skip_depth = 0;
    ps->skip_from = at;
}

void pgn_end_skip(struct pgn_parser *ps, const char *to)
{
    const char *from = ps->skip_from;
    ps->skipping = false;
    if (!from)
        return;
    while (to > from && pgn_is(to[-1], CLASS_BLANK | CLASS_LINE))
        to--;
    if (to > from)
        pgn_add_comment(ps, from, (size_t)(to - from), from, false, true);
}

/* --- Variations ------------------------------------------------------------------------------- */

static void main_line_before_last(struct pgn_parser *ps, struct position *pos)
{
    *pos = ps->checkpoint;
    for (size_t i = ps->checkpoint_ply; i + 1 < ps->rec->ply_count; i++)
        pos_play(pos, ps->rec->moves[i]);
}

static bool grow_levels(struct pgn_parser *ps)
{
    struct pgn_level *levels = array_grow(ps->levels, &ps->level_cap, 16, sizeof *levels);
    if (!levels)
        return false;
    ps->levels = levels;
    return true;
}

/* "(null)" is what a program has written that had no text: no variation with a null move. */
static bool read_missing_text(struct pgn_parser *ps)
{
    static const char text[] = "(null)";
    const size_t len = strlen(text);
    if (!ps->started || ps->skipping || strncmp(ps->p, text, len) != 0)
        return false;
    findings_add(ps->findings, FINDING_TEXT_IN_PARENTHESES, pgn_source(ps, ps->p), pgn_ply(ps),
                 NULL);
    pgn_add_comment(ps, ps->p, len, ps->p, false, true);
    ps->p += len;
    pgn_check_nodes(ps);
    return true;
}

void pgn_open_variation(struct pgn_parser *ps)
{
    enum { MARGIN = 8 };
    if (ps->end - ps->p < MARGIN && !ps->at_end) {
        ps->more = true;
        return;
    }
    if (read_missing_text(ps))
        return;
    const char *at = ps->p++;
    if (ps->skipping) {
        ps->skip_depth++;
        return;
    }
    if (ps->depth == GAME_DEPTH_MAX) {
        ps->too_large = true;
        return;
    }
    if (!ps->started && (ps->depth > 0 || (*ps->p != '{' && !pgn_is(*ps->p, CLASS_DIGIT)))) {
        /* a remark in a text that is no game yet */
        pgn_starved(ps);
        pgn_drop(ps, at, ps->p);
        return;
    }
    if ((ps->depth == ps->level_cap && !grow_levels(ps)) ||
        !record_add_node(ps->rec, NODE_BEGIN, pgn_source(ps, at))) {
        ps->no_memory = true;
        return;
    }
    struct pgn_level *level = &ps->levels[ps->depth];
    level->at = at;
    level->nodes = ps->rec->node_count - 1;
    level->findings = ps->findings->count;
    level->dropped = ps->dropped;
    const struct pgn_level *parent = ps->depth > 0 ? level - 1 : NULL;
    bool has_move = parent ? parent->has_move : ps->rec->ply_count > 0;
    if (!has_move) {
        level->pos = parent ? parent->pos : ps->rec->end;
        findings_add(ps->findings, FINDING_VARIATION_PLACE, pgn_source(ps, at), pgn_ply(ps), NULL);
    } else if (parent) {
        level->pos = parent->before;
    } else {
        main_line_before_last(ps, &level->pos);
    }
    level->has_move = false;
    ps->depth++;
    ps->has_variation = true;
    ps->pos = &level->pos;
    pgn_check_nodes(ps);
}

void pgn_close_variation(struct pgn_parser *ps)
{
    const char *at = ps->p++;
    if (ps->skipping) {
        if (ps->skip_depth > 0) {
            ps->skip_depth--;
            return;
        }
        if (ps->depth == 0)
            return;
        pgn_end_skip(ps, at);
    }
    if (ps->depth == 0) {
        pgn_stray(ps, at, 1);
        return;
    }
    const struct pgn_level *level = &ps->levels[--ps->depth];
    if (!ps->started) { /* it held no move: text */
        ps->rec->node_count = level->nodes;
        ps->findings->count = level->findings;
        ps->dropped = level->dropped;
        pgn_drop(ps, level->at, ps->p);
    } else if (!record_add_node(ps->rec, NODE_END, pgn_source(ps, at))) {
        ps->no_memory = true;
    }
    ps->pos = ps->depth > 0 ? &ps->levels[ps->depth - 1].pos : &ps->rec->end;
}
