/* Moves in text: every legal move comes back from every notation, dialects are read and named,
   nothing is guessed, and no bytes do harm. */
#include "tests/unit/notation_games.h"

/* --- There and back -------------------------------------------------------------------------- */

static const struct piece_letters *round_trip_letters;

static void san_comes_back(const struct position *pos, move m)
{
    char text[SAN_MAX];
    struct san_move sm;
    size_t len = san_format(pos, m, NULL, round_trip_letters, text);
    assert_int_equal(len, strlen(text));
    if (san_parse(pos, text, len, round_trip_letters, &sm) != SAN_OK)
        fail_msg("%s is not read", text);
    assert_int_equal(sm.move, m);
    assert_int_equal(sm.dialects & ~(unsigned)SAN_FIGURINE, 0);
    assert_int_equal((sm.dialects & SAN_FIGURINE) != 0,
                     (unsigned char)text[0] == 0xe2 || strstr(text, "=\xe2") != NULL);

    struct position after = *pos;
    char same[SAN_MAX];
    pos_play(&after, m);
    san_format(pos, m, &after, round_trip_letters, same);
    assert_string_equal(same, text);
    assert_int_equal(sm.check, pos_in_check(&after));
    assert_int_equal(sm.mark, pos_in_check(&after) && !pos_has_legal_move(&after)
                                  ? OUTCOME_CHECKMATE
                                  : OUTCOME_NONE);
}

static void lan_comes_back(const struct position *pos, move m)
{
    char text[SAN_MAX];
    struct san_move sm;
    size_t len = lan_format(pos, m, NULL, round_trip_letters, text);
    assert_int_equal(san_parse(pos, text, len, round_trip_letters, &sm), SAN_OK);
    assert_int_equal(sm.move, m);
    assert_int_equal(sm.dialects & ~(unsigned)(SAN_LONG_FORM | SAN_FIGURINE), 0);
    assert_true(strchr(text, '-') == NULL || text[0] == 'O' || sm.dialects & SAN_LONG_FORM);
}

static void uci_comes_back(const struct position *pos, move m)
{
    char text[SAN_MAX];
    struct san_move sm;
    const bool chess960 = pos_is_chess960(pos);
    size_t len = uci_format(pos, m, chess960, text);
    assert_int_equal(len, strlen(text));
    assert_int_equal(uci_parse(pos, text, len), m);
    assert_int_equal(san_parse(pos, text, len, round_trip_letters, &sm), SAN_OK);
    assert_int_equal(sm.move, m);
    assert_int_equal(sm.dialects,
                     SAN_COORDINATES |
                         (move_is_castling((enum game)pos->game, m) ? SAN_KING_TAKES_ROOK : 0));
}

static void visit_moves(const struct position *pos)
{
    move list[MOVES_MAX];
    int n = pos_legal_moves(pos, list);
    for (int i = 0; i < n; i++) {
        if (pos->game == GAME_CHESS) {
            san_comes_back(pos, list[i]);
            lan_comes_back(pos, list[i]);
        }
        uci_comes_back(pos, list[i]);
    }
}

static void every_legal_move_comes_back_from_san_lan_and_uci(void **state)
{
    (void)state;
    struct position start;
    pos_start(&start, GAME_CHESS);
    for (const struct piece_letters *l = piece_letter_table; l->code != NULL; l++) {
        round_trip_letters = l;
        visit_random_games(l == piece_letter_table ? 12 : 1, &start, visit_moves);
    }
    round_trip_letters = piece_letter_table;
    visit_random_games(16, NULL, visit_moves);
}

static void every_legal_move_comes_back_with_many_men_of_a_kind(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "k7/8/1Q1Q1Q2/8/1Q1Q1Q2/8/8/7K w - - 0 1",  "7k/8/1N1N4/N3N3/8/N3N3/1N1N4/K7 w - - 0 1",
        "8/PPk1PP2/8/8/8/8/1pp2p1K/8 w - - 0 1",    "8/PPk1PP2/8/8/8/8/1pp2p1K/8 b - - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "3k4/8/8/R6R/8/8/R6R/3K4 w - - 0 1",
        "8/8/8/8/1k1pP2R/8/8/4K3 b - e3 0 1",       "1n1n4/P1P4k/8/8/8/8/p1p5/1N1N2K1 w - - 0 1",
    };
    round_trip_letters = piece_letter_table;
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct position pos = position_of(GAME_CHESS, fens[i]);
        visit_moves(&pos);
    }
}

