/* The table of openings. */
#include "notation/notation.h"
#include "notation/openings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Play the moves of a line of the table; all must be legal. */
static void play(const char *line, struct position *pos)
{
    const char *moves = strrchr(line, '\t') + 1;
    pos_start(pos, GAME_CHESS);
    while (*moves) {
        const size_t len = strcspn(moves, " ");
        struct san_move sm;
        if (moves[len - 1] != '.') {
            if (san_parse(pos, moves, len, &piece_letter_table[0], &sm) != SAN_OK)
                fail_msg("%s: %s", line, moves);
            pos_play(pos, sm.move);
        }
        moves += len + (moves[len] == ' ');
    }
}

static void every_line_of_the_table_is_known_by_its_position(void **state)
{
    size_t n = 0;
    (void)state;
    for (; opening_lines[n]; n++) {
        struct position pos;
        play(opening_lines[n], &pos);
        const struct opening *o = opening_of_position(pos.key);
        assert_non_null(o);
        assert_int_equal(o->eco_len, 3);
        assert_true(o->eco[0] >= 'A' && o->eco[0] <= 'E');
        assert_true(o->name_len > 0);
    }
    assert_true(n > 3000);
}

static void a_line_has_the_opening_of_its_last_known_position(void **state)
{
    static const char *const moves[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "h5", "a4"};
    enum { COUNT = sizeof moves / sizeof *moves };
    key64 keys[COUNT + 1];
    struct position pos;
    (void)state;
    pos_start(&pos, GAME_CHESS);
    keys[0] = pos.key;
    for (int i = 0; i < COUNT; i++) {
        struct san_move sm;
        assert_int_equal(san_parse(&pos, moves[i], strlen(moves[i]), &piece_letter_table[0], &sm),
                         SAN_OK);
        pos_play(&pos, sm.move);
        keys[i + 1] = pos.key;
    }
    const struct opening *o = opening_of_line(keys, COUNT + 1);
    assert_non_null(o);
    assert_memory_equal(o->eco, "C60", 3);
    assert_memory_equal(o->name, "Ruy Lopez", o->name_len);
    assert_null(opening_of_line(keys, 1));
}

static int set_up(void **state)
{
    struct error err;
    (void)state;
    rules_init();
    return openings_load(&err) ? 0 : 1;
}

static int tear_down(void **state)
{
    (void)state;
    openings_unload();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_of_the_table_is_known_by_its_position),
        cmocka_unit_test(a_line_has_the_opening_of_its_last_known_position),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
