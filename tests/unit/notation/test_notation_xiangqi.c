/* Moves of xiangqi read from every notation and dialect. */
#include "tests/unit/notation_games.h"
#include "tests/unit/xiangqi_examples.h"

/* The move that TEXT means, as ICCS; or a word for why there is none. */
static const char *reading_of(const char *fen, const char *text, struct san_move *sm)
{
    static char iccs[2 * SQUARE_TEXT_MAX];
    const struct position pos = position_of(GAME_XIANGQI, fen);
    switch (san_parse(&pos, text, strlen(text), ENGLISH, sm)) {
    case SAN_OK:
        square_format(GAME_XIANGQI, move_from(GAME_XIANGQI, sm->move), iccs);
        square_format(GAME_XIANGQI, move_to(GAME_XIANGQI, sm->move), iccs + 2);
        return iccs;
    case SAN_ILLEGAL: return "illegal";
    case SAN_AMBIGUOUS: return "ambiguous";
    case SAN_NULL_MOVE: return "null";
    default: return "unreadable";
    }
}

static void reads(const char *fen, const char *text, const char *expected)
{
    struct san_move sm;
    const char *found = reading_of(fen, text, &sm);
    if (strcmp(found, expected) != 0)
        fail_msg("%s in %s is %s, not %s", text, fen, found, expected);
}

static void every_worked_example_is_read(void **state)
{
    (void)state;
    assert_int_equal(EXAMPLES, 58);
    for (int i = 0; i < EXAMPLES; i++) {
        const struct example *e = &examples[i];
        reads(e->fen, e->iccs, e->iccs);
        reads(e->fen, e->wxf, e->iccs);
        reads(e->fen, e->hans, e->iccs);
        if (*e->official != '\0')
            reads(e->fen, e->official, e->iccs);
        if (*e->by_file == '?')
            reads(e->fen, e->by_file + 1, "ambiguous");
        else if (*e->by_file != '\0')
            reads(e->fen, e->by_file, e->iccs);
    }
}

/* The move that an example is about. */
static move move_of(const struct example *e)
{
    struct san_move sm;
    reading_of(e->fen, e->iccs, &sm);
    return sm.move;
}

static void writes(const struct example *e, enum notation notation, const char *expected)
{
    char text[SAN_MAX];
    const struct position pos = position_of(GAME_XIANGQI, e->fen);
    const size_t len = xiangqi_format(&pos, move_of(e), notation, text);
    if (strcmp(text, expected) != 0)
        fail_msg("%s in %s is written %s, not %s", e->iccs, e->fen, text, expected);
    assert_int_equal(len, strlen(expected));
}

/* TEXT with traditional characters for simplified ones, all of three bytes. */
static const char *traditional(const char *text)
{
    static const char *const pairs[][2] = {{"车", "車"}, {"马", "馬"}, {"帅", "帥"},
                                           {"将", "將"}, {"进", "進"}, {"后", "後"}};
    static char out[SAN_MAX];
    strcpy(out, text);
    for (char *at = out; *at != '\0'; at += 3)
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
            if (memcmp(at, pairs[i][0], 3) == 0)
                memcpy(at, pairs[i][1], 3);
    return out;
}

static void every_worked_example_is_written(void **state)
{
    (void)state;
    for (int i = 0; i < EXAMPLES; i++) {
        const struct example *e = &examples[i];
        char iccs[] = "A0-A0", uci[16];
        for (int end = 0; end < 4; end += 2) {
            iccs[end + end / 2] = (char)(e->iccs[end] & ~0x20);
            iccs[end + end / 2 + 1] = e->iccs[end + 1];
        }
        snprintf(uci, sizeof uci, "%c%d%c%d", e->iccs[0], e->iccs[1] - '0' + 1, e->iccs[2],
                 e->iccs[3] - '0' + 1);
        writes(e, NOTATION_ICCS, iccs);
        writes(e, NOTATION_UCI, uci);
        writes(e, NOTATION_WXF, e->wxf);
        writes(e, NOTATION_ZH_HANS, e->hans);
        writes(e, NOTATION_ZH_HANT, traditional(e->hans));
        reads(e->fen, traditional(e->hans), e->iccs);
    }
}

