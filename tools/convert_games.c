/* Games from files and stores through a form to the output. */
#include "convert.h"
#include "convert_losses.h"
#include "store/store.h"

#include <string.h>

enum { BATCH = 1 << 16 };

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
    return variant == VARIANT_UNSUPPORTED && c->form->is_pgn;
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
    const struct record *rec = job->rec;
    (void)worker;
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
        if (c->form->is_single)
            return put_file(c, text, len) && !cli_interrupted();
        count_game(c, c->form->is_json ? 0 : job->value);
    }
    if (c->form->is_json && len > 0 && job->value) {
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
    for (size_t i = 0; i < c->column_count && c->form->separator; i++)
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
    bool alone = has_number_column(c) || c->form->is_single || c->form->is_alone;
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
    if (!c->form->is_single) {
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
    if (c->form->is_single && c->written == 0) {
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

void convert_run(struct convert *c)
{
    struct record rec;
    record_init(&rec);
    if (c->form->separator)
        csv_write_header(&c->text, c->columns, c->column_count);
    const struct paths *files = &c->cli.common.files;
    for (size_t i = 0; i < files->count && flush(c, false) && !cli_interrupted(); i++)
        convert_file(c, files->items[i], &rec);
    flush(c, true);
    summarise(c);
    if (cli_interrupted())
        c->status = STATUS_INTERRUPTED;
    record_free(&rec);
}
