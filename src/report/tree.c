/* The opening tree: what was played at one position, and how it went. There are seldom more than
   thirty different moves, so rows are looked up one by one. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

struct tree {
    struct position at;
    struct tree_row *rows;
    size_t count, cap;
    bool failed;
};

struct tree *tree_new(const struct position *at, struct error *err)
{
    struct tree *t = calloc(1, sizeof *t);
    if (!t)
        error_no_memory(err);
    else
        t->at = *at;
    return t;
}

void tree_free(struct tree *t)
{
    if (!t)
        return;
    free(t->rows);
    free(t);
}

bool tree_failed(const struct tree *t)
{
    return t->failed;
}

/* Name the move of a row, played in POS. */
static void name_move(struct tree_row *row, const struct position *pos)
{
    if (row->is_end)
        strcpy(row->text, "[end]");
    else if (pos->game == GAME_CHESS)
        san_format(pos, row->move, NULL, &piece_letter_table[0], row->text);
    else
        uci_format(pos, row->move, false, row->text);
}

/* The row of M, or one that has no name yet. NULL if memory is out. */
static struct tree_row *find_row(struct tree *t, move m, bool is_end)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->rows[i].move == m && t->rows[i].is_end == is_end)
            return &t->rows[i];
    if (t->count == t->cap) {
        size_t cap = t->cap ? 2 * t->cap : 32;
        struct tree_row *rows = realloc(t->rows, cap * sizeof *rows);
        if (!rows) {
            t->failed = true;
            return NULL;
        }
        t->rows = rows;
        t->cap = cap;
    }
    struct tree_row *row = &t->rows[t->count++];
    *row = (struct tree_row){.move = m, .is_end = is_end};
    return row;
}

/* The position of REC at PLY. Only for a new row: it replays the game up to there. */
static struct position position_at(const struct record *rec, size_t ply)
{
    struct position pos = rec->start;
    for (size_t i = 0; i < ply; i++)
        pos_play(&pos, rec->moves[i]);
    return pos;
}

void tree_add_at(struct tree *t, const struct game_header *h, const struct record *rec, size_t ply)
{
    const bool is_end = ply >= rec->ply_count;
    struct tree_row *row = find_row(t, is_end ? NULL_MOVE : rec->moves[ply], is_end);
    if (!row)
        return;
    if (row->text[0] == '\0') {
        const struct position pos = position_at(rec, ply);
        name_move(row, &pos);
    }
    int elo = t->at.turn == WHITE ? h->white_elo : h->black_elo;
    uint16_t year = (uint16_t)(h->date / 10000);
    row->games++;
    row->white += h->result == RESULT_WHITE;
    row->draws += h->result == RESULT_DRAW;
    row->black += h->result == RESULT_BLACK;
    if (elo > 0) {
        row->rating_sum += (uint64_t)elo;
        row->rating_count++;
    }
    if (year > row->last_year)
        row->last_year = year;
}

void tree_add_group(struct tree *t, const struct index_group *group)
{
    const bool is_end = group->next == INDEX_END, by_white = t->at.turn == WHITE;
    const struct index_summary *sum = &group->summary;
    struct tree_row *row = find_row(t, is_end ? NULL_MOVE : group->next, is_end);
    if (!row)
        return;
    if (row->text[0] == '\0')
        name_move(row, &t->at);
    row->games += group->games;
    row->white += group->result == RESULT_WHITE ? group->games : 0;
    row->draws += group->result == RESULT_DRAW ? group->games : 0;
    row->black += group->result == RESULT_BLACK ? group->games : 0;
    row->rating_sum += by_white ? sum->white_sum : sum->black_sum;
    row->rating_count += by_white ? sum->white_rated : sum->black_rated;
    if (sum->last_date / 10000 > row->last_year)
        row->last_year = (uint16_t)(sum->last_date / 10000);
}

bool tree_add(struct tree *t, const struct game_header *h, const struct record *rec)
{
    for (size_t ply = 0; ply <= rec->ply_count; ply++) {
        if (rec->keys[ply] != t->at.key)
            continue;
        tree_add_at(t, h, rec, ply);
        return true;
    }
    return false;
}

static int compare_rows(const void *a, const void *b)
{
    const struct tree_row *x = a, *y = b;
    if (x->is_end != y->is_end)
        return x->is_end - y->is_end;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return strcmp(x->text, y->text);
}

const struct tree_row *tree_rows(struct tree *t, size_t *count)
{
    if (t->count > 1)
        qsort(t->rows, t->count, sizeof t->rows[0], compare_rows);
    *count = t->count;
    return t->rows;
}

struct tree_row tree_total(const struct tree *t)
{
    struct tree_row total = {.text = ""};
    for (size_t i = 0; i < t->count; i++) {
        const struct tree_row *row = &t->rows[i];
        total.games += row->games;
        total.white += row->white;
        total.draws += row->draws;
        total.black += row->black;
        total.rating_sum += row->rating_sum;
        total.rating_count += row->rating_count;
        if (row->last_year > total.last_year)
            total.last_year = row->last_year;
    }
    return total;
}
