/* The marks that tell men of one kind on one file apart. The rows below are the dialects found in
   files; xqbase's, the one that is written, numbers all pawns on crowded files together, most
   others go file by file. */
#include "notation/xiangqi_text.h"

/* marks[n][i]: the i-th of n, from the front. */
static const struct {
    bool over_files; /* n and i count all that stand on crowded files */
    const char *marks[RANKED_MAX + 1];
} dialects[MARK_DIALECTS] = {
    [DIALECT_CHINESE] = {true, {"", "", "FR", "FMR", "1234", "12345"}},
    [DIALECT_WXF] = {true, {"", "", "+-", "+.-", "abcd", "abcde"}},
    /* wxf.org */
    {false, {"", "", "+-", "+=-", "P+-Q", "P+=-Q"}},
    /* rule books, XQStudio */
    {false, {"", "", "FR", "FMR", "F23R", "F234R"}},
    {false, {"", "", "12", "123", "1234", "12345"}},
    /* programs that number or mark each file by itself */
    {false, {"", "", "+-", "+.-", "+bc-", "+bcd-"}},
    {false, {"", "", "ab", "abc", "abcd", "abcde"}},
};

char xiangqi_mark(int dialect, const struct ranks *ranks, const struct ranked_man *man)
{
    if (man->on_file < 2)
        return MARK_NONE;
    const bool over_files = dialects[dialect].over_files;
    const int n = over_files ? ranks->crowded : man->on_file;
    return dialects[dialect].marks[n][over_files ? man->number : man->place];
}

/* Add the men of one file. */
static void rank_file(const struct position *pos, piece man, int number, struct ranks *ranks)
{
    const enum color turn = (enum color)pos->turn;
    const int file = board_file(turn, number), first = ranks->count;
    for (int step = 0; step < 10 && ranks->count < RANKED_MAX; step++) {
        const square s = square_make(GAME_XIANGQI, file, turn == WHITE ? 9 - step : step);
        if (pos->board[s] == man)
            ranks->men[ranks->count++] = (struct ranked_man){.at = s, .file = (uint8_t)number};
    }
    const int on_file = ranks->count - first;
    for (int i = 0; i < on_file; i++) {
        struct ranked_man *m = &ranks->men[first + i];
        m->on_file = (uint8_t)on_file;
        m->place = (uint8_t)i;
        if (on_file > 1)
            m->number = (uint8_t)ranks->crowded++;
    }
}

void xiangqi_rank_men(const struct position *pos, enum piece_type type, struct ranks *ranks)
{
    ranks->count = ranks->crowded = 0;
    for (int number = 1; number <= 9; number++)
        rank_file(pos, piece_make((enum color)pos->turn, type), number, ranks);
}
