/* Files that are written beside their place. */
#define _XOPEN_SOURCE 700 /* for realpath, which POSIX counts among the extensions */

#include "base/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static mode_t default_mode(void)
{
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* Give the file that FD is the owner, group and mode of OLD, as far as the system allows: who is not
   root can give groups of their own. The rights of a group are given to no other. */
static bool take_after(int fd, const struct stat *old)
{
    struct stat own;
    if (fstat(fd, &own) != 0)
        return false;
    const bool has_group = (own.st_uid == old->st_uid && own.st_gid == old->st_gid) ||
                           fchown(fd, old->st_uid, old->st_gid) == 0 ||
                           fchown(fd, (uid_t)-1, old->st_gid) == 0;
    return fchmod(fd, old->st_mode & (has_group ? 0777 : 0707)) == 0;
}

/* A name beside the target, opened. It takes after OLD, the file that is there; the mode of a new
   one is what a plain open would have given. */
static int open_temporary(struct beside *b, const struct stat *old)
{
    const size_t len = strlen(b->target);
    char *name = malloc(len + sizeof ".XXXXXX");
    if (!name)
        return -1;
    memcpy(name, b->target, len);
    memcpy(name + len, ".XXXXXX", sizeof ".XXXXXX");
    int fd = mkstemp(name);
    if (fd < 0) {
        free(name);
        return -1;
    }
    b->temporary = name;
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    if (old ? take_after(fd, old) : fchmod(fd, default_mode()) == 0)
        return fd;
    const int failure = errno;
    close(fd);
    errno = failure;
    return -1;
}

int beside_open(struct beside *b, const char *path)
{
    struct stat st;
    const bool exists = stat(path, &st) == 0;
    if (exists && !S_ISREG(st.st_mode))
        return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (exists && access(path, W_OK) != 0)
        return -1; /* a rename would get past the file's protection */
    /* A link stays a link: the file it leads to is replaced. */
    b->target = exists ? realpath(path, NULL) : strdup(path);
    return b->target ? open_temporary(b, exists ? &st : NULL) : -1;
}

bool beside_finish(struct beside *b)
{
    if (!b->temporary)
        return true;
    if (rename(b->temporary, b->target) != 0)
        return false;
    free(b->temporary);
    b->temporary = NULL;
    return true;
}

void beside_discard(struct beside *b)
{
    if (b->temporary)
        unlink(b->temporary);
    free(b->temporary);
    free(b->target);
    *b = (struct beside){0};
}
