/* The one rules core: how pieces move, for every game kind, behind one set of functions.
   No other layer knows how a piece moves.

   A position is a plain value: copy it with `=`, it owns nothing. Functions neither allocate nor
   fail unless they say so. A `move` means something only beside the position it is played in.

   Red (xiangqi) is WHITE: the side that moves first.

   Sources: FIDE Laws of Chess (2023), articles 3, 5 and 9 and Guidelines II (Chess960);
   xiangqi: the Chinese rules of play (competition rules 2020), chapters 1 to 3. */
#ifndef QIPU_RULES_RULES_H
#define QIPU_RULES_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum game { GAME_CHESS, GAME_XIANGQI, GAME_COUNT };

enum color { WHITE, BLACK };

/* A square is rank * files + file, counted from 0 at White's left: chess a1 = 0, h8 = 63;
   xiangqi a0 = 0, i9 = 89. */
typedef uint8_t square;
enum { NO_SQUARE = 255, SQUARES_MAX = 90 };

/* One list for all games. Xiangqi: pawn = soldier, knight = horse, bishop = elephant. */
enum piece_type { NO_PIECE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, ADVISOR, CANNON, PIECE_TYPES };

/* A piece is its type and, in bit 4, its colour; 0 is an empty square. */
typedef uint8_t piece;

static inline piece piece_make(enum color color, enum piece_type type)
{
    return (piece)(type | color << 4);
}

static inline enum piece_type piece_type(piece p)
{
    return (enum piece_type)(p & 15);
}

static inline enum color piece_color(piece p)
{
    return (enum color)(p >> 4);
}

/* What differs between the boards, as a table. */
struct board_size {
    uint8_t files, ranks, squares;
};
extern const struct board_size board_sizes[GAME_COUNT];

static inline int square_file(enum game game, square s)
{
    return game == GAME_CHESS ? s & 7 : s % 9;
}

static inline int square_rank(enum game game, square s)
{
    return game == GAME_CHESS ? s >> 3 : s / 9;
}

static inline square square_make(enum game game, int file, int rank)
{
    return (square)(rank * (game == GAME_CHESS ? 8 : 9) + file);
}

/* --- Moves --------------------------------------------------------------------------------- */

/* 16 bits. Chess: from 6 bits (lowest), to 6, special 4: the promotion piece (KNIGHT..QUEEN), or
   KING for castling, which is written as king takes own rook. Xiangqi: from 7, to 7.
   0 is the null move (the side to move passes). */
typedef uint16_t move;
enum { NULL_MOVE = 0, MOVES_MAX = 256 };

static inline square move_from(enum game game, move m)
{
    return (square)(game == GAME_CHESS ? m & 63 : m & 127);
}

static inline square move_to(enum game game, move m)
{
    return (square)(game == GAME_CHESS ? m >> 6 & 63 : m >> 7 & 127);
}

/* The piece a pawn becomes, or NO_PIECE. Always NO_PIECE in xiangqi. */
static inline enum piece_type move_promotion(enum game game, move m)
{
    enum piece_type special = game == GAME_CHESS ? (enum piece_type)(m >> 12) : NO_PIECE;
    return special == KING ? NO_PIECE : special;
}

static inline bool move_is_castling(enum game game, move m)
{
    return game == GAME_CHESS && m >> 12 == KING;
}

/* SPECIAL is the promotion piece, KING for castling (TO is then the rook's square), or NO_PIECE. */
static inline move move_make(enum game game, square from, square to, enum piece_type special)
{
    return (move)(game == GAME_CHESS ? from | to << 6 | (int)special << 12 : from | to << 7);
}

/* --- Positions ----------------------------------------------------------------------------- */

typedef uint64_t key64;

enum side { KING_SIDE, QUEEN_SIDE }; /* castling towards the h-file, towards the a-file */

struct chess_sets { /* bit s = square s */
    uint64_t color[2];
    uint64_t type[7]; /* PAWN..KING */
    uint64_t checkers;
    uint64_t castling; /* kings and rooks with a right: any move from or to one of them ends it */
};

struct xiangqi_sets { /* [.][0]: ranks 0 to 4, bit s = square s; [.][1]: the others, bit s - 45 */
    uint64_t color[2][2];
    uint64_t type[6][2]; /* PAWN..ROOK, ADVISOR, CANNON */
};

/* Read the named fields freely; change them only through the functions below. No larger than 256
   bytes: compilers copy more than that a good deal slower. */
struct position {
    key64 key;               /* identity (FIDE 9.2): board, side to move, castling rights, e.p. */
    uint32_t move_number;    /* of the move to come, from 1 */
    uint16_t halfmove_clock; /* plies since a capture (chess: or a pawn move) */
    uint8_t game;            /* enum game */
    uint8_t turn;            /* enum color */
    square king[2];
    square castling[2][2]; /* chess, [color][side]: the rook's square while the right stands */
    square ep; /* chess: the square passed over, only while a legal e.p. capture exists */
    piece board[SQUARES_MAX];
    union {
        struct chess_sets chess;
        struct xiangqi_sets xiangqi;
    } sets;
};

