/* Parts of the PGN writer: private to this layer. */
#ifndef QIPU_FORMAT_PGN_WRITE_H
#define QIPU_FORMAT_PGN_WRITE_H

#include "format/format.h"

/* The length of a move of chess in SAN or long algebraic notation without the marks behind it. */
static inline size_t without_check(const char *text, size_t len)
{
    while (len > 0 && (text[len - 1] == '+' || text[len - 1] == '#'))
        len--;
    return len;
}

/* How the moves of a game of xiangqi are written: as asked for, as its Format tag has it, or in
   simplified Chinese. NOTATION_NONE for chess. */
enum notation pgn_notation(const struct record *rec, enum notation asked);

/* Append the tags and the empty line behind them, none if there are no tags but moves. ASKED as
   above. */
void pgn_write_tags(struct buffer *out, const struct record *rec, enum notation asked);

#endif
