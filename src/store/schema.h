/* The tables of a store and the columns of a game's row. qipu-store(5) documents them; whatever
   changes here raises STORE_FORMAT there. */
#ifndef QIPU_STORE_SCHEMA_H
#define QIPU_STORE_SCHEMA_H

#include "record/record.h"

enum {
    STORE_APPLICATION_ID = 0x71697075, /* "qipu" */
    STORE_PAGE_SIZE = 4096,
    STORE_PAGE_USABLE = STORE_PAGE_SIZE - 8 /* the rest is its seal: pages.h */
};

/* Create all tables, and the view. */
extern const char schema_sql[];
extern const char *const view_sql[GAME_COUNT];

/* The columns of `game` behind its id, in the order in which statements name them. The first
   TAG_COLUMNS belong to a tag each. */
enum game_column {
    COLUMN_WHITE,
    COLUMN_BLACK,
    COLUMN_EVENT,
    COLUMN_SITE,
    COLUMN_DATE,
    COLUMN_ROUND,
    COLUMN_RESULT,
    COLUMN_WHITE_ELO,
    COLUMN_BLACK_ELO,
    COLUMN_ECO,
    COLUMN_TIME_CONTROL,
    COLUMN_TERMINATION,
    COLUMN_KIND, /* its tag is Variant */
    COLUMN_PLIES,
    TAG_COLUMNS,
    COLUMN_TAG_ORDER = TAG_COLUMNS,
    COLUMN_SOURCE,
    GAME_COLUMNS
};

/* The bits of column `kind`. */
enum game_kind {
    KIND_CHESS960 = 1,
    KIND_UNTERMINATED = 2, /* no result stands behind the moves: `result` is that of the tag */
    KIND_OWN_START = 4,    /* not the game's usual start: it lies in front of the moves */
    KIND_TEXTS = 8,        /* it has tags or notes in text_block */
    KIND_BITS = 15
};

/* Tables of texts that are stored once. */
enum name_table { NAME_PLAYER, NAME_EVENT, NAME_SITE, NAME_TAG_ORDER, NAME_TABLES };

/* The prepared statements, in one table so that each is compiled once a store. */
enum statement {
    STATEMENT_BEGIN,
    STATEMENT_COMMIT,
    STATEMENT_ROLLBACK,
    STATEMENT_SAVEPOINT,
    STATEMENT_RELEASE,
    STATEMENT_ROLLBACK_TO,
    STATEMENT_ADD_GAME,
    STATEMENT_ADD_GAMES, /* ROWS_WAITING of them */
    STATEMENT_ADD_MOVES,
    STATEMENT_ADD_TEXTS,
    STATEMENT_ADD_SOURCE,
    STATEMENT_SET_META,
    STATEMENT_GET_META,
    STATEMENT_LAST_SOURCE,
    STATEMENT_MARKS,
    STATEMENT_SOURCE_OF, /* a game: its name */
    STATEMENT_READ_ROW,
    STATEMENT_BEGIN_ASKING,
    STATEMENT_END_ASKING,
    STATEMENT_ADD_SEGMENT,
    STATEMENT_SEGMENTS,
    STATEMENT_LAST_SEGMENT,
    STATEMENT_REMOVE_SEGMENT,
    STATEMENT_ADD_INDEX_ROW,
    STATEMENT_FIND_INDEX_ROW,
    STATEMENT_INDEX_ROW,
    STATEMENT_REMOVE_INDEX_ROWS,
    STATEMENT_ADD_MINUS,
    STATEMENT_MINUS,
    STATEMENT_REMOVE_MINUS,
    STATEMENT_COUNT_MINUS,
    STATEMENT_FACTS,
    STATEMENT_FACTS_FROM,
    STATEMENT_GAME_IDS,
    STATEMENT_LAST_ID,
    STATEMENT_READ_RAW_ROW, /* as RAW_ROWS, of one game */
    STATEMENT_FIND_MOVES,   /* the block that would hold a game */
    STATEMENT_FIND_TEXTS,
    STATEMENT_NEXT_TEXTS, /* the number of the block behind a game */
    STATEMENT_REMOVE_GAME,
    STATEMENT_REMOVE_MOVES,
    STATEMENT_REMOVE_TEXTS,
    STATEMENT_READ_NAME, /* NAME_TABLES of them */
    STATEMENT_READ_NAMES = STATEMENT_READ_NAME + NAME_TABLES,
    STATEMENT_ADD_NAME = STATEMENT_READ_NAMES + NAME_TABLES,
    STATEMENT_ADD_NAMES = STATEMENT_ADD_NAME + NAME_TABLES, /* ROWS_WAITING of each */
    STATEMENTS = STATEMENT_ADD_NAMES + NAME_TABLES
};
extern const char *const statement_sql[STATEMENTS];

/* Walks over all rows of `game` as STATEMENT_READ_ROW gives one. Its own statement per walk. */
extern const char scan_sql[];
/* The same without an end, for a WHERE and an ORDER to follow. */
extern const char row_sql[];
/* The same with the numbers of names instead of them: what row_hash is made from. */
extern const char raw_rows_sql[];

/* What the index takes of a game, for a WHERE to follow; column FACTS_ID is its number. */
enum { FACTS_ID = 4 };
extern const char facts_sql[];

/* The blocks of moves from the one that would hold game ?1 up to game ?2. */
extern const char scan_moves_sql[];
/* The same of texts. */
extern const char scan_texts_sql[];

#endif
