/* Who must vary in a repetition: worked sequences, the rules one by one, and repetitions of random
   games against a slow judge of checks and against their images. */
#include "tests/unit/xiangqi_board.h"
#include "tests/unit/xiangqi_cycles.h"

enum { PLIES_MAX = 256 };

/* A game with all its positions. */
struct line {
    struct position at[PLIES_MAX + 1];
    move moves[PLIES_MAX];
    size_t count;
};

static void start(struct line *line, const struct position *pos)
{
    line->at[0] = *pos;
    line->count = 0;
}

static void add(struct line *line, move m)
{
    assert_true(line->count < PLIES_MAX);
    if (!is_listed(&line->at[line->count], m))
        fail_msg("move %zu is not legal", line->count + 1);
    line->at[line->count + 1] = line->at[line->count];
    line->moves[line->count] = m;
    pos_play(&line->at[++line->count], m);
}

static bool is_same_board(const struct position *a, const struct position *b)
{
    return a->turn == b->turn && memcmp(a->board, b->board, sizeof a->board) == 0;
}

/* The last ply before where the position at PLY stood, or -1. */
static long stood_before(const struct line *line, size_t ply)
{
    for (long i = (long)ply - 1; i >= 0; i--)
        if (is_same_board(&line->at[i], &line->at[ply]))
            return i;
    return -1;
}

/* Where the position reached last stood for the first of three times, or -1. */
static long two_rounds_back(const struct line *line)
{
    long before = stood_before(line, line->count);
    return before < 0 ? -1 : stood_before(line, (size_t)before);
}

static struct cycle_verdict judge(const struct line *line, enum rule_book book)
{
    const long first = two_rounds_back(line);
    assert_true(first >= 0);
    return cycle_judge(&line->at[first], line->moves + first, line->count - (size_t)first, book);
}

/* Play MOVES, and go on as after the last repetition until a position stands for the third time. */
static void play(struct line *line, const char *fen, const char *moves)
{
    const struct position pos = board_position(fen);
    start(line, &pos);
    for (const char *text = moves; strlen(text) >= 4; text += text[4] ? 5 : 4)
        add(line, board_move(text));
    while (two_rounds_back(line) < 0) {
        const long before = stood_before(line, line->count);
        if (before < 0)
            fail_msg("%s: %s repeats nothing", fen, moves);
        add(line, line->moves[before]);
    }
}

static void assert_cycle(const char *fen, const char *moves, enum rule_book book, enum cycle cycle,
                         enum color by)
{
    struct line line;
    play(&line, fen, moves);
    const struct cycle_verdict v = judge(&line, book);
    const bool is_loss = v.result != RESULT_DRAW;
    if (v.cycle != cycle || (is_loss && v.by != by))
        fail_msg("%s, %s, %s: cycle %d by %d, not %d by %d", rule_books[book].title, fen, moves,
                 (int)v.cycle, (int)v.by, (int)cycle, (int)by);
    if (is_loss)
        assert_int_equal(v.result, by == WHITE ? RESULT_BLACK : RESULT_WHITE);
}

/* --- Worked sequences ------------------------------------------------------------------------- */

static void every_worked_sequence_has_its_verdict(void **state)
{
    (void)state;
    const size_t count = sizeof worked_sequences / sizeof worked_sequences[0];
    assert_int_equal(count, 18);
    for (size_t i = 0; i < count; i++) {
        const struct worked_sequence *w = &worked_sequences[i];
        assert_cycle(w->fen, w->moves, RULES_AXF, w->axf, w->axf_by);
        assert_cycle(w->fen, w->moves, RULES_WXF, w->axf, w->axf_by);
        assert_cycle(w->fen, w->moves, RULES_CXA, w->cxa, w->cxa_by);
    }
}

static void only_checks_and_quiet_play_are_beyond_doubt(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof worked_sequences / sizeof worked_sequences[0]; i++) {
        struct line line;
        play(&line, worked_sequences[i].fen, worked_sequences[i].moves);
        for (int book = 0; book < RULE_BOOKS; book++) {
            const struct cycle_verdict v = judge(&line, (enum rule_book)book);
            assert_int_equal(v.is_established, v.cycle == CYCLE_IDLE || v.cycle == CYCLE_CHECK ||
                                                   v.cycle == CYCLE_MUTUAL_CHECK);
        }
    }
}