/* A position as a FEN describes it, not yet judged. */
struct setup {
    enum game game;
    enum color turn;
    piece board[SQUARES_MAX];
    square castling[2][2]; /* the rook's square, or NO_SQUARE */
    square ep;             /* the square passed over as given, or NO_SQUARE */
    unsigned halfmove_clock, move_number;
};

/* What can be wrong with a setup. Bit numbers of the set that pos_from_setup returns. */
enum setup_fault {
    SETUP_NO_KING,           /* a side without a king */
    SETUP_MANY_KINGS,        /* a side with more than one */
    SETUP_OPPONENT_IN_CHECK, /* the side not to move is in check */
    SETUP_KINGS_FACE,        /* xiangqi: the kings face each other on an open file */
    SETUP_PAWN_RANK,         /* chess: a pawn on the first or last rank */
    SETUP_PLACEMENT,         /* xiangqi: a piece on a point that it can never reach */
    SETUP_PAWNS_DOUBLED,     /* xiangqi: two pawns on one file on their own side of the river */
    SETUP_MANY_PIECES,       /* more men, or men of a kind, than a game can have */
    SETUP_CASTLING,          /* warning, mended: a castling right without its king or rook */
    SETUP_EP,                /* warning, mended: no pawn can just have passed over that square */
    SETUP_IMPOSSIBLE_CHECK,  /* warning: checks that no move can have given at once */
    SETUP_CLOCK,             /* warning: a halfmove clock over 150 or more plies than were played */
    SETUP_FAULTS
};

/* Name of a fault for people ("White has no king" says more: the caller may add which side), and
   whether it makes the position unplayable. */
const char *setup_fault_text(enum setup_fault fault); /* by lang_text */
bool setup_fault_is_error(enum setup_fault fault);

/* Build the tables. Call once, before anything else, from one thread. */
void rules_init(void);

/* Fill POS from SETUP and return the set of faults, bit 1u << fault. POS may be used only if none
   of them is an error, but for pos_skeleton, which wants no kings; faults that are only warnings
   are mended in POS as their comments say.
   An e.p. square that no legal capture can use is dropped without a fault. */
unsigned pos_from_setup(struct position *pos, const struct setup *setup);

/* The setup that gives POS back. */
void pos_to_setup(const struct position *pos, struct setup *setup);

/* The game's start position. */
void pos_start(struct position *pos, enum game game);
/* Whether POS is just that, clocks included. */
bool pos_is_start(const struct position *pos);

/* Men of one kind on the board. */
int pos_count(const struct position *pos, piece p);

/* The key computed from scratch; equals pos->key. For tests and for checking stored data. */
key64 pos_compute_key(const struct position *pos);

/* Equal exactly for positions with the same number of men of every kind and colour. */
key64 pos_material_key(const struct position *pos);
/* The same key for COUNTS[piece] men of each piece; at most 15 (xiangqi: 7) of one. */
enum { PIECE_CODES = 32 };
key64 material_key(enum game game, const uint8_t counts[PIECE_CODES]);

/* The pawn structure and the material as a hash: equal exactly for positions whose pawns stand on
   the same squares and that have the same number of other men of every kind and colour. Xiangqi: a
   position and its left-right mirror image have the same. The side to move does not count. */
key64 pos_skeleton(const struct position *pos);

/* The left-right mirror image (file a <-> last file). Chess: castling rights are dropped, since
   no legal position has them mirrored. */
void pos_mirror(const struct position *pos, struct position *image);
move move_mirror(enum game game, move m);

/* --- Legality and making moves --------------------------------------------------------------- */

/* Write all legal moves to LIST (room for MOVES_MAX) and return their number. */
int pos_legal_moves(const struct position *pos, move *list);
bool pos_has_legal_move(const struct position *pos);

/* Whether M is legal; M may be any 16 bits. The null move is not legal. */
bool pos_is_legal(const struct position *pos, move m);

/* Play M, which must be legal or NULL_MOVE. A null move needs a side to move that is not in
   check; it passes the turn, clears e.p. and counts as a ply. Hot path. */
void pos_play(struct position *pos, move m);

/* Play M like pos_play, but keep only the board, the sets of colours and types, the kings' squares
   and the turn up to date. Key, checkers, castling rights, e.p. and clocks are stale from then on:
   only pos_place and what looks at the men alone may follow. For scans. Hot path. */
void pos_place(struct position *pos, move m);

/* pos_skeleton and pos_material_key of a run of positions of a line that have the same. */
struct structure {
    key64 skeleton, material;
    size_t ply; /* of the first position of the run */
};

/* The runs of the COUNT + 1 positions of a line, which is legal from START. RUNS has room for as
   many; returns their number. Neighbours differ. Hot path of import. */
size_t line_structure(const struct position *start, const move *moves, size_t count,
                      struct structure *runs);

