/* Clocks, evaluations and coloured squares as JSON values. */
#include "format/json/values.h"

#include <string.h>

static void write_seconds(struct json *j, const char *key, const struct annotation *a)
{
    uint64_t ms;
    if (!annotation_time(a, &ms))
        return;
    json_key(j, key);
    buffer_printf(j->out, "%llu", (unsigned long long)(ms / 1000));
    if (ms % 1000 > 0)
        buffer_printf(j->out, ".%03u", (unsigned)(ms % 1000));
}

void json_write_eval(struct json *j, const struct annotation_eval *eval)
{
    json_key(j, eval->is_mate ? "mate" : "eval");
    if (eval->is_negative)
        buffer_add_char(j->out, '-');
    if (eval->is_mate)
        buffer_printf(j->out, "%lu", (unsigned long)eval->mate);
    else
        buffer_add_string(j->out, eval->pawns);
    if (eval->has_depth)
        json_member_int(j, "depth", eval->depth);
}

/* Whether there is a depth with it. */
static bool write_eval(struct json *j, const struct annotation *a, enum color mover, bool has_depth)
{
    struct annotation_eval eval;
    if (!annotation_eval(a, mover, &eval))
        return has_depth;
    eval.has_depth &= !has_depth;
    json_write_eval(j, &eval);
    return has_depth || eval.has_depth;
}

static void write_depth(struct json *j, const struct annotation *a)
{
    uint32_t depth;
    if (annotation_depth(a, &depth))
        json_member_int(j, "depth", depth);
}

/* "Gd4,Re5" as an array of its parts. */
static void write_marks(struct json *j, const char *key, const struct annotation *a)
{
    const char *s = a->value, *end = s + a->value_len;
    json_key(j, key);
    buffer_add_char(j->out, '[');
    while (s < end) {
        const char *comma = memchr(s, ',', (size_t)(end - s));
        const char *to = comma ? comma : end;
        json_string(j->out, s, (size_t)(to - s));
        if (comma)
            buffer_add_char(j->out, ',');
        s = comma ? comma + 1 : end;
    }
    buffer_add_char(j->out, ']');
}

void json_write_annotation(struct json *j, const struct annotation *a, enum color mover,
                           unsigned *seen)
{
    const unsigned depth = 1u << ANNOTATION_DEPTH;
    if (*seen & 1u << a->kind)
        return;
    *seen |= 1u << a->kind;
    switch (a->kind) {
    case ANNOTATION_CLK: write_seconds(j, "clk", a); break;
    case ANNOTATION_EMT: write_seconds(j, "emt", a); break;
    case ANNOTATION_EVAL: *seen |= write_eval(j, a, mover, *seen & depth) ? depth : 0; break;
    case ANNOTATION_DEPTH: write_depth(j, a); break;
    case ANNOTATION_CSL: write_marks(j, "csl", a); break;
    case ANNOTATION_CAL: write_marks(j, "cal", a); break;
    case ANNOTATION_PROFILE:
    case ANNOTATION_OTHER: break;
    }
}