static void assert_chased(const char *fen, const char *moves, const char *expected)
{
    struct line line;
    play(&line, fen, moves);
    const struct cycle_verdict v = judge(&line, RULES_AXF);
    assert_int_equal(v.chased, expected ? board_square(expected) : NO_SQUARE);
}

static void the_man_chased_is_named_where_it_stands_in_the_end(void **state)
{
    (void)state;
    assert_chased("3k5/9/9/9/R8/9/2c6/9/9/5K3 w", "a5a3 c3c5 a3a5 c5c3", "c3");
    assert_chased("3k5/9/9/9/R8/9/2c6/9/9/5K3 w", "a5a3 c3c5 a3a5 c5c3 a5a3 c3c5 a3a5 c5c3 a5a3",
                  "c3");
    assert_chased("3k5/4a4/9/9/9/9/9/9/4A4/5K3 w", "f0f1 d9d8 f1f0 d8d9", NULL);
    assert_chased("3k5/9/9/9/9/9/9/9/4R4/5K3 w", "e1d1 d9e9 d1e1 e9d9", NULL);
}

/* --- The rules one by one --------------------------------------------------------------------- */

static void a_soldier_may_chase(void **state)
{
    (void)state;
    for (int book = 0; book < RULE_BOOKS; book++)
        assert_cycle("4k3c/7P1/9/9/9/9/9/9/3K5/9 w", "h8i8 i9h9 i8h8 h9i9", (enum rule_book)book,
                     CYCLE_IDLE, WHITE);
}

/* Red chases the soldier, and it the cannons. */
static void a_soldier_that_is_chased_may_chase_back_by_chinese_rules(void **state)
{
    (void)state;
    const char *fen = "5k3/9/9/9/2R6/9/9/1C1pC4/9/3K5 w";
    assert_cycle(fen, "c5d5 d2c2 d5c5 c2d2", RULES_CXA, CYCLE_MUTUAL_ATTACK, WHITE);
    assert_cycle(fen, "c5d5 d2c2 d5c5 c2d2", RULES_AXF, CYCLE_CHASE, WHITE);
    const char *without = "5k3/9/9/9/2R6/9/9/3p5/9/3K5 w";
    assert_cycle(without, "c5d5 d2c2 d5c5 c2d2", RULES_CXA, CYCLE_CHASE, WHITE);
}

static void elephants_are_worth_a_chase(void **state)
{
    (void)state;
    for (int book = 0; book < RULE_BOOKS; book++)
        assert_cycle("4k4/9/b8/9/9/9/2R6/9/9/3K5 w", "c3a3 a7c9 a3c3 c9a7", (enum rule_book)book,
                     CYCLE_CHASE, WHITE);
}

static void two_attackers_beat_one_protector_by_chinese_rules(void **state)
{
    (void)state;
    const char *fen = "3k3r1/8n/3c5/7C1/9/9/9/9/9/4K2R1 w";
    assert_cycle(fen, "h6h7 i8g7 h7h6 g7i8", RULES_CXA, CYCLE_CHASE, BLACK);
    assert_cycle(fen, "h6h7 i8g7 h7h6 g7i8", RULES_AXF, CYCLE_IDLE, WHITE);
}

/* If the chariot takes, Black mates on the last rank; so Black threatens mate all the time. */
static void a_capture_that_allows_mate_is_no_threat_by_chinese_rules(void **state)
{
    (void)state;
    const char *fen = "3k5/9/9/9/R8/9/2c6/7r1/8r/5K3 w";
    assert_cycle(fen, "a5a3 c3c5 a3a5 c5c3", RULES_CXA, CYCLE_THREAT, BLACK);
    assert_cycle(fen, "a5a3 c3c5 a3a5 c5c3", RULES_AXF, CYCLE_CHASE, WHITE);
}

static void men_of_a_kind_that_attack_each_other_offer_an_exchange(void **state)
{
    (void)state;
    for (int book = 0; book < RULE_BOOKS; book++)
        assert_cycle("3k5/9/9/9/R8/9/2r6/9/9/5K3 w", "a5a3 c3c5 a3a5 c5c3", (enum rule_book)book,
                     CYCLE_IDLE, WHITE);
}

