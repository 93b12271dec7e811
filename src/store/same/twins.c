/* Games that are the same, as twins.h says. */
#include "store/same/twins.h"
#include "base/hash.h"
#include "notation/notation.h"

#include <stdlib.h>

/* --- Identities ------------------------------------------------------------------------------- */

static void set_row(struct identity *g, const struct column_value *values)
{
    g->white = values[COLUMN_WHITE];
    g->black = values[COLUMN_BLACK];
    g->event = values[COLUMN_EVENT];
    g->site = values[COLUMN_SITE];
    g->round = values[COLUMN_ROUND];
    g->date = values[COLUMN_DATE].number;
    g->result = values[COLUMN_RESULT].number;
}

/* A position of its own may still be the usual one: the key tells. */
static bool set_moves(struct identity *g, enum game game, const struct move_entry *entry,
                      const char *data, struct error *err)
{
    struct position start;
    struct fen_report report;
    struct bytes in = bytes_of(data, entry->len);
    if (entry->kind == MOVES_OWN_START) {
        uint64_t len = bytes_number(&in);
        const char *fen = bytes_take(&in, len);
        if (!fen || in.bad || !fen_parse(game, fen, (size_t)len, &start, &report))
            return error_set(err, ERROR_DAMAGED, "its start position is none");
    } else {
        pos_start(&start, game);
    }
    g->start = start.key;
    g->bits = (const char *)in.at;
    g->bits_len = bytes_left(&in);
    g->plies = entry->plies;
    return true;
}

bool identity_of_coded(struct identity *g, const struct coded_game *game, struct error *err)
{
    const struct move_entry entry = blocks_entry(game);
    set_row(g, game->values);
    return set_moves(g, game->game, &entry, game->moves, err);
}

static void add_text(struct buffer *room, const struct column_value *v)
{
    const size_t len = v->type == VALUE_TEXT ? v->len : 0;
    bytes_put_u64(room, len);
    if (len > 0)
        buffer_add(room, v->text, len);
}

uint64_t identity_hash(struct buffer *room, const struct identity *g)
{
    struct hash h;
    buffer_clear(room);
    add_text(room, &g->white);
    add_text(room, &g->black);
    bytes_put_u64(room, (uint64_t)g->date);
    bytes_put_u64(room, (uint64_t)g->result);
    bytes_put_u64(room, g->start);
    bytes_put_u64(room, g->plies);
    buffer_add(room, g->bits, g->bits_len);
    hash_start(&h, 0);
    hash_add(&h, room->data, room->len);
    return hash_value(&h);
}

static bool same_text(const struct column_value *a, const struct column_value *b)
{
    if (a->type != VALUE_TEXT || b->type != VALUE_TEXT)
        return a->type != VALUE_TEXT && b->type != VALUE_TEXT;
    return a->len == b->len && array_equal(a->text, b->text, a->len);
}

bool identity_same_players(const struct identity *a, const struct identity *b)
{
    return same_text(&a->white, &b->white) && same_text(&a->black, &b->black);
}

static bool same_value(const struct column_value *a, const struct column_value *b)
{
    if (a->type != b->type)
        return false;
    return a->type == VALUE_TEXT ? same_text(a, b)
                                 : a->type == VALUE_NULL || a->number == b->number;
}

static bool same_occasion(const struct identity *a, const struct identity *b)
{
    return a->white.type == VALUE_TEXT || a->black.type == VALUE_TEXT ||
           (same_value(&a->event, &b->event) && same_value(&a->site, &b->site) &&
            same_value(&a->round, &b->round));
}

static bool is_same(void *closure, const struct identity *a, const struct identity *b)
{
    (void)closure;
    return a->date == b->date && a->result == b->result && a->start == b->start &&
           a->plies == b->plies && a->bits_len == b->bits_len && identity_same_players(a, b) &&
           same_occasion(a, b) && array_equal(a->bits, b->bits, a->bits_len);
}

/* --- Games that are there --------------------------------------------------------------------- */

/* The moves of game ID, from the block that is being written if they lie there. *FOUND: there are
   some. */
static bool find_moves(struct store *s, game_id id, struct identity *g, bool *found,
                       struct error *err)
{
    const struct move_block *block = &s->writer.moves;
    size_t at = 0;
    if (block->count > 0 && id >= block->first) {
        at = id - block->first;
        *found = at < block->count && block->entries[at].kind != MOVES_ABSENT;
    } else {
        if (!blocks_find_moves(s, id, &block, &at, err))
            return false;
        *found = block != NULL;
        if (block && !move_block_verify(block, at))
            return error_set(err, ERROR_DAMAGED, "the checksum of its moves is wrong");
    }
    const struct move_entry *entry = *found ? &block->entries[at] : NULL;
    return !entry || set_moves(g, s->game, entry, block->bytes.data + entry->at, err);
}

