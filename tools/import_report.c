/* What qipu import says of games, the refused ones that it keeps, and its summary. */
#include "tools/import.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* --- Games ------------------------------------------------------------------------------------ */

void import_report(struct import_job *job, struct findings *findings)
{
    enum severity min = SEVERITY_ERROR;
    if (job->cli.common.verbose > 0)
        min = job->cli.common.verbose > 1 ? SEVERITY_NOTE : SEVERITY_WARNING;
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->items[i].severity < min)
            continue;
        progress_clear(&job->progress);
        cli_findings(job->reader, findings, min);
        return;
    }
}

void import_report_twin(struct import_job *job, const struct game_job *game)
{
    const game_id twin = importer_twin(job->importer);
    const char *name = reader_name(job->reader);
    progress_clear(&job->progress);
    if (twin == IMPORT_UNSTORED)
        cli_message("%s: game %" PRIu64 " is the same as one before it", name, game->number);
    else
        cli_message("%s: game %" PRIu64 " is the same as %s#%u", name, game->number,
                    job->store_path, (unsigned)twin);
}

void import_report_beginning(struct import_job *job, const struct game_job *game,
                             struct beginning other)
{
    const char *name = reader_name(job->reader);
    progress_clear(&job->progress);
    if (other.id == IMPORT_UNSTORED)
        cli_message(other.is_longer ? "%s: game %" PRIu64 " is the beginning of one before it"
                                    : "%s: game %" PRIu64 " begins with all of one before it",
                    name, game->number);
    else
        cli_message(other.is_longer ? "%s: game %" PRIu64 " is the beginning of %s#%u"
                                    : "%s: game %" PRIu64 " begins with all of %s#%u",
                    name, game->number, job->store_path, (unsigned)other.id);
}

/* Text in two encodings may be a guess that failed, so it is told; in one that is not UTF-8, if
   asked. */
void import_report_encoding(struct import_job *job, const char *path)
{
    const struct text_facts *facts = reader_text_facts(job->reader);
    char text[ENCODING_TEXT];
    bool is_mixed;
    encodings_count(&job->encodings, facts);
    if (!encoding_describe(facts, text, &is_mixed) || job->cli.common.quiet ||
        (!is_mixed && job->cli.common.verbose == 0))
        return;
    progress_clear(&job->progress);
    cli_message("%s: %s", path, text);
}

/* --- Rejected games --------------------------------------------------------------------------- */

bool import_write_rejects(void *closure, struct buffer *text, struct error *err)
{
    struct import_job *job = closure;
    if (!job->rejects)
        job->rejects = fopen(job->rejects_path, "a");
    if (job->rejects && fwrite(text->data, 1, text->len, job->rejects) == text->len &&
        fflush(job->rejects) == 0)
        return true;
    return error_set_errno(err, errno, "%s: cannot write rejected games", job->rejects_path);
}

static const struct finding *first_error(struct findings *f)
{
    findings_sort(f);
    for (size_t i = 0; i < f->count; i++)
        if (f->items[i].severity == SEVERITY_ERROR)
            return &f->items[i];
    return NULL;
}

/* Keep the game's source text, under a line that says what is wrong. It begins with '%', the sign
   of PGN for a line to be passed over, so that the file can be mended and imported as it is. Of a
   binary file there is that line alone. */
void import_keep_reject(struct import_job *job, const struct game_job *game)
{
    struct buffer *text = importer_text(job->importer);
    const struct finding *x = first_error(game->findings);
    const char *name = reader_name(job->reader);
    buffer_add_string(text, "% ");
    if (!x) {
        finding_escape(text, name, strlen(name));
    } else {
        struct place at = reader_place(job->reader, x->source);
        finding_write_place(text, name, &at);
        buffer_add_string(text, ": ");
        finding_escape(text, finding_text(game->findings, x), x->text_len);
        buffer_printf(text, " [%s]", finding_kinds[x->code].code);
    }
    buffer_add_char(text, '\n');
    if (reader_is_binary(job->reader))
        return;
    buffer_add(text, game->source, game->source_len);
    bool has_line_end = game->source_len > 0 && game->source[game->source_len - 1] == '\n';
    buffer_add_string(text, has_line_end ? "\n" : "\n\n");
}

