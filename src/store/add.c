/* Adding games: names get their numbers, the row is written, moves and texts go to the blocks and
   the positions to the index. This file's speed matters for import: statements are compiled once,
   names are looked up in memory. */
#include "base/hash.h"
#include "store/private.h"

#include <string.h>

static const char adding[] = "add games";

/* --- Names ------------------------------------------------------------------------------------ */

/* Read all names of a table once, for names_ids. */
static bool load_names(struct store *s, enum name_table table, struct error *err)
{
    struct name_ids *ids = &s->names[table].ids;
    int rc = SQLITE_DONE;
    if (ids->is_loaded)
        return true;
    sqlite3_stmt *st = store_statement(s, (enum statement)(STATEMENT_READ_NAMES + table), err);
    while (st && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(st, 1);
        size_t len = (size_t)sqlite3_column_bytes(st, 1);
        if (!text ||
            !name_ids_add(ids, names_hash(text, len), (uint32_t)sqlite3_column_int64(st, 0))) {
            sqlite3_reset(st);
            return error_no_memory(err);
        }
    }
    if (!st)
        return false;
    sqlite3_reset(st);
    ids->is_loaded = rc == SQLITE_DONE;
    return ids->is_loaded || store_fail(s, rc, adding, err);
}

/* Whether ID is the number of the name TEXT: 1, 0, -1. */
static int is_name(struct store *s, enum name_table table, uint32_t id, const char *text,
                   size_t len, struct error *err)
{
    const struct kept_name kept = names_kept(&s->names[table], id);
    if (kept.id)
        return name_is(&kept, text, len);
    sqlite3_stmt *st = store_statement(s, (enum statement)(STATEMENT_READ_NAME + table), err);
    if (!st)
        return -1;
    sqlite3_bind_int64(st, 1, id);
    int rc = sqlite3_step(st), is = 0;
    if (rc == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(st, 0);
        const size_t name_len = (size_t)sqlite3_column_bytes(st, 0);
        is = name && name_len == len && memcmp(name, text, len) == 0;
        if (is && !names_keep(&s->names[table], id, text, len)) {
            error_no_memory(err);
            is = -1;
        }
    } else if (rc != SQLITE_DONE) {
        store_fail(s, rc, adding, err);
        is = -1;
    }
    sqlite3_reset(st);
    return is;
}

static bool new_name(struct store *s, enum name_table table, uint32_t hash, const char *text,
                     size_t len, int64_t *id, struct error *err)
{
    struct names *names = &s->names[table];
    const struct column_value name = {.type = VALUE_TEXT, .text = text, .len = len};
    if (names->ids.last == UINT32_MAX)
        return error_set(err, ERROR_IO, "%s: the store has no more numbers for names", s->path);
    *id = names->ids.last + INT64_C(1);
    if (!rows_add(s, table, *id, &name, err))
        return false;
    s->counts.name_sums[table] += name_hash(*id, text, len);
    return (name_ids_add(&names->ids, hash, (uint32_t)*id) &&
            names_keep(names, (uint32_t)*id, text, len)) ||
           error_no_memory(err);
}

static bool find_name(struct store *s, enum name_table table, uint32_t hash, const char *text,
                      size_t len, int64_t *id, struct error *err)
{
    size_t at = 0;
    uint32_t candidate;
    *id = 0;
    if (!load_names(s, table, err))
        return false;
    while (!*id && (candidate = name_ids_next(&s->names[table].ids, hash, &at))) {
        int is = is_name(s, table, candidate, text, len, err);
        if (is < 0)
            return false;
        *id = is ? candidate : 0;
    }
    return true;
}

/* A name of a game whose number is asked for. */
struct asked {
    enum name_table table;
    const char *text;
    size_t len;
    uint32_t hash;
    int64_t id; /* 0: not yet known */
};

/* Tell the name that the last game had; have the numbers of others come from memory. */
static void ask(struct store *s, struct asked *a)
{
    const struct names *names = &s->names[a->table];
    if (names->last.id && name_is(&names->last, a->text, a->len)) {
        a->id = names->last.id;
        return;
    }
    a->hash = names_hash(a->text, a->len);
    name_ids_prefetch(&names->ids, a->hash);
}

/* The number of a name, which gets one if it is new. */
static bool answer(struct store *s, struct asked *a, struct error *err)
{
    if (a->id)
        return true;
    if (!find_name(s, a->table, a->hash, a->text, a->len, &a->id, err))
        return false;
    if (!a->id && !new_name(s, a->table, a->hash, a->text, a->len, &a->id, err))
        return false;
    s->names[a->table].last = names_kept(&s->names[a->table], (uint32_t)a->id);
    return true;
}

