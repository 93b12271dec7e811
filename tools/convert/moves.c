/* The options of `qipu convert` that say how moves are written: the form, notations, piece letters,
   what is left out and what stands behind them. */
#include "tools/convert/convert.h"

#include <string.h>
#include <strings.h>

/* Whether NAME, which is no WHAT, are piece letters; then it is refused as such. */
static bool refuse_letters(struct convert *c, const char *what, const char *name)
{
    if (!piece_letters_find(name))
        return false;
    cli_usage(&c->cli, "no %s '%s'; piece letters are chosen with --to-letters %s", lang_text(what),
              name, name);
    return true;
}

bool convert_set_form(void *command, const char *name)
{
    struct convert *c = command;
    enum { FORMS_MAX = 32 };
    const char *names[FORMS_MAX + 1] = {0};
    for (size_t i = 0; forms[i].name && i < FORMS_MAX; i++) {
        names[i] = forms[i].name;
        if (strcmp(name, forms[i].name) == 0) {
            c->form = &forms[i];
            return true;
        }
    }
    if (!refuse_letters(c, "form", name))
        cli_no_such(&c->cli, "form", name, names, "it is " FORM_NAMES "; xiangqi: " XIANGQI_FORMS);
    return false;
}

/* Of all forms that a suffix tells. */
static const struct form *refuse_suffix(const struct convert *c, const char *path)
{
    struct buffer list = {0};
    for (const struct form *f = forms; f->name; f++)
        if (f->suffix)
            buffer_printf(&list, list.len > 0 ? ", %s" : "%s", f->suffix);
    cli_usage(&c->cli,
              "--output %s: no form has this suffix; there are %s, or name a form with --to", path,
              buffer_terminate(&list));
    buffer_free(&list);
    return NULL;
}

const struct form *convert_form_of_file(const struct convert *c, const char *path)
{
    const char *suffix = path ? cli_suffix(path) : NULL;
    if (!suffix)
        return forms;
    if (strcasecmp(suffix, ".jsonl") == 0 || strcasecmp(suffix, ".ndjson") == 0)
        suffix = ".json";
    for (const struct form *f = forms; f->name; f++)
        if (strcasecmp(suffix, f->suffix ? f->suffix : "") == 0 ||
            strcasecmp(suffix + 1, f->name) == 0)
            return f;
    return refuse_suffix(c, path);
}

bool convert_set_letters(void *command, const char *code)
{
    struct convert *c = command;
    enum { CODES_MAX = 64 };
    const char *codes[CODES_MAX + 1] = {0};
    for (int i = 0; piece_letter_table[i].code && i < CODES_MAX; i++)
        codes[i] = piece_letter_table[i].code;
    c->pgn.letters = piece_letters_find(code);
    if (!c->pgn.letters)
        cli_no_such(&c->cli, "piece letters", code, codes, "there are en, de, fr ... and figurine");
    return c->pgn.letters != NULL;
}

/* Of chess or of xiangqi, so it may be given for both. UCI of xiangqi is no value of a Format tag,
   so programs would take its ranks for those of ICCS. */
bool convert_set_notation(void *command, const char *name)
{
    struct convert *c = command;
    const char *names[NOTATIONS] = {0};
    const enum notation notation = notation_find(name);
    c->has_notation = true;
    if (notation_table[notation].is_of_chess)
        c->pgn.moves = notation;
    else
        c->pgn.notation = notation;
    if (notation != NOTATION_NONE)
        return true;
    for (int n = NOTATION_NONE + 1; n < NOTATIONS; n++)
        names[n - 1] = notation_table[n].name;
    if (!refuse_letters(c, "notation", name))
        cli_no_such(&c->cli, "notation", name, names,
                    "it is san, lan or uci, in xiangqi zh-hans, zh-hant, wxf, iccs, xboard or "
                    "pychess");
    return false;
}

/* --- Together --------------------------------------------------------------------------------- */

/* What is asked for that the form does not have, as a message; or NULL. */
static const char *misfit(const struct convert *c)
{
    const struct form *form = c->form;
    const struct pgn_write_options *pgn = &c->pgn;
    if ((pgn->no_result || pgn->no_numbers || pgn->comment_lines) && !form->is_pgn)
        return LANG("--no-results, --no-move-numbers and --comment-lines are for --to pgn");
    if (pgn->no_checks && !form->has_checks)
        return LANG("--no-checks is for --to pgn, san and lan");
    if ((c->fens || c->keys) && !form->is_json && !form->is_pgn)
        return LANG("--fens and --keys are for --to json and pgn");
    if (c->has_notation && !form->is_pgn)
        return LANG("--notation is for --to pgn");
    return NULL;
}

/* SAN and long algebraic notation stand for forms of xiangqi, where none of those is chosen. */
static void settle_notation(struct convert *c)
{
    if (!c->has_notation || c->pgn.notation != NOTATION_NONE)
        return;
    if (c->pgn.moves == NOTATION_UCI)
        c->chess_only = "--notation uci";
    else
        c->pgn.notation = notation_table[c->pgn.moves].xiangqi;
}

bool convert_settle_moves(struct convert *c)
{
    const char *message = misfit(c);
    if (message) {
        cli_usage(&c->cli, "%s", lang_text(message));
        return false;
    }
    settle_notation(c);
    c->pgn.positions = (c->fens ? POSITION_FEN : 0) | (c->keys ? POSITION_KEY : 0);
    if (c->keys)
        c->chess_only = "--keys";
    if (c->form->is_book)
        c->chess_only = c->form->name;
    if (c->chess_only && c->edits.mirror) {
        cli_usage(&c->cli, "%s is for chess, --mirror for xiangqi", c->chess_only);
        return false;
    }
    return true;
}