static void san_is_chinese_and_the_long_form_iccs(void **state)
{
    (void)state;
    struct position pos;
    char text[SAN_MAX];
    pos_start(&pos, GAME_XIANGQI);
    const move m = uci_parse(&pos, "h3e3", 4);
    assert_int_equal(san_format(&pos, m, NULL, ENGLISH, text), 12);
    assert_string_equal(text, "炮二平五");
    lan_format(&pos, m, NULL, ENGLISH, text);
    assert_string_equal(text, "H2-E2");
    assert_int_equal(uci_format(&pos, m, false, text), 4);
    assert_string_equal(text, "h3e3");
    for (int n = NOTATION_ICCS; n < NOTATIONS; n++) {
        const char *null = n == NOTATION_UCI ? "0000" : "--";
        const size_t len = xiangqi_format(&pos, NULL_MOVE, (enum notation)n, text);
        assert_string_equal(text, null);
        assert_int_equal(len, strlen(null));
    }
}

static void san_of_programs_is_read_with_either_rank_base(void **state)
{
    (void)state;
    static const char start[] =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    static const char soldiers[] = "4k4/9/9/2P1P4/9/9/9/9/9/3K5 w - - 0 1";
    reads(start, "Cbe2", "b2e2");
    reads(start, "Hg2", "h0g2");
    reads(start, "Ng3", "h0g2");
    reads(start, "Chxh9", "h2h9");
    reads(start, "Cbxb10+", "b2b9");
    reads(start, "Che", "unreadable");
    reads(start, "Ce2", "ambiguous");
    reads(start, "Cae2", "illegal");
    reads(start, "Hg9", "illegal");
    reads(soldiers, "cd6", "c6d6");
    reads(soldiers, "ed6", "e6d6");
    reads(soldiers, "d6", "ambiguous");
    reads(soldiers, "e7", "e6e7");
}

static void notations_have_names(void **state)
{
    (void)state;
    for (int n = NOTATION_ICCS; n < NOTATIONS; n++)
        assert_int_equal(notation_find(notation_table[n].name), n);
    assert_int_equal(notation_find("zh-hant"), NOTATION_ZH_HANT);
    assert_int_equal(notation_find("none"), NOTATION_NONE);
    assert_int_equal(notation_find("zh"), NOTATION_NONE);
}

/* --- Dialects --------------------------------------------------------------------------------- */

static void all_read(const char *fen, const char *const *texts, const char *expected)
{
    for (; *texts != NULL; texts++)
        reads(fen, *texts, expected);
}

static void any_script_and_any_letters_say_the_same(void **state)
{
    (void)state;
    all_read(START,
             (const char *const[]){"炮二平五", "砲二平五",   "包二平五", "炮2平5", "炮２平５",
                                   "炮二平5",  "C2.5",       "c2.5",     "C2=5",   "Ｃ２．５",
                                   "Ｃ２＝５", "62.5",       "h2e2",     "H2E2",   "H2-E2",
                                   "h2-e2",    "Ｈ２－Ｅ２", "h3e3",     "H3-E3",  "炮二平五+",
                                   "h2e2#",    NULL},
             "h2e2");
    all_read(START,
             (const char *const[]){"马八进七", "馬八進七", "傌八進七", "码八进七", "馬八上七",
                                   "N8+7", "H8+7", "h8+7", "48+7", NULL},
             "b0c2");
    all_read(START_BLACK,
             (const char *const[]){"象３进５", "相３进５", "象三進五", "E3+5", "B3+5", "b3+5",
                                   "M3+5", "33+5", NULL},
             "c9e7");
    all_read(START_BLACK,
             (const char *const[]){"车１进１", "車１進１", "俥1進1", "硨一进一", "砗１进１", NULL},
             "a9a8");
    all_read(START_BLACK,
             (const char *const[]){"卒７进１", "兵７进１", "P7+1", "S7+1", "77+1", NULL}, "g6g5");
    all_read(START,
             (const char *const[]){"帅五进一", "將五進一", "将5进1", "K5+1", "帥五上一", NULL},
             "e0e1");
    all_read(START, (const char *const[]){"仕四进五", "士四進五", "A4+5", "24+5", NULL}, "f0e1");
}

