/* What the store's tests share: a folder of their own, records made by hand and at random, and
   comparing what went in with what came out. */
#ifndef QIPU_TESTS_STORE_RECORDS_H
#define QIPU_TESTS_STORE_RECORDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "notation/notation.h"
#include "store/pages.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char test_folder[64];

static inline int make_folder(void **state)
{
    (void)state;
    rules_init();
    strcpy(test_folder, "/tmp/qipu-test-XXXXXX");
    return mkdtemp(test_folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", test_folder);
    return system(command);
}

static inline const char *test_path(const char *name)
{
    static char paths[4][128];
    static unsigned next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder, name);
    return path;
}

static inline const char *fresh_path(const char *name)
{
    const char *path = test_path(name);
    unlink(path);
    return path;
}

static inline struct store *open_store(const char *path, enum store_mode mode, enum game game)
{
    struct error err = {.text = ""};
    struct store *s = store_open(path, mode, game, &err);
    if (!s)
        fail_msg("%s", err.text);
    return s;
}

/* Change a store as one would who seals its pages: what lies below them is put to the test. */
static inline void change_sealed(const char *path, const char *sql)
{
    sqlite3 *db;
    char *why = NULL;
    assert_int_equal(pages_register(), SQLITE_OK);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, PAGES_VFS), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
    sqlite3_close(db);
}

/* Stop the test with the message if OK is false. */
#define must(ok, err)                                                                              \
    do {                                                                                           \
        if (!(ok))                                                                                 \
            fail_msg("%s", (err).text);                                                            \
    } while (0)

/* --- Records ---------------------------------------------------------------------------------- */

static inline void add_tag(struct record *r, const char *name, const char *value)
{
    struct slice n, v;
    assert_true(record_add_text(r, name, strlen(name), &n));
    assert_true(record_add_text(r, value, strlen(value), &v));
    assert_true(record_add_tag(r, n, v, 0));
}

static inline void add_comment(struct record *r, const char *text, size_t len, bool to_line_end)
{
    struct slice s;
    assert_true(record_add_text(r, text, len, &s));
    struct node *n = record_add_node(r, NODE_COMMENT, 0);
    n->text = s;
    n->detail = to_line_end;
}

static inline void set_terminator(struct record *r, enum result result)
{
    r->has_terminator = true;
    r->terminator = result;
}

/* Main-line moves in UCI, blanks between, marked as the board asks. */
static inline void play(struct record *r, const char *moves)
{
    for (const char *s = moves; *s;) {
        size_t len = strcspn(s, " ");
        move m = uci_parse(&r->end, s, len);
        assert_true(m != NULL_MOVE);
        assert_true(record_play(r, m, 0, 0));
        r->nodes[r->node_count - 1].detail = pos_in_check(&r->end) ? MARK_CHECK : 0;
        s += len + (s[len] == ' ');
    }
}

/* The same numbers on every machine. */
static uint64_t random_state = 1;
static inline unsigned random_below(unsigned n)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % n;
}

static inline move random_move(const struct position *pos)
{
    move list[MOVES_MAX];
    int n = pos_legal_moves(pos, list);
    if (!pos_in_check(pos) && random_below(40) == 0)
        return NULL_MOVE;
    return n > 0 ? list[random_below((unsigned)n)] : NULL_MOVE;
}

static inline void random_note(struct record *r)
{
    char text[300];
    size_t len = random_below(random_below(8) ? 40 : sizeof text);
    for (size_t i = 0; i < len; i++)
        text[i] = (char)(' ' + random_below(90));
    if (random_below(2))
        record_add_node(r, NODE_NAG, 0)->detail = (uint8_t)random_below(256);
    else
        add_comment(r, text, len, random_below(4) == 0);
}

/* A variation in place of the move that led from BEFORE, with others inside. */
static inline void random_variation(struct record *r, const struct position *before, int depth)
{
    struct position last = *before, now = *before;
    assert_non_null(record_add_node(r, NODE_BEGIN, 0));
    for (unsigned plies = random_below(6); plies > 0; plies--) {
        move m = random_move(&now);
        if (m == NULL_MOVE && (pos_in_check(&now) || !pos_has_legal_move(&now)))
            break;
        last = now;
        struct node *n = record_add_node(r, NODE_MOVE, 0);
        n->move = m;
        n->detail = (uint8_t)(random_below(5) ? 0 : random_below(4));
        pos_play(&now, m);
        if (random_below(4) == 0)
            random_note(r);
        if (depth < 5 && random_below(4) == 0)
            random_variation(r, &last, depth + 1);
    }
    assert_non_null(record_add_node(r, NODE_END, 0));
}

