/* Walking over a folder twice: once for the names that say it all, once for those that may be
   anything, which are looked into. Chess has no files of such names, and a readme that mentions
   1.e4 is not a fault in a collection: so only xiangqi counts there. */
#include "folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const game_suffixes[] = {
    ".pgn",    ".pgn.gz",  ".pgn.zst", ".epd", ".epd.gz", ".epd.zst", ".fen",
    ".fen.gz", ".fen.zst", ".xqf",     ".cbr", ".cbl",    ".cbf",     ".ubb",
    ".ccm",    ".mxq",     ".che",     ".chn", NULL};

static const char *const unsure_suffixes[] = {".txt", ".htm", ".html", NULL};

/* What cannot be read now is passed over: nothing says that it is about games. */
static bool holds_xiangqi(const char *path, const struct read_options *read)
{
    struct read_options plain = *read;
    struct error err;
    plain.game = GAME_COUNT;
    plain.hash = false;
    struct reader *r = reader_open(path, &plain, &err);
    bool holds = r && reader_tells_game(r) && reader_game(r) == GAME_XIANGQI;
    reader_close(r);
    return holds;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool folder_add(struct paths *files, const char *dir, const struct read_options *read,
                struct error *err)
{
    struct paths unsure = {0};
    struct error other;
    const size_t first = files->count;
    bool ok = paths_add_folder(files, dir, game_suffixes, err);
    paths_add_folder(&unsure, dir, unsure_suffixes, &other); /* the same faults, told above */
    for (size_t i = 0; i < unsure.count; i++)
        if (holds_xiangqi(unsure.items[i], read) &&
            !paths_add(files, unsure.items[i], ok ? err : &other))
            ok = false;
    paths_free(&unsure);
    if (files->count > first)
        qsort(files->items + first, files->count - first, sizeof *files->items, compare_paths);
    return ok;
}

/* --- What their files are called -------------------------------------------------------------- */

bool folder_names_add(struct folder_names *n, const struct paths *operands, size_t first,
                      struct error *err)
{
    struct stat st;
    for (size_t i = first; i < operands->count; i++) {
        const char *path = operands->items[i];
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode) && !paths_add(&n->folders, path, err))
            return false;
    }
    return true;
}

/* The length of the path FOLDER without slashes at its end. */
static size_t folder_length(const char *folder)
{
    size_t len = strlen(folder);
    while (len > 0 && folder[len - 1] == '/')
        len--;
    return len;
}

/* What comes behind FOLDER in PATH, or NULL if PATH does not lie below it. */
static const char *path_below(const char *folder, const char *path)
{
    const size_t len = folder_length(folder);
    if (strncmp(folder, path, len) != 0 || path[len] != '/')
        return NULL;
    return path + len + strspn(path + len, "/");
}

/* Append the own name of FOLDER and a slash; nothing if it has none, as "..". */
static void add_own_name(struct buffer *out, const char *folder)
{
    const size_t end = folder_length(folder);
    size_t begin = end;
    while (begin > 0 && folder[begin - 1] != '/')
        begin--;
    const bool is_nameless = strspn(folder + begin, ".") >= end - begin && end - begin <= 2;
    if (!is_nameless) {
        buffer_add(out, folder + begin, end - begin);
        buffer_add_char(out, '/');
    }
}

const char *folder_names_find(struct folder_names *n, const char *path)
{
    const size_t count = n->folders.count;
    for (size_t i = 0; i < count; i++) {
        const size_t at = (n->at + i) % count;
        const char *folder = n->folders.items[at], *below = path_below(folder, path);
        if (!below)
            continue;
        n->at = at;
        buffer_clear(&n->name);
        if (count > 1 || !strchr(below, '/'))
            add_own_name(&n->name, folder);
        buffer_add_string(&n->name, below);
        return buffer_terminate(&n->name);
    }
    return NULL;
}

void folder_names_free(struct folder_names *n)
{
    paths_free(&n->folders);
    buffer_free(&n->name);
}
