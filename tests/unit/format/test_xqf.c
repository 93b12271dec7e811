/* XQF: what its bytes mean, that every version is read, that what is written comes back, and what
   is said of files that are damaged. */
#include "tests/unit/reading.h"
#include "tests/unit/xqf_files.h"

/* Squares of a move as version 1.0 stores them: file * 10 + rank, and 24 or 32 more. */
#define FROM(file, rank) ((file)*10 + (rank) + 24)
#define TO(file, rank)   ((file)*10 + (rank) + 32)
enum { A, B, C, D, E, F, G, H, I };
enum { NONE = 0, CHILD = 0xF0, SIBLING = 0x0F };

#define ROOT(flags)               0x18, 0x20, flags, 0xFF, 0, 0, 0, 0
#define MOVE(f, r, F2, R2, flags) FROM(f, r), TO(F2, R2), flags, 0, 0, 0, 0, 0

#define EMPTY_ROSTER "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=? Black=? Result=* "

static const struct read_options options = {.game = GAME_XIANGQI};

static void assert_file(const struct buffer *file, const char *games, const char *findings)
{
    struct reading r = reading_of_options(file->data, file->len, &options, false);
    assert_string_equal(r.games.data, games);
    assert_string_equal(r.findings.data, findings);
    reading_free(&r);
}

static void assert_body(const void *body, size_t len, const char *games, const char *findings)
{
    struct buffer file = {0};
    xqf_plain_file(&file, body, len);
    assert_file(&file, games, findings);
    buffer_free(&file);
}

static void moves_follow_one_another_and_alternatives_come_behind_all_that_follows(void **state)
{
    (void)state;
    static const unsigned char body[] = {
        ROOT(CHILD),
        MOVE(H, 2, E, 2, CHILD | SIBLING),
        MOVE(H, 9, G, 7, SIBLING),
        MOVE(B, 9, C, 7, CHILD),
        MOVE(H, 0, G, 2, NONE),
        MOVE(C, 3, C, 4, CHILD),
        MOVE(G, 6, G, 5, NONE),
    };
    assert_body(body, sizeof body, EMPTY_ROSTER "| h2e2 ( c3c4 g6g5 ) h9g7 ( b9c7 h0g2 ) *\n", "");
}

static void the_first_record_is_no_move_and_its_comment_is_the_games(void **state)
{
    (void)state;
    static const unsigned char body[] = {
        0x18,       0x20,     CHILD, 0xFF, 6, 0, 0, 0, 0xC6, 0xE5, 0xBE, 0xD6, '\r',
        '\n', /* 棋局 */
        FROM(H, 2), TO(E, 2), NONE,  0,    5, 0, 0, 0, 'a',  '\r', '\n', 'b',  ' ',
    };
    assert_body(body, sizeof body, EMPTY_ROSTER "| {棋局} h2e2 {a\\x0Ab } *\n", "");
}

static void header_fields_become_tags(void **state)
{
    (void)state;
    static const unsigned char body[] = {ROOT(NONE)};
    struct buffer file = {0};
    xqf_plain_file(&file, body, sizeof body);
    xqf_set_field(&file, 0x50, "Title");
    xqf_set_field(&file, 0x90, "More");
    xqf_set_field(&file, 0xD0, "\xC8\xAB\xB9\xFA"); /* 全国 */
    xqf_set_field(&file, 0x110, "2001-2-18");
    xqf_set_field(&file, 0x120, "Site");
    xqf_set_field(&file, 0x130, "\xC2\xC0 \xC7\xD5"); /* 吕 钦 */
    xqf_set_field(&file, 0x140, "Black");
    xqf_set_field(&file, 0x150, "15-5-15");
    xqf_set_field(&file, 0x190, "1h");
    xqf_set_field(&file, 0x1A0, "2h");
    xqf_set_field(&file, 0x1D0, "Teller");
    xqf_set_field(&file, 0x1E0, "Author");
    file.data[0x33] = 2;
    file.data[0x40] = 1;
    assert_file(&file,
                "Game=Chinese Chess Event=全国 Site=Site Date=2001.02.18 Round=? Red=吕 钦 "
                "Black=Black Result=0-1 Title=Title Subtitle=More TimeControl=15-5-15 RedTime=1h "
                "BlackTime=2h Annotator=Teller Author=Author GameType=opening | 0-1\n",
                "");
    buffer_free(&file);
}

