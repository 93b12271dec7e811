/* Any bytes as an XQF file, a CBR or CBL, also a packed one: they must be read without harm and
   every finding must lie in the file; a game that was read must be written as XQF and read back the
   same. */
#include "check/check.h"
#include "format/format.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_xqf: %s\n", what);
    abort();
}

static const struct read_options options = {.game = GAME_XIANGQI};

/* Write REC and read it into AGAIN. */
static void rewrite(const struct record *rec, struct record *again, struct xqf_losses *losses)
{
    struct buffer file = {0};
    struct findings f = {0};
    struct error err;
    xqf_write(&file, rec, losses);
    must(!file.failed, "out of memory");
    struct reader *r = reader_open_memory(file.data, file.len, &options, &err);
    must(r != NULL, "the written game cannot be opened");
    must(reader_next(r, again, &f, &err) == READ_GAME, "the written game cannot be read");
    must(!again->is_broken, "the written game is broken");
    reader_close(r);
    findings_free(&f);
    buffer_free(&file);
}

/* What XQF cannot hold is gone after the first time; from then on nothing may change. */
static void round_trip(const struct record *rec)
{
    struct record first, second;
    struct xqf_losses losses = {0};
    char why[200] = "";
    record_init(&first);
    record_init(&second);
    rewrite(rec, &first, &losses);
    if (losses.null_moves == 0)
        must(first.ply_count == rec->ply_count && first.end.key == rec->end.key, "other moves");
    rewrite(&first, &second, &losses);
    must(record_equal(&first, &second, why, sizeof why), why);
    record_free(&first);
    record_free(&second);
}

/* Places in a packed library count what it unpacks to: deflate makes at most so much of a byte. */
enum { DEFLATE_MOST = 1032 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready)
        rules_init();
    ready = true;
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
        for (size_t i = 0; i < f.count; i++)
            must(reader_place(r, f.items[i].source).offset <= size * DEFLATE_MOST,
                 "a finding behind the file");
        if (!rec.is_broken && rec.game == GAME_XIANGQI)
            round_trip(&rec);
    }
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    check_memory_free(&memory);
    return 0;
}
