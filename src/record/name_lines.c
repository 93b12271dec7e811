/* See name_lines.h. The text is cut in place: a line ends with a NUL where its line end was. */
#include "record/name_lines.h"
#include "base/input.h"
#include "base/lang.h"
#include "base/utf8.h"

#include <string.h>

bool name_lines_open(struct name_lines *l, const char *path, struct error *err)
{
    static const char mark[] = "\xef\xbb\xbf";
    *l = (struct name_lines){.path = path};
    if (!input_read_file(path, &l->text, err))
        return false;
    buffer_terminate(&l->text);
    if (l->text.failed)
        return error_no_memory(err);
    l->next = l->text.data;
    if (strncmp(l->next, mark, sizeof mark - 1) == 0)
        l->next += sizeof mark - 1;
    l->line = l->next;
    return true;
}

bool name_lines_refuse(const struct name_lines *l, const char *at, const char *name,
                       const char *what, struct error *err)
{
    size_t column = 1;
    for (const char *s = l->line; s < at; s++)
        column += ((unsigned char)*s & 0xC0) != 0x80;
    return error_set(err, ERROR_FORMAT, "%s:%llu:%zu: '%s' %s", l->path,
                     (unsigned long long)l->number, column, name, lang_text(what));
}

/* Cut the next line off; false if it is not text. */
static bool cut_line(struct name_lines *l, struct error *err)
{
    char *line = l->line = l->next, *end = strchr(line, '\n');
    const size_t len = end ? (size_t)(end - line) : strlen(line);
    l->number++;
    if (!end && line + len != l->text.data + l->text.len)
        return name_lines_refuse(l, line + len, "\\0", LANG("is a byte that no text has"), err);
    l->next = end ? end + 1 : NULL;
    line[len] = '\0';
    line[strcspn(line, "\r")] = '\0';
    const size_t valid = utf8_valid_prefix(line, strlen(line));
    return line[valid] == '\0' ||
           name_lines_refuse(l, line + valid, "?", LANG("is not in UTF-8"), err);
}

static bool take_directive(struct name_lines *l, const char *word, struct error *err)
{
    bool *said = strcmp(word, "%fold") == 0       ? &l->folds
                 : strcmp(word, "%initials") == 0 ? &l->takes_initials
                                                  : NULL;
    if (!said)
        return name_lines_refuse(l, word, word, LANG("is neither %fold nor %initials"), err);
    *said = true;
    return true;
}

bool name_lines_next(struct name_lines *l, char **line, struct error *err)
{
    for (*line = NULL; l->next && !*line;) {
        if (!cut_line(l, err))
            return false;
        const char *text = l->line + strspn(l->line, " ");
        if (*text == '%') {
            if (!take_directive(l, text, err))
                return false;
        } else if (*text != '#' && text[strspn(text, " \t")] != '\0') {
            *line = l->line;
        }
    }
    return true;
}
