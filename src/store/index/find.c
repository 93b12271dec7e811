/* Answering: every segment is asked for the skeleton, and for the position if the skeleton is
   popular there; what has no counts is replayed. */
#include "store/index/ask.h"
#include "store/private.h"

#include <stdlib.h>

struct asking {
    struct store *store;
    struct error *err;
    unsigned want;
    struct index_answer *answer;

    enum game game;
    key64 key, image_key; /* of the position, and of its mirror image (chess: the same) */
    uint64_t hashed;      /* canonical */
    uint64_t skeleton;
    bool is_mirrored; /* the canonical key is the image's */

    struct segments segments;
    const struct segment *segment; /* being asked */
    struct minus_list minus;       /* of that segment */
    struct buffer groups, hits, code_groups;
    struct buffer few; /* uint32_t: numbers of games to replay */
    struct ask_memory memory;
    struct game_moves line;
};

/* --- Moves ------------------------------------------------------------------------------------ */

static move smaller_of_mirrors(const struct asking *a, move m)
{
    const move mirror = move_mirror(a->game, m);
    return (a->want & INDEX_MERGED) && a->key == a->image_key && mirror < m ? mirror : m;
}

/* The move that CODE means at the position that was asked for. False: its games do not count. */
static bool decode_move(const struct asking *a, uint16_t code, move *next)
{
    if (a->game == GAME_CHESS) {
        *next = code == CODE_END_CHESS ? (move)INDEX_END : code;
        return true;
    }
    const bool is_mirrored = code & CODE_MIRRORED;
    if (a->want & INDEX_MERGED ? (code & CODE_LATER) != 0 : is_mirrored != a->is_mirrored)
        return false;
    const move m = code & CODE_MOVE_XIANGQI;
    if (m == CODE_END_XIANGQI)
        *next = INDEX_END;
    else
        *next = smaller_of_mirrors(a, a->is_mirrored ? move_mirror(a->game, m) : m);
    return true;
}

/* --- Collecting ------------------------------------------------------------------------------- */

/* The answer's group, made if there is none. NULL with the error filled. */
static struct index_group *find_group(struct asking *a, move next, enum result result,
                                      uint32_t *number)
{
    struct index_group *groups = (struct index_group *)(void *)a->groups.data;
    const size_t count = a->groups.len / sizeof *groups;
    for (*number = 0; *number < count; ++*number)
        if (groups[*number].next == next && groups[*number].result == result)
            return &groups[*number];
    struct index_group made = {.next = next, .result = result};
    buffer_add(&a->groups, &made, sizeof made);
    if (!a->groups.failed)
        return (struct index_group *)(void *)a->groups.data + count;
    error_no_memory(a->err);
    return NULL;
}

static bool add_hit(struct asking *a, game_id id, uint32_t group)
{
    struct index_hit hit = {id, group};
    if (!(a->want & INDEX_HITS))
        return true;
    buffer_add(&a->hits, &hit, sizeof hit);
    return !a->hits.failed || error_no_memory(a->err);
}

/* Count one game whose facts must be read. */
static bool add_game(struct asking *a, game_id id, move next)
{
    struct game_facts facts;
    uint32_t number;
    if (!index_read_facts(a->store, id, &facts, a->err))
        return false;
    struct index_group *g = find_group(a, next, (enum result)facts.result, &number);
    if (!g)
        return false;
    g->games++;
    summary_add(&g->summary, &facts);
    return add_hit(a, id, number);
}

/* --- Games to replay -------------------------------------------------------------------------- */

/* Where the position stands first in the line that was read; false if nowhere. */
static bool find_in_line(const struct asking *a, move *next)
{
    const struct game_moves *line = &a->line;
    const key64 other = a->want & INDEX_MERGED ? a->image_key : a->key;
    struct position pos = line->start;
    size_t i = 0;
    for (; pos.key != a->key && pos.key != other; i++) {
        if (i == line->ply_count)
            return false;
        pos_play(&pos, line->moves[i]);
    }
    if (i == line->ply_count)
        *next = INDEX_END;
    else if (pos.key == a->key)
        *next = smaller_of_mirrors(a, line->moves[i]);
    else
        *next = move_mirror(a->game, line->moves[i]);
    return true;
}

static bool replay_games(struct asking *a, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const game_id id = segment_game(a->segment, numbers[i]);
        move next;
        if (minus_find(&a->minus, id))
            continue;
        if (!store_moves(a->store, id, &a->line, a->err)) {
            if (a->err->code == ERROR_USAGE)
                a->err->code = ERROR_DAMAGED;
            return false;
        }
        a->answer->replayed++;
        if (find_in_line(a, &next) && !add_game(a, id, next))
            return false;
    }
    return true;
}

/* --- Listed positions ------------------------------------------------------------------------- */

