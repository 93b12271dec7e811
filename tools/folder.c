/* Walking over a folder twice: once for the names that say it all, once for those that may be
   anything, which are looked into. Chess has no files of such names, and a readme that mentions
   1.e4 is not a fault in a collection: so only xiangqi counts there. */
#include "folder.h"

#include <stdlib.h>
#include <string.h>

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
