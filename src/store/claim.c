/* Before SQLite opens a file: whether it is a store, and the writer's claim to it.

   The claim is flock() on a descriptor of its own. SQLite locks the file by fcntl(), which does not
   see flock(); but closing any descriptor of a file drops all of the process's fcntl() locks on it.
   So the claim is opened before SQLite opens the file and closed after it. */
#include "base/byte_order.h"
#include "store/private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- The file's head -------------------------------------------------------------------------- */

/* SQLite's file format, section 1.3. */
enum { HEAD_LEN = 100, HEAD_READ_VERSION = 19, HEAD_APPLICATION_ID = 68 };
enum { READ_VERSION_WAL = 2 };

enum head { HEAD_EMPTY, HEAD_STORE, HEAD_OTHER_SQLITE, HEAD_OTHER };

static enum head read_head(int fd)
{
    unsigned char head[HEAD_LEN];
    ssize_t len = pread(fd, head, sizeof head, 0);
    if (len == 0)
        return HEAD_EMPTY;
    if (len < HEAD_LEN || memcmp(head, "SQLite format 3", 16) != 0)
        return HEAD_OTHER;
    bool is_ours = big_number(head + HEAD_APPLICATION_ID, 4) == STORE_APPLICATION_ID;
    return is_ours ? HEAD_STORE : HEAD_OTHER_SQLITE;
}

/* Whether the file says that it is to be read together with a log. */
static bool says_log(int fd)
{
    unsigned char version = 0;
    return pread(fd, &version, 1, HEAD_READ_VERSION) == 1 && version == READ_VERSION_WAL;
}

bool store_is_store(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    enum head head = read_head(fd);
    close(fd);
    return head == HEAD_STORE;
}

static bool refuse_head(const char *path, enum head head, enum store_mode mode, struct error *err)
{
    switch (head) {
    case HEAD_STORE: return true;
    case HEAD_EMPTY:
        return mode == STORE_WRITE ||
               error_set(err, ERROR_FORMAT, "%s: an empty file, not a qipu store", path);
    case HEAD_OTHER_SQLITE:
        return error_set(err, ERROR_FORMAT, "%s: a SQLite database, but not a qipu store", path);
    default: return error_set(err, ERROR_FORMAT, "%s: not a qipu store", path);
    }
}

/* --- The claim -------------------------------------------------------------------------------- */

static bool check_regular(int fd, const char *path, struct error *err)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return error_set_errno(err, errno, "%s", path);
    if (S_ISDIR(st.st_mode))
        return error_set(err, ERROR_FORMAT, "%s: a directory, not a qipu store", path);
    if (!S_ISREG(st.st_mode))
        return error_set(err, ERROR_FORMAT, "%s: not a regular file", path);
    return true;
}

bool store_claim(struct store *s, bool *has_log, struct error *err)
{
    s->claim = open(s->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (s->claim < 0)
        return error_set_errno(err, errno, "%s: cannot open the store for writing", s->path);
    if (!check_regular(s->claim, s->path, err) ||
        !refuse_head(s->path, read_head(s->claim), STORE_WRITE, err))
        return false;
    *has_log = says_log(s->claim);
    if (flock(s->claim, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno != EWOULDBLOCK)
        return error_set_errno(err, errno, "%s: cannot lock the store", s->path);
    return error_set(err, ERROR_IO,
                     "%s: another qipu is writing to this store; try again when it is done",
                     s->path);
}

bool store_look(struct store *s, bool *has_log, struct error *err)
{
    int fd = open(s->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO is to be refused at once */
    if (fd < 0)
        return error_set_errno(err, errno, "%s: cannot open the store", s->path);
    bool ok =
        check_regular(fd, s->path, err) && refuse_head(s->path, read_head(fd), STORE_READ, err);
    *has_log = says_log(fd);
    close(fd);
    return ok;
}

bool store_is_claimed(const struct store *s)
{
    int fd = open(s->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const bool is_free = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) == 0;
    if (fd >= 0)
        close(fd);
    return !is_free;
}

bool store_is_empty(const struct store *s)
{
    return s->claim >= 0 && read_head(s->claim) == HEAD_EMPTY;
}

bool store_refuse_empty(const struct store *s, struct error *err)
{
    return refuse_head(s->path, HEAD_EMPTY, STORE_READ, err);
}
