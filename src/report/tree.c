/* The opening tree: what was played at one position, and how it went. There are seldom more than
   thirty different moves, so rows are looked up one by one. */
#include "base/array.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

struct tree {
    struct position at;
    key64 image_key; /* of the mirror image if that counts too, else of AT */
    bool is_merged;
    struct tree_row *rows;
    size_t count, cap;
    bool failed;
};

struct tree *tree_new(const struct position *at, struct error *err)
{
    struct tree *t = calloc(1, sizeof *t);
    if (!t) {
        error_no_memory(err);
        return NULL;
    }
    t->at = *at;
    t->image_key = at->key;
    return t;
}

void tree_merge_mirrors(struct tree *t)
{
    struct position image;
    pos_mirror(&t->at, &image);
    t->image_key = image.key;
    t->is_merged = true;
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

/* Name the move of a new row, which was played at POS. */
static void name_move(struct tree_row *row, const struct position *pos)
{
    if (row->is_end)
        strcpy(row->text, "[end]");
    else
        san_format(pos, row->move, NULL, &piece_letter_table[0], row->text);
}

static struct tree_row *find_row(const struct tree *t, move m, bool is_end)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->rows[i].move == m && t->rows[i].is_end == is_end)
            return &t->rows[i];
    return NULL;
}

static struct tree_row *new_row(struct tree *t)
{
    if (t->count == t->cap) {
        struct tree_row *rows = array_grow(t->rows, &t->cap, 32, sizeof *rows);
        if (!rows) {
            t->failed = true;
            return NULL;
        }
        t->rows = rows;
    }
    return &t->rows[t->count++];
}

/* The move as the tree has it that was played where the key was KEY. Of a move and its mirror,
   where they are one, it is the one from the higher file. */
static move seen_from(const struct tree *t, move m, key64 key)
{
    enum game game = (enum game)t->at.game;
    if (!t->is_merged || m == NULL_MOVE)
        return m;
    move mirror = move_mirror(game, m);
    if (t->image_key != t->at.key)
        return key == t->image_key ? mirror : m;
    int left = square_file(game, move_from(game, m)),
        right = square_file(game, move_from(game, mirror));
    if (left == right) {
        left = square_file(game, move_to(game, m));
        right = square_file(game, move_to(game, mirror));
    }
    return left < right ? mirror : m;
}

static void count_result(struct tree_row *row, enum result result, uint64_t games)
{
    row->games += games;
    row->white += result == RESULT_WHITE ? games : 0;
    row->draws += result == RESULT_DRAW ? games : 0;
    row->black += result == RESULT_BLACK ? games : 0;
}

static void count_year(struct tree_row *row, uint32_t date)
{
    uint16_t year = (uint16_t)(date / 10000);
    if (year > row->last_year)
        row->last_year = year;
}

static void count_game(const struct tree *t, struct tree_row *row, const struct game_header *h)
{
    int elo = t->at.turn == WHITE ? h->white_elo : h->black_elo;
    count_result(row, h->result, 1);
    count_year(row, h->date);
    if (elo > 0) {
        row->rating_sum += (uint64_t)elo;
        row->rating_count++;
    }
}

/* Where REC stands at PLY; it may differ from t->at in rights that were not asked for. */
static struct position position_at(const struct record *rec, size_t ply)
{
    struct position pos = rec->start;
    for (size_t i = 0; i < ply; i++)
        pos_play(&pos, rec->moves[i]);
    return pos;
}

struct tree_row tree_row_at(const struct tree *t, const struct game_header *h,
                            const struct record *rec, size_t ply)
{
    struct tree_row row = {.move = NULL_MOVE, .is_end = ply >= rec->ply_count};
    if (!row.is_end)
        row.move = seen_from(t, rec->moves[ply], rec->keys[ply]);
    if (!t->is_merged && rec->keys[ply] != t->at.key) {
        const struct position pos = position_at(rec, ply);
        name_move(&row, &pos);
    }
    count_game(t, &row, h);
    return row;
}

static void add_counts(struct tree_row *sum, const struct tree_row *row)
{
    sum->games += row->games;
    sum->white += row->white;
    sum->draws += row->draws;
    sum->black += row->black;
    sum->rating_sum += row->rating_sum;
    sum->rating_count += row->rating_count;
    if (row->last_year > sum->last_year)
        sum->last_year = row->last_year;
}

void tree_add_row(struct tree *t, const struct tree_row *row)
{
    struct tree_row *sum = find_row(t, row->move, row->is_end);
    if (sum) {
        add_counts(sum, row);
        return;
    }
    sum = new_row(t);
    if (!sum)
        return;
    *sum = *row;
    if (row->text[0] == '\0')
        name_move(sum, &t->at);
}

static struct tree_row *group_row(struct tree *t, const struct index_group *g)
{
    bool is_end = g->next == INDEX_END;
    move m = is_end ? NULL_MOVE : seen_from(t, g->next, t->at.key);
    struct tree_row *row = find_row(t, m, is_end);
    if (row || !(row = new_row(t)))
        return row;
    *row = (struct tree_row){.move = m, .is_end = is_end};
    name_move(row, &t->at);
    return row;
}

void tree_add_group(struct tree *t, const struct index_group *g)
{
    struct tree_row *row = group_row(t, g);
    if (!row)
        return;
    bool white = t->at.turn == WHITE;
    count_result(row, g->result, g->games);
    count_year(row, g->summary.last_date);
    row->rating_sum += white ? g->summary.white_sum : g->summary.black_sum;
    row->rating_count += white ? g->summary.white_rated : g->summary.black_rated;
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
    for (size_t i = 0; i < t->count; i++)
        add_counts(&total, &t->rows[i]);
    return total;
}