int identity_test(struct store *s, game_id id, const struct identity *g, identity_tester test,
                  void *closure, struct error *err)
{
    struct column_value values[GAME_COLUMNS];
    struct identity other;
    bool found = false, is = false;
    sqlite3_stmt *st = store_statement(s, STATEMENT_READ_ROW, err);
    if (!st)
        return -1;
    sqlite3_bind_int64(st, 1, id);
    int rc = sqlite3_step(st);
    bool ok = rc == SQLITE_ROW || rc == SQLITE_DONE || store_fail(s, rc, "read a game", err);
    if (rc == SQLITE_ROW) {
        row_values(st, values);
        set_row(&other, values);
        ok = find_moves(s, id, &other, &found, err) || store_name_game(s, id, err);
        is = ok && found && test(closure, g, &other);
    }
    sqlite3_reset(st);
    return ok ? is : -1;
}

int identity_is_game(struct store *s, game_id id, const struct identity *g, struct error *err)
{
    return identity_test(s, id, g, is_same, NULL, err);
}

bool identity_walk(struct store *s,
                   bool (*take)(void *closure, game_id id, const struct identity *g), void *closure,
                   struct error *err)
{
    struct column_value values[GAME_COLUMNS];
    struct identity g;
    sqlite3_stmt *st = NULL;
    bool goes_on = true, found = true;
    int rc = sqlite3_prepare_v2(s->db, scan_sql, -1, &st, NULL);
    bool ok = rc == SQLITE_OK || store_fail(s, rc, "read the games", err);
    while (ok && goes_on && (rc = sqlite3_step(st)) == SQLITE_ROW) {
        const game_id id = (game_id)sqlite3_column_int64(st, 0);
        row_values(st, values);
        set_row(&g, values);
        ok = find_moves(s, id, &g, &found, err);
        if (ok && !found)
            ok = error_set(err, ERROR_DAMAGED, "its moves are not there");
        if (ok)
            goes_on = take(closure, id, &g);
        else
            store_name_game(s, id, err);
    }
    if (ok && goes_on && rc != SQLITE_DONE)
        ok = store_fail(s, rc, "read the games", err);
    sqlite3_finalize(st);
    return ok;
}

/* --- The table -------------------------------------------------------------------------------- */

enum { SLOTS_FIRST = 1 << 12 };

void twins_free(struct twin_table *t)
{
    free(t->slots);
    *t = (struct twin_table){.count = 0};
}

static void put(struct twin_table *t, size_t slot, const struct twin_slot *what)
{
    while (t->slots[slot & (t->cap - 1)].id)
        slot++;
    t->slots[slot & (t->cap - 1)] = *what;
    t->count++;
}

/* The slot of a hash is taken from the half that is kept, so that the table can grow. */
static size_t slot_of(const struct twin_table *t, uint32_t tag)
{
    return (size_t)(((uint64_t)tag * t->cap) >> 32);
}

static bool grow(struct twin_table *t)
{
    struct twin_table grown = {.cap = t->cap ? t->cap * 2 : SLOTS_FIRST};
    grown.slots = calloc(grown.cap, sizeof *grown.slots);
    if (!grown.slots)
        return false;
    for (size_t i = 0; i < t->cap; i++)
        if (t->slots[i].id)
            put(&grown, slot_of(&grown, t->slots[i].tag), &t->slots[i]);
    free(t->slots);
    *t = grown;
    return true;
}

bool twins_add(struct twin_table *t, uint64_t hash, game_id id)
{
    const struct twin_slot slot = {.tag = (uint32_t)(hash >> 32), .id = id};
    if (t->count >= t->cap / 2 && !grow(t))
        return false;
    put(t, slot_of(t, slot.tag), &slot);
    return true;
}

game_id twins_next(const struct twin_table *t, uint64_t hash, size_t *at)
{
    const uint32_t tag = (uint32_t)(hash >> 32);
    for (; *at < t->cap; ++*at) {
        const struct twin_slot *slot = &t->slots[(slot_of(t, tag) + *at) & (t->cap - 1)];
        if (slot->id == 0)
            return 0;
        if (slot->tag == tag) {
            ++*at;
            return slot->id;
        }
    }
    return 0;
}
