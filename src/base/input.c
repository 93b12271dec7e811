/* Opening inputs and handing out their bytes. The raw bytes pass through a block when they are
   decompressed; plain files are read straight into the caller's memory. */
#include "base/buffer.h"
#include "base/input_codec.h"
#include "base/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile sig_atomic_t is_interrupted;

void input_interrupt(void)
{
    is_interrupted = 1;
}

bool input_interrupted(void)
{
    return is_interrupted != 0;
}

/* Up to LEN bytes straight from the file, fewer only when the system gives fewer: 0 at the end. */
static ssize_t read_raw(struct input *in, unsigned char *data, size_t len, struct error *err)
{
    ssize_t n;
    if (in->source) {
        n = input_read(in->source, data, len, err);
        if (n < 0)
            return -1;
    } else if (in->fd < 0) {
        uint64_t left = in->size - in->taken;
        n = (ssize_t)(len < left ? len : left);
        if (n > 0)
            memcpy(data, in->memory + in->taken, (size_t)n);
    } else {
        /* A program whose signals restart no calls wants to hear of them: EINTR is an error. */
        n = is_interrupted ? -1 : read(in->fd, data, len < SSIZE_MAX ? len : SSIZE_MAX);
        if (n < 0) {
            error_set_errno(err, is_interrupted ? EINTR : errno, "%s: cannot read", in->name);
            return -1;
        }
    }
    in->taken += (uint64_t)n;
    return n;
}

int input_fill(struct input *in, struct error *err)
{
    if (in->start < in->end)
        return 1;
    ssize_t n = read_raw(in, in->block, INPUT_BLOCK, err);
    in->start = 0;
    in->end = n > 0 ? (size_t)n : 0;
    return n > 0 ? 1 : (int)n;
}

static bool plain_open(struct input *in, struct error *err)
{
    (void)in;
    (void)err;
    return true;
}

static ssize_t plain_read(struct input *in, unsigned char *data, size_t len, struct error *err)
{
    size_t held = in->end - in->start;
    if (held == 0)
        return read_raw(in, data, len, err);
    if (len > held)
        len = held;
    memcpy(data, in->block + in->start, len);
    in->start += len;
    return (ssize_t)len;
}

static void plain_close(struct input *in)
{
    (void)in;
}

const struct codec input_plain = {plain_open, plain_read, plain_close};

static struct input *new_input(const char *name, struct error *err)
{
    struct input *in = calloc(1, sizeof *in);
    if (in) {
        in->fd = -1;
        in->name = strdup(name);
        in->block = malloc(INPUT_BLOCK);
        if (in->name && in->block)
            return in;
        input_close(in);
    }
    error_no_memory(err);
    return NULL;
}

/* Whether there is something to read, or the end, without waiting for it. */
static bool has_more(const struct input *in)
{
    struct pollfd fd = {.fd = in->fd, .events = POLLIN};
    return !in->source && (in->fd < 0 || poll(&fd, 1, 0) != 0);
}

/* Read enough of the start to know the format, and set up its codec. */
static bool start_codec(struct input *in, struct error *err)
{
    while (in->end < INPUT_SNIFF && (in->end < INPUT_SNIFF_LEAST || has_more(in))) {
        struct error fault;
        ssize_t n = read_raw(in, in->block + in->end, INPUT_SNIFF - in->end, &fault);
        if (n < 0 && !in->source)
            return *err = fault, false;
        if (n <= 0) /* a fault of what is packed comes again, behind the bytes before it */
            break;
        in->end += (size_t)n;
    }
    const struct codec *codec = input_sniff(in->name, in->block, in->end, err);
    if (!codec || !codec->open(in, err))
        return false;
    in->codec = codec;
    return true;
}

/* Read what is packed in IN, which may be packed again, to a depth of UNPACK_MAX: a plain stream over
   one or more packed ones. Takes IN; what it returns is to be closed, and is broken if ERR is
   filled. NULL if memory is out. */
static struct input *unpack(struct input *in, struct error *err)
{
    enum { UNPACK_MAX = 3 };
    bool ok = true;
    for (int depth = 1; ok && in->codec != &input_plain; depth++) {
        struct input *inner = new_input(in->name, err);
        if (!inner) {
            input_close(in);
            return NULL;
        }
        inner->source = in;
        inner->size = in->size;
        in->is_live = true; /* what comes at once is enough to tell */
        ok = start_codec(inner, err);
        in->is_live = false;
        in = inner;
        if (!ok && err->code == ERROR_UNSUPPORTED)
            error_set(err, err->code,
                      "%s: what is packed in it is not read directly; unpack it first", in->name);
        if (ok && depth == UNPACK_MAX && in->codec != &input_plain)
            ok = error_set(err, ERROR_UNSUPPORTED,
                           "%s: is packed more than %d times; unpack it first", in->name,
                           UNPACK_MAX);
    }
    return in;
}

