/* Findings as lines: for people, as JSON, as annotations for code review; and their numbers. What
   comes from a file is escaped, so that it can neither act on a terminal nor forge a line. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

/* --- One finding ------------------------------------------------------------------------------ */

const char *finding_fixed(const struct finding_line *line)
{
    return line->mended == 0 ? "" : line->is_planned ? "would be fixed: " : "fixed: ";
}

void finding_write_name(struct buffer *out, const struct finding_line *line)
{
    if (line->name && *line->name) {
        buffer_add_string(out, " (");
        finding_escape(out, line->name, strlen(line->name));
        buffer_add_char(out, ')');
    }
}

static void write_text(struct buffer *out, const struct finding_line *line)
{
    finding_write_place(out, line->file, &line->place);
    buffer_add_string(out, ": ");
    if (line->mended > 0)
        buffer_add_string(out, finding_fixed(line));
    else
        buffer_printf(out, "%s: ", severity_name(line->severity));
    finding_escape(out, line->text, strlen(line->text));
    if (line->mended > 1)
        buffer_printf(out, lang_text(", and %llu more"), (unsigned long long)line->mended - 1);
    finding_write_name(out, line);
    buffer_printf(out, " [%s]\n", finding_kinds[line->code].code);
}

static void write_json(struct buffer *out, const struct finding_line *line)
{
    struct json j;
    json_begin(&j, out);
    json_member_string(&j, "file", line->file);
    if (line->place.line > 0) {
        json_member_int(&j, "line", (long long)line->place.line);
        json_member_int(&j, "column", (long long)line->place.column);
    }
    json_member_int(&j, "offset", (long long)line->place.offset);
    json_member_int(&j, "game", (long long)line->game);
    json_member_int(&j, "ply", line->ply);
    json_member_string(&j, "severity", severity_name(line->severity));
    json_member_string(&j, "code", finding_kinds[line->code].code);
    json_member_string(&j, "message", line->text);
    if (line->name && *line->name)
        json_member_string(&j, "name", line->name);
    if (line->mended > 0)
        json_member_int(&j, line->is_planned ? "would_be_fixed" : "fixed", (long long)line->mended);
    json_end(&j);
    buffer_add_char(out, '\n');
}

/* Text inside a workflow command: controls (line ends too) as everywhere, then %, and in a property
   : and , so that no data can end the annotation and begin another. */
static void github_escape(struct buffer *out, const char *text, bool property)
{
    struct buffer shown = {0};
    finding_escape(&shown, text, strlen(text));
    for (const char *s = buffer_terminate(&shown); *s; s++) {
        if (*s == '%' || (property && (*s == ':' || *s == ',')))
            buffer_printf(out, "%%%02X", (unsigned char)*s);
        else
            buffer_add_char(out, *s);
    }
    buffer_free(&shown);
}

static void write_github(struct buffer *out, const struct finding_line *line)
{
    static const char *const words[SEVERITIES] = {"notice", "warning", "error"};
    buffer_printf(out, "::%s file=", words[line->mended > 0 ? SEVERITY_NOTE : line->severity]);
    github_escape(out, line->file, true);
    if (line->place.line > 0)
        buffer_printf(out, ",line=%llu,col=%llu", (unsigned long long)line->place.line,
                      (unsigned long long)line->place.column);
    buffer_printf(out, ",title=%s::%s", finding_kinds[line->code].code, finding_fixed(line));
    struct buffer text = {0};
    buffer_add_string(&text, line->text);
    finding_write_name(&text, line);
    github_escape(out, buffer_terminate(&text), false);
    buffer_free(&text);
    buffer_add_char(out, '\n');
}

void finding_write(struct buffer *out, enum finding_format format, const struct finding_line *line)
{
    static void (*const writers[])(struct buffer *, const struct finding_line *) = {
        [FINDINGS_AS_TEXT] = write_text,
        [FINDINGS_AS_JSON] = write_json,
        [FINDINGS_AS_GITHUB] = write_github,
        [FINDINGS_AS_SARIF] = sarif_write,
    };
    writers[format](out, line);
}

/* --- All of them ------------------------------------------------------------------------------ */

static void write_sum(struct buffer *out, const struct finding_counts *c)
{
    const uint64_t errors = c->by_severity[SEVERITY_ERROR];
    const uint64_t warnings = c->by_severity[SEVERITY_WARNING];
    const uint64_t notes = c->by_severity[SEVERITY_NOTE];
    buffer_printf(out,
                  lang_text("%llu file%s, %llu game%s, %llu plies: %llu error%s, %llu warning%s, "
                            "%llu note%s\n"),
                  (unsigned long long)c->files, c->files == 1 ? "" : "s",
                  (unsigned long long)c->games, c->games == 1 ? "" : "s",
                  (unsigned long long)c->plies, (unsigned long long)errors, errors == 1 ? "" : "s",
                  (unsigned long long)warnings, warnings == 1 ? "" : "s", (unsigned long long)notes,
                  notes == 1 ? "" : "s");
    if (c->suppressed > 0)
        buffer_printf(out,
                      lang_text("%llu more findings in games with over %d each were not listed\n"),
                      (unsigned long long)c->suppressed, FINDINGS_MAX);
    if (c->known > 0)
        buffer_printf(out, lang_text("known findings passed over: %llu\n"),
                      (unsigned long long)c->known);
    if (c->mended > 0)
        buffer_printf(out, lang_text("%llu change%s in %llu game%s%s\n"),
                      (unsigned long long)c->mended, c->mended == 1 ? "" : "s",
                      (unsigned long long)c->mended_games, c->mended_games == 1 ? "" : "s",
                      c->is_planned ? lang_text(" (nothing changed)") : "");
}