/* The summary of a group whose first or last date may be that of a deleted game. */
static bool read_summary(struct asking *a, const uint32_t *numbers, size_t count,
                         struct index_summary *summary)
{
    struct game_facts facts;
    *summary = (struct index_summary){0};
    for (size_t i = 0; i < count; i++) {
        const game_id id = segment_game(a->segment, numbers[i]);
        if (minus_find(&a->minus, id))
            continue;
        if (!index_read_facts(a->store, id, &facts, a->err))
            return false;
        summary_add(summary, &facts);
    }
    return true;
}

/* Take from the group what was deleted of its games, which are NUMBERS. */
static bool subtract_deleted(struct asking *a, struct code_group *g, const uint32_t *numbers)
{
    const size_t count = g->games;
    bool is_stale = false;
    for (size_t i = 0; i < count; i++) {
        const struct minus *m = minus_find(&a->minus, segment_game(a->segment, numbers[i]));
        if (!m)
            continue;
        g->games--;
        if (count < INDEX_LISTED)
            continue;
        is_stale |= m->facts.date == g->summary.first_date || m->facts.date == g->summary.last_date;
        summary_subtract(&g->summary, &m->facts);
    }
    return !is_stale || !(a->want & INDEX_SUMMARIES) ||
           read_summary(a, numbers, count, &g->summary);
}

static bool add_group_hits(struct asking *a, const uint32_t *numbers, size_t count, uint32_t group)
{
    for (size_t i = 0; i < count; i++) {
        const game_id id = segment_game(a->segment, numbers[i]);
        if (!minus_find(&a->minus, id) && !add_hit(a, id, group))
            return false;
    }
    return true;
}

/* Add the group G of the segment; NUMBERS are its games, NULL if they were not needed. */
static bool add_code_group(struct asking *a, struct code_group *g, const uint32_t *numbers)
{
    const size_t count = g->games;
    uint32_t group;
    move next;
    if (!decode_move(a, g->code, &next))
        return true;
    if (numbers && count < INDEX_LISTED && (a->want & INDEX_SUMMARIES) &&
        !read_summary(a, numbers, count, &g->summary))
        return false;
    if (numbers && a->minus.count > 0 && !subtract_deleted(a, g, numbers))
        return false;
    struct index_group *into = find_group(a, next, (enum result)g->result, &group);
    if (!into)
        return false;
    into->games += g->games;
    summary_join(&into->summary, &g->summary);
    return !numbers || !(a->want & INDEX_HITS) || add_group_hits(a, numbers, count, group);
}

static bool bad_entry(struct asking *a)
{
    return index_damaged(a->store, row_id(a->segment->id, ROW_BLOCKS + PART_POSITION, 0), a->err);
}

/* The games of group G, the next in BITS. NULL: the error is filled. */
static const uint32_t *take_numbers(struct asking *a, const struct code_group *g,
                                    struct bit_reader *bits)
{
    struct buffer *ids = &a->memory.ids;
    buffer_clear(ids);
    /* A game takes at least a bit, so damaged counts cannot ask for much memory. */
    if (g->games > bits->end - bits->at || g->games > a->segment->games) {
        bad_entry(a);
        return NULL;
    }
    if (!buffer_reserve(ids, (size_t)g->games * sizeof(uint32_t))) {
        error_no_memory(a->err);
        return NULL;
    }
    uint32_t *numbers = (uint32_t *)(void *)ids->data;
    if (ids_take(bits, numbers, (size_t)g->games, a->segment->games))
        return numbers;
    bad_entry(a);
    return NULL;
}

static bool add_listed(struct asking *a, struct entry *e)
{
    const bool with_lists = (a->want & INDEX_HITS) || a->minus.count > 0;
    const bool with_few = with_lists || (a->want & INDEX_SUMMARIES);
    bool no_memory;
    if (!ask_rows(a->store, a->segment, PART_POSITION, e, with_lists, &a->memory, a->err))
        return false;
    buffer_clear(&a->code_groups);
    if (!groups_take(&e->head, &a->code_groups, e->count, &no_memory))
        return no_memory ? error_no_memory(a->err) : bad_entry(a);
    struct code_group *groups = (struct code_group *)(void *)a->code_groups.data;
    for (size_t i = 0; i < a->code_groups.len / sizeof *groups; i++) {
        const bool is_few = groups[i].games < INDEX_LISTED;
        const uint32_t *numbers = NULL;
        if (is_few ? with_few : with_lists) {
            numbers = take_numbers(a, &groups[i], is_few ? &e->head : &e->list);
            if (!numbers)
                return false;
        }
        if (!add_code_group(a, &groups[i], numbers))
            return false;
    }
    a->answer->listed++;
    return true;
}

/* --- Segments --------------------------------------------------------------------------------- */

static int compare_numbers(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    return (*a > *b) - (*a < *b);
}

/* Replay the games of the entries whose truncated key fits: a game may stand in several of them. */
static bool replay_few(struct asking *a)
{
    uint32_t *numbers = (uint32_t *)(void *)a->few.data;
    size_t count = a->few.len / sizeof *numbers, kept = 0;
    if (a->few.failed)
        return error_no_memory(a->err);
    if (count > 0)
        qsort(numbers, count, sizeof *numbers, compare_numbers);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || numbers[i] != numbers[kept - 1])
            numbers[kept++] = numbers[i];
    return replay_games(a, numbers, kept);
}