static void a_field_that_is_too_long_is_cut_at_its_room_and_at_a_character(void **state)
{
    (void)state;
    static const unsigned char body[] = {ROOT(NONE)};
    struct buffer file = {0};
    xqf_plain_file(&file, body, sizeof body);
    xqf_set_field(&file, 0x1D0, "12345678901234\xC8");
    file.data[0x1D0] = 40;
    struct reading r = reading_of_options(file.data, file.len, &options, false);
    assert_non_null(strstr(r.games.data, "Annotator=12345678901234 |"));
    assert_string_equal(r.findings.data, "W:file-detail@464 W:encoding@464");
    reading_free(&r);
    buffer_free(&file);
}

static void a_text_that_overruns_its_field_is_whole_and_makes_no_other_tag(void **state)
{
    (void)state;
    static const unsigned char body[] = {ROOT(NONE)};
    struct buffer file = {0};
    xqf_plain_file(&file, body, sizeof body);
    xqf_set_field(&file, 0x120, "Site");
    xqf_set_field(&file, 0x110, "12345678901234567");
    assert_file(&file,
                "Game=Chinese Chess Event=? Site=? Date=12345678901234567 Round=? Red=? Black=? "
                "Result=* | *\n",
                "W:file-detail@272 W:file-detail@288");
    buffer_free(&file);
}

/* Red is NAME in a file read with ENCODING. */
static void assert_red(const char *name, const char *encoding, const char *red,
                       const char *findings)
{
    static const unsigned char body[] = {ROOT(NONE)};
    const struct read_options named = {.game = GAME_XIANGQI, .encoding = encoding};
    struct buffer file = {0};
    xqf_plain_file(&file, body, sizeof body);
    xqf_set_field(&file, 0x130, name);
    struct reading r = reading_of_options(file.data, file.len, &named, false);
    assert_non_null(strstr(r.games.data, red));
    assert_string_equal(r.findings.data, findings);
    reading_free(&r);
    buffer_free(&file);
}

static void a_named_encoding_is_that_of_the_texts(void **state)
{
    (void)state;
    assert_red("M\xFCller", "WINDOWS-1252", "Red=M\u00FCller ", "");
    assert_red("Nguy\xEA\xDEn", "WINDOWS-1258", "Red=Nguy\u1EC5n ", "");
    assert_red("M\xFCller", "UTF-8", "Red=M\uFFFDller ", "W:encoding@304");
}

static void another_encoding_is_told_by_the_texts_and_doubt_is_reported(void **state)
{
    (void)state;
    assert_red("\xBA\xFA\xC8\xD9\xBB\xAA", NULL, "Red=胡荣华 ", "");
    assert_red("\xAD\x4A\xBA\x61\xB5\xD8", NULL, "Red=胡榮華 ", "N:other-encoding@0");
    assert_red("胡荣华", NULL, "Red=胡荣华 ", "N:other-encoding@0");
    assert_red("M\xFCller", NULL, "Red=M黮ler ", "W:encoding@0");
}

static void a_diagram_that_announces_moves_has_none(void **state)
{
    (void)state;
    static const unsigned char body[] = {ROOT(CHILD)};
    assert_body(body, sizeof body, EMPTY_ROSTER "| *\n", "W:file-detail@1032");
}

static void in_a_diagram_the_side_moves_that_can(void **state)
{
    (void)state;
    static const unsigned char body[] = {ROOT(NONE)};
    struct buffer file = {0};
    xqf_plain_file(&file, body, sizeof body);
    memset(file.data + 0x10, 0xFF, 32);
    file.data[0x10 + 4] = 40;      /* Red's general on e0 */
    file.data[0x10] = 35;          /* a chariot on d5 */
    file.data[0x10 + 16 + 4] = 39; /* Black's general on d9 */
    file.data[0x40] = 3;
    assert_file(&file, EMPTY_ROSTER "FEN=3k5/9/9/9/3R5/9/9/9/9/4K4 b - - 0 1 | *\n",
                "W:file-detail@50");
    buffer_free(&file);
}

