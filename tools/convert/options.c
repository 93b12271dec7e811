/* What the options of `qipu convert` say. */
#include "base/array.h"
#include "base/ascii.h"
#include "tools/convert/convert.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { LINE_WIDTH_MAX = 100000 };

static bool set_line_width(void *command, const char *value)
{
    struct convert *c = command;
    long long width;
    if (!cli_number(&c->cli, "line-width", value, LINE_WIDTH_MAX, &width))
        return false;
    c->pgn.line_width = (int)width;
    return true;
}

/* What is no column, after a suggestion: a column, or the name of a tag that is usual. */
static bool refuse_column(struct convert *c, const char *word)
{
    enum { SUGGESTIONS = 16 };
    const char *names[SUGGESTIONS + TAG_KNOWN + 1] = {0};
    size_t n = 0;
    for (; csv_columns[n] && n < SUGGESTIONS; n++)
        names[n] = csv_columns[n];
    for (int i = 0; i < TAG_KNOWN; i++)
        names[n++] = tag_name(GAME_CHESS, (enum tag_id)i);
    cli_no_such(&c->cli, "column", word, names,
                "a column is a tag, such as White, or number, ply_count, moves, uci, fen, end_fen, "
                "result; what is said of single moves, as clocks, is in --to json");
    return false;
}

static bool set_columns(void *command, const char *list)
{
    struct convert *c = command;
    if (!words_read(&c->columns, "columns", list))
        return false;
    for (size_t i = 0; i < c->columns.count; i++)
        if (!csv_is_column(c->columns.items[i]))
            return refuse_column(c, c->columns.items[i]);
    return true;
}

static bool set_on_error(void *command, const char *value)
{
    struct convert *c = command;
    return cli_on_error(&c->cli, value, &c->keep_prefix);
}

/* --- Choosing --------------------------------------------------------------------------------- */

/* Digits at *TEXT, of which at least one must be there and at most eighteen. */
static bool read_count(const char **text, uint64_t *n)
{
    enum { DIGITS_MAX = 18 };
    int digits = 0;
    for (*n = 0; is_digit(**text) && digits <= DIGITS_MAX; ++*text, digits++)
        *n = *n * 10 + (uint64_t)(**text - '0');
    return digits > 0 && digits <= DIGITS_MAX;
}

/* "17", "20..30", "2600..", "..99" at *TEXT, counted from 1. */
static bool read_range(const char **text, struct picked_range *range)
{
    const bool has_from = read_count(text, &range->from);
    range->from = has_from ? range->from : 1;
    range->to = has_from ? range->from : 0;
    if (strncmp(*text, "..", 2) == 0) {
        *text += 2;
        if (!read_count(text, &range->to))
            range->to = has_from ? UINT64_MAX : 0;
    }
    return range->from > 0 && range->to >= range->from;
}

/* NULL after a message. */
static struct picked_range *next_range(struct convert *c)
{
    enum { RANGES_FIRST = 16 };
    if (c->range_count == c->range_cap) {
        void *ranges = array_grow(c->ranges, &c->range_cap, RANGES_FIRST, sizeof *c->ranges);
        if (!ranges) {
            cli_message("out of memory");
            return NULL;
        }
        c->ranges = ranges;
    }
    return &c->ranges[c->range_count++];
}

/* Ranges with commas between. */
static bool set_range(void *command, const char *value)
{
    struct convert *c = command;
    const char *s = value;
    c->range_begin = UINT64_MAX;
    for (c->range_count = c->range_end = 0;;) {
        struct picked_range *range = next_range(c);
        if (!range)
            return false;
        if (!read_range(&s, range) || (*s != ',' && *s != '\0'))
            break;
        c->range_begin = range->from < c->range_begin ? range->from : c->range_begin;
        c->range_end = range->to > c->range_end ? range->to : c->range_end;
        if (*s++ == '\0')
            return true;
    }
    cli_usage(&c->cli, "--range '%s': expected a number or a range such as 20..30", value);
    return false;
}

/* A ply at *TEXT, negative if it is counted from the end; not 0. */
static bool read_ply(const char **text, int64_t *ply)
{
    const bool is_back = **text == '-';
    uint64_t n;
    *text += is_back;
    if (!read_count(text, &n) || n == 0 || n > PLY_LAST)
        return false;
    *ply = is_back ? -(int64_t)n : (int64_t)n;
    return true;
}

/* "17", "20..30", "-20..", "..-2". Which of two of different signs comes first depends on the
   game. */
