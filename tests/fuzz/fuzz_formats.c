/* Any bytes as a file of one of the formats that are read whole: they must be read without harm, no
   finding may lie outside, and a game that was read must come back from DhtmlXQ. Files of formats
   that are told by their names are tried under these. */
#include "check/check.h"
#include "format/format.h"
#include "format/whole.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_formats: %s\n", what);
    abort();
}

/* Write REC to OUT and read that back into AGAIN. */
static void through_dhtmlxq(const struct record *rec, struct buffer *out, struct record *again)
{
    struct dhtmlxq_losses losses = {0};
    struct findings f = {0};
    size_t at = 0;
    dhtmlxq_write(out, rec, &losses);
    must(!out->failed && whole_dhtmlxq.recognise(out->data, out->len, ""),
         "no DhtmlXQ was written");
    must(record_clear(again, GAME_XIANGQI), "out of memory");
    buffer_terminate(out);
    must(whole_dhtmlxq.read(out->data, out->len, &at, again, &f), "it cannot be read");
    must(!again->is_broken, "the game that was written is broken");
    must(again->ply_count == rec->ply_count || losses.moves > 0,
         "the game that was written is another");
    findings_free(&f);
}

/* What DhtmlXQ has no place for is gone after the first time; from then on nothing changes. */
static void round_trip(const struct record *rec)
{
    struct buffer first = {0}, second = {0}, third = {0};
    struct record a, b;
    record_init(&a);
    record_init(&b);
    through_dhtmlxq(rec, &first, &a);
    through_dhtmlxq(&a, &second, &b);
    through_dhtmlxq(&b, &third, &a);
    must(second.len == third.len && memcmp(second.data, third.data, second.len) == 0,
         "DhtmlXQ changes what it holds");
    record_free(&a);
    record_free(&b);
    buffer_free(&first);
    buffer_free(&second);
    buffer_free(&third);
}

static void check_game(const struct record *rec, struct findings *f)
{
    struct check_memory memory = {0};
    struct buffer out = {0};
    struct pgn_write_options o = {.line_width = 80};
    check_record(rec, &memory, f);
    pgn_write(&out, rec, &o);
    json_write(&out, rec, 0);
    if (!rec->is_broken && rec->game == GAME_XIANGQI)
        round_trip(rec);
    buffer_free(&out);
    check_memory_free(&memory);
}

static void read_all(const uint8_t *data, size_t size)
{
    struct read_options options = {.game = GAME_COUNT, .otherwise = GAME_XIANGQI};
    struct error err;
    struct reader *r = reader_open_memory(data, size, &options, &err);
    struct findings f = {0};
    struct record rec;
    if (!r)
        return;
    record_init(&rec);
    while (reader_next(r, &rec, &f, &err) == READ_GAME) {
        for (size_t i = 0; i < f.count; i++)
            must(f.items[i].source <= size * 4 &&
                     (reader_place(r, f.items[i].source).line > 0 || reader_is_binary(r)),
                 "a finding without a place");
        check_game(&rec, &f);
    }
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
}

/* Read the bytes as a file called NAME. */
static void read_named(const char *data, size_t size, const char *name)
{
    enum { LOOK = 4096 };
    for (size_t i = 0; whole_formats[i]; i++) {
        const struct whole_format *format = whole_formats[i];
        if (format->is_text || !format->recognise(data, size < LOOK ? size : LOOK, name))
            continue;
        struct findings f = {0};
        struct record rec;
        size_t at = 0, before = 0;
        record_init(&rec);
        while (record_clear(&rec, format->game) &&
               whole_read(format, data, size, NULL, &at, &rec, &f)) {
            must(at > before && at <= size, "a game without an end");
            before = at;
            check_game(&rec, &f);
            findings_clear(&f);
        }
        record_free(&rec);
        findings_free(&f);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready)
        rules_init();
    ready = true;
    read_all(data, size);
    char *copy = malloc(size + 1);
    must(copy != NULL, "out of memory");
    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = '\0';
    read_named(copy, size, "game.ccm");
    read_named(copy, size, "game.chn");
    free(copy);
    return 0;
}
