/* Repairs: what can be mended of what a reader and check_record found in a PGN game. The game is
   written anew from its record, so every liberty in its text turns into the standard form; what
   needs a decision beyond that is decided here. Of the old text only what is mended changes where
   that makes the same game, else all of it. A repair is never taken on trust: the new text is read
   again, and if it is not the same game the old text stays. */
#ifndef QIPU_CHECK_REPAIR_H
#define QIPU_CHECK_REPAIR_H

#include "check/check.h"
#include "format/format.h"

enum repair_level {
    REPAIR_SAFE, /* never changes a move or a result */
    REPAIR_ALL   /* may: the board decides on results, a line is cut at a move that is not legal */
};

struct repair_options {
    enum repair_level level;
    const bool *ignored;                 /* by finding code: not to be mended */
    const struct piece_letters *letters; /* that the text was read in; NULL: English */
    bool auto_letters;                   /* it was read in those that fit, as in read_options */
};

/* Two texts in turn while a game is mended again and again, and two for the smallest edit. */
enum { REPAIR_TEXTS = 4, REPAIR_PATCHED = 2 };

/* Memory that is kept from game to game. Zero-initialise. */
struct repair_memory {
    struct record rec[REPAIR_TEXTS];
    struct findings findings[REPAIR_TEXTS];
    size_t head
        [REPAIR_TEXTS]; /* how much of the text read stands before the game: lines escaped with % */
    struct buffer text, patched, messages;
    struct check_memory check;
    bool started;
};
void repair_memory_free(struct repair_memory *m);

/* Mend REC, read from SOURCE, of which F has all findings of the reader and of check_record. If
   the text changes, append the new one to OUT, without a line end behind it, and return true; the
   findings that were mended have is_mended set, and may say what was done. They may be more than
   before. If not, OUT is as it was, and only text before the game (dropped-text, nul-byte) may be
   marked as mended, since it is for the caller to leave out. */
bool repair_game(struct record *rec, struct findings *f, const char *source, size_t len,
                 const struct repair_options *options, struct repair_memory *memory,
                 struct buffer *out);

/* How the first line of TEXT ends, "\n" if none does. */
const char *repair_line_end(const char *text, size_t len);

/* Append the lines of TEXT that are escaped with % and stand outside of braces. Returns how
   many. */
size_t repair_escaped_lines(const char *text, size_t len, struct buffer *out);

#endif
