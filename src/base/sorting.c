/* A sort by merging. An item lies in memory and in runs as its two lengths, its key and its data.
   What is moved in memory are places: where an item lies, and the first bytes of its key as a
   number, so that hardly a comparison goes to the items themselves. When there are RUNS_MAX runs
   they are merged into one, so the number of open files is bounded. */
#include "base/sorting.h"
#include "base/array.h"
#include "base/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RUNS_MAX = 32, RUN_BUFFER = 128 * 1024 };

struct item_lengths {
    uint32_t key, data;
};

struct place {
    uint64_t first; /* see first_bytes */
    size_t at;
};

struct run {
    FILE *file;
    struct buffer item; /* the one that it stands at */
    uint64_t first;     /* of its key */
    bool at_end;
};

struct sorting {
    size_t memory;
    struct buffer items;
    struct place *places;
    size_t count, cap;
    size_t next; /* of those in memory, once sorted */
    int last;    /* the run whose item was given out, or -1 */
    struct run runs[RUNS_MAX];
    int run_count;
};

struct sorting *sorting_open(size_t memory, struct error *err)
{
    struct sorting *s = calloc(1, sizeof *s);
    if (!s) {
        error_no_memory(err);
        return NULL;
    }
    s->memory = memory;
    s->last = -1;
    return s;
}

static void close_run(struct run *run)
{
    if (run->file)
        fclose(run->file);
    buffer_free(&run->item);
    *run = (struct run){0};
}

void sorting_close(struct sorting *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->run_count; i++)
        close_run(&s->runs[i]);
    buffer_free(&s->items);
    free(s->places);
    free(s);
}

/* --- Items ------------------------------------------------------------------------------------ */

static struct sorting_item item_at(const char *p)
{
    struct item_lengths n;
    memcpy(&n, p, sizeof n);
    return (struct sorting_item){
        .key = p + sizeof n, .data = p + sizeof n + n.key, .key_len = n.key, .len = n.data};
}

/* The first eight bytes of a key as a number that orders as they do; short keys end with zeros. */
static uint64_t first_bytes(const void *key, size_t len)
{
    const unsigned char *p = key;
    uint64_t n = 0;
    for (size_t i = 0; i < sizeof n; i++)
        n = n << 8 | (i < len ? p[i] : 0);
    return n;
}

static int compare_keys(const struct sorting_item *a, const struct sorting_item *b)
{
    const size_t least = a->key_len < b->key_len ? a->key_len : b->key_len;
    const int order = least > 0 ? memcmp(a->key, b->key, least) : 0;
    return order != 0 ? order : (a->key_len > b->key_len) - (a->key_len < b->key_len);
}

static bool is_before(const struct sorting *s, const struct place *a, const struct place *b)
{
    if (a->first != b->first)
        return a->first < b->first;
    const struct sorting_item x = item_at(s->items.data + a->at),
                              y = item_at(s->items.data + b->at);
    return compare_keys(&x, &y) < 0;
}

/* Sort the items in memory: a merge sort of their places, which needs no comparison of order. */
static void merge_halves(const struct sorting *s, const struct place *from, size_t half,
                         size_t count, struct place *to)
{
    size_t a = 0, b = half, n = 0;
    while (a < half && b < count)
        to[n++] = is_before(s, &from[b], &from[a]) ? from[b++] : from[a++];
    while (a < half)
        to[n++] = from[a++];
    while (b < count)
        to[n++] = from[b++];
}

static bool sort_memory(struct sorting *s, struct error *err)
{
    struct place *other = malloc((s->count + 1) * sizeof *other);
    if (!other)
        return error_no_memory(err);
    struct place *from = s->places, *to = other;
    for (size_t width = 1; width < s->count; width *= 2) {
        for (size_t i = 0; i < s->count; i += 2 * width) {
            const size_t left = s->count - i;
            merge_halves(s, from + i, left < width ? left : width,
                         left < 2 * width ? left : 2 * width, to + i);
        }
        struct place *swap = from;
        from = to;
        to = swap;
    }
    if (from != s->places)
        memcpy(s->places, from, s->count * sizeof *from);
    free(other);
    return true;
}

/* The item in the sorted place I. Items further on are fetched into the cache meanwhile, since they
   lie anywhere in memory. */
static struct sorting_item item_in_place(const struct sorting *s, size_t i)
{
    enum { AHEAD = 16 };
    if (i + AHEAD < s->count)
        __builtin_prefetch(s->items.data + s->places[i + AHEAD].at);
    return item_at(s->items.data + s->places[i].at);
}

/* --- Runs ------------------------------------------------------------------------------------- */

static FILE *temporary_file(struct error *err)
{
    const char *folder = getenv("TMPDIR");
    struct buffer name = {0};
    buffer_printf(&name, "%s/qipu.XXXXXX", folder && *folder ? folder : "/tmp");
    buffer_terminate(&name);
    if (name.failed) {
        error_no_memory(err);
        buffer_free(&name);
        return NULL;
    }
    int fd = mkstemp(name.data);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");
    if (!file)
        error_set_errno(err, errno, "%s: cannot write", name.data);
    if (fd >= 0) {
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        unlink(name.data);
    }
    if (fd >= 0 && !file)
        close(fd);
    if (file)
        setvbuf(file, NULL, _IOFBF, RUN_BUFFER);
    buffer_free(&name);
    return file;
}

