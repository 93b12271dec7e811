/* Header conditions handed to the store, which passes over the games that do not fit without
   showing them. */
#include "query/board.h"
#include "store/filter.h"
#include "store/index/index.h"

struct name_match {
    const struct name_condition *list;
    struct buffer *folded;
};

static bool matches(void *closure, const char *name)
{
    struct name_match *m = closure;
    return name_holds(m->list, name, m->folded);
}

static bool add_names(struct store_filter *f, const struct header_conditions *c,
                      struct buffer *folded, struct error *err)
{
    static const enum store_column first[NAME_FIELDS] = {
        [NAME_PLAYER] = STORE_WHITE, [NAME_WHITE] = STORE_WHITE, [NAME_BLACK] = STORE_BLACK,
        [NAME_EVENT] = STORE_EVENT,  [NAME_SITE] = STORE_SITE,
    };
    for (int field = 0; field < NAME_FIELDS; field++) {
        struct name_match m = {c->names[field], folded};
        if (!m.list)
            continue;
        enum store_column last = field == NAME_PLAYER ? STORE_BLACK : first[field];
        store_filter_group(f);
        if (!store_filter_names(f, first[field], last, matches, &m, err))
            return false;
    }
    return true;
}

static void add_ranges(struct store_filter *f, const struct number_range *list,
                       enum store_column column, int64_t least)
{
    for (const struct number_range *r = list; r; r = r->next) {
        int64_t from = r->from > INT64_MAX ? INT64_MAX : (int64_t)r->from;
        int64_t to = r->to > INT64_MAX ? INT64_MAX : (int64_t)r->to;
        store_filter_range(f, column, from < least ? least : from, to);
    }
}

/* Single numbers go together: they are fetched, not compared with every game. */
static bool add_ids(struct store_filter *f, const struct number_range *list, struct error *err)
{
    game_id ids[STORE_FILTER_FEW];
    size_t count = 0;
    if (!list)
        return true;
    store_filter_group(f);
    for (const struct number_range *r = list; r; r = r->next) {
        if (r->from == r->to && r->to <= UINT32_MAX)
            ids[count++] = (game_id)r->from;
        if (count == STORE_FILTER_FEW || (!r->next && count > 0)) {
            if (!store_filter_ids(f, ids, count, err))
                return false;
            count = 0;
        }
    }
    for (const struct number_range *r = list; r; r = r->next) {
        const struct number_range one = {.from = r->from, .to = r->to};
        if (r->from != r->to || r->to > UINT32_MAX)
            add_ranges(f, &one, STORE_ID, 0);
    }
    return true;
}