static void marks_stand_before_or_behind_the_piece(void **state)
{
    (void)state;
    const char *chariots = "3k5/9/9/4R4/9/9/4R4/9/9/5K3 w";
    all_read(chariots,
             (const char *const[]){"前车平九", "前車平九", "车前平九", "R+.9", "+R.9", "R+=9",
                                   "5+.9", "一车平九", "Ra.9", NULL},
             "e6a6");
    all_read(chariots, (const char *const[]){"后车平九", "後車平九", "R-.9", "-R.9", "5-.9", NULL},
             "e3a3");
    const char *advisors = "3k5/9/9/9/9/9/9/5A3/9/4KA3 w";
    reads(advisors, "前仕退五", "f2e1");
    reads(advisors, "后仕进五", "f0e1");
    reads(advisors, "A-+5", "f0e1");
}

static void pawns_are_told_apart_in_every_dialect(void **state)
{
    (void)state;
    const char *four = "3k5/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w";
    all_read(four, (const char *const[]){"一兵平四", "前兵平四", "1兵平四", "Pa.4", "++.4", NULL},
             "g8f8");
    all_read(four, (const char *const[]){"二兵平四", "２兵平四", "Pb.4", "P+.4", NULL}, "g7f7");
    all_read(four, (const char *const[]){"三兵平四", "Pc.4", "P-.4", NULL}, "g6f6");
    all_read(four, (const char *const[]){"四兵平四", "后兵平四", "Pd.4", "--.4", NULL}, "g5f5");
    const char *two_files = "3k5/5P3/9/3P1P3/3P5/9/9/9/9/4K4 w";
    all_read(two_files,
             (const char *const[]){"一兵平五", "前兵四平五", "前四平五", "前4平5", "4+.5", "4+=5",
                                   "一兵四平五", NULL},
             "f8e8");
    all_read(
        two_files,
        (const char *const[]){"三兵平五", "前兵六平五", "前六平五", "一兵六平五", "6+.5", NULL},
        "d6e6");
    const char *black = "3k5/9/9/9/2p3p2/9/2p3p2/9/9/4K4 b";
    all_read(black, (const char *const[]){"二卒7进1", "后卒７进１", "后7进1", "四卒进1", NULL},
             "g5g4");
    const char *three_and_two = "3k5/6P2/2P3P2/6P2/2P6/9/9/9/9/4K4 w";
    all_read(three_and_two,
             (const char *const[]){"中兵平四", "33.4", "中兵三平四", "二兵平四", NULL}, "g7f7");
    const char *five = "3k2P2/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w";
    all_read(five, (const char *const[]){"三兵平四", "P3.4", NULL}, "g7f7");
    all_read(five, (const char *const[]){"五兵平四", "后兵平四", "--.4", "Pe.4", NULL}, "g5f5");
}

/* --- More than one reading -------------------------------------------------------------------- */

static void reads_as_one_of_two(const char *fen, const char *text, const char *expected)
{
    struct san_move sm;
    assert_string_equal(reading_of(fen, text, &sm), expected);
    if (sm.dialects != SAN_TWO_READINGS)
        fail_msg("%s is not told to be read in two ways", text);
}

static void where_dialects_disagree_xqbase_is_followed_and_it_is_told(void **state)
{
    (void)state;
    const char *two_and_three = "3k5/2P2P3/2P6/2P2P3/9/9/9/9/9/4K4 w";
    reads_as_one_of_two(two_and_three, "三兵平八", "c8b8"); /* by file it would be c6b6 */
    reads_as_one_of_two("3k5/6P2/6P2/6P2/6P2/9/9/9/9/4K4 w", "P+.4", "g7f7");
    const char *signs = "3k5/2P1P4/R8/2P1P4/9/R8/9/9/9/5K3 w";
    reads_as_one_of_two(signs, "5+.4", "e8f8"); /* 5 is a file rather than a chariot */
    struct san_move sm;
    assert_string_equal(reading_of(two_and_three, "Pc.8", &sm), "c8b8");
    assert_int_equal(sm.dialects, SAN_TWO_READINGS);
    assert_string_equal(reading_of(two_and_three, "一兵平三", &sm), "f8g8");
    assert_int_equal(sm.dialects, 0);
}

static void digits_are_a_file_of_pawns_or_a_piece_whichever_is_legal(void **state)
{
    (void)state;
    const char *both = "6P2/P2k5/P5P2/9/6P2/9/9/9/9/4K1B2 w",
               *pawns = "6P2/P2k5/P5P2/9/6P2/9/9/9/9/4K4 w";
    const char *one_file = "6P2/3k5/6P2/9/6P2/9/9/9/9/4K1B2 w";
    reads_as_one_of_two(both, "33+1", "g7g8");
    reads_as_one_of_two(one_file, "33+1", "g0i2");
    reads(pawns, "33+1", "g7g8");
    reads(START, "33+1", "g0i2");
    reads(START, "33+5", "g0e2");
}

