/* Walking over the games that a query picks. A header is asked first; the moves of a stored game
   are read only if its header passes and somebody needs them. */
#include "select.h"

#include "store/filter.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Options ---------------------------------------------------------------------------------- */

static void misuse(struct selection *s)
{
    s->cli->status = STATUS_FAILED;
    s->cli->stop = true;
}

static bool is_condition(const char *name)
{
    const struct query_option *o = query_options;
    while (o->name && strcmp(o->name, name) != 0)
        o++;
    return o->name != NULL;
}

bool select_option(struct selection *s, const char *name, const char *value)
{
    if (strcmp(name, "explain") == 0) {
        s->explain = true;
        return true;
    }
    if (strcmp(name, "on-error") == 0) {
        if (!cli_on_error(s->cli, value, &s->use_prefix))
            misuse(s);
        return true;
    }
    if (!is_condition(name))
        return false;
    size_t size = (s->condition_count + 1) * sizeof *s->conditions;
    struct select_condition *grown = realloc(s->conditions, size);
    if (!grown) {
        cli_message("out of memory");
        misuse(s);
        return true;
    }
    s->conditions = grown;
    s->conditions[s->condition_count++] = (struct select_condition){name, value};
    if (strcmp(name, "date") == 0)
        s->has_dates = date_range_parse(value, &s->dates);
    return true;
}

/* --- Start and end ---------------------------------------------------------------------------- */

static void fail(struct selection *s, const struct error *err)
{
    progress_clear(&s->progress);
    cli_error(err);
    s->status = cli_worse(s->status, STATUS_FAILED);
}

/* What the file tells, if it does. The reader is kept, since standard input is opened once. */
static void look_into_file(struct selection *s, size_t at)
{
    struct error err;
    const char *path = s->cli->common.files.items[at];
    const bool is_stdin = strcmp(path, "-") == 0;
    struct reader *r = reader_open(path, &s->cli->common.read, &err);
    const bool tells = r && reader_tells_game(r);
    if (tells)
        s->game = reader_game(r);
    if (is_stdin && !r) {
        fail(s, &err);
        s->stdin_failed = true;
    }
    if (tells || is_stdin) {
        s->opened = r;
        s->opened_at = at;
    } else {
        reader_close(r);
    }
}

/* The game that the options name, else that of the first store or file that can be opened. */
static void find_game(struct selection *s)
{
    const struct common *common = &s->cli->common;
    s->game = common->read.game;
    for (size_t i = 0; i < common->files.count && s->game == GAME_COUNT; i++) {
        struct error err;
        struct store *store;
        if (!store_is_store(common->files.items[i]))
            continue;
        store = store_open(common->files.items[i], STORE_READ, GAME_COUNT, &err);
        if (store)
            s->game = store_game(store);
        store_close(store);
    }
    for (size_t i = 0; i < common->files.count && s->game == GAME_COUNT && !s->opened; i++)
        if (!store_is_store(common->files.items[i]))
            look_into_file(s, i);
    if (s->game == GAME_COUNT)
        s->game = GAME_CHESS;
    s->cli->common.read.otherwise = s->game;
}

/* After the message that the value of an option is refused. */
static void hint_file(const struct select_condition *refused)
{
    if (refused && strcmp(refused->name, "fen") == 0 && access(refused->value, F_OK) == 0)
        cli_message("that is a file; to have the FEN of a position in it: qipu show %s --ply N",
                    refused->value);
}

struct query *select_query(const struct selection *s, const struct select_condition *conditions,
                           size_t count)
{
    struct error err;
    const struct select_condition *refused = NULL;
    struct query *q = query_new(s->game, &err);
    if (q)
        query_set_letters(q, s->cli->common.read.letters);
    for (size_t i = 0; q && i < count; i++) {
        if (!query_add(q, conditions[i].name, conditions[i].value, &err)) {
            refused = &conditions[i];
            query_free(q);
            q = NULL;
        }
    }
    if (!q && err.code == ERROR_USAGE) {
        cli_usage(s->cli, "%s", err.text);
        hint_file(refused);
    } else if (!q) {
        cli_error(&err);
    }
    return q;
}