static bool set_ply(void *command, const char *value)
{
    struct convert *c = command;
    int64_t from = 1, to = PLY_LAST;
    const char *s = value;
    bool ok = strncmp(s, "..", 2) == 0 || read_ply(&s, &from);
    if (ok && *s == '\0')
        to = from;
    else if (ok && strncmp(s, "..", 2) == 0)
        s += 2;
    else
        ok = false;
    if (ok && *s != '\0')
        ok = read_ply(&s, &to) && *s == '\0';
    if (ok && strcmp(value, "..") != 0 && ((from < 0) != (to < 0) || from <= to)) {
        c->edits.ply_from = from;
        c->edits.ply_to = to;
        return true;
    }
    cli_usage(&c->cli, "--ply '%s': expected a ply or a range such as ..20, 11..30 or -20..",
              value);
    return false;
}

static bool set_unique(void *command, const char *by)
{
    struct convert *c = command;
    c->sink.unique = true;
    return same_read(&c->sink.same, by);
}

static bool set_known(void *command, const char *path)
{
    struct convert *c = command;
    struct error err;
    if (paths_add(&c->known, path, &err))
        return true;
    cli_error(&err);
    return false;
}

static bool set_sample(void *command, const char *value)
{
    struct convert *c = command;
    long long n;
    if (!cli_number(&c->cli, "sample", value, INT32_MAX, &n))
        return false;
    c->sink.sample.size = (uint64_t)n;
    if (n == 0)
        cli_usage(&c->cli, "--sample: expected a number from 1 on");
    return n > 0;
}

static bool set_seed(void *command, const char *value)
{
    struct convert *c = command;
    long long n;
    if (!cli_number(&c->cli, "seed", value, INT64_MAX, &n))
        return false;
    c->sink.sample.seed = (uint64_t)n;
    c->has_seed = true;
    return true;
}

static bool set_split(void *command, const char *value)
{
    struct convert *c = command;
    return sink_set_split(&c->sink, value);
}

static bool set_sort(void *command, const char *value)
{
    struct convert *c = command;
    return sort_order_read(&c->sink.order, value);
}

static bool set_min_games(void *command, const char *value)
{
    struct convert *c = command;
    long long n;
    if (!cli_number(&c->cli, "min-games", value, INT32_MAX, &n))
        return false;
    c->book_options.min_games = (uint64_t)n;
    c->has_book_options = true;
    return true;
}

static bool set_min_score(void *command, const char *value)
{
    struct convert *c = command;
    enum { PERCENT = 100 };
    long long n;
    if (!cli_number(&c->cli, "min-score", value, PERCENT, &n))
        return false;
    c->book_options.min_score = (double)n;
    c->has_book_options = true;
    return true;
}

/* --- Tags ------------------------------------------------------------------------------------- */

static bool set_tags(void *command, const char *value)
{
    struct convert *c = command;
    return words_read(&c->edits.keep, "tags", value);
}

static bool set_tag_order(void *command, const char *value)
{
    struct convert *c = command;
    return words_read(&c->edits.order, "tag-order", value);
}

static bool set_drop_tag(void *command, const char *value)
{
    struct convert *c = command;
    return words_read(&c->edits.drop, "drop-tag", value);
}

static bool set_players(void *command, const char *path)
{
    struct convert *c = command;
    struct error err;
    aliases_free(c->edits.players);
    c->edits.players = aliases_load(path, &err);
    if (!c->edits.players)
        cli_error(&err);
    return c->edits.players != NULL;
}

static bool set_player_tags(void *command, const char *path)
{
    struct convert *c = command;
    struct error err;
    player_tags_free(c->edits.player_tags);
    c->edits.player_tags = player_tags_load(path, &err);
    if (!c->edits.player_tags)
        cli_error(&err);
    return c->edits.player_tags != NULL;
}

static bool set_rename_tag(void *command, const char *value)
{
    struct convert *c = command;
    return edits_set_renames(&c->edits, value);
}

static bool set_add(void *command, const char *value)
{
    struct convert *c = command;
    struct words adds = {0};
    bool ok = words_read(&adds, "add", value) && edits_set_adds(&c->edits, &adds);
    words_free(&adds);
    return ok;
}

/* --- The table -------------------------------------------------------------------------------- */

static const char *form_word(size_t i)
{
    return forms[i].name;
}