/* The soldiers block the way back from g7 to f5 and from i6 to h4. */
static void a_horse_that_cannot_strike_back_is_chased(void **state)
{
    (void)state;
    const char *moves = "h4f5 g7i6 f5h4 i6g7";
    for (int book = 0; book < RULE_BOOKS; book++) {
        assert_cycle("4k4/9/6n2/6p2/8p/7N1/9/9/9/3K5 w", moves, (enum rule_book)book, CYCLE_CHASE,
                     WHITE);
        assert_cycle("4k4/9/6n2/9/9/7N1/9/9/9/3K5 w", moves, (enum rule_book)book, CYCLE_IDLE,
                     WHITE);
    }
}

static void a_game_that_is_not_xiangqi_is_not_judged(void **state)
{
    (void)state;
    struct position pos;
    const move shuffle[] = {move_make(GAME_CHESS, 6, 21, NO_PIECE)};
    pos_start(&pos, GAME_CHESS);
    assert_int_equal(cycle_judge(&pos, shuffle, 1, RULES_CXA).cycle, CYCLE_IDLE);
}

static void rule_books_have_names(void **state)
{
    (void)state;
    for (int book = 0; book < RULE_BOOKS; book++)
        assert_int_equal(rule_book_find(rule_books[book].name), book);
    assert_int_equal(rule_book_find("CXA"), RULES_CXA);
    assert_int_equal(rule_book_find(""), RULE_BOOKS);
}

/* --- Random games ----------------------------------------------------------------------------- */

/* Call CHECK for each third occurrence of a position in games whose players like to step back. */
static int in_random_repetitions(int games, void (*check)(const struct line *line))
{
    uint64_t random = 77;
    int found = 0;
    static struct line line;
    for (int game = 0; game < games; game++) {
        struct position pos;
        pos_start(&pos, GAME_XIANGQI);
        start(&line, &pos);
        while (line.count < PLIES_MAX) {
            move list[MOVES_MAX];
            const struct position *now = &line.at[line.count];
            const int n = pos_legal_moves(now, list);
            if (n == 0)
                break;
            move m = list[board_random(&random) % (unsigned)n];
            if (line.count >= 2 && line.count > 120 && board_random(&random) % 8 != 0) {
                const move last = line.moves[line.count - 2];
                const move back = move_make(GAME_XIANGQI, move_to(GAME_XIANGQI, last),
                                            move_from(GAME_XIANGQI, last), NO_PIECE);
                m = is_listed(now, back) && now->board[move_to(GAME_XIANGQI, back)] == NO_PIECE
                        ? back
                        : m;
            }
            add(&line, m);
            if (two_rounds_back(&line) >= 0) {
                check(&line);
                found++;
            }
        }
    }
    return found;
}

/* How many men stand between two points of a line; -1 if they are not on one. */
static int men_between(const struct position *pos, int from, int to)
{
    const bool is_rank = from / 9 == to / 9, is_file = from % 9 == to % 9;
    if (from == to || (!is_rank && !is_file))
        return -1;
    const int step = (is_rank ? 1 : 9) * (to > from ? 1 : -1);
    int men = 0;
    for (int s = from + step; s != to; s += step)
        men += pos->board[s] != NO_PIECE;
    return men;
}

/* Whether the man on FROM aims at TO, told from the rules of movement, square by square. */
static bool aims_at(const struct position *pos, int from, int to)
{
    const piece p = pos->board[from];
    const int files = to % 9 - from % 9, ranks = to / 9 - from / 9;
    switch (piece_type(p)) {
    case KING: return files == 0 && men_between(pos, from, to) == 0;
    case ROOK: return men_between(pos, from, to) == 0;
    case CANNON: return men_between(pos, from, to) == 1;
    case PAWN:
        if (files == 0)
            return ranks == (piece_color(p) == WHITE ? 1 : -1);
        return ranks == 0 && abs(files) == 1 && (piece_color(p) == WHITE) == (from >= 45);
    case KNIGHT:
        if (abs(files) == 1 && abs(ranks) == 2)
            return pos->board[from + 9 * ranks / 2] == NO_PIECE;
        return abs(files) == 2 && abs(ranks) == 1 && pos->board[from + files / 2] == NO_PIECE;
    default: return false; /* advisors and elephants never meet the other king */
    }
}

static bool slowly_in_check(const struct position *pos)
{
    int king = 0;
    while (pos->board[king] != piece_make((enum color)pos->turn, KING))
        king++;
    for (int from = 0; from < 90; from++)
        if (pos->board[from] != NO_PIECE && (int)piece_color(pos->board[from]) != pos->turn &&
            aims_at(pos, from, king))
            return true;
    return false;
}

static int checks_found;

