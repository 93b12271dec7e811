/* What formats other than PGN say about a game, put into its record: tags with the names that
   xiangqi PGN gives them, the result, the date, the start position. TEXT is UTF-8, and whatever
   SOURCE means to the format goes to the findings. When memory is out, findings.failed is set.
   Private to the readers. */
#ifndef QIPU_FORMAT_FACTS_H
#define QIPU_FORMAT_FACTS_H

#include "record/record.h"

/* The game that is being read. */
struct facts {
    struct record *rec;
    struct findings *findings;
    bool cannot_play; /* the start is no position */
    bool has_roster;  /* facts_begin was called */
    size_t left_out;  /* tags over the limit */
};

/* For formats that have a place for what the seven tags of the roster say: append the roster,
   all unknown, in xiangqi behind Game. Such a tag is then not appended but filled in. */
void facts_begin(struct facts *x);

/* Append the tag Game alone: what it is for a game of xiangqi. */
void facts_add_game(struct facts *x, uint32_t source);

/* Append the tag NAME. Blanks around TEXT are dropped, and so is a tag that is then empty. */
void facts_add(struct facts *x, const char *name, const char *text, size_t len, uint32_t source);
/* The same without looking at it: the name of NAME_LEN bytes, the value as it is. */
void facts_add_verbatim(struct facts *x, const char *name, size_t name_len, const char *text,
                        size_t len, uint32_t source);

/* Append the tag NAME for the date that TEXT begins with (2016-12-27, 2016年12月27日 ...) as PGN
   writes it, and Time for what follows; for other text, that text. */
void facts_add_date(struct facts *x, const char *name, const char *text, size_t len,
                    uint32_t source);

/* Set result and tag Result. The words that programs use are known (红胜, 黑方胜, 和棋, 未知, "Red
   won", 1-0 ...); for others the result is unknown, which is reported. Nothing for empty TEXT. */
void facts_add_result(struct facts *x, const char *text, size_t len, uint32_t source);
bool facts_read_result(const char *text, size_t len, enum result *result);
void facts_set_result(struct facts *x, enum result result, uint32_t source);
/* The number that programs have for a result: 0 unknown, 1 Red's, 2 Black's, 3 a draw, 4 several (a
   file of studies), which is unknown too. False, and unknown, for others. */
bool facts_result_of_code(uint32_t code, enum result *result);
/* The word for RESULT: 红胜, 黑胜, 和棋, 未知. */
const char *facts_result_word(enum result result);

/* Start from the position of a FEN. The tag FEN says so, unless it is the usual one. A FEN that is
   no position makes the start bad, which is reported. */
void facts_start_fen(struct facts *x, const char *text, size_t len, uint32_t source);
/* The same for a setup. */
void facts_start_setup(struct facts *x, const struct setup *setup, uint32_t source);
/* Where the side to move of SETUP, of which no move tells, could take the general and the other
   side could not, let that one be to move, and report it. */
void facts_mend_turn(struct facts *x, struct setup *setup, uint32_t source);
/* The same for a board; TURN counts unless only the other side can be to move. */
void facts_start_board(struct facts *x, const piece board[SQUARES_MAX], enum color turn,
                       uint32_t source);
/* Let findings about FEN text be as those of PGN. False if it is no position. */
bool facts_parse_fen(struct facts *x, const char *text, size_t len, uint32_t source,
                     struct position *pos);

/* To be called last: report what was left out. */
void facts_end(struct facts *x);

/* TEXT without blanks, line ends and ideographic blanks around it. */
void facts_trim(const char **text, size_t *len);

#endif