/* --- Dialects -------------------------------------------------------------------------------- */

struct reading {
    const char *fen, *text;
    const char *uci; /* king takes rook */
    unsigned dialects;
};

static void reads(const struct reading *r, const struct piece_letters *letters)
{
    struct position pos = position_of(GAME_CHESS, r->fen);
    struct san_move sm;
    char uci[SAN_MAX];
    enum san_status status = san_parse(&pos, r->text, strlen(r->text), letters, &sm);
    if (status != SAN_OK) {
        char reason[200];
        san_explain(&pos, r->text, strlen(r->text), status, &sm, reason, sizeof reason);
        fail_msg("%s in %s: %s", r->text, r->fen, reason);
    }
    uci_format(&pos, sm.move, true, uci);
    assert_string_equal(uci, r->uci);
    if (sm.dialects != r->dialects)
        fail_msg("%s: dialects %x, not %x", r->text, sm.dialects, r->dialects);
}

#define START   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define TAKES   "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"
#define EP      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
#define LAST    "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
#define KNIGHTS "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
#define PINNED  "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"
#define THREE   "4k3/8/8/8/1N3N2/8/1N6/4K3 w - - 0 1"

static void dialects_are_read_and_named(void **state)
{
    (void)state;
    static const struct reading rows[] = {
        {START, "e4", "e2e4", 0},
        {START, "e2e4", "e2e4", SAN_COORDINATES},
        {START, "E2E4", "e2e4", SAN_COORDINATES},
        {START, "E2-E4", "e2e4", SAN_COORDINATES},
        {START, "B2B4", "b2b4", SAN_COORDINATES},
        {START, "g1f3", "g1f3", SAN_COORDINATES},
        {START, "g1-f3", "g1f3", SAN_COORDINATES},
        {START, "e2-e4", "e2e4", SAN_LONG_FORM},
        {START, "e2–e4", "e2e4", SAN_LONG_FORM},
        {START, "Ng1-f3", "g1f3", SAN_LONG_FORM},
        {START, "Ng1f3", "g1f3", SAN_DISAMBIGUATION},
        {START, "Ngf3", "g1f3", SAN_DISAMBIGUATION},
        {START, "N1f3", "g1f3", SAN_DISAMBIGUATION},
        {START, "ee4", "e2e4", SAN_DISAMBIGUATION},
        {START, "Pe4", "e2e4", SAN_PAWN_LETTER},
        {START, "Pe2-e4", "e2e4", SAN_PAWN_LETTER | SAN_LONG_FORM},
        {START, "♘f3", "g1f3", SAN_FIGURINE},
        {START, "♞f3", "g1f3", SAN_FIGURINE},
        {START, "♘︎f3", "g1f3", SAN_FIGURINE},
        {START, "♙e4", "e2e4", SAN_FIGURINE | SAN_PAWN_LETTER},
        {START, "Nxf3", "g1f3", SAN_CAPTURE_MARK},
        {START, "Nf3+", "g1f3", 0},
        {START, "Nf3++", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3ch", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3 ch.", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3dbl.ch.", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3dis ch", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3†", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3‡", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3mate", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3 Mate", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3≠", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3##", "g1f3", SAN_CHECK_MARK},
        {START, "Nf3+#", "g1f3", SAN_CHECK_MARK},
        {CASTLES, "O-O", "e1h1", 0},
        {CASTLES, "O-O-O", "e1a1", 0},
        {CASTLES, "O-O+", "e1h1", 0},
        {CASTLES, "0-0", "e1h1", SAN_ZEROS},
        {CASTLES, "0-0-0", "e1a1", SAN_ZEROS},
        {CASTLES, "o-o", "e1h1", SAN_ZEROS},
        {CASTLES, "OO", "e1h1", SAN_ZEROS},
        {CASTLES, "00", "e1h1", SAN_ZEROS},
        {CASTLES, "000", "e1a1", SAN_ZEROS},
        {CASTLES, "O–O–O", "e1a1", SAN_ZEROS},
        {CASTLES, "О-О", "e1h1", SAN_ZEROS},
        {CASTLES, "e1g1", "e1h1", SAN_COORDINATES | SAN_KING_TAKES_ROOK},
        {CASTLES, "e1h1", "e1h1", SAN_COORDINATES | SAN_KING_TAKES_ROOK},
        {CASTLES, "e1c1", "e1a1", SAN_COORDINATES | SAN_KING_TAKES_ROOK},
        {CASTLES, "Ke1-g1", "e1h1", SAN_LONG_FORM | SAN_KING_TAKES_ROOK},
        {CASTLES, "Ke1g1", "e1h1", SAN_KING_TAKES_ROOK},
        {CASTLES, "Kg1", "e1h1", SAN_KING_TAKES_ROOK},
        {CASTLES, "Kc1", "e1a1", SAN_KING_TAKES_ROOK},
        {CASTLES, "Kxh1", "e1h1", SAN_KING_TAKES_ROOK},
        {CASTLES, "Kf1", "e1f1", 0},
        {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "Kg1", "f1g1", 0},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "f1g1", SAN_COORDINATES | SAN_KING_TAKES_ROOK},
        {TAKES, "exd5", "e4d5", 0},
        {TAKES, "ed5", "e4d5", SAN_CAPTURE_MARK},
        {TAKES, "e:d5", "e4d5", SAN_CAPTURE_MARK},
        {TAKES, "e×d5", "e4d5", SAN_CAPTURE_MARK},
        {TAKES, "ed5:", "e4d5", SAN_CAPTURE_MARK},
        {TAKES, "exd", "e4d5", SAN_SHORT_CAPTURE},
        {TAKES, "ed", "e4d5", SAN_SHORT_CAPTURE | SAN_CAPTURE_MARK},
        {TAKES, "e4xd5", "e4d5", SAN_LONG_FORM},
        {TAKES, "e4d5", "e4d5", SAN_COORDINATES},
        {TAKES, "e4-d5", "e4d5", SAN_LONG_FORM | SAN_CAPTURE_MARK},
        {TAKES, "Nxd5", "c3d5", 0},
        {TAKES, "Nd5", "c3d5", SAN_CAPTURE_MARK},
        {TAKES, "N:d5", "c3d5", SAN_CAPTURE_MARK},
        {TAKES, "Nc3xd5", "c3d5", SAN_LONG_FORM},
        {EP, "exd6", "e5d6", 0},
        {EP, "ed6", "e5d6", SAN_CAPTURE_MARK},
        {EP, "exd", "e5d6", SAN_SHORT_CAPTURE},
        {EP, "exd6e.p.", "e5d6", SAN_EP_MARK},
        {EP, "exd6ep", "e5d6", SAN_EP_MARK},
        {EP, "exd6 e.p.", "e5d6", SAN_EP_MARK},
        {EP, "exd6e.p.+", "e5d6", SAN_EP_MARK},
        {EP, "exd6+ e.p.", "e5d6", SAN_EP_MARK},
        {LAST, "e8=Q", "e7e8q", 0},
        {LAST, "e8=N+", "e7e8n", 0},
        {LAST, "e8Q", "e7e8q", SAN_PROMOTION},
        {LAST, "e8(Q)", "e7e8q", SAN_PROMOTION},
        {LAST, "e8/Q", "e7e8q", SAN_PROMOTION},
        {LAST, "e8/Q+", "e7e8q", SAN_PROMOTION},
        {LAST, "e8=(R)", "e7e8r", SAN_PROMOTION},
        {LAST, "e8=q", "e7e8q", SAN_PROMOTION},
        {LAST, "e8q", "e7e8q", SAN_PROMOTION},
        {LAST, "e8=♕", "e7e8q", SAN_FIGURINE},
        {LAST, "e7e8q", "e7e8q", SAN_COORDINATES},
        {LAST, "E7E8Q", "e7e8q", SAN_COORDINATES},
        {LAST, "e7e8=Q", "e7e8q", SAN_COORDINATES},
        {LAST, "e7-e8=Q", "e7e8q", SAN_LONG_FORM},
        {LAST, "e7-e8Q", "e7e8q", SAN_LONG_FORM | SAN_PROMOTION},
        {KNIGHTS, "Nbd2", "b1d2", 0},
        {KNIGHTS, "N1d2", "b1d2", 0},
        {KNIGHTS, "Nb1d2", "b1d2", SAN_DISAMBIGUATION},
        {KNIGHTS, "Nb1-d2", "b1d2", SAN_LONG_FORM},
        {PINNED, "Ne2", "g1e2", 0},
        {PINNED, "Nge2", "g1e2", SAN_DISAMBIGUATION},
        {THREE, "Nb4d3", "b4d3", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        reads(&rows[i], ENGLISH);
}

static void letters_of_other_languages_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *code;
        struct reading reading;
    } rows[] = {
        {"de", {START, "Sf3", "g1f3", 0}},
        {"de", {LAST, "e8=D", "e7e8q", 0}},
        {"de", {LAST, "e8D", "e7e8q", SAN_PROMOTION}},
        {"de", {LAST, "e7e8q", "e7e8q", SAN_COORDINATES}},
        {"ru", {START, "Кf3", "g1f3", 0}},
        {"ru", {CASTLES, "Крf1", "e1f1", 0}},
        {"ru", {CASTLES, "Крe1-f1", "e1f1", SAN_LONG_FORM}},
        {"tr", {CASTLES, "Şf1", "e1f1", 0}},
        {"nl", {START, "Pf3", "g1f3", 0}},
        {"fr", {CASTLES, "Rf1", "e1f1", 0}},
        {"figurine", {START, "♘f3", "g1f3", SAN_FIGURINE}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        reads(&rows[i].reading, piece_letters_find(rows[i].code));
}

static void marks_say_check_or_mate(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool check;
        enum outcome mark;
    } rows[] = {
        {"Nf3", false, OUTCOME_NONE},       {"Nf3+", true, OUTCOME_NONE},
        {"Nf3#", true, OUTCOME_CHECKMATE},  {"Nf3++", true, OUTCOME_NONE},
        {"Nf3##", true, OUTCOME_CHECKMATE}, {"Nf3 mate", true, OUTCOME_CHECKMATE},
        {"Nf3≠", true, OUTCOME_CHECKMATE},  {"Nf3 dbl ch", true, OUTCOME_NONE},
    };
    struct position pos = position_of(GAME_CHESS, START);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct san_move sm;
        assert_int_equal(san_parse(&pos, rows[i].text, strlen(rows[i].text), ENGLISH, &sm), SAN_OK);
        assert_int_equal(sm.check, rows[i].check);
        assert_int_equal(sm.mark, rows[i].mark);
    }
}

