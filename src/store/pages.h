/* Pages of a store under checksums, as a layer between SQLite and the file: every page is sealed as
   it is written to the file and verified as it is read, so that nothing that SQLite makes of the
   file, be it a row, an index, or that there is no such row, comes from a damaged byte. The seal
   lies in the last bytes of a page, which SQLite leaves alone; other programs that use SQLite can
   read the file all the same.

   Stores of format 2 have no seals, and their pages are taken as they are. */
#ifndef QIPU_STORE_PAGES_H
#define QIPU_STORE_PAGES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum { SEAL_BYTES = 8, SEALED_FORMAT = 3 /* that has them */ };

/* Make SQLite know the layer; databases are then opened with this name of it. */
#define PAGES_VFS "qipu"
int pages_register(void);

/* A new file, or one that is vacuumed, gets pages with room for seals. The room they have now. */
void pages_leave_room(sqlite3 *db);
int pages_room(sqlite3 *db);

/* What SQLite says of a page that fails; and the number of the page that did so last. */
enum { PAGES_DAMAGED = SQLITE_IOERR_DATA };
int64_t pages_damaged_page(sqlite3 *db);

/* Verify all pages of the file that DB has open, in use or not; REPORT gets those that fail. */
int pages_verify(sqlite3 *db, void (*report)(void *closure, int64_t page), void *closure);

/* Seal the pages that have none. FIRST_TIME: of a file without seals, whose pages have room for them,
   seal all but the first, which SQLite seals when it writes the number of the format there; else such
   a file is left alone. Nobody else may be writing. */
int pages_seal(sqlite3 *db, bool first_time);

#endif
