/* Who must vary in a repetition: worked sequences, among them many of the published diagrams of the
   Asian and World federations, and repetitions of random games against a slow judge of checks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "rules/repetition.h"
#include "xiangqi_board.h"

enum { PLIES_MAX = 256 };

struct line {
    struct position start;
    move moves[PLIES_MAX];
    struct position at[PLIES_MAX + 1];
    size_t count;
};

static void add(struct line *line, move m)
{
    assert_true(line->count < PLIES_MAX);
    assert_true(is_listed(&line->at[line->count], m));
    line->at[line->count + 1] = line->at[line->count];
    line->moves[line->count] = m;
    pos_play(&line->at[++line->count], m);
}

/* How often the last position stood before; *PERIOD plies ago the last time. */
static int occurrences(const struct line *line, size_t *period)
{
    int found = 0;
    for (size_t i = line->count; i-- > 0;) {
        if (line->at[i].key != line->at[line->count].key)
            continue;
        *period = found++ ? *period : line->count - i;
    }
    return found;
}

/* Play MOVES, and go on as after the last repetition until a position stands for the third time. */
static void play(struct line *line, const char *fen, const char *moves)
{
    size_t period = 0;
    line->start = line->at[0] = board_position(fen);
    line->count = 0;
    for (const char *text = moves; strlen(text) >= 4; text += text[4] ? 5 : 4)
        add(line, board_move(text));
    while (occurrences(line, &period) < 2) {
        if (period == 0)
            fail_msg("%s: %s repeats nothing", fen, moves);
        add(line, line->moves[line->count - period]);
    }
}

/* Judge from the first occurrence of the last position. */
static struct cycle_verdict judge(const struct line *line, enum rule_book book)
{
    size_t i = 0;
    while (line->at[i].key != line->at[line->count].key)
        i++;
    return cycle_judge(&line->at[i], line->moves + i, line->count - i, book);
}

struct row {
    int number;
    const char *fen, *moves;
    enum cycle axf;
    enum color axf_by;
    enum cycle cxa;
    enum color cxa_by;
    const char *chased; /* by AXF, in the position that comes back; NULL: not asked */
};

#include "xiangqi_cycles.h"

static void every_worked_sequence_has_its_verdict(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        struct line line;
        play(&line, row->fen, row->moves);
        struct cycle_verdict axf = judge(&line, RULES_AXF), cxa = judge(&line, RULES_CXA);
        if (axf.cycle != row->axf || (axf.result != RESULT_DRAW && axf.by != row->axf_by))
            print_error("row %d: AXF %d by %d\n", row->number, (int)axf.cycle, (int)axf.by);
        if (cxa.cycle != row->cxa || (cxa.result != RESULT_DRAW && cxa.by != row->cxa_by))
            print_error("row %d: CXA %d by %d\n", row->number, (int)cxa.cycle, (int)cxa.by);
    }
}

int main(void)
{
    rules_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_worked_sequence_has_its_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