static void null_moves_are_read_unless_in_check(void **state)
{
    (void)state;
    static const char *const texts[] = {"--", "Z0", "null", "@@@@", "0000"};
    struct position quiet = position_of(GAME_CHESS, START);
    struct position check = position_of(GAME_CHESS, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct san_move sm;
        size_t len = strlen(texts[i]);
        assert_int_equal(san_parse(&quiet, texts[i], len, ENGLISH, &sm), SAN_NULL_MOVE);
        assert_int_equal(sm.move, NULL_MOVE);
        assert_int_equal(san_parse(&check, texts[i], len, ENGLISH, &sm), SAN_ILLEGAL);
        assert_int_equal(sm.why.why, ILLEGAL_LEAVES_CHECK);
    }
}

static void null_moves_are_written(void **state)
{
    (void)state;
    struct position pos = position_of(GAME_CHESS, START);
    char text[SAN_MAX];
    assert_int_equal(san_format(&pos, NULL_MOVE, NULL, ENGLISH, text), 2);
    assert_string_equal(text, "--");
    assert_int_equal(lan_format(&pos, NULL_MOVE, NULL, ENGLISH, text), 2);
    assert_string_equal(text, "--");
    assert_int_equal(uci_format(&pos, NULL_MOVE, false, text), 4);
    assert_string_equal(text, "0000");
}