static void another_start_is_a_fen_whose_side_is_that_of_the_first_move(void **state)
{
    (void)state;
    static const unsigned char body[] = {ROOT(CHILD), MOVE(D, 9, D, 8, NONE)};
    struct buffer file = {0};
    xqf_plain_file(&file, body, sizeof body);
    memset(file.data + 0x10, 0xFF, 32);
    file.data[0x10 + 4] = 40;      /* Red's general on e0 */
    file.data[0x10] = 80;          /* a chariot on i0 */
    file.data[0x10 + 16 + 4] = 39; /* Black's general on d9 */
    file.data[0x40] = 3;
    assert_file(&file, EMPTY_ROSTER "FEN=3k5/9/9/9/9/9/9/9/9/4K3R b - - 0 1 | d9d8 *\n", "");
    buffer_free(&file);
}

static void what_follows_an_illegal_move_of_the_main_line_is_kept_as_text(void **state)
{
    (void)state;
    static const unsigned char body[] = {
        ROOT(CHILD),
        MOVE(H, 2, E, 2, CHILD),
        MOVE(H, 9, G, 8, CHILD | SIBLING),
        MOVE(H, 0, G, 2, NONE),
        MOVE(B, 9, C, 7, NONE),
    };
    assert_body(body, sizeof body, EMPTY_ROSTER "| h2e2 {h9g8 (b9c7) h0g2} * broken\n",
                "E:illegal-move@1040");
}

static void an_illegal_variation_costs_nothing_else(void **state)
{
    (void)state;
    static const unsigned char body[] = {
        ROOT(CHILD),
        MOVE(H, 2, E, 2, CHILD | SIBLING),
        MOVE(H, 9, G, 7, NONE),
        MOVE(A, 0, A, 5, CHILD | SIBLING),
        MOVE(H, 9, I, 7, NONE),
        99 + 24,
        TO(A, 1),
        SIBLING,
        0,
        0,
        0,
        0,
        0,
        MOVE(C, 3, C, 4, NONE),
    };
    assert_body(body, sizeof body,
                EMPTY_ROSTER "| h2e2 ( {a0a5 h9i7} ) ( {??a1} ) ( c3c4 ) h9g7 *\n",
                "W:variation-error@1048 W:variation-error@1064");
}

static void men_on_one_square_and_missing_generals_make_the_start_bad(void **state)
{
    (void)state;
    static const unsigned char body[] = {ROOT(CHILD), MOVE(H, 2, E, 2, NONE)};
    struct buffer file = {0};
    xqf_plain_file(&file, body, sizeof body);
    file.data[0x10 + 4] = 0;
    assert_file(&file, EMPTY_ROSTER "| {h2e2} * broken\n", "W:file-detail@16 E:bad-fen@16");
    buffer_free(&file);
}

static void bytes_behind_the_moves_are_reported(void **state)
{
    (void)state;
    static const unsigned char body[] = {ROOT(CHILD), MOVE(H, 2, E, 2, NONE), 1, 2, 3};
    assert_body(body, sizeof body, EMPTY_ROSTER "| h2e2 *\n", "W:dropped-text@1040");
}

/* --- Round trips ------------------------------------------------------------------------------ */

static const char annotated[] =
    "[Game \"Chinese Chess\"]\n[Event \"杯赛\"]\n[Site \"北京\"]\n[Date \"1997.11.16\"]\n"
    "[Round \"?\"]\n[Red \"柳大华\"]\n[Black \"吕钦\"]\n[Result \"0-1\"]\n[Title \"仙人指路\"]\n"
    "[TimeControl \"15-5-15\"]\n[Author \"A\"]\n\n"
    "{before} 1. C3-C4 {first} (1. H2-E2 {内} H9-G7 (1... B9-C7 2. H0-G2) 2. B0-C2)\n"
    "(1. G3-G4) 1... H9-G7 {two\nlines} 2. G3-G4 0-1\n";