static void add_numbers(struct store_filter *f, const struct header_conditions *c)
{
    static const struct {
        enum number_field field;
        enum store_column columns[2]; /* either will do */
        int count;
        int64_t least; /* a rating of 0 is none */
    } rows[] = {
        {NUMBER_ELO, {STORE_WHITE_ELO}, 1, 1},
        {NUMBER_ELO, {STORE_BLACK_ELO}, 1, 1},
        {NUMBER_ELO_ANY, {STORE_WHITE_ELO, STORE_BLACK_ELO}, 2, 1},
        {NUMBER_WHITE_ELO, {STORE_WHITE_ELO}, 1, 1},
        {NUMBER_BLACK_ELO, {STORE_BLACK_ELO}, 1, 1},
        {NUMBER_PLY_COUNT, {STORE_PLIES}, 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct number_range *list = c->numbers[rows[i].field];
        if (!list)
            continue;
        store_filter_group(f);
        for (int column = 0; column < rows[i].count; column++)
            add_ranges(f, list, rows[i].columns[column], rows[i].least);
    }
}

static void add_dates(struct store_filter *f, const struct header_conditions *c)
{
    if (!c->dates && !c->date_known)
        return;
    store_filter_group(f);
    for (const struct date_condition *d = c->dates; d; d = d->next)
        store_filter_dates(f, &d->range, c->date_known);
    if (!c->dates)
        store_filter_dated(f);
}

/* The number of an opening code; what is missing of it is filled with DIGIT. */
static int64_t eco_number(const char *text, char digit)
{
    size_t len = strlen(text);
    char tens = len > 1 ? text[1] : digit, ones = len > 2 ? text[2] : digit;
    return (text[0] - 'A') * 100 + (tens - '0') * 10 + (ones - '0');
}

static void add_ecos(struct store_filter *f, const struct header_conditions *c)
{
    if (!c->ecos)
        return;
    store_filter_group(f);
    for (const struct eco_condition *e = c->ecos; e; e = e->next)
        store_filter_range(f, STORE_ECO, eco_number(e->from, '0'), eco_number(e->to, '9'));
}

static void add_results(struct store_filter *f, const struct header_conditions *c)
{
    if (!c->results)
        return;
    store_filter_group(f);
    for (int r = RESULT_NONE; r <= RESULT_DRAW; r++)
        if (c->results >> r & 1)
            store_filter_range(f, STORE_RESULT, r, r);
}

static bool is_time_control(void *closure, const char *text)
{
    return time_control_holds(closure, text);
}

static void add_times(struct store_filter *f, const struct header_conditions *c)
{
    if (!c->times)
        return;
    store_filter_group(f);
    store_filter_time_control(f, is_time_control, c->times);
}

static bool is_tag(void *closure, const char *text, size_t len, struct buffer *room)
{
    return tag_value_holds(closure, text, len, room);
}

/* *IS_EXACT is left as it is if the filter says all that they ask. */
static bool add_tags(struct store_filter *f, const struct header_conditions *c, bool *is_exact,
                     struct error *err)
{
    for (struct tag_condition *t = c->tags; t; t = t->next) {
        bool is_tag_exact;
        store_filter_group(f);
        if (!store_filter_tag(f, t->name, t->name_len, is_tag, t, &is_tag_exact, err))
            return false;
        *is_exact = *is_exact && is_tag_exact;
    }
    return true;
}

/* Columns do not have the letter of "B90a". */
static bool are_ecos_exact(const struct header_conditions *c)
{
    for (const struct eco_condition *e = c->ecos; e; e = e->next)
        if (strlen(e->from) > 3 || strlen(e->to) > 3)
            return false;
    return true;
}

/* --- Headers ---------------------------------------------------------------------------------- */

/* *IS_EXACT: the filter says all that the conditions ask. */
static bool add_headers(struct store_filter *f, const struct header_conditions *c, bool *is_exact,
                        struct error *err)
{
    struct buffer folded = {0};
    bool ok = add_names(f, c, &folded, err);
    if (ok && folded.failed)
        ok = error_no_memory(err);
    buffer_free(&folded);
    if (!ok)
        return false;
    add_numbers(f, c);
    add_dates(f, c);
    add_ecos(f, c);
    add_results(f, c);
    add_times(f, c);
    ratings_filter(f, c->elo_diffs, c->winners);
    *is_exact = are_ecos_exact(c);
    return add_tags(f, c, is_exact, err) && add_ids(f, c->numbers[NUMBER_ID], err);
}

/* How many games can have the numbers asked for. */
static uint64_t count_ids(const struct number_range *list)
{
    uint64_t count = list ? 0 : UINT64_MAX;
    for (const struct number_range *r = list; r; r = r->next) {
        const uint64_t last = r->to < UINT32_MAX ? r->to : UINT32_MAX;
        count += r->from <= last ? last - r->from + 1 : 0;
    }
    return count;
}

static void note_most(struct query_plan *plan, uint64_t most)
{
    if (most < plan->most)
        plan->most = most;
}

/* --- Positions -------------------------------------------------------------------------------- */

/* A FEN without castling and e.p. fields stands for several positions; beyond so many the games are
   walked over instead. */
enum { LOOKUPS_MAX = 64 };

static bool is_repeated(const struct key_set *set, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (set->positions[j].key == set->positions[i].key)
            return true;
    return false;
}

void query_plan_note(struct query_plan *plan, const struct index_answer *answer)
{
    plan->used_index = true;
    plan->lookups++;
    plan->segments = answer->segments;
    plan->rare += answer->rare;
    plan->listed += answer->listed;
    plan->replayed += answer->replayed;
}

static unsigned wanted(const struct query *q)
{
    return query_is_mirrored(q) ? INDEX_MERGED : 0;
}

/* The games that have one of the positions, ascending, into IDS (game_id each). */
static bool find_games(struct store *s, const struct query *q, struct buffer *ids,
                       struct query_plan *plan, struct error *err)
{
    const struct key_set *set = query_positions(q);
    for (size_t i = 0; i < set->position_count; i++) {
        struct index_answer answer;
        if (is_repeated(set, i))
            continue;
        bool ok = index_find(s, &set->positions[i], INDEX_HITS | wanted(q), &answer, err);
        for (size_t h = 0; ok && h < answer.hit_count; h++)
            buffer_add(ids, &answer.hits[h].id, sizeof answer.hits[h].id);
        query_plan_note(plan, &answer);
        index_answer_free(&answer);
        if (!ok)
            return false;
    }
    if (ids->failed)
        return error_no_memory(err);
    game_id *id = (game_id *)(void *)ids->data;
    size_t count = ids->len / sizeof *id, kept = 0;
    if (plan->lookups > 1)
        game_id_sort(id, count, sizeof *id);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || id[i] != id[i - 1])
            id[kept++] = id[i];
    ids->len = kept * sizeof *id;
    plan->candidates = kept;
    return true;
}