static void a_file_without_a_mark_is_enough_where_one_move_is_legal(void **state)
{
    (void)state;
    const char *chariots = "3k5/9/9/4R4/9/4p4/4R4/9/9/5K3 w";
    reads(chariots, "车五平九", "ambiguous");
    reads(chariots, "车五进三", "e6e9");
    reads(chariots, "R5-3", "e3e0");
}

static void marks_of_men_that_stand_alone_are_not_guessed_at(void **state)
{
    (void)state;
    reads(START, "前车进一", "illegal");
    reads(START, "R+.9", "illegal");
    reads(START, "一兵进一", "illegal");
    reads(START, "前九进一", "illegal");
    reads("3k5/5P3/9/3P1P3/3P5/9/9/9/9/4K4 w", "前兵平五", "ambiguous");
}

/* --- Coordinates ------------------------------------------------------------------------------ */

static void based(const char *fen, const char *text, enum rank_base ranks, const char *expected,
                  enum rank_base used)
{
    const struct position pos = position_of(GAME_XIANGQI, fen);
    struct san_move sm;
    char iccs[SAN_MAX] = "";
    const enum san_status status = san_parse_ranks(&pos, text, strlen(text), ENGLISH, ranks, &sm);
    if (status == SAN_OK)
        xiangqi_format(&pos, sm.move, NOTATION_ICCS, iccs);
    assert_string_equal(iccs, expected);
    assert_int_equal(status, *expected != '\0'       ? SAN_OK
                             : used != RANKS_UNKNOWN ? SAN_ILLEGAL
                                                     : SAN_UNREADABLE);
    assert_int_equal(sm.ranks, used);
}

static void ranks_count_from_0_or_else_from_1(void **state)
{
    (void)state;
    based(START, "h2e2", RANKS_UNKNOWN, "H2-E2", RANKS_FROM_0);
    based(START, "h3e3", RANKS_UNKNOWN, "H2-E2", RANKS_FROM_1);
    based(START, "h3e3", RANKS_FROM_1, "H2-E2", RANKS_FROM_1);
    based(START, "h3e3", RANKS_FROM_0, "", RANKS_FROM_0);
    based(START, "h2e2", RANKS_FROM_1, "", RANKS_FROM_1);
    based(START, "a0a1", RANKS_FROM_1, "", RANKS_UNKNOWN);
    based(START_BLACK, "a10a9", RANKS_FROM_0, "", RANKS_UNKNOWN);
    based(START_BLACK, "a10a9", RANKS_UNKNOWN, "A9-A8", RANKS_FROM_1);
    based(START_BLACK, "I10-I9", RANKS_FROM_1, "I9-I8", RANKS_FROM_1);
    based(START, "炮二平五", RANKS_FROM_1, "H2-E2", RANKS_UNKNOWN);
    based(START, "a0a10", RANKS_UNKNOWN, "", RANKS_UNKNOWN);
    based("3k5/9/9/9/9/9/9/9/R8/4K4 w", "a2a10", RANKS_UNKNOWN, "A1-A9", RANKS_FROM_1);
    based("9/R8/3k5/9/9/9/9/9/9/4K4 w", "a9b9", RANKS_UNKNOWN, "A8-B8", RANKS_FROM_1);
    based("3k5/9/9/9/9/9/9/9/9/R3K4 w", "a1a10", RANKS_UNKNOWN, "A0-A9", RANKS_FROM_1);
    based("3k5/9/9/9/9/9/9/9/R8/4K4 w", "a1b1", RANKS_UNKNOWN, "A1-B1", RANKS_FROM_0);
}

static void coordinates_that_fit_both_counts_are_told(void **state)
{
    (void)state;
    const char *rooks = "3k5/9/9/9/R8/R8/9/9/9/5K3 w";
    reads_as_one_of_two(rooks, "a5b5", "a5b5");
    struct position pos = position_of(GAME_XIANGQI, rooks);
    struct san_move sm;
    assert_int_equal(san_parse_ranks(&pos, "a5b5", 4, ENGLISH, RANKS_FROM_1, &sm), SAN_OK);
    assert_int_equal(move_from(GAME_XIANGQI, sm.move), square_parse(GAME_XIANGQI, "a4", 2));
    assert_int_equal(sm.dialects, 0);
    assert_int_equal(uci_parse(&pos, "a5b5", 4), sm.move);
    assert_int_not_equal(uci_parse(&pos, "a6b6", 4), sm.move);
}

