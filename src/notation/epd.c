/* EPD: the first four fields of a FEN, then operations "opcode operand ...;". A string operand
   stands in double quotes and may hold semicolons. A FEN with its two counters passes too. */
#include "base/ascii.h"
#include "notation/fen.h"

#include <string.h>

static size_t opcode_length(const char *text, size_t len)
{
    size_t n = 0;
    while (n < len && (is_letter(text[n]) || (n > 0 && (is_digit(text[n]) || text[n] == '_'))))
        n++;
    return n;
}

static bool is_opcode(const struct epd_operation *op, const char *name)
{
    return op->opcode_len == strlen(name) && memcmp(op->opcode, name, op->opcode_len) == 0;
}

static size_t trimmed(const char *text, size_t len)
{
    while (len > 0 && strchr(" \t\r\n", text[len - 1]) != NULL && text[len - 1] != '\0')
        len--;
    return len;
}

/* The operand bytes from AT up to the ';' outside quotes or the end of the text; false if a
   string is left open. */
static bool operands_end(const struct fen_reader *r, size_t at, size_t *end)
{
    bool quoted = false;
    for (; at < r->len && (quoted || r->text[at] != ';'); at++) {
        if (r->text[at] == '"')
            quoted = !quoted;
    }
    *end = at;
    return !quoted;
}

/* Read the operation at AT. The last one of a line may lack its ';'. */
static bool read_operation(struct fen_reader *r, struct epd_operation *op)
{
    const size_t start = r->at;
    size_t end;
    op->opcode = r->text + start;
    op->opcode_len = opcode_length(op->opcode, r->len - start);
    size_t at = start + op->opcode_len;
    if (op->opcode_len == 0 || (at < r->len && strchr(" \t\r\n;", r->text[at]) == NULL))
        return fen_fail(r, FEN_TRAILING, at, "an operation must begin with a name");
    r->at = at;
    fen_skip_blanks(r);
    op->operands = r->text + r->at;
    if (!operands_end(r, r->at, &end))
        return fen_fail(r, FEN_TRAILING, r->at, "the string is not closed");
    op->operands_len = trimmed(op->operands, end - r->at);
    r->at = end < r->len ? end + 1 : end;
    return true;
}

/* The two operations that say what the last fields of a FEN say. */
static bool take_counter(struct fen_reader *r, const struct epd_operation *op)
{
    const bool clock = is_opcode(op, "hmvc");
    unsigned *counter = clock ? &r->setup.halfmove_clock : &r->setup.move_number;
    if (!clock && !is_opcode(op, "fmvn"))
        return true;
    if (!fen_number(op->operands, op->operands_len, clock ? UINT16_MAX : 1000000, counter))
        return fen_fail(r, FEN_TRAILING, (size_t)(op->operands - r->text), "%s needs a number",
                        clock ? "hmvc" : "fmvn");
    return true;
}

static void read_operations(struct fen_reader *r, struct epd_operation *operations, size_t *count)
{
    while (fen_skip_blanks(r)) {
        struct epd_operation op;
        if (r->text[r->at] == ';') {
            r->at++;
            continue;
        }
        if (*count == EPD_OPERATIONS_MAX) {
            fen_fail(r, FEN_TRAILING, r->at, "more than %d operations", EPD_OPERATIONS_MAX);
            return;
        }
        if (!read_operation(r, &op) || !take_counter(r, &op))
            return;
        operations[(*count)++] = op;
    }
}

bool epd_parse(enum game game, const char *text, size_t len, struct position *pos,
               struct epd_operation *operations, size_t *count, struct fen_report *report)
{
    struct fen_reader r;
    *count = 0;
    fen_open(&r, game, text, len, report);
    if (!fen_read_fields(&r, 4))
        return false;
    if (fen_skip_blanks(&r) && is_digit(r.text[r.at]) && !fen_read_fields(&r, FEN_FIELDS))
        return false;
    read_operations(&r, operations, count);
    if (r.setup.move_number == 0)
        r.setup.move_number = 1;
    return fen_finish(&r, pos);
}
