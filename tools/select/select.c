/* Choosing games: the options, the query made of them, and what each thread needs to ask it. */
#include "tools/select/parts.h"

#include "base/parallel.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Options ---------------------------------------------------------------------------------- */

bool select_option(struct selection *s, const char *name, const char *value)
{
    size_t size = (s->condition_count + 1) * sizeof *s->conditions;
    struct select_condition *grown = realloc(s->conditions, size);
    if (!grown) {
        cli_message("out of memory");
        return false;
    }
    s->conditions = grown;
    s->conditions[s->condition_count++] = (struct select_condition){name, value};
    return true;
}

/* --- Start and end ---------------------------------------------------------------------------- */

void select_fail(struct selection *s, const struct error *err)
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
        select_fail(s, &err);
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

/* Several lines are easily taken for lines that must all stand in a game. */
static void explain_lines(const struct selection *s)
{
    struct buffer all = {0};
    size_t count = 0;
    for (size_t i = 0; i < s->condition_count; i++)
        if (strcmp(s->conditions[i].name, "moves") == 0)
            buffer_printf(&all, count++ > 0 ? " & %s" : "%s", s->conditions[i].value);
    if (count > 1)
        cli_message(
            "--moves was given %zu times: one of these lines will do; for games with all of "
            "them: --moves '%s'",
            count, buffer_terminate(&all));
    buffer_free(&all);
}

static bool start_workers(struct selection *s, struct error *err)
{
    const struct common *common = &s->cli->common;
    s->threads = common->line_buffered ? 1 : parallel_threads((unsigned)common->threads);
    s->workers = calloc(s->threads, sizeof *s->workers);
    if (!s->workers)
        return error_no_memory(err);
    for (unsigned i = 0; i < s->threads; i++) {
        s->workers[i].match = query_match_new(s->query, err);
        if (!s->workers[i].match)
            return false;
    }
    return true;
}

bool select_start(struct selection *s)
{
    struct error err;
    find_game(s);
    s->query = select_query(s, s->conditions, s->condition_count);
    if (!s->query)
        return false;
    if (s->explain || s->cli->common.verbose > 0)
        explain_lines(s);
    const bool ok = start_workers(s, &err);
    if (!ok)
        cli_error(&err);
    return ok;
}

void select_end(struct selection *s)
{
    for (unsigned i = 0; s->workers && i < s->threads; i++) {
        query_match_free(s->workers[i].match);
        buffer_free(&s->workers[i].names);
    }
    free(s->workers);
    free(s->conditions);
    reader_close(s->opened);
    query_free(s->query);
}

/* --- Games ------------------------------------------------------------------------------------ */

/* The texts of a header, in the order in which they are kept. */
static const size_t header_texts[] = {
    offsetof(struct game_header, white),        offsetof(struct game_header, black),
    offsetof(struct game_header, event),        offsetof(struct game_header, site),
    offsetof(struct game_header, round),        offsetof(struct game_header, eco),
    offsetof(struct game_header, time_control),
};
enum { HEADER_TEXTS = sizeof header_texts / sizeof header_texts[0] };

static void keep_header(struct buffer *out, const struct game_header *h)
{
    buffer_add(out, h, sizeof *h);
    for (int i = 0; i < HEADER_TEXTS; i++) {
        const char *text;
        memcpy(&text, (const char *)h + header_texts[i], sizeof text);
        buffer_add(out, text, strlen(text) + 1);
    }
}

/* Returns the bytes it took. */
static size_t kept_header(const char *data, struct game_header *h)
{
    const char *text = data + sizeof *h;
    memcpy(h, data, sizeof *h);
    for (int i = 0; i < HEADER_TEXTS; i++) {
        memcpy((char *)h + header_texts[i], &text, sizeof text);
        text += strlen(text) + 1;
    }
    return (size_t)(text - data);
}

uint32_t select_look(struct selection *s, unsigned worker, struct chosen *game, struct buffer *out)
{
    game->match = s->workers[worker].match;
    game->ply_count = 0;
    game->plies = NULL;
    if (query_needs_record(s->query)) {
        game->ply_count = query_match_record(game->match, game->record, &game->plies);
        if (game->ply_count == 0)
            return 0;
    }
    if (s->needs_header)
        keep_header(out, game->header);
    if (s->look)
        s->look(s->closure, worker, game, out);
    return PICKED | (query_is_unsure(s->query, game->header) ? PICKED_UNSURELY : 0u);
}

void select_take(struct selection *s, struct taken *game, uint32_t picked)
{
    struct game_header header;
    if (!(picked & PICKED))
        return;
    s->unsure += (picked & PICKED_UNSURELY) != 0;
    if (s->needs_header) {
        const size_t len = kept_header(game->text, &header);
        header.id = (game_id)game->number; /* of a file the reader alone knows it */
        game->header = &header;
        game->text += len;
        game->len -= len;
    }
    s->stopped = !s->take(s->closure, game);
}

/* --- Run -------------------------------------------------------------------------------------- */

bool select_goes_on(const struct selection *s)
{
    return !s->stopped && !cli_interrupted();
}

static bool has_failed(const struct selection *s)
{
    for (unsigned i = 0; i < s->threads; i++)
        if (query_match_failed(s->workers[i].match) || s->workers[i].names.failed)
            return true;
    return false;
}

int select_run(struct selection *s)
{
    const struct paths *files = &s->cli->common.files;
    for (size_t i = 0; i < files->count && select_goes_on(s); i++) {
        if (store_is_store(files->items[i]))
            select_from_store(s, files->items[i]);
        else
            select_from_file(s, i);
    }
    if (has_failed(s)) {
        cli_message("out of memory: games may be missing");
        s->status = cli_worse(s->status, STATUS_FAILED);
    }
    s->status = looked_end(&s->cli->looked, s->has_games, s->cli->common.quiet, s->status);
    return cli_interrupted() ? STATUS_INTERRUPTED : s->status;
}
