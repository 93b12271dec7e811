/* Commands in comments: "[%clk 1:02:03]", "[%emt 0:00:05]", "[%eval 0.17,20]", "[%csl Gd4,Re5]",
   "[%cal Gd2d4]" and others of that shape. Source: the PGN supplement of 2001, and what programs of
   today write. */
#ifndef QIPU_NOTATION_ANNOTATION_H
#define QIPU_NOTATION_ANNOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum annotation_kind {
    ANNOTATION_CLK,  /* what the clock shows after the move */
    ANNOTATION_EMT,  /* the time that the move took */
    ANNOTATION_EVAL, /* of the position after the move, for White */
    ANNOTATION_CSL,  /* coloured squares */
    ANNOTATION_CAL,  /* coloured arrows */
    ANNOTATION_OTHER
};

/* One command as slices of the comment. */
struct annotation {
    enum annotation_kind kind;
    const char *text, *value; /* from '[' to ']'; behind the name, without blanks around it */
    const char *name;         /* behind the '%' */
    size_t len, value_len, name_len;
};

/* The next command from *AT on, which is moved behind it. False if there is none. */
bool annotation_next(const char *text, size_t len, size_t *at, struct annotation *out);

/* A time "1:02:03", "2:03", "63" or "0:00:01.5" in thousandths of a second; false if it is none. */
bool annotation_time(const struct annotation *a, uint64_t *milliseconds);

/* An evaluation: a number of pawns, kept as it is written ("-0.17"), or a number of moves to mate
   ("#-3", "M3"); and the depth of the search behind a comma. False if it is none. */
struct annotation_eval {
    bool is_mate, is_negative;
    uint32_t mate;  /* moves */
    char pawns[16]; /* digits with a point inside or none, without sign: a JSON number */
    bool has_depth;
    uint32_t depth;
};
bool annotation_eval(const struct annotation *a, struct annotation_eval *out);

#endif
