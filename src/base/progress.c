/* The progress line: drawn over itself on standard error, which must be a terminal. */
#include "base/progress.h"
#include "base/lang.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_LEN = 160 };

static const uint64_t second = 1000000000, first_after = 500000000, between = 100000000;

static uint64_t now_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * second + (uint64_t)now.tv_nsec;
}

void progress_start(struct progress *p, bool wanted, uint64_t total)
{
    *p = (struct progress){.on = wanted && isatty(STDERR_FILENO), .total = total};
    if (p->on)
        p->start_ns = now_ns();
}

size_t progress_line(const struct progress *p, uint64_t done, uint64_t games, uint64_t elapsed_ns,
                     char *out, size_t cap)
{
    double seconds = (double)elapsed_ns / (double)second;
    double rate = seconds > 0 ? (double)done / seconds : 0;
    int n;
    if (p->total > 0 && rate > 0) {
        uint64_t shown = done < p->total ? done : p->total;
        uint64_t left = (uint64_t)((double)(p->total - shown) / rate + 0.5);
        n = snprintf(out, cap, lang_text("%3.0f%%  %.1f MB/s  %llu games  %llu:%02llu left"),
                     100.0 * (double)shown / (double)p->total, rate / 1e6,
                     (unsigned long long)games, (unsigned long long)(left / 60),
                     (unsigned long long)(left % 60));
    } else {
        n = snprintf(out, cap, lang_text("%.1f MB  %.1f MB/s  %llu games"), (double)done / 1e6,
                     rate / 1e6, (unsigned long long)games);
    }
    if (n < 0 || cap == 0)
        return 0;
    return (size_t)n < cap ? (size_t)n : cap - 1;
}

/* A terminal that does not take the line loses only the line. */
static void draw(const char *text, size_t len)
{
    ssize_t written = write(STDERR_FILENO, text, len);
    (void)written;
}

void progress_update(struct progress *p, uint64_t done, uint64_t games)
{
    if (!p->on)
        return;
    uint64_t now = now_ns(), elapsed = now - p->start_ns;
    if (elapsed < first_after || (p->last_ns != 0 && now - p->last_ns < between))
        return;
    p->last_ns = now;
    char text[LINE_MAX_LEN + 8] = "\r";
    size_t len = 1 + progress_line(p, done, games, elapsed, text + 1, LINE_MAX_LEN);
    for (const char *erase = "\033[K"; *erase; erase++)
        text[len++] = *erase;
    draw(text, len);
}

void progress_clear(struct progress *p)
{
    static const char erase[] = "\r\033[K";
    if (p->on && p->last_ns != 0)
        draw(erase, sizeof erase - 1);
}
