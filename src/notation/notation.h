/* Text <-> value: FEN and EPD, moves as SAN, UCI and long algebraic, squares, glyphs. Nothing here
   reads files. TEXT arguments are LEN bytes of UTF-8 and need not be NUL-terminated; OUT arguments
   get a NUL. Sources: the PGN standard (1994) sections 8.2.3, 16 and 10; FIDE Laws, appendix C;
   the UCI protocol (2006); X-FEN and Shredder-FEN as Chess960 programs write them; xiangqi: the
   notation pages of wxf.org and of xqbase. */
#ifndef QIPU_NOTATION_NOTATION_H
#define QIPU_NOTATION_NOTATION_H

#include "base/error.h"
#include "rules/rules.h"

/* --- Names ---------------------------------------------------------------------------------- */

/* "e4"; xiangqi "e0".."e9" (ICCS). Returns the length. */
enum { SQUARE_TEXT_MAX = 4 };
size_t square_format(enum game game, square s, char out[SQUARE_TEXT_MAX]);
square square_parse(enum game game, const char *text, size_t len); /* or NO_SQUARE */

/* The word for messages, by lang_text: "knight", in xiangqi "horse". */
const char *piece_word(enum game game, enum piece_type type);
/* "White" or "Red", "Black". */
const char *color_word(enum game game, enum color color);
/* The Chinese name of a man of xiangqi, simplified, in the form that its side has: 马; 兵 or 卒. */
const char *xiangqi_name(enum color color, enum piece_type type);

/* The FEN letter, upper case for White; '\0' for none. And back: 0 if it is not a piece's. */
char piece_letter(enum game game, piece p);
piece piece_from_letter(enum game game, char letter);

/* "chess" or "xiangqi", and back (GAME_COUNT if unknown). */
const char *game_name(enum game game);
enum game game_from_name(const char *name);
/* The game whose board has as many ranks as the one that TEXT begins with; GAME_COUNT: none. */
enum game game_of_fen(const char *text, size_t len);

/* "1-0", "0-1", "1/2-1/2", "*". */
const char *result_text(enum result r);
/* Exactly one of the four texts. False if it is none. */
bool result_parse(const char *text, size_t len, enum result *r);

/* --- FEN ------------------------------------------------------------------------------------ */

enum fen_fault {
    FEN_OK,
    FEN_BOARD,    /* a rank too long or short, too many or few ranks, an unknown letter */
    FEN_SIDE,     /* not w or b (xiangqi also r) */
    FEN_CASTLING, /* not -, KQkq, or rook files */
    FEN_EP,       /* not - or a square */
    FEN_CLOCK,    /* not a number */
    FEN_NUMBER,
    FEN_TRAILING, /* text after the last field */
    FEN_SETUP     /* well formed, but not a position: see `setup` */
};

struct fen_report {
    enum fen_fault fault; /* FEN_OK, or the first that makes it unreadable */
    unsigned setup;       /* what pos_from_setup said, warnings included */
    unsigned fields;      /* how many of the six were there */
    size_t column;        /* byte offset of the fault in the text */
    bool shredder;        /* castling was given by rook files */
    bool ep_given;        /* the e.p. field names a square, used or not */
    bool has_odd_blank;   /* a blank beyond ASCII, or what is not seen: the first at ODD_BLANK */
    size_t odd_blank;
    char text[160];       /* one line for people, "" if nothing is wrong; names the first error, or
                             the first warning if there is no error */
};

/* Parse 1 to 6 fields; missing ones mean White to move, no rights, no e.p., 0 and 1. Accepts X-FEN
   (KQkq = the outermost rook, else the file) and Shredder-FEN, in xiangqi counters right behind the
   side, as XBoard writes them. Returns whether POS is playable.
   After FEN_SETUP it is as pos_from_setup leaves it. */
bool fen_parse(enum game game, const char *text, size_t len, struct position *pos,
               struct fen_report *report);

/* Whether all that the report has to say is about the halfmove clock, often wrong in FENs. */
static inline bool fen_only_clock(const struct fen_report *report)
{
    return report->fault == FEN_OK && report->setup == 1u << SETUP_CLOCK;
}

