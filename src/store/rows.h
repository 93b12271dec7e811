/* Rows of games and names that wait to be written some at a time, which takes SQLite half as long a
   row. They are written when enough of a table wait, and before any statement runs that might look
   for them: store_statement sees to that. */
#ifndef QIPU_STORE_ROWS_H
#define QIPU_STORE_ROWS_H

#include "base/error.h"
#include "store/schema.h"
#include "store/code/tag_code.h"

enum { ROWS_WAITING = 16, ROWS_GAMES = NAME_TABLES, ROWS_TABLES };

struct waiting_rows {
    size_t count;
    int64_t ids[ROWS_WAITING];
    struct column_value values[ROWS_WAITING][GAME_COLUMNS]; /* of a text, NUMBER is where it lies */
    struct buffer texts;
};

/* Zero-initialise. */
struct rows {
    struct waiting_rows tables[ROWS_TABLES];
    bool any; /* of any table wait */
};

struct store;

/* Add a row to TABLE, an enum name_table or ROWS_GAMES. */
bool rows_add(struct store *s, unsigned table, int64_t id, const struct column_value *values,
              struct error *err);

/* Write all that wait. */
bool rows_write(struct store *s, struct error *err);

/* Whether a statement has nothing to do with what waits. */
bool rows_may_wait(enum statement which);

void rows_forget(struct rows *rows);
void rows_free(struct rows *rows);

#endif
