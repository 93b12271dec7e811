/* qipu search: the games of stores and files that match, as PGN, as their source text, as JSON, as
   positions, or as a count. */
#include "record/edit.h"
#include "tools/select/select.h"
#include "tools/sort.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum form { FORM_PGN, FORM_AS_IS, FORM_JSON, FORM_POSITIONS, FORM_COUNT };

struct search {
    struct cli cli;
    struct selection selection;
    struct sorter sorter;
    enum form form;
    int forms; /* how many were asked for */
    bool adds_id;
    const char *mark; /* a comment for positions that match, or NULL */
    uint64_t limit, found;
    struct output *out;
    struct buffer line; /* of JSON */
    struct buffer source;
    int status;
};

/* --- Writing games ---------------------------------------------------------------------------- */

/* The position of REC at PLY, which must not be before the one that *POS (at *AT) holds. */
static void advance(const struct record *rec, struct position *pos, size_t *at, size_t ply)
{
    for (; *at < ply; ++*at)
        pos_play(pos, rec->moves[*at]);
}

static void write_positions(struct buffer *out, const struct chosen *game)
{
    struct position pos = game->record->start;
    char fen[FEN_MAX];
    size_t at = 0;
    for (size_t i = 0; i < game->ply_count || i == 0; i++) {
        advance(game->record, &pos, &at, game->plies ? game->plies[i] : 0);
        fen_format(&pos, false, fen);
        buffer_add_string(out, fen);
        buffer_add_char(out, '\n');
        if (!game->plies)
            return;
    }
}

static void write_verdicts(struct json *j, struct buffer *out, const struct findings *f)
{
    json_key(j, "verdicts");
    buffer_add_char(out, '[');
    for (size_t i = 0; i < f->count; i++) {
        struct json one;
        buffer_add_string(out, i ? "," : "");
        json_begin(&one, out);
        json_member_string(&one, "code", finding_kinds[f->items[i].code].code);
        json_member_int(&one, "ply", f->items[i].ply);
        json_member_string(&one, "text", finding_text(f, &f->items[i]));
        json_end(&one);
    }
    buffer_add_char(out, ']');
}

/* All but what is known when it is taken: see put_json. */
static void write_json(struct buffer *out, const struct chosen *game)
{
    const struct record *rec = game->record;
    const struct findings *verdicts = query_match_verdicts(game->match);
    struct json j;
    struct position pos = rec->start;
    char fen[FEN_MAX];
    size_t at = 0;
    json_begin(&j, out);
    json_key(&j, "tags");
    json_write_tags(out, rec);
    json_member_int(&j, "ply_count", (long long)rec->ply_count);
    json_key(&j, "plies");
    buffer_add_char(out, '[');
    for (size_t i = 0; game->plies && i < game->ply_count; i++)
        buffer_printf(out, "%s%lu", i ? "," : "", (unsigned long)game->plies[i]);
    buffer_add_char(out, ']');
    advance(rec, &pos, &at, game->plies ? game->plies[0] : 0);
    fen_format(&pos, false, fen);
    json_member_string(&j, "fen", fen);
    if (verdicts)
        write_verdicts(&j, out, verdicts);
    json_end(&j);
    buffer_add_char(out, '\n');
}

static void write_source(struct buffer *out, const struct chosen *game)
{
    size_t len = game->source_len;
    while (len > 0 && (game->source[len - 1] == '\n' || game->source[len - 1] == '\r'))
        len--;
    buffer_add(out, game->source, len);
    buffer_add_string(out, "\n\n");
}

static bool add_id(const struct chosen *game)
{
    char text[24];
    snprintf(text, sizeof text, "%lu", (unsigned long)game->header->id);
    return record_set_tag(game->record, STORE_ID_TAG, text);
}

static void look(void *closure, unsigned worker, const struct chosen *game, struct buffer *out)
{
    static const struct pgn_write_options pgn_options = {.line_width = 80};
    const struct search *s = closure;
    (void)worker;
    const bool marked =
        !s->mark || record_comment_plies(game->record, game->plies, game->ply_count, s->mark);
    if (!marked || (s->adds_id && game->is_stored && !add_id(game))) {
        out->failed = true;
        return;
    }
    switch (s->form) {
    case FORM_PGN: pgn_write(out, game->record, &pgn_options); break;
    case FORM_AS_IS: write_source(out, game); break;
    case FORM_JSON: write_json(out, game); break;
    case FORM_POSITIONS: write_positions(out, game); break;
    case FORM_COUNT: break;
    }
}

