/* One file for each game. A file that is there already is never written over: its number may come
   from another run. */
#include "tools/game_files.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

bool game_files_start(struct game_files *g, const struct cli *cli, const char *suffix)
{
    const char *path = cli->common.output;
    size_t len = path ? strlen(path) : 0;
    struct stat st;
    *g = (struct game_files){.suffix = suffix};
    if (len == 0)
        return true;
    bool is_there = stat(path, &st) == 0;
    if (is_there ? S_ISDIR(st.st_mode) : path[len - 1] == '/')
        g->folder = path;
    if (!g->folder || is_there || mkdir(path, 0777) == 0)
        return true;
    cli_message("%s: cannot make the folder: %s", path, lang_text(strerror(errno)));
    return false;
}

static bool put_in_folder(const struct game_files *g, const char *data, size_t len)
{
    struct error err;
    struct stat st;
    struct buffer name = {0};
    size_t end = strlen(g->folder);
    buffer_printf(&name, "%s%s%06" PRIu64 "%s", g->folder, g->folder[end - 1] == '/' ? "" : "/",
                  g->written, g->suffix);
    const char *path = buffer_terminate(&name);
    struct output *out = NULL;
    bool ok = false;
    if (lstat(path, &st) == 0) {
        cli_message("%s: is there already", path);
    } else if ((out = output_open(path, false, &err)) == NULL) {
        cli_error(&err);
    } else {
        output_write(out, data, len);
        ok = output_close(out, &err);
        if (!ok)
            cli_error(&err);
    }
    buffer_free(&name);
    return ok;
}

bool game_files_put(struct game_files *g, const char *data, size_t len, struct buffer *out)
{
    g->written++;
    if (g->folder)
        return put_in_folder(g, data, len);
    if (g->written == 1) {
        buffer_add(out, data, len);
        return true;
    }
    cli_message("a %s file holds one game, and there are more: name a folder, -o FOLDER/",
                g->suffix);
    return false;
}
