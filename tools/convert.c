/* qipu convert: games from files and stores, one after the other, in another form. What each form
   loses stands in qipu-formats(7). */
#include "cli.h"
#include "convert_losses.h"
#include "game_files.h"
#include "record/aliases.h"
#include "store/store.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 1 << 16, COLUMNS_MAX = 64, LINE_WIDTH = 80, LINE_WIDTH_MAX = 100000 };

struct convert {
    struct cli cli;
    const struct form *form;
    struct pgn_write_options pgn;
    bool keep_prefix, move_numbers, start_fen;
    const char *columns[COLUMNS_MAX];
    size_t column_count;
    char *column_text;       /* what the columns point into */
    struct aliases *players; /* what they are to be called, or NULL */

    struct game_files files; /* for a form with one game a file */
    struct xqf_losses *xqf_losses;
    struct dhtmlxq_losses *dhtmlxq_losses;

    struct buffer text; /* not yet handed to the output */
    struct output *out;
    struct progress progress;
    struct reader *reader;
    uint64_t written, skipped, cut, mended, foreign;
    int status;
};

/* --- Forms ------------------------------------------------------------------------------------ */

struct form {
    const char *name;
    /* Append the game to OUT. Called on several threads at once. Returns something to add up. */
    uint32_t (*write)(const struct convert *c, struct buffer *out, const struct record *rec);
    enum move_notation notation; /* of write_line */
    bool epd;                    /* of write_positions: EPD instead of FEN */
    const char *suffix;          /* one game a file, whose name ends so; written by one thread */
    bool is_xiangqi;             /* a game of chess has no such form */
};

/* Returns how many braces in comments had to be changed. */
static uint32_t write_pgn(const struct convert *c, struct buffer *out, const struct record *rec)
{
    return (uint32_t)pgn_write(out, rec, &c->pgn);
}

/* One line of moves, behind the start if that is not the usual one. Returns whether the game has no
   such form; then nothing is written. */
static uint32_t write_line(const struct convert *c, struct buffer *out, const struct record *rec)
{
    if (c->form->is_xiangqi && rec->game != GAME_XIANGQI)
        return 1;
    if (c->start_fen || rec->has_start_tag)
        moves_write_start(out, rec);
    moves_write(out, rec, c->form->notation, c->move_numbers, c->pgn.letters);
    buffer_add_char(out, '\n');
    return 0;
}

static uint32_t write_positions(const struct convert *c, struct buffer *out,
                                const struct record *rec)
{
    positions_write(out, rec, c->form->epd);
    return 0;
}

/* Without its number if that is not known yet: returns whether it is missing. */
static uint32_t write_json(const struct convert *c, struct buffer *out, const struct record *rec)
{
    (void)c;
    json_write(out, rec);
    return rec->number == 0;
}

static uint32_t write_csv(const struct convert *c, struct buffer *out, const struct record *rec)
{
    csv_write(out, rec, c->columns, c->column_count);
    return 0;
}

/* Nothing for a game that is not xiangqi. */
static uint32_t write_xqf(const struct convert *c, struct buffer *out, const struct record *rec)
{
    if (rec->game == GAME_XIANGQI)
        xqf_write(out, rec, c->xqf_losses);
    return 0;
}

/* Returns whether the game is not xiangqi; then nothing is written. */
static uint32_t write_dhtmlxq(const struct convert *c, struct buffer *out, const struct record *rec)
{
    if (rec->game != GAME_XIANGQI)
        return 1;
    dhtmlxq_write(out, rec, c->dhtmlxq_losses);
    return 0;
}

