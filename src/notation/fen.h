/* The common ground of FEN and EPD, private to this layer: fields are read one by one into a
   setup, then the rules judge it and the first fault is put into words. */
#ifndef QIPU_NOTATION_FEN_H
#define QIPU_NOTATION_FEN_H

#include "base/lang.h"
#include "notation/notation.h"

enum { FEN_FIELDS = 6 };

struct fen_reader {
    enum game game;
    const char *text;
    size_t len, at; /* AT: the next byte to read */
    struct setup setup;
    struct fen_report *report;
    size_t columns[FEN_FIELDS]; /* where each field starts */
    size_t man_at[SQUARES_MAX]; /* where each man's letter stands */
};

void fen_open(struct fen_reader *r, enum game game, const char *text, size_t len,
              struct fen_report *report);

/* Read fields until COUNT of the six have been read, or the text ends. False with the report
   filled if one is malformed. */
bool fen_read_fields(struct fen_reader *r, unsigned count);

/* Go to the next byte that is no blank; false at the end. */
bool fen_skip_blanks(struct fen_reader *r);

/* Fill the report and return false. */
bool fen_fail(struct fen_reader *r, enum fen_fault fault, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The decimal number in TEXT, at most MAX; false if it is none. */
bool fen_number(const char *text, size_t len, unsigned max, unsigned *value);

/* Let the rules judge what was read. Returns whether POS is playable; the report gets the first
   error or, if it has no text yet, the first warning. */
bool fen_finish(struct fen_reader *r, struct position *pos);

/* Say in the words of xiangqi what pos_from_setup found. Leaves the report as it is where there is
   no more to say. */
void fen_say_xiangqi(struct fen_reader *r, enum setup_fault fault);

/* The castling rook that a K or Q stands for: the outermost of that colour on that side of its
   king, else NO_SQUARE. */
square fen_outermost_rook(const piece *board, enum color color, enum side side, square king);

#endif
