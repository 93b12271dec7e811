/* Xiangqi moves as text: private to this layer. A text is read in three steps: its characters
   become glyphs, whatever their script (xiangqi_glyphs.c); the glyphs become readings, more than
   one where dialects clash (xiangqi_read.c); and a reading becomes the legal move that it means
   (xiangqi_resolve.c), with the help of the marks that tell men on one file apart
   (xiangqi_marks.c). xiangqi_format.c goes the other way. SAN goes both ways in xiangqi_san.c. */
#ifndef QIPU_NOTATION_XIANGQI_TEXT_H
#define QIPU_NOTATION_XIANGQI_TEXT_H

#include "notation/notation.h"
#include "notation/san.h"

/* --- Glyphs ---------------------------------------------------------------------------------- */

/* What one character means. Digits, of any script, and Latin letters and signs are themselves, in
   capitals and not full-width; the characters that Chinese writes instead have their own codes. */
enum {
    GLYPH_NONE,
    GLYPH_PIECE = 128, /* + enum piece_type */
    GLYPH_FRONT = GLYPH_PIECE + PIECE_TYPES,
    GLYPH_MIDDLE,
    GLYPH_REAR,
    GLYPH_FORWARD,
    GLYPH_BACKWARD,
    GLYPH_SIDEWAYS
};

/* The longest move has 7 characters ("a10-b10"), its marks of check apart. */
enum { GLYPHS_MAX = 10 };

/* Turn TEXT into glyphs. Returns their number; 0 if there are too many or one has no meaning. */
size_t xiangqi_glyphs(const char *text, size_t len, uint8_t glyphs[GLYPHS_MAX]);

/* --- Readings -------------------------------------------------------------------------------- */

enum direction { FORWARD, BACKWARD, SIDEWAYS };

/* What tells a man from others of its kind on one file: a sign or letter as WXF writes it, a digit
   for a Chinese numeral, or one of these. */
enum {
    MARK_NONE = '\0',
    MARK_FRONT = 'F',
    MARK_MIDDLE = 'M',
    MARK_REAR = 'R',
    MARK_FOREMOST = 'P', /* ++ */
    MARK_HINDMOST = 'Q', /* -- */
    MARK_FILE = '='      /* the file once more, or alone, for the man in the middle */
};

/* A move seen by its mover. */
struct reading {
    enum piece_type type;
    int file;  /* 1 to 9 as the mover counts; 0: not given */
    char mark; /* MARK_NONE: none */
    bool is_chinese;
    enum direction direction;
    int number; /* the points travelled, or the file reached */
};
enum { READINGS_MAX = 2 };

/* The readings that GLYPHS allow, the likelier first. Returns their number. */
int xiangqi_read(const uint8_t *glyphs, size_t n, struct reading readings[READINGS_MAX]);

/* Coordinates: origin and target with ranks as written, 0 to 10. */
struct coordinates {
    int from_file, from_rank, to_file, to_rank;
};
bool xiangqi_read_coordinates(const uint8_t *glyphs, size_t n, struct coordinates *c);

/* --- Men on one file ------------------------------------------------------------------------- */

/* The men of one kind of the side to move, from its right to its left, on a file from the front to
   the rear. "Crowded" is a file with more than one of them. */
enum { RANKED_MAX = 5 };
struct ranked_man {
    square at;
    uint8_t file;           /* 1 to 9 */
    uint8_t on_file, place; /* how many on this file, and which of them, from 0 */
    uint8_t number;         /* which of all that stand on crowded files, from 0 */
};
struct ranks {
    struct ranked_man men[RANKED_MAX];
    int count;
    int crowded; /* how many stand on crowded files */
};
void xiangqi_rank_men(const struct position *pos, enum piece_type type, struct ranks *ranks);

/* The ways to name men on crowded files, the preferred first. */
enum { MARK_DIALECTS = 7, DIALECT_CHINESE = 0, DIALECT_WXF = 1 };
/* The mark of a man in a dialect, MARK_NONE if it has none there. */
char xiangqi_mark(int dialect, const struct ranks *ranks, const struct ranked_man *man);

/* --- Moves ----------------------------------------------------------------------------------- */

/* Files as a side counts them: 1 to 9 from its right. */
static inline int mover_file(enum color turn, int file)
{
    return turn == WHITE ? 9 - file : file + 1;
}

static inline int board_file(enum color turn, int number)
{
    return turn == WHITE ? 9 - number : number - 1;
}

/* What a text asks for, as far as that can be said, for the reason why it cannot be had. */
struct xiangqi_asked {
    enum piece_type type;       /* NO_PIECE: coordinates, and no own man stands there */
    square from;                /* NO_SQUARE: there is no such man */
    square to;                  /* NO_SQUARE: no such man moves like that */
    int file;                   /* of the origin as given, 1 to 9; 0: not given */
    bool is_marked;             /* the text tells men on one file apart */
    square fitting[RANKED_MAX]; /* SAN_AMBIGUOUS: where those stand that can make the move */
    int fitting_count;
};

/* Read a move of any style. RANKS as in san_parse_ranks. ASKED may be NULL; it is filled with
   SAN_ILLEGAL and SAN_AMBIGUOUS. */
enum san_status xiangqi_parse(const struct position *pos, const char *text, size_t len,
                              enum rank_base ranks, struct san_move *out,
                              struct xiangqi_asked *asked);

/* A move in SAN as its text names it, ranks as written. */
struct xiangqi_san {
    enum piece_type type;
    int from_file, from_rank; /* -1: not given */
    int to_file, to_rank;     /* rank 0 to 10 */
};
/* Take apart the SAN that TEXT begins with: its length, 0 if there is none. */
size_t xiangqi_read_san(const char *text, size_t len, struct xiangqi_san *san);
/* Its move, as xiangqi_parse finds it. */
enum san_status xiangqi_resolve_san(const struct position *pos, const struct xiangqi_san *san,
                                    enum rank_base ranks, struct san_move *out,
                                    struct xiangqi_asked *asked);
/* xiangqi_format for NOTATION_XBOARD and NOTATION_PYCHESS. */
size_t xiangqi_format_san(const struct position *pos, move m, enum notation notation,
                          char out[SAN_MAX]);

/* uci_parse for xiangqi. */
move xiangqi_parse_uci(const struct position *pos, const char *text, size_t len);

/* san_explain for xiangqi. */
void xiangqi_explain(const struct position *pos, const char *text, size_t len,
                     enum san_status status, const struct san_move *sm, struct san_message *m);

#endif
