/* Any bytes as a PGN file: every game is repaired, at the level that the length tells. What was
   mended must be read as one game, with the moves and the result it had if that was safe, and not
   be mended again. */
#include "check/repair.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool nothing_ignored[FINDING_CODES];

static void must(bool ok, const char *what, const struct buffer *text)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_repair: %s\n%.*s\n", what, (int)text->len, text->data);
    abort();
}

static bool is_same(const struct record *a, const struct record *b)
{
    if (a->ply_count != b->ply_count || a->start.key != b->start.key)
        return false;
    for (size_t i = 0; i < a->ply_count; i++)
        if (a->moves[i] != b->moves[i])
            return false;
    return true;
}

/* TEXT is what REC's game became. */
static void mend_again(const struct buffer *text, const struct record *rec,
                       const struct repair_options *how, struct repair_memory *memory)
{
    const struct read_options options = {.game = rec->game, .encoding = "UTF-8"};
    struct error err;
    struct record again, none;
    struct findings f = {0};
    struct check_memory check = {0};
    struct buffer out = {0};
    struct reader *r = reader_open_memory(text->data, text->len, &options, &err);
    record_init(&again);
    record_init(&none);
    must(r && reader_next(r, &again, &f, &err) == READ_GAME, "the text is no game", text);
    must(is_same(rec, &again), "the game has other moves", text);
    /* What a tag says may be put right in a further round, in which the board may decide on what was
       a broken game before. */
    if (rec->has_terminator && how->level == REPAIR_SAFE)
        must(record_result(rec) == record_result(&again), "the game has another result", text);
    check_record(&again, &check, &f);
    size_t len;
    const char *source = reader_source(r, &len);
    must(!repair_game(&again, &f, source, len, how, memory, &out), "the game is mended again",
         text);
    must(reader_next(r, &none, &f, &err) == READ_END, "one game became two", text);
    reader_close(r);
    record_free(&again);
    record_free(&none);
    findings_free(&f);
    check_memory_free(&check);
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready)
        rules_init();
    ready = true;
    const struct read_options options = {
        .game = size & 2 ? GAME_COUNT : GAME_CHESS, .otherwise = GAME_CHESS, .encoding = "UTF-8"};
    const struct repair_options how = {.level = size & 1 ? REPAIR_ALL : REPAIR_SAFE,
                                       .ignored = nothing_ignored};
    struct error err;
    struct record rec;
    struct findings f = {0};
    struct check_memory check = {0};
    struct repair_memory memory = {0};
    struct buffer out = {0};
    struct reader *r = reader_open_memory(data, size, &options, &err);
    if (!r)
        return 0;
    record_init(&rec);
    while (reader_is_pgn(r) && reader_next(r, &rec, &f, &err) == READ_GAME) {
        check_record(&rec, &check, &f);
        size_t len;
        const char *source = reader_source(r, &len);
        buffer_clear(&out);
        if (repair_game(&rec, &f, source, len, &how, &memory, &out))
            mend_again(&out, &rec, &how, &memory);
    }
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    check_memory_free(&check);
    repair_memory_free(&memory);
    buffer_free(&out);
    return 0;
}
