/* The layer is a VFS of SQLite: the system's, but for the main file of a database.

   While a log goes with the file (SQLite's WAL), any program that closes the database last may copy
   pages from the log to the file, and not all know of seals. So what is read then has its seal
   blanked, is copied so, and a blank seal is taken for none; whoever ends the log seals what is
   left. Without a log there is no page without a seal, except one that was never written: SQLite
   leaves those out that it freed before they were, and there are zeros in their place. */
#include "store/pages.h"
#include "base/byte_order.h"
#include "base/hash.h"
#include "store/schema.h"

#include <string.h>

/* SQLite's file format, section 1.3. */
enum { HEAD_LEN = 100, HEAD_READ_VERSION = 19, READ_VERSION_WAL = 2, HEAD_USER_VERSION = 60 };

enum { CONTENT_BYTES = STORE_PAGE_SIZE - SEAL_BYTES };

struct page_file {
    sqlite3_file base;
    sqlite3_file *inner; /* the system's, behind this struct */
    bool is_sealed, has_log;
    int64_t damaged; /* the page that failed last */
};
enum { INNER_AT = (sizeof(struct page_file) + 15) / 16 * 16 };

/* Orders of ours for sqlite3_file_control. */
enum { CONTROL_DAMAGED = 0x71690001, CONTROL_VERIFY, CONTROL_SEAL };

struct verifying {
    void (*report)(void *closure, int64_t page);
    void *closure;
};

static sqlite3_vfs *system_vfs;

static struct page_file *page_file(sqlite3_file *file)
{
    return (struct page_file *)(void *)file;
}

/* --- Seals ------------------------------------------------------------------------------------ */

/* Bytes of the first page that are not under its seal, since any program may change them that does
   not change the database: whether it has a log, and what tells that it was written to. */
static const struct {
    size_t at, len;
} loose[] = {{18, 2}, {24, 4}, {92, 8}};

static uint64_t seal_of(int64_t page, const unsigned char *data)
{
    unsigned char first[STORE_PAGE_SIZE];
    if (page == 1) {
        memcpy(first, data, sizeof first);
        for (size_t i = 0; i < sizeof loose / sizeof *loose; i++)
            memset(first + loose[i].at, 0, loose[i].len);
        data = first;
    }
    const uint64_t hash = hash_words((uint64_t)page, data, CONTENT_BYTES / sizeof(uint64_t));
    return hash ? hash : 1;
}

static uint64_t read_seal(const unsigned char *data)
{
    return little_number(data + CONTENT_BYTES, SEAL_BYTES);
}

static void put_seal(unsigned char *data, uint64_t seal)
{
    little_put(data + CONTENT_BYTES, seal, SEAL_BYTES);
}

static bool is_blank(const unsigned char *data)
{
    return data[0] == 0 && memcmp(data, data + 1, STORE_PAGE_SIZE - 1) == 0;
}

static bool is_whole(const struct page_file *f, int64_t page, const unsigned char *data)
{
    const uint64_t seal = read_seal(data);
    return seal ? seal == seal_of(page, data) : f->has_log || is_blank(data);
}

/* The head of the first page says what the file is. */
static void learn(struct page_file *f, const unsigned char *head)
{
    const uint64_t version = big_number(head + HEAD_USER_VERSION, 4);
    f->is_sealed = version == SEALED_FORMAT;
    f->has_log = head[HEAD_READ_VERSION] == READ_VERSION_WAL;
}

/* --- Reading and writing ---------------------------------------------------------------------- */

static bool is_read(int rc)
{
    return rc == SQLITE_OK || rc == SQLITE_IOERR_SHORT_READ; /* the rest is filled with zeros */
}

/* Read a page of the file to DATA, which has room for it. */
static int read_page(struct page_file *f, int64_t page, unsigned char *data)
{
    int rc =
        f->inner->pMethods->xRead(f->inner, data, STORE_PAGE_SIZE, (page - 1) * STORE_PAGE_SIZE);
    if (!is_read(rc))
        return rc;
    if (page == 1)
        learn(f, data);
    if (!f->is_sealed)
        return rc;
    if (!is_whole(f, page, data)) {
        f->damaged = page;
        return PAGES_DAMAGED;
    }
    if (f->has_log)
        put_seal(data, 0);
    return rc;
}

/* SQLite reads pages; a part of the first one's head, which it does not trust, since it may be in
   the midst of being written; and parts of pages that hold nothing but a part of a row. */
