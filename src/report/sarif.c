/* Findings as SARIF 2.1.0, the format of code scanners: one JSON document with a rule for each code
   of a finding and a result for each finding. */
#include "base/ascii.h"
#include "report/report.h"

#include <stdio.h>
#include <string.h>

static const char *level(enum severity s)
{
    static const char *const words[SEVERITIES] = {"note", "warning", "error"};
    return words[s];
}

static void write_text_object(struct json *j, const char *key, const char *text)
{
    struct json one;
    json_key(j, key);
    json_begin(&one, j->out);
    json_member_string(&one, "text", text);
    json_end(&one);
}

static void write_rule(struct buffer *out, enum finding_code code, bool strict)
{
    struct json rule, defaults;
    json_begin(&rule, out);
    json_member_string(&rule, "id", finding_kinds[code].code);
    write_text_object(&rule, "shortDescription", lang_text(finding_kinds[code].text));
    json_key(&rule, "defaultConfiguration");
    json_begin(&defaults, out);
    json_member_string(&defaults, "level", level(finding_severity(code, strict)));
    json_end(&defaults);
    json_end(&rule);
}

void sarif_begin(struct buffer *out, const char *version, bool strict)
{
    buffer_add_string(out, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                           "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{"
                           "\"name\":\"qipu\",\"version\":");
    json_string(out, version, strlen(version));
    buffer_add_string(out, ",\"rules\":[\n");
    for (int i = 0; i < FINDING_CODES; i++) {
        buffer_add_string(out, i ? ",\n" : "");
        write_rule(out, (enum finding_code)i, strict);
    }
    buffer_add_string(out, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
}

/* The path as a URI: relative as it is, absolute with its scheme. */
static void write_uri(struct json *j, const char *path)
{
    struct buffer uri = {0};
    while (path[0] == '.' && path[1] == '/')
        path += 1 + strspn(path + 1, "/");
    buffer_add_string(&uri, *path == '/' ? "file://" : "");
    for (; *path; path++) {
        if (is_letter(*path) || is_digit(*path) || strchr("/-._~", *path))
            buffer_add_char(&uri, *path);
        else
            buffer_printf(&uri, "%%%02X", (unsigned)(unsigned char)*path);
    }
    json_member_string(j, "uri", buffer_terminate(&uri));
    buffer_free(&uri);
}

static void write_region(struct json *j, const struct place *place)
{
    struct json region;
    json_key(j, "region");
    json_begin(&region, j->out);
    if (place->line > 0) {
        json_member_int(&region, "startLine", (long long)place->line);
        json_member_int(&region, "startColumn", (long long)place->column);
    } else {
        json_member_int(&region, "byteOffset", (long long)place->offset);
    }
    json_end(&region);
}

static void write_location(struct json *j, const struct finding_line *line)
{
    struct json location, physical, artifact;
    json_key(j, "locations");
    buffer_add_char(j->out, '[');
    json_begin(&location, j->out);
    json_key(&location, "physicalLocation");
    json_begin(&physical, j->out);
    json_key(&physical, "artifactLocation");
    json_begin(&artifact, j->out);
    write_uri(&artifact, line->file);
    json_end(&artifact);
    write_region(&physical, &line->place);
    json_end(&physical);
    json_end(&location);
    buffer_add_char(j->out, ']');
}

static void write_fingerprint(struct json *j, const struct finding_line *line)
{
    struct json prints;
    char text[24];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)line->fingerprint);
    json_key(j, "partialFingerprints");
    json_begin(&prints, j->out);
    json_member_string(&prints, "qipuFinding/v1", text);
    json_end(&prints);
}

void sarif_write(struct buffer *out, const struct finding_line *line)
{
    struct json j;
    struct buffer text = {0};
    buffer_add_string(&text, finding_fixed(line));
    buffer_add_string(&text, line->text);
    finding_write_name(&text, line);
    json_begin(&j, out);
    json_member_string(&j, "ruleId", finding_kinds[line->code].code);
    json_member_int(&j, "ruleIndex", line->code);
    json_member_string(&j, "level", level(line->mended > 0 ? SEVERITY_NOTE : line->severity));
    write_text_object(&j, "message", buffer_terminate(&text));
    write_location(&j, line);
    write_fingerprint(&j, line);
    json_end(&j);
    buffer_free(&text);
}

void sarif_end(struct buffer *out, const struct buffer *counts, bool successful)
{
    buffer_printf(out, "],\"invocations\":[{\"executionSuccessful\":%s}]",
                  successful ? "true" : "false");
    if (counts->len > 0) {
        buffer_add_string(out, ",\"properties\":");
        buffer_add(out, counts->data, counts->len);
    }
    buffer_add_string(out, "}]}\n");
}
