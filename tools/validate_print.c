/* The findings of qipu validate, counted and printed. */
#include "tools/encodings.h"
#include "tools/validate_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool validate_wants(const struct validate *v, enum finding_code code)
{
    return !v->ignored[code] && (!v->has_only || v->only[code]);
}

static void count(struct validate *v, enum finding_code code, enum severity severity)
{
    v->counts.by_code[code]++;
    v->counts.by_severity[severity]++;
    if (v->file_count > 0)
        v->files[v->file_count - 1].by_severity[severity]++;
    if ((int)severity >= v->fail_on)
        v->status = cli_worse(v->status, STATUS_FINDINGS);
}

static bool is_json(const struct validate *v)
{
    return v->format == FINDINGS_AS_JSON || v->format == FINDINGS_AS_SARIF;
}

static void print(struct validate *v, const struct finding_line *line)
{
    const bool is_summed = /* in text that comes at the end, in JSON there is no other place */
        v->summary && is_json(v) && line->code == FINDING_OTHER_ENCODING;
    bool is_shown = line->mended > 0 ? !v->cli.common.quiet
                                     : line->severity >= v->minimum || v->has_only || is_summed;
    if (!is_shown)
        return;
    if (v->format == FINDINGS_AS_SARIF)
        buffer_add_string(&v->line, v->has_result ? ",\n" : "\n");
    v->has_result = true;
    finding_write(&v->line, v->format, line);
    output_buffer(v->out, &v->line);
}

/* Count and print it, unless it is known. What was mended is counted elsewhere. */
static void tell(struct validate *v, struct finding_line *line)
{
    bool is_known = false;
    line->name = v->name_games ? v->label : NULL;
    if (!known_ask(&v->known, line, v->label, &is_known))
        v->incomplete = true;
    if (is_known && line->mended == 0) {
        v->counts.known++;
        return;
    }
    if (line->mended == 0)
        count(v, line->code, line->severity);
    print(v, line);
}

/* How many of each code were mended. */
static void count_mended(struct validate *v, const struct findings *f, bool is_game,
                         uint64_t *mended)
{
    uint64_t all = 0;
    for (size_t i = 0; i < f->count; i++) {
        mended[f->items[i].code] += f->items[i].is_mended;
        all += f->items[i].is_mended;
    }
    v->counts.mended += all;
    v->counts.mended_games += is_game && all > 0;
}

/* What was mended is told once for each code. */
void validate_print(struct validate *v, struct findings *f, uint64_t number)
{
    uint64_t mended[FINDING_CODES] = {0};
    findings_sort(f);
    v->counts.suppressed += f->suppressed;
    v->incomplete = v->incomplete || f->failed;
    count_mended(v, f, number > 0, mended);
    for (size_t i = 0; i < f->count; i++) {
        const struct finding *x = &f->items[i];
        if (!validate_wants(v, x->code) || (x->is_mended && mended[x->code] == 0))
            continue;
        struct finding_line line = {
            .file = reader_name(v->reader),
            .place = reader_place(v->reader, x->source),
            .game = number,
            .ply = x->ply,
            .code = x->code,
            .severity = x->severity,
            .text = finding_text(f, x),
            .mended = x->is_mended ? mended[x->code] : 0,
            .is_planned = v->fix.dry_run,
        };
        tell(v, &line);
        if (x->is_mended)
            mended[x->code] = 0;
    }
}

/* What is true of a file as a whole. */
static void print_of_file(struct validate *v, struct reader *r, enum finding_code code, uint64_t n,
                          const char *text)
{
    if (n == 0 || !validate_wants(v, code))
        return;
    enum severity severity = finding_severity(code, v->strict);
    bool is_mended = v->fix.is_on && code == FINDING_OTHER_ENCODING;
    if (is_mended)
        v->counts.mended += n;
    struct finding_line line = {.file = reader_name(r),
                                .place = {1, 1, 0},
                                .code = code,
                                .severity = severity,
                                .text = text,
                                .mended = is_mended,
                                .is_planned = v->fix.dry_run};
    tell(v, &line);
}

/* The encodings of a file; the summary names them whatever is shown else. */
void validate_print_encoding(struct validate *v, struct reader *r)
{
    const struct text_facts *facts = reader_text_facts(r);
    char text[ENCODING_TEXT];
    bool is_mixed;
    if (encoding_describe(facts, text, &is_mixed)) {
        if (v->summary && !is_json(v)) {
            finding_escape(&v->encodings, reader_name(r), strlen(reader_name(r)));
            buffer_printf(&v->encodings, ": %s\n", text);
        }
        print_of_file(v, r, FINDING_OTHER_ENCODING,
                      facts->fallback_lines > 0 ? facts->fallback_lines : 1, text);
    }
    if (v->fix.drops_mark)
        print_of_file(v, r, FINDING_OTHER_ENCODING, 1,
                      lang_text(LANG("the byte-order mark is left out")));
    snprintf(text, sizeof text, lang_text(LANG("%llu byte%s that no encoding explains")),
             (unsigned long long)facts->replaced, facts->replaced == 1 ? "" : "s");
    print_of_file(v, r, FINDING_ENCODING, facts->replaced, text);
}

bool validate_is_spotless(const struct file_counts *f)
{
    return f->by_severity[0] + f->by_severity[1] + f->by_severity[2] == 0;
}

static void print_summary(struct validate *v)
{
    while (v->file_count > 0 && validate_is_spotless(&v->files[v->file_count - 1]))
        free(v->files[--v->file_count].file);
    file_counts_sort(v->files, v->file_count);
    v->counts.worst = v->files;
    v->counts.worst_count = v->file_count;
    v->counts.is_planned = v->fix.dry_run;
    buffer_add(&v->line, v->encodings.data, v->encodings.len);
    finding_write_counts(&v->line, v->format, &v->counts, v->strict);
}

void validate_print_end(struct validate *v)
{
    struct buffer end = {0};
    if (v->summary)
        print_summary(v);
    if (v->format == FINDINGS_AS_SARIF) {
        sarif_end(&end, &v->line, v->status < STATUS_FAILED && !cli_interrupted());
        buffer_clear(&v->line);
        buffer_add(&v->line, end.data, end.len);
    }
    buffer_free(&end);
    output_buffer(v->out, &v->line);
}
