/* Nothing read is no success: it may be a wrong folder, or a pipe whose first part has failed. */
#include "tools/looked.h"
#include "tools/cli.h"

#include <inttypes.h>

/* What a file of each kind is called alone and among others, and what can be done. */
static const struct {
    const char *one, *many, *advice;
} kinds[LOOKED_KINDS] = {
    [LOOKED_EMPTY] = {LANG("it is empty"), LANG("%" PRIu64 " empty"), NULL},
    [LOOKED_TEXT] = {LANG("it is text without a game"), LANG("%" PRIu64 " of text without a game"),
                     LANG("qipu-formats(7) tells what is read")},
    [LOOKED_CHESS] = {LANG("it is a text with chess games"),
                      LANG("%" PRIu64 " of text with chess games"),
                      LANG("-r takes chess from files named .pgn, .epd or .fen; name the texts "
                           "themselves to have them read")},
    [LOOKED_SCID] = {LANG("it is of a Scid database"), LANG("%" PRIu64 " of Scid databases"),
                     LANG("Scid databases are not read directly; export the games as PGN from Scid "
                          "(Tools, Export all filter games)")},
    [LOOKED_STORE] = {LANG("it is a store without games"), LANG("%" PRIu64 " stores without games"),
                      NULL},
    [LOOKED_OTHER] = {LANG("it has no suffix of game files"),
                      LANG("%" PRIu64 " without a suffix of game files"),
                      LANG("qipu-formats(7) tells what is read")},
};

bool looked_at_file(struct looked *looked, const struct reader *r)
{
    struct error err;
    const bool is_empty = reader_consumed(r) == 0;
    looked->counts[is_empty ? LOOKED_EMPTY : LOOKED_TEXT]++;
    return is_empty || paths_add(&looked->gameless, reader_name(r), &err);
}

void looked_at_store(struct looked *looked)
{
    looked->counts[LOOKED_STORE]++;
}

void looked_free(struct looked *looked)
{
    paths_free(&looked->gameless);
}

static uint64_t count_all(const struct looked *looked)
{
    uint64_t all = 0;
    for (int k = 0; k < LOOKED_KINDS; k++)
        all += looked->counts[k];
    return all;
}

/* What the files seemed to be. */
static void describe(const struct looked *looked, struct buffer *out)
{
    const uint64_t all = count_all(looked);
    const char *before = ": ";
    if (all == 0)
        buffer_add_string(out, lang_text(LANG("there are no files")));
    else if (all > 1)
        buffer_printf(out, lang_text(LANG("%" PRIu64 " files looked at")), all);
    for (int k = 0; k < LOOKED_KINDS; k++) {
        if (looked->counts[k] > 0 && all == 1)
            buffer_add_string(out, lang_text(kinds[k].one));
        else if (looked->counts[k] > 0) {
            buffer_add_string(out, before);
            buffer_printf(out, lang_text(kinds[k].many), looked->counts[k]);
            before = ", ";
        }
    }
}

static void say_none(const struct looked *looked)
{
    struct buffer text = {0};
    const char *advice = NULL;
    const char *first = looked->first ? looked->first : "<stdin>";
    describe(looked, &text);
    const char *what = buffer_terminate(&text);
    if (looked->more > 0)
        cli_message("no games in %s and %zu more: %s", first, looked->more, what);
    else
        cli_message("no games in %s: %s", first, what);
    for (int k = 0; k < LOOKED_KINDS; k++) {
        if (looked->counts[k] > 0 && kinds[k].advice && kinds[k].advice != advice) {
            advice = kinds[k].advice;
            cli_message("%s", lang_text(advice));
        }
    }
    buffer_free(&text);
}

static void say_what_was_left(const struct looked *looked)
{
    for (size_t i = 0; i < looked->gameless.count; i++)
        cli_message("%s: no game in it; qipu-formats(7) tells what is read",
                    looked->gameless.items[i]);
    for (int k = 0; k < LOOKED_KINDS; k++)
        if (looked->passed_over[k] > 0)
            cli_message("%" PRIu64 " file%s passed over: %s", looked->passed_over[k],
                        looked->passed_over[k] == 1 ? "" : "s", lang_text(kinds[k].advice));
}

int looked_end(struct looked *looked, bool games, bool is_quiet, int status)
{
    if (cli_interrupted())
        return status;
    if (!games && status < STATUS_FAILED) {
        say_none(looked);
        return cli_worse(status, STATUS_FINDINGS);
    }
    if (!is_quiet)
        say_what_was_left(looked);
    return status;
}
