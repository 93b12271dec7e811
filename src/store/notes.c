/* Walking over the notes of games without their moves: text blocks are read, and the code of notes
   (game_code.h) is stepped through. */
#include "store/code/game_code.h"
#include "store/private.h"

struct note_scan {
    struct store *store;
    game_id first, last;
    bool (*take)(void *closure, game_id id, enum node_kind kind, const char *text, size_t len);
    void *closure;
    struct text_block block;
};

/* Step over the marks of the moves, which stand in front. */
static void skip_marks(struct bytes *notes)
{
    uint64_t count = bytes_left(notes) > 0 ? bytes_number(notes) >> 1 : 0;
    for (; count > 0 && !notes->bad; count--) {
        bytes_number(notes);
        bytes_u8(notes);
    }
}

/* Tell of one note. False if there is nothing more to be told of this game, or it is damaged. */
static bool take_note(struct note_scan *scan, game_id id, struct bytes *notes)
{
    const uint64_t code = bytes_number(notes), argument = code >> NOTE_BITS;
    const char *text;
    switch ((enum note)(code & NOTE_MASK)) {
    case NOTE_NAG: return scan->take(scan->closure, id, NODE_NAG, NULL, 0);
    case NOTE_BEGIN: return scan->take(scan->closure, id, NODE_BEGIN, NULL, 0);
    case NOTE_COMMENT:
    case NOTE_LINE_COMMENT:
        text = bytes_take(notes, argument);
        return text && scan->take(scan->closure, id, NODE_COMMENT, text, (size_t)argument);
    case NOTE_MOVES:
        notes->bad |= argument > bytes_left(notes) / sizeof(move);
        return !notes->bad && bytes_take(notes, argument * sizeof(move));
    case NOTE_MARKED_MOVE: return bytes_take(notes, sizeof(move)) != NULL;
    case NOTE_MAIN:
    case NOTE_END:
    default: return true;
    }
}

static bool scan_block(struct note_scan *scan, struct error *err)
{
    for (size_t i = 0; i < scan->block.count; i++) {
        const struct text_entry *e = &scan->block.entries[i];
        struct bytes notes = text_block_bytes(&scan->block, e, TEXT_NOTES);
        if (e->id < scan->first || e->id > scan->last)
            continue;
        skip_marks(&notes);
        while (bytes_left(&notes) > 0 && !notes.bad && take_note(scan, e->id, &notes)) {
        }
        if (notes.bad) {
            error_set(err, ERROR_DAMAGED, "its notes are cut off");
            return store_name_game(scan->store, e->id, err);
        }
    }
    return true;
}

static bool scan_blocks(struct note_scan *scan, sqlite3_stmt *st, struct error *err)
{
    int rc;
    sqlite3_bind_int64(st, 1, scan->first);
    sqlite3_bind_int64(st, 2, scan->last);
    while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
        const int64_t first = sqlite3_column_int64(st, 0);
        const void *data = sqlite3_column_blob(st, 1);
        const size_t len = (size_t)sqlite3_column_bytes(st, 1);
        if (first <= 0 || first > UINT32_MAX)
            return error_set(err, ERROR_DAMAGED, "%s: a block of games has the number %lld",
                             scan->store->path, (long long)first);
        if (!text_block_read(&scan->block, (game_id)first, data ? data : "", data ? len : 0,
                             &scan->store->packer, err))
            return store_name_file(scan->store, err);
        if (!scan_block(scan, err))
            return false;
    }
    return rc == SQLITE_DONE || store_fail(scan->store, rc, "read the games", err);
}

bool store_scan_notes(struct store *s, game_id first, game_id last,
                      bool (*take)(void *closure, game_id id, enum node_kind kind, const char *text,
                                   size_t len),
                      void *closure, struct error *err)
{
    struct note_scan scan = {
        .store = s, .first = first, .last = last, .take = take, .closure = closure};
    sqlite3_stmt *st = NULL;
    if (!blocks_flush(s, err))
        return false;
    int rc = sqlite3_prepare_v2(s->db, scan_texts_sql, -1, &st, NULL);
    bool ok =
        rc == SQLITE_OK ? scan_blocks(&scan, st, err) : store_fail(s, rc, "read the games", err);
    sqlite3_finalize(st);
    text_block_free(&scan.block);
    return ok;
}
