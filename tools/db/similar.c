/* qipu db: names that may be one. What is printed can be edited and given to `rename --apply` or
   `convert --players`. */
#include "tools/db/db.h"
#include "store/same/similar.h"

#include <string.h>

static void write_json(struct buffer *out, const struct similar_name *n)
{
    struct json j;
    json_begin(&j, out);
    json_member_string(&j, "name", n->name);
    json_member_string(&j, "proposed", n->proposed);
    json_member_int(&j, "games", (long long)n->games);
    json_member_int(&j, "proposed_games", (long long)n->proposed_games);
    json_member_string(&j, "reason", lang_text(likeness_text(n->likeness)));
    json_member_bool(&j, "ambiguous", n->is_ambiguous);
    json_end(&j);
    buffer_add_char(out, '\n');
}

/* Whether a line would give the names back. */
static bool fits_line(const struct similar_name *n)
{
    const char *start = n->name + strspn(n->name, " ");
    const size_t len = strlen(n->proposed);
    return !strpbrk(n->name, "\t\r\n") && !strpbrk(n->proposed, "\t\r\n") && start[0] != '#' &&
           start[0] != '%' && n->proposed[0] != ' ' && n->proposed[len - 1] != ' ';
}

static void write_line(struct buffer *out, const struct similar_name *n)
{
    const bool is_comment = n->is_ambiguous || !fits_line(n);
    if (is_comment)
        buffer_add_string(out, "# ");
    finding_escape(out, n->name, strlen(n->name));
    buffer_add_char(out, '\t');
    finding_escape(out, n->proposed, strlen(n->proposed));
    buffer_printf(out, "\t%llu\t%llu\t%s%s\n", (unsigned long long)n->games,
                  (unsigned long long)n->proposed_games, lang_text(likeness_text(n->likeness)),
                  n->is_ambiguous ? lang_text(", or a third name") : "");
}

int db_similar(struct db_job *job)
{
    struct error err;
    struct similar similar = {.items = NULL};
    enum store_name kind;
    const bool json = job->cli.common.json;
    if (!db_name_kind(job, job->operand_count > 0 ? job->operands[0] : "player", &kind))
        return STATUS_FAILED;
    const bool ok = store_find_similar(job->store, kind, &similar, &err);
    if (ok && !json && similar.count > 0)
        buffer_add_string(&job->text,
                          lang_text("# name\tproposed\tgames\tof the proposed\talike but for\n"));
    for (size_t i = 0; ok && i < similar.count; i++) {
        if (json)
            write_json(&job->text, &similar.items[i]);
        else
            write_line(&job->text, &similar.items[i]);
        db_flush(job);
    }
    similar_free(&similar);
    return ok ? STATUS_OK : db_fail(&err);
}