/* --- Summary ---------------------------------------------------------------------------------- */

#define AT(member) offsetof(struct import_counts, member)
/* What changes the store would only do so in a dry run. */
static const struct {
    const char *key, *text, *dry_key, *dry_text;
    size_t at;
    bool always;
} lines[] = {
    {"added", LANG("added"), "would_be_added", LANG("would be added"), AT(added), true},
    {"replaced", LANG("continued"), "would_be_replaced", LANG("would be continued"), AT(replaced),
     false},
    {"rejected", LANG("rejected"), NULL, NULL, AT(rejected), false},
    {"skipped", LANG("skipped, of other variants"), NULL, NULL, AT(skipped), false},
    {"duplicates", LANG("duplicates"), NULL, NULL, AT(duplicates), false},
    {"contained", LANG("contained in others"), NULL, NULL, AT(contained), false},
    {"known", LANG("imported before"), NULL, NULL, AT(known), false},
};
#undef AT

static void write_text(const struct import_job *job, struct buffer *out)
{
    const struct import_counts *c = importer_counts(job->importer);
    const bool is_dry = job->options.dry_run;
    finding_escape(out, job->store_path, strlen(job->store_path));
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        uint64_t n;
        memcpy(&n, (const char *)c + lines[i].at, sizeof n);
        if (n > 0 || lines[i].always)
            buffer_printf(
                out,
                i > 0    ? lang_text(", %" PRIu64 " %s")
                : n == 1 ? lang_text(": %" PRIu64 " game %s")
                         : lang_text(": %" PRIu64 " games %s"),
                n, lang_text(is_dry && lines[i].dry_text ? lines[i].dry_text : lines[i].text));
    }
    for (size_t i = 0; i < job->encodings.count; i++)
        buffer_printf(out, lang_text(", %" PRIu64 " file%s with text in %s"),
                      job->encodings.rows[i].files, job->encodings.rows[i].files == 1 ? "" : "s",
                      job->encodings.rows[i].name);
    const uint64_t errors = c->findings[SEVERITY_ERROR], warnings = c->findings[SEVERITY_WARNING];
    buffer_printf(out, lang_text("; %" PRIu64 " error%s, %" PRIu64 " warning%s%s\n"), errors,
                  errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s",
                  is_dry ? lang_text(" (nothing changed)") : "");
}

/* As an object: the files that have text in each encoding but UTF-8. */
static void write_encodings(struct json *j, const struct encodings *e)
{
    struct json files;
    json_key(j, "encodings");
    json_begin(&files, j->out);
    for (size_t i = 0; i < e->count; i++)
        json_member_int(&files, e->rows[i].name, (long long)e->rows[i].files);
    json_end(&files);
}

static void write_json(const struct import_job *job, struct buffer *out)
{
    const struct import_counts *c = importer_counts(job->importer);
    const bool is_dry = job->options.dry_run;
    struct json j;
    json_begin(&j, out);
    json_member_string(&j, "store", job->store_path);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        uint64_t n;
        memcpy(&n, (const char *)c + lines[i].at, sizeof n);
        json_member_int(&j, is_dry && lines[i].dry_key ? lines[i].dry_key : lines[i].key,
                        (long long)n);
    }
    json_member_int(&j, "errors", (long long)c->findings[SEVERITY_ERROR]);
    json_member_int(&j, "warnings", (long long)c->findings[SEVERITY_WARNING]);
    json_member_bool(&j, "dry_run", is_dry);
    if (job->encodings.count > 0)
        write_encodings(&j, &job->encodings);
    json_end(&j);
    buffer_add_char(out, '\n');
}

int import_summarize(struct import_job *job, struct output *out)
{
    struct buffer text = {0};
    if (job->cli.common.json)
        write_json(job, &text);
    else
        write_text(job, &text);
    output_buffer(out, &text);
    buffer_free(&text);
    return cli_output_close(out, STATUS_OK);
}
