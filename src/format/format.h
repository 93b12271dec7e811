/* Files <-> records. A reader hands out one game at a time with the findings about its text; a
   writer appends one game to a buffer. Formats are told apart by content. */
#ifndef QIPU_FORMAT_FORMAT_H
#define QIPU_FORMAT_FORMAT_H

#include "base/base.h"
#include "notation/notation.h"
#include "record/record.h"

/* --- Reading ---------------------------------------------------------------------------------- */

struct reader;

struct read_options {
    enum game game;                      /* GAME_COUNT: told by the first text of the file */
    enum game otherwise;                 /* what it is if that does not tell */
    const char *encoding;                /* iconv name, as text_open wants it, or NULL */
    const struct piece_letters *letters; /* NULL: English */
    bool auto_letters; /* chess in PGN: those in which every move of the file, or else of the game,
                          is legal; if two differ about a game, it is broken */
    bool hash;         /* keep the running hash for reader_hash */
    bool live;         /* hand out each game as soon as its text is there */
};

/* Open a game file. NULL with ERR filled; a store is refused here. */
struct reader *reader_open(const char *path, const struct read_options *options, struct error *err);
/* The same over bytes in memory, which must stay. */
struct reader *reader_open_memory(const void *data, size_t len, const struct read_options *options,
                                  struct error *err);
void reader_close(struct reader *r);
const char *reader_name(const struct reader *r);
/* Whether reader_source gives bytes that are no text; known once a game was read. */
bool reader_is_binary(const struct reader *r);
/* Which game it holds: as the options say, or as its first text does, which is read for it. */
enum game reader_game(struct reader *r);
/* Whether they do; if not it is options.otherwise. */
bool reader_tells_game(struct reader *r);

enum read_status {
    READ_GAME,
    READ_END,
    READ_BROKEN /* the stream is corrupt or cut off: ERR says how; no game follows */
};

/* Read the next game into REC and its findings into F (both cleared first). At READ_END F may hold
   findings about text behind the last game. A game that could not be kept (too large) is
   READ_GAME with is_broken and its finding. */
enum read_status reader_next(struct reader *r, struct record *rec, struct findings *f,
                             struct error *err);

/* Of the game read last, until the next call of reader_next: where SOURCE (a finding's) lies, and
   the decoded text of the game from its first tag to its end. */
struct place reader_place(struct reader *r, uint32_t source);
const char *reader_source(const struct reader *r, size_t *len);

/* Whether the file is PGN; whether it is packed, as by gzip. */
bool reader_is_pgn(struct reader *r);
bool reader_is_packed(const struct reader *r);
/* In a PGN file, the decoded text between the game before and the game read last; at READ_END that
   behind the last game. */
const char *reader_gap(const struct reader *r, size_t *len);

/* Bytes of the decompressed stream up to the end of the game read last, and the running hash of
   them (options.hash). In a PGN file reader_offset_before counts those before the game. */
uint64_t reader_offset(struct reader *r);
uint64_t reader_offset_before(struct reader *r);
uint64_t reader_hash(struct reader *r);

/* --- Reading on several threads --------------------------------------------------------------- */

/* One game on its way through reader_each. */
struct game_job {
    /* For `work` only: */
    struct record *rec; /* its number is not known yet: 0 */
    /* For both: */
    struct findings *findings;
    const char *source; /* the text of the game, as of reader_source */
    size_t source_len;
    struct buffer *text; /* `work` appends to it; for `take` it is what this game left */
    size_t text_start;   /* where this game's part of TEXT begins */
    uint32_t value;      /* anything that `work` wants to tell `take` */
    /* For `take`: */
    uint64_t number; /* of the game in its file */
    uint32_t ply_count;
    enum variant variant;
    bool is_broken, bad_start;
};

struct game_handler {
    /* Called for every game, on any of the threads (WORKER is its number) and in any order. */
    void (*work)(void *closure, unsigned worker, struct game_job *job);
    /* Called for every game in the order of the file, on the calling thread, after `work`; the
       functions about the game read last (reader_place, reader_offset ...) speak of this game.
       False: stop. */
    bool (*take)(void *closure, struct game_job *job);
    void *closure;
    enum severity minimum; /* of the findings */
    bool strict;
};

/* Read all games of R with at most THREADS threads. The games, their order, findings and places are
   the same for any number. Returns READ_END, READ_BROKEN with ERR filled, or READ_GAME if `take`
   said to stop. LAST is filled with the findings about text behind the last game. */
enum read_status reader_each(struct reader *r, unsigned threads, const struct game_handler *handler,
                             struct findings *last, struct error *err);

/* For progress: bytes consumed of the file, and its size or 0. */
uint64_t reader_consumed(const struct reader *r);
uint64_t reader_size(const struct reader *r);
const struct text_facts *reader_text_facts(const struct reader *r);

