/* Output that goes to many files. */
#include "tools/convert/split_files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_FILES = 64, NAME_LENGTH = 100, REFUSED = -2 };
static const size_t HELD_MAX = (size_t)128 << 20; /* with what buffers have in reserve */

struct split_file {
    char *path; /* NULL: a free place of the table */
    struct buffer held;
    struct beside place;
    uint64_t lines; /* written, if they are counted */
    bool is_made;
};

bool split_template_ok(const char *template)
{
    const char *sign = template ? strstr(template, "{}") : NULL;
    if (sign && !strstr(sign + 2, "{}"))
        return true;
    cli_message(
        "--split needs -o with a name in which {} stands for what differs: -o 'games-{}.pgn'");
    return false;
}

static bool out_of_memory(void)
{
    cli_message("out of memory");
    return false;
}

/* --- Writing ---------------------------------------------------------------------------------- */

/* A file that is not there is no input, so inputs, of which there may be many, are looked at only
   for one that is. */
static bool may_put(const struct split_files *s, const struct split_file *f)
{
    struct stat st;
    if (lstat(f->path, &st) != 0)
        return true;
    if (cli_is_input(s->cli, f->path))
        cli_message("%s: is an input, and would be overwritten", f->path);
    else if (!s->force)
        cli_message("%s: is there already (--force writes over it)", f->path);
    else
        return true;
    return false;
}

static bool cannot_write(const struct split_file *f)
{
    cli_message("%s: cannot write: %s", f->path, strerror(errno));
    return false;
}

/* To be appended to, but for a new file. */
static int open_file(const struct split_files *s, struct split_file *f)
{
    if (f->is_made)
        return open(f->place.temporary ? f->place.temporary : f->path,
                    O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    f->is_made = true;
    return may_put(s, f) ? beside_open(&f->place, f->path) : REFUSED;
}

/* What is held becomes text in the encoding wanted. */
static bool encode(struct split_files *s, struct split_file *f)
{
    struct buffer out = {0};
    encoder_add(s->encoder, &out, f->held.data, f->held.len, &f->lines);
    if (s->encoder->lost > 0 && !s->lossy)
        s->lossy = f->path;
    buffer_free(&f->held);
    f->held = out;
    return !out.failed;
}

static bool write_file(struct split_files *s, struct split_file *f)
{
    if (f->held.len == 0)
        return true;
    if (s->encoder && !encode(s, f))
        return out_of_memory();
    int fd = open_file(s, f);
    if (fd < 0)
        return fd != REFUSED && cannot_write(f);
    size_t done = 0;
    while (done < f->held.len) {
        ssize_t n = write(fd, f->held.data + done, f->held.len - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            break;
        done += (size_t)n;
    }
    const int failure = done < f->held.len ? errno : 0;
    if (close(fd) != 0 || failure) {
        errno = failure ? failure : errno;
        return cannot_write(f);
    }
    buffer_free(&f->held);
    f->held = (struct buffer){0};
    return true;
}

/* Another file may have come since this one was begun. */
static bool put_in_place(const struct split_files *s, struct split_file *f)
{
    if (!f->place.temporary)
        return true;
    return may_put(s, f) && (beside_finish(&f->place) || cannot_write(f));
}

/* Write what is held, so that memory does not fill up. */
static bool write_files(struct split_files *s)
{
    s->held = 0;
    for (size_t i = 0; i < s->cap; i++)
        if (s->files[i].path && !write_file(s, &s->files[i]))
            return false;
    return true;
}

bool split_files_finish(struct split_files *s)
{
    if (!write_files(s))
        return false;
    for (size_t i = 0; i < s->cap; i++)
        if (!put_in_place(s, &s->files[i]))
            return false;
    return true;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* Append NAME as a part of a file's name: without what some system has no place for. */
static void add_name(struct buffer *out, const char *name)
{
    size_t len = strlen(name);
    if (len > NAME_LENGTH)
        len = utf8_valid_prefix(name, NAME_LENGTH);
    while (len > 0 && (name[len - 1] == ' ' || name[len - 1] == '.'))
        len--;
    for (size_t i = 0, n; i < len; i += n) {
        uint32_t c;
        n = utf8_decode(name + i, len - i, &c);
        if (utf8_is_control(c) || (c < 0x80 && strchr("/\\:*?\"<>|", (int)c)) ||
            (i == 0 && c == '.'))
            buffer_add_char(out, '_');
        else
            buffer_add(out, name + i, n);
    }
    if (len == 0)
        buffer_add_string(out, "unknown");
}

/* The path of a file; the caller frees. NULL if memory is out. */
static char *make_path(const struct split_files *s, const char *name)
{
    const char *sign = strstr(s->template, "{}");
    struct buffer path = {0};
    buffer_add(&path, s->template, (size_t)(sign - s->template));
    if (s->per_file > 0)
        buffer_printf(&path, "%06" PRIu64, (s->games - 1) / s->per_file + 1);
    else
        add_name(&path, name);
    buffer_add_string(&path, sign + 2);
    buffer_terminate(&path);
    if (!path.failed)
        return path.data;
    buffer_free(&path);
    return NULL;
}

static size_t place_of(const struct split_file *files, size_t cap, const char *path)
{
    struct hash h;
    hash_start(&h, 0);
    hash_add(&h, path, strlen(path));
    size_t i = (size_t)hash_value(&h) & (cap - 1);
    while (files[i].path && strcmp(files[i].path, path) != 0)
        i = (i + 1) & (cap - 1);
    return i;
}

static bool grow(struct split_files *s)
{
    const size_t cap = s->cap ? 2 * s->cap : FIRST_FILES;
    struct split_file *files = calloc(cap, sizeof *files);
    if (!files)
        return false;
    for (size_t i = 0; i < s->cap; i++)
        if (s->files[i].path)
            files[place_of(files, cap, s->files[i].path)] = s->files[i];
    free(s->files);
    s->files = files;
    s->cap = cap;
    return true;
}

/* The file PATH, which is freed or becomes its own. NULL if memory is out. */
static struct split_file *find_file(struct split_files *s, char *path)
{
    if (s->count >= s->cap / 2 && !grow(s)) {
        free(path);
        return NULL;
    }
    struct split_file *f = &s->files[place_of(s->files, s->cap, path)];
    if (f->path) {
        free(path);
        return f;
    }
    s->count++;
    *f = (struct split_file){.path = path};
    buffer_add(&f->held, s->head->data, s->head->len);
    s->held += f->held.cap;
    return f;
}

bool split_files_put(struct split_files *s, const char *name, const char *text, size_t len)
{
    s->games++;
    char *path = make_path(s, name);
    struct split_file *f = path ? find_file(s, path) : NULL;
    if (!f)
        return out_of_memory();
    const size_t reserved = f->held.cap;
    buffer_add(&f->held, text, len);
    if (f->held.failed)
        return out_of_memory();
    s->held += f->held.cap - reserved;
    /* A file with a number is done with its last game. */
    if (s->per_file > 0 && s->games % s->per_file == 0) {
        s->held -= f->held.cap < s->held ? f->held.cap : s->held;
        return write_file(s, f) && put_in_place(s, f);
    }
    return s->held < HELD_MAX || write_files(s);
}

void split_files_free(struct split_files *s)
{
    for (size_t i = 0; i < s->cap; i++) {
        free(s->files[i].path);
        buffer_free(&s->files[i].held);
        beside_discard(&s->files[i].place);
    }
    free(s->files);
}
