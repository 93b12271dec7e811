/* usage: pair RUNS LABEL 'COMMAND A' ['COMMAND B']
   Run A and B in turn, RUNS times after one warm-up, through the shell with their output thrown
   away, and print the medians of wall and processor seconds, the largest memory, and B / A. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS_MAX = 101 };

struct timing {
    double wall[RUNS_MAX], cpu[RUNS_MAX];
    long memory_kb;
};

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static void run(const char *command, struct timing *t, int at)
{
    struct timespec from, to;
    struct rusage usage;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &from);
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        char line[4096];
        snprintf(line, sizeof line, "exec %s", command);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    if (pid < 0 || wait4(pid, &status, 0, &usage) != pid ||
        (WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
        fprintf(stderr, "pair: cannot run: %s\n", command);
        exit(1);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    t->wall[at] = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
    t->cpu[at] = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    if (usage.ru_maxrss > t->memory_kb)
        t->memory_kb = usage.ru_maxrss;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, compare);
    return values[n / 2];
}

int main(int argc, char **argv)
{
    int runs = argc > 3 ? atoi(argv[1]) : 0;
    if (runs < 1 || runs > RUNS_MAX) {
        fprintf(stderr, "usage: pair RUNS LABEL 'COMMAND A' ['COMMAND B']\n");
        return 2;
    }
    static struct timing a, b;
    const char *other = argc > 4 && argv[4][0] ? argv[4] : NULL;
    for (int i = runs > 1 ? -1 : 0; i < runs; i++) { /* a single run is long enough without */
        run(argv[3], &a, i < 0 ? 0 : i);
        if (other)
            run(other, &b, i < 0 ? 0 : i);
    }
    double wall = median(a.wall, runs), cpu = median(a.cpu, runs);
    printf("%-34s %8.3f s %8.3f s cpu %7.1f MB", argv[2], wall, cpu, (double)a.memory_kb / 1024);
    if (other) {
        double other_wall = median(b.wall, runs);
        printf("   peer %8.3f s   %6.1fx", other_wall, other_wall / wall);
    }
    printf("\n");
    return 0;
}