static inline void random_record(struct record *r, enum game game)
{
    static const char *const names[] = {"Event",  "Site",     "Date", "Round",    "White", "Black",
                                        "Result", "WhiteElo", "ECO",  "PlyCount", "X",     ""};
    static const char *const values[] = {"?",          "",    "-",   "1997", "2024.02.30",
                                         "2024.02.29", "1-0", "B90", "2700", "Zürich \"x\" \\"};
    record_clear(r, game);
    for (unsigned i = random_below(15); i > 0; i--)
        add_tag(r, names[random_below(12)], values[random_below(10)]);
    bool noted = random_below(2), marked = random_below(2);
    for (unsigned plies = random_below(120); plies > 0; plies--) {
        struct position before = r->end;
        move m = random_move(&r->end);
        if (m == NULL_MOVE && (pos_in_check(&r->end) || !pos_has_legal_move(&r->end)))
            break;
        assert_true(record_play(r, m, 0, 0));
        uint8_t mark = pos_in_check(&r->end) ? MARK_CHECK : 0;
        r->nodes[r->node_count - 1].detail = (uint8_t)(marked ? mark : random_below(4));
        if (noted && random_below(5) == 0)
            random_note(r);
        if (noted && random_below(8) == 0)
            random_variation(r, &before, 1);
    }
    if (random_below(4))
        set_terminator(r, (enum result)random_below(4));
}

/* A small game with something of everything. */
static inline void sample_record(struct record *r)
{
    record_clear(r, GAME_CHESS);
    add_tag(r, "Event", "Casual game");
    add_tag(r, "Site", "London ENG");
    add_tag(r, "Date", "1851.06.21");
    add_tag(r, "White", "Anderssen, Adolf");
    add_tag(r, "Black", "Kieseritzky, Lionel");
    add_tag(r, "Result", "1-0");
    add_tag(r, "Annotator", "?");
    play(r, "e2e4 e7e5 f2f4");
    record_add_node(r, NODE_NAG, 0)->detail = 1;
    struct position before;
    pos_start(&before, GAME_CHESS);
    pos_play(&before, r->moves[0]);
    pos_play(&before, r->moves[1]);
    record_add_node(r, NODE_BEGIN, 0);
    record_add_node(r, NODE_MOVE, 0)->move = uci_parse(&before, "g1f3", 4);
    add_comment(r, "is quiet", 8, false);
    record_add_node(r, NODE_END, 0);
    play(r, "e5f4 f1c4 d8h4 e1f1 b7b5");
    add_comment(r, "Bryan's gambit", 14, true);
    set_terminator(r, RESULT_WHITE);
}

static inline void assert_same_record(const struct record *a, const struct record *b)
{
    char why[256] = "";
    if (!record_equal(a, b, why, sizeof why))
        fail_msg("%s", why);
    assert_int_equal(a->has_terminator, b->has_terminator);
    assert_int_equal(a->terminator, b->terminator);
    assert_int_equal(a->ply_count, b->ply_count);
    assert_true(a->end.key == b->end.key);
    for (size_t i = 0; i < a->node_count; i++)
        assert_int_equal(a->nodes[i].detail, b->nodes[i].detail);
    for (size_t i = 0; i <= a->ply_count; i++)
        assert_true(a->keys[i] == b->keys[i] && a->flags[i] == b->flags[i]);
}

/* Add REC to a batch that is open. */
static inline game_id add_record(struct store *s, const struct record *rec)
{
    struct error err;
    game_id id = 0;
    must(store_add(s, rec, &id, &err), err);
    return id;
}

/* Store REC alone at PATH, a new store. */
static inline void store_one(const char *path, const struct record *rec)
{
    struct error err;
    struct store *s = open_store(path, STORE_WRITE, rec->game);
    must(store_begin(s, &err), err);
    assert_int_equal(add_record(s, rec), 1);
    must(store_commit(s, NULL, &err), err);
    store_close(s);
}

#endif
