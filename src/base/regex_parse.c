/* From the text of a regular expression to its tree. A byte of the text makes two nodes at
   most, and the end one more, so that there is always room. */
#include "base/ascii.h"
#include "base/lang.h"
#include "base/regex_parts.h"

#include <string.h>

struct parser {
    struct regex *regex;
    const char *text;
    size_t len, at;
    size_t bracket; /* that opened the set being read */
    int depth;      /* of open parentheses */
    struct regex_fault *fault;
};

static uint32_t fail(struct parser *p, size_t at, const char *text)
{
    if (!p->fault->text)
        *p->fault = (struct regex_fault){text, at};
    return NO_NODE;
}

static bool is_at(const struct parser *p, char c)
{
    return p->at < p->len && p->text[p->at] == c;
}

static uint32_t add_node(struct parser *p, struct regex_node node)
{
    p->regex->nodes[p->regex->node_count] = node;
    return p->regex->node_count++;
}

static uint32_t leaf(struct parser *p, enum node_kind kind, uint32_t a)
{
    return add_node(p, (struct regex_node){.kind = (uint8_t)kind, .a = a});
}

/* --- Sets ------------------------------------------------------------------------------------- */

static void begin_set(struct parser *p, bool is_inverse)
{
    struct regex *r = p->regex;
    r->sets[r->set_count] = (struct char_set){.from = r->item_count, .is_inverse = is_inverse};
}

static void add_item(struct parser *p, uint32_t first, uint32_t last, enum char_class k)
{
    struct regex *r = p->regex;
    r->items[r->item_count++] = (struct set_item){first, last, (uint8_t)k};
    r->sets[r->set_count].count++;
}

static uint32_t class_node(struct parser *p, enum char_class k, bool is_inverse)
{
    begin_set(p, is_inverse);
    add_item(p, 0, 0, k);
    return leaf(p, NODE_SET, p->regex->set_count++);
}

/* The text between "[:" and ":]", or with '.' or '=' in the place of the colon. False if it does not
   end. */
static bool named(struct parser *p, const char **name, size_t *len)
{
    const char sign = p->text[p->at + 1];
    const size_t from = p->at + 2;
    for (size_t end = from; end + 1 < p->len; end++) {
        if (p->text[end] != sign || p->text[end + 1] != ']')
            continue;
        *name = p->text + from;
        *len = end - from;
        p->at = end + 2;
        return true;
    }
    return false;
}

static bool is_named(const struct parser *p)
{
    return is_at(p, '[') && p->at + 1 < p->len && strchr(":.=", p->text[p->at + 1]) &&
           p->text[p->at + 1] != '\0';
}

/* One end of a range: a character, also as "[.x.]" or "[=x=]". */
static bool read_end(struct parser *p, uint32_t *c)
{
    const char *name;
    size_t len, at = 0;
    if (!is_named(p)) {
        *c = regex_character(p->text, p->len, &p->at);
        return true;
    }
    if (!named(p, &name, &len))
        return fail(p, p->bracket, LANG("a bracket is not closed"));
    if (len > 0)
        *c = regex_character(name, len, &at);
    return (len > 0 && at == len) ||
           fail(p, p->bracket, LANG("a class of characters that is not known"));
}

static bool read_class(struct parser *p)
{
    const char *name;
    size_t len;
    if (!named(p, &name, &len))
        return fail(p, p->bracket, LANG("a bracket is not closed"));
    const enum char_class k = regex_class_find(name, len);
    if (k == CHAR_CLASSES)
        return fail(p, p->bracket, LANG("a class of characters that is not known"));
    add_item(p, 0, 0, k);
    return true;
}

/* "[:alpha:]", "a" or "a-z". */
static bool read_item(struct parser *p)
{
    uint32_t first, last;
    if (is_named(p) && p->text[p->at + 1] == ':')
        return read_class(p);
    if (!read_end(p, &first))
        return false;
    last = first;
    if (is_at(p, '-') && p->at + 1 < p->len && p->text[p->at + 1] != ']') {
        p->at++;
        if (!read_end(p, &last))
            return false;
    }
    if (first > last)
        return fail(p, p->bracket, LANG("a range in brackets that runs backwards"));
    add_item(p, first, last, CHAR_CLASSES);
    return true;
}

/* Behind the '['. A ']' that comes first is a character. */
static uint32_t read_set(struct parser *p)
{
    const bool is_inverse = is_at(p, '^');
    p->bracket = p->at - 1;
    p->at += is_inverse;
    begin_set(p, is_inverse);
    do {
        if (p->at >= p->len)
            return fail(p, p->bracket, LANG("a bracket is not closed"));
        if (!read_item(p))
            return NO_NODE;
    } while (!is_at(p, ']'));
    p->at++;
    return leaf(p, NODE_SET, p->regex->set_count++);
}

/* --- Atoms ------------------------------------------------------------------------------------ */

