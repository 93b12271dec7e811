/* Games from files through a form to the output, and what happens to each on the way. */
#include "tools/convert/convert.h"
#include "store/store.h"

#include <stdio.h>
#include <string.h>

enum { BATCH = 1 << 16 };

/* --- Games ------------------------------------------------------------------------------------ */

static void put_out(struct convert *c)
{
    if (!c->is_encoded) {
        output_buffer(c->out, &c->text);
        return;
    }
    if (c->text.len > 0)
        encoder_add(&c->encoder, &c->encoded, c->text.data, c->text.len, &c->lines);
    buffer_clear(&c->text);
    output_buffer(c->out, &c->encoded);
}

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
        put_out(c);
    return !output_failed(c->out);
}

void convert_fail(struct convert *c, const struct error *err)
{
    progress_clear(&c->progress);
    cli_error(err);
    c->status = cli_worse(c->status, STATUS_FAILED);
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

bool convert_passes_on(const struct convert *c, enum variant variant)
{
    return variant == VARIANT_UNSUPPORTED && c->form->is_pgn;
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

/* Whether a game cannot be written in another form. */
static bool is_skipped(const struct convert *c, enum variant variant, bool is_broken,
                       bool bad_start)
{
    return variant == VARIANT_UNSUPPORTED || bad_start || (is_broken && !c->keep_prefix);
}

/* Write a game, or a line of one, which may still be added to. */
static uint32_t write_game(const struct convert *c, struct buffer *out, struct record *rec,
                           const struct parcel_facts *facts)
{
    const uint64_t number = rec->number;
    if (!edits_add(&c->edits, rec)) {
        out->failed = true;
        return 0;
    }
    const size_t begin = c->parcels ? parcel_begin(&c->sink, out, rec, facts) : 0;
    if (c->form->is_json) /* it comes later: see convert_number */
        rec->number = 0;
    const uint32_t value = c->form->write(c, out, rec);
    rec->number = number;
    if (c->parcels)
        parcel_end(&c->sink, out, begin, rec);
    return value;
}

/* Write every line as a game. */
static uint32_t write_lines(const struct convert *c, struct buffer *out, const struct record *rec,
                            const struct parcel_facts *facts)
{
    struct record_lines lines = {.rec = rec};
    uint32_t value = 0;
    while (!out->failed && record_next_line(&lines))
        value += write_game(c, out, &lines.line, facts);
    out->failed = out->failed || lines.failed;
    record_lines_free(&lines);
    return value;
}

/* Add a tag that says where REC, which began at SOURCE, came from: FILE:LINE, or FILE#NUMBER where
   there are no lines. False if memory is out. Threads cannot ask for lines. */
static bool add_source(const struct convert *c, struct record *rec, uint32_t source)
{
    struct buffer text = {0};
    const uint64_t line = c->reader ? reader_place(c->reader, source).line : 0;
    buffer_printf(&text, line > 0 ? "%s:%llu" : "%s#%llu",
                  c->reader ? reader_name(c->reader) : c->store_path,
                  (unsigned long long)(line > 0 ? line : rec->number));
    const char *value = buffer_terminate(&text);
    bool ok = !text.failed && record_set_tag(rec, "SourcePlace", value);
    buffer_free(&text);
    return ok;
}

/* Add a tag with the number of REC in its store. A game from a file keeps the one it has. */
static bool add_id(const struct convert *c, struct record *rec)
{
    char text[24];
    if (c->reader)
        return true;
    snprintf(text, sizeof text, "%llu", (unsigned long long)rec->number);
    return record_set_tag(rec, STORE_ID_TAG, text);
}

uint32_t convert_record(const struct convert *c, struct buffer *out, struct record *rec)
{
    const uint32_t source = rec->source;
    if ((c->form->is_xiangqi || c->edits.mirror) && rec->game != GAME_XIANGQI)
        return GAME_FOREIGN;
    if (c->chess_only && rec->game != GAME_CHESS)
        return GAME_FOREIGN;
    struct parcel_facts facts = {0};
    uint32_t value = 0;
    bool ok = edits_apply(&c->edits, rec);
    if (ok && c->parcels)
        parcel_facts_take(&c->sink, rec, &facts);
    ok = ok && edits_choose_tags(&c->edits, rec);
    ok = ok && (!(c->edits.adds & ADD_SOURCE) || add_source(c, rec, source));
    ok = ok && (!(c->edits.adds & ADD_ID) || add_id(c, rec));
    if (!ok)
        out->failed = true;
    else if (c->split_variations)
        value = write_lines(c, out, rec, &facts);
    else
        value = write_game(c, out, rec, &facts);
    buffer_free(&facts.words);
    return value;
}

static void convert_game(void *closure, unsigned worker, struct game_job *job)
{
    const struct convert *c = closure;
    struct record *rec = job->rec;
    (void)worker;
    if (convert_passes_on(c, rec->variant)) {
        const struct parcel_facts none = {0};
        const size_t begin = c->parcels ? parcel_begin(&c->sink, job->text, rec, &none) : 0;
        pass_on(job->text, job);
        if (c->parcels)
            parcel_end(&c->sink, job->text, begin, rec);
    } else if (!is_skipped(c, rec->variant, rec->is_broken, rec->bad_start)) {
        job->value = convert_record(c, job->text, rec);
    }
}

void convert_number(const struct convert *c, struct buffer *out, uint64_t number, const char *text,
                    size_t len)
{
    if (c->form->is_json && len > 0) {
        buffer_printf(out, "{\"number\":%llu,", (unsigned long long)number);
        text++;
        len--;
    }
    buffer_add(out, text, len);
}

static bool put_in_book(struct convert *c, const char *text, size_t len)
{
    struct error err;
    if (book_take(c->book, text, len, &err))
        return true;
    convert_fail(c, &err);
    return false;
}

bool convert_emit(struct convert *c, const char *text, size_t len)
{
    if (c->form->is_single)
        return put_file(c, text, len);
    c->written++;
    if (c->form->is_book)
        return put_in_book(c, text, len);
    buffer_add(&c->text, text, len);
    return flush(c, false);
}

bool convert_deliver(struct convert *c, uint64_t number, const char *text, size_t len,
                     uint32_t value)
{
    if (value == GAME_FOREIGN) {
        c->foreign++;
        c->skipped++;
        return flush(c, false);
    }
    c->mended += value;
    if (c->parcels)
        return sink_take(c, number, text, len) && flush(c, false);
    if (!c->form->is_json)
        return convert_emit(c, text, len);
    c->written++;
    convert_number(c, &c->text, number, text, len);
    return flush(c, false);
}

bool convert_counts_in(struct convert *c)
{
    if (c->sink.is_learning)
        return true;
    c->games++;
    c->is_past = c->range_count > 0 && c->games >= c->range_end;
    size_t i = 0;
    while (i < c->range_count && (c->games < c->ranges[i].from || c->games > c->ranges[i].to))
        i++;
    return c->range_count == 0 || i < c->range_count;
}

static bool take_game(void *closure, struct game_job *job)
{
    enum { UPDATE_GAMES = 64 };
    struct convert *c = closure;
    bool ok = true;
    if (job->number % UPDATE_GAMES == 0)
        progress_update(&c->progress, reader_consumed(c->reader), job->number);
    if (convert_counts_in(c)) {
        convert_report(c, job);
        const char *text = job->text->len > 0 ? job->text->data + job->text_start : "";
        if (!convert_passes_on(c, job->variant) &&
            is_skipped(c, job->variant, job->is_broken, job->bad_start)) {
            c->skipped++;
        } else {
            c->cut += job->is_broken;
            ok =
                convert_deliver(c, job->number, text, job->text->len - job->text_start, job->value);
        }
    }
    return ok && !c->is_past && !cli_interrupted();
}

/* The number of a game in its file is known too late for a column or a sort key. */
static bool needs_number(const struct convert *c)
{
    for (size_t i = 0; i < c->columns.count && c->form->separator; i++)
        if (strcmp(c->columns.items[i], "number") == 0)
            return true;
    return sort_order_has_id(&c->sink.order);
}

static void convert_games(struct convert *c)
{
    struct error err;
    struct findings last = {0};
    const uint64_t before = c->games;
    progress_start(&c->progress, !c->cli.common.quiet, reader_size(c->reader));
    const struct game_handler handler = {.work = convert_game,
                                         .take = take_game,
                                         .closure = c,
                                         .minimum = c->cli.common.verbose > 1 ? SEVERITY_NOTE
                                                                              : SEVERITY_WARNING};
    bool alone =
        needs_number(c) || c->edits.adds & ADD_SOURCE || c->form->is_single || c->form->is_alone;
    unsigned threads = alone ? 1 : (unsigned)c->cli.common.threads;
    enum read_status status = reader_each(c->reader, threads, &handler, &last, &err);
    progress_clear(&c->progress);
    if (c->cli.common.verbose > 0)
        cli_findings(c->reader, &last, SEVERITY_WARNING);
    if (status == READ_BROKEN)
        convert_fail(c, &err);
    else if (status == READ_END && c->games == before && !c->sink.is_learning &&
             !looked_at_file(&c->cli.looked, c->reader)) {
        error_no_memory(&err);
        convert_fail(c, &err);
    }
    findings_free(&last);
}

static void convert_file(struct convert *c, const char *path)
{
    struct error err;
    if (store_is_store(path)) {
        convert_store(c, path);
        return;
    }
    c->reader = reader_open(path, &c->cli.common.read, &err);
    if (!c->reader) {
        convert_fail(c, &err);
        return;
    }
    convert_games(c);
    reader_close(c->reader);
    c->reader = NULL;
}

static void write_book(struct convert *c)
{
    struct error err;
    int more = 1;
    while (more > 0 && flush(c, false) && !cli_interrupted())
        more = book_next(c->book, &c->text, &err);
    if (more < 0)
        convert_fail(c, &err);
}

/* Note the games of files that are known. False if there is nothing to compare with. */
static bool learn(struct convert *c)
{
    c->sink.is_learning = true;
    for (size_t i = 0; i < c->known.count && c->status != STATUS_FAILED && !cli_interrupted(); i++)
        convert_file(c, c->known.items[i]);
    c->sink.is_learning = false;
    c->mended = 0;
    return c->status != STATUS_FAILED;
}

void convert_run(struct convert *c)
{
    if (c->form->separator) {
        struct buffer *head = c->sink.is_split ? &c->sink.head : &c->text;
        csv_write_header(head, c->columns.items, c->columns.count, c->form->separator);
    }
    const struct paths *files = &c->cli.common.files;
    const bool may_go_on = learn(c);
    for (size_t i = 0;
         may_go_on && i < files->count && flush(c, false) && !c->is_past && !cli_interrupted(); i++)
        convert_file(c, files->items[i]);
    c->status = looked_end(&c->cli.looked, c->games > 0, c->cli.common.quiet, c->status);
    if (!cli_interrupted())
        sink_finish(c);
    if (c->book && !cli_interrupted())
        write_book(c);
    flush(c, true);
    convert_summarise(c);
    if (cli_interrupted())
        c->status = STATUS_INTERRUPTED;
}
