/* The operations of EPD whose operands are moves. They are checked and stay what they are: tags;
   those of "moves" are played. */
#include "format/lists/epd.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *opcode;
    bool is_line; /* moves one after the other, not each from the position */
} kinds[] = {{"bm", false}, {"am", false}, {"sm", false}, {"pv", true}};

static bool is_one_of(const char *set, char c)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* The next move from *AT on: without blanks, commas, glyphs and, in chess, its number. False if
   there is none. */
static bool next_move(enum game game, const char **at, const char *end, const char **text,
                      size_t *len)
{
    const char *s = *at;
    do {
        while (s < end && is_one_of(" \t\",", *s))
            s++;
        *text = s;
        while (s < end && !is_one_of(" \t\",", *s))
            s++;
        const char *number = *text;
        while (game == GAME_CHESS && number < s && is_one_of("0123456789", *number))
            number++;
        if (number > *text && number < s && *number == '.')
            for (*text = number; *text < s && **text == '.';)
                ++*text;
        *len = (size_t)(s - *text);
    } while (*len == 0 && s < end);
    *at = s;
    while (*len > 1 && is_one_of("!?", (*text)[*len - 1]))
        --*len;
    return *len > 0;
}

/* Whether TEXT is a move in POS, move PLY of the game, which SM then has. If not, it is told as a
   fault of OP. */
static bool check_move(const struct position *pos, const struct epd_operation *op, const char *line,
                       const char *text, size_t len, size_t ply, struct san_move *sm,
                       struct findings *f)
{
    char quote[QUOTE_MAX], why[256];
    const enum san_status status = san_parse(pos, text, len, &piece_letter_table[0], sm);
    const bool is_null = status == SAN_NULL_MOVE;
    if (status == SAN_OK || (is_null && !pos_in_check(pos)))
        return true;
    if (is_null)
        snprintf(why, sizeof why, "%s", lang_text("a null move while in check"));
    else
        san_explain(pos, text, len, status, sm, why, sizeof why);
    findings_add(f,
                 status == SAN_AMBIGUOUS            ? FINDING_AMBIGUOUS_MOVE
                 : status == SAN_ILLEGAL || is_null ? FINDING_ILLEGAL_MOVE
                                                    : FINDING_UNREADABLE_MOVE,
                 (uint32_t)(text - line), ply, "%.*s %s: %s", (int)op->opcode_len, op->opcode,
                 finding_quote(text, len, quote), why);
    return false;
}

void epd_check_moves(const struct position *start, const struct epd_operation *op, const char *line,
                     struct findings *f)
{
    size_t kind = 0;
    const size_t count = sizeof kinds / sizeof kinds[0];
    while (kind < count && (strlen(kinds[kind].opcode) != op->opcode_len ||
                            memcmp(kinds[kind].opcode, op->opcode, op->opcode_len) != 0))
        kind++;
    if (kind == count)
        return;
    const char *at = op->operands, *end = at + op->operands_len, *text;
    struct position pos = *start;
    struct san_move sm;
    for (size_t len; next_move((enum game)pos.game, &at, end, &text, &len);) {
        const bool ok = check_move(&pos, op, line, text, len, 0, &sm, f);
        if (ok && kinds[kind].is_line)
            pos_play(&pos, sm.move);
        else if (kinds[kind].is_line)
            return; /* what follows belongs to a position that is not known */
    }
}

bool epd_is_moves(const struct epd_operation *op)
{
    static const char name[] = "moves";
    return op->opcode_len == sizeof name - 1 && memcmp(op->opcode, name, op->opcode_len) == 0;
}

/* Moves that cannot be judged become a comment. */
static bool keep_rest(struct record *rec, const char *text, const char *end, const char *line)
{
    struct slice s;
    struct node *node = NULL;
    rec->is_broken = true;
    if (record_add_text(rec, text, (size_t)(end - text), &s)) {
        record_blank_nuls(rec, s);
        node = record_add_node(rec, NODE_COMMENT, (uint32_t)(text - line));
    }
    if (node)
        node->text = s;
    return node != NULL;
}

bool epd_play_moves(struct record *rec, const struct epd_operation *op, const char *line,
                    struct findings *f)
{
    const char *at = op->operands, *end = at + op->operands_len, *text;
    struct san_move sm;
    for (size_t len; next_move(rec->game, &at, end, &text, &len);) {
        const uint32_t source = (uint32_t)(text - line);
        if (!check_move(&rec->end, op, line, text, len, rec->ply_count + 1, &sm, f))
            return keep_rest(rec, text, end, line);
        if (sm.move == NULL_MOVE)
            findings_add(f, FINDING_NULL_MOVE_MAIN, source, rec->ply_count + 1, NULL);
        if (!record_play(rec, sm.move, 0, source))
            return false;
    }
    return true;
}
