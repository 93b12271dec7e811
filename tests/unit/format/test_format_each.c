/* Reading on several threads gives what reading one game after the other gives, wherever the text
   is cut: also where what looks like the start of a game is none. */
#include "base/text_parts.h"
#include "format/reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Tag sections inside comments and behind games, games without tags, junk, open braces. */
static const char text[] = "Junk before all.\n\n[Event \"1\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 {A "
                           "comment\n\n[Event \"no\"]\n"
                           "[Site \"game\"]\n\n1. d4 *} Nc6 1-0\n\n[Event \"2\"]\n\n1. d4 d5 "
                           "1/2-1/2\n{behind\n\n[Date \"x\"]\n"
                           "the result}\n\n[Event \"3\"]\n\n1. c4 {never closed\n\n[Event "
                           "\"4\"]\n[White \"B\"]\n\n1. e4 {x} c5 "
                           "0-1\n\n[Opening \"stray\"]\n[Variation \"tags\"]\n\n[Opening "
                           "\"again\"]\n\n[Event \"5\"]\n\n1. e4 e5 2. "
                           "Ke3 *\n\n1. d4 d5 *\n\n1. f4 f5 *\n\nwords words\n\n[Event "
                           "\"6\"]\n[Event \"twice\"]\n\n1. Nf3 (1. "
                           "g3 1-0)\n\n[Event \"7\"]\n[Result \"*\"]\n\n*\n\n[Event "
                           "\"8\"]\n\n[Event \"9\"]\n[FEN \"bad\"]\n\n1. e4 "
                           "*\n\n[Event \"10\"]\n[Variant \"Atomic\"]\n\n1. Nxe9 (x) 1-0\n\n[Event "
                           "\"11\"]\n\n1. g4 e5 2. f3 Qh4# "
                           "0-1\ntail without a game";

/* A list of games with faulty lines, and lines that are none. */
static const char list[] =
    "e2e4 e7e5 g1f3\nd2d4 d7d5 c2c4 e7e6\n\n  c2c4\nfen 7k/8/8/8/8/8/P7/K7 w - - "
    "0 1 moves a2a4 h8g8\nno game\nnor this\r\ne4 e5 Ke3\nd4\n1. e4 e5 2. f4 "
    "exf4 1-0 more\ng1f3\nthe end";

/* JSON on lines and in arrays, with what is wrong. */
static const char json[] =
    "{\"moves\":[\"e4\"]}\n{\"moves\":[\"e4\",\"d4\"]}\n\n{\"moves\":5}\n{\"moves\":["
    "]}\n[\n{\"moves\":[\"d4\"]},\n{\"moves\":[\"d4\"]}\n,\n{\"moves\":[\"d4\"]}\n"
    "{\"moves\":[\"c4\"]},,\n{\"moves\":[\"c4\"]},\n{\"moves\":[\"x},\n{\"moves\":[]}"
    ",\nnull,\n{\"moves\":[\"f4\"]}\n]\n{\"moves\":[\"f4\"]}\nthe end";

struct log {
    struct buffer lines;
    struct reader *reader;
};

/* What is said of a game by `work`, on some thread ... */
static void describe(void *closure, unsigned worker, struct game_job *job)
{
    const struct record *rec = job->rec;
    (void)closure;
    (void)worker;
    buffer_printf(job->text, "tags %zu plies %zu nodes %zu end %016llx result %d", rec->tag_count,
                  rec->ply_count, rec->node_count, (unsigned long long)rec->end.key,
                  (int)record_result(rec));
    buffer_printf(job->text, " source %zu", job->source_len);
    job->value = (uint32_t)rec->tag_count;
}

/* ... and by `take`, in order. */
static bool collect(void *closure, struct game_job *job)
{
    struct log *log = closure;
    buffer_printf(&log->lines, "%llu: ", (unsigned long long)job->number);
    buffer_add(&log->lines, job->text->data + job->text_start, job->text->len - job->text_start);
    buffer_printf(&log->lines, " value %u broken %d to %llu\n", job->value, (int)job->is_broken,
                  (unsigned long long)reader_offset(log->reader));
    findings_sort(job->findings);
    for (size_t i = 0; i < job->findings->count; i++) {
        const struct finding *f = &job->findings->items[i];
        struct place at = reader_place(log->reader, f->source);
        buffer_printf(&log->lines, "  %llu:%llu %s\n", (unsigned long long)at.line,
                      (unsigned long long)at.column, finding_text(job->findings, f));
    }
    return true;
}

static size_t window_size; /* 0: the usual */

