/* The files of game servers' clients (MXQ, CCM, CHN, CHE): what their bytes mean, from which side
   the board is seen, and what is said of files that are damaged. */
#include "format/whole.h"
#include "tests/unit/reading.h"

#define ROSTER "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=? Black=? Result=* "

static const struct read_options options = {.game = GAME_XIANGQI};

static void assert_bytes(const struct buffer *b, const char *games, const char *findings)
{
    struct reading r = reading_of_options(b->data, b->len, &options, false);
    assert_string_equal(r.games.data, games);
    assert_string_equal(r.findings.data, findings);
    reading_free(&r);
}

/* B as a file called NAME, which must be of FORMAT. */
static void assert_named(const struct whole_format *format, const struct buffer *b,
                         const char *name, const char *game, const char *findings)
{
    struct reading r = {0};
    struct record rec;
    struct findings f = {0};
    size_t at = 0;
    assert_true(format->recognise(b->data, b->len, name));
    record_init(&rec);
    record_clear(&rec, GAME_XIANGQI);
    assert_true(format->read(b->data, b->len, &at, &rec, &f));
    assert_int_equal(at, b->len);
    reading_add_game(&r.games, &rec);
    for (size_t i = 0; i < f.count; i++)
        buffer_printf(&r.findings, "%s@%u ", finding_kinds[f.items[i].code].code,
                      f.items[i].source);
    assert_string_equal(buffer_terminate(&r.games), game);
    assert_string_equal(buffer_terminate(&r.findings), findings);
    assert_false(format->read(b->data, b->len, &at, &rec, &f));
    reading_free(&r);
    record_free(&rec);
    findings_free(&f);
}

/* --- CCM and CHN ------------------------------------------------------------------------------ */

/* 炮二平五 马８进７ 马二进三 as points from the top left, the mover's before his target. */
static const unsigned char points[3][4] = {{7, 7, 4, 7}, {7, 0, 6, 2}, {7, 9, 6, 7}};

static unsigned char turned(unsigned char value, int i, bool turn)
{
    return turn ? (unsigned char)((i % 2 == 0 ? 8 : 9) - value) : value;
}

/* The order in which the older CCM has the four numbers. */
static void add_old_ccm(struct buffer *b, bool turn)
{
    static const int order[4] = {0, 2, 1, 3};
    for (int m = 0; m < 3; m++) {
        buffer_add(b, "\1\0\0", 3);
        for (int i = 0; i < 4; i++)
            buffer_add_char(b, (char)turned(points[m][order[i]], order[i], turn));
    }
}

static void add_chn(struct buffer *b, bool turn)
{
    static const char zeros[188];
    buffer_add(b, zeros, 188);
    for (int m = 0; m < 3; m++) {
        buffer_add_char(b, (char)(m + 1));
        buffer_add(b, zeros, 3);
        for (int i = 0; i < 4; i++) {
            buffer_add_char(b, (char)turned(points[m][i], i, turn));
            buffer_add_char(b, 0);
        }
        buffer_add(b, zeros, 20);
    }
}

static void add_17pk(struct buffer *b, unsigned count)
{
    const unsigned char head[12] = {1, 0, 0x12, 0, 0x6B, 0x96, 0x60, 0x58, (unsigned char)count};
    buffer_add(b, head, sizeof head);
    for (int m = 0; m < 3; m++) {
        const unsigned char record[9] = {
            0,           (unsigned char)(m % 2 + 1), 6, points[m][0], points[m][1], points[m][2],
            points[m][3]};
        buffer_add(b, record, sizeof record);
    }
}

static void a_ccm_of_17pk_is_told_by_its_bytes(void **state)
{
    (void)state;
    struct buffer b = {0};
    add_17pk(&b, 3);
    assert_bytes(
        &b,
        "Game=Chinese Chess Event=? Site=? Date=2016.12.26 Round=? Red=? Black=? Result=* | "
        "h2e2 h9g7 h0g2 -\n",
        "");
    buffer_free(&b);
}

static void a_ccm_that_is_cut_off_says_so(void **state)
{
    (void)state;
    struct buffer b = {0};
    add_17pk(&b, 3);
    b.len -= 4;
    assert_bytes(
        &b,
        "Game=Chinese Chess Event=? Site=? Date=2016.12.26 Round=? Red=? Black=? Result=* | "
        "h2e2 h9g7 -\n",
        "W:file-detail@8 W:dropped-text@30");
    buffer_free(&b);
}

static void older_files_need_their_name_and_may_be_seen_from_blacks_side(void **state)
{
    (void)state;
    for (int turn = 0; turn < 2; turn++) {
        struct buffer ccm = {0}, chn = {0};
        add_old_ccm(&ccm, turn);
        add_chn(&chn, turn);
        assert_named(&whole_ccm, &ccm, "a/GAME.CCM", ROSTER "| h2e2 h9g7 h0g2 -\n", "");
        assert_named(&whole_chn, &chn, "game.chn", ROSTER "| h2e2 h9g7 h0g2 -\n",
                     "dropped-text@0 ");
        assert_false(whole_ccm.recognise(ccm.data, ccm.len, "game.bin"));
        assert_false(whole_chn.recognise(chn.data, chn.len, "game.ccm"));
        buffer_free(&ccm);
        buffer_free(&chn);
    }
}