const struct option_row convert_options[] = {
    {"to", 't', "FORM", FORM_NAMES, .take = convert_set_form, .word = form_word},
    {"on-error", 0, "HOW", "faulty games: skip (default), or keep the prefix", .take = set_on_error,
     .words = "skip prefix"},
    {"no-comments", 0, NULL, "leave these parts out",
     .flags = offsetof(struct convert, edits.parts), .bit = PART_COMMENTS},
    {"no-variations", 0, NULL, NULL, .flags = offsetof(struct convert, edits.parts),
     .bit = PART_VARIATIONS},
    {"no-nags", 0, NULL, NULL, .flags = offsetof(struct convert, edits.parts), .bit = PART_NAGS},
    {"no-clocks", 0, NULL, NULL, .flags = offsetof(struct convert, edits.parts),
     .bit = PART_CLOCKS},
    {"no-evals", 0, NULL, NULL, .flags = offsetof(struct convert, edits.parts), .bit = PART_EVALS},
    {"no-arrows", 0, NULL, NULL, .flags = offsetof(struct convert, edits.parts),
     .bit = PART_ARROWS},
    {"no-tags", 0, NULL, NULL, .flag = offsetof(struct convert, edits.no_tags)},
    {"no-checks", 0, NULL, NULL, .flag = offsetof(struct convert, pgn.no_checks)},
    {"no-move-numbers", 0, NULL, NULL, .flag = offsetof(struct convert, pgn.no_numbers)},
    {"no-results", 0, NULL, NULL, .flag = offsetof(struct convert, pgn.no_result)},
    {"players", 0, "FILE", "lines of a player's name, a tab, and the new name", .take = set_players,
     .is_read = true},
    {"player-tags", 0, "FILE", "a table of players' tags, for games that lack them",
     .take = set_player_tags, .is_read = true},
    {"tags", 0, "LIST", "write these tags alone, in this order, and a FEN", .take = set_tags},
    {"seven", 0, NULL, "write the seven tags of the roster alone, and a FEN",
     .flag = offsetof(struct convert, edits.seven)},
    {"tag-order", 0, "LIST", "write these tags in front, in this order", .take = set_tag_order},
    {"drop-tag", 0, "LIST", "leave these tags out", .take = set_drop_tag},
    {"rename-tag", 0, "OLD=NEW,...", "give tags other names", .take = set_rename_tag},
    {"add", 0, "LIST", "add tags: plycount, totalplycount, fen, key, eco, opening, source, id",
     .take = set_add, .words = "plycount totalplycount fen key eco opening source id"},
    {"ply", 0, "A..B", "write these plies alone; -1 is the last", .take = set_ply},
    {"from-comment", 0, "TEXT", "begin behind the first comment in which TEXT stands",
     .text = offsetof(struct convert, edits.from_comment)},
    {"split-variations", 0, NULL, "write every variation as a game of its own",
     .flag = offsetof(struct convert, split_variations)},
    {"flip", 0, NULL, "exchange White and Black; left and right (xiangqi)",
     .flag = offsetof(struct convert, edits.flip)},
    {"mirror", 0, NULL, NULL, .flag = offsetof(struct convert, edits.mirror)},
    {"range", 0, "LIST", "games by number, counted over all files: 7,20..30", .take = set_range},
    {"unique", 0, "[=BY]", "each once, by text (default), moves, end, start, N", .take = set_unique,
     .words = "text moves end start"},
    {"duplicates", 0, "FILE", "write the games that --unique leaves out to FILE",
     .text = offsetof(struct convert, sink.rest_path)},
    {"known", 0, "FILE", "--unique leaves out games of this store or file too", .take = set_known},
    {"sample", 0, "N", "N games at random; another sample for every seed", .take = set_sample},
    {"seed", 0, "N", NULL, .take = set_seed},
    {"sort", 0, "KEYS", "by date, white, event, site, eco, elo, plies ...", .take = set_sort},
    {"split", 0, "WHAT", "a file for N games, each player ...: -o 'x-{}.pgn'", .take = set_split},
    {"force", 0, NULL, "let --split write over files",
     .flag = offsetof(struct convert, sink.split.force)},
    {"output-encoding", 0, "NAME", "write in this encoding: GB18030, BIG5 ...",
     .text = offsetof(struct convert, encoding),
     .words = "UTF-8 GB18030 BIG5 WINDOWS-1252 ISO-8859-1"},
    {"line-width", 'w', "N", "break lines at N columns (pgn; 80; 0: never)",
     .take = set_line_width},
    {"wrap-comments", 0, NULL, "break lines inside comments too (pgn)",
     .flag = offsetof(struct convert, pgn.wrap_comments)},
    {"comment-lines", 0, NULL, "write every comment on lines of its own (pgn)",
     .flag = offsetof(struct convert, pgn.comment_lines)},
    {"to-letters", 0, "CODE", "write piece letters of a language, or figurine",
     .take = convert_set_letters},
    {"notation", 0, "NAME", "moves as san, lan, uci; xiangqi: zh-hans, wxf, xboard ... (pgn)",
     .take = convert_set_notation},
    {"move-numbers", 0, NULL, "write move numbers (forms of one game a line)",
     .flag = offsetof(struct convert, move_numbers)},
    {"start-fen", 0, NULL, "begin lines with 'fen FEN moves' (the same forms)",
     .flag = offsetof(struct convert, start_fen)},
    {"fens", 0, NULL, "position behind every move, its key (json, pgn)",
     .flag = offsetof(struct convert, fens)},
    {"keys", 0, NULL, NULL, .flag = offsetof(struct convert, keys)},
    {"min-games", 0, "N", "leave out rarer moves, or of lower score (book)", .take = set_min_games},
    {"min-score", 0, "N", NULL, .take = set_min_score},
    {"columns", 'c', "LIST", "tags and number, ply_count, moves, uci, fen, end_fen, result (csv)",
     .take = set_columns},
    {0},
};

