/* The notes of two records of one game joined: nothing is lost, and nothing is there twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "format/format.h"
#include "record/record_notes.h"

#include <stdlib.h>

/* The one game of TEXT. */
static void read_game(struct record *rec, const char *text)
{
    struct error err;
    struct read_options options = {.game = GAME_COUNT};
    struct findings findings = {0};
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(r);
    record_init(rec);
    assert_int_equal(reader_next(r, rec, &findings, &err), READ_GAME);
    assert_false(rec->is_broken);
    findings_free(&findings);
    reader_close(r);
}

static void expect(const char *ours, const char *theirs, const char *joined)
{
    struct record into, from;
    struct buffer out = {0};
    const struct pgn_write_options options = {.line_width = 0};
    bool added;
    read_game(&into, ours);
    read_game(&from, theirs);
    assert_true(record_join_notes(&into, &from, &added));
    assert_true(added == (strcmp(ours, joined) != 0));
    pgn_write(&out, &into, &options);
    assert_true(out.len > 2);
    out.len -= 2;
    assert_string_equal(buffer_terminate(&out), joined);
    buffer_free(&out);
    record_free(&into);
    record_free(&from);
}

static void comments_marks_and_variations_of_both_are_there(void **state)
{
    (void)state;
    expect("1. e4 {Ours.} e5 *", "1. e4 $1 {Theirs.} (1. d4 d5 {So.}) 1... e5 $2 {End.} *",
           "1. e4 $1 {Ours.} {Theirs.} (1. d4 d5 {So.}) 1... e5 $2 {End.} *");
    expect("{First.} 1. e4 *", "{Before.} 1. e4 *", "{First.} {Before.} 1. e4 *");
}

static void what_is_there_already_is_not_added(void **state)
{
    (void)state;
    expect("1. e4 $1 {Same.} (1. d4 (1. c4 {x}) 1... d5) *",
           "1. e4 $1 {Same.} (1. d4 (1. c4 {x}) 1... d5) *",
           "1. e4 $1 {Same.} (1. d4 (1. c4 {x}) 1... d5) *");
    expect("1. e4 (1. d4 d5) *", "1. e4 (1. d4 d5 2. c4) *", "1. e4 (1. d4 d5) (1. d4 d5 2. c4) *");
}

static void a_shorter_game_gives_what_it_has(void **state)
{
    (void)state;
    expect("1. e4 e5 2. Nf3 *", "1. e4 e5 {Here.} *", "1. e4 e5 {Here.} 2. Nf3 *");
    expect("1. e4 *", "1. e4 {Here.} e5 {There.} *", "1. e4 {Here.} *");
}

static void other_moves_become_a_variation(void **state)
{
    (void)state;
    expect("1. e4 e5 {Ours.} 2. Nf3 *", "1. e4 c5 {Sicilian.} (1... c6) 2. Nc3 $1 *",
           "1. e4 e5 {Ours.} (1... c5 {Sicilian.} (1... c6) 2. Nc3 $1) 2. Nf3 *");
}

static void games_from_other_positions_have_nothing_to_give(void **state)
{
    (void)state;
    expect("1. e4 *",
           "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 {Alone.} *",
           "1. e4 *");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_marks_and_variations_of_both_are_there),
        cmocka_unit_test(what_is_there_already_is_not_added),
        cmocka_unit_test(a_shorter_game_gives_what_it_has),
        cmocka_unit_test(other_moves_become_a_variation),
        cmocka_unit_test(games_from_other_positions_have_nothing_to_give),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