static void assert_checks_as_by_hand(const struct line *line)
{
    const long first = two_rounds_back(line);
    bool all[2] = {true, true};
    for (size_t i = (size_t)first; i < line->count; i++)
        if (!slowly_in_check(&line->at[i + 1]))
            all[line->at[i].turn] = false;
    const struct cycle_verdict v = judge(line, RULES_CXA);
    assert_int_equal(v.cycle == CYCLE_MUTUAL_CHECK, all[WHITE] && all[BLACK]);
    assert_int_equal(v.cycle == CYCLE_CHECK, all[WHITE] != all[BLACK]);
    if (all[WHITE] != all[BLACK])
        assert_int_equal(v.by, all[WHITE] ? WHITE : BLACK);
    checks_found += all[WHITE] || all[BLACK];
}

static void perpetual_checks_of_random_games_are_found(void **state)
{
    (void)state;
    checks_found = 0;
    assert_true(in_random_repetitions(150, assert_checks_as_by_hand) > 1000);
    assert_true(checks_found > 10);
}

/* The position turned by half, with the colours exchanged. */
static struct position exchanged(const struct position *pos)
{
    struct setup setup, image;
    struct position turned;
    pos_to_setup(pos, &setup);
    image = setup;
    image.turn = !setup.turn;
    for (int s = 0; s < 90; s++) {
        const piece p = setup.board[89 - s];
        image.board[s] = p == NO_PIECE ? NO_PIECE : piece_make(!piece_color(p), piece_type(p));
    }
    pos_from_setup(&turned, &image);
    return turned;
}

static void assert_images_are_judged_alike(const struct line *line)
{
    const size_t first = (size_t)two_rounds_back(line), count = line->count - first;
    move mirrored[PLIES_MAX], turned[PLIES_MAX];
    struct position mirror, other = exchanged(&line->at[first]);
    pos_mirror(&line->at[first], &mirror);
    for (size_t i = 0; i < count; i++) {
        const move m = line->moves[first + i];
        mirrored[i] = move_mirror(GAME_XIANGQI, m);
        turned[i] = move_make(GAME_XIANGQI, 89 - move_from(GAME_XIANGQI, m),
                              89 - move_to(GAME_XIANGQI, m), NO_PIECE);
    }
    for (int book = 0; book < RULE_BOOKS; book += RULES_AXF) {
        const struct cycle_verdict v = judge(line, (enum rule_book)book);
        const struct cycle_verdict a = cycle_judge(&mirror, mirrored, count, (enum rule_book)book);
        const struct cycle_verdict b = cycle_judge(&other, turned, count, (enum rule_book)book);
        assert_int_equal(a.cycle, v.cycle);
        assert_int_equal(a.result, v.result);
        assert_int_equal(b.cycle, v.cycle);
        assert_int_equal(b.result == RESULT_DRAW, v.result == RESULT_DRAW);
        if (v.result != RESULT_DRAW)
            assert_int_equal(b.by, !v.by);
        if (v.chased != NO_SQUARE)
            assert_int_equal(b.chased, 89 - v.chased);
    }
}

static void images_of_repetitions_are_judged_like_them(void **state)
{
    (void)state;
    assert_true(in_random_repetitions(40, assert_images_are_judged_alike) > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_worked_sequence_has_its_verdict),
        cmocka_unit_test(only_checks_and_quiet_play_are_beyond_doubt),
        cmocka_unit_test(the_man_chased_is_named_where_it_stands_in_the_end),
        cmocka_unit_test(a_soldier_may_chase),
        cmocka_unit_test(a_soldier_that_is_chased_may_chase_back_by_chinese_rules),
        cmocka_unit_test(elephants_are_worth_a_chase),
        cmocka_unit_test(two_attackers_beat_one_protector_by_chinese_rules),
        cmocka_unit_test(a_capture_that_allows_mate_is_no_threat_by_chinese_rules),
        cmocka_unit_test(men_of_a_kind_that_attack_each_other_offer_an_exchange),
        cmocka_unit_test(a_horse_that_cannot_strike_back_is_chased),
        cmocka_unit_test(a_game_that_is_not_xiangqi_is_not_judged),
        cmocka_unit_test(rule_books_have_names),
        cmocka_unit_test(perpetual_checks_of_random_games_are_found),
        cmocka_unit_test(images_of_repetitions_are_judged_like_them),
    };
    return cmocka_run_group_tests(tests, init_rules, NULL);
}
