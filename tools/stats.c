/* qipu stats: the opening tree at a position, or a table of results, of the games that match. */
#include "base/parallel.h"
#include "tools/select/select.h"
#include "tools/stats_print.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct stats {
    struct cli cli;
    struct selection selection;
    struct select_condition place; /* what says where the tree stands; name NULL: start */
    enum table_key key;            /* TABLE_KEYS for the tree */
    uint64_t limit;                /* of rows */
    bool is_mirrored;
    bool wants_ways; /* --transpositions */

    struct query *at; /* finds the place in a game */
    struct query_match *matches[THREADS_MAX];
    struct position position;
    struct tree *tree;
    struct ways ways;
    struct select_place *places; /* POSITION, and those of WAYS */
    struct table *table;
    bool failed; /* memory was out */
    struct output *out;
    int status;
};

/* --- Counting --------------------------------------------------------------------------------- */

/* The row of a game in the tree, without games if it does not stand there, and its other ways. */
static void look_at_tree(const struct stats *s, struct query_match *at, const struct chosen *game,
                         struct buffer *out)
{
    struct tree_row row = {.games = 0};
    const uint32_t *plies;
    query_match_header(at, game->header, game->record);
    if (query_match_record(at, game->record, &plies) > 0)
        row = tree_row_at(s->tree, game->header, game->record, plies[0]);
    if (row.games == 0 && !s->wants_ways)
        return;
    buffer_add(out, &row, sizeof row);
    ways_find(&s->ways, game->record->keys, game->record->ply_count + 1, out);
}

/* What is counted of a game, or a byte: whose side the table sees it from, which is that of the
   player asked for, if there is one. */
static void look(void *closure, unsigned worker, const struct chosen *game, struct buffer *out)
{
    const struct stats *s = closure;
    if (s->tree) {
        look_at_tree(s, s->matches[worker], game, out);
    } else {
        const bool asks = query_asks_player(s->selection.query);
        const enum color side = asks ? query_match_color(game->match, game->header) : WHITE;
        buffer_add_char(out, (char)side);
    }
}

static void take_row(struct stats *s, const char *text, size_t len)
{
    struct tree_row row;
    memcpy(&row, text, sizeof row);
    if (row.games > 0)
        tree_add_row(s->tree, &row);
    ways_add(&s->ways, text + sizeof row, len - sizeof row);
    s->failed |= tree_failed(s->tree);
}

static bool take(void *closure, const struct taken *game)
{
    struct stats *s = closure;
    if (s->table)
        s->failed |= !table_add(s->table, game->header, (enum color)game->text[0]);
    else if (game->len > 0)
        take_row(s, game->text, game->len);
    return !s->failed;
}

static void take_group(void *closure, const struct index_group *group)
{
    tree_add_group(((struct stats *)closure)->tree, group);
}

static void take_way(void *closure, const struct index_group *group)
{
    ((struct way *)closure)->games += group->games;
}

/* --- Options ---------------------------------------------------------------------------------- */

static bool set_place(struct stats *s, const char *name, const char *value)
{
    if (s->place.name) {
        cli_usage(&s->cli, "the tree stands at one position: give --fen, --after or --moves once");
        return false;
    }
    s->place = (struct select_condition){name, value};
    return true;
}

static bool set_key(void *command, const char *word)
{
    struct stats *s = command;
    s->key = table_key_find(word);
    if (s->key == TABLE_KEYS)
        cli_usage(&s->cli, "--by is result, year, player, eco, length or event, not '%s'", word);
    return s->key != TABLE_KEYS;
}

static bool set_on_error(void *command, const char *value)
{
    struct stats *s = command;
    return cli_on_error(&s->cli, value, &s->selection.use_prefix);
}

/* Those that name a position tell where the tree stands. */
static bool take_condition(void *command, const char *name, const char *value)
{
    static const char *const places[] = {"fen", "after", "moves"};
    struct stats *s = command;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strcmp(name, places[i]) == 0)
            return set_place(s, name, value);
    s->is_mirrored |= strcmp(name, "mirror") == 0;
    return select_option(&s->selection, name, value);
}

static const struct option_row options[] = {
    {"by", 'b', "KEY", "a table by result, year, player, eco, length or event", .take = set_key,
     .words = "result year player eco length event"},
    {"limit", 'n', "N", "print at most N rows", .number = offsetof(struct stats, limit)},
    {"transpositions", 0, NULL, "a column more: games with the next position by other ways",
     .flag = offsetof(struct stats, wants_ways)},
    SELECT_OPTION_ON_ERROR(set_on_error),
    SELECT_OPTION_EXPLAIN(offsetof(struct stats, selection.explain)),
    {0},
};

extern const struct command command_stats;

/* Read the arguments. False if there is nothing more to do: the status says why. */
static bool read_arguments(struct stats *s, int argc, char **argv)
{
    s->status = STATUS_FAILED;
    if (!cli_read(&s->cli, &command_stats, argc, argv)) {
        s->status = s->cli.status;
        return false;
    }
    if (s->wants_ways && s->key != TABLE_KEYS) {
        cli_usage(&s->cli, "--transpositions is for the tree: not with --by");
        return false;
    }
    return cli_files(&s->cli, 0, true);
}

/* The position where the tree stands, from --fen, --after, --moves, or the start. */
static bool find_place(struct stats *s, struct error *err)
{
    enum game game = s->selection.game;
    struct fen_report report;
    if (!s->place.name) {
        pos_start(&s->position, game);
        return true;
    }
    if (strcmp(s->place.name, "fen") != 0)
        return query_line_end(game, s->place.name, s->place.value, s->cli.common.read.letters,
                              &s->position, err);
    if (fen_parse(game, s->place.value, strlen(s->place.value), &s->position, &report))
        return true;
    return error_set(err, ERROR_USAGE, "--fen: %s", report.text);
}