static bool cannot_write(struct error *err)
{
    return error_set_errno(err, errno, "cannot write a temporary file");
}

static bool write_item(FILE *file, const struct sorting_item *item)
{
    const struct item_lengths n = {(uint32_t)item->key_len, (uint32_t)item->len};
    return fwrite(&n, sizeof n, 1, file) == 1 &&
           fwrite(item->key, 1, item->key_len, file) == item->key_len &&
           fwrite(item->data, 1, item->len, file) == item->len;
}

/* Read the next item of a run. False with ERR filled if that fails; at its end it is at_end. */
static bool read_item(struct run *run, struct error *err)
{
    struct item_lengths n;
    buffer_clear(&run->item);
    if (fread(&n, sizeof n, 1, run->file) != 1) {
        run->at_end = true;
        return !ferror(run->file) || error_set_errno(err, errno, "cannot read a temporary file");
    }
    const size_t len = (size_t)n.key + n.data;
    if (!buffer_reserve(&run->item, sizeof n + len))
        return error_no_memory(err);
    buffer_add(&run->item, &n, sizeof n);
    if (fread(run->item.data + sizeof n, 1, len, run->file) != len)
        return error_set(err, ERROR_IO, "cannot read a temporary file");
    run->item.len += len;
    run->first = first_bytes(run->item.data + sizeof n, n.key);
    return true;
}

static bool is_smaller(const struct run *a, const struct run *b)
{
    if (a->first != b->first)
        return a->first < b->first;
    const struct sorting_item x = item_at(a->item.data), y = item_at(b->item.data);
    return compare_keys(&x, &y) < 0;
}

/* The run with the smallest item; the first of equal ones. -1: all are at their ends. */
static int smallest_run(const struct sorting *s)
{
    int best = -1;
    for (int i = 0; i < s->run_count; i++)
        if (!s->runs[i].at_end && (best < 0 || is_smaller(&s->runs[i], &s->runs[best])))
            best = i;
    return best;
}

static bool rewind_run(struct run *run, struct error *err)
{
    run->at_end = false;
    if (fflush(run->file) != 0 || fseek(run->file, 0, SEEK_SET) != 0)
        return cannot_write(err);
    return read_item(run, err);
}

/* Merge all runs into the first. */
static bool merge_runs(struct sorting *s, struct error *err)
{
    struct run merged = {.file = temporary_file(err)};
    bool ok = merged.file != NULL;
    for (int i = 0; ok && i < s->run_count; i++)
        ok = rewind_run(&s->runs[i], err);
    for (int i; ok && (i = smallest_run(s)) >= 0;) {
        const struct sorting_item item = item_at(s->runs[i].item.data);
        ok = write_item(merged.file, &item) ? read_item(&s->runs[i], err) : cannot_write(err);
    }
    if (!ok) {
        close_run(&merged);
        return false;
    }
    for (int i = 0; i < s->run_count; i++)
        close_run(&s->runs[i]);
    s->runs[0] = merged;
    s->run_count = 1;
    return true;
}

/* Put what is in memory into a run. */
static bool spill(struct sorting *s, struct error *err)
{
    if (!sort_memory(s, err) || (s->run_count == RUNS_MAX && !merge_runs(s, err)))
        return false;
    FILE *file = temporary_file(err);
    if (!file)
        return false;
    s->runs[s->run_count++] = (struct run){.file = file};
    for (size_t i = 0; i < s->count; i++) {
        const struct sorting_item item = item_in_place(s, i);
        if (!write_item(file, &item))
            return cannot_write(err);
    }
    buffer_clear(&s->items);
    s->count = 0;
    return true;
}

/* --- Use -------------------------------------------------------------------------------------- */

bool sorting_add(struct sorting *s, const struct sorting_item *item, struct error *err)
{
    const struct item_lengths n = {(uint32_t)item->key_len, (uint32_t)item->len};
    const size_t places = 2 * s->count * sizeof *s->places; /* sorting needs them twice */
    if (s->count > 0 && s->items.len + item->key_len + item->len + places > s->memory &&
        !spill(s, err))
        return false;
    if (s->count == s->cap) {
        struct place *larger = array_grow(s->places, &s->cap, 1024, sizeof *larger);
        if (!larger)
            return error_no_memory(err);
        s->places = larger;
    }
    s->places[s->count++] = (struct place){first_bytes(item->key, item->key_len), s->items.len};
    buffer_add(&s->items, &n, sizeof n);
    buffer_add(&s->items, item->key, item->key_len);
    buffer_add(&s->items, item->data, item->len);
    return !s->items.failed || error_no_memory(err);
}

bool sorting_finish(struct sorting *s, struct error *err)
{
    if (s->run_count == 0)
        return sort_memory(s, err);
    if (s->count > 0 && !spill(s, err))
        return false;
    for (int i = 0; i < s->run_count; i++)
        if (!rewind_run(&s->runs[i], err))
            return false;
    return true;
}

int sorting_next(struct sorting *s, struct sorting_item *item, struct error *err)
{
    if (s->run_count == 0) {
        if (s->next == s->count)
            return 0;
        *item = item_in_place(s, s->next++);
        return 1;
    }
    if (s->last >= 0 && !read_item(&s->runs[s->last], err))
        return -1;
    s->last = smallest_run(s);
    if (s->last < 0)
        return 0;
    *item = item_at(s->runs[s->last].item.data);
    return 1;
}
