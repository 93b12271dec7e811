/* Why a move cannot be played, in words, for every reason there is. */
#include "tests/unit/notation_games.h"

static void explains(const char *fen, const char *text, enum san_status expected,
                     const char *reason)
{
    struct position pos = position_of(GAME_CHESS, fen);
    struct san_move sm;
    char out[200];
    enum san_status status = san_parse(&pos, text, strlen(text), ENGLISH, &sm);
    size_t len = san_explain(&pos, text, strlen(text), status, &sm, out, sizeof out);
    assert_string_equal(out, reason);
    assert_int_equal(len, strlen(out));
    assert_int_equal(status, expected);
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void every_reason_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *text, *reason;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nf3", "White has no knight"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 0 1", "Qd8", "Black has no queen"},
        {START, "Naf3", "White has no knight on the a-file"},
        {START, "N3d2", "White has no knight on rank 3"},
        {START, "Na1-b3", "White has no knight on a1"},
        {START, "e3e4", "White has no man on e3"},
        {START, "e7e5", "White has no man on e7"},
        {START, "Nd4", "no knight can reach d4"},
        {START, "Ngh4", "the knight on g1 cannot reach h4"},
        {START, "e5", "the pawn on e2 cannot reach e5"},
        {"4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5", "White has no pawn on the d-file"},
        {"4k3/8/8/3p4/2P1P3/3P4/3P4/4K3 w - - 0 1", "d5", "no pawn on the d-file can reach d5"},
        {START, "e2e5", "the pawn on e2 cannot reach e5"},
        {START, "Rad4", "the rook on a1 cannot reach d4"},
        {START, "Ra3", "the rook on a1 cannot reach a3: the pawn on a2 is in the way"},
        {START, "Rab1", "White's own knight stands on b1"},
        {START, "exd3", "there is nothing to take on d3"},
        {START, "exe3", "there is nothing to take on e3"},
        {START, "exd", "no pawn on the e-file can take on the d-file"},
        {"4k3/8/8/8/1b6/8/3P4/N3K3 w - - 0 1", "d4",
         "the king would be in check from the bishop on b4"},
        {"4k3/8/8/8/1b6/8/8/N3K3 w - - 0 1", "Nb3",
         "the king would still be in check from the bishop on b4"},
        {"4k3/8/8/8/1b6/8/8/N3K3 w - - 0 1", "--", "a side in check cannot pass"},
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8",
         "the pawn reaches the last rank and the move does not say what it becomes"},
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8",
         "the pawn reaches the last rank and the move does not say what it becomes"},
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=K", "a pawn cannot become a king"},
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=P", "a pawn cannot become a pawn"},
        {START, "e4=Q", "only a pawn that reaches the last rank becomes another man"},
        {START, "Nf3=Q", "only a pawn that reaches the last rank becomes another man"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O",
         "there is no right to castle: the king or the rook has moved or is not there"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1",
         "there is no right to castle: the king or the rook has moved or is not there"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Kg1", "the king on e1 cannot reach g1"},
        {START, "O-O", "the bishop on f1 is in the way of castling"},
        {"4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "O-O",
         "the king cannot castle out of check from the rook on e4"},
        {"4k3/8/8/8/2b5/8/8/4K2R w K - 0 1", "O-O",
         "castling would take the king across or onto a square attacked by the bishop on c4"},
        {"4k3/8/8/8/2b5/8/8/4K2R w K - 0 1", "e1g1",
         "castling would take the king across or onto a square attacked by the bishop on c4"},
        {"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "Kh7", "the game is over: checkmate"},
        {"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "Kh7", "the game is over: stalemate"},
        {"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "--", "the game is over: stalemate"},
        {"4k3/8/8/8/8/5N2/8/1NB1K3 w - - 0 1", "bd2",
         "White has no pawn on the b-file (a piece letter must be a capital: Bd2)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        explains(rows[i].fen, rows[i].text, SAN_ILLEGAL, rows[i].reason);
}

static void ambiguous_moves_list_where_the_men_stand(void **state)
{
    (void)state;
    const char *knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    explains(knights, "Nd2", SAN_AMBIGUOUS, "more than one knight can go to d2 (b1, f3)");
    explains("4k3/8/8/8/1N3N2/8/1N6/4K3 w - - 0 1", "Nbd3", SAN_AMBIGUOUS,
             "more than one knight can go to d3 (b2, b4)");
    explains("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", "exd", SAN_AMBIGUOUS,
             "more than one pawn's capture fits");
}

static void letters_of_another_language_are_named_with_the_way_out(void **state)
{
    (void)state;
    explains(START, "Sf3", SAN_OTHER_LANGUAGE,
             "'S' is not a piece letter in English (German: try --piece-letters=de)");
    explains(START, "Кf3", SAN_OTHER_LANGUAGE,
             "'К' is not a piece letter in English (Russian: try --piece-letters=ru)");
    explains("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=D", SAN_OTHER_LANGUAGE,
             "'D' is not a piece letter in English (German: try --piece-letters=de)");
    explains(START, "Sf6", SAN_UNREADABLE, "'S' is not a piece letter in English");
    explains(START, "nf3", SAN_UNREADABLE, "a piece letter must be a capital: Nf3");
    explains(START, "Nf9", SAN_UNREADABLE, "this is not a move");
}

static void text_is_cut_to_its_room(void **state)
{
    (void)state;
    struct position pos = position_of(GAME_CHESS, START);
    struct san_move sm;
    enum san_status status = san_parse(&pos, "Ra3", 3, ENGLISH, &sm);
    for (size_t cap = 0; cap < 80; cap++) {
        char out[81];
        memset(out, '~', sizeof out);
        size_t len = san_explain(&pos, "Ra3", 3, status, &sm, out, cap);
        assert_int_equal(out[cap], '~');
        assert_true(cap == 0 ? len == 0 : len < cap && out[len] == '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reason_is_told),
        cmocka_unit_test(ambiguous_moves_list_where_the_men_stand),
        cmocka_unit_test(letters_of_another_language_are_named_with_the_way_out),
        cmocka_unit_test(text_is_cut_to_its_room),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
