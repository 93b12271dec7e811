/* Whole games for tests of what is asked about games, built from short texts. */
#ifndef TESTS_UNIT_GAMES_H
#define TESTS_UNIT_GAMES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/notation.h"
#include "record/record.h"

/* A record of GAME with the moves of LINE (SAN in chess, else UCI; blanks between), from FEN or
   the start position if it is NULL. TAGS is a list of names and values, ended by NULL. */
static inline void game_build(struct record *rec, enum game game, const char *fen, const char *line,
                              const char *const *tags)
{
    char token[16];
    int length;
    record_init(rec);
    record_clear(rec, game);
    if (fen) {
        struct position start;
        struct fen_report report;
        if (!fen_parse(game, fen, strlen(fen), &start, &report))
            abort();
        record_set_start(rec, &start);
    }
    for (; tags && tags[0]; tags += 2)
        record_set_tag(rec, tags[0], tags[1]);
    for (; sscanf(line, " %15s%n", token, &length) == 1; line += length) {
        struct san_move sm = {0};
        sm.move = uci_parse(&rec->end, token, strlen(token));
        if (sm.move == NULL_MOVE && game == GAME_CHESS)
            san_parse(&rec->end, token, strlen(token), &piece_letter_table[0], &sm);
        if (sm.move == NULL_MOVE || !record_play(rec, sm.move, 0, 0)) {
            fprintf(stderr, "no move: %s\n", token);
            abort();
        }
    }
}

#endif
