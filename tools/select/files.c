/* The games of a file that a query picks, asked about by all threads that read it. Games that
   cannot be asked about are passed over with their findings. */
#include "tools/select/parts.h"

#include <string.h>
#include <unistd.h>

/* A walk through a file. */
struct file_walk {
    struct selection *selection;
    struct reader *reader;
};

static bool is_usable(const struct selection *s, enum variant variant, bool is_broken)
{
    return variant != VARIANT_UNSUPPORTED && (!is_broken || s->use_prefix);
}

static void look_at_game(void *closure, unsigned worker, struct game_job *job)
{
    const struct file_walk *walk = closure;
    struct selection *s = walk->selection;
    struct select_worker *w = &s->workers[worker];
    struct game_header header;
    if (!is_usable(s, job->rec->variant, job->rec->is_broken))
        return;
    header_from_record(job->rec, &w->names, &header);
    job->text->failed |= w->names.failed;
    if (!query_match_header(w->match, &header, job->rec))
        return;
    struct chosen game = {
        .path = reader_name(walk->reader),
        .header = &header,
        .record = job->rec,
        .source = job->source,
        .source_len = job->source_len,
    };
    job->value = select_look(s, worker, &game, job->text);
}

static bool take_game(void *closure, struct game_job *job)
{
    const struct file_walk *walk = closure;
    struct selection *s = walk->selection;
    if (!is_usable(s, job->variant, job->is_broken)) {
        progress_clear(&s->progress);
        cli_findings(walk->reader, job->findings,
                     job->is_broken ? SEVERITY_ERROR : SEVERITY_WARNING);
    } else {
        struct taken game = {
            .path = reader_name(walk->reader),
            .reader = walk->reader,
            .number = job->number,
            .text = job->text->data ? job->text->data + job->text_start : "",
            .len = job->text->len - job->text_start,
        };
        select_take(s, &game, job->value);
    }
    progress_update(&s->progress, reader_consumed(walk->reader), ++s->games);
    return select_goes_on(s);
}

/* A file that cannot be opened. What looks like no file at all may be meant as a player. */
static void fail_file(struct selection *s, const char *path, const struct error *err)
{
    select_fail(s, err);
    if (strpbrk(path, "./") || access(path, F_OK) == 0)
        return;
    const struct select_condition *name = select_last_name(s);
    if (name)
        cli_message("a name of several words stands in quotes: --%s '%s %s'", name->name,
                    name->value, path);
    else
        cli_message("to find a player: --player '%s'", path);
}

static struct reader *open_file(struct selection *s, size_t at)
{
    struct error err;
    const char *path = s->cli->common.files.items[at];
    struct reader *r = s->opened;
    if (strcmp(path, "-") == 0 && s->stdin_failed)
        return NULL;
    if (r && s->opened_at == at)
        s->opened = NULL;
    else if (!(r = reader_open(path, &s->cli->common.read, &err)))
        fail_file(s, path, &err);
    if (r && reader_game(r) != s->game) {
        error_set(&err, ERROR_FORMAT, "%s: holds %s games, but this is about %s", reader_name(r),
                  game_name(reader_game(r)), game_name(s->game));
        select_fail(s, &err);
        reader_close(r);
        r = NULL;
    }
    return r;
}

void select_from_file(struct selection *s, size_t at)
{
    struct error err;
    struct findings last = {0};
    struct file_walk walk = {s, open_file(s, at)};
    if (!walk.reader)
        return;
    const struct game_handler handler = {
        .work = look_at_game, .take = take_game, .closure = &walk, .minimum = SEVERITY_WARNING};
    /* On several threads the number of a game is known too late. */
    const unsigned threads = query_needs_number(s->query) ? 1 : s->threads;
    progress_start(&s->progress, !s->cli->common.quiet, reader_size(walk.reader));
    const uint64_t before = s->games;
    const bool is_broken = reader_each(walk.reader, threads, &handler, &last, &err) == READ_BROKEN;
    progress_clear(&s->progress);
    if (is_broken)
        select_fail(s, &err);
    else if (s->games == before && select_goes_on(s) &&
             !looked_at_file(&s->cli->looked, walk.reader)) {
        error_no_memory(&err);
        select_fail(s, &err);
    }
    s->has_games = s->has_games || s->games > before;
    findings_free(&last);
    reader_close(walk.reader);
}