/* --- Writing ---------------------------------------------------------------------------------- */

/* What can be told of the position behind a move. */
enum { POSITION_FEN = 1, POSITION_KEY = 2 /* Polyglot's, of chess alone */ };

struct pgn_write_options {
    int line_width;                      /* 80; 0 for one line of movetext a game */
    bool wrap_comments;                  /* break lines inside comments too */
    bool comment_lines;                  /* a comment begins a line, and what follows it another */
    bool no_numbers;                     /* leave move numbers out */
    bool no_checks;                      /* leave the marks of check and mate out */
    bool no_result;                      /* leave the result out that ends a game */
    unsigned positions;                  /* POSITION_* for a comment each behind every move */
    const struct piece_letters *letters; /* NULL: English */
    enum notation moves;                 /* of chess; NOTATION_NONE: SAN */
    enum notation notation;              /* of xiangqi; NOTATION_NONE: as the Format tag has it */
};

/* Append REC as PGN in export format, with a blank line at the end. Tags keep their order, since
   what was read must come back; but xiangqi is written as xqbase defines it, with Game as the first
   tag, Red for White, and Format set to NOTATION if that is given. A '}' in a comment is written
   ')': returns how often. */
size_t pgn_write(struct buffer *out, const struct record *rec, const struct pgn_write_options *o);

/* Append the main line's moves in one notation, separated by blanks; no newline. HOW: a set of
   MOVES_*. LETTERS NULL: English. */
enum { MOVES_NUMBERED = 1, MOVES_NO_CHECKS = 2 /* without the marks of check and mate */ };
void moves_write(struct buffer *out, const struct record *rec, enum notation notation, unsigned how,
                 const struct piece_letters *letters);
/* Append what stands before them where the start must be told, as the UCI command "position" has
   it: "fen FEN moves ", without the last blank for a game of no moves. */
void moves_write_start(struct buffer *out, const struct record *rec);

/* Append one JSON object on one line, with newline: number (unless 0), tags, start, moves in SAN
   and UCI (xiangqi: in Chinese, UCI and ICCS) and POSITIONS, a set of POSITION_*, of the position
   behind each, comments, NAGs, variations, result. Documented in qipu-formats(7). A reader gives
   the same game back. */
void json_write(struct buffer *out, const struct record *rec, unsigned positions);
/* Append the value of its member "tags" alone: an array of [name, value]. */
void json_write_tags(struct buffer *out, const struct record *rec);

/* Append a table: header row, and one row a game. COLUMNS: tag names and the words of csv_columns
   (ended by NULL): "number", "ply_count", "moves" in SAN, "uci", "fen" of the start, "end_fen",
   "result", "id" in a store (of the tag STORE_ID_TAG). SEPARATOR ',': CSV, values in quotes where they need them; '\t': a tab, which in values
   becomes a blank as line ends do. */
#define STORE_ID_TAG "StoreId"
extern const char *const csv_columns[];
/* Whether it is one of these words; any other that begins with no small letter may be a tag. */
bool csv_is_column(const char *word);
void csv_write_header(struct buffer *out, const char *const *columns, size_t count, char separator);
void csv_write(struct buffer *out, const struct record *rec, const char *const *columns,
               size_t count, char separator);

/* What XQF cannot hold, counted. */
struct xqf_losses {
    uint64_t tags;       /* that have no field there */
    uint64_t cut;        /* tags too long for their field, cut behind a character */
    uint64_t comments;   /* joined to another one, or moved behind a move */
    uint64_t nags;       /* left out */
    uint64_t null_moves; /* left out with the rest of their line */
    uint64_t counters;   /* of a start position: clock and move number */
};
/* Append REC, a game of xiangqi, as a file of XQStudio, version 1.0, and add to LOSSES. */
void xqf_write(struct buffer *out, const struct record *rec, struct xqf_losses *losses);

/* What DhtmlXQ cannot hold, counted. */
struct dhtmlxq_losses {
    uint64_t tags;     /* whose names are no keys */
    uint64_t comments; /* joined to another one, moved before a variation, left out with a move */
    uint64_t nags;     /* left out */
    uint64_t moves;    /* null moves and what follows them, variations before any move: left out */
};
/* Append REC, a game of xiangqi, as DhtmlXQ text, and add to LOSSES. */
void dhtmlxq_write(struct buffer *out, const struct record *rec, struct dhtmlxq_losses *losses);

/* Append the EPD or FEN of each main-line position, a line each. For a game of no moves, tags whose
   names are opcodes (from an EPD file) become EPD operations again. */
void positions_write(struct buffer *out, const struct record *rec, bool epd);

#endif
