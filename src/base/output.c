/* Output streams. A regular file is written beside its place; devices and pipes are written
   directly. */
#include "base/output.h"
#include "base/beside.h"
#include "base/lang.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OUTPUT_SIZE = 256 * 1024 };

struct output {
    int fd;
    int failure; /* the errno of the first failed write, 0 if none */
    bool line_buffered;
    bool owns_fd;
    char *name; /* for messages */
    struct beside place;
    struct buffer held, scratch;
};

static void free_output(struct output *out)
{
    if (out->owns_fd && out->fd >= 0)
        close(out->fd);
    buffer_free(&out->held);
    buffer_free(&out->scratch);
    free(out->name);
    beside_discard(&out->place);
    free(out);
}

static struct output *new_output(const char *name, bool line_buffered, struct error *err)
{
    struct output *out = calloc(1, sizeof *out);
    if (out) {
        out->fd = -1;
        out->line_buffered = line_buffered;
        out->name = strdup(name);
        if (out->name && buffer_reserve(&out->held, OUTPUT_SIZE))
            return out;
        free_output(out);
    }
    error_no_memory(err);
    return NULL;
}

static struct output *open_stdout(bool line_buffered, struct error *err)
{
    struct output *out = new_output(lang_text("standard output"), line_buffered, err);
    if (out)
        out->fd = STDOUT_FILENO;
    return out;
}

struct output *output_stderr(struct error *err)
{
    struct output *out = new_output("standard error", true, err);
    if (out)
        out->fd = STDERR_FILENO;
    return out;
}

struct output *output_open(const char *path, bool line_buffered, struct error *err)
{
    if (strcmp(path, "-") == 0)
        return open_stdout(line_buffered, err);
    struct output *out = new_output(path, line_buffered, err);
    if (!out)
        return NULL;
    errno = 0;
    out->fd = beside_open(&out->place, path);
    out->owns_fd = out->fd >= 0;
    if (out->fd < 0) {
        error_set_errno(err, errno ? errno : ENOMEM, "%s: cannot write", path);
        output_discard(out);
        return NULL;
    }
    return out;
}

static void write_all(struct output *out, const char *data, size_t len)
{
    while (len > 0 && !out->failure) {
        ssize_t n = write(out->fd, data, len);
        if (n >= 0) {
            data += n;
            len -= (size_t)n;
        } else if (errno != EINTR) {
            out->failure = errno;
        }
    }
}

static void flush(struct output *out)
{
    write_all(out, out->held.data, out->held.len);
    buffer_clear(&out->held);
}

void output_write(struct output *out, const void *data, size_t len)
{
    if (out->failure)
        return;
    if (len > OUTPUT_SIZE - out->held.len)
        flush(out);
    if (len >= OUTPUT_SIZE)
        write_all(out, data, len);
    else
        buffer_add(&out->held, data, len);
    if (out->line_buffered)
        flush(out);
}

void output_string(struct output *out, const char *s)
{
    output_write(out, s, strlen(s));
}

void output_buffer(struct output *out, struct buffer *b)
{
    if (b->failed && !out->failure)
        out->failure = ENOMEM;
    output_write(out, b->data, b->len);
    buffer_clear(b);
}

void output_printf(struct output *out, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int needed = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (needed >= 0 && buffer_reserve(&out->scratch, (size_t)needed + 1)) {
        vsnprintf(out->scratch.data, (size_t)needed + 1, format, again);
        output_write(out, out->scratch.data, (size_t)needed);
    } else if (!out->failure) {
        out->failure = ENOMEM;
    }
    va_end(again);
}

void output_flush(struct output *out)
{
    flush(out);
}

bool output_failed(const struct output *out)
{
    return out->failure != 0;
}

bool output_pipe_closed(const struct output *out)
{
    return out->failure == EPIPE;
}

const char *output_waiting(const struct output *out)
{
    return out->place.temporary ? out->name : NULL;
}

bool output_close(struct output *out, struct error *err)
{
    flush(out);
    if (out->owns_fd) {
        if (close(out->fd) != 0 && errno != EINTR && !out->failure)
            out->failure = errno;
        out->fd = -1;
    }
    if (!out->failure && !beside_finish(&out->place))
        out->failure = errno;
    bool ok = !out->failure;
    if (!ok)
        error_set_errno(err, out->failure, "%s: cannot write", out->name);
    output_discard(out);
    return ok;
}

void output_discard(struct output *out)
{
    free_output(out);
}

static bool stat_stream(const char *path, int standard_fd, struct stat *st)
{
    return (strcmp(path, "-") == 0 ? fstat(standard_fd, st) : stat(path, st)) == 0 &&
           S_ISREG(st->st_mode);
}

bool output_is_same_file(const char *path, const char *other)
{
    struct stat a, b;
    return stat_stream(path, STDOUT_FILENO, &a) && stat_stream(other, STDIN_FILENO, &b) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
