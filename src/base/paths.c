/* Collecting file names. Folders are walked with a list of those still to visit, not by recursion,
   so that a deep tree costs memory and not stack. */
#include "base/paths.h"
#include "base/array.h"

#include "base/buffer.h"
#include "base/input.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool append(struct paths *p, char *item, struct error *err)
{
    if (p->count == p->cap) {
        char **items = array_grow(p->items, &p->cap, 16, sizeof *items);
        if (!items) {
            free(item);
            return error_no_memory(err);
        }
        p->items = items;
    }
    p->items[p->count++] = item;
    return true;
}

bool paths_add(struct paths *p, const char *path, struct error *err)
{
    char *copy = strdup(path);
    return copy ? append(p, copy, err) : error_no_memory(err);
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

/* What a walk over folders has found. */
struct found {
    struct paths folders, files; /* FOLDERS: those still to visit */
    struct paths *closed;
};

static bool is_file(int folder, const char *name, const struct stat *st)
{
    struct stat to;
    return S_ISREG(st->st_mode) ||
           (S_ISLNK(st->st_mode) && fstatat(folder, name, &to, 0) == 0 && S_ISREG(to.st_mode));
}

/* Put what NAME in DIR is, which is open as FOLDER, into its list. Sets *IS_CLOSED if DIR may not be
   entered. */
static bool sort_entry(struct found *f, const char *dir, int folder, const char *name,
                       bool *is_closed, struct error *err)
{
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    struct stat st;
    struct paths *list;
    if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
        list = S_ISDIR(st.st_mode) ? &f->folders : is_file(folder, name, &st) ? &f->files : NULL;
    } else {
        *is_closed = *is_closed || errno == EACCES;
        list = errno == EACCES || errno == ENOENT ? NULL : f->closed; /* ENOENT: it has just gone */
    }
    if (!list)
        return true;
    char *path = join(dir, name);
    return path ? append(list, path, err) : error_no_memory(err);
}

/* False if memory is out. */
static bool read_folder(struct found *f, const char *dir, struct error *err)
{
    const int fd = path_open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    if (!d) {
        if (fd >= 0)
            close(fd);
        return paths_add(f->closed, dir, err);
    }
    bool ok = true, is_closed = false;
    struct dirent *entry;
    while (ok && (errno = 0, entry = readdir(d)) != NULL)
        ok = sort_entry(f, dir, fd, entry->d_name, &is_closed, err);
    is_closed = is_closed || (ok && errno != 0);
    closedir(d);
    return ok && (!is_closed || paths_add(f->closed, dir, err));
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(struct paths *list)
{
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items, compare_paths);
}

bool paths_add_folder(struct paths *p, struct paths *closed, const char *dir, struct error *err)
{
    struct found f = {.closed = closed};
    bool ok = paths_add(&f.folders, dir, err);
    while (ok && f.folders.count > 0 && !input_interrupted()) {
        char *folder = f.folders.items[--f.folders.count];
        ok = read_folder(&f, folder, err);
        free(folder);
    }
    sort(&f.files);
    sort(closed);
    size_t taken = 0;
    while (ok && taken < f.files.count) {
        char *path = f.files.items[taken];
        f.files.items[taken++] = NULL; /* it belongs to P now */
        ok = append(p, path, err);
    }
    paths_free(&f.files);
    paths_free(&f.folders);
    return ok;
}

/* In pieces that the system takes, each from the folder that the one before it leads to. */
int path_open(const char *path, int flags)
{
    enum { PIECE_MAX = 1024 }; /* more than any name, less than any PATH_MAX */
    int fd = open(path, flags), folder = AT_FDCWD;
    if (fd >= 0 || errno != ENAMETOOLONG)
        return fd;
    for (;;) {
        char piece[PIECE_MAX];
        size_t len = strlen(path);
        const bool is_last = len < PIECE_MAX;
        if (!is_last)
            for (len = PIECE_MAX - 1; len > 0 && path[len] != '/';)
                len--;
        memcpy(piece, path, len);
        piece[len] = '\0';
        fd = openat(folder, piece, is_last ? flags : O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        const int fault = errno;
        if (folder != AT_FDCWD)
            close(folder);
        errno = fault;
        if (fd < 0 || is_last)
            return fd;
        folder = fd;
        for (path += len; *path == '/';)
            path++;
    }
}

bool paths_add_listed(struct paths *p, const char *list, struct error *err)
{
    struct buffer text = {0};
    bool ok = input_read_file(list, &text, err);
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
