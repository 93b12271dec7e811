/* Polyglot's keys, with the examples of the description of its format, and books. */
#include "format/lists/book.h"
#include "format/format.h"
#include "notation/polyglot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void read_text(const char *text, struct record *rec)
{
    struct read_options options = {.game = GAME_CHESS};
    struct findings f = {0};
    struct error err;
    struct reader *r = reader_open_memory(text, strlen(text), &options, &err);
    assert_non_null(r);
    assert_int_equal(reader_next(r, rec, &f, &err), READ_GAME);
    assert_false(rec->is_broken);
    reader_close(r);
    findings_free(&f);
}

static void assert_key(const char *moves, uint64_t key)
{
    struct record rec;
    record_init(&rec);
    read_text(moves, &rec);
    const move last = rec.ply_count > 0 ? rec.moves[rec.ply_count - 1] : NULL_MOVE;
    assert_int_equal(polyglot_key(&rec.end, last), key);
    record_free(&rec);
}

static void keys_are_those_of_the_description(void **state)
{
    (void)state;
    assert_key("[White \"A\"]\n\n*", 0x463b96181691fc9c);
    assert_key("1. e4 *", 0x823c9b50fd114196);
    assert_key("1. e4 d5 *", 0x0756b94461c50fb0);
    assert_key("1. e4 d5 2. e5 *", 0x662fafb965db29d4);
    assert_key("1. e4 d5 2. e5 f5 *", 0x22a48b5a8e47ff78);
    assert_key("1. e4 d5 2. e5 f5 3. Ke2 *", 0x652a607ca3f242c1);
    assert_key("1. e4 d5 2. e5 f5 3. Ke2 Kf7 *", 0x00fdd303c946bdd9);
    assert_key("1. a4 b5 2. h4 b4 3. c4 *", 0x3c8123ea7b067637);
    assert_key("1. a4 b5 2. h4 b4 3. c4 bxc3 4. Ra3 *", 0x5c3f9b829b279560);
}

/* The pawn on d4 may not take on e3, since it is pinned; the key has the file all the same. */
static void a_pinned_pawn_beside_counts_for_en_passant(void **state)
{
    struct record rec;
    (void)state;
    record_init(&rec);
    read_text("[SetUp \"1\"]\n[FEN \"3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1\"]\n\n1. e4 *", &rec);
    assert_int_equal(rec.end.ep, NO_SQUARE);
    const uint64_t plain = polyglot_key(&rec.end, NULL_MOVE);
    assert_true(polyglot_key(&rec.end, rec.moves[0]) == (plain ^ polyglot_numbers[772 + 4]));
    record_free(&rec);
}

static void assert_move(const char *text, uint16_t expected)
{
    struct record rec;
    record_init(&rec);
    read_text(text, &rec);
    assert_int_equal(polyglot_move(rec.moves[rec.ply_count - 1]), expected);
    record_free(&rec);
}

static void moves_have_polyglots_bits(void **state)
{
    (void)state;
    assert_move("1. e4 *", 12 << 6 | 28);
    assert_move("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *", 4 << 6 | 7);
    assert_move("[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ *",
                4 << 12 | 48 << 6 | 56);
}

/* The book of the games in TEXT as "move weight" for each entry, positions in order. */
static void assert_book(const char *const *games, struct book_options options, const char *expected)
{
    struct buffer samples = {0}, entries = {0}, text = {0};
    struct error err;
    struct record rec;
    struct book *book = book_open(&options, &err);
    assert_non_null(book);
    record_init(&rec);
    for (size_t i = 0; games[i]; i++) {
        read_text(games[i], &rec);
        book_add_game(&samples, &rec);
    }
    assert_true(book_take(book, samples.data, samples.len, &err));
    int more;
    while ((more = book_next(book, &entries, &err)) > 0)
        ;
    assert_int_equal(more, 0);
    assert_int_equal(entries.len % 16, 0);
    for (size_t i = 0; i < entries.len; i += 16) {
        const unsigned char *e = (const unsigned char *)entries.data + i;
        buffer_printf(&text, "%02x%02x:%d ", e[0], e[1], e[10] << 8 | e[11]);
    }
    assert_string_equal(buffer_terminate(&text), expected);
    record_free(&rec);
    book_close(book);
    buffer_free(&samples);
    buffer_free(&entries);
    buffer_free(&text);
}

static const char *const games[] = {
    "1. e4 e5 1-0", "1. e4 c5 1/2-1/2", "1. e4 c5 0-1", "1. d4 1-0", "1. d4 d5 0-1", NULL,
};

static void moves_weigh_what_they_scored(void **state)
{
    (void)state;
    /* Positions: the start (463b) with e4 3 and d4 2, after e4 (823c), after d4 (830e). */
    assert_book(games, (struct book_options){.min_games = 1}, "463b:3 463b:2 823c:3 830e:2 ");
}

static void thresholds_leave_moves_out(void **state)
{
    (void)state;
    assert_book(games, (struct book_options){.min_games = 3}, "463b:3 ");
    assert_book(games, (struct book_options){.min_games = 1, .min_score = 51}, "823c:3 830e:2 ");
}

static int set_up(void **state)
{
    (void)state;
    rules_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_the_description),
        cmocka_unit_test(a_pinned_pawn_beside_counts_for_en_passant),
        cmocka_unit_test(moves_have_polyglots_bits),
        cmocka_unit_test(moves_weigh_what_they_scored),
        cmocka_unit_test(thresholds_leave_moves_out),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