static int file_read(sqlite3_file *file, void *data, int len, sqlite3_int64 at)
{
    struct page_file *f = page_file(file);
    const int64_t page = at / STORE_PAGE_SIZE + 1, skip = at % STORE_PAGE_SIZE;
    unsigned char room[STORE_PAGE_SIZE];
    if (len == STORE_PAGE_SIZE && skip == 0)
        return read_page(f, page, data);
    if (!f->is_sealed || at + len <= HEAD_LEN) {
        int rc = f->inner->pMethods->xRead(f->inner, data, len, at);
        if (rc == SQLITE_OK && at == 0 && len >= HEAD_LEN)
            learn(f, data);
        return rc;
    }
    int rc = read_page(f, page, room);
    if (!is_read(rc))
        return rc;
    if (skip + len > STORE_PAGE_SIZE) {
        f->damaged = page;
        return PAGES_DAMAGED;
    }
    memcpy(data, room + skip, (size_t)len);
    return rc;
}

/* The seal is put where SQLite has the page: what it writes to a journal later has it too, so that
   whoever rolls a change back puts back a page with its seal. */
static int file_write(sqlite3_file *file, const void *data, int len, sqlite3_int64 at)
{
    struct page_file *f = page_file(file);
    unsigned char *page = (unsigned char *)(uintptr_t)data;
    if (at == 0 && len >= HEAD_LEN)
        learn(f, data);
    if (f->is_sealed && len == STORE_PAGE_SIZE && at % STORE_PAGE_SIZE == 0)
        put_seal(page, seal_of(at / STORE_PAGE_SIZE + 1, page));
    return f->inner->pMethods->xWrite(f->inner, data, len, at);
}

/* --- All pages -------------------------------------------------------------------------------- */

static int count_pages(struct page_file *f, int64_t *count)
{
    sqlite3_int64 bytes;
    int rc = f->inner->pMethods->xFileSize(f->inner, &bytes);
    *count = rc == SQLITE_OK ? bytes / STORE_PAGE_SIZE : 0;
    return rc;
}

static int verify_all(struct page_file *f, const struct verifying *v)
{
    unsigned char room[STORE_PAGE_SIZE];
    int64_t count;
    int rc = count_pages(f, &count);
    for (int64_t page = 1; rc == SQLITE_OK && page <= count; page++) {
        rc = read_page(f, page, room);
        if (rc != PAGES_DAMAGED)
            continue;
        v->report(v->closure, page);
        rc = SQLITE_OK;
    }
    return rc;
}

static int seal_page(struct page_file *f, int64_t page)
{
    const int64_t at = (page - 1) * STORE_PAGE_SIZE;
    unsigned char room[STORE_PAGE_SIZE];
    int rc = f->inner->pMethods->xRead(f->inner, room, STORE_PAGE_SIZE, at);
    if (rc != SQLITE_OK || (f->is_sealed && read_seal(room)))
        return rc;
    put_seal(room, seal_of(page, room));
    return f->inner->pMethods->xWrite(f->inner, room, STORE_PAGE_SIZE, at);
}

static int seal_all(struct page_file *f)
{
    int64_t count;
    int rc = count_pages(f, &count);
    for (int64_t page = f->is_sealed ? 1 : 2; rc == SQLITE_OK && page <= count; page++)
        rc = seal_page(f, page);
    return rc == SQLITE_OK ? f->inner->pMethods->xSync(f->inner, SQLITE_SYNC_NORMAL) : rc;
}

static int file_control(sqlite3_file *file, int order, void *arg)
{
    struct page_file *f = page_file(file);
    switch (order) {
    case CONTROL_DAMAGED: *(int64_t *)arg = f->damaged; return SQLITE_OK;
    case CONTROL_VERIFY: return f->is_sealed ? verify_all(f, arg) : SQLITE_OK;
    case CONTROL_SEAL: return f->is_sealed || *(bool *)arg ? seal_all(f) : SQLITE_OK;
    default: return f->inner->pMethods->xFileControl(f->inner, order, arg);
    }
}

void pages_leave_room(sqlite3 *db)
{
    int bytes = SEAL_BYTES;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
}