enum { FEN_MAX = 128 };
/* Six fields. Castling as X-FEN: KQkq wherever that is clear, else the file; with SHREDDER always
   files. Returns the length. */
size_t fen_format(const struct position *pos, bool shredder, char out[FEN_MAX]);

/* Whether castling as the position has it needs Chess960 (king or rook not on its usual square). */
bool pos_is_chess960(const struct position *pos);

/* --- EPD ------------------------------------------------------------------------------------ */

/* One operation, as slices of the line: opcode, and its operands as written. */
struct epd_operation {
    const char *opcode, *operands;
    size_t opcode_len, operands_len;
};
enum { EPD_OPERATIONS_MAX = 64 };

/* Split "board side castling ep op operand...; op ...;" into a position and its operations (in
   order, at most EPD_OPERATIONS_MAX). A plain FEN of 6 fields is accepted too: then *COUNT is 0.
   Returns whether the position is playable; report->text also says if an operation is malformed
   (fault FEN_TRAILING, the operations before it are kept). hmvc and fmvn set the counters. */
bool epd_parse(enum game game, const char *text, size_t len, struct position *pos,
               struct epd_operation *operations, size_t *count, struct fen_report *report);

/* The first four fields of the FEN. */
size_t epd_format(const struct position *pos, char out[FEN_MAX]);

/* --- Moves ---------------------------------------------------------------------------------- */

/* Piece letters of a language: one string a piece type, UTF-8, upper case. */
struct piece_letters {
    const char *code; /* "en", "de", "fr" ... "figurine" */
    const char *language;
    const char *king, *queen, *rook, *bishop, *knight;
    const char *pawn; /* read where it is written; NULL: P */
};
/* The table, ended by a row whose code is NULL; the first row is English. */
extern const struct piece_letters piece_letter_table[];
const struct piece_letters *piece_letters_find(const char *code); /* or NULL */
/* Whether two rows name the same letters. */
bool piece_letters_equal(const struct piece_letters *a, const struct piece_letters *b);
/* The letters of TYPE, "" for a pawn. */
const char *piece_letters_of(const struct piece_letters *letters, enum piece_type type);

/* How a move's text departs from SAN as the standard writes it. */
enum san_dialect {
    SAN_ZEROS = 1u << 0,           /* 0-0, 00, o-o */
    SAN_PROMOTION = 1u << 1,       /* e8Q, e8(Q), e8/Q: without the '=' */
    SAN_EP_MARK = 1u << 2,         /* e.p. and the like attached */
    SAN_CHECK_MARK = 1u << 3,      /* ++, ch, mate, dagger and the like for + and # */
    SAN_DISAMBIGUATION = 1u << 4,  /* more of the origin than needed */
    SAN_LONG_FORM = 1u << 5,       /* e2-e4, Ng1-f3 */
    SAN_COORDINATES = 1u << 6,     /* e2e4, e7e8q: UCI */
    SAN_FIGURINE = 1u << 7,        /* Unicode chess symbols */
    SAN_CAPTURE_MARK = 1u << 8,    /* where nothing is taken, missing where it is, or not an x */
    SAN_KING_TAKES_ROOK = 1u << 9, /* castling written as a king's move */
    SAN_PAWN_LETTER = 1u << 10,    /* Pe4 */
    SAN_SHORT_CAPTURE = 1u << 11,  /* exd, ed: a pawn's capture without the rank */
    SAN_TWO_READINGS = 1u << 12,   /* xiangqi: another dialect, or coordinates with ranks from 1,
                                      would make it another legal move */
};

/* From which number coordinates of xiangqi count ranks: ICCS from 0 (h2e2), UCI as some engines
   write it from 1 (h3e3). */
enum rank_base { RANKS_UNKNOWN, RANKS_FROM_0, RANKS_FROM_1 };

enum san_status {
    SAN_OK,
    SAN_NULL_MOVE,     /* --, Z0, null, @@@@, 0000: legal as a null move (not in check) */
    SAN_UNREADABLE,    /* not a move at all */
    SAN_ILLEGAL,       /* read, but not legal: see why */
    SAN_AMBIGUOUS,     /* more than one legal move fits */
    SAN_OTHER_LANGUAGE /* not readable with these letters, but it would be in HINT */
};

