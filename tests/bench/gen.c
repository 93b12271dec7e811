/* usage: gen GAMES [SEED] <openings.tsv >games.pgn
   Made-up games for measuring large stores: a known opening, popular ones more often, then moves
   chosen at random with a liking for captures, recaptures and castling, up to a length and a result
   that fit. The same seed gives the same games; no two of them are likely to be equal. */
#include "notation/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 4096, OPENING_MAX = 48, PLAYERS = 40000, EVENTS = 20000, SITES = 3000 };

struct opening {
    move moves[OPENING_MAX];
    int count;
    char eco[4];
};

static struct opening openings[LINES_MAX];
static int opening_count;
static uint64_t state;

static uint64_t next_random(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static unsigned below(unsigned n)
{
    return (unsigned)(next_random() % n);
}

/* Small numbers far more often than large ones, as with popular players and openings. */
static unsigned often_small(unsigned n)
{
    double u = (double)(next_random() >> 11) / 9007199254740992.0;
    return (unsigned)(u * u * u * n);
}

/* A line "ECO<tab>name<tab>1. e4 e5 ...". */
static void read_opening(char *line, struct opening *o)
{
    struct position pos;
    pos_start(&pos, GAME_CHESS);
    char *moves = strrchr(line, '\t');
    snprintf(o->eco, sizeof o->eco, "%.3s", line);
    for (char *word = strtok(moves ? moves : line, " \t\n"); word; word = strtok(NULL, " \t\n")) {
        struct san_move sm;
        if (san_parse(&pos, word, strlen(word), piece_letter_table, &sm) != SAN_OK ||
            o->count == OPENING_MAX)
            continue; /* a move number */
        o->moves[o->count++] = sm.move;
        pos_play(&pos, sm.move);
    }
}

static void read_openings(void)
{
    char line[1024];
    while (opening_count < LINES_MAX && fgets(line, sizeof line, stdin)) {
        read_opening(line, &openings[opening_count]);
        opening_count += openings[opening_count].count > 0;
    }
    /* In an order that has nothing to do with the alphabet, so that popular ones are spread. */
    for (int i = opening_count - 1; i > 0; i--) {
        int j = (int)below((unsigned)i + 1);
        struct opening o = openings[i];
        openings[i] = openings[j];
        openings[j] = o;
    }
}

static int value(piece p)
{
    static const int values[PIECE_TYPES] = {
        [PAWN] = 1, [KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 5, [QUEEN] = 9};
    return values[piece_type(p)];
}

static move choose_move(const struct position *pos, square last_to)
{
    move list[MOVES_MAX], best = NULL_MOVE;
    int n = pos_legal_moves(pos, list), best_score = -1000;
    for (int i = 0; i < 6 && n > 0; i++) {
        move m = list[below((unsigned)n)];
        square from = move_from(GAME_CHESS, m), to = move_to(GAME_CHESS, m);
        bool castles = move_is_castling(GAME_CHESS, m);
        int score = (int)below(5) + (castles ? 6 : 0);
        if (!castles && pos->board[to])
            score += 4 + value(pos->board[to]) - value(pos->board[from]) + (to == last_to ? 8 : 0);
        if (piece_type(pos->board[from]) == KING && !castles)
            score -= 3;
        score += move_promotion(GAME_CHESS, m) == QUEEN ? 9 : 0;
        if (score > best_score) {
            best_score = score;
            best = m;
        }
    }
    return best;
}

static int material(const struct position *pos)
{
    int sum = 0;
    for (int s = 0; s < 64; s++)
        sum += pos->board[s] ? value(pos->board[s]) * (piece_color(pos->board[s]) ? -1 : 1) : 0;
    return sum;
}

static const char *result_of(const struct position *pos)
{
    enum outcome outcome = pos_outcome(pos);
    if (outcome != OUTCOME_NONE)
        return result_text(outcome_result(GAME_CHESS, outcome, (enum color)pos->turn));
    int sum = material(pos) + (int)below(5) - 2;
    return sum > 1 ? "1-0" : sum < -1 ? "0-1" : "1/2-1/2";
}

static void write_game(void)
{
    static char text[16384];
    struct position pos;
    const struct opening *o = &openings[often_small((unsigned)opening_count)];
    int plies = 20 + (int)below(70) + (int)below(70), len = 0, column = 0;
    square last_to = NO_SQUARE;
    pos_start(&pos, GAME_CHESS);
    for (int ply = 0; ply < plies; ply++) {
        move m = ply < o->count ? o->moves[ply] : choose_move(&pos, last_to);
        struct position after = pos;
        char san[SAN_MAX], token[SAN_MAX + 12];
        if (m == NULL_MOVE)
            break;
        pos_play(&after, m);
        san_format(&pos, m, &after, piece_letter_table, san);
        int n = pos.turn == WHITE ? snprintf(token, sizeof token, "%u.%s", pos.move_number, san)
                                  : snprintf(token, sizeof token, "%s", san);
        column = column + n + 1 > 80 ? 0 : column;
        len += snprintf(text + len, sizeof text - (size_t)len, "%s%s",
                        ply == 0      ? ""
                        : column == 0 ? "\n"
                                      : " ",
                        token);
        column += n + 1;
        last_to = move_to(GAME_CHESS, m);
        pos = after;
    }
    const char *result = result_of(&pos);
    unsigned white = often_small(PLAYERS), black = often_small(PLAYERS);
    unsigned event = below(EVENTS), elo = 1900 + below(800);
    printf(
        "[Event \"Tournament %u\"]\n[Site \"City %u\"]\n[Date \"%u.%02u.%02u\"]\n[Round \"%u\"]\n"
        "[White \"Player%u,A\"]\n[Black \"Player%u,B\"]\n[Result \"%s\"]\n[WhiteElo \"%u\"]\n"
        "[BlackElo \"%u\"]\n[ECO \"%s\"]\n\n%s %s\n\n",
        event, event % SITES, 1970 + event % 56, 1 + event % 12, 1 + below(28), 1 + below(13),
        white, black == white ? black + 1 : black, result, elo, elo - 100 + below(200), o->eco,
        text, result);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: gen GAMES [SEED] <openings.tsv >games.pgn\n");
        return 2;
    }
    rules_init();
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    read_openings();
    if (opening_count == 0) {
        fprintf(stderr, "gen: no opening on standard input\n");
        return 2;
    }
    for (long n = atol(argv[1]); n > 0; n--)
        write_game();
    return ferror(stdout) || fflush(stdout) != 0 ? 1 : 0;
}