int pages_room(sqlite3 *db)
{
    int bytes = -1;
    sqlite3_file_control(db, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
    return bytes;
}

int64_t pages_damaged_page(sqlite3 *db)
{
    int64_t page = 0;
    sqlite3_file_control(db, "main", CONTROL_DAMAGED, &page);
    return page;
}

int pages_verify(sqlite3 *db, void (*report)(void *closure, int64_t page), void *closure)
{
    struct verifying v = {report, closure};
    return sqlite3_file_control(db, "main", CONTROL_VERIFY, &v);
}

int pages_seal(sqlite3 *db, bool first_time)
{
    return sqlite3_file_control(db, "main", CONTROL_SEAL, &first_time);
}

/* --- What the system's file does -------------------------------------------------------------- */

#define INNER(file) (page_file(file)->inner)
#define CALL(file)  (INNER(file)->pMethods)

static int file_close(sqlite3_file *f)
{
    return CALL(f)->xClose(INNER(f));
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return CALL(f)->xTruncate(INNER(f), size);
}

static int file_sync(sqlite3_file *f, int flags)
{
    return CALL(f)->xSync(INNER(f), flags);
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size)
{
    return CALL(f)->xFileSize(INNER(f), size);
}

static int file_lock(sqlite3_file *f, int lock)
{
    return CALL(f)->xLock(INNER(f), lock);
}

static int file_unlock(sqlite3_file *f, int lock)
{
    return CALL(f)->xUnlock(INNER(f), lock);
}

static int file_is_reserved(sqlite3_file *f, int *is_reserved)
{
    return CALL(f)->xCheckReservedLock(INNER(f), is_reserved);
}

static int file_sector_size(sqlite3_file *f)
{
    return CALL(f)->xSectorSize(INNER(f));
}

static int file_device(sqlite3_file *f)
{
    return CALL(f)->xDeviceCharacteristics(INNER(f));
}

static int file_shm_map(sqlite3_file *f, int region, int size, int extend, void volatile **at)
{
    return CALL(f)->xShmMap(INNER(f), region, size, extend, at);
}

static int file_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
    return CALL(f)->xShmLock(INNER(f), offset, n, flags);
}

static void file_shm_barrier(sqlite3_file *f)
{
    CALL(f)->xShmBarrier(INNER(f));
}

static int file_shm_unmap(sqlite3_file *f, int remove)
{
    return CALL(f)->xShmUnmap(INNER(f), remove);
}

/* Version 1 is without shared memory, where the system has none; 3 would map the file, which would
   pass the seals by. */
#define METHODS(version)                                                                           \
    {                                                                                              \
        version, file_close, file_read, file_write, file_truncate, file_sync, file_size,           \
            file_lock, file_unlock, file_is_reserved, file_control, file_sector_size, file_device, \
            file_shm_map, file_shm_lock, file_shm_barrier, file_shm_unmap, NULL, NULL              \
    }
static const sqlite3_io_methods methods = METHODS(2), methods_without_shm = METHODS(1);

/* --- The VFS ---------------------------------------------------------------------------------- */

/* A new file will be of the present format. */
static int learn_from_file(struct page_file *f)
{
    unsigned char head[HEAD_LEN] = {0};
    sqlite3_int64 size = 0;
    int rc = f->inner->pMethods->xFileSize(f->inner, &size);
    f->is_sealed = true;
    f->has_log = false;
    if (rc != SQLITE_OK || size == 0)
        return rc;
    rc = f->inner->pMethods->xRead(f->inner, head, sizeof head, 0);
    learn(f, head);
    return is_read(rc) ? SQLITE_OK : rc;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *given)
{
    struct page_file *f = page_file(file);
    (void)vfs;
    if (!(flags & SQLITE_OPEN_MAIN_DB))
        return system_vfs->xOpen(system_vfs, name, file, flags, given);
    *f = (struct page_file){.inner = (sqlite3_file *)(void *)((char *)file + INNER_AT)};
    int rc = system_vfs->xOpen(system_vfs, name, f->inner, flags, given);
    if (rc != SQLITE_OK)
        return rc;
    const bool has_shm = f->inner->pMethods->iVersion >= 2 && f->inner->pMethods->xShmMap;
    f->base.pMethods = has_shm ? &methods : &methods_without_shm;
    return learn_from_file(f);
}

int pages_register(void)
{
    static sqlite3_vfs vfs;
    if (sqlite3_vfs_find(PAGES_VFS))
        return SQLITE_OK;
    system_vfs = sqlite3_vfs_find(NULL);
    if (!system_vfs)
        return SQLITE_ERROR;
    vfs = *system_vfs;
    vfs.pNext = NULL;
    vfs.zName = PAGES_VFS;
    vfs.szOsFile = INNER_AT + system_vfs->szOsFile;
    vfs.xOpen = open_file;
    return sqlite3_vfs_register(&vfs, 0);
}
