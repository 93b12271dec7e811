/* Parts of games that are read alone: their notes, their tags. */
#include "tests/unit/store_records.h"

enum { GAMES = 400 };

/* Kinds and texts of notes, with their games. */
struct told {
    struct buffer text;
    size_t most; /* notes of one game that are taken */
    game_id id;
    size_t count;
};

static void tell(struct buffer *b, game_id id, enum node_kind kind, const char *text, size_t len)
{
    buffer_printf(b, "%u:%d:", (unsigned)id, (int)kind);
    buffer_add(b, text, len);
    buffer_add_char(b, '\n');
}

static bool take(void *closure, game_id id, enum node_kind kind, const char *text, size_t len)
{
    struct told *t = closure;
    t->count = id == t->id ? t->count + 1 : 1;
    t->id = id;
    tell(&t->text, id, kind, text, len);
    return t->count < t->most;
}

/* What is to be told of REC's first MOST notes. */
static void expect(struct buffer *b, game_id id, const struct record *rec, size_t most)
{
    for (size_t i = 0, count = 0; i < rec->node_count && count < most; i++) {
        const struct node *n = &rec->nodes[i];
        if (n->kind == NODE_MOVE || n->kind == NODE_END)
            continue;
        count++;
        if (n->kind == NODE_COMMENT)
            tell(b, id, NODE_COMMENT, record_text(rec, n->text), n->text.len);
        else
            tell(b, id, (enum node_kind)n->kind, NULL, 0);
    }
}

/* A store of random games, always the same. */
static struct store *store_games(const char *path)
{
    struct error err = {.text = ""};
    struct record rec;
    struct store *s = open_store(path, STORE_WRITE, GAME_CHESS);
    record_init(&rec);
    random_state = 7;
    assert_true(store_begin(s, &err));
    for (int i = 0; i < GAMES; i++) {
        random_record(&rec, GAME_CHESS);
        add_record(s, &rec);
    }
    assert_true(store_commit(s, NULL, &err));
    record_free(&rec);
    return s;
}

static void assert_notes(struct store *s, game_id first, game_id last, size_t most)
{
    struct error err = {.text = ""};
    struct told told = {.most = most};
    struct buffer expected = {0};
    struct record rec;
    record_init(&rec);
    random_state = 7;
    for (game_id id = 1; id <= GAMES; id++) {
        random_record(&rec, GAME_CHESS);
        if (id >= first && id <= last)
            expect(&expected, id, &rec, most);
    }
    if (!store_scan_notes(s, first, last, take, &told, &err))
        fail_msg("%s", err.text);
    assert_true(expected.len > 0);
    assert_int_equal(told.text.len, expected.len);
    assert_memory_equal(told.text.data, expected.data, expected.len);
    buffer_free(&told.text);
    buffer_free(&expected);
    record_free(&rec);
}

static void notes_are_told_without_the_moves(void **state)
{
    (void)state;
    struct store *s = store_games(fresh_path("notes"));
    assert_notes(s, 1, GAMES, SIZE_MAX);
    assert_notes(s, 1, UINT32_MAX, SIZE_MAX);
    store_close(s);
}

static void a_part_of_the_games_is_walked_over(void **state)
{
    (void)state;
    struct store *s = store_games(fresh_path("part"));
    assert_notes(s, GAMES / 2, GAMES / 2 + 30, SIZE_MAX);
    store_close(s);
}

static void a_taker_that_has_enough_of_a_game_gets_the_next(void **state)
{
    (void)state;
    struct store *s = store_games(fresh_path("enough"));
    assert_notes(s, 1, GAMES, 1);
    store_close(s);
}

static void tags_are_read_without_the_moves(void **state)
{
    (void)state;
    struct error err = {.text = ""};
    struct record rec, tags;
    struct game_header header;
    struct store *s = store_games(fresh_path("tags"));
    struct store_cursor *c = store_scan(s, &err);
    assert_non_null(c);
    record_init(&rec);
    record_init(&tags);
    while (store_next(c, &header, &err) > 0) {
        if (!store_cursor_read_tags(c, &tags, &err) || !store_cursor_read(c, &rec, &err))
            fail_msg("%s", err.text);
        assert_int_equal(tags.ply_count, 0);
        assert_int_equal(tags.tag_count, rec.tag_count);
        assert_int_equal(tags.number, rec.number);
        assert_true(tags.start.key == rec.start.key);
        for (size_t i = 0; i < rec.tag_count; i++) {
            const struct slice a = rec.tags[i].value, b = tags.tags[i].value;
            assert_int_equal(a.len, b.len);
            assert_memory_equal(record_text(&rec, a), record_text(&tags, b), a.len);
        }
    }
    store_scan_end(c);
    store_close(s);
    record_free(&rec);
    record_free(&tags);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_are_told_without_the_moves),
        cmocka_unit_test(a_part_of_the_games_is_walked_over),
        cmocka_unit_test(a_taker_that_has_enough_of_a_game_gets_the_next),
        cmocka_unit_test(tags_are_read_without_the_moves),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