static void read_text(struct record *rec, const char *text, size_t len)
{
    struct error err;
    struct findings f = {0};
    struct reader *r = reader_open_memory(text, len, &options, &err);
    assert_non_null(r);
    assert_int_equal(reader_next(r, rec, &f, &err), READ_GAME);
    findings_free(&f);
    reader_close(r);
}

static void assert_same_game(const struct record *a, const struct record *b)
{
    char why[200] = "";
    if (!record_equal(a, b, why, sizeof why))
        fail_msg("%s", why);
}

static void a_written_game_comes_back(void **state)
{
    (void)state;
    struct record rec, again;
    struct buffer file = {0};
    struct xqf_losses losses = {0}, none = {0};
    record_init(&rec);
    record_init(&again);
    read_text(&rec, annotated, strlen(annotated));
    xqf_write(&file, &rec, &losses);
    assert_memory_equal(&losses, &none, sizeof none);
    assert_int_equal((unsigned char)file.data[2], 10);
    read_text(&again, file.data, file.len);
    assert_same_game(&rec, &again);
    buffer_free(&file);
    record_free(&rec);
    record_free(&again);
}

static void every_locked_version_gives_the_same_game(void **state)
{
    (void)state;
    static const unsigned char keys[][3] = {{0x73, 0x8D, 0x11}, {0, 0, 0}, {1, 255, 128}};
    static const unsigned char key_or[4] = {0x11, 0xF0, 0x9E, 0x61};
    struct record rec, again;
    struct buffer file = {0}, locked = {0};
    struct xqf_losses losses = {0};
    record_init(&rec);
    record_init(&again);
    read_text(&rec, annotated, strlen(annotated));
    xqf_write(&file, &rec, &losses);
    for (unsigned version = 11; version <= 18; version++) {
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            xqf_lock(&locked, &file, version, 0xAE, key_or, keys[i]);
            assert_true(memcmp(locked.data, file.data, XQF_HEADER_BYTES) != 0);
            struct reading r = reading_of_options(locked.data, locked.len, &options, false);
            assert_string_equal(r.findings.data, "");
            reading_free(&r);
            read_text(&again, locked.data, locked.len);
            assert_same_game(&rec, &again);
        }
    }
    buffer_free(&file);
    buffer_free(&locked);
    record_free(&rec);
    record_free(&again);
}

static void what_a_file_cannot_hold_is_counted(void **state)
{
    (void)state;
    static const char text[] =
        "[Game \"Chinese Chess\"]\n[Event \"E\"]\n[Red \"一二三四五六七八\"]\n[RedTeam \"T\"]\n"
        "[ECCO \"A00\"]\n\n1. C3-C4 $1 {a} {b} ( {before} 1. H2-E2 ) 1... H9-G7\n"
        "( {alone} ) *\n";
    struct record rec;
    struct buffer file = {0};
    struct xqf_losses l = {0};
    record_init(&rec);
    read_text(&rec, text, strlen(text));
    xqf_write(&file, &rec, &l);
    assert_int_equal(l.tags, 2);
    assert_int_equal(l.cut, 1);
    assert_int_equal(l.nags, 1);
    assert_int_equal(l.null_moves, 0);
    assert_int_equal(l.comments, 3);
    assert_int_equal(l.counters, 0);
    struct reading r = reading_of_options(file.data, file.len, &options, false);
    assert_non_null(strstr(r.games.data, "Red=一二三四五六七 "));
    assert_non_null(strstr(r.games.data, "| c3c4 {a\\x0Ab} ( h2e2 {before} ) h9g7 {alone} *"));
    assert_string_equal(r.findings.data, "");
    reading_free(&r);
    buffer_free(&file);
    record_free(&rec);
}

static void a_line_is_written_up_to_a_null_move(void **state)
{
    (void)state;
    static const char text[] = "[Game \"Chinese Chess\"]\n\n1. C3-C4 (1. H2-E2 H9-G7) G6-G5 *\n";
    struct record rec;
    struct buffer file = {0};
    struct xqf_losses l = {0};
    record_init(&rec);
    read_text(&rec, text, strlen(text));
    assert_int_equal(rec.nodes[3].kind, NODE_MOVE);
    rec.nodes[3].move = NULL_MOVE;
    xqf_write(&file, &rec, &l);
    assert_int_equal(l.null_moves, 1);
    struct reading r = reading_of_options(file.data, file.len, &options, false);
    assert_non_null(strstr(r.games.data, "| c3c4 ( h2e2 ) g6g5 *"));
    reading_free(&r);
    buffer_free(&file);
    record_free(&rec);
}