/* The position has one entry: a listed one with its whole key, or one of those with few games. */
static bool ask_position(struct asking *a)
{
    struct entry_walk walk;
    struct entry e;
    const uint64_t wanted = part_key(&a->segment->parts[PART_POSITION], a->hashed);
    buffer_clear(&a->few);
    if (!ask_bucket(a->store, a->segment, PART_POSITION, a->hashed, &a->memory, &walk, a->err))
        return false;
    while (entries_next(&walk, &e) && e.key <= wanted) {
        if (e.key != wanted)
            continue;
        if (e.count < INDEX_LISTED)
            buffer_add(&a->few, e.ids, (size_t)e.count * sizeof *e.ids);
        else if (e.full_key == a->hashed)
            return add_listed(a, &e);
    }
    return walk.bits.bad ? bad_entry(a) : replay_few(a);
}

static bool ask_segment(struct asking *a)
{
    struct entry e;
    a->answer->segments++;
    if (!ask_list(a->store, a->segment, PART_SKELETON, a->skeleton, &a->memory, &e, a->err) ||
        !minus_load(a->store, a->segment, &a->minus, a->err))
        return false;
    bool ok = true;
    if (e.count > a->segment->rare) {
        ok = ask_position(a);
    } else if (e.count > 0) {
        a->answer->rare++;
        ok = replay_games(a, e.ids, (size_t)e.count);
    }
    minus_free(&a->minus);
    return ok;
}

/* --- The answer ------------------------------------------------------------------------------- */

struct numbered_group {
    struct index_group group;
    uint32_t before;
};

static int compare_groups(const void *x, const void *y)
{
    const struct index_group *a = x, *b = y; /* they begin a struct numbered_group */
    if (a->next != b->next)
        return a->next < b->next ? -1 : 1;
    return (int)a->result - (int)b->result;
}

/* Order the groups, leave out empty ones, and let the hits follow. */
static bool finish(struct asking *a)
{
    struct index_answer *answer = a->answer;
    struct index_group *groups = (struct index_group *)(void *)a->groups.data;
    const size_t count = a->groups.len / sizeof *groups;
    struct numbered_group *sorted = malloc((count + 1) * sizeof *sorted);
    uint32_t *now = malloc((count + 1) * sizeof *now);
    answer->groups = malloc((count + 1) * sizeof *answer->groups);
    if (!sorted || !now || !answer->groups) {
        free(sorted);
        free(now);
        return error_no_memory(a->err);
    }
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct numbered_group){groups[i], (uint32_t)i};
    qsort(sorted, count, sizeof *sorted, compare_groups);
    for (size_t i = 0; i < count; i++) {
        now[sorted[i].before] = (uint32_t)answer->group_count;
        answer->games += sorted[i].group.games;
        if (sorted[i].group.games > 0)
            answer->groups[answer->group_count++] = sorted[i].group;
    }
    answer->hits = (struct index_hit *)(void *)a->hits.data;
    answer->hit_count = a->hits.len / sizeof *answer->hits;
    a->hits = (struct buffer){0};
    for (size_t i = 0; i < answer->hit_count; i++)
        answer->hits[i].group = now[answer->hits[i].group];
    game_id_sort(answer->hits, answer->hit_count, sizeof *answer->hits);
    free(sorted);
    free(now);
    return true;
}

static void set_position(struct asking *a, const struct position *pos)
{
    struct position image;
    a->game = (enum game)pos->game;
    a->key = a->image_key = pos->key;
    a->skeleton = pos_skeleton(pos);
    if (a->game == GAME_XIANGQI) {
        pos_mirror(pos, &image);
        a->image_key = image.key;
        a->is_mirrored = a->image_key < a->key;
    }
    a->hashed = index_hash(a->is_mirrored ? a->image_key : a->key);
}

static bool find(struct asking *a)
{
    bool ok = segments_load(a->store, &a->segments, a->err);
    for (size_t i = 0; ok && i < a->segments.count; i++) {
        a->segment = &a->segments.items[i];
        ok = ask_segment(a);
    }
    segments_free(&a->segments);
    return ok && finish(a);
}

bool index_find(struct store *s, const struct position *pos, unsigned want,
                struct index_answer *answer, struct error *err)
{
    struct asking a = {.store = s, .err = err, .want = want, .answer = answer};
    *answer = (struct index_answer){0};
    set_position(&a, pos);
    bool ok = ask_begin(s, err) && ask_end(s, find(&a), err);
    buffer_free(&a.groups);
    buffer_free(&a.hits);
    buffer_free(&a.code_groups);
    buffer_free(&a.few);
    ask_memory_free(&a.memory);
    game_moves_free(&a.line);
    return ok;
}

void index_answer_free(struct index_answer *answer)
{
    free(answer->groups);
    free(answer->hits);
    *answer = (struct index_answer){0};
}