static void long_form_is_written(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci, *lan, *san;
    } rows[] = {
        {START, "g1f3", "Ng1-f3", "Nf3"},    {TAKES, "e4d5", "e4xd5", "exd5"},
        {EP, "e5d6", "e5xd6", "exd6"},       {LAST, "e7e8q", "e7-e8=Q", "e8=Q"},
        {CASTLES, "e1c1", "O-O-O", "O-O-O"}, {THREE, "b4d3", "Nb4-d3", "Nb4d3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = position_of(GAME_CHESS, rows[i].fen);
        move m = uci_parse(&pos, rows[i].uci, strlen(rows[i].uci));
        char text[SAN_MAX];
        lan_format(&pos, m, NULL, ENGLISH, text);
        assert_string_equal(text, rows[i].lan);
        san_format(&pos, m, NULL, ENGLISH, text);
        assert_string_equal(text, rows[i].san);
    }
}

/* --- What is no move ------------------------------------------------------------------------- */

static void unreadable_text_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",       "e",    "4",    "N",      "Nf",      "Nf9",      "Ni3",  "nf3",   "e4e", "e4+-",
        "xe4",    "-e4",  "e-e4", "N-f3",   "+",       "#",        "mate", "ep",    "x",   "O",
        "O-",     "O-O-", "O--O", "-O-O",   "0-0-0-0", "0",        "e8=",  "e8=(Q", "e8(", "e4)",
        "Nf3x",   "NNf3", "Nf3f", "e2e4e5", "1",       "1.",       "e.4",  "Nf3ep", "E4",  "e2 e4",
        "e2e4qq", "Pxe4", "♘",    "♘♘f3",   "\xe2",    "\xe2\x99", "...",  "*",     "1-0", "$1",
    };
    struct position pos = position_of(GAME_CHESS, START);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct san_move sm;
        if (san_parse(&pos, texts[i], strlen(texts[i]), ENGLISH, &sm) != SAN_UNREADABLE)
            fail_msg("'%s' is read", texts[i]);
    }
}

