/* The PGN reader's fast lane: plain tokens of the main line, that is move numbers as expected,
   moves in standard SAN that end at a blank, and the blanks between. Nearly all of a game without
   comments is of that kind. Whatever else comes is left where it stands, to be read by pgn_read.c
   with all its rules, so nothing here decides anything.

   Hot path, measured by `make bench` (validate, convert). */
#include "base/byte_order.h"
#include "format/pgn/pgn.h"

#include <string.h>

/* No token of the fast lane is longer, so the window may be read that far without a look. */
enum { PLAIN_LONGEST = 8, PLAIN_MARGIN = 2 * PLAIN_LONGEST };

static bool is_open(const struct pgn_parser *ps)
{
    return ps->depth == 0 && ps->started && !ps->skipping && ps->rec->tag_count > 0 &&
           ps->letters == piece_letter_table && ps->rec->game == GAME_CHESS &&
           ps->end - ps->p > PLAIN_MARGIN;
}

/* The number of bytes before the first blank or control character of the 8 at S, or 8. */
static inline size_t run_of_eight(const char *s)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
    const uint64_t word = little_u64(s);
    uint64_t blank = (word - ones * 0x21) & ~word & high;
    return blank ? (size_t)__builtin_ctzll(blank) / 8 : PLAIN_LONGEST;
}

/* Where the move number NUMBER and its dots at S end, or NULL if something else stands there. */
static inline const char *skip_number(const char *s, int64_t number)
{
    int64_t given = *s++ - '0';
    for (int i = 0; i < 2 && (unsigned char)(*s - '0') < 10; i++)
        given = given * 10 + (*s++ - '0');
    if (*s != '.' || given != number)
        return NULL;
    do
        s++;
    while (*s == '.');
    return s;
}

/* Lists of games often are in coordinates: those of a man other than the king, whose castling has
   more than one form. */
static bool read_coordinates(const struct position *pos, const char *s, size_t len,
                             struct san_move *sm)
{
    const bool is_move = len == 4 && s[0] >= 'a' && s[0] <= 'h' && s[1] >= '1' && s[1] <= '8' &&
                         s[2] >= 'a' && s[2] <= 'h' && s[3] >= '1' && s[3] <= '8';
    if (!is_move)
        return false;
    const square from = square_make(GAME_CHESS, s[0] - 'a', s[1] - '1'),
                 to = square_make(GAME_CHESS, s[2] - 'a', s[3] - '1');
    *sm = (struct san_move){.move = move_make(GAME_CHESS, from, to, NO_PIECE),
                            .dialects = SAN_COORDINATES};
    return piece_type(pos->board[from]) != KING && pos_is_legal(pos, sm->move);
}

static inline void play_plain(struct pgn_parser *ps, const struct san_move *sm, const char *at,
                              size_t len)
{
    struct record *rec = ps->rec;
    uint8_t marks =
        (uint8_t)((sm->check ? MARK_CHECK : 0) | (sm->mark == OUTCOME_CHECKMATE ? MARK_MATE : 0));
    pgn_play_main(ps, sm->move, marks, at);
    if (sm->check || pos_in_check(&rec->end))
        pgn_report_marks(ps, sm, at, len);
    if (sm->dialects)
        pgn_report_dialects(ps, sm->dialects, at, len);
}

/* Read the plain move at S. Returns what is behind it, or NULL if something else stands there. */
static inline const char *read_move(struct pgn_parser *ps, const char *s)
{
    const size_t len = run_of_eight(s);
    const struct position *pos = &ps->rec->end;
    struct san_move sm;
    if (len == PLAIN_LONGEST || (!san_parse_plain(pos, s, len, &sm) &&
                                 !(ps->is_line && read_coordinates(pos, s, len, &sm))))
        return NULL;
    play_plain(ps, &sm, s, len);
    ps->has_number = false;
    return s + len;
}

void pgn_read_plain(struct pgn_parser *ps)
{
    if (!is_open(ps))
        return;
    struct record *rec = ps->rec;
    const char *s = ps->p, *last = ps->end - PLAIN_MARGIN;
    while (s < last) {
        const char *next;
        if (pgn_is(*s, CLASS_BLANK | CLASS_LINE)) {
            s++;
            continue;
        }
        if (pgn_is(*s, CLASS_DIGIT)) {
            next = skip_number(s, rec->end.move_number + ps->number_shift);
            if (next)
                ps->has_number = ps->has_any_number = true;
        } else {
            if (rec->node_count >= GAME_NODES_MAX || ps->no_memory)
                break;
            next = read_move(ps, s);
        }
        if (!next)
            break;
        s = next;
    }
    ps->p = s;
}
