/* Collecting file names. Folders are walked with a list of those still to visit, not by recursion,
   so that a deep tree costs memory and not stack. */
#include "base/paths.h"

#include "base/buffer.h"
#include "base/input.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static bool append(struct paths *p, char *item, struct error *err)
{
    if (p->count == p->cap) {
        size_t cap = p->cap ? 2 * p->cap : 16;
        char **items =
            cap > SIZE_MAX / sizeof *items ? NULL : realloc(p->items, cap * sizeof *items);
        if (!items) {
            free(item);
            return error_no_memory(err);
        }
        p->items = items;
        p->cap = cap;
    }
    p->items[p->count++] = item;
    return true;
}

bool paths_add(struct paths *p, const char *path, struct error *err)
{
    char *copy = strdup(path);
    return copy ? append(p, copy, err) : error_no_memory(err);
}

static bool has_suffix(const char *name, const char *const *suffixes)
{
    size_t len = strlen(name);
    for (; *suffixes; suffixes++) {
        size_t n = strlen(*suffixes);
        if (len > n && strcasecmp(name + len - n, *suffixes) == 0)
            return true;
    }
    return false;
}

static char *join(const char *dir, const char *name)
{
    size_t dir_len = strlen(dir), name_len = strlen(name);
    bool slash = dir_len > 0 && dir[dir_len - 1] != '/';
    char *path = malloc(dir_len + slash + name_len + 1);
    if (path) {
        memcpy(path, dir, dir_len);
        if (slash)
            path[dir_len] = '/';
        memcpy(path + dir_len + slash, name, name_len + 1);
    }
    return path;
}

/* Put what NAME in DIR is into its list: FOLDERS, FILES, or neither. */
static bool sort_entry(const char *dir, const char *name, const char *const *suffixes,
                       struct paths *folders, struct paths *files, struct error *err)
{
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    char *path = join(dir, name);
    if (!path)
        return error_no_memory(err);
    struct stat st;
    if (lstat(path, &st) == 0) {
        if (S_ISDIR(st.st_mode))
            return append(folders, path, err);
        bool is_file = S_ISREG(st.st_mode) ||
                       (S_ISLNK(st.st_mode) && stat(path, &st) == 0 && S_ISREG(st.st_mode));
        if (is_file && has_suffix(name, suffixes))
            return append(files, path, err);
    }
    free(path);
    return true;
}

static bool read_folder(const char *dir, const char *const *suffixes, struct paths *folders,
                        struct paths *files, struct error *err)
{
    DIR *d = opendir(dir);
    if (!d)
        return error_set_errno(err, errno, "%s", dir);
    bool ok = true;
    struct dirent *entry;
    while (ok && (errno = 0, entry = readdir(d)) != NULL)
        ok = sort_entry(dir, entry->d_name, suffixes, folders, files, err);
    if (ok && errno != 0)
        ok = error_set_errno(err, errno, "%s", dir);
    closedir(d);
    return ok;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool paths_add_folder(struct paths *p, const char *dir, const char *const *suffixes,
                      struct error *err)
{
    struct paths folders = {0}, files = {0};
    struct error other;
    bool ok = paths_add(&folders, dir, err);
    /* A folder that cannot be read does not hide the others: the first fault is told at the end. */
    while (folders.count > 0) {
        char *folder = folders.items[--folders.count];
        if (!read_folder(folder, suffixes, &folders, &files, ok ? err : &other))
            ok = false;
        free(folder);
    }
    if (files.count > 1)
        qsort(files.items, files.count, sizeof *files.items, compare_paths);
    for (size_t i = 0; i < files.count; i++) {
        if (!append(p, files.items[i], ok ? err : &other))
            ok = false;
    }
    files.count = 0; /* the names belong to P now */
    paths_free(&files);
    paths_free(&folders);
    return ok;
}

static bool read_whole(const char *path, struct buffer *b, struct error *err)
{
    enum { BLOCK = 64 * 1024 };
    struct input *in = input_open(path, err);
    if (!in)
        return false;
    ssize_t n = 0;
    do {
        if (!buffer_reserve(b, BLOCK)) {
            error_no_memory(err);
            n = -1;
            break;
        }
        n = input_read(in, b->data + b->len, BLOCK, err);
        if (n > 0)
            b->len += (size_t)n;
    } while (n > 0);
    input_close(in);
    return n == 0;
}

bool paths_add_listed(struct paths *p, const char *list, struct error *err)
{
    struct buffer text = {0};
    bool ok = read_whole(list, &text, err);
    if (ok && text.len > 0) {
        char end = memchr(text.data, '\0', text.len) ? '\0' : '\n';
        size_t start = 0;
        buffer_add_char(&text, end);
        ok = !text.failed || error_no_memory(err);
        for (size_t i = 0; ok && i < text.len; i++) {
            if (text.data[i] != end)
                continue;
            text.data[i] = '\0';
            if (end == '\n' && i > start && text.data[i - 1] == '\r')
                text.data[i - 1] = '\0';
            if (text.data[start] != '\0')
                ok = paths_add(p, text.data + start, err);
            start = i + 1;
        }
    }
    buffer_free(&text);
    return ok;
}

void paths_free(struct paths *p)
{
    for (size_t i = 0; i < p->count; i++)
        free(p->items[i]);
    free(p->items);
    *p = (struct paths){0};
}
