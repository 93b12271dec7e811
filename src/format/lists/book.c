/* Opening books. A ply of a game is a sample: the bytes of the position's key and of the move,
   which are sorted, and what it scored. Equal ones then stand together and become an entry. */
#include "format/lists/book.h"
#include "base/byte_order.h"
#include "base/sorting.h"
#include "notation/polyglot.h"

#include <stdlib.h>

enum { KEY = 8, SORTED = KEY + 2, SAMPLE = SORTED + 1, WEIGHT_MAX = UINT16_MAX };
static const size_t MEMORY = (size_t)256 << 20;

struct entry {
    uint16_t move;
    uint64_t games, score;
};

struct book {
    struct book_options options;
    struct sorting *sorting;
    struct sorting_item ahead; /* the first sample of the next position */
    int more;                  /* what sorting_next said of it */
    bool started;
    struct entry entries[MOVES_MAX]; /* of one position */
    size_t count;
};

/* A game without result counts as drawn, as in Polyglot. */
static unsigned char score_of(enum result result, enum color mover)
{
    if (result != RESULT_WHITE && result != RESULT_BLACK)
        return 1;
    return (result == RESULT_WHITE) == (mover == WHITE) ? 2 : 0;
}

void book_add_game(struct buffer *out, const struct record *rec)
{
    struct position pos = rec->start;
    const enum result result = record_result(rec);
    move last = NULL_MOVE;
    for (size_t i = 0; i < rec->ply_count; last = rec->moves[i++]) {
        unsigned char sample[SAMPLE];
        big_put(sample, polyglot_key(&pos, last), KEY);
        big_put(sample + KEY, polyglot_move(rec->moves[i]), SORTED - KEY);
        sample[SORTED] = score_of(result, (enum color)pos.turn);
        if (rec->moves[i] != NULL_MOVE)
            buffer_add(out, sample, sizeof sample);
        pos_play(&pos, rec->moves[i]);
    }
}

struct book *book_open(const struct book_options *options, struct error *err)
{
    struct book *book = calloc(1, sizeof *book);
    if (!book) {
        error_no_memory(err);
        return NULL;
    }
    book->options = *options;
    book->sorting = sorting_open(MEMORY, err);
    if (book->sorting)
        return book;
    free(book);
    return NULL;
}

void book_close(struct book *book)
{
    if (!book)
        return;
    sorting_close(book->sorting);
    free(book);
}

bool book_take(struct book *book, const char *samples, size_t len, struct error *err)
{
    for (size_t at = 0; at + SAMPLE <= len; at += SAMPLE) {
        const struct sorting_item item = {samples + at, samples + at + SORTED, SORTED,
                                          SAMPLE - SORTED};
        if (!sorting_add(book->sorting, &item, err))
            return false;
    }
    return true;
}

/* --- Entries ---------------------------------------------------------------------------------- */

/* The heavier move first; of equal ones the one with the smaller number. */
static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return (x->move > y->move) - (x->move < y->move);
}

static bool is_wanted(const struct book *book, const struct entry *e)
{
    return e->score > 0 && e->games >= book->options.min_games &&
           (double)e->score >= book->options.min_score / 100 * 2 * (double)e->games;
}

/* Weights are scaled down together if the largest has no room. */
static void put_entries(const struct book *book, const unsigned char *key, struct buffer *out)
{
    const uint64_t largest = book->count > 0 ? book->entries[0].score : 0;
    for (size_t i = 0; i < book->count; i++) {
        const struct entry *e = &book->entries[i];
        unsigned char bytes[SORTED + 6] = {0};
        uint64_t weight = e->score;
        if (largest > WEIGHT_MAX)
            weight = (uint64_t)((double)weight / (double)largest * WEIGHT_MAX);
        memcpy(bytes, key, KEY);
        big_put(bytes + KEY, e->move, 2);
        big_put(bytes + SORTED, weight, 2);
        if (is_wanted(book, e) && weight > 0)
            buffer_add(out, bytes, sizeof bytes);
    }
}

/* Add the sample ahead to the entries of its position. */
static void count_sample(struct book *book)
{
    const unsigned char *sorted = book->ahead.key;
    const unsigned char score = *(const unsigned char *)book->ahead.data;
    const uint16_t m = (uint16_t)big_number(sorted + KEY, 2);
    if (book->count == 0 || book->entries[book->count - 1].move != m) {
        if (book->count == MOVES_MAX)
            return;
        book->entries[book->count++] = (struct entry){.move = m};
    }
    book->entries[book->count - 1].games++;
    book->entries[book->count - 1].score += score;
}

int book_next(struct book *book, struct buffer *out, struct error *err)
{
    unsigned char key[KEY];
    if (!book->started) {
        book->started = true;
        book->more = sorting_finish(book->sorting, err)
                         ? sorting_next(book->sorting, &book->ahead, err)
                         : -1;
    }
    if (book->more <= 0)
        return book->more;
    memcpy(key, book->ahead.key, KEY);
    book->count = 0;
    do
        count_sample(book);
    while ((book->more = sorting_next(book->sorting, &book->ahead, err)) > 0 &&
           memcmp(key, book->ahead.key, KEY) == 0);
    qsort(book->entries, book->count, sizeof *book->entries, compare_entries);
    put_entries(book, key, out);
    return book->more < 0 ? -1 : 1;
}