/* --- Rows ------------------------------------------------------------------------------------- */

static bool add_names(struct store *s, struct coded_game *game, struct error *err)
{
    static const enum name_table tables[] = {
        [COLUMN_WHITE] = NAME_PLAYER,
        [COLUMN_BLACK] = NAME_PLAYER,
        [COLUMN_EVENT] = NAME_EVENT,
        [COLUMN_SITE] = NAME_SITE,
    };
    enum { COLUMNS = sizeof tables / sizeof *tables, ORDER = COLUMNS };
    struct asked asked[COLUMNS + 1];
    for (int c = 0; c < COLUMNS; c++) {
        const struct column_value *v = &game->values[c];
        asked[c] = (struct asked){.table = tables[c], .text = v->text, .len = v->len};
        if (v->type == VALUE_TEXT)
            ask(s, &asked[c]);
    }
    asked[ORDER] =
        (struct asked){.table = NAME_TAG_ORDER, .text = game->order, .len = game->order_len};
    ask(s, &asked[ORDER]);
    for (int c = 0; c <= ORDER; c++) {
        struct column_value *v = &game->values[c == ORDER ? (int)COLUMN_TAG_ORDER : c];
        if (c != ORDER && v->type != VALUE_TEXT)
            continue;
        if (!answer(s, &asked[c], err))
            return false;
        *v = (struct column_value){.type = VALUE_NUMBER, .number = asked[c].id};
    }
    return true;
}

uint64_t row_hash(struct buffer *room, int64_t id, const struct column_value *values, size_t count)
{
    struct hash h;
    size_t size = count * (1 + sizeof(uint64_t));
    for (size_t c = 0; c < count; c++)
        size += values[c].type == VALUE_TEXT ? values[c].len : 0;
    buffer_clear(room);
    if (!buffer_reserve(room, size))
        return 0;
    char *at = room->data;
    for (size_t c = 0; c < count; c++) {
        *at++ = (char)values[c].type;
        if (values[c].type == VALUE_NULL)
            continue;
        const bool is_text = values[c].type == VALUE_TEXT;
        little_put(at, is_text ? values[c].len : (uint64_t)values[c].number, sizeof(uint64_t));
        at += sizeof(uint64_t);
        if (is_text && values[c].len > 0)
            memcpy(at, values[c].text, values[c].len);
        at += is_text ? values[c].len : 0;
    }
    room->len = (size_t)(at - room->data);
    hash_start(&h, (uint64_t)id);
    hash_add(&h, room->data, room->len);
    return hash_value(&h);
}

uint64_t name_hash(int64_t id, const char *text, size_t len)
{
    struct hash h;
    hash_start(&h, (uint64_t)id);
    hash_add(&h, text, len);
    return hash_value(&h);
}

bool store_put_row(struct store *s, game_id id, struct coded_game *game, int64_t source,
                   uint64_t *hash, struct error *err)
{
    if (!s->in_batch)
        return error_set(err, ERROR_USAGE, "%s: no batch was begun", s->path);
    if (game->game != s->game)
        return error_set(err, ERROR_USAGE, "%s: the store holds games of another kind", s->path);
    if (!add_names(s, game, err))
        return false;
    game->values[COLUMN_SOURCE] = (struct column_value){.type = VALUE_NUMBER, .number = source};
    *hash = row_hash(&s->row, id, game->values, GAME_COLUMNS);
    return (!s->row.failed || error_no_memory(err)) &&
           rows_add(s, ROWS_GAMES, id, game->values, err);
}

bool store_add_coded(struct store *s, const char *data, game_id *id, struct error *err)
{
    int64_t next = s->counts.last_game + 1;
    struct coded_game game;
    coded_game_open(&game, data);
    if (next > UINT32_MAX)
        return error_set(err, ERROR_IO, "%s: the store has no more numbers for games", s->path);
    uint64_t hash;
    if (!store_put_row(s, (game_id)next, &game, s->counts.last_source + 1, &hash, err) ||
        !index_builder_add(s->index, (game_id)next, game.index, err) ||
        !blocks_add(s, (game_id)next, &game, hash, err))
        return false;
    s->counts.last_game = next;
    s->counts.games++;
    s->counts.part_games++;
    s->counts.plies += game.plies;
    *id = (game_id)next;
    return true;
}

bool store_add(struct store *s, const struct record *rec, game_id *id, struct error *err)
{
    buffer_clear(&s->coded);
    return game_encode(&s->coder, rec, &s->coded, err) &&
           store_add_coded(s, s->coded.data, id, err);
}
