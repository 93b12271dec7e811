/* Lists of words in option values. */
#include "tools/words.h"
#include "tools/cli.h"

#include <stdlib.h>
#include <string.h>

bool words_read(struct words *w, const char *option, const char *list)
{
    words_free(w);
    w->text = strdup(list);
    if (!w->text)
        cli_message("out of memory");
    for (char *word = w->text; word;) {
        char *comma = strchr(word, ',');
        if (comma)
            *comma++ = '\0';
        if (*word == '\0' || w->count == WORDS_MAX) {
            cli_message(*word ? "--%s: more than %d words" : "--%s: a word is missing", option,
                        WORDS_MAX);
            return false;
        }
        w->items[w->count++] = word;
        word = comma;
    }
    return w->text != NULL;
}

void words_free(struct words *w)
{
    free(w->text);
    *w = (struct words){0};
}