/* Xiangqi: the keys of the mirror images of the positions of a line. */
void line_mirror_keys(const struct position *start, const move *moves, size_t count, key64 *keys);

/* The squares from which a man of TYPE of the side to move can legally go to TO, castling left
   out, restricted to FILE and RANK where these are not -1. Writes at most ORIGINS_MAX squares,
   returns their number. A pawn that would promote is listed like others. Hot path of SAN. */
enum { ORIGINS_MAX = 18 };
int pos_origins(const struct position *pos, enum piece_type type, square to, int file, int rank,
                square *from);

/* Chess: the one square that pos_origins gives without restriction, or NO_SQUARE if it gives none
   or several. Hot path of SAN. */
square pos_only_origin(const struct position *pos, enum piece_type type, square to);

/* Chess: the castling move to SIDE if it is legal, else NULL_MOVE. */
move pos_castling_move(const struct position *pos, enum side side);

/* A chess position knows who gives check; in xiangqi that is looked up. */
bool xiangqi_in_check(const struct position *pos);
static inline bool pos_in_check(const struct position *pos)
{
    return pos->game == GAME_CHESS ? pos->sets.chess.checkers != 0 : xiangqi_in_check(pos);
}

/* Why a move that was asked for is not legal. */
enum illegal {
    ILLEGAL_NO_SUCH_MAN,      /* the side to move has no man of that type (on that file, rank) */
    ILLEGAL_CANNOT_REACH,     /* no such man moves like that to that square */
    ILLEGAL_BLOCKED,          /* it would, but something stands between (at AT) */
    ILLEGAL_OWN_MAN,          /* an own man stands on the target square */
    ILLEGAL_NOTHING_TO_TAKE,  /* a pawn's diagonal step without a man to take */
    ILLEGAL_LEAVES_CHECK,     /* the king would be in check from the man on AT (and is so now) */
    ILLEGAL_EXPOSES_KING,     /* the king would be in check from the man on AT (it is not now) */
    ILLEGAL_KINGS_FACE,       /* xiangqi: the kings would face each other */
    ILLEGAL_NO_SCREEN,        /* xiangqi: a cannon takes only over a man, and none stands between */
    ILLEGAL_NO_PROMOTION,     /* a pawn reaches the last rank and the move names no piece */
    ILLEGAL_BAD_PROMOTION,    /* the move names a piece to become, and cannot */
    ILLEGAL_CASTLING_RIGHT,   /* king or rook has moved, or is not there */
    ILLEGAL_CASTLING_BLOCKED, /* a man (on AT) stands between */
    ILLEGAL_CASTLING_CHECK,   /* the king is in check from the man on AT */
    ILLEGAL_CASTLING_THROUGH, /* the king would pass or reach a square attacked from AT */
    ILLEGAL_GAME_OVER,        /* checkmate or stalemate already stands on the board */
};
struct illegality {
    enum illegal why;
    square at;   /* where it applies, else NO_SQUARE */
    square from; /* the man that comes closest to making the move, else NO_SQUARE */
};

/* Explain why no man of TYPE, from squares that agree with FILE and RANK where not -1, can go to
   TO becoming PROMOTION (NO_PIECE: none named). Call it only for a move that is not legal; the
   answer names the man that comes closest (one that is pinned before one that cannot reach). */
struct illegality pos_why_illegal(const struct position *pos, enum piece_type type, int file,
                                  int rank, square to, enum piece_type promotion);
/* The same for castling to SIDE. */
struct illegality pos_why_no_castling(const struct position *pos, enum side side);

/* --- The end of a game ------------------------------------------------------------------------ */

enum outcome {
    OUTCOME_NONE,
    OUTCOME_CHECKMATE, /* the side to move has lost */
    OUTCOME_STALEMATE, /* chess: a draw; xiangqi: the side to move has lost */
    OUTCOME_DEAD,      /* no sequence of legal moves can end in mate: known material only */
};
enum outcome pos_outcome(const struct position *pos);

enum result { RESULT_NONE, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW };

/* The result that OUTCOME means with TURN to move. */
enum result outcome_result(enum game game, enum outcome outcome, enum color turn);

/* KEYS[0..N-1] are the keys of the positions of a game in order. Returns how often the last one
   has stood on the board, itself included, looking back no further than its HALFMOVE_CLOCK.
   Hot path. */
int repetition_count(const key64 *keys, size_t n, unsigned halfmove_clock);

/* Whether the last position repeats an earlier one and one side, and only one, gave check with
   every move in between; CHECKS[i] is not 0 if the side to move at KEYS[i] was in check. If so *BY
   is that side (TURN: the side to move in the last position). */
bool repetition_is_perpetual_check(const key64 *keys, const uint8_t *checks, size_t n,
                                   unsigned halfmove_clock, enum color turn, enum color *by);

/* Number of move sequences of DEPTH plies (DEPTH 0: 1). */
uint64_t pos_perft(const struct position *pos, int depth);

#endif
