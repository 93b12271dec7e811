/* The notes of a game as bytes: what each means, and what is said of bytes that cannot be notes of
   the game. */
#include "store/code/game_code.h"
#include "tests/unit/store_records.h"

/* A number with its kind in the low three bits. */
#define NOTE(kind, argument) ((argument) << 3 | (kind))

enum { DEPTH_MAX = 1 << 20 };

static const char *const line_of_moves[] = {"e2e4", "e7e5", "g1f3"};

/* Play the main line with these NOTES on REC. */
static bool read_notes(struct record *rec, const void *notes, size_t len, struct error *err)
{
    struct position pos;
    struct replay replay = {0};
    move moves[3];
    pos_start(&pos, GAME_CHESS);
    for (int i = 0; i < 3; i++) {
        moves[i] = uci_parse(&pos, line_of_moves[i], 4);
        pos_play(&pos, moves[i]);
    }
    record_init(rec);
    record_clear(rec, GAME_CHESS);
    *err = (struct error){.text = ""};
    const bool ok = game_code_read(rec, moves, 3, bytes_of(notes, len), &replay, err);
    replay_free(&replay);
    return ok;
}

static void assert_refused(const void *notes, size_t len, const char *why)
{
    struct error err;
    struct record rec;
    assert_false(read_notes(&rec, notes, len, &err));
    assert_int_equal(err.code, ERROR_DAMAGED);
    assert_string_equal(err.text, why);
    record_free(&rec);
}
#define refused(why, ...)                                                                          \
    assert_refused((const unsigned char[]){__VA_ARGS__},                                           \
                   sizeof(const unsigned char[]){__VA_ARGS__}, why)

/* The kinds of the nodes, a letter for each, moves with their marks behind them. */
static const char *kinds_of(const struct record *rec)
{
    static char text[200];
    size_t len = 0;
    for (size_t i = 0; i < rec->node_count; i++) {
        const struct node *n = &rec->nodes[i];
        text[len++] = n->kind == NODE_MOVE      ? 'm'
                      : n->kind == NODE_NAG     ? '$'
                      : n->kind == NODE_COMMENT ? (n->detail ? ';' : '{')
                      : n->kind == NODE_BEGIN   ? '('
                                                : ')';
        if (n->kind == NODE_NAG || (n->kind == NODE_MOVE && n->detail))
            text[len++] = (char)('0' + n->detail);
    }
    text[len] = '\0';
    return text;
}

static void assert_nodes(const void *notes, size_t len, const char *kinds)
{
    struct error err;
    struct record rec;
    must(read_notes(&rec, notes, len, &err), err);
    assert_string_equal(kinds_of(&rec), kinds);
    assert_int_equal(rec.ply_count, 3);
    record_free(&rec);
}
#define nodes(kinds, ...)                                                                          \
    assert_nodes((const unsigned char[]){__VA_ARGS__}, sizeof(const unsigned char[]){__VA_ARGS__}, \
                 kinds)

/* c7c5, as the move 1... is stored: from 50 to 34. */
#define C7C5 (unsigned char)(50 | 34 << 6), (34 << 6 | 50) >> 8

static void notes_stand_between_the_moves(void **state)
{
    (void)state;
    assert_nodes("", 0, "mmm");
    nodes("mmm", 0);
    nodes("$1mmm", 0, NOTE(NOTE_NAG, 1));
    nodes("m$2{m;m", 0, NOTE(NOTE_MAIN, 1), NOTE(NOTE_NAG, 2), NOTE(NOTE_COMMENT, 1), 'a',
          NOTE(NOTE_MAIN, 1), NOTE(NOTE_LINE_COMMENT, 2), 'b', 'c');
    nodes("mm(m)m", 0, NOTE(NOTE_MAIN, 2), NOTE(NOTE_BEGIN, 0), NOTE(NOTE_MOVES, 1), C7C5,
          NOTE(NOTE_END, 0));
    nodes("mm(m2)m", 0, NOTE(NOTE_MAIN, 2), NOTE(NOTE_BEGIN, 0), NOTE(NOTE_MARKED_MOVE, 2), C7C5,
          NOTE(NOTE_END, 0));
}

static void marks_of_the_main_line_are_kept_as_exceptions(void **state)
{
    (void)state;
    nodes("mm1m", 1 << 1, 2, 1);
    nodes("m2mm1", 2 << 1, 1, 2, 2, 1);
    nodes("m2m(m)m1", 2 << 1, 1, 2, 2, 1, NOTE(NOTE_MAIN, 2), NOTE(NOTE_BEGIN, 0),
          NOTE(NOTE_MOVES, 1), C7C5, NOTE(NOTE_END, 0));
    refused("its marks are damaged (after ply 3)", 1 << 1, 4, 1);
    refused("its notes are cut off (after ply 0)", 2 << 1, 1, 1, 1);
}

static void what_cannot_be_notes_of_the_game_is_refused(void **state)
{
    (void)state;
    refused("its notes count more moves than it has (after ply 0)", 0, NOTE(NOTE_MAIN, 4));
    refused("its notes count more moves than it has (after ply 2)", 0, NOTE(NOTE_MAIN, 2),
            NOTE(NOTE_MAIN, 2));
    refused("a variation's move stands in the main line (after ply 1)", 0, NOTE(NOTE_MAIN, 1),
            NOTE(NOTE_MOVES, 1), C7C5);
    refused("its notes are cut off (after ply 2)", 0, NOTE(NOTE_MAIN, 2), NOTE(NOTE_BEGIN, 0),
            NOTE(NOTE_MOVES, 2), C7C5);
    refused("a stored move of a variation is not legal (after ply 1)", 0, NOTE(NOTE_MAIN, 1),
            NOTE(NOTE_BEGIN, 0), NOTE(NOTE_MOVES, 1), C7C5);
    refused("a variation ends that did not begin (after ply 0)", 0, NOTE(NOTE_END, 0));
    refused("a variation does not end (after ply 1)", 0, NOTE(NOTE_MAIN, 1), NOTE(NOTE_BEGIN, 0));
    refused("the main line goes on inside a variation (after ply 1)", 0, NOTE(NOTE_MAIN, 1),
            NOTE(NOTE_BEGIN, 0), NOTE(NOTE_MAIN, 1));
    refused("a NAG is out of range (after ply 0)", 0, 0x81, 0x10);
    refused("a comment is cut off (after ply 0)", 0, NOTE(NOTE_COMMENT, 2), 'a');
    refused("its notes are cut off (after ply 0)", 0, 0x80);
}

static void variations_lie_no_deeper_than_a_game_may_have_them(void **state)
{
    (void)state;
    struct buffer deep = {0};
    buffer_add_char(&deep, 0);
    buffer_add_char(&deep, NOTE(NOTE_MAIN, 1));
    for (int i = 0; i < DEPTH_MAX; i++)
        buffer_add_char(&deep, NOTE_BEGIN);
    assert_refused(deep.data, deep.len, "a variation does not end (after ply 1)");
    buffer_add_char(&deep, NOTE_BEGIN);
    assert_refused(deep.data, deep.len, "its variations lie too deep (after ply 1)");
    buffer_free(&deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_stand_between_the_moves),
        cmocka_unit_test(marks_of_the_main_line_are_kept_as_exceptions),
        cmocka_unit_test(what_cannot_be_notes_of_the_game_is_refused),
        cmocka_unit_test(variations_lie_no_deeper_than_a_game_may_have_them),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
