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

/* The game in the PGN text OUT, which is all that it holds. */
static void read_again(const struct buffer *out, const struct record *rec, struct record *again)
{
    const struct read_options options = {.game = rec->game, .encoding = "UTF-8"};
    struct error err;
    struct findings f = {0};
    struct record none;
    struct reader *r = reader_open_memory(out->data, out->len, &options, &err);
    must(r != NULL, "the written game cannot be opened");
    must(reader_next(r, again, &f, &err) == READ_GAME, "the written game cannot be read");
    record_init(&none);
    must(reader_next(r, &none, &f, &err) == READ_END, "one written game was read as two");
    record_free(&none);
    reader_close(r);
    findings_free(&f);
}

/* Write REC in some form and read it back: the same game must come. One of xiangqi may have got
   tags by it: then that must come back the same. Without tags what stands first must tell that
   there is a game. */
static void round_trip(const struct record *rec, bool may_get_tags)
{
    struct buffer out = {0};
    const size_t forms = rec->node_count; /* as good as any */
    const bool has_tags = rec->tag_count > 0;
    struct pgn_write_options o = {.line_width = 80,
                                  .comment_lines = forms & 1 && has_tags,
                                  .no_numbers = forms & 2 && has_tags,
                                  .no_checks = forms & 4,
                                  .moves = (enum notation)(forms % (NOTATION_UCI + 1))};
    size_t lost = pgn_write(&out, rec, &o);
    must(!out.failed, "out of memory");
    struct record again;
    record_init(&again);
    read_again(&out, rec, &again);
    must(again.ply_count == rec->ply_count && again.node_count == rec->node_count,
         "the written game has other moves");
    char why[200] = "";
    if (may_get_tags) {
        round_trip(&again, false);
    } else if (lost == 0 && !record_equal(rec, &again, why, sizeof why)) {
        fprintf(stderr, "%s\n%.*s\n", why, (int)out.len, out.data);
        must(false, "the written game is another");
    }
    record_free(&again);
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
            must(reader_place(r, f.items[i].source).line > 0 || reader_is_binary(r),
                 "a finding without a place");
        if (!rec.is_broken && rec.variant != VARIANT_UNSUPPORTED)
            round_trip(&rec, rec.game == GAME_XIANGQI);
    }
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
    check_memory_free(&memory);
    return 0;
}