/* --- Together --------------------------------------------------------------------------------- */

static bool refuse(struct convert *c, const char *what)
{
    cli_usage(&c->cli, "%s", lang_text(what));
    return false;
}

static bool refuse_form(struct convert *c, const char *option)
{
    cli_usage(&c->cli, "%s is not for --to %s", option, c->form->name);
    return false;
}

/* The column of numbers in a store is that of a tag. */
static void add_ids(struct convert *c)
{
    for (size_t i = 0; i < c->columns.count; i++)
        if (strcmp(c->columns.items[i], "id") == 0)
            c->edits.adds |= ADD_ID;
}

static bool settle_columns(struct convert *c)
{
    add_ids(c);
    static const char usual[] =
        "Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,ply_count,moves";
    if (c->form->separator)
        return c->columns.count > 0 || set_columns(c, usual);
    return c->columns.count == 0 || refuse(c, "--columns is for --to csv and tsv");
}

static bool settle_duplicates(struct convert *c)
{
    if (!c->sink.rest_path)
        return true;
    if (c->form->is_single || c->form->is_book)
        return refuse_form(c, "--duplicates");
    return c->sink.unique || refuse(c, "--duplicates is for --unique");
}

static bool settle_known(struct convert *c)
{
    if (c->known.count > 0 && !c->sink.unique)
        return refuse(c, "--known is for --unique");
    for (size_t i = 0; i < c->known.count; i++) {
        const char *path = c->known.items[i];
        const char *output = c->cli.common.output, *rest = c->sink.rest_path;
        if ((output && output_is_same_file(output, path)) ||
            (rest && output_is_same_file(rest, path))) {
            cli_message("%s: is an input, and would be overwritten", path);
            return false;
        }
    }
    return true;
}

static bool settle_split(struct convert *c)
{
    struct sink *s = &c->sink;
    if (!s->is_split)
        return !s->split.force || refuse(c, "--force is for --split");
    if (c->form->is_single || c->form->is_book)
        return refuse_form(c, "--split");
    s->split.template = c->cli.common.output;
    s->split.head = &s->head;
    s->split.cli = &c->cli;
    return split_template_ok(s->split.template);
}

/* JSON is UTF-8, whoever reads it; XQF and books have encodings of their own, or none. */
static bool settle_encoding(struct convert *c)
{
    struct error err;
    if (!c->encoding || strcasecmp(c->encoding, "UTF-8") == 0)
        return true;
    if (c->form->is_single || c->form->is_book || c->form->is_json)
        return refuse_form(c, "--output-encoding");
    c->is_encoded = encoder_open(&c->encoder, c->encoding, &err);
    if (!c->is_encoded)
        cli_usage(&c->cli, "%s", err.text);
    c->sink.split.encoder = c->is_encoded ? &c->encoder : NULL;
    return c->is_encoded;
}

bool convert_settle(struct convert *c)
{
    if (c->cli.common.json && !convert_set_form(c, "json"))
        return false;
    if (!c->form)
        c->form = convert_form_of_file(c, c->cli.common.output);
    if (!c->form || !settle_columns(c) || !settle_duplicates(c) || !settle_known(c) ||
        !settle_split(c))
        return false;
    if (c->has_book_options && !c->form->is_book)
        return refuse(c, "--min-games and --min-score are for --to book");
    if (c->has_seed && c->sink.sample.size == 0)
        return refuse(c, "--seed is for --sample");
    if (c->edits.seven + c->edits.no_tags + (c->edits.keep.count > 0) > 1)
        return refuse(c, "--seven, --tags and --no-tags exclude each other");
    if (!convert_settle_moves(c))
        return false;
    c->parcels = sink_wants_parcels(&c->sink) || c->split_variations;
    return settle_encoding(c);
}