static bool out_of_memory(struct search *s)
{
    cli_message("out of memory");
    s->status = STATUS_FAILED;
    return false;
}

static bool put_text(struct search *s, const struct taken *game, const char *text, size_t len)
{
    if (s->sorter.order.count > 0)
        return sort_add(&s->sorter, game->header, text, len) || out_of_memory(s);
    output_write(s->out, text, len);
    return s->found < s->limit && !output_failed(s->out);
}

/* The name of the file that a game of a store came from. */
static bool add_source(struct search *s, struct json *j, const struct taken *game)
{
    struct error err;
    buffer_clear(&s->source);
    if (!store_source_of(game->store, (game_id)game->number, &s->source, &err)) {
        cli_error(&err);
        s->status = STATUS_FAILED;
        return false;
    }
    json_member_string(j, "source", buffer_terminate(&s->source));
    return true;
}

/* Begin the object with where the game is. */
static bool put_json(struct search *s, const struct taken *game)
{
    struct json j;
    buffer_clear(&s->line);
    json_begin(&j, &s->line);
    json_member_string(&j, game->reader ? "file" : "store", game->path);
    json_member_int(&j, game->reader ? "number" : "id", (long long)game->number);
    if (game->store && !add_source(s, &j, game))
        return false;
    buffer_add_char(&s->line, ',');
    buffer_add(&s->line, game->text + 1, game->len - 1); /* without its brace */
    if (s->line.failed)
        return out_of_memory(s);
    return put_text(s, game, s->line.data, s->line.len);
}

static bool take(void *closure, const struct taken *game)
{
    struct search *s = closure;
    if (s->form == FORM_AS_IS && (!game->reader || reader_is_binary(game->reader))) {
        cli_message(game->reader ? "%s: a binary file has no source text for --as-is"
                                 : "%s: a store keeps no source text for --as-is",
                    game->path);
        s->status = STATUS_FAILED;
        return false;
    }
    s->found++;
    if (s->form == FORM_COUNT)
        return s->found < s->limit;
    return s->form == FORM_JSON ? put_json(s, game) : put_text(s, game, game->text, game->len);
}

/* --- Options ---------------------------------------------------------------------------------- */

static bool set_form(struct search *s, enum form form)
{
    s->forms += s->form != form;
    s->form = form;
    return true;
}

static bool set_sort(void *command, const char *value)
{
    struct search *s = command;
    struct buffer names = {0};
    const bool ok = sort_choose(&s->sorter, value, &names);
    if (!ok)
        cli_usage(&s->cli, "--sort: '%s' is none of %s", value, buffer_terminate(&names));
    buffer_free(&names);
    return ok;
}

static bool set_adds(void *command, const char *value)
{
    struct search *s = command;
    s->adds_id = strcmp(value, "id") == 0;
    if (!s->adds_id)
        cli_usage(&s->cli, "--add: no '%s'; there is id", value);
    return s->adds_id;
}

static bool set_count(void *command, const char *value)
{
    (void)value;
    return set_form(command, FORM_COUNT);
}

static bool set_as_is(void *command, const char *value)
{
    (void)value;
    return set_form(command, FORM_AS_IS);
}

static bool set_positions(void *command, const char *value)
{
    (void)value;
    return set_form(command, FORM_POSITIONS);
}

static bool set_on_error(void *command, const char *value)
{
    struct search *s = command;
    return cli_on_error(&s->cli, value, &s->selection.use_prefix);
}

static bool take_condition(void *command, const char *name, const char *value)
{
    return select_option(&((struct search *)command)->selection, name, value);
}

static const struct option_row options[] = {
    {"count", 'c', NULL, "print only how many games match", .take = set_count},
    {"limit", 'n', "N", "stop after N games", .number = offsetof(struct search, limit)},
    {"sort", 0, "KEY", "id, date, elo, white, event ...; -KEY: descending", .take = set_sort},
    {"as-is", 0, NULL, "print the source text of games from files unchanged", .take = set_as_is},
    {"positions", 0, NULL, "print the FEN of every position that matches", .take = set_positions},
    {"add", 0, "id", "give games of a store their number, a tag StoreId", .take = set_adds,
     .words = "id"},
    {"mark", 0, "TEXT", "comment on every position that matches, in PGN",
     .text = offsetof(struct search, mark)},
    SELECT_OPTION_ON_ERROR(set_on_error),
    SELECT_OPTION_EXPLAIN(offsetof(struct search, selection.explain)),
    {0},
};

