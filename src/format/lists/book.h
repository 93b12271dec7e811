/* Making an opening book of Polyglot's format: for every position of games the moves played there,
   sorted by the position's key, each entry 16 bytes: key, move, weight, and four that are 0. The
   weight is two for each game that the mover won, one for each drawn. */
#ifndef QIPU_FORMAT_BOOK_H
#define QIPU_FORMAT_BOOK_H

#include "base/buffer.h"
#include "base/error.h"
#include "record/record.h"

/* Append what a game of chess gives a book, in a form that only book_take knows. */
void book_add_game(struct buffer *out, const struct record *rec);

struct book;

struct book_options {
    uint64_t min_games; /* moves played in fewer games are left out */
    double min_score;   /* those that scored less for the mover, in percent, too */
};

/* NULL with ERR filled if memory is out. What does not fit into memory goes to temporary files. */
struct book *book_open(const struct book_options *options, struct error *err);
void book_close(struct book *book);

bool book_take(struct book *book, const char *samples, size_t len, struct error *err);

/* Once all games were taken: append the entries of the next position to OUT, perhaps none. Returns
   1, 0 behind the last, -1 with ERR filled. */
int book_next(struct book *book, struct buffer *out, struct error *err);

#endif