static void a_piece_is_never_guessed(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *text, *language;
    } rows[] = {
        {START, "Sf3", "de"}, {START, "Cf3", "fr"}, {START, "Кf3", "ru"},
        {LAST, "e8=D", "de"}, {LAST, "e8=H", "pl"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos = position_of(GAME_CHESS, rows[i].fen);
        struct san_move sm;
        assert_int_equal(san_parse(&pos, rows[i].text, strlen(rows[i].text), ENGLISH, &sm),
                         SAN_OTHER_LANGUAGE);
        assert_string_equal(sm.hint->code, rows[i].language);
    }
    struct position pos = position_of(GAME_CHESS, START);
    struct san_move sm;
    assert_int_equal(san_parse(&pos, "Sf6", 3, ENGLISH, &sm), SAN_UNREADABLE);
}

static void b_is_a_pawn_and_never_a_bishop(void **state)
{
    (void)state;
    struct position pos = position_of(GAME_CHESS, "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1");
    struct san_move sm;
    assert_int_equal(san_parse(&pos, "bxc3", 4, ENGLISH, &sm), SAN_OK);
    assert_int_equal(move_from(GAME_CHESS, sm.move), 9);
    assert_int_equal(san_parse(&pos, "Bxc3", 4, ENGLISH, &sm), SAN_OK);
    assert_int_equal(move_from(GAME_CHESS, sm.move), 11);
    assert_int_equal(san_parse(&pos, "be3", 3, ENGLISH, &sm), SAN_ILLEGAL);
}

/* One and two bytes of any kind, three of those that mean something somewhere. */
static void all_short_byte_strings_are_survived(void **state)
{
    (void)state;
    static const char *const fens[] = {START, CASTLES, LAST, EP};
    static const char telling[] = "abcdefgh12345678NBRQKPSDTOox0Z-:=()/+#.@ \xd0\x9a\xe2\x99\x94";
    const unsigned two = 256 + 256 * 256, n = sizeof telling - 1;
    for (unsigned i = 0; i < two + n * n * n; i++) {
        struct position pos = position_of(GAME_CHESS, fens[i % 4]);
        char text[3] = {(char)i, (char)((i - 256) >> 8), '\0'}, out[64];
        const size_t len = i < 256 ? 1 : i < two ? 2 : 3;
        for (unsigned at = 0, rest = i - two; i >= two && at < 3; at++, rest /= n)
            text[at] = telling[rest % n];
        struct san_move sm;
        enum san_status status = san_parse(&pos, text, len, ENGLISH, &sm);
        if (status == SAN_OK)
            assert_true(pos_is_legal(&pos, sm.move));
        else if (status != SAN_NULL_MOVE)
            assert_in_range(san_explain(&pos, text, len, status, &sm, out, sizeof out), 1,
                            sizeof out - 1);
    }
}

