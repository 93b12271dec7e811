/* Damage to a small store: the first byte says what is done with it, and whether its pages keep
   their seals, which let no damage through; then every five bytes are an offset (three of them,
   little-endian), 255 if the file is to end there, and a value to put there.
   The store must be opened, walked, checked and written to without harm, whatever comes of it. */
#include "format/format.h"
#include "store/pages.h"
#include "store/schema.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { DAMAGE_SIZE = 5, CUT = 255, WRITES = 1, SEALED = 2 };

static const char games[] =
    "[Event \"Casual game\"]\n[Site \"London ENG\"]\n[Date \"1851.06.21\"]\n[Round \"?\"]\n"
    "[White \"Anderssen, Adolf\"]\n[Black \"Kieseritzky, Lionel\"]\n[Result \"1-0\"]\n"
    "[ECO \"C33\"]\n\n1. e4 e5 2. f4 $1 (2. Nf3 {is quiet} Nc6 (2... d6 3. d4) 3. Bb5) 2... exf4 "
    "3. Bc4 Qh4+ 4. Kf1 b5 ;Bryan's gambit\n5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 1-0\n\n"
    "[Event \"Study\"]\n[White \"?\"]\n[WhiteElo \"2700\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n"
    "[FEN \"8/8/8/8/4k3/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 {A long remark that is worth the try to "
    "deflate it, since it says so again and again: again and again, again and again, again and "
    "again, again and again, again and again, again and again, again and again.} Kd4 1/2-1/2\n\n"
    "[Event \"960\"]\n[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
    "[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n1. a4 *\n\n";

static char folder[] = "/tmp/qipu-fuzz-XXXXXX";
static char path[64];
static uint8_t *whole;
static size_t whole_len;

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_store: %s\n", what);
    abort();
}

static void remove_files(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
        unlink(name);
    }
}

static void remove_folder(void)
{
    remove_files();
    rmdir(folder);
}

static void add_games(struct store *s)
{
    struct error err;
    struct read_options options = {.game = GAME_CHESS};
    struct reader *r = reader_open_memory(games, strlen(games), &options, &err);
    struct record rec;
    struct findings f = {0};
    game_id id;
    must(r != NULL, "the sample cannot be opened");
    record_init(&rec);
    bool ok = store_begin(s, &err);
    while (ok && reader_next(r, &rec, &f, &err) == READ_GAME)
        ok = store_add(s, &rec, &id, &err);
    if (ok)
        store_commit(s, NULL, &err);
    reader_close(r);
    record_free(&rec);
    findings_free(&f);
}

static void make_whole(void)
{
    struct error err;
    rules_init();
    must(mkdtemp(folder) != NULL, "no folder");
    atexit(remove_folder);
    snprintf(path, sizeof path, "%s/store", folder);
    struct store *s = store_open(path, STORE_WRITE, GAME_CHESS, &err);
    must(s != NULL, "the sample store cannot be made");
    add_games(s);
    must(store_game_count(s) == 3, "the sample store is not whole");
    store_close(s);
    FILE *file = fopen(path, "rb");
    must(file && fseek(file, 0, SEEK_END) == 0, "the sample store is lost");
    whole_len = (size_t)ftell(file);
    rewind(file);
    whole = malloc(whole_len);
    must(whole && fread(whole, 1, whole_len, file) == whole_len, "the sample store is lost");
    fclose(file);
}

/* Beside a log, pages may be without seals (pages.c). */
static void take_seals(uint8_t *bytes)
{
    bytes[18] = bytes[19] = 2; /* there is a log, says the head */
    for (size_t end = STORE_PAGE_SIZE; end <= whole_len; end += STORE_PAGE_SIZE)
        memset(bytes + end - SEAL_BYTES, 0, SEAL_BYTES);
}

static void write_damaged(const uint8_t *data, size_t size, bool is_sealed)
{
    uint8_t *bytes = malloc(whole_len);
    size_t len = whole_len;
    must(bytes != NULL, "no memory");
    memcpy(bytes, whole, whole_len);
    if (!is_sealed)
        take_seals(bytes);
    for (; size >= DAMAGE_SIZE; data += DAMAGE_SIZE, size -= DAMAGE_SIZE) {
        uint32_t at = data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16;
        if (data[3] == CUT)
            len = at % (whole_len + 1);
        else
            bytes[at % whole_len] = data[4];
    }
    FILE *file = fopen(path, "wb");
    must(file && fwrite(bytes, 1, len, file) == len && fclose(file) == 0, "no room");
    free(bytes);
}

static void ignore(void *closure, const char *line)
{
    must(*line != '\0', "a fault without a word");
    (void)closure;
}

static void use(struct store *s)
{
    struct error err;
    struct game_header header;
    struct store_info info;
    struct source_mark *marks;
    struct record rec;
    size_t count;
    record_init(&rec);
    struct store_cursor *c = store_scan(s, &err);
    while (c && store_next(c, &header, &err) == 1)
        if (store_cursor_read(c, &rec, &err))
            must(pos_compute_key(&rec.end) == rec.end.key, "a game ends in no position");
    store_scan_end(c);
    if (store_read(s, 2, &rec, &err))
        store_read_header(s, 2, &header, &err);
    record_free(&rec);
    store_info(s, &info, &err);
    if (store_marks(s, &marks, &count, &err))
        free(marks);
    store_check(s, ignore, NULL, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!whole)
        make_whole();
    if (size == 0)
        return 0;
    write_damaged(data + 1, size - 1, data[0] & SEALED);
    enum store_mode mode = data[0] & WRITES ? STORE_WRITE : STORE_READ;
    struct error err;
    struct store *s = store_open(path, mode, GAME_COUNT, &err);
    if (s) {
        use(s);
        if (mode == STORE_WRITE)
            add_games(s);
        store_close(s);
    }
    remove_files();
    return 0;
}
