/* Any bytes as games in JSON: they must be read without harm, no finding may lie outside, and a
   game that was read must come back from JSON as it is. */
#include "format/format.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_json: %s\n", what);
    abort();
}

static void round_trip(const struct record *rec)
{
    struct read_options options = {.game = rec->game};
    struct findings f = {0};
    struct buffer out = {0};
    struct record again;
    struct error err;
    char why[200] = "";
    record_init(&again);
    json_write(&out, rec, rec->ply_count & (POSITION_FEN | POSITION_KEY));
    struct reader *r = reader_open_memory(out.data, out.len, &options, &err);
    must(r != NULL, "out of memory");
    must(reader_next(r, &again, &f, &err) == READ_GAME && !again.is_broken,
         "the game that was written is broken");
    must(record_equal(rec, &again, why, sizeof why), why);
    must(reader_next(r, &again, &f, &err) == READ_END, "there is another game");
    reader_close(r);
    record_free(&again);
    findings_free(&f);
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    struct read_options options = {.game = GAME_COUNT, .otherwise = GAME_CHESS};
    struct findings f = {0};
    struct record rec;
    struct error err;
    if (!ready)
        rules_init();
    ready = true;
    struct reader *r = reader_open_memory(data, size, &options, &err);
    if (!r)
        return 0;
    record_init(&rec);
    while (reader_next(r, &rec, &f, &err) == READ_GAME) {
        for (size_t i = 0; i < f.count; i++)
            must(reader_place(r, f.items[i].source).line > 0 || reader_is_binary(r),
                 "a finding without a place");
        if (!rec.is_broken && rec.variant != VARIANT_UNSUPPORTED)
            round_trip(&rec);
    }
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    return 0;
}
