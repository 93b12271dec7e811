/* The short ways of reading a move say what the long way says, or nothing: on many positions, for
   every text that could take them. Xiangqi's short way is held against the list of legal moves. */
#include "notation/san.h"
#include "tests/unit/notation_games.h"

static unsigned taken; /* texts that went the short way */

/* --- Chess ------------------------------------------------------------------------------------ */

static void compare_ways(const struct position *pos, const char *text)
{
    struct san_move plain, general;
    char fen[FEN_MAX];
    const size_t len = strlen(text);
    if (!san_parse_plain(pos, text, len, &plain))
        return;
    taken++;
    const enum san_status status = san_parse_general(pos, text, len, ENGLISH, &general);
    fen_format(pos, false, fen);
    if (status != SAN_OK || plain.move != general.move || plain.dialects != general.dialects ||
        plain.check != general.check || plain.mark != general.mark)
        fail_msg("%s in %s: status %d, dialects %u and %u", text, fen, (int)status, plain.dialects,
                 general.dialects);
}

/* HEAD and the square S, without and with a capture mark. */
static void compare_at(const struct position *pos, const char *head, int s)
{
    char text[8];
    for (int marks = 0; marks < 2; marks++) {
        snprintf(text, sizeof text, "%s%s%c%c", head, marks ? "x" : "", 'a' + s % 8, '1' + s / 8);
        compare_ways(pos, text);
    }
}

static void short_texts_are_read_alike(const struct position *pos)
{
    static const char letters[] = "abcdefghNBRQK", clues[] = "abcdefgh12345678";
    compare_ways(pos, "O-O");
    compare_ways(pos, "O-O-O");
    for (int s = 0; s < 64; s++) {
        compare_at(pos, "", s);
        for (const char *l = letters; *l; l++) {
            const char head[] = {*l, clues[random_below(16)], '\0'}, alone[] = {*l, '\0'};
            compare_at(pos, alone, s);
            compare_at(pos, head, s);
        }
    }
}

static void the_short_way_says_what_the_long_way_says(void **state)
{
    (void)state;
    struct position start;
    struct position crowd = position_of(GAME_CHESS, "rrqk2nn/pp1bb1pp/2p2p2/8/8/2P2P2/"
                                                    "PP1BB1PP/RRQK2NN w - - 0 1");
    pos_start(&start, GAME_CHESS);
    taken = 0;
    visit_random_games(3, &start, short_texts_are_read_alike);
    visit_random_games(3, &crowd, short_texts_are_read_alike);
    visit_random_games(2, NULL, short_texts_are_read_alike);
    assert_true(taken > 10000);
}

/* --- Xiangqi ---------------------------------------------------------------------------------- */

/* A file as the mover counts, from his right. */
static int count_file(const struct position *pos, square s)
{
    const int file = square_file(GAME_XIANGQI, s);
    return pos->turn == WHITE ? 9 - file : file + 1;
}

/* The legal move M in WXF, for a man alone on its file: C2.5, H2+3. */
static void write_wxf(const struct position *pos, move m, char text[5])
{
    static const char letters[] = {[KING] = 'K', [ADVISOR] = 'A', [BISHOP] = 'B', [KNIGHT] = 'N',
                                   [ROOK] = 'R', [CANNON] = 'C',  [PAWN] = 'P'};
    const square from = move_from(GAME_XIANGQI, m), to = move_to(GAME_XIANGQI, m);
    const enum piece_type type = piece_type(pos->board[from]);
    const int ranks = square_rank(GAME_XIANGQI, to) - square_rank(GAME_XIANGQI, from);
    const int ahead = pos->turn == WHITE ? ranks : -ranks;
    const bool slants = type == ADVISOR || type == BISHOP || type == KNIGHT;
    const int number = ahead == 0 || slants ? count_file(pos, to) : ahead > 0 ? ahead : -ahead;
    snprintf(text, 5, "%c%d%c%d", letters[type], count_file(pos, from) % 10,
             ahead == 0  ? '.'
             : ahead > 0 ? '+'
                         : '-',
             number % 10);
}

/* How many men of the piece P stand on the file, counted by the mover. */
static int men_on_file(const struct position *pos, piece p, int file)
{
    int n = 0;
    for (square s = 0; s < 90; s++)
        n += pos->board[s] == p && count_file(pos, s) == file;
    return n;
}

/* The only legal move that TEXT is written for, NULL_MOVE if there is none. */
static move written_so(const struct position *pos, const char *text)
{
    move list[MOVES_MAX], found = NULL_MOVE;
    const int n = pos_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        char wxf[5];
        write_wxf(pos, list[i], wxf);
        if (strcmp(wxf, text) == 0)
            found = list[i];
    }
    return found;
}

static void wxf_means_the_man_alone_on_its_file(const struct position *pos)
{
    static const char letters[] = "KABNRCP";
    static const enum piece_type types[] = {KING, ADVISOR, BISHOP, KNIGHT, ROOK, CANNON, PAWN};
    for (int i = 0; i < 600; i++) {
        const unsigned kind = random_below(7);
        const int file = 1 + (int)random_below(9);
        const char text[] = {letters[kind], (char)('0' + file), "+-."[random_below(3)],
                             (char)('1' + (int)random_below(9)), '\0'};
        struct san_move sm;
        if (men_on_file(pos, piece_make((enum color)pos->turn, types[kind]), file) != 1)
            continue;
        const move expected = written_so(pos, text);
        const enum san_status status = san_parse(pos, text, 4, ENGLISH, &sm);
        taken += status == SAN_OK;
        if (expected != NULL_MOVE && (status != SAN_OK || sm.move != expected))
            fail_msg("%s is read otherwise", text);
        if (expected == NULL_MOVE && status == SAN_OK && types[kind] != PAWN)
            fail_msg("%s is read, and no legal move", text);
    }
}

static void the_short_way_of_xiangqi_reads_legal_moves_alone(void **state)
{
    (void)state;
    struct position start;
    pos_start(&start, GAME_XIANGQI);
    taken = 0;
    visit_random_games(4, &start, wxf_means_the_man_alone_on_its_file);
    assert_true(taken > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_short_way_says_what_the_long_way_says),
        cmocka_unit_test(the_short_way_of_xiangqi_reads_legal_moves_alone),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
