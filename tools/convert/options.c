/* What the options of `qipu convert` say. */
#include "base/array.h"
#include "base/ascii.h"
#include "tools/convert/convert.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { LINE_WIDTH_MAX = 100000 };

static bool set_line_width(struct convert *c, const char *value)
{
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

static bool set_columns(struct convert *c, const char *list)
{
    if (!words_read(&c->columns, "columns", list))
        return false;
    for (size_t i = 0; i < c->columns.count; i++)
        if (!csv_is_column(c->columns.items[i]))
            return refuse_column(c, c->columns.items[i]);
    return true;
}

static bool set_encoding(struct convert *c, const char *name)
{
    c->encoding = name;
    return true;
}

static bool set_on_error(struct convert *c, const char *value)
{
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
static bool set_range(struct convert *c, const char *value)
{
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
static bool set_ply(struct convert *c, const char *value)
{
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

static bool set_from_comment(struct convert *c, const char *text)
{
    c->edits.from_comment = text;
    return true;
}

static bool set_unique(struct convert *c, const char *by)
{
    c->sink.unique = true;
    return same_read(&c->sink.same, by);
}

static bool set_duplicates(struct convert *c, const char *path)
{
    c->sink.rest_path = path;
    return true;
}

static bool set_known(struct convert *c, const char *path)
{
    struct error err;
    if (paths_add(&c->known, path, &err))
        return true;
    cli_error(&err);
    return false;
}

static bool set_sample(struct convert *c, const char *value)
{
    long long n;
    if (!cli_number(&c->cli, "sample", value, INT32_MAX, &n))
        return false;
    c->sink.sample.size = (uint64_t)n;
    if (n == 0)
        cli_usage(&c->cli, "--sample: expected a number from 1 on");
    return n > 0;
}

static bool set_seed(struct convert *c, const char *value)
{
    long long n;
    if (!cli_number(&c->cli, "seed", value, INT64_MAX, &n))
        return false;
    c->sink.sample.seed = (uint64_t)n;
    c->has_seed = true;
    return true;
}

static bool set_split(struct convert *c, const char *value)
{
    return sink_set_split(&c->sink, value);
}

static bool set_sort(struct convert *c, const char *value)
{
    return sort_order_read(&c->sink.order, value);
}

static bool set_min_games(struct convert *c, const char *value)
{
    long long n;
    if (!cli_number(&c->cli, "min-games", value, INT32_MAX, &n))
        return false;
    c->book_options.min_games = (uint64_t)n;
    c->has_book_options = true;
    return true;
}

static bool set_min_score(struct convert *c, const char *value)
{
    enum { PERCENT = 100 };
    long long n;
    if (!cli_number(&c->cli, "min-score", value, PERCENT, &n))
        return false;
    c->book_options.min_score = (double)n;
    c->has_book_options = true;
    return true;
}

/* --- Tags ------------------------------------------------------------------------------------- */

static bool set_tags(struct convert *c, const char *value)
{
    return words_read(&c->edits.keep, "tags", value);
}

static bool set_tag_order(struct convert *c, const char *value)
{
    return words_read(&c->edits.order, "tag-order", value);
}

static bool set_drop_tag(struct convert *c, const char *value)
{
    return words_read(&c->edits.drop, "drop-tag", value);
}

static bool set_players(struct convert *c, const char *path)
{
    struct error err;
    aliases_free(c->edits.players);
    c->edits.players = aliases_load(path, &err);
    if (!c->edits.players)
        cli_error(&err);
    return c->edits.players != NULL;
}

static bool set_player_tags(struct convert *c, const char *path)
{
    struct error err;
    player_tags_free(c->edits.player_tags);
    c->edits.player_tags = player_tags_load(path, &err);
    if (!c->edits.player_tags)
        cli_error(&err);
    return c->edits.player_tags != NULL;
}

static bool set_rename_tag(struct convert *c, const char *value)
{
    return edits_set_renames(&c->edits, value);
}

static bool set_add(struct convert *c, const char *value)
{
    struct words adds = {0};
    (void)c;
    bool ok = words_read(&adds, "add", value) && edits_set_adds(&c->edits, &adds);
    words_free(&adds);
    return ok;
}

/* --- The table -------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bool (*set)(struct convert *c, const char *value); /* false after a message */
} takers[] = {
    {"to", convert_set_form},
    {"on-error", set_on_error},
    {"line-width", set_line_width},
    {"to-letters", convert_set_letters},
    {"columns", set_columns},
    {"notation", convert_set_notation},
    {"tags", set_tags},
    {"tag-order", set_tag_order},
    {"drop-tag", set_drop_tag},
    {"rename-tag", set_rename_tag},
    {"add", set_add},
    {"players", set_players},
    {"player-tags", set_player_tags},
    {"ply", set_ply},
    {"from-comment", set_from_comment},
    {"range", set_range},
    {"unique", set_unique},
    {"duplicates", set_duplicates},
    {"known", set_known},
    {"sample", set_sample},
    {"seed", set_seed},
    {"split", set_split},
    {"sort", set_sort},
    {"min-games", set_min_games},
    {"min-score", set_min_score},
    {"output-encoding", set_encoding},
};

static const struct {
    const char *name;
    size_t at; /* of a bool in struct convert */
} flags[] = {
    {"wrap-comments", offsetof(struct convert, pgn.wrap_comments)},
    {"move-numbers", offsetof(struct convert, move_numbers)},
    {"start-fen", offsetof(struct convert, start_fen)},
    {"fens", offsetof(struct convert, fens)},
    {"keys", offsetof(struct convert, keys)},
    {"no-tags", offsetof(struct convert, edits.no_tags)},
    {"no-results", offsetof(struct convert, pgn.no_result)},
    {"no-checks", offsetof(struct convert, pgn.no_checks)},
    {"no-move-numbers", offsetof(struct convert, pgn.no_numbers)},
    {"comment-lines", offsetof(struct convert, pgn.comment_lines)},
    {"seven", offsetof(struct convert, edits.seven)},
    {"mirror", offsetof(struct convert, edits.mirror)},
    {"flip", offsetof(struct convert, edits.flip)},
    {"split-variations", offsetof(struct convert, split_variations)},
    {"force", offsetof(struct convert, sink.split.force)},
};

static const struct {
    const char *name;
    unsigned part;
} parts[] = {
    {"no-comments", PART_COMMENTS}, {"no-variations", PART_VARIATIONS}, {"no-nags", PART_NAGS},
    {"no-clocks", PART_CLOCKS},     {"no-evals", PART_EVALS},           {"no-arrows", PART_ARROWS},
};

bool convert_option(void *closure, const char *name, const char *value)
{
    struct convert *c = closure;
    for (size_t i = 0; i < sizeof takers / sizeof takers[0]; i++)
        if (strcmp(name, takers[i].name) == 0)
            return takers[i].set(c, value);
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(name, flags[i].name) == 0)
            *(bool *)((char *)c + flags[i].at) = true;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (strcmp(name, parts[i].name) == 0)
            c->edits.parts |= parts[i].part;
    return true;
}

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
    if (!c->form || !settle_columns(c) || !settle_duplicates(c) || !settle_known(c) || !settle_split(c))
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
