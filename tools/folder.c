/* Files below a folder: those whose names say it all, and those that may be anything, which are
   looked into. Chess has no files of such names, and a readme that mentions 1.e4 is not a fault in a
   collection: so only xiangqi counts there, and chess is told of if nothing else is found. */
#include "tools/folder.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const char *const game_suffixes[] = {
    ".pgn",    ".pgn.gz",  ".pgn.zst", ".epd", ".epd.gz", ".epd.zst", ".fen",
    ".fen.gz", ".fen.zst", ".xqf",     ".cbr", ".cbl",    ".cbf",     ".ubb",
    ".ccm",    ".mxq",     ".che",     ".chn", NULL};

static const char *const unsure_suffixes[] = {".txt", ".htm", ".html", NULL};

static const char *const scid_suffixes[] = {".si4", ".sn4", ".sg4", ".si5", ".sn5", ".sg5", NULL};

static const char *own_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool ends_in(const char *path, const char *const *suffixes)
{
    const char *name = own_name(path);
    const size_t len = strlen(name);
    for (; *suffixes; suffixes++) {
        const size_t n = strlen(*suffixes);
        if (len > n && strcasecmp(name + len - n, *suffixes) == 0)
            return true;
    }
    return false;
}

/* Read on to a game that prose and lists of files do not have: one with tags, or with two legal
   moves. */
static bool has_game(struct reader *r, bool *has_tags)
{
    struct record rec;
    struct findings ignored = {.minimum = SEVERITY_ERROR};
    struct error err;
    bool found = false;
    record_init(&rec);
    while (!found && reader_next(r, &rec, &ignored, &err) == READ_GAME) {
        *has_tags = rec.tag_count > 0;
        found = *has_tags || rec.ply_count >= 2;
    }
    record_free(&rec);
    findings_free(&ignored);
    return found;
}

/* What cannot be read now is passed over: nothing says that it is about games. */
static enum looked_kind look_into(const char *path, const struct read_options *read, bool *has_tags)
{
    struct read_options plain = *read;
    struct error err;
    enum looked_kind kind = LOOKED_TEXT;
    plain.game = GAME_COUNT;
    plain.otherwise = GAME_CHESS;
    plain.hash = false;
    *has_tags = false;
    struct reader *r = reader_open(path, &plain, &err);
    if (!r)
        return LOOKED_OTHER;
    if (has_game(r, has_tags))
        kind = reader_game(r) == GAME_XIANGQI ? LOOKED_GAMES : LOOKED_CHESS;
    else if (reader_consumed(r) == 0)
        kind = LOOKED_EMPTY;
    reader_close(r);
    return kind;
}

static bool sort_file(struct paths *files, const char *path, const struct read_options *read,
                      struct looked *looked, struct error *err)
{
    bool has_tags = false;
    enum looked_kind kind = ends_in(path, game_suffixes)     ? LOOKED_GAMES
                            : ends_in(path, scid_suffixes)   ? LOOKED_SCID
                            : ends_in(path, unsure_suffixes) ? look_into(path, read, &has_tags)
                                                             : LOOKED_OTHER;
    if (kind == LOOKED_GAMES)
        return paths_add(files, path, err);
    looked->counts[kind]++;
    looked->passed_over[kind] += kind == LOOKED_SCID || has_tags;
    return true;
}

bool folder_add(struct paths *files, const char *dir, const struct read_options *read,
                struct looked *looked, struct error *err)
{
    struct paths all = {0}, closed = {0};
    bool ok = paths_add_folder(&all, &closed, dir, err);
    for (size_t i = 0; ok && i < all.count && !input_interrupted(); i++)
        ok = sort_file(files, all.items[i], read, looked, err);
    for (size_t i = 0; ok && i < closed.count; i++)
        ok = paths_add(files, closed.items[i], err);
    paths_free(&all);
    paths_free(&closed);
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

/* By their own names, then by the folders. */
static int compare_names(const void *x, const void *y)
{
    const char *const *a = x, *const *b = y;
    const int order = strcmp(own_name(*a), own_name(*b));
    return order != 0 ? order : strcmp(*a, *b);
}

/* How much of PATH up to a slash is as in OTHER, of which LEN bytes count. */
static size_t shared_folder(const char *path, const char *other, size_t len)
{
    size_t shared = 0;
    for (size_t i = 0; i < len && path[i] && path[i] == other[i]; i++)
        shared = path[i] == '/' ? i + 1 : shared;
    return shared;
}

bool folder_names_look(struct folder_names *n, const struct paths *files, struct error *err)
{
    size_t count = 0;
    const char **others = malloc((files->count + 1) * sizeof *others);
    if (!others)
        return error_no_memory(err);
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->items[i], "-") != 0 && !folder_names_find(n, files->items[i]))
            others[count++] = files->items[i];
    qsort(others, count, sizeof *others, compare_names);
    n->shared = count > 0 ? (size_t)(own_name(others[0]) - others[0]) : 0;
    bool are_alike = false;
    for (size_t i = 1; i < count; i++) {
        n->shared = shared_folder(others[i], others[0], n->shared);
        are_alike |= strcmp(own_name(others[i - 1]), own_name(others[i])) == 0 &&
                     strcmp(others[i - 1], others[i]) != 0;
    }
    n->are_alike = are_alike;
    free(others);
    return true;
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
    return n->are_alike && strcmp(path, "-") != 0 ? path + n->shared : NULL;
}

void folder_names_free(struct folder_names *n)
{
    paths_free(&n->folders);
    buffer_free(&n->name);
}
