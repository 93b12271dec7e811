/* What the options of `qipu convert` say. */
#include "convert.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH_MAX = 100000 };

static bool set_form(struct convert *c, const char *name)
{
    enum { FORMS_MAX = 32 };
    const char *names[FORMS_MAX + 1] = {0};
    for (size_t i = 0; forms[i].name && i < FORMS_MAX; i++) {
        names[i] = forms[i].name;
        if (strcmp(name, forms[i].name) == 0) {
            c->form = &forms[i];
            return true;
        }
    }
    cli_no_such(&c->cli, "form", name, names, "it is " FORM_NAMES "; xiangqi: " XIANGQI_FORMS);
    return false;
}

static bool set_line_width(struct convert *c, const char *value)
{
    long long width;
    if (!cli_number(&c->cli, "line-width", value, LINE_WIDTH_MAX, &width))
        return false;
    c->pgn.line_width = (int)width;
    return true;
}

static bool set_letters(struct convert *c, const char *code)
{
    c->pgn.letters = piece_letters_find(code);
    if (!c->pgn.letters)
        cli_usage(&c->cli, "no piece letters '%s'", code);
    return c->pgn.letters != NULL;
}

/* UCI is no value of a Format tag, so programs would take its ranks for those of ICCS. */
static bool set_notation(struct convert *c, const char *name)
{
    static const char *const names[] = {"zh-hans", "zh-hant", "wxf", "iccs", NULL};
    c->pgn.notation = xiangqi_notation_find(name);
    if (c->pgn.notation != XIANGQI_NONE && c->pgn.notation != XIANGQI_UCI)
        return true;
    cli_no_such(&c->cli, "notation", name, names, "it is zh-hans, zh-hant, wxf or iccs");
    return false;
}

/* What is no column, after a suggestion: a column, or the name of a tag that is usual. */
static bool refuse_column(struct convert *c, const char *word)
{
    enum { WORDS_MAX = 16 };
    const char *names[WORDS_MAX + TAG_KNOWN + 1] = {0};
    size_t n = 0;
    for (; csv_columns[n] && n < WORDS_MAX; n++)
        names[n] = csv_columns[n];
    for (int i = 0; i < TAG_KNOWN; i++)
        names[n++] = tag_name(GAME_CHESS, (enum tag_id)i);
    cli_no_such(&c->cli, "column", word, names, "see --help, or name a tag such as White");
    return false;
}

static bool set_columns(struct convert *c, const char *list)
{
    free(c->column_text);
    c->column_text = strdup(list);
    c->column_count = 0;
    for (char *word = c->column_text; word;) {
        char *comma = strchr(word, ',');
        if (comma)
            *comma++ = '\0';
        if (!csv_is_column(word))
            return refuse_column(c, word);
        if (c->column_count == COLUMNS_MAX) {
            cli_usage(&c->cli, "more than %d columns", COLUMNS_MAX);
            return false;
        }
        c->columns[c->column_count++] = word;
        word = comma;
    }
    if (!c->column_text)
        cli_message("out of memory");
    return c->column_text != NULL;
}

bool convert_option(void *closure, const char *name, const char *value)
{
    struct convert *c = closure;
    if (strcmp(name, "to") == 0)
        return set_form(c, value);
    if (strcmp(name, "on-error") == 0)
        return cli_on_error(&c->cli, value, &c->keep_prefix);
    if (strcmp(name, "line-width") == 0)
        return set_line_width(c, value);
    if (strcmp(name, "to-letters") == 0)
        return set_letters(c, value);
    if (strcmp(name, "columns") == 0)
        return set_columns(c, value);
    if (strcmp(name, "notation") == 0)
        return set_notation(c, value);
    if (strcmp(name, "no-comments") == 0)
        c->pgn.no_comments = true;
    else if (strcmp(name, "no-variations") == 0)
        c->pgn.no_variations = true;
    else if (strcmp(name, "no-nags") == 0)
        c->pgn.no_nags = true;
    else if (strcmp(name, "wrap-comments") == 0)
        c->pgn.wrap_comments = true;
    else if (strcmp(name, "move-numbers") == 0)
        c->move_numbers = true;
    else if (strcmp(name, "start-fen") == 0)
        c->start_fen = true;
    else if (strcmp(name, "fens") == 0)
        c->fens = true;
    return true;
}

bool convert_settle(struct convert *c)
{
    static const char default_columns[] =
        "Event,Site,Date,Round,White,Black,Result,WhiteElo,BlackElo,ECO,ply_count,moves";
    if (c->cli.common.json && !set_form(c, "json"))
        return false;
    if (c->form->separator)
        return c->column_count > 0 || set_columns(c, default_columns);
    if (c->column_count > 0)
        cli_usage(&c->cli, "--columns is for --to csv");
    return c->column_count == 0;
}
