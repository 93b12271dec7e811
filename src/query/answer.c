/* What the index tells of one position without any game being looked at: all games of a group at
   once; or, where the headers are asked something, those of them whose columns pass. */
#include "query/conditions.h"
#include "store/filter.h"
#include "store/index/index.h"

/* Few games are fetched by their numbers. */
static bool choose_hits(struct query_plan *plan, const struct index_answer *answer,
                        struct error *err)
{
    if (answer->hit_count > STORE_FILTER_FEW)
        return true;
    game_id ids[STORE_FILTER_FEW];
    for (size_t i = 0; i < answer->hit_count; i++)
        ids[i] = answer->hits[i].id;
    store_filter_group(plan->filter);
    return store_filter_ids(plan->filter, ids, answer->hit_count, err);
}

bool query_answer(const struct query *q, struct store *s, const struct position *pos,
                  unsigned threads, struct query_plan *plan, const struct query_takers *takers,
                  bool *is_answered, struct error *err)
{
    struct index_answer answer;
    bool is_complete;
    *is_answered = false;
    if (!index_is_complete(s, &is_complete, err))
        return false;
    if (!is_complete || query_needs_record(q) || !plan->headers_hold)
        return true;
    *is_answered = true;
    const bool all = query_is_empty(q);
    const unsigned want =
        (all ? INDEX_SUMMARIES : INDEX_HITS) | (query_is_mirrored(q) ? INDEX_MERGED : 0u);
    bool ok = index_find(s, pos, want, &answer, err);
    if (ok) {
        query_plan_note(plan, &answer);
        plan->candidates = answer.games;
    }
    if (ok && !all)
        ok =
            choose_hits(plan, &answer, err) && index_filter(s, plan->filter, threads, &answer, err);
    for (size_t i = 0; ok && i < answer.group_count; i++)
        takers->take_group(takers->closure, &answer.groups[i]);
    index_answer_free(&answer);
    return ok;
}