static bool start_matches(struct stats *s, struct error *err)
{
    for (unsigned i = 0; i < s->selection.threads; i++)
        if (!(s->matches[i] = query_match_new(s->at, err)))
            return false;
    return true;
}

/* False after a message. */
static bool start_ways(struct stats *s)
{
    struct error err;
    if (!s->wants_ways)
        return true;
    if (query_position_count(s->at) != 1) {
        cli_usage(&s->cli, "%s",
                  lang_text(LANG("--transpositions: the FEN must tell castling rights and the en "
                                 "passant square, too")));
        return false;
    }
    if (ways_init(&s->ways, &s->position, s->is_mirrored))
        return true;
    error_no_memory(&err);
    cli_error(&err);
    return false;
}

/* Tell the selection which positions the index is to answer for. False if memory is out. */
static bool start_places(struct stats *s)
{
    if (query_position_count(s->at) != 1) /* the FEN leaves something open */
        return true;
    s->places = calloc(1 + s->ways.count, sizeof *s->places);
    if (!s->places)
        return false;
    s->places[0] = (struct select_place){&s->position, {take_group, s}};
    for (size_t i = 0; i < s->ways.count; i++)
        s->places[1 + i] =
            (struct select_place){&s->ways.items[i].position, {take_way, &s->ways.items[i]}};
    s->selection.places = s->places;
    s->selection.place_count = 1 + s->ways.count;
    return true;
}

/* Prepare the tree and the query that finds its place. */
static bool start_tree(struct stats *s)
{
    struct error err = {0};
    char fen[FEN_MAX];
    if (!find_place(s, &err)) {
        cli_usage(&s->cli, "%s", err.text);
        return false;
    }
    struct select_condition place[] = {{"fen", fen}, {"mirror", NULL}};
    fen_format(&s->position, false, fen);
    if (s->place.name && strcmp(s->place.name, "fen") == 0)
        place[0].value = s->place.value;
    s->at = select_query(&s->selection, place, s->is_mirrored ? 2 : 1);
    if (!s->at || !start_ways(s))
        return false;
    if (!start_places(s))
        error_no_memory(&err);
    else if (start_matches(s, &err))
        s->tree = tree_new(&s->position, &err);
    if (!s->tree)
        cli_error(&err);
    if (s->tree && s->is_mirrored)
        tree_merge_mirrors(s->tree);
    return s->tree != NULL;
}

/* With --by, the place is one more condition on the games. */
static bool start(struct stats *s)
{
    struct error err;
    if (s->key != TABLE_KEYS && s->place.name)
        select_option(&s->selection, s->place.name, s->place.value);
    s->selection.needs_record = s->key == TABLE_KEYS;
    s->selection.needs_header = s->key != TABLE_KEYS;
    if (s->cli.stop || !select_start(&s->selection))
        return false;
    if (s->key == TABLE_KEYS)
        return start_tree(s);
    s->table = table_new(s->key, &err);
    if (!s->table)
        cli_error(&err);
    return s->table != NULL;
}

/* --- Work ------------------------------------------------------------------------------------- */

/* Returns how much there is to print. */
static uint64_t print(struct stats *s)
{
    const struct stats_print p = {
        .out = s->out,
        .limit = s->limit,
        .game = s->selection.game,
        .json = s->cli.common.json,
        .ways = s->wants_ways ? &s->ways : NULL,
        .is_of_player =
            s->table && (s->key == TABLE_PLAYER || query_asks_player(s->selection.query)),
    };
    return s->tree ? stats_print_tree(&p, s->tree, &s->position)
                   : stats_print_table(&p, s->table, s->key);
}

static void run_stats(struct stats *s)
{
    s->status = select_run(&s->selection);
    for (unsigned i = 0; i < s->selection.threads; i++)
        s->failed |= s->tree && query_match_failed(s->matches[i]);
    if (s->failed || (s->tree && tree_failed(s->tree))) {
        cli_message("out of memory");
        s->status = cli_worse(s->status, STATUS_FAILED);
    }
    if (s->status == STATUS_INTERRUPTED)
        return;
    if (print(s) > 0)
        return;
    if (s->status == STATUS_OK && s->limit > 0)
        select_hint(&s->selection);
    s->status = cli_worse(s->status, STATUS_FINDINGS);
}

static int run(int argc, char **argv)
{
    struct stats s = {
        .key = TABLE_KEYS,
        .limit = UINT64_MAX,
        .selection = {.cli = &s.cli, .look = look, .take = take, .closure = &s},
    };
    if (read_arguments(&s, argc, argv) && start(&s) && (s.out = cli_output(&s.cli))) {
        run_stats(&s);
        s.status = cli_output_close(s.out, s.status);
    }
    tree_free(s.tree);
    ways_free(&s.ways);
    free(s.places);
    table_free(s.table);
    for (unsigned i = 0; i < THREADS_MAX; i++)
        query_match_free(s.matches[i]);
    query_free(s.at);
    select_end(&s.selection);
    cli_end(&s.cli);
    return s.status;
}

const struct command command_stats = {
    .name = "stats",
    .synopsis = "[options] [STORE|FILE...]",
    .summary = "Print the opening tree at a position, or a table of results.",
    .options = options,
    .query_options = query_options,
    .take_condition = take_condition,
    .epilogue = "--fen, --after and --moves say where the tree stands (default: the start).\n"
                "Examples:\n"
                "  qipu stats games.qipu --moves '1.e4 c5' --elo 2600..\n"
                "  qipu stats --by year --white fischer games.pgn\n"
                "Exit status: 0 there were games, 1 none, 2 a file could not be read.\n",
    .run = run,
};
