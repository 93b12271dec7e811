/* qipu validate --fix: old and new text of a file pass by game by game, and go to the output, to
   the file itself, or to a diff. */
#include "tools/validate_fix.h"

#include <errno.h>
#include <string.h>

/* What fix_game tells fix_take, bits of job->value. */
enum { GAME_MENDED = 1, GAP_MENDED = 2 };

bool fix_start(struct fix *x, struct cli *cli)
{
    if (x->in_place && cli->common.output) {
        cli_usage(cli, "--in-place and --output cannot go together");
        return false;
    }
    x->options.letters = cli->common.read.letters;
    x->options.auto_letters = cli->common.read.auto_letters;
    if (x->in_place && !x->dry_run)
        return true;
    x->out = cli_output(cli);
    return x->out != NULL;
}

int fix_finish(struct fix *x, int status)
{
    for (size_t i = 0; i < THREADS_MAX; i++)
        repair_memory_free(&x->memory[i]);
    buffer_free(&x->text);
    buffer_free(&x->shown);
    buffer_free(&x->raw_text);
    diff_free(&x->diff);
    return x->out ? cli_output_close(x->out, status) : status;
}

/* --- A file ----------------------------------------------------------------------------------- */

static bool open_in_place(struct fix *x, struct reader *r, const char *path)
{
    struct error err;
    if (strcmp(path, "-") == 0)
        cli_message("standard input cannot be mended in place");
    else if (reader_is_packed(r))
        cli_message("%s: is packed, and cannot be mended in place; unpack it, or use -o", path);
    else if (stat(path, &x->before) != 0)
        cli_message("%s: %s", path, strerror(errno));
    else if ((x->out = output_open(path, false, &err)) == NULL)
        cli_error(&err);
    return x->out != NULL;
}

bool fix_open(struct fix *x, struct reader *r, const char *path)
{
    x->path = path;
    x->drops_mark = false;
    x->files++;
    x->line_end = NULL;
    x->has_game = x->last_was_mended = x->has_changed = x->is_incomplete = false;
    x->raw_at = 0;
    diff_start(&x->diff, reader_name(r));
    if (!reader_is_pgn(r)) {
        cli_message("%s: is not PGN, and cannot be mended; use: qipu convert", path);
        return false;
    }
    if (x->dry_run && !reader_is_packed(r) && strcmp(path, "-") != 0)
        x->raw = fopen(path, "rb");
    return !x->in_place || x->dry_run || open_in_place(x, r, path);
}

/* The line ends of the file, once a text shows them. */
static void learn_line_end(struct fix *x, const char *text, size_t len)
{
    if (!x->line_end && len > 0 && (memchr(text, '\n', len) || memchr(text, '\r', len)))
        x->line_end = repair_line_end(text, len);
}

/* For a diff: take the bytes of the file from where they were taken last up to OFFSET. Of a file in
   UTF-16 no line could be shown, so the differences are those of its text. */
static void take_raw(struct fix *x, struct reader *r, uint64_t offset)
{
    char block[4096];
    if (x->raw && strncmp(reader_text_facts(r)->encoding, "UTF-16", 6) == 0) {
        fclose(x->raw);
        x->raw = NULL;
    }
    buffer_clear(&x->raw_text);
    while (x->raw && x->raw_at < offset) {
        const uint64_t left = offset - x->raw_at;
        const size_t got =
            fread(block, 1, left < sizeof block ? (size_t)left : sizeof block, x->raw);
        if (got == 0)
            break;
        buffer_add(&x->raw_text, block, got);
        x->raw_at += got;
    }
}

static void put(struct fix *x, const char *old, size_t old_len, const char *new, size_t new_len)
{
    if (!x->dry_run)
        output_write(x->out, new, new_len);
    else if (x->raw)
        diff_add(&x->diff, x->raw_text.data, x->raw_text.len, new, new_len);
    else
        diff_add(&x->diff, old, old_len, new, new_len);
}

static size_t count_line_ends(const char *s, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += s[i] == '\n' || (s[i] == '\r' && (i + 1 == len || s[i + 1] != '\n'));
    return n;
}

/* Put what stands between two games, or at an end of the file. Text that belongs to no game is left
   out if IS_MENDED; a blank line parts games of which one is new, IS_LAST a line end is enough. */
static void put_gap(struct fix *x, const char *gap, size_t len, bool is_mended, bool is_new,
                    bool is_last)
{
    const char *end = x->line_end ? x->line_end : "\n";
    const size_t old_len = len;
    size_t wanted = !x->has_game ? 0 : is_last ? 1 : 2;
    buffer_clear(&x->text);
    if (is_mended) {
        for (size_t n = 0; n < wanted; n++)
            buffer_add_string(&x->text, end);
        repair_escaped_lines(gap, len, &x->text);
    } else {
        size_t there = is_new ? count_line_ends(gap, len) : wanted;
        while (is_new && len > 0 && (gap[len - 1] == ' ' || gap[len - 1] == '\t'))
            len--;
        for (; there < wanted; there++)
            buffer_add_string(&x->text, end);
        buffer_add(&x->text, gap, len);
    }
    put(x, gap, old_len, x->text.data, x->text.len);
    x->has_changed = x->has_changed || is_mended;
}

/* Write the differences so far. */
static void cut(struct fix *x)
{
    if (!x->dry_run)
        return;
    if (!diff_cut(&x->diff, &x->shown))
        x->text.failed = true;
    output_buffer(x->out, &x->shown);
}