/* Behind the backslash. */
static uint32_t read_escape(struct parser *p)
{
    static const struct {
        char letter;
        enum border border;
    } borders[] = {{'b', BORDER_WORD},     {'B', BORDER_NO_WORD}, {'<', BORDER_WORD_BEGIN},
                   {'>', BORDER_WORD_END}, {'`', BORDER_BEGIN},   {'\'', BORDER_END}};
    if (p->at >= p->len)
        return fail(p, p->at - 1, LANG("nothing follows the backslash"));
    const char c = p->text[p->at];
    if (c >= '1' && c <= '9')
        return fail(p, p->at - 1, LANG("a pattern cannot refer back to a group"));
    for (size_t i = 0; i < sizeof borders / sizeof *borders; i++)
        if (borders[i].letter == c) {
            p->at++;
            return leaf(p, NODE_BORDER, borders[i].border);
        }
    if (c == 'w' || c == 'W' || c == 's' || c == 'S') {
        p->at++;
        return class_node(p, c == 'w' || c == 'W' ? CLASS_WORD : CLASS_SPACE, c < 'a');
    }
    return leaf(p, NODE_CHARACTER, regex_character(p->text, p->len, &p->at));
}

static uint32_t read_either(struct parser *p);

/* Behind the '('. */
static uint32_t read_group(struct parser *p)
{
    const size_t parenthesis = p->at - 1;
    p->depth++;
    const uint32_t inside = read_either(p);
    p->depth--;
    if (inside == NO_NODE)
        return NO_NODE;
    if (!is_at(p, ')'))
        return fail(p, parenthesis, LANG("a parenthesis is not closed, or not opened"));
    p->at++;
    return inside;
}

static uint32_t read_atom(struct parser *p)
{
    const char c = p->text[p->at];
    switch (c) {
    case '(': p->at++; return read_group(p);
    case '[': p->at++; return read_set(p);
    case '\\': p->at++; return read_escape(p);
    case '.': p->at++; return leaf(p, NODE_ANY, 0);
    case '^': p->at++; return leaf(p, NODE_BORDER, BORDER_BEGIN);
    case '$': p->at++; return leaf(p, NODE_BORDER, BORDER_END);
    case '*':
    case '+':
    case '?':
    case '{': return fail(p, p->at, LANG("there is nothing to be repeated"));
    default: return leaf(p, NODE_CHARACTER, regex_character(p->text, p->len, &p->at));
    }
}

/* --- Repetitions ------------------------------------------------------------------------------ */

/* A number; what is above the greatest is that and one. False if there is none. */
static bool read_number(struct parser *p, uint32_t *n)
{
    const size_t from = p->at;
    *n = 0;
    for (; p->at < p->len && is_digit(p->text[p->at]); p->at++)
        if (*n <= REPEAT_MAX)
            *n = *n * 10 + (uint32_t)(p->text[p->at] - '0');
    return p->at > from;
}

/* Behind the '{': "m}", "m,}", "m,n}" or ",n}". */
static bool read_times(struct parser *p, uint32_t *least, uint32_t *most)
{
    const size_t brace = p->at - 1;
    const bool has_least = read_number(p, least);
    *most = *least;
    if (is_at(p, ',')) {
        p->at++;
        if (!read_number(p, most))
            *most = REPEAT_ANY;
    } else if (!has_least && p->at < p->len) {
        return fail(p, brace, LANG("the numbers in braces cannot be"));
    }
    if (p->at >= p->len)
        return fail(p, brace, LANG("a brace is not closed"));
    if (!is_at(p, '}') || *least > *most || *least > REPEAT_MAX || *most > REPEAT_ANY ||
        (p->text[p->at - 1] != ',' && *most == REPEAT_ANY))
        return fail(p, brace, LANG("the numbers in braces cannot be"));
    p->at++;
    return true;
}

static uint32_t read_repeated(struct parser *p)
{
    uint32_t node = read_atom(p);
    while (node != NO_NODE && p->at < p->len && strchr("*+?{", p->text[p->at]) &&
           p->text[p->at] != '\0') {
        const char sign = p->text[p->at++];
        uint32_t least = sign == '+', most = sign == '?' ? 1 : REPEAT_ANY;
        if (sign == '{' && !read_times(p, &least, &most))
            return NO_NODE;
        node = add_node(p, (struct regex_node){.kind = NODE_REPEAT,
                                               .a = node,
                                               .least = (uint16_t)least,
                                               .most = (uint16_t)most});
    }
    return node;
}

/* --- Sequences -------------------------------------------------------------------------------- */

static bool ends_branch(const struct parser *p)
{
    return p->at >= p->len || is_at(p, '|') || (is_at(p, ')') && p->depth > 0);
}

/* A ')' that closes nothing is a character, as POSIX has it. */
static uint32_t read_branch(struct parser *p)
{
    if (ends_branch(p))
        return leaf(p, NODE_NOTHING, 0);
    uint32_t node = read_repeated(p);
    while (node != NO_NODE && !ends_branch(p)) {
        const uint32_t next = read_repeated(p);
        if (next == NO_NODE)
            return NO_NODE;
        node = add_node(p, (struct regex_node){.kind = NODE_BOTH, .a = node, .b = next});
    }
    return node;
}

static uint32_t read_either(struct parser *p)
{
    uint32_t node = read_branch(p);
    while (node != NO_NODE && is_at(p, '|')) {
        p->at++;
        const uint32_t next = read_branch(p);
        if (next == NO_NODE)
            return NO_NODE;
        node = add_node(p, (struct regex_node){.kind = NODE_EITHER, .a = node, .b = next});
    }
    return node;
}

uint32_t regex_parse(struct regex *r, const char *text, size_t len, struct regex_fault *fault)
{
    struct parser p = {.regex = r, .text = text, .len = len, .fault = fault};
    *fault = (struct regex_fault){NULL, 0};
    if (len > EXPRESSION_MAX)
        return fail(&p, 0, LANG("the pattern is too large"));
    r->node_count = 1;
    return read_either(&p);
}