static bool open_file(struct input *in, const char *path, struct error *err)
{
    bool standard = strcmp(path, "-") == 0;
    in->fd = standard ? STDIN_FILENO : path_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    in->owns_fd = !standard;
    struct stat st;
    if (in->fd < 0 || fstat(in->fd, &st) != 0)
        return error_set_errno(err, errno, "%s", in->name);
    if (S_ISDIR(st.st_mode) && faccessat(in->fd, ".", X_OK, 0) != 0)
        return error_set_errno(err, errno, "%s", in->name);
    if (S_ISDIR(st.st_mode))
        return error_set(err, ERROR_USAGE, "%s: is a directory (use -r)", in->name);
    if (S_ISREG(st.st_mode)) {
        in->size = st.st_size > 0 ? (uint64_t)st.st_size : 0;
        /* Only advice: if it is not taken, reading is slower, not wrong. */
        (void)posix_fadvise(in->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
    return true;
}

struct input *input_open(const char *path, struct error *err)
{
    struct input *in = new_input(strcmp(path, "-") == 0 ? "<stdin>" : path, err);
    err->code = ERROR_NONE;
    if (in && open_file(in, path, err) && start_codec(in, err))
        in = unpack(in, err);
    if (in && err->code != ERROR_NONE) {
        input_close(in);
        return NULL;
    }
    return in;
}

struct input *input_open_memory(const void *data, size_t len, struct error *err)
{
    struct input *in = new_input("<memory>", err);
    if (!in)
        return NULL;
    in->memory = data;
    in->size = len;
    err->code = ERROR_NONE;
    if (start_codec(in, err) && !(in = unpack(in, err)))
        return NULL;
    if (err->code == ERROR_NONE)
        return in;
    if (err->code == ERROR_MEMORY) {
        input_close(in);
        return NULL;
    }
    in->fault = *err; /* a format that is refused: said by the first read */
    return in;
}

/* Wait until what is read ahead is there. */
static void end_reading(struct input *in)
{
    if (in->is_reading)
        pthread_join(in->reader, NULL);
    in->is_reading = false;
}

void input_close(struct input *in)
{
    if (!in)
        return;
    end_reading(in);
    if (in->codec)
        in->codec->close(in);
    input_close(in->source);
    if (in->owns_fd && in->fd >= 0)
        close(in->fd);
    free(in->peeked);
    free(in->block);
    free(in->name);
    free(in);
}

const char *input_name(const struct input *in)
{
    return in->name;
}

void input_set_live(struct input *in)
{
    for (; in; in = in->source)
        in->is_live = true;
}

bool input_is_live(const struct input *in)
{
    return in->is_live;
}

static size_t take_peeked(struct input *in, unsigned char *data, size_t len)
{
    size_t held = in->peek_end - in->peek_start;
    if (len > held)
        len = held;
    if (len > 0)
        memcpy(data, in->peeked + in->peek_start, len);
    in->peek_start += len;
    return len;
}

/* Up to LEN bytes into OUT: less only at the end, before a fault, or of a live stream. */
static size_t read_codec(struct input *in, unsigned char *out, size_t len)
{
    size_t made = 0;
    while (made < len && in->fault.code == ERROR_NONE) {
        ssize_t n = in->codec->read(in, out + made, len - made, &in->fault);
        if (n == 0)
            break;
        if (n > 0)
            made += (size_t)n;
        if (in->is_live)
            break;
    }
    return made;
}

ssize_t input_read(struct input *in, void *data, size_t len, struct error *err)
{
    unsigned char *out = data;
    if (len > SSIZE_MAX)
        len = SSIZE_MAX;
    end_reading(in);
    size_t made = take_peeked(in, out, len);
    if (made == 0 || !in->is_live)
        made += read_codec(in, out + made, len - made);
    in->consumed = in->source ? in->source->consumed : in->taken - (in->end - in->start);
    if (made > 0 || in->fault.code == ERROR_NONE || len == 0)
        return (ssize_t)made;
    *err = in->fault;
    return -1;
}

static void *read_ahead(void *argument)
{
    struct input *in = argument;
    in->peek_end = read_codec(in, in->peeked, in->peek_cap);
    return NULL;
}

void input_read_ahead(struct input *in, size_t len)
{
    /* Reading a pipe could wait for long, and a signal would not end it on another thread. */
    if (!input_is_packed(in) || in->size == 0 || in->is_reading || len == 0 ||
        in->peek_start < in->peek_end)
        return;
    if (len > in->peek_cap) {
        unsigned char *more = realloc(in->peeked, len);
        if (!more)
            return;
        in->peeked = more;
        in->peek_cap = len;
    }
    in->peek_start = in->peek_end = 0;
    in->is_reading = pthread_create(&in->reader, NULL, read_ahead, in) == 0;
}

ssize_t input_peek(struct input *in, const unsigned char **data, struct error *err)
{
    if (!in->peeked) {
        in->peeked = malloc(INPUT_PEEK);
        if (!in->peeked) {
            error_no_memory(err);
            return -1;
        }
        ssize_t n = input_read(in, in->peeked, INPUT_PEEK, err);
        if (n < 0)
            return -1;
        in->peek_end = (size_t)n;
        in->peek_cap = INPUT_PEEK;
    }
    *data = in->peeked + in->peek_start;
    if (in->peek_end == 0 && in->fault.code != ERROR_NONE) {
        *err = in->fault;
        return -1;
    }
    return (ssize_t)(in->peek_end - in->peek_start);
}

bool input_is_packed(const struct input *in)
{
    return in->source != NULL;
}

uint64_t input_consumed(const struct input *in)
{
    return in->consumed;
}

uint64_t input_size(const struct input *in)
{
    return in->size;
}

bool input_read_file(const char *path, struct buffer *text, struct error *err)
{
    enum { PIECE = 1 << 16 };
    struct input *in = input_open(path, err);
    ssize_t n = -1;
    if (!in)
        return false;
    do {
        if (!buffer_reserve(text, PIECE)) {
            error_no_memory(err);
            n = -1;
            break;
        }
        n = input_read(in, text->data + text->len, PIECE, err);
        if (n > 0)
            text->len += (size_t)n;
        if (text->len > INPUT_WHOLE_MAX) {
            error_set(err, ERROR_UNSUPPORTED, "%s: over %d MiB", path, INPUT_WHOLE_MAX >> 20);
            n = -1;
        }
    } while (n > 0);
    input_close(in);
    return n == 0;
}