static const struct form forms[] = {
    {.name = "pgn", .write = write_pgn},
    {.name = "san", .write = write_line, .notation = MOVES_SAN},
    {.name = "lan", .write = write_line, .notation = MOVES_LAN},
    {.name = "uci", .write = write_line, .notation = MOVES_UCI},
    {.name = "iccs", .write = write_line, .notation = MOVES_ICCS, .is_xiangqi = true},
    {.name = "wxf", .write = write_line, .notation = MOVES_WXF, .is_xiangqi = true},
    {.name = "zh-hans", .write = write_line, .notation = MOVES_ZH_HANS, .is_xiangqi = true},
    {.name = "zh-hant", .write = write_line, .notation = MOVES_ZH_HANT, .is_xiangqi = true},
    {.name = "fen", .write = write_positions},
    {.name = "epd", .write = write_positions, .epd = true},
    {.name = "json", .write = write_json},
    {.name = "csv", .write = write_csv},
    {.name = "xqf", .write = write_xqf, .suffix = ".xqf"},
    {.name = "dhtmlxq", .write = write_dhtmlxq, .is_xiangqi = true},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

/* --- Options ---------------------------------------------------------------------------------- */

#define FORM_NAMES    "pgn (default), san, lan, uci, fen, epd, json, csv"
#define XIANGQI_FORMS "iccs, wxf, zh-hans, zh-hant, xqf, dhtmlxq"
static const struct option_row options[] = {
    {"to", 't', "FORM", FORM_NAMES "; see below"},
    {"on-error", 0, "HOW", "faulty games: skip (default), or prefix to keep the legal moves"},
    {"no-comments", 0, NULL, "leave comments out (pgn)"},
    {"no-variations", 0, NULL, "leave variations out (pgn)"},
    {"no-nags", 0, NULL, "leave annotation glyphs out (pgn)"},
    {"players", 0, "FILE", "names of players: lines of a name, a tab, and what it is to be"},
    {"line-width", 'w', "N", "break lines at N columns (pgn; default 80; 0: never)"},
    {"wrap-comments", 0, NULL, "break lines inside comments too (pgn)"},
    {"to-letters", 0, "CODE", "write piece letters of this language (pgn, san, lan)"},
    {"notation", 0, "NAME", "xiangqi moves as zh-hans (default), zh-hant, wxf or iccs (pgn)"},
    {"move-numbers", 0, NULL, "write move numbers (forms of one game a line)"},
    {"start-fen", 0, NULL, "begin every line with 'fen FEN moves' (the same forms)"},
    {"columns", 'c', "LIST", "tags and number, ply_count, moves, uci, fen, end_fen, result (csv)"},
    {0},
};

static bool set_form(struct convert *c, const char *name)
{
    const char *names[FORMS + 1] = {0};
    for (size_t i = 0; i < FORMS; i++) {
        names[i] = forms[i].name;
        if (strcmp(name, forms[i].name) == 0) {
            c->form = &forms[i];
            return true;
        }
    }
    cli_no_such(&c->cli, "form", name, names, "it is " FORM_NAMES "; xiangqi: " XIANGQI_FORMS);
    return false;
}

static bool set_line_width(struct convert *c, const char *value)
{
    long long width;
    if (!cli_number(&c->cli, "line-width", value, LINE_WIDTH_MAX, &width))
        return false;
    c->pgn.line_width = (int)width;
    return true;
}

static bool set_letters(struct convert *c, const char *code)
{
    c->pgn.letters = piece_letters_find(code);
    if (!c->pgn.letters)
        cli_usage(&c->cli, "no piece letters '%s'", code);
    return c->pgn.letters != NULL;
}

/* UCI is no value of a Format tag, so programs would take its ranks for those of ICCS. */
static bool set_notation(struct convert *c, const char *name)
{
    static const char *const names[] = {"zh-hans", "zh-hant", "wxf", "iccs", NULL};
    c->pgn.notation = xiangqi_notation_find(name);
    if (c->pgn.notation != XIANGQI_NONE && c->pgn.notation != XIANGQI_UCI)
        return true;
    cli_no_such(&c->cli, "notation", name, names, "it is zh-hans, zh-hant, wxf or iccs");
    return false;
}

/* What is no column, after a suggestion: a column, or the name of a tag that is usual. */
static bool refuse_column(struct convert *c, const char *word)
{
    enum { WORDS_MAX = 16 };
    const char *names[WORDS_MAX + TAG_KNOWN + 1] = {0};
    size_t n = 0;
    for (; csv_columns[n] && n < WORDS_MAX; n++)
        names[n] = csv_columns[n];
    for (int i = 0; i < TAG_KNOWN; i++)
        names[n++] = tag_name(GAME_CHESS, (enum tag_id)i);
    cli_no_such(&c->cli, "column", word, names, "see --help, or name a tag such as White");
    return false;
}

static bool set_columns(struct convert *c, const char *list)
{
    free(c->column_text);
    c->column_text = strdup(list);
    c->column_count = 0;
    for (char *word = c->column_text; word;) {
        char *comma = strchr(word, ',');
        if (comma)
            *comma++ = '\0';
        if (!csv_is_column(word))
            return refuse_column(c, word);
        if (c->column_count == COLUMNS_MAX) {
            cli_usage(&c->cli, "more than %d columns", COLUMNS_MAX);
            return false;
        }
        c->columns[c->column_count++] = word;
        word = comma;
    }
    if (!c->column_text)
        cli_message("out of memory");
    return c->column_text != NULL;
}

static bool set_players(struct convert *c, const char *path)
{
    struct error err;
    aliases_free(c->players);
    c->players = aliases_load(path, &err);
    if (!c->players)
        cli_error(&err);
    return c->players != NULL;
}

/* False after a message. */
static bool apply_option(void *closure, const char *name, const char *value)
{
    struct convert *c = closure;
    if (strcmp(name, "to") == 0)
        return set_form(c, value);
    if (strcmp(name, "on-error") == 0)
        return cli_on_error(&c->cli, value, &c->keep_prefix);
    if (strcmp(name, "line-width") == 0)
        return set_line_width(c, value);
    if (strcmp(name, "to-letters") == 0)
        return set_letters(c, value);
    if (strcmp(name, "columns") == 0)
        return set_columns(c, value);
    if (strcmp(name, "notation") == 0)
        return set_notation(c, value);
    if (strcmp(name, "players") == 0)
        return set_players(c, value);
    if (strcmp(name, "no-comments") == 0)
        c->pgn.no_comments = true;
    else if (strcmp(name, "no-variations") == 0)
        c->pgn.no_variations = true;
    else if (strcmp(name, "no-nags") == 0)
        c->pgn.no_nags = true;
    else if (strcmp(name, "wrap-comments") == 0)
        c->pgn.wrap_comments = true;
    else if (strcmp(name, "move-numbers") == 0)
        c->move_numbers = true;
    else if (strcmp(name, "start-fen") == 0)
        c->start_fen = true;
    return true;
}

/* --- Games ------------------------------------------------------------------------------------ */

/* Hand the text on when it has grown, or when it is watched. False if nobody takes it any more. */
static bool flush(struct convert *c, bool now)
{
    if (c->text.failed) {
        cli_message("out of memory");
        c->status = cli_worse(c->status, STATUS_FAILED);
        return false;
    }
    if (!c->out)
        return true;
    if (now || c->text.len >= BATCH || c->cli.common.line_buffered)
        output_buffer(c->out, &c->text);
    return !output_failed(c->out);
}

/* A file of one game, unless it was none that the form can hold. */
static bool put_file(struct convert *c, const char *text, size_t len)
{
    if (len == 0) {
        c->skipped++;
        return true;
    }
    c->written++;
    if (game_files_put(&c->files, text, len, &c->text))
        return flush(c, false);
    c->status = STATUS_FAILED;
    return false;
}

/* The text of a game whose rules are not known, as it was. */
static void pass_on(struct buffer *out, const struct game_job *job)
{
    size_t len = job->source_len;
    while (len > 0 && strchr(" \t\r\n", job->source[len - 1]) != NULL)
        len--;
    buffer_add(out, job->source, len);
    buffer_add(out, "\n\n", 2);
}

static bool passes_on(const struct convert *c, enum variant variant)
{
    return variant == VARIANT_UNSUPPORTED && c->form->write == write_pgn;
}

/* Whether a game cannot be written in another form. */
static bool is_skipped(const struct convert *c, enum variant variant, bool is_broken,
                       bool bad_start)
{
    return variant == VARIANT_UNSUPPORTED || bad_start || (is_broken && !c->keep_prefix);
}

static void convert_game(void *closure, unsigned worker, struct game_job *job)
{
    const struct convert *c = closure;
    struct record *rec = job->rec;
    (void)worker;
    if (c->players && !aliases_rename_players(c->players, rec))
        job->text->failed = true;
    if (passes_on(c, rec->variant))
        pass_on(job->text, job);
    else if (!is_skipped(c, rec->variant, rec->is_broken, rec->bad_start))
        job->value = c->form->write(c, job->text, rec);
}

static void report(struct convert *c, const struct game_job *job)
{
    static const enum severity shown[] = {SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE};
    int verbose = c->cli.common.verbose;
    enum severity min = shown[verbose > 2 ? 2 : verbose];
    if (job->variant == VARIANT_UNSUPPORTED && !passes_on(c, job->variant) &&
        min > SEVERITY_WARNING)
        min = SEVERITY_WARNING;
    bool any = false;
    for (size_t i = 0; i < job->findings->count && !any; i++)
        any = job->findings->items[i].severity >= min;
    if (!any)
        return;
    progress_clear(&c->progress);
    cli_findings(c->reader, job->findings, min);
}

/* A game was written, or had no such form. VALUE is what the form's function returned. */
static void count_game(struct convert *c, uint32_t value)
{
    const bool foreign = c->form->is_xiangqi && value > 0;
    c->foreign += foreign;
    c->skipped += foreign;
    c->written += !foreign;
    c->mended += foreign ? 0 : value;
}

static bool take_game(void *closure, struct game_job *job)
{
    enum { UPDATE_GAMES = 64 };
    struct convert *c = closure;
    report(c, job);
    const char *text = job->text->len > 0 ? job->text->data + job->text_start : "";
    size_t len = job->text->len - job->text_start;
    if (!passes_on(c, job->variant) &&
        is_skipped(c, job->variant, job->is_broken, job->bad_start)) {
        c->skipped++;
        len = 0;
    } else {
        c->cut += job->is_broken;
        if (c->form->suffix)
            return put_file(c, text, len) && !cli_interrupted();
        count_game(c, c->form->write == write_json ? 0 : job->value);
    }
    if (c->form->write == write_json && len > 0 && job->value) {
        buffer_printf(&c->text, "{\"number\":%llu,", (unsigned long long)job->number);
        text++;
        len--;
    }
    if (len > 0)
        buffer_add(&c->text, text, len);
    if (job->number % UPDATE_GAMES == 0)
        progress_update(&c->progress, reader_consumed(c->reader), job->number);
    return flush(c, false) && !cli_interrupted();
}

static void fail(struct convert *c, const struct error *err)
{
    progress_clear(&c->progress);
    cli_error(err);
    c->status = cli_worse(c->status, STATUS_FAILED);
}

/* The number of a game in its file is known too late for a column. */
static bool has_number_column(const struct convert *c)
{
    for (size_t i = 0; i < c->column_count && c->form->write == write_csv; i++)
        if (strcmp(c->columns[i], "number") == 0)
            return true;
    return false;
}

static void convert_games(struct convert *c)
{
    struct error err;
    struct findings last = {0};
    progress_start(&c->progress, !c->cli.common.quiet, reader_size(c->reader));
    const struct game_handler handler = {.work = convert_game,
                                         .take = take_game,
                                         .closure = c,
                                         .minimum = c->cli.common.verbose > 1 ? SEVERITY_NOTE
                                                                              : SEVERITY_WARNING};
    bool alone = has_number_column(c) || c->form->suffix || c->form->write == write_dhtmlxq;
    unsigned threads = alone ? 1 : (unsigned)c->cli.common.threads;
    enum read_status status = reader_each(c->reader, threads, &handler, &last, &err);
    progress_clear(&c->progress);
    if (c->cli.common.verbose > 0)
        cli_findings(c->reader, &last, SEVERITY_WARNING);
    if (status == READ_BROKEN)
        fail(c, &err);
    findings_free(&last);
}

static bool write_stored_game(struct convert *c, const struct record *rec)
{
    if (!c->form->suffix) {
        count_game(c, c->form->write(c, &c->text, rec));
        return flush(c, false);
    }
    struct buffer file = {0};
    c->form->write(c, &file, rec);
    c->text.failed = c->text.failed || file.failed;
    bool ok = put_file(c, file.data, file.len);
    buffer_free(&file);
    return ok;
}

/* The games of a store are whole, so there is nothing to skip. */
static void convert_stored_games(struct convert *c, struct store *s, struct record *rec)
{
    struct error err;
    struct game_header header;
    struct store_cursor *cursor = store_scan(s, &err);
    int more = cursor ? 1 : -1;
    while (cursor && (more = store_next(cursor, &header, &err)) > 0) {
        if (!store_cursor_read(cursor, rec, &err)) {
            more = -1;
            break;
        }
        rec->number = header.id;
        if (c->players && !aliases_rename_players(c->players, rec)) {
            error_no_memory(&err);
            more = -1;
            break;
        }
        if (!write_stored_game(c, rec) || cli_interrupted())
            break;
    }
    if (more < 0)
        fail(c, &err);
    if (cursor)
        store_scan_end(cursor);
}

static void convert_store(struct convert *c, const char *path, struct record *rec)
{
    struct error err;
    struct store *s = store_open(path, STORE_READ, c->cli.common.read.game, &err);
    if (!s) {
        fail(c, &err);
        return;
    }
    convert_stored_games(c, s, rec);
    store_close(s);
}

static void convert_file(struct convert *c, const char *path, struct record *rec)
{
    struct error err;
    if (store_is_store(path)) {
        convert_store(c, path, rec);
        return;
    }
    c->reader = reader_open(path, &c->cli.common.read, &err);
    if (!c->reader) {
        fail(c, &err);
        return;
    }
    convert_games(c);
    reader_close(c->reader);
}

static void summarise(struct convert *c)
{
    const struct common *common = &c->cli.common;
    if (!common->quiet) {
        report_xqf_losses(c->xqf_losses);
        report_dhtmlxq_losses(c->dhtmlxq_losses);
    }
    if (c->form->suffix && c->written == 0) {
        cli_message("no game of xiangqi to write");
        c->status = STATUS_FAILED;
    }
    if (c->mended > 0 && !common->quiet)
        cli_message("%llu '}' inside comments written as ')'", (unsigned long long)c->mended);
    if (c->foreign > 0 && !common->quiet)
        cli_message("%llu game%s of chess skipped: %s is for xiangqi",
                    (unsigned long long)c->foreign, c->foreign == 1 ? "" : "s", c->form->name);
    if (common->verbose > 0)
        cli_message("%llu games written, %llu skipped, %llu cut", (unsigned long long)c->written,
                    (unsigned long long)c->skipped, (unsigned long long)c->cut);
    if (c->skipped > 0 || c->cut > 0)
        c->status = cli_worse(c->status, STATUS_FINDINGS);
}

static int convert_files(struct convert *c)
{
    if (!cli_files(&c->cli, 0, true) ||
        (c->form->suffix && !game_files_start(&c->files, &c->cli, c->form->suffix)) ||
        (!c->files.folder && !(c->out = cli_output(&c->cli))))
        return STATUS_FAILED;
    struct record rec;
    record_init(&rec);
    if (c->form->write == write_csv)
        csv_write_header(&c->text, c->columns, c->column_count);
    const struct paths *files = &c->cli.common.files;
    for (size_t i = 0; i < files->count && flush(c, false) && !cli_interrupted(); i++)
        convert_file(c, files->items[i], &rec);
    flush(c, true);
    summarise(c);
    if (cli_interrupted())
        c->status = STATUS_INTERRUPTED;
    record_free(&rec);
    return c->out ? cli_output_close(c->out, c->status) : c->status;
}

/* What the options say together. False after a message. */
static bool settle_form(struct convert *c)
{
    static const char default_columns[] =
        "Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,ply_count,moves";
    if (c->cli.common.json && !set_form(c, "json"))
        return false;
    if (c->form->write == write_csv)
        return c->column_count > 0 || set_columns(c, default_columns);
    if (c->column_count > 0)
        cli_usage(&c->cli, "--columns is for --to csv");
    return c->column_count == 0;
}

extern const struct command command_convert;

static int run(int argc, char **argv)
{
    struct xqf_losses losses = {0};
    struct dhtmlxq_losses dhtmlxq_losses = {0};
    struct convert c = {.form = &forms[0],
                        .pgn = {.line_width = LINE_WIDTH},
                        .xqf_losses = &losses,
                        .dhtmlxq_losses = &dhtmlxq_losses};
    int status = STATUS_FAILED;
    if (!cli_read(&c.cli, &command_convert, argc, argv, apply_option, &c))
        status = c.cli.status;
    else if (settle_form(&c))
        status = convert_files(&c);
    buffer_free(&c.text);
    free(c.column_text);
    aliases_free(c.players);
    cli_end(&c.cli);
    return status;
}

const struct command command_convert = {
    .name = "convert",
    .synopsis = "[options] [STORE|FILE...]",
    .summary = "Write games in another form: one game a line in san, lan, uci, json and csv.",
    .options = options,
    .epilogue = "Forms for xiangqi alone: " XIANGQI_FORMS ".\n"
                "Examples:\n"
                "  qipu convert --to uci games.pgn.gz > games.uci\n"
                "  qipu convert --no-comments --no-variations -o plain.pgn annotated.pgn\n"
                "  qipu convert --to csv --columns White,Black,Result,ply_count games.pgn\n"
                "Exit status: 0 done, 1 a game was skipped or cut, 2 not done.\n",
    .run = run,
};