/* `why`, `letters` and `hint` are set only if the status is neither SAN_OK nor a null move. */
struct san_move {
    move move;
    enum outcome mark;    /* OUTCOME_CHECKMATE if it ends in # or the like; see check */
    bool check;           /* a check mark (or a mate mark) was given */
    unsigned dialects;    /* set of enum san_dialect */
    enum rank_base ranks; /* how coordinates of xiangqi were read; RANKS_UNKNOWN: there were none */
    struct illegality why;               /* for SAN_ILLEGAL */
    const struct piece_letters *letters; /* those it was read with */
    const struct piece_letters *hint;    /* for SAN_OTHER_LANGUAGE */
};

/* Read one move token, TEXT without glyphs (!?) but with its check marks, in the position POS. The
   letters of LETTERS and, always, figurines are piece letters; a piece is never guessed.
   Hot path: the plain forms are resolved first, without building lists.

   In a xiangqi position every style is read, in any mixture, and LETTERS say nothing:
   - coordinates h2e2, H2-E2, a9a10;
   - WXF: C2.5, C2=5, +R-1, P..3 and the marks of all its dialects: Pa.4 (xqbase), ++.4, P3.4, 4+.5,
     33.4 (wxf.org); letters E, B or M and H or N; 62.5 (xqbase's digits for pieces);
   - Chinese: simplified, traditional or calligraphic characters, digits of any script: 炮二平五,
     前車進1, 三兵平四, 后卒平２, 前兵九平八, 前九平八;
   - SAN: Cbe2, Rxh9+, c4, cd6, with the letters of either program and ranks from 0 or 1.
   The side to move decides whose man is meant, never the character. A mark that tells men on one
   file apart is tried in all dialects; if they disagree the legal move that xqbase's programs would
   read is taken and SAN_TWO_READINGS set. */
enum san_status san_parse(const struct position *pos, const char *text, size_t len,
                          const struct piece_letters *letters, struct san_move *out);

/* The same, for a file of xiangqi whose coordinates are known to count ranks in one way. With
   RANKS_UNKNOWN, as in san_parse, ranks count from 0, or from 1 if the move is legal only so; if
   both make a legal move, out->ranks is RANKS_FROM_0 and SAN_TWO_READINGS is set. With another base
   a rank that it does not have is SAN_UNREADABLE. */
enum san_status san_parse_ranks(const struct position *pos, const char *text, size_t len,
                                const struct piece_letters *letters, enum rank_base ranks,
                                struct san_move *out);

/* The hot part of san_parse alone: TEXT is a plain move in English letters ("Nf3", "exd5", "O-O",
   with + or # behind it or not), legal and unambiguous. False says nothing about the text. */
bool san_parse_plain(const struct position *pos, const char *text, size_t len,
                     struct san_move *out);

/* What stands against the move that TEXT asks for, as a clause for a message: "no knight can reach
   f3", "the king would be in check from the bishop on b4", "more than one knight can go to d2 (b1,
   f3)". STATUS and SM come from san_parse. Returns the length (cut to CAP). */
size_t san_explain(const struct position *pos, const char *text, size_t len, enum san_status status,
                   const struct san_move *sm, char *out, size_t cap);

enum { SAN_MAX = 32 };
/* M, legal in POS, as SAN with its check or mate mark; AFTER is the position after it, or NULL to
   have it made here. The null move is "--". Returns the length. Hot path. In xiangqi, which has no
   SAN, what people write most: NOTATION_ZH_HANS, whatever LETTERS are. */
size_t san_format(const struct position *pos, move m, const struct position *after,
                  const struct piece_letters *letters, char out[SAN_MAX]);

/* Long algebraic: Ng1-f3, e4xd5, e7-e8=Q+, O-O. Xiangqi: NOTATION_ICCS. */
size_t lan_format(const struct position *pos, move m, const struct position *after,
                  const struct piece_letters *letters, char out[SAN_MAX]);

