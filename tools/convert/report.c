/* What `qipu convert` says on standard error: the findings of a game, and at the end what the form
   could not hold, what was left out, and how many games there were. */
#include "tools/convert/convert.h"

/* --- A game ----------------------------------------------------------------------------------- */

void convert_report(struct convert *c, const struct game_job *job)
{
    static const enum severity shown[] = {SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE};
    int verbose = c->cli.common.verbose;
    enum severity min = shown[verbose > 2 ? 2 : verbose];
    if (job->variant == VARIANT_UNSUPPORTED && !convert_passes_on(c, job->variant) &&
        min > SEVERITY_WARNING)
        min = SEVERITY_WARNING;
    bool any = false;
    for (size_t i = 0; i < job->findings->count && !any; i++)
        any = job->findings->items[i].severity >= min;
    if (!any)
        return;
    progress_clear(&c->progress);
    cli_findings(c->reader, job->findings, min);
}

/* --- Losses ----------------------------------------------------------------------------------- */

struct loss {
    uint64_t n;
    const char *what;
};

/* A line for each kind that occurred. */
static void report_losses(const struct loss *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].n > 0)
            cli_message("%llu %s", (unsigned long long)rows[i].n, lang_text(rows[i].what));
}

/* What the encoding of the output lacks; the first of it is in FILE, or in standard output for
   NULL. */
static void report_lost_characters(const struct encoder *e, const char *encoding, const char *file)
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

static void report_dhtmlxq_losses(const struct dhtmlxq_losses *l)
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

static void report_xqf_losses(const struct xqf_losses *l)
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

/* --- All -------------------------------------------------------------------------------------- */

void convert_summarise(struct convert *c)
{
    const struct common *common = &c->cli.common;
    if (!common->quiet) {
        report_xqf_losses(c->xqf_losses);
        report_dhtmlxq_losses(c->dhtmlxq_losses);
    }
    if (c->form->is_single && c->written == 0) {
        cli_message("no game of xiangqi to write");
        c->status = STATUS_FAILED;
    }
    if (c->mended > 0 && !common->quiet)
        cli_message("%llu '}' inside comments written as ')'", (unsigned long long)c->mended);
    if (c->encoder.lost > 0) {
        report_lost_characters(&c->encoder, c->encoding,
                               c->sink.is_split ? c->sink.split.lossy : common->output);
        c->status = cli_worse(c->status, STATUS_FINDINGS);
    }
    if (c->foreign > 0 && !common->quiet)
        cli_message(c->chess_only ? "%llu game%s of xiangqi skipped: %s is for chess"
                                  : "%llu game%s of chess skipped: %s is for xiangqi",
                    (unsigned long long)c->foreign, c->foreign == 1 ? "" : "s",
                    c->chess_only         ? c->chess_only
                    : c->form->is_xiangqi ? c->form->name
                                          : "--mirror");
    if (c->sink.repeated > 0 && common->verbose > 0)
        cli_message("%llu games left out by --unique", (unsigned long long)c->sink.repeated);
    if (common->verbose > 0 || ((c->skipped > c->foreign || c->cut > 0) && !common->quiet))
        cli_message("%llu game%s written, %llu skipped, %llu cut", (unsigned long long)c->written,
                    c->written == 1 ? "" : "s", (unsigned long long)c->skipped,
                    (unsigned long long)c->cut);
    if (c->skipped > 0 || c->cut > 0)
        c->status = cli_worse(c->status, STATUS_FINDINGS);
}
