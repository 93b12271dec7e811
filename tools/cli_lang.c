/* The language in which qipu speaks. The arguments are looked through for --lang before they are
   read, since what is wrong with them, or --help, may stand in front of it. */
#include "tools/cli.h"
#include "zh/zh.h"

#include <stdlib.h>
#include <string.h>

static const struct language {
    const char *code;
    const struct lang_pair *const *catalogue;
} languages[] = {{"en", NULL}, {"zh", zh_catalogue}};
enum { LANGUAGES = sizeof languages / sizeof languages[0] };

bool cli_lang(const char *code)
{
    for (size_t i = 0; i < LANGUAGES; i++) {
        if (strcmp(languages[i].code, code) == 0) {
            lang_use(languages[i].catalogue); /* English if memory is out */
            return true;
        }
    }
    return false;
}

/* Whether LOCALE, such as zh_CN.UTF-8, is of the language CODE. What qipu writes is UTF-8 in
   any. */
static bool is_locale_of(const char *locale, const char *code)
{
    size_t len = strlen(code);
    return strncmp(locale, code, len) == 0 && strchr("_.@-", locale[len]) != NULL;
}

static void choose_by_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !(locale && *locale); i++)
        locale = getenv(names[i]);
    for (size_t i = 0; locale && i < LANGUAGES; i++)
        if (is_locale_of(locale, languages[i].code))
            cli_lang(languages[i].code);
}

void cli_choose_lang(int argc, char **argv)
{
    static const char option[] = "--lang";
    const char *code = NULL;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t len = sizeof option - 1;
        if (strncmp(argv[i], option, len) != 0)
            continue;
        if (argv[i][len] == '=')
            code = argv[i] + len + 1;
        else if (argv[i][len] == '\0' && i + 1 < argc)
            code = argv[i + 1];
    }
    if (!code || !cli_lang(code))
        choose_by_locale();
}