bool select_start(struct selection *s)
{
    record_init(&s->record);
    s->findings.minimum = SEVERITY_WARNING;
    find_game(s);
    s->query = select_query(s, s->conditions, s->condition_count);
    return s->query != NULL;
}

void select_end(struct selection *s)
{
    free(s->conditions);
    reader_close(s->opened);
    query_free(s->query);
    record_free(&s->record);
    findings_free(&s->findings);
    buffer_free(&s->names);
}

/* --- Games ------------------------------------------------------------------------------------ */

static bool goes_on(const struct selection *s)
{
    return !s->stopped && !cli_interrupted();
}

/* Hand out a game whose header was asked about and passed. */
static void take(struct selection *s, struct chosen *game)
{
    game->ply_count = 0;
    game->plies = NULL;
    if (query_needs_record(s->query)) {
        game->ply_count = query_match_record(s->query, game->record, &game->plies);
        if (game->ply_count == 0)
            return;
    }
    s->unsure += s->has_dates && !date_in_range(game->header->date, &s->dates, true);
    s->stopped = !s->take(s->closure, game);
}

/* --- Files ------------------------------------------------------------------------------------ */

/* Whether the game read last can be asked about; if not, say why. */
static bool is_usable(struct selection *s, struct reader *r)
{
    const struct record *rec = &s->record;
    if (rec->variant == VARIANT_UNSUPPORTED || (rec->is_broken && !s->use_prefix)) {
        progress_clear(&s->progress);
        cli_findings(r, &s->findings, rec->is_broken ? SEVERITY_ERROR : SEVERITY_WARNING);
        return false;
    }
    return true;
}

static void take_from_file(struct selection *s, struct reader *r)
{
    struct game_header header;
    if (!is_usable(s, r))
        return;
    header_from_record(&s->record, &s->names, &header);
    if (!query_match_header(s->query, &header, &s->record))
        return;
    struct chosen game = {
        .path = reader_name(r),
        .reader = r,
        .header = &header,
        .record = &s->record,
    };
    take(s, &game);
}

/* A file that cannot be opened. What looks like no file at all may be meant as a player. */
static void fail_file(struct selection *s, const char *path, const struct error *err)
{
    fail(s, err);
    if (!strpbrk(path, "./") && access(path, F_OK) != 0)
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
        fail(s, &err);
        reader_close(r);
        r = NULL;
    }
    return r;
}

static void walk_file(struct selection *s, size_t at)
{
    struct error err;
    struct reader *r = open_file(s, at);
    if (!r)
        return;
    enum read_status status = READ_END;
    progress_start(&s->progress, !s->cli->common.quiet, reader_size(r));
    while (goes_on(s) && (status = reader_next(r, &s->record, &s->findings, &err)) == READ_GAME) {
        take_from_file(s, r);
        progress_update(&s->progress, reader_consumed(r), ++s->games);
    }
    if (status == READ_BROKEN)
        fail(s, &err);
    progress_clear(&s->progress);
    reader_close(r);
}

/* --- Stores ----------------------------------------------------------------------------------- */

/* Where a walk through a store stands. */
struct stand {
    struct store_cursor *cursor;
    const char *path;
    struct game_header header;
};

static bool take_from_store(struct selection *s, struct stand *at, struct error *err)
{
    const bool asks_tags = query_needs_tags(s->query);
    const bool has_record = s->needs_record || query_needs_record(s->query);
    if (asks_tags && !store_cursor_read_tags(at->cursor, &s->record, err))
        return false;
    if (!query_match_header(s->query, &at->header, asks_tags ? &s->record : NULL))
        return true;
    if (has_record && !store_cursor_read(at->cursor, &s->record, err))
        return false;
    struct chosen game = {
        .path = at->path,
        .header = &at->header,
        .record = has_record ? &s->record : NULL,
    };
    take(s, &game);
    return true;
}

