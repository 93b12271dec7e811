/* Files are named by their way from the folder of the baseline, so that it fits wherever the
   collection lies and validate is called. */
#define _XOPEN_SOURCE 700 /* for realpath, which POSIX counts among the extensions */
#include "tools/validate_known.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The real path of the folder that PATH lies in; the caller frees. */
static char *real_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct buffer folder = {0};
    if (slash)
        buffer_add(&folder, path, slash == path ? 1 : (size_t)(slash - path));
    else
        buffer_add_char(&folder, '.');
    char *real = realpath(buffer_terminate(&folder), NULL);
    buffer_free(&folder);
    return real;
}

bool known_start(struct known_findings *k, struct cli *cli)
{
    struct error err;
    const char *path = k->write_path ? k->write_path : k->read_path;
    if (k->read_path && !baseline_read(&k->base, k->read_path, &err)) {
        cli_error(&err);
        baseline_free(&k->base);
        return false;
    }
    if (k->write_path && !(k->out = cli_output_to(cli, k->write_path)))
        return false;
    if (path)
        k->folder = real_folder(path);
    return true;
}

/* --- Files ------------------------------------------------------------------------------------ */

/* A link is a file of the collection, wherever it leads to. */
static void name_from_folder(struct known_findings *k, const char *path, const char *folder)
{
    const char *slash = strrchr(path, '/');
    struct buffer whole = {0};
    buffer_add_string(&whole, folder);
    buffer_add_string(&whole, strcmp(folder, "/") == 0 ? "" : "/");
    buffer_add_string(&whole, slash ? slash + 1 : path);
    path_from(&k->file, k->folder, buffer_terminate(&whole));
    k->file.failed = k->file.failed || whole.failed;
    buffer_free(&whole);
}

bool known_open(struct known_findings *k, const char *path)
{
    struct error ignored;
    char *folder = k->folder && strcmp(path, "-") != 0 ? real_folder(path) : NULL;
    buffer_clear(&k->file);
    if (folder)
        name_from_folder(k, path, folder);
    else
        buffer_add_string(&k->file, strcmp(path, "-") == 0 ? "<stdin>" : path);
    free(folder);
    const char *name = buffer_terminate(&k->file);
    if (k->file.failed || !k->read_path)
        return !k->file.failed;
    /* As it stands in the baseline. */
    struct buffer shown = {0};
    finding_escape(&shown, name, strlen(name));
    const char *text = buffer_terminate(&shown);
    const bool ok = !shown.failed && paths_add(&k->files, text, &ignored);
    buffer_free(&shown);
    return ok;
}

/* --- Findings --------------------------------------------------------------------------------- */

bool known_ask(struct known_findings *k, struct finding_line *line, const char *game,
               bool *is_known)
{
    *is_known = false;
    const bool has_file = k->read_path || k->write_path;
    if (!k->prints && (!has_file || line->severity < k->least))
        return true;
    const char *file = buffer_terminate(&k->file);
    const struct baseline_entry *e = baseline_count(&k->base, file, game, line->ply, line->code);
    if (!e)
        return false;
    struct hash h;
    hash_start(&h, e->found);
    hash_add(&h, e->key, strlen(e->key));
    line->fingerprint = hash_value(&h);
    *is_known = line->severity >= k->least && (k->write_path || e->found <= e->known);
    return true;
}

/* --- The end ---------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_there(const struct known_findings *k, const char *file)
{
    struct buffer path = {0};
    if (k->folder && *file != '/')
        buffer_printf(&path, "%s/", k->folder);
    buffer_add_string(&path, file);
    const bool there = access(buffer_terminate(&path), F_OK) == 0;
    buffer_free(&path);
    return there;
}

/* Whether it would have been found if it were still there. */
static bool was_looked_for(const struct known_findings *k, const struct baseline_entry *e)
{
    const char *name = e->file;
    if (e->code == FINDING_CODES)
        return true;
    if (k->unwanted[e->code] || finding_severity(e->code, k->strict) < k->least)
        return false;
    return (k->files.count > 0 &&
            bsearch(&name, k->files.items, k->files.count, sizeof name, compare_names)) ||
           !is_there(k, name);
}

/* Say that some of E are gone. */
static void tell_gone(const struct known_findings *k, const struct baseline_entry *e)
{
    struct buffer text = {0};
    for (const char *s = e->key; *s; s++)
        buffer_add(&text, *s == '\t' ? "; " : s, *s == '\t' ? 2 : 1);
    cli_message("%s: known, but %llu of %llu not found any more: %s", k->read_path,
                (unsigned long long)(e->known - e->found), (unsigned long long)e->known,
                buffer_terminate(&text));
    buffer_free(&text);
}

/* Tell which known ones are gone, or, if the baseline is written anew, keep those that are not. */
static void compare(struct known_findings *k, const struct cli *cli)
{
    enum { MOST = 20 };
    size_t gone = 0;
    if (k->files.count > 1)
        qsort(k->files.items, k->files.count, sizeof *k->files.items, compare_names);
    for (size_t i = 0; i < k->base.count; i++) {
        struct baseline_entry *e = &k->base.entries[i];
        if (e->found >= e->known)
            continue;
        if (!was_looked_for(k, e))
            e->found = e->known;
        else if (!k->write_path && !cli->common.quiet && ++gone <= MOST)
            tell_gone(k, e);
    }
    if (gone > MOST)
        cli_message("%s: and %zu more", k->read_path, gone - MOST);
}

static int write_new(struct known_findings *k, int status)
{
    struct buffer text = {0};
    baseline_write(&k->base, &text);
    if (text.failed)
        status = STATUS_FAILED;
    output_buffer(k->out, &text);
    buffer_free(&text);
    return cli_output_close(k->out, status);
}

int known_finish(struct known_findings *k, const struct cli *cli, int status)
{
    if (k->read_path && status < STATUS_FAILED) /* else it is not known what is gone */
        compare(k, cli);
    if (k->out)
        status = cli_worse(status, write_new(k, status));
    baseline_free(&k->base);
    paths_free(&k->files);
    buffer_free(&k->file);
    free(k->folder);
    return status;
}