static void only_coordinates_are_uci(void **state)
{
    (void)state;
    static const char *const texts[] = {"",     "h",        "h2",   "h2e",    "h2e22",
                                        "C2.5", "炮二平五", "h2h2", "a10b11", "h0e0",
                                        "j2e2", "h2j2",     "0000"};
    struct position pos;
    pos_start(&pos, GAME_XIANGQI);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(uci_parse(&pos, texts[i], strlen(texts[i])), NULL_MOVE);
    assert_int_not_equal(uci_parse(&pos, "h2e2", 4), NULL_MOVE);
    assert_int_equal(uci_parse(&pos, "h2e2", 4), uci_parse(&pos, "h3e3", 4));
}

/* --- No moves --------------------------------------------------------------------------------- */

static void null_moves_pass_except_in_check(void **state)
{
    (void)state;
    static const char *const texts[] = {"--", "Z0", "@@@@", "0000", "null", NULL};
    all_read(START, texts, "null");
    all_read("3k5/9/9/9/9/9/9/9/4r4/4K4 w", texts, "illegal");
}

static void texts_that_are_no_moves_are_not_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "炮",
                                        "炮二",
                                        "炮二平",
                                        "炮二平五五",
                                        "二平五",
                                        "炮五",
                                        "C2.0",
                                        "C0.5",
                                        "炮〇平五",
                                        "Q2.5",
                                        "P*.5",
                                        "C2x5",
                                        "前前平五",
                                        "h2e",
                                        "h2-",
                                        "++",
                                        "++++",
                                        "平平平平",
                                        "炮二平",
                                        "馬",
                                        "h2--e2",
                                        "炮二 平五",
                                        "中中兵平五",
                                        "82.5",
                                        "92.5",
                                        "前兵平",
                                        "G4+5",
                                        "炮二平五炮二平五",
                                        "\xe7\x82",
                                        "\xff\xfe",
                                        "五兵九平八九",
                                        "O-O",
                                        "e4e",
                                        "Qf3",
                                        NULL};
    all_read(START, texts, "unreadable");
    struct position pos;
    struct san_move sm;
    pos_start(&pos, GAME_XIANGQI);
    assert_int_equal(san_parse(&pos, "h2e2\0", 5, ENGLISH, &sm), SAN_UNREADABLE);
    assert_int_equal(san_parse(&pos, "h2e2!", 4, ENGLISH, &sm), SAN_OK);
}

static void marks_of_check_are_noted(void **state)
{
    (void)state;
    struct san_move sm;
    reading_of(START, "炮二平五+", &sm);
    assert_true(sm.check);
    assert_int_equal(sm.mark, OUTCOME_NONE);
    reading_of(START, "h2e2#", &sm);
    assert_true(sm.check);
    assert_int_equal(sm.mark, OUTCOME_CHECKMATE);
    reading_of(START, "P7+1", &sm);
    assert_false(sm.check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_worked_example_is_read),
        cmocka_unit_test(every_worked_example_is_written),
        cmocka_unit_test(san_is_chinese_and_the_long_form_iccs),
        cmocka_unit_test(san_of_programs_is_read_with_either_rank_base),
        cmocka_unit_test(notations_have_names),
        cmocka_unit_test(any_script_and_any_letters_say_the_same),
        cmocka_unit_test(marks_stand_before_or_behind_the_piece),
        cmocka_unit_test(pawns_are_told_apart_in_every_dialect),
        cmocka_unit_test(where_dialects_disagree_xqbase_is_followed_and_it_is_told),
        cmocka_unit_test(digits_are_a_file_of_pawns_or_a_piece_whichever_is_legal),
        cmocka_unit_test(a_file_without_a_mark_is_enough_where_one_move_is_legal),
        cmocka_unit_test(marks_of_men_that_stand_alone_are_not_guessed_at),
        cmocka_unit_test(ranks_count_from_0_or_else_from_1),
        cmocka_unit_test(coordinates_that_fit_both_counts_are_told),
        cmocka_unit_test(only_coordinates_are_uci),
        cmocka_unit_test(null_moves_pass_except_in_check),
        cmocka_unit_test(texts_that_are_no_moves_are_not_read),
        cmocka_unit_test(marks_of_check_are_noted),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