/* UCI: e2e4, e7e8q; castling as e1g1, or as king takes rook with CHESS960. "0000" for the null
   move. Xiangqi counts ranks from 1 there: h3e3, a10a9. Of POS
   it looks at the game alone. Hot path. */
size_t uci_format(const struct position *pos, move m, bool chess960, char out[SAN_MAX]);
/* A legal move from UCI text (castling in either form), or NULL_MOVE if there is none. Xiangqi:
   ranks from 1, or from 0, as ICCS has them, if the move is legal only so. */
move uci_parse(const struct position *pos, const char *text, size_t len);

/* How moves are written: SAN, LAN and UCI in both games, the others in xiangqi alone. All of xiangqi
   but coordinates and its SAN are as xqbase's programs write them; the two Chinese forms have
   Chinese digits for Red and full-width ones for Black. */
enum notation {
    NOTATION_NONE, /* none is asked for */
    NOTATION_SAN,
    NOTATION_LAN,
    NOTATION_ICCS,    /* H2-E2 */
    NOTATION_UCI,     /* e2e4; h3e3 */
    NOTATION_WXF,     /* C2.5 */
    NOTATION_ZH_HANS, /* 炮二平五, simplified characters */
    NOTATION_ZH_HANT, /* traditional ones: 馬８進７ */
    NOTATION_XBOARD,  /* SAN with ranks from 0: Che2, Hg7 */
    NOTATION_PYCHESS, /* SAN with ranks from 1: Che3, Ng8 */
    NOTATIONS
};
/* From NOTATION_ICCS on a row is what it says in xiangqi; those before stand for another there. */
struct notation_row {
    const char *name;      /* "san", "zh-hans" ... */
    bool is_of_chess;      /* too */
    enum notation xiangqi; /* as which it is written in xiangqi */
    const char *format;    /* the value of the Format tag for it; NULL: none that programs know */
};
extern const struct notation_row notation_table[NOTATIONS];
enum notation notation_find(const char *name); /* or NOTATION_NONE */

/* M, legal in POS, in that notation, one of the game's; NOTATION_NONE as SAN. AFTER and LETTERS as
   for san_format; UCI writes castling as the king's own step. Hot path. */
size_t move_format(const struct position *pos, move m, const struct position *after,
                   enum notation notation, const struct piece_letters *letters, char out[SAN_MAX]);

/* M, legal in POS, in a notation of xiangqi, NOTATION_ICCS or behind it; the null move is "--", in UCI "0000". Every text is read back
   as M by san_parse_ranks with the ranks it has, and no other legal move has it. Hot path. */
size_t xiangqi_format(const struct position *pos, move m, enum notation notation,
                      char out[SAN_MAX]);

/* --- Xiangqi texts ------------------------------------------------------------------------- */

/* The xiangqi move in Chinese or WXF that begins at TEXT: the number of bytes it takes up there, 0
   if what begins there has not the shape of one. Its text goes to OUT without the blanks that may
   stand inside, *OUT_LEN bytes. It takes up less than 64. Coordinates are not its business. 33.4
   and 62.5 may be move numbers. */
enum { XIANGQI_TOKEN_MAX = 24 };
size_t xiangqi_token(const char *text, size_t len, char out[XIANGQI_TOKEN_MAX], size_t *out_len);

/* The bytes of the SAN that TEXT begins with, 0 if there is none; HIGHEST and LOWEST of the ranks in
   it, as written. */
size_t xiangqi_san_ranks(const char *text, size_t len, int *lowest, int *highest);

/* A result in words: 红胜, 黑方勝, 和棋, 红先负. Returns its length, 0 if TEXT does not begin with
   one. */
size_t xiangqi_result(const char *text, size_t len, enum result *r);
/* The value of a Result tag: as result_parse takes it, or in such words in xiangqi. */
bool result_read(enum game game, const char *text, size_t len, enum result *r);

/* --- Glyphs --------------------------------------------------------------------------------- */

/* The NAG for a glyph such as "!", "?!", "+-", "±", "=", "∞": PGN standard section 10 and the signs
   of the Informant; -1 if it is none. */
int nag_from_glyph(const char *text, size_t len);

#endif
