/* Moves of xiangqi read from every notation and dialect. */
#include "notation_games.h"
#include "xiangqi_examples.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_worked_example_is_read),
        cmocka_unit_test(any_script_and_any_letters_say_the_same),
        cmocka_unit_test(marks_stand_before_or_behind_the_piece),
        cmocka_unit_test(pawns_are_told_apart_in_every_dialect),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