/* --- Games ------------------------------------------------------------------------------------ */

void fix_game(struct fix *x, unsigned worker, struct game_job *job)
{
    struct findings *f = job->findings;
    job->value = 0;
    if (f->count == 0)
        return;
    if (repair_game(job->rec, f, job->source, job->source_len, &x->options, &x->memory[worker],
                    job->text))
        job->value |= GAME_MENDED;
    for (size_t i = 0; i < f->count; i++)
        if (f->items[i].is_mended &&
            (f->items[i].code == FINDING_DROPPED_TEXT ||
             (f->items[i].code == FINDING_NUL_BYTE && f->items[i].source < job->rec->source)))
            job->value |= GAP_MENDED;
}

/* A file keeps its byte-order mark; in the middle of an output there can be none. */
static void put_mark(struct fix *x, struct reader *r)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (x->has_game || !reader_text_facts(r)->has_mark)
        return;
    x->drops_mark = !x->in_place && !x->dry_run && x->files > 1;
    take_raw(x, r, sizeof mark - 1);
    if (x->dry_run ? x->raw != NULL : !x->drops_mark)
        put(x, "", 0, mark, sizeof mark - 1);
}

bool fix_take(struct fix *x, struct reader *r, const struct game_job *job)
{
    put_mark(x, r);
    const bool is_mended = (job->value & GAME_MENDED) != 0;
    const char *new = is_mended ? job->text->data + job->text_start : job->source;
    const size_t new_len = is_mended ? job->text->len - job->text_start : job->source_len;
    size_t gap_len;
    const char *gap = reader_gap(r, &gap_len);
    learn_line_end(x, gap, gap_len);
    learn_line_end(x, job->source, job->source_len);
    take_raw(x, r, x->raw ? reader_offset_before(r) : 0);
    put_gap(x, gap, gap_len, (job->value & GAP_MENDED) != 0, is_mended || x->last_was_mended,
            false);
    cut(x);
    take_raw(x, r, x->raw ? reader_offset(r) : 0);
    put(x, job->source, job->source_len, new, new_len);
    x->has_game = true;
    x->last_was_mended = is_mended;
    x->has_changed = x->has_changed || is_mended;
    for (size_t i = 0; i < job->findings->count; i++)
        if (job->findings->items[i].code == FINDING_GAME_TOO_LARGE)
            x->is_incomplete = true;
    return !x->text.failed;
}

/* Whether somebody else has written to the file, whose text would be lost. */
static bool has_been_written(const struct fix *x)
{
    struct stat now;
    const struct stat *was = &x->before;
    return stat(x->path, &now) != 0 || now.st_dev != was->st_dev || now.st_ino != was->st_ino ||
           now.st_size != was->st_size || now.st_mtim.tv_sec != was->st_mtim.tv_sec ||
           now.st_mtim.tv_nsec != was->st_mtim.tv_nsec;
}

/* Why the file must stay as it is, or NULL. */
static const char *why_not(const struct fix *x, const struct reader *r)
{
    if (x->is_incomplete)
        return LANG("a game is too large");
    if (reader_text_facts(r)->replaced > 0)
        return LANG("there are bytes that no encoding explains (try --encoding)");
    return has_been_written(x) ? LANG("it was written to meanwhile") : NULL;
}

/* Put the file in its place, or say why not. */
static int close_in_place(struct fix *x, struct reader *r, enum read_status read, int status)
{
    struct error err;
    const struct text_facts *facts = reader_text_facts(r);
    struct output *out = x->out;
    bool is_decoded = facts->fallback_lines > 0 || strcmp(facts->encoding, "UTF-8") != 0;
    const char *why = x->has_changed || is_decoded ? why_not(x, r) : NULL;
    x->out = NULL;
    if (why)
        cli_message("%s: left as it is, since %s", x->path, lang_text(why));
    if (output_failed(out) || (read == READ_END && !why && x->has_game &&
                               (x->has_changed || is_decoded) && !cli_interrupted())) {
        if (output_close(out, &err))
            return status;
        cli_error(&err);
        return cli_worse(status, STATUS_FAILED);
    }
    output_discard(out);
    return why ? cli_worse(status, STATUS_FAILED) : status;
}

int fix_close(struct fix *x, struct reader *r, struct findings *last, enum read_status read,
              int status)
{
    bool is_mended = false;
    for (size_t i = 0; i < last->count && x->has_game; i++) {
        struct finding *f = &last->items[i];
        f->is_mended = !x->options.ignored[f->code] &&
                       (f->code == FINDING_DROPPED_TEXT || f->code == FINDING_NUL_BYTE);
        is_mended = is_mended || f->is_mended;
    }
    if (read == READ_END) {
        size_t len;
        const char *gap = reader_gap(r, &len);
        take_raw(x, r, UINT64_MAX);
        put_gap(x, gap, len, is_mended, x->last_was_mended, true);
    }
    if (x->raw)
        fclose(x->raw);
    x->raw = NULL;
    if (x->dry_run) {
        x->text.failed = !diff_end(&x->diff, &x->shown) || x->text.failed;
        output_buffer(x->out, &x->shown);
    }
    if (x->text.failed) {
        cli_message("%s: out of memory", x->path);
        x->is_incomplete = true;
        status = cli_worse(status, STATUS_FAILED);
    }
    return x->in_place && !x->dry_run ? close_in_place(x, r, read, status) : status;
}