/* One position and nothing else: the index knows the number. */
static bool count_position(struct store *s, const struct query *q, struct query_plan *plan,
                           struct error *err)
{
    struct index_answer answer;
    bool ok = index_find(s, &query_positions(q)->positions[0], wanted(q), &answer, err);
    if (ok) {
        query_plan_note(plan, &answer);
        plan->is_counted = true;
        plan->count = plan->candidates = answer.games;
    }
    index_answer_free(&answer);
    return ok;
}

static bool add_positions(const struct query *q, struct store *s, bool count_only,
                          struct query_plan *plan, struct error *err)
{
    const struct key_set *set = query_positions(q);
    bool is_complete;
    if (set->count == 0 || set->count > LOOKUPS_MAX || query_is_inverted(q))
        return true;
    if (!index_is_complete(s, &is_complete, err) || !is_complete)
        return !err->code;
    bool is_all = query_asks_only_positions(q);
    if (count_only && is_all && set->count == 1)
        return count_position(s, q, plan, err);
    struct buffer ids = {0};
    bool ok = find_games(s, q, &ids, plan, err);
    if (ok) {
        store_filter_group(plan->filter);
        ok = store_filter_ids(plan->filter, (const game_id *)(const void *)ids.data,
                              ids.len / sizeof(game_id), err);
        note_most(plan, plan->candidates);
        plan->boards_hold = query_moves_need_only_positions(q);
        plan->is_counted = count_only && is_all;
        plan->count = plan->candidates;
    }
    buffer_free(&ids);
    return ok;
}

/* --- Structures ------------------------------------------------------------------------------- */

/* The games with one of the structures, perhaps a few more. */
static bool add_structures(const struct query *q, struct store *s, struct query_plan *plan,
                           struct error *err)
{
    const struct key_set *set = query_structures(q);
    struct index_games games = {0};
    bool is_complete;
    if (set->count == 0)
        return true;
    if (!index_is_complete(s, &is_complete, err))
        return false;
    if (!is_complete)
        return true;
    store_filter_group(plan->filter);
    for (size_t i = 0; i < set->position_count; i++) {
        games.count = 0;
        if (!index_skeleton(s, &set->positions[i], &games, err) ||
            !store_filter_ids(plan->filter, games.ids, games.count, err)) {
            index_games_free(&games);
            return false;
        }
        plan->candidates += games.count;
        plan->structures++;
    }
    note_most(plan, plan->candidates);
    index_games_free(&games);
    return true;
}

/* --- Material --------------------------------------------------------------------------------- */

/* The games that have one of the materials asked for, perhaps a few more, into IDS (game_id each,
   in some order). */
static bool find_material(struct store *s, const struct board_conditions *b, struct buffer *ids,
                          struct error *err)
{
    struct index_games games = {0};
    bool ok = true;
    for (const struct material *m = b->materials; ok && m; m = m->next) {
        for (int view = 0; ok && view <= (int)(b->views & VIEW_FLIPPED); view++) {
            ok =
                index_material(s, material_condition_key(m, b->game, (enum view)view), &games, err);
            buffer_add(ids, games.ids, ok ? games.count * sizeof *games.ids : 0);
        }
    }
    index_games_free(&games);
    return ok && (!ids->failed || error_no_memory(err));
}