extern const struct command command_search;

/* False after a message. */
static bool options_make_sense(const struct search *s)
{
    const char *fault = NULL;
    if (s->mark && s->form != FORM_PGN)
        fault = LANG("--mark goes into PGN: not with --count, --as-is, --positions or --json");
    else if (s->mark && strchr(s->mark, '}'))
        fault = LANG("--mark: a comment cannot hold '}', which ends it");
    else if (s->mark && !query_finds_plies(s->selection.query))
        fault =
            LANG("--mark needs a condition on positions, such as --pattern, or on a line anywhere, "
                 "such as --moves '... Bxh7'");
    else if (s->adds_id && s->form != FORM_PGN && s->form != FORM_JSON)
        fault = LANG("--add goes into PGN and JSON: not with --count, --as-is or --positions");
    if (fault)
        cli_usage(&s->cli, "%s", lang_text(fault));
    return !fault;
}

/* Games are PGN, whatever the file is called: so it must not be called what it is not. */
static bool output_fits(const struct search *s)
{
    const char *path = s->cli.common.output, *suffix = path ? cli_suffix(path) : NULL;
    if (!suffix || s->form != FORM_PGN || strcasecmp(suffix, ".pgn") == 0)
        return true;
    cli_usage(&s->cli,
              "--output %s: games are written as .pgn; --json writes .json, --positions .fen; "
              "of other forms qipu convert knows",
              path);
    return false;
}

/* Read the arguments. False if there is nothing more to do: the status says why. */
static bool read_arguments(struct search *s, int argc, char **argv)
{
    s->status = STATUS_FAILED;
    if (!cli_read(&s->cli, &command_search, argc, argv)) {
        s->status = s->cli.status;
        return false;
    }
    if (s->cli.common.json)
        set_form(s, FORM_JSON);
    if (s->forms > 1) {
        cli_usage(&s->cli, "--count, --as-is, --positions and --json exclude each other");
        return false;
    }
    return output_fits(s) && cli_files(&s->cli, 0, true) && select_start(&s->selection) &&
           options_make_sense(s);
}

/* --- Work ------------------------------------------------------------------------------------- */

static void run_search(struct search *s)
{
    s->status = STATUS_OK;
    if (s->limit > 0) {
        int status = select_run(&s->selection); /* `take` may set s->status meanwhile */
        s->status = cli_worse(s->status, status);
        s->found += s->selection.counted;
        if (s->found > s->limit)
            s->found = s->limit;
    }
    if (s->sorter.order.count > 0 && s->status != STATUS_INTERRUPTED)
        sort_write(&s->sorter, s->out, s->limit);
    if (s->form == FORM_COUNT)
        output_printf(s->out, "%llu\n", (unsigned long long)s->found);
    if (s->found == 0 && s->limit > 0 && s->status == STATUS_OK)
        select_hint(&s->selection);
    if (s->limit == UINT64_MAX && s->status == STATUS_OK)
        select_hint_dates(&s->selection);
    if (s->found == 0)
        s->status = cli_worse(s->status, STATUS_FINDINGS);
}

static int run(int argc, char **argv)
{
    struct search s = {
        .limit = UINT64_MAX,
        .selection = {.cli = &s.cli, .look = look, .take = take, .closure = &s},
    };
    if (read_arguments(&s, argc, argv) && (s.out = cli_output(&s.cli))) {
        s.selection.needs_record = s.form != FORM_COUNT;
        s.selection.needs_header = s.sorter.order.count > 0 && s.form != FORM_COUNT;
        s.selection.count_only = s.form == FORM_COUNT;
        run_search(&s);
        s.status = cli_output_close(s.out, s.status);
    }
    select_end(&s.selection);
    sort_free(&s.sorter);
    buffer_free(&s.line);
    buffer_free(&s.source);
    cli_end(&s.cli);
    return s.status;
}

const struct command command_search = {
    .name = "search",
    .synopsis = "[options] [STORE|FILE...]",
    .summary = "Find games and positions in stores and game files.",
    .options = options,
    .query_options = query_options,
    .take_condition = take_condition,
    .epilogue = "Examples:\n"
                "  qipu search games.qipu --white fischer --date 1970..1972 --result 1-0\n"
                "  qipu search --material 'KRPkr' --flip --count games.pgn\n"
                "Exit status: 0 something matched, 1 nothing, 2 a file could not be read.\n",
    .run = run,
};
