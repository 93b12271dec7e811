/* Random repetitions of xiangqi for tests/deep/xiangqi-checks.sh.

     cycles SEED COUNT engine    commands that make an engine say who wins by the last move
     cycles SEED COUNT verdicts  what it should say: "cp 0" for a draw, "mate 1" where the side that
                                 checked loses by it, "mate -1" where it is the one to move last

   Repetitions in which both sides check are left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/notation.h"
#include "rules/repetition.h"

enum { PLIES_MAX = 400 };

struct line {
    struct position at[PLIES_MAX + 1];
    move moves[PLIES_MAX];
    int count;
};

static unsigned next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*state >> 33);
}

static bool gives_check(const struct position *pos, move m)
{
    struct position next = *pos;
    pos_play(&next, m);
    return pos_in_check(&next);
}

/* A move that checks, if one is found soon, else any. */
static move random_move(const struct position *pos, const move *list, int n, uint64_t *state)
{
    for (int tries = 0; tries < 6; tries++) {
        const move m = list[next_random(state) % (unsigned)n];
        if (gives_check(pos, m))
            return m;
    }
    return list[next_random(state) % (unsigned)n];
}

/* The way back of the man that the same side moved last, or NULL_MOVE. */
static move step_back(const struct line *line)
{
    if (line->count < 2)
        return NULL_MOVE;
    const struct position *pos = &line->at[line->count];
    const move last = line->moves[line->count - 2];
    const square from = move_to(GAME_XIANGQI, last), to = move_from(GAME_XIANGQI, last);
    const move back = move_make(GAME_XIANGQI, from, to, NO_PIECE);
    return pos->board[to] == NO_PIECE && pos_is_legal(pos, back) ? back : NULL_MOVE;
}

/* The ply two occurrences before the last, or -1. */
static int first_of_three(const struct line *line)
{
    int found = 0;
    for (int i = line->count - 1; i >= 0; i--) {
        found += line->at[i].key == line->at[line->count].key;
        if (found == 2)
            return i;
    }
    return -1;
}

/* Play on until a position stands for the third time. Returns the ply of the first, or -1. */
static int play_random(struct line *line, uint64_t *state)
{
    pos_start(&line->at[0], GAME_XIANGQI);
    for (line->count = 0; line->count < PLIES_MAX;) {
        move list[MOVES_MAX];
        const struct position *pos = &line->at[line->count];
        const int n = pos_legal_moves(pos, list);
        if (n == 0)
            return -1;
        move m = line->count > 60 && next_random(state) % 5 > 0 ? step_back(line) : NULL_MOVE;
        m = m == NULL_MOVE ? random_move(pos, list, n, state) : m;
        line->moves[line->count] = m;
        line->at[line->count + 1] = *pos;
        pos_play(&line->at[++line->count], m);
        const int first = first_of_three(line);
        if (first >= 0)
            return first;
    }
    return -1;
}

/* As engines write it: ranks count from 1. */
static void print_move(move m)
{
    const square ends[] = {move_from(GAME_XIANGQI, m), move_to(GAME_XIANGQI, m)};
    putchar(' ');
    for (int i = 0; i < 2; i++)
        printf("%c%d", 'a' + square_file(GAME_XIANGQI, ends[i]),
               square_rank(GAME_XIANGQI, ends[i]) + 1);
}

static void print_commands(const struct line *line, int first)
{
    char text[FEN_MAX];
    struct position pos = line->at[first];
    pos.halfmove_clock = 0;
    fen_format(&pos, false, text);
    printf("position fen %s moves", text);
    for (int i = first; i + 1 < line->count; i++)
        print_move(line->moves[i]);
    printf("\ngo depth 1 searchmoves");
    print_move(line->moves[line->count - 1]);
    printf("\n");
}

static void print_verdict(const struct line *line, struct cycle_verdict v)
{
    const enum color last = (enum color)line->at[line->count - 1].turn;
    if (v.cycle != CYCLE_CHECK)
        printf("cp 0\n");
    else
        printf("mate %d\n", v.by == last ? -1 : 1);
}

int main(int argc, char **argv)
{
    static struct line line;
    if (argc != 4)
        return 2;
    uint64_t state = strtoull(argv[1], NULL, 10);
    rules_init();
    if (strcmp(argv[3], "engine") == 0)
        printf("uci\nsetoption name UCI_Variant value xiangqi\n");
    for (int count = atoi(argv[2]); count > 0;) {
        const int first = play_random(&line, &state);
        if (first < 0)
            continue;
        const struct cycle_verdict v = cycle_judge(&line.at[first], line.moves + first,
                                                   (size_t)(line.count - first), RULES_AXF);
        if (v.cycle == CYCLE_MUTUAL_CHECK)
            continue;
        count--;
        if (strcmp(argv[3], "engine") == 0)
            print_commands(&line, first);
        else
            print_verdict(&line, v);
    }
    if (strcmp(argv[3], "engine") == 0)
        printf("ucinewgame\n"); /* waits for the last answer */
    return 0;
}