static struct buffer read_all(const char *data, size_t len, unsigned threads, size_t cut)
{
    const struct read_options options = {.game = GAME_CHESS};
    struct error err;
    struct findings last = {0};
    struct log log = {.reader = reader_open_memory(data, len, &options, &err)};
    const struct game_handler handler = {.work = describe, .take = collect, .closure = &log};
    assert_non_null(log.reader);
    log.reader->piece = cut;
    if (window_size > 0)
        text_set_chunk(log.reader->text, window_size);
    assert_int_equal(reader_each(log.reader, threads, &handler, &last, &err), READ_END);
    for (size_t i = 0; i < last.count; i++)
        buffer_printf(&log.lines, "last: %s\n", finding_text(&last, &last.items[i]));
    reader_close(log.reader);
    findings_free(&last);
    return log.lines;
}

static void assert_same(const char *data, size_t len, const struct buffer *wanted, unsigned threads,
                        size_t cut)
{
    struct buffer got = read_all(data, len, threads, cut);
    if (got.len != wanted->len || memcmp(got.data, wanted->data, got.len) != 0)
        fail_msg("%u threads, pieces of %zu bytes:\n%s\ninstead of\n%s", threads, cut,
                 buffer_terminate(&got), wanted->data);
    buffer_free(&got);
}

static void assert_same_when_cut(const char *data, size_t len, const char *last)
{
    struct buffer one_by_one = read_all(data, len, 1, 0);
    buffer_terminate(&one_by_one);
    assert_non_null(strstr(one_by_one.data, last));
    for (size_t cut = 1; cut <= len; cut++)
        assert_same(data, len, &one_by_one, 1 + (unsigned)(cut % 3), cut);
    buffer_free(&one_by_one);
}

static void games_are_the_same_wherever_the_text_is_cut(void **state)
{
    (void)state;
    assert_same_when_cut(text, sizeof text - 1, "\n13: ");
    assert_same_when_cut(list, sizeof list - 1, "\n8: ");
    assert_same_when_cut(json, sizeof json - 1, "\n14: ");
}

static void many_games_are_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    struct buffer many = {0};
    for (int i = 0; i < 300; i++)
        buffer_add(&many, text, sizeof text - 1);
    struct buffer one_by_one = read_all(many.data, many.len, 1, 0);
    buffer_terminate(&one_by_one);
    for (unsigned threads = 2; threads <= 5; threads++)
        assert_same(many.data, many.len, &one_by_one, threads, 5000);
    buffer_free(&one_by_one);
    buffer_free(&many);
}

static bool stop_at_third(void *closure, struct game_job *job)
{
    *(uint64_t *)closure = job->number;
    return job->number < 3;
}

/* The windows of the text grow from CHUNK bytes. */
static void assert_same_in_windows(const char *data, size_t len, size_t first)
{
    struct buffer whole = read_all(data, len, 1, 0);
    for (size_t chunk = first; chunk < len; chunk += chunk < 60 ? 1 : 13) {
        window_size = chunk;
        struct buffer got = read_all(data, len, 1, 0);
        window_size = 0;
        if (got.len != whole.len || memcmp(got.data, whole.data, got.len) != 0)
            fail_msg("windows of %zu bytes:\n%s\ninstead of\n%s", chunk, buffer_terminate(&got),
                     buffer_terminate(&whole));
        buffer_free(&got);
    }
    buffer_free(&whole);
}

static void games_are_the_same_whatever_the_window(void **state)
{
    enum { JSON_KEY = 12 }; /* what tells JSON must be in the first window */
    (void)state;
    assert_same_in_windows(text, sizeof text - 1, 1);
    assert_same_in_windows(list, sizeof list - 1, 1);
    assert_same_in_windows(json, sizeof json - 1, JSON_KEY);
}

static void the_taker_can_stop(void **state)
{
    (void)state;
    const struct read_options options = {.game = GAME_CHESS};
    struct error err;
    struct findings last = {0};
    for (unsigned threads = 1; threads <= 2; threads++) {
        uint64_t number = 0;
        const struct game_handler handler = {
            .work = describe, .take = stop_at_third, .closure = &number};
        struct reader *r = reader_open_memory(text, sizeof text - 1, &options, &err);
        r->piece = 200;
        assert_int_equal(reader_each(r, threads, &handler, &last, &err), READ_GAME);
        assert_int_equal(number, 3);
        reader_close(r);
    }
    findings_free(&last);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_the_same_wherever_the_text_is_cut),
        cmocka_unit_test(many_games_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(games_are_the_same_whatever_the_window),
        cmocka_unit_test(the_taker_can_stop),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