static bool walk(struct selection *s, struct store *store, const struct query_plan *plan,
                 const char *path, struct error *err)
{
    int found = 0;
    uint64_t done = 0;
    struct stand at = {.path = path, .cursor = store_scan_filtered(store, plan->filter, true, err)};
    if (!at.cursor)
        return false;
    progress_start(&s->progress, !s->cli->common.quiet,
                   plan->used_index || plan->scanned ? plan->candidates : store_game_count(store));
    while (goes_on(s) && (found = store_next(at.cursor, &at.header, err)) > 0) {
        if (!take_from_store(s, &at, err)) {
            found = -1;
            break;
        }
        progress_update(&s->progress, ++done, ++s->games);
    }
    progress_clear(&s->progress);
    store_scan_end(at.cursor);
    return found >= 0;
}

/* --- Finding ---------------------------------------------------------------------------------- */

/* How the games were found, for --explain. */
static void explain(const char *path, const struct query_plan *plan)
{
    if (plan->materials > 0)
        cli_message("%s: the index of material names %llu games to look at", path,
                    (unsigned long long)plan->candidates);
    else if (plan->used_index)
        cli_message("%s: the position index was asked %zu time%s in %u segment%s: %u answered with "
                    "counts, %u with games to look at; %llu replayed, %llu have the position",
                    path, plan->lookups, plan->lookups == 1 ? "" : "s", plan->segments,
                    plan->segments == 1 ? "" : "s", plan->listed, plan->rare,
                    (unsigned long long)plan->replayed, (unsigned long long)plan->candidates);
    else if (plan->structures > 0)
        cli_message("%s: the index of structures names %llu games to look at", path,
                    (unsigned long long)plan->candidates);
    else if (plan->scanned > 0)
        cli_message("%s: %llu games were replayed; %llu have the board", path,
                    (unsigned long long)plan->scanned, (unsigned long long)plan->candidates);
    else if (plan->used_notes)
        cli_message("%s: the comments, glyphs and variations of the games were looked through",
                    path);
    else
        cli_message("%s: %s", path,
                    lang_text(plan->is_counted ? "the columns of the games were counted"
                                               : "the columns of the games were looked through"));
}

static bool search_store(struct selection *s, struct store *store, const char *path,
                         struct error *err)
{
    struct query_plan plan;
    bool ok = query_make_plan(s->query, store, s->count_only, (unsigned)s->cli->common.threads,
                              &plan, err);
    bool done = false;
    if (ok && s->at)
        ok = query_answer(s->query, store, s->at, &plan, &s->takers, &done, err);
    if (ok && s->explain)
        explain(path, &plan);
    if (ok && plan.is_counted)
        s->counted += plan.count;
    else if (ok && !done)
        ok = walk(s, store, &plan, path, err);
    query_plan_free(&plan);
    return ok;
}

static void walk_store(struct selection *s, const char *path)
{
    struct error err;
    struct store *store = store_open(path, STORE_READ, s->game, &err);
    if (!store || !search_store(s, store, path, &err))
        fail(s, &err);
    store_close(store);
}

int select_run(struct selection *s)
{
    const struct paths *files = &s->cli->common.files;
    for (size_t i = 0; i < files->count && goes_on(s); i++) {
        if (store_is_store(files->items[i]))
            walk_store(s, files->items[i]);
        else
            walk_file(s, i);
    }
    if (query_failed(s->query) || s->names.failed || s->findings.failed) {
        cli_message("out of memory: games may be missing");
        s->status = cli_worse(s->status, STATUS_FAILED);
    }
    return cli_interrupted() ? STATUS_INTERRUPTED : s->status;
}
