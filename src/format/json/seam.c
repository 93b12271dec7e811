/* What stands between the objects of a file of JSON games: blanks, and the brackets and commas of
   arrays. What is wrong with these costs no game, but is told. */
#include "format/json/read.h"

#include <string.h>

static void add_fault(struct json_seam *m, const char *at, const char *why)
{
    if (m->fault_count < JSON_SEAM_FAULTS)
        m->faults[m->fault_count++] = (struct json_seam_fault){at, why};
}

/* Pass the bracket or comma at AT. */
static void pass_sign(struct json_seam *m, const char *at)
{
    if (*at == '[' && m->in_array) {
        add_fault(m, at, LANG("an array inside the array of games"));
    } else if (*at == '[') {
        m->in_array = true;
        m->has_item = m->has_comma = false;
    } else if (*at == ']' && !m->in_array) {
        add_fault(m, at, LANG("a bracket that closes nothing"));
    } else if (*at == ']') {
        if (m->has_comma)
            add_fault(m, at, LANG("a comma behind the last game"));
        m->in_array = m->has_item = m->has_comma = false;
    } else if (!m->in_array || !m->has_item || m->has_comma) {
        add_fault(m, at, LANG("a comma that divides nothing"));
    } else {
        m->has_comma = true;
    }
}

static bool is_sign(char c)
{
    return c == ',' || c == '[' || c == ']';
}

/* The first line from AT on with which something may begin that can be read. Where there is none:
   the window's length, less what may become one. */
static size_t skip_to_line(const struct text_window *w, size_t at)
{
    const char *s = w->data + at, *end = w->data + w->len;
    while (s < end && (s = memchr(s, '\n', (size_t)(end - s))) != NULL) {
        if (s + 1 < end ? s[1] == '{' || s[1] == ']' : !w->at_end)
            return (size_t)(s - w->data) + (s + 1 < end);
        s++;
    }
    return w->len;
}

enum json_status json_seam_find(struct json_seam *m, const struct text_window *w, size_t *at)
{
    m->fault_count = 0;
    if (m->skipping) {
        *at = skip_to_line(w, *at);
        if (*at == w->len || json_is_blank(w->data[*at]))
            return w->at_end ? JSON_END : JSON_STARVED;
        m->skipping = m->has_item = m->has_comma = false; /* a comma may have been passed over */
    }
    for (; *at < w->len && (json_is_blank(w->data[*at]) || is_sign(w->data[*at])); ++*at)
        if (is_sign(w->data[*at]))
            pass_sign(m, w->data + *at);
    const char *s = w->data + *at;
    if (*at == w->len && !w->at_end)
        return JSON_STARVED;
    if (*at == w->len && m->in_array)
        add_fault(m, s, LANG("the array has no end"));
    if (*at == w->len)
        return JSON_END;
    if (m->in_array && m->has_item && !m->has_comma)
        add_fault(m, s, LANG("a comma was expected"));
    return JSON_GAME;
}

bool json_can_cut(const struct json_reader *r)
{
    return r && !r->seam.skipping && r->seam.has_item && !r->seam.has_comma;
}

bool json_pass_seam(const struct json_reader *r, const struct text_window *w, size_t *at)
{
    struct json_seam m = r->seam;
    size_t s = *at;
    while (s < w->len &&
           (json_is_blank(w->data[s]) || (w->data[s] == ',' && m.in_array && !m.has_comma)))
        m.has_comma = w->data[s++] == ',' || m.has_comma;
    if (s == w->len || w->data[s] != '{' || m.in_array != m.has_comma)
        return false;
    *at = s;
    return true;
}
