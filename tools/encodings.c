/* What is said of the encodings of files. */
#include "tools/encodings.h"

#include <stdio.h>
#include <string.h>

static bool is_utf16(const struct text_facts *facts)
{
    return strncmp(facts->encoding, "UTF-16", 6) == 0;
}

bool encoding_describe(const struct text_facts *facts, char out[ENCODING_TEXT], bool *is_mixed)
{
    const char *format =
        facts->has_utf8 ? LANG("%llu line%s not in UTF-8, read as %s, mixed with lines that are")
                        : LANG("%llu line%s not in UTF-8, read as %s");
    *is_mixed = facts->fallback_lines > 0 && facts->has_utf8;
    if (is_utf16(facts))
        snprintf(out, ENCODING_TEXT, lang_text(LANG("the text is %s")), facts->encoding);
    else if (facts->fallback_lines > 0)
        snprintf(out, ENCODING_TEXT, lang_text(format), (unsigned long long)facts->fallback_lines,
                 facts->fallback_lines == 1 ? "" : "s", facts->fallback);
    else
        return false;
    return true;
}

void encodings_count(struct encodings *e, const struct text_facts *facts)
{
    const char *name = is_utf16(facts) ? facts->encoding : facts->fallback;
    if (!is_utf16(facts) && facts->fallback_lines == 0)
        return;
    size_t i = 0;
    while (i < e->count && strcmp(e->rows[i].name, name) != 0)
        i++;
    if (i == ENCODINGS_MAX)
        return;
    if (i == e->count) {
        e->rows[i].name = name;
        e->count++;
    }
    e->rows[i].files++;
}
