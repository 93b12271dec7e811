/* Why a move of xiangqi cannot be played, in the game's own words. */
#include "tests/unit/notation_games.h"
#include "tests/unit/xiangqi_examples.h"

static void explains(const char *fen, const char *text, const char *reason)
{
    struct position pos = position_of(GAME_XIANGQI, fen);
    struct san_move sm;
    char out[200];
    const enum san_status status = san_parse(&pos, text, strlen(text), ENGLISH, &sm);
    if (status == SAN_OK)
        fail_msg("%s is legal in %s", text, fen);
    const size_t len = san_explain(&pos, text, strlen(text), status, &sm, out, sizeof out);
    assert_string_equal(out, reason);
    assert_int_equal(len, strlen(out));
}

static void every_reason_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *text, *reason;
    } rows[] = {
        {START, "炮三平五", "Red has no cannon (炮) on file 3"},
        {START_BLACK, "士１进５", "Black has no advisor (士) on file 1"},
        {START, "N1+2", "Red has no horse (马) on file 1"},
        {START, "前车进一",
         "Red has no chariot (车) that is told from others on its file in this way"},
        {START, "e5e6", "Red has no man on e5"},
        {START, "h9g7", "Red has no man on h9"},
        {START, "马八进四", "the horse (马) on b0 cannot move like that"},
        {START, "相三平五", "the elephant (相) on g0 cannot move like that"},
        {START, "兵五平四", "the soldier (兵) on e3 cannot reach f3"},
        {START, "h2e3", "the cannon (炮) on h2 cannot reach e3"},
        {START, "马八进六",
         "the horse (马) on b0 cannot reach d1: the elephant (相) on c0 blocks its leg (蹩马腿)"},
        {"3k5/9/9/9/9/9/9/9/5p3/4K1B2 w", "相三进五",
         "the elephant (相) on g0 cannot reach e2: the soldier (卒) on f1 stands in its eye "
         "(塞象眼)"},
        {START, "车一进三", "Red's own soldier (兵) stands on i3"},
        {START, "车九进四",
         "the chariot (车) on a0 cannot reach a4: the soldier (兵) on a3 is in the way"},
        {START, "炮二进六",
         "the cannon (炮) on h2 cannot reach h8: the cannon (炮) on h7 is in the way"},
        {"3k5/4r4/9/9/9/4p4/4p4/9/4C4/5K3 w", "炮五进七",
         "the cannon (炮) on e1 cannot reach e8: the soldier (卒) on e4 is a second screen (炮架)"},
        {START, "车一平二", "Red's own horse (马) stands on h0"},
        {"3k5/9/9/9/9/9/8P/9/4r4/4K4 w", "兵一进一",
         "the general (帅) would still be in check from the chariot (车) on e1"},
        {"3k5/4r4/9/9/9/9/9/4B4/9/4K4 w", "相五进七",
         "the general (帅) would be in check from the chariot (车) on e8"},
        {"4k4/9/9/9/9/9/9/4B4/9/4K4 w", "相五进七",
         "the generals (帅将) would face each other on an open file"},
        {"3k5/4r4/9/9/9/9/9/9/4C4/5K3 w", "炮五进七",
         "a cannon (炮) takes only over a screen (炮架), and none stands between"},
        {"3k5/4P4/9/9/9/9/9/9/9/4K4 b", "将４进１", "the game is over: stalemate (困毙)"},
        {"3k5/3PP4/9/9/9/9/9/9/9/4K4 b", "d9d8", "the game is over: checkmate (将死)"},
        {"3k5/4P4/9/9/9/9/9/9/9/4K4 b", "--", "the game is over: stalemate (困毙)"},
        {"3k5/9/9/9/9/9/9/9/4r4/4K4 w", "--", "a side in check cannot pass"},
        {"3k5/5P3/9/3P1P3/3P5/9/9/9/9/4K4 w", "前兵平五",
         "more than one soldier (兵) can make this move (f8, d6)"},
        {"3k5/9/9/4R4/9/9/4R4/9/9/5K3 w", "R5.9",
         "more than one chariot (车) can make this move (e6, e3)"},
        {START, "马八进", "this is not a move"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        explains(rows[i].fen, rows[i].text, rows[i].reason);
}

static void text_is_cut_to_its_room(void **state)
{
    (void)state;
    const char *text = "马八进六";
    struct position pos = position_of(GAME_XIANGQI, START);
    struct san_move sm;
    char whole[200], out[200];
    const enum san_status status = san_parse(&pos, text, strlen(text), ENGLISH, &sm);
    const size_t all = san_explain(&pos, text, strlen(text), status, &sm, whole, sizeof whole);
    for (size_t cap = 1; cap <= all + 1; cap++) {
        memset(out, '?', sizeof out);
        const size_t len = san_explain(&pos, text, strlen(text), status, &sm, out, cap);
        assert_in_range(len, 0, cap - 1);
        assert_int_equal(strlen(out), len);
        assert_memory_equal(out, whole, len);
        assert_int_equal(out[cap], '?');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reason_is_told),
        cmocka_unit_test(text_is_cut_to_its_room),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