/* --- Damage ----------------------------------------------------------------------------------- */

static void a_file_cut_anywhere_gives_no_more_than_its_beginning(void **state)
{
    (void)state;
    struct record rec;
    struct buffer file = {0};
    struct xqf_losses losses = {0};
    record_init(&rec);
    read_text(&rec, annotated, strlen(annotated));
    xqf_write(&file, &rec, &losses);
    int bare_roots = 0; /* lengths at which the root is whole and nothing is behind it */
    for (size_t len = XQF_HEADER_BYTES / 2; len < file.len; len++) {
        char *part = malloc(len); /* so that a byte too far is seen */
        assert_non_null(part);
        memcpy(part, file.data, len);
        struct reading r = reading_of_options(part, len, &options, false);
        assert_int_equal(r.game_count, 1);
        if (!strstr(r.findings.data, "damaged-file") &&
            !strstr(r.findings.data, "variation-error")) {
            assert_non_null(strstr(r.findings.data, "file-detail"));
            bare_roots++;
        }
        bool is_broken = strstr(r.games.data, "broken") != NULL;
        assert_int_equal(is_broken, strstr(r.findings.data, "damaged-file") != NULL);
        reading_free(&r);
        free(part);
    }
    assert_int_equal(bare_roots, 1);
    buffer_free(&file);
    record_free(&rec);
}

static void a_long_line_of_alternatives_in_alternatives_needs_no_stack(void **state)
{
    (void)state;
    enum { DEPTH = 200000 };
    static const unsigned char to[] = {MOVE(A, 0, A, 1, CHILD | SIBLING)};
    struct buffer body = {0}, file = {0};
    static const unsigned char root[] = {ROOT(CHILD)};
    buffer_add(&body, root, sizeof root);
    for (int i = 0; i < DEPTH; i++)
        buffer_add(&body, to, sizeof to);
    xqf_plain_file(&file, body.data, body.len);
    struct reading r = reading_of_options(file.data, file.len, &options, false);
    assert_int_equal(r.game_count, 1);
    assert_non_null(strstr(r.findings.data, "damaged-file"));
    reading_free(&r);
    buffer_free(&body);
    buffer_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_follow_one_another_and_alternatives_come_behind_all_that_follows),
        cmocka_unit_test(the_first_record_is_no_move_and_its_comment_is_the_games),
        cmocka_unit_test(header_fields_become_tags),
        cmocka_unit_test(a_field_that_is_too_long_is_cut_at_its_room_and_at_a_character),
        cmocka_unit_test(a_text_that_overruns_its_field_is_whole_and_makes_no_other_tag),
        cmocka_unit_test(a_named_encoding_is_that_of_the_texts),
        cmocka_unit_test(another_encoding_is_told_by_the_texts_and_doubt_is_reported),
        cmocka_unit_test(a_diagram_that_announces_moves_has_none),
        cmocka_unit_test(in_a_diagram_the_side_moves_that_can),
        cmocka_unit_test(another_start_is_a_fen_whose_side_is_that_of_the_first_move),
        cmocka_unit_test(what_follows_an_illegal_move_of_the_main_line_is_kept_as_text),
        cmocka_unit_test(an_illegal_variation_costs_nothing_else),
        cmocka_unit_test(men_on_one_square_and_missing_generals_make_the_start_bad),
        cmocka_unit_test(bytes_behind_the_moves_are_reported),
        cmocka_unit_test(a_written_game_comes_back),
        cmocka_unit_test(every_locked_version_gives_the_same_game),
        cmocka_unit_test(what_a_file_cannot_hold_is_counted),
        cmocka_unit_test(a_line_is_written_up_to_a_null_move),
        cmocka_unit_test(a_file_cut_anywhere_gives_no_more_than_its_beginning),
        cmocka_unit_test(a_long_line_of_alternatives_in_alternatives_needs_no_stack),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