static void a_file_whose_moves_cannot_be_played_is_no_ccm_whatever_its_name(void **state)
{
    (void)state;
    static const char text[] = "1. e4 e5 2. Nf3 Nc6";
    assert_false(whole_ccm.recognise(text, sizeof text - 1, "game.ccm"));
    assert_false(whole_chn.recognise(text, sizeof text - 1, "game.chn"));
}

/* --- CHE -------------------------------------------------------------------------------------- */

static void a_che_has_ten_numbers_for_each_ply(void **state)
{
    (void)state;
    struct buffer b = {0};
    buffer_add_string(&b, "1 2 26 32 1 2 7 2 4 0 1 0 5 32 0 9 7 7 6 0 2 0 \n");
    assert_bytes(&b, ROSTER "| h2e2 h9g7 -\n", "");
    buffer_clear(&b);
    buffer_add_string(&b, "1 3 26 32 1 2 7 2 4 0 1 0 5 32 0 9 7 7 6 0 2 0 x");
    assert_bytes(&b, ROSTER "| h2e2 h9g7 -\n", "W:bad-ply-count@1:1 W:dropped-text@1:48");
    buffer_free(&b);
}

static void the_king_is_not_left_in_check_in_a_che(void **state)
{
    (void)state;
    struct buffer b = {0};
    buffer_add_string(&b, "1 3 26 32 1 2 7 2 4 0 1 0 5 32 0 7 7 7 4 0 2 0 9 32 1 2 4 2 5 0 3 0\n");
    assert_bytes(&b, ROSTER "| h2e2 h7e7 e2f2 -\n", "");
    buffer_clear(&b);
    buffer_add_string(&b, "1 3 26 32 1 2 7 2 4 0 1 0 5 32 0 7 7 7 4 0 2 0 9 32 1 0 4 2 4 0 3 0\n");
    assert_bytes(&b, ROSTER "| h2e2 h7e7 {e0e2} - broken\n", "E:illegal-move@1:48");
    buffer_free(&b);
}

/* --- MXQ -------------------------------------------------------------------------------------- */

static void add_string(struct buffer *b, const char *s)
{
    buffer_add_char(b, (char)strlen(s));
    buffer_add_string(b, s);
}

static void add_mxq(struct buffer *b, const char *title)
{
    const char *const strings[] = {"\xCC\xEC",
                                   "2016\xC4\xEA\x31\x32\xD4\xC2\x32\x37\xC8\xD5 21:14",
                                   title,
                                   "1500",
                                   "1348",
                                   "25",
                                   "3",
                                   "60",
                                   "1286",
                                   "1291",
                                   "\xC8\xCF\xB8\xBA",
                                   "Moves",
                                   "7C-4C",
                                   "7J-6H"};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++)
        add_string(b, strings[i]);
}

#define MXQ_TAGS                                                                                   \
    "Time=21:14 RedElo=1500 BlackElo=1348 TimeControl=25-3-60 OtherNumbers=1286 1291 "             \
    "Termination=认负 "

static void the_title_of_an_mxq_holds_players_and_result(void **state)
{
    (void)state;
    struct buffer b = {0};
    add_mxq(&b, "a-b-\xB8\xBA-\xCE\xE4");
    add_string(&b, "Ends");
    add_string(&b, "CommentsEnd");
    assert_bytes(&b,
                 "Game=Chinese Chess Event=? Site=天 Date=2016.12.27 Round=? Red=a-b Black=武 "
                 "Result=0-1 " MXQ_TAGS "| h2e2 h9g7 0-1\n",
                 "");
    buffer_free(&b);
}

static void what_stands_behind_the_moves_of_an_mxq_is_a_comment(void **state)
{
    (void)state;
    struct buffer b = {0};
    add_mxq(&b, "A-\xCA\xA4-B");
    add_string(&b, "Ends");
    add_string(&b, "one");
    add_string(&b, "two");
    assert_bytes(&b,
                 "Game=Chinese Chess Event=? Site=天 Date=2016.12.27 Round=? Red=A Black=B "
                 "Result=1-0 " MXQ_TAGS "| h2e2 h9g7 {one\\x0Atwo} 1-0\n",
                 "");
    buffer_free(&b);
}

static void an_mxq_without_result_keeps_its_title_and_one_cut_off_says_so(void **state)
{
    (void)state;
    struct buffer b = {0};
    add_mxq(&b, "A B");
    buffer_add(&b,
               "\5"
               "7A",
               3);
    assert_bytes(
        &b,
        "Game=Chinese Chess Event=? Site=天 Date=2016.12.27 Round=? Red=? Black=? Result=* "
        "Time=21:14 Title=A B RedElo=1500 BlackElo=1348 TimeControl=25-3-60 "
        "OtherNumbers=1286 1291 Termination=认负 | h2e2 h9g7 -\n",
        "W:file-detail@79");
    buffer_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ccm_of_17pk_is_told_by_its_bytes),
        cmocka_unit_test(a_ccm_that_is_cut_off_says_so),
        cmocka_unit_test(older_files_need_their_name_and_may_be_seen_from_blacks_side),
        cmocka_unit_test(a_file_whose_moves_cannot_be_played_is_no_ccm_whatever_its_name),
        cmocka_unit_test(a_che_has_ten_numbers_for_each_ply),
        cmocka_unit_test(the_king_is_not_left_in_check_in_a_che),
        cmocka_unit_test(the_title_of_an_mxq_holds_players_and_result),
        cmocka_unit_test(what_stands_behind_the_moves_of_an_mxq_is_a_comment),
        cmocka_unit_test(an_mxq_without_result_keeps_its_title_and_one_cut_off_says_so),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
