/* Commands in comments: "[%clk 1:02:03]", "[%emt 0:00:05]", "[%eval 0.17,20]", "[%csl Gd4,Re5]",
   "[%cal Gd2d4]" and others of that shape; ChessBase's profile of a whole game "[%evp 0,2,19,31,25]".
   And what programs of engine matches write in their stead: "+0.41/12 0.14s" of cutechess and
   others, "d=40, mt=142203, tl=1660797, wv=1.04," of TCEC. Source: the PGN supplement of 2001, and
   what programs of today write. */
#ifndef QIPU_NOTATION_ANNOTATION_H
#define QIPU_NOTATION_ANNOTATION_H

#include "rules/rules.h"

enum annotation_kind {
    ANNOTATION_CLK,     /* what the clock shows after the move */
    ANNOTATION_EMT,     /* the time that the move took */
    ANNOTATION_EVAL,    /* of the position after the move */
    ANNOTATION_DEPTH,   /* of the search, where it stands apart */
    ANNOTATION_PROFILE, /* evaluations of all positions */
    ANNOTATION_CSL,     /* coloured squares */
    ANNOTATION_CAL,     /* coloured arrows */
    ANNOTATION_OTHER
};

enum annotation_form {
    ANNOTATION_COMMAND, /* "[%name value]" */
    ANNOTATION_SCORE,   /* "+0.41/12", as the player who moved sees it; has no name */
    ANNOTATION_TIME,    /* "0.14s"; has no name */
    ANNOTATION_ITEM     /* "name=value,", its comma included */
};

/* One of them as slices of the comment. */
struct annotation {
    enum annotation_kind kind;
    enum annotation_form form;
    const char *text, *value; /* the whole; behind the name, without blanks around it */
    const char *name;         /* behind the '%' */
    size_t len, value_len, name_len;
};

/* The next one from *AT on, which is moved behind it. False if there is none. *AT is 0 at first. */
bool annotation_next(const char *text, size_t len, size_t *at, struct annotation *out);

/* A time "1:02:03", "2:03", "63" or "0:00:01.5", "0.14s", of an item also whole thousandths of a
   second, in such thousandths; false if it is none. */
bool annotation_time(const struct annotation *a, uint64_t *milliseconds);

/* An evaluation for White after a move of MOVER: a number of pawns, kept as it is written, or a
   number of moves to mate ("#-3", "M3"); and the depth of the search behind it. Engine matches count
   the plies to mate, from before the move: "+M3" is a mate in 2. False if it is none. */
struct annotation_eval {
    bool is_mate, is_negative;
    uint32_t mate;  /* moves */
    char pawns[16]; /* digits with a point inside or none, without sign: a JSON number */
    bool has_depth;
    uint32_t depth;
};
bool annotation_eval(const struct annotation *a, enum color mover, struct annotation_eval *out);

bool annotation_depth(const struct annotation *a, uint32_t *depth);

/* The profile of a game: the first and the last ply, 0 for the start, then the evaluation of each
   for White in hundredths of a pawn; plies to mate count down from 30000. */
struct annotation_profile {
    const char *at, *end;
    size_t ply; /* of the next value */
};
/* Begin to read one. False if it is none. */
bool annotation_profile(const struct annotation *a, struct annotation_profile *p);
/* What it says of PLY; plies are asked for in their order. False if it says nothing, or that the
   game is over by mate. */
bool annotation_profile_at(struct annotation_profile *p, size_t ply, struct annotation_eval *out);

#endif