static void changed_moves_are_survived_and_never_illegal(void **state)
{
    (void)state;
    static const char *const seeds[] = {"Nb1xd2+", "exd6e.p.", "e7e8=Q#", "O-O-O+", "Крf1 mate"};
    static const char bytes[] = "abh18NKQPOx:-=()/+#0o .eφ\xe2\x99\x94\xff";
    struct position pos = position_of(GAME_CHESS, CASTLES);
    for (int round = 0; round < 100000; round++) {
        char text[64], out[200];
        struct san_move sm;
        const char *seed = seeds[random_below(sizeof seeds / sizeof *seeds)];
        size_t len = strlen(seed);
        memcpy(text, seed, len);
        for (unsigned change = random_below(4); change < 4; change++)
            text[random_below((unsigned)len)] = bytes[random_below(sizeof bytes)];
        enum san_status status = san_parse(&pos, text, len, ENGLISH, &sm);
        assert_true(status != SAN_OK || pos_is_legal(&pos, sm.move));
        if (status != SAN_OK && status != SAN_NULL_MOVE)
            assert_true(san_explain(&pos, text, len, status, &sm, out, sizeof out) > 0);
    }
}

static void long_text_is_refused(void **state)
{
    (void)state;
    static char text[100000];
    struct position pos = position_of(GAME_CHESS, START);
    struct san_move sm;
    memset(text, '+', sizeof text);
    assert_int_equal(san_parse(&pos, text, sizeof text, ENGLISH, &sm), SAN_UNREADABLE);
    memcpy(text, "Nf3", 3);
    assert_int_equal(san_parse(&pos, text, sizeof text, ENGLISH, &sm), SAN_UNREADABLE);
}

/* --- UCI ------------------------------------------------------------------------------------- */

static void uci_castling_is_read_in_either_form(void **state)
{
    (void)state;
    struct position pos = position_of(GAME_CHESS, CASTLES);
    move king_side = uci_parse(&pos, "e1h1", 4);
    char text[SAN_MAX];
    assert_true(move_is_castling(GAME_CHESS, king_side));
    assert_int_equal(uci_parse(&pos, "e1g1", 4), king_side);
    uci_format(&pos, king_side, false, text);
    assert_string_equal(text, "e1g1");
    uci_format(&pos, king_side, true, text);
    assert_string_equal(text, "e1h1");
}

static void uci_text_that_is_no_legal_move_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",     "e2",   "e2e5", "e7e5",  "e2e4q", "e2e4 ",
                                        "0000", "a1a1", "i2i4", "e2-e4", "E2E4",  "e1g1"};
    struct position pos = position_of(GAME_CHESS, START);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(uci_parse(&pos, texts[i], strlen(texts[i])), NULL_MOVE);
    struct position last = position_of(GAME_CHESS, LAST);
    assert_int_equal(uci_parse(&last, "e7e8", 4), NULL_MOVE);
    assert_int_equal(uci_parse(&last, "e7e8k", 5), NULL_MOVE);
    assert_int_equal(uci_parse(&last, "e7e8p", 5), NULL_MOVE);
    assert_int_not_equal(uci_parse(&last, "e7e8n", 5), NULL_MOVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_legal_move_comes_back_from_san_lan_and_uci),
        cmocka_unit_test(every_legal_move_comes_back_with_many_men_of_a_kind),
        cmocka_unit_test(dialects_are_read_and_named),
        cmocka_unit_test(letters_of_other_languages_are_read),
        cmocka_unit_test(marks_say_check_or_mate),
        cmocka_unit_test(null_moves_are_read_unless_in_check),
        cmocka_unit_test(null_moves_are_written),
        cmocka_unit_test(long_form_is_written),
        cmocka_unit_test(unreadable_text_is_refused),
        cmocka_unit_test(a_piece_is_never_guessed),
        cmocka_unit_test(b_is_a_pawn_and_never_a_bishop),
        cmocka_unit_test(all_short_byte_strings_are_survived),
        cmocka_unit_test(changed_moves_are_survived_and_never_illegal),
        cmocka_unit_test(long_text_is_refused),
        cmocka_unit_test(uci_castling_is_read_in_either_form),
        cmocka_unit_test(uci_text_that_is_no_legal_move_is_refused),
    };
    rules_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
