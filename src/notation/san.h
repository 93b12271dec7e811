/* The parts of a chess move's text before any position is asked: private to this layer. san_read.c
   takes the text apart, san_resolve.c finds the move in a position, san_explain.c says why there is
   none. Only the plain forms in san_parse.c go another, shorter way. */
#ifndef QIPU_NOTATION_SAN_H
#define QIPU_NOTATION_SAN_H

#include "base/lang.h"
#include "notation/notation.h"

enum san_kind { SAN_KIND_MAN, SAN_KIND_CASTLING, SAN_KIND_NULL };

struct san_text {
    enum san_kind kind;
    enum side side;            /* castling */
    enum piece_type type;      /* NO_PIECE: not named, so a pawn or what stands on the origin */
    int from_file, from_rank;  /* -1: not given */
    int to_file, to_rank;      /* TO_RANK is -1 for a pawn capture by files alone */
    enum piece_type promotion; /* NO_PIECE: none named */
    bool capture;              /* a capture mark */
    bool dash;                 /* a dash between origin and target */
    bool check;
    enum outcome mark;
    unsigned dialects; /* those that the text alone shows */
};

/* Take TEXT apart. False if it has not the form of a move. */
bool san_read(const char *text, size_t len, const struct piece_letters *letters,
              struct san_text *st);

/* Whether TEXT is a null move, as it is written for any game; and whether it may be played: fills
   `why` if not. */
bool san_is_null(const char *text, size_t len);
enum san_status san_resolve_null(const struct position *pos, struct san_move *out);

/* The first letter of the text that looks like a piece's and is none in these letters: its length
   in bytes, 0 if there is no such letter. */
size_t san_strange_letter(const char *text, size_t len, const struct piece_letters *letters,
                          const char **letter);

/* Find the move that the parts mean. Fills all of OUT but `hint` and `letters`. */
enum san_status san_resolve(const struct position *pos, const struct san_text *st,
                            struct san_move *out);

/* Parse any form, without looking at other languages. */
enum san_status san_parse_general(const struct position *pos, const char *text, size_t len,
                                  const struct piece_letters *letters, struct san_move *out);

/* Parts of writing a move, shared by SAN and long algebraic. Special moves need no piece and
   squares: the null move and castling. san_put_promotion writes at END and returns the new end;
   san_finish adds the check mark and the NUL and returns the length. */
static inline bool san_is_special(move m)
{
    return m == NULL_MOVE || move_is_castling(GAME_CHESS, m);
}
size_t san_format_special(const struct position *pos, move m, const struct position *after,
                          char out[SAN_MAX]);
char *san_put_promotion(char *end, move m, const struct piece_letters *letters);
size_t san_finish(const struct position *pos, move m, const struct position *after, char *out,
                  char *end);

/* A message that grows until its room is used up. Formats are looked up by lang_text. */
struct san_message {
    char *out;
    size_t len, cap;
};
__attribute__((format(printf, 2, 3))) void san_say(struct san_message *m, const char *format, ...);
/* A part of a sentence: "the bishop on b4", " on the b-file", "horse (马)". */
enum { PHRASE_MAX = 96 };
struct phrase {
    char text[PHRASE_MAX];
};
struct phrase phrase_square(enum game game, square s);
/* " (b1, f3)" */
void san_say_squares(struct san_message *m, enum game game, const square *squares, int count);

/* Whether M, no castling, takes a man. */
bool san_takes(const struct position *pos, move m);

#endif