/* Exact material that few games have is looked up; of much it is quicker to walk over the games.
   Sets *DONE if it was looked up. */
static bool add_material(const struct query *q, struct store *s, game_id last,
                         struct query_plan *plan, bool *done, struct error *err)
{
    enum { SHARE = 20 }; /* of all games: one in so many is much */
    struct board_conditions b = query_boards(q);
    struct buffer ids = {0};
    bool is_complete;
    *done = false;
    for (const struct material *m = b.materials; m; m = m->next)
        if (!m->has_key)
            return true;
    if (!b.materials)
        return true;
    if (!index_is_complete(s, &is_complete, err))
        return false;
    bool ok = !is_complete || find_material(s, &b, &ids, err);
    size_t count = ids.len / sizeof(game_id);
    if (ok && is_complete && count < last / SHARE + 100) {
        store_filter_group(plan->filter);
        ok = store_filter_ids(plan->filter, (const game_id *)(const void *)ids.data, count, err);
        plan->candidates = count;
        note_most(plan, count);
        plan->materials++;
        *done = true;
    }
    buffer_free(&ids);
    return ok;
}

/* --- Boards ----------------------------------------------------------------------------------- */

/* Whether few games may have a header that passes. */
static bool asks_headers(const struct header_conditions *c)
{
    static const struct header_conditions none;
    struct header_conditions rest;
    memcpy(&rest, c, sizeof rest);
    rest.numbers[NUMBER_PLY] = rest.numbers[NUMBER_MEN] = NULL;
    return memcmp(&rest, &none, sizeof rest) != 0;
}

/* Without an exact position all games must be walked over, but quickly, by their moves alone: for
   boards, and for lines unless headers choose the games. */
static bool add_boards(const struct query *q, struct store *s, unsigned threads,
                       struct query_plan *plan, struct error *err)
{
    struct board_conditions boards = query_boards(q);
    struct buffer ids = {0};
    game_id last;
    if (query_positions(q)->count > 0 || query_structures(q)->count > 0 ||
        !(asks_boards(&boards) || (boards.lines && !asks_headers(query_header_conditions(q)))))
        return true;
    bool done = false;
    bool ok = store_last_id(s, &last, err) && add_material(q, s, last, plan, &done, err) &&
              (done || query_scan_boards(q, s, threads, last, &ids, err));
    if (ok && !done) {
        plan->candidates = ids.len / sizeof(game_id);
        plan->scanned = last;
        note_most(plan, plan->candidates);
        store_filter_group(plan->filter);
        ok = store_filter_ids(plan->filter, (const game_id *)(const void *)ids.data,
                              plan->candidates, err);
        plan->boards_hold = query_asks_only_boards(q);
    }
    buffer_free(&ids);
    return ok;
}

/* --- The plan --------------------------------------------------------------------------------- */

bool query_make_plan(const struct query *q, struct store *s, bool count_only, unsigned threads,
                     struct query_plan *plan, struct error *err)
{
    const struct header_conditions *c = query_header_conditions(q);
    bool is_all;
    *err = (struct error){ERROR_NONE, ""};
    *plan = (struct query_plan){.filter = store_filter_new(s, err), .most = UINT64_MAX};
    if (!plan->filter)
        return false;
    if (query_is_inverted(q))
        return true;
    plan->most = count_ids(c->numbers[NUMBER_ID]);
    if (!add_headers(plan->filter, c, &plan->headers_hold, err) ||
        !add_positions(q, s, count_only, plan, err) || !add_structures(q, s, plan, err) ||
        !add_boards(q, s, threads, plan, err) ||
        !features_plan(query_features(q), s, threads, plan, &is_all, err))
        return false;
    is_all = is_all && query_asks_only_features(q);
    if (!count_only || plan->is_counted || !plan->headers_hold ||
        (query_needs_record(q) && !plan->boards_hold && !is_all))
        return true;
    plan->is_counted = true;
    return store_count(s, plan->filter, threads, &plan->count, err);
}

void query_plan_free(struct query_plan *plan)
{
    store_filter_free(plan->filter);
    plan->filter = NULL;
}