static int compare_files(const void *x, const void *y)
{
    const struct file_counts *a = x, *b = y;
    for (int s = SEVERITIES - 1; s >= 0; s--)
        if (a->by_severity[s] != b->by_severity[s])
            return a->by_severity[s] > b->by_severity[s] ? -1 : 1;
    return strcmp(a->file, b->file);
}

void file_counts_sort(struct file_counts *files, size_t count)
{
    if (count > 1)
        qsort(files, count, sizeof *files, compare_files);
}

static void write_worst_head(struct buffer *out)
{
    const char *const heads[] = {lang_text("errors"), lang_text("warnings"), lang_text("notes")};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        buffer_add_column(out, heads[i], 8);
        buffer_add_char(out, ' ');
    }
    buffer_printf(out, "%s\n", lang_text("file"));
}

/* The worst files; of a thousand only the first are worth a line. */
static void write_worst_text(struct buffer *out, const struct finding_counts *c)
{
    enum { MOST = 20 };
    for (size_t i = 0; i < c->worst_count && i < MOST; i++) {
        const struct file_counts *f = &c->worst[i];
        if (i == 0)
            write_worst_head(out);
        buffer_printf(out, "%8llu %8llu %8llu ", (unsigned long long)f->by_severity[SEVERITY_ERROR],
                      (unsigned long long)f->by_severity[SEVERITY_WARNING],
                      (unsigned long long)f->by_severity[SEVERITY_NOTE]);
        finding_escape(out, f->file, strlen(f->file));
        buffer_add_char(out, '\n');
    }
    if (c->worst_count > MOST)
        buffer_printf(out, lang_text("and %zu more files\n"), c->worst_count - MOST);
}

static void write_counts_text(struct buffer *out, const struct finding_counts *c, bool strict)
{
    for (int i = 0; i < FINDING_CODES; i++)
        if (c->by_code[i] > 0)
            buffer_printf(out, "%8llu %-8s %s\n", (unsigned long long)c->by_code[i],
                          severity_name(finding_severity((enum finding_code)i, strict)),
                          finding_kinds[i].code);
    write_worst_text(out, c);
    write_sum(out, c);
}

static void write_worst_json(struct json *j, const struct finding_counts *c)
{
    json_key(j, "by_file");
    buffer_add_char(j->out, '[');
    for (size_t i = 0; i < c->worst_count; i++) {
        struct json one;
        buffer_add_string(j->out, i ? "," : "");
        json_begin(&one, j->out);
        json_member_string(&one, "file", c->worst[i].file);
        json_member_int(&one, "errors", (long long)c->worst[i].by_severity[SEVERITY_ERROR]);
        json_member_int(&one, "warnings", (long long)c->worst[i].by_severity[SEVERITY_WARNING]);
        json_member_int(&one, "notes", (long long)c->worst[i].by_severity[SEVERITY_NOTE]);
        json_end(&one);
    }
    buffer_add_char(j->out, ']');
}

static void write_counts_json(struct buffer *out, const struct finding_counts *c)
{
    struct json j, codes;
    json_begin(&j, out);
    json_member_int(&j, "files", (long long)c->files);
    json_member_int(&j, "games", (long long)c->games);
    json_member_int(&j, "plies", (long long)c->plies);
    json_member_int(&j, "errors", (long long)c->by_severity[SEVERITY_ERROR]);
    json_member_int(&j, "warnings", (long long)c->by_severity[SEVERITY_WARNING]);
    json_member_int(&j, "notes", (long long)c->by_severity[SEVERITY_NOTE]);
    json_member_int(&j, "suppressed", (long long)c->suppressed);
    if (c->mended > 0) {
        const bool planned = c->is_planned;
        json_member_int(&j, planned ? "would_be_fixed" : "fixed", (long long)c->mended);
        json_member_int(&j, planned ? "would_be_fixed_games" : "fixed_games",
                        (long long)c->mended_games);
    }
    json_key(&j, "counts");
    json_begin(&codes, out);
    for (int i = 0; i < FINDING_CODES; i++)
        if (c->by_code[i] > 0)
            json_member_int(&codes, finding_kinds[i].code, (long long)c->by_code[i]);
    json_end(&codes);
    if (c->known > 0)
        json_member_int(&j, "known", (long long)c->known);
    if (c->worst)
        write_worst_json(&j, c);
    json_end(&j);
    buffer_add_char(out, '\n');
}

void finding_write_counts(struct buffer *out, enum finding_format format,
                          const struct finding_counts *counts, bool strict)
{
    if (format == FINDINGS_AS_JSON || format == FINDINGS_AS_SARIF)
        write_counts_json(out, counts);
    else
        write_counts_text(out, counts, strict);
}
