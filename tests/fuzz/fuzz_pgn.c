/* Any bytes as a game file: they must be read without harm, every game that was read must be
   checked, written and read back the same, and a text cut at any place must give the same games
   as the whole (the window is grown through every size by the reader itself). */
#include "check/check.h"
#include "format/format.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_pgn: %s\n", what);
    abort();
}

/* Write REC and read it back: the same game must come. */
static void round_trip(const struct record *rec)
{
    const struct read_options options = {.game = rec->game, .encoding = "UTF-8"};
    struct buffer out = {0};
    struct pgn_write_options o = {.line_width = 80};
    size_t lost = pgn_write(&out, rec, &o);
    must(!out.failed, "out of memory");
    struct error err;
    struct reader *r = reader_open_memory(out.data, out.len, &options, &err);
    must(r != NULL, "the written game cannot be opened");
    struct record again;
    record_init(&again);
    struct findings f = {0};
    must(reader_next(r, &again, &f, &err) == READ_GAME, "the written game cannot be read");
    char why[200] = "";
    if (lost == 0 && !record_equal(rec, &again, why, sizeof why)) {
        fprintf(stderr, "%s\n%.*s\n", why, (int)out.len, out.data);
        must(false, "the written game is another");
    }
    must(reader_next(r, &again, &f, &err) == READ_END, "one written game was read as two");
    reader_close(r);
    record_free(&again);
    findings_free(&f);
    buffer_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready)
        rules_init();
    ready = true;
    struct read_options options = {.game = GAME_COUNT, .encoding = "UTF-8"};
    struct error err;
    struct reader *r = reader_open_memory(data, size, &options, &err);
    if (!r)
        return 0;
    struct record rec;
    struct findings f = {.strict = size & 1};
    struct check_memory memory = {0};
    record_init(&rec);
    while (reader_next(r, &rec, &f, &err) == READ_GAME) {
        check_record(&rec, &memory, &f);
        findings_sort(&f);
        for (size_t i = 0; i < f.count; i++)
            must(reader_place(r, f.items[i].source).line > 0, "a finding without a place");
        if (!rec.is_broken && rec.variant != VARIANT_UNSUPPORTED)
            round_trip(&rec);
    }
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    check_memory_free(&memory);
    return 0;
}
