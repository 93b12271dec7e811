/* The losses of convert's forms as messages, a line for each kind that occurred. */
#include "convert_losses.h"
#include "cli.h"

struct loss {
    uint64_t n;
    const char *what;
};

static void report_losses(const struct loss *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].n > 0)
            cli_message("%llu %s", (unsigned long long)rows[i].n, lang_text(rows[i].what));
}

void report_lost_characters(const struct encoder *e, const char *encoding, const char *file)
{
    char text[8];
    text[utf8_encode(e->first, text)] = '\0';
    cli_message(
        "%llu character%s that %s does not have written as '?'; the first is %s (U+%04lX) in "
        "line %llu of %s",
        (unsigned long long)e->lost, e->lost == 1 ? "" : "s", encoding, text,
        (unsigned long)e->first, (unsigned long long)e->line,
        file ? file : lang_text("standard output"));
}

void report_dhtmlxq_losses(const struct dhtmlxq_losses *l)
{
    const struct loss rows[] = {
        {l->tags, LANG("tags whose names DhtmlXQ cannot hold left out")},
        {l->comments,
         LANG("comments joined to another one, moved before a variation or left out with a move")},
        {l->nags, LANG("annotation glyphs left out")},
        {l->moves, LANG("moves left out: null moves and what follows, variations before any move")},
    };
    report_losses(rows, sizeof rows / sizeof rows[0]);
}

void report_xqf_losses(const struct xqf_losses *l)
{
    const struct loss rows[] = {
        {l->tags, LANG("tags without a field in XQF left out")},
        {l->cut, LANG("tags too long for their field cut")},
        {l->comments, LANG("comments joined to another one or moved behind a move")},
        {l->nags, LANG("annotation glyphs left out")},
        {l->null_moves, LANG("lines cut at a null move")},
        {l->counters, LANG("start positions without their move number and clock")},
    };
    report_losses(rows, sizeof rows / sizeof rows[0]);
}
