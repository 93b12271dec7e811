/* CCBridge: records of both layouts, and libraries with their index. */
#include "tests/unit/cbr_files.h"
#include "tests/unit/reading.h"

#include <zlib.h>

enum { LAST = 1, SIBLING = 2 };

#define EMPTY_ROSTER "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=? Black=? "

static const struct read_options options = {.game = GAME_XIANGQI};

static void assert_file(const struct buffer *file, const char *games, const char *findings)
{
    struct reading r = reading_of_options(file->data, file->len, &options, false);
    assert_string_equal(r.games.data, games);
    assert_string_equal(r.findings.data, findings);
    reading_free(&r);
}

static void add_moves(struct buffer *b, int version)
{
    cbr_move(b, version, "", 0, "all");
    cbr_move(b, version, "h2e2", SIBLING, "one");
    cbr_move(b, version, "h9g7", SIBLING | LAST, NULL);
    cbr_move(b, version, "b9c7", 0, NULL);
    cbr_move(b, version, "h0g2", LAST, NULL);
    cbr_move(b, version, "c3c4", LAST, "two ");
}

static void both_layouts_hold_the_same_tree(void **state)
{
    (void)state;
    struct buffer b = {0};
    for (int version = 1; version <= 2; version++) {
        cbr_start(&b, version, 3);
        add_moves(&b, version);
        assert_file(&b,
                    EMPTY_ROSTER "Result=1/2-1/2 RecordType=1 | {all} h2e2 {one} ( c3c4 {two } ) "
                                 "h9g7 ( b9c7 h0g2 ) 1/2-1/2\n",
                    "");
    }
    buffer_free(&b);
}

static void every_text_of_the_header_becomes_a_tag(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        const char *tag;
    } fields[] = {
        {692, "Event"},        {948, "Site"},          {884, "Date"},     {756, "Round"},
        {1076, "Red"},         {1300, "Black"},        {1140, "RedTeam"}, {1364, "BlackTeam"},
        {1268, "RedElo"},      {1492, "BlackElo"},     {1204, "RedTime"}, {1428, "BlackTime"},
        {180, "Title"},        {628, "EventClass"},    {820, "Group"},    {852, "Table"},
        {1012, "TimeControl"}, {2080, "Termination"},  {1524, "Umpire"},  {1588, "Recorder"},
        {1652, "Annotator"},   {1716, "AnnotatorURL"}, {1780, "Author"},  {1844, "AuthorURL"},
        {1908, "Created"},     {1972, "Modified"},     {564, "Source"},   {308, "SourceURL"},
        {52, "Script"},        {2044, "Nature"},
    };
    struct buffer b = {0};
    for (int version = 1; version <= 2; version++) {
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            size_t at = fields[i].at, less = 0;
            if (version == 1 && (at == 52 || at == 1908 || at == 1972))
                continue; /* which it lacks */
            if (version == 1)
                less = at > 1908 ? 256 : 128;
            char expected[64];
            snprintf(expected, sizeof expected, " %s=text ", fields[i].tag);
            cbr_start(&b, version, 0);
            cbr_put_text(&b, at - less, "text");
            cbr_move(&b, version, "", LAST, NULL);
            struct reading r = reading_of_options(b.data, b.len, &options, false);
            if (!strstr(r.games.data, expected) || r.findings.len > 0)
                fail_msg("layout %d, %s: %s%s", version, expected, r.games.data, r.findings.data);
            reading_free(&r);
        }
    }
    buffer_free(&b);
}

static void another_board_and_a_first_number_make_a_fen(void **state)
{
    (void)state;
    struct buffer b = {0};
    cbr_start(&b, 2, 2);
    memset(b.data + 2120, 0, 90);
    b.data[2120 + 3] = 0x25;
    b.data[2120 + 81 + 4] = 0x15;
    b.data[2120 + 81] = 0x11;
    cbr_put_u32(&b, 2112, 2);
    cbr_put_u32(&b, 2116, 7);
    cbr_move(&b, 2, "", 0, NULL);
    cbr_move(&b, 2, "d9d8", LAST, NULL);
    assert_file(&b,
                EMPTY_ROSTER "Result=0-1 RecordType=1 FEN=3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 7 | "
                             "d9d8 0-1\n",
                "");
    buffer_free(&b);
}

static void a_record_cut_anywhere_gives_no_more_than_its_beginning(void **state)
{
    (void)state;
    struct buffer b = {0};
    cbr_start(&b, 2, 0);
    add_moves(&b, 2);
    int bare_roots = 0; /* lengths at which the root is whole and nothing is behind it */
    for (size_t len = 16; len < b.len; len++) {
        char *part = malloc(len);
        assert_non_null(part);
        memcpy(part, b.data, len);
        struct reading r = reading_of_options(part, len, &options, false);
        assert_int_equal(r.game_count, 1);
        if (!strstr(r.findings.data, "damaged-file") &&
            !strstr(r.findings.data, "variation-error")) {
            assert_non_null(strstr(r.findings.data, "file-detail"));
            bare_roots++;
        }
        reading_free(&r);
        free(part);
    }
    assert_int_equal(bare_roots, 1);
    buffer_free(&b);
}

static void numbers_out_of_range_are_reported(void **state)
{
    (void)state;
    struct buffer b = {0};
    cbr_start(&b, 2, 9);
    cbr_put_u32(&b, 2040, 99);
    cbr_put_u32(&b, 2112, 3);
    cbr_put_u32(&b, 2116, 0);
    b.data[2120 + 40] = 0x31;
    b.data[19] = 3;
    cbr_move(&b, 2, "", LAST, NULL);
    buffer_add_char(&b, 'x');
    assert_file(&b, EMPTY_ROSTER "Result=* | *\n",
                "W:file-detail@19 W:file-detail@2040 W:file-detail@2076 "
                "W:file-detail@2112 W:file-detail@2116 W:file-detail@2160 "
                "W:dropped-text@2218");
    buffer_free(&b);
}

/* --- Libraries -------------------------------------------------------------------------------- */

static void add_record(struct buffer *library, uint32_t number, uint32_t flag, const char *title)
{
    struct buffer b = {0};
    cbr_start(&b, 2, 1);
    cbr_put_text(&b, 180, title);
    cbr_move(&b, 2, "", 0, NULL);
    cbr_move(&b, 2, "h2e2", LAST, NULL);
    cbl_add(library, number, flag, &b);
    buffer_free(&b);
}

static void the_index_says_which_records_are_games(void **state)
{
    (void)state;
    struct buffer b = {0};
    cbl_start(&b, 8);
    cbr_put_text(&b, 64, "Lib");
    add_record(&b, 5, 7, "one");
    add_record(&b, 2, 5, "deleted");
    add_record(&b, 1, 7, "two");
    add_record(&b, 0, 0, "orphan");
    assert_file(&b,
                EMPTY_ROSTER
                "Result=1-0 Title=two RecordType=1 Library=Lib | h2e2 1-0\n" EMPTY_ROSTER
                "Result=1-0 Title=one RecordType=1 Library=Lib | h2e2 1-0\n",
                "W:dropped-text@66624");
    buffer_free(&b);
}

static void a_record_may_be_longer_than_a_block(void **state)
{
    (void)state;
    struct buffer library = {0}, b = {0};
    enum { REMARK = 3000 };
    char remark[REMARK + 1];
    memset(remark, 'r', REMARK);
    remark[REMARK] = '\0';
    cbl_start(&library, 2);
    cbr_start(&b, 2, 1);
    cbr_move(&b, 2, "", LAST, remark);
    assert_true(b.len > 8192);
    cbl_add(&library, 0, 7, &b);
    add_record(&library, 1, 7, "next");
    struct reading r = reading_of_options(library.data, library.len, &options, false);
    assert_int_equal(r.game_count, 2);
    assert_string_equal(r.findings.data, "");
    assert_true(r.games.len > REMARK);
    assert_non_null(strstr(r.games.data, "Title=next"));
    reading_free(&r);
    buffer_free(&library);
    buffer_free(&b);
}

static void what_a_library_says_of_itself_is_reported(void **state)
{
    (void)state;
    struct buffer b = {0};
    cbl_start(&b, 1);
    cbr_put_text(&b, 832, "me");
    cbr_put_text(&b, 1088, "remark");
    assert_file(&b, "", "W:dropped-text@832 W:dropped-text@1088");
    buffer_free(&b);
}

static void an_index_that_names_what_is_not_there_costs_that_game(void **state)
{
    (void)state;
    struct buffer b = {0};
    cbl_start(&b, 3);
    add_record(&b, 0, 7, "one");
    add_record(&b, 1, 7, "two");
    cbr_put_u32(&b, CBL_INDEX + 4, 0xFFFFFFFF);
    struct reading r = reading_of_options(b.data, b.len, &options, false);
    assert_int_equal(r.game_count, 2);
    assert_string_equal(r.findings.data, "E:damaged-file@66624");
    assert_non_null(strstr(r.games.data, "Title=two"));
    reading_free(&r);
    buffer_free(&b);
}

static void records_that_cannot_all_be_there_are_not_read(void **state)
{
    (void)state;
    struct buffer b = {0};
    cbl_start(&b, 100);
    add_record(&b, 0, 7, "one");
    for (uint32_t i = 1; i < 100; i++)
        memcpy(b.data + CBL_INDEX + CBL_ENTRY * i, b.data + CBL_INDEX, CBL_ENTRY);
    assert_file(&b, "| - broken\n", "E:damaged-file@0");
    buffer_free(&b);
}

/* --- Packed libraries ------------------------------------------------------------------------- */

static void put_u32(struct buffer *b, uint32_t n)
{
    size_t at = b->len;
    cbr_zeros(b, 4);
    cbr_put_u32(b, at, n);
}

static void put_text(struct buffer *b, const char *text)
{
    put_u32(b, (uint32_t)strlen(text));
    buffer_add_string(b, text);
}

/* Of a packed game: its ply, two bytes; from, to; two that are not known. */
typedef unsigned char packed_move[6];

/* A game of COUNT moves with COMMENTS, a line for each move. */
static void put_packed_moves(struct buffer *b, const char *title, uint32_t result,
                             const packed_move *moves, uint32_t count, const char *comments)
{
    static const unsigned char men[32] = {
        0x1A, 0x2A, 0x3A, 0x4A, 0x5A, 0x6A, 0x7A, 0x8A, 0x9A, 0x28, 0x88,
        0x17, 0x37, 0x57, 0x77, 0x97, 0x11, 0x21, 0x31, 0x41, 0x51, 0x61,
        0x71, 0x81, 0x91, 0x23, 0x83, 0x14, 0x34, 0x54, 0x74, 0x94,
    };
    size_t at = b->len;
    put_u32(b, 0);
    buffer_add(b, men, sizeof men);
    cbr_zeros(b, 12);
    put_text(b, title);
    cbr_zeros(b, 16);
    put_text(b, "Red");
    put_text(b, "Black");
    put_u32(b, result);
    cbr_zeros(b, 8);
    put_text(b, "me");
    cbr_zeros(b, 9);
    buffer_add_string(b, "2001-2-18 12:30:22 2001-2-18 12:30:22 ");
    put_u32(b, count);
    buffer_add(b, moves, count * sizeof *moves);
    buffer_add_string(b, comments);
    cbr_put_u32(b, at, (uint32_t)(b->len - at));
}

/* The same of h2e2 h9g7. */
static void put_packed_game(struct buffer *b, const char *title, uint32_t result,
                            const char *comments)
{
    static const packed_move moves[] = {{1, 0, 0x77, 0x47, 9, 9}, {2, 0, 0x70, 0x62, 9, 9}};
    put_packed_moves(b, title, result, moves, 2, comments);
}

static void pack_library(struct buffer *file, const struct buffer *games)
{
    struct buffer b = {0};
    put_text(&b, "Lib");
    cbr_zeros(&b, 16);
    buffer_add_string(&b, "2001-2-18 12:30:22 2006-11-25 22:02:58");
    put_u32(&b, 2);
    put_text(&b, "");
    buffer_add(&b, games->data, games->len);
    uLongf len = compressBound(b.len);
    buffer_clear(file);
    buffer_add(file, "CCBridge\x15\0\0\0\1\0\0\0", 16);
    put_u32(file, (uint32_t)b.len);
    assert_true(buffer_reserve(file, len));
    assert_int_equal(compress((Bytef *)file->data + 20, &len, (const Bytef *)b.data, b.len), Z_OK);
    file->len = 20 + len;
    buffer_free(&b);
}

static void a_packed_library_gives_its_games(void **state)
{
    (void)state;
    struct buffer games = {0}, file = {0};
    put_packed_game(&games, "one", 2, "\r\n\r\n");
    put_packed_game(&games, "two", 3, "first\r\nsecond");
    pack_library(&file, &games);
    assert_file(&file,
                "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=Red Black=Black Result=0-1 "
                "Title=one Author=me Created=2001-2-18 12:30:22 Modified=2001-2-18 12:30:22 "
                "Library=Lib | h2e2 h9g7 0-1\n"
                "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=Red Black=Black "
                "Result=1/2-1/2 Title=two Author=me Created=2001-2-18 12:30:22 "
                "Modified=2001-2-18 12:30:22 Library=Lib | h2e2 {first} h9g7 {second} 1/2-1/2\n",
                "W:dropped-text@23 W:dropped-text@42");
    buffer_free(&games);
    buffer_free(&file);
}

#define PACKED_START(result, title, start)                                                         \
    "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=Red Black=Black Result=" result          \
    " Title=" title " Author=me Created=2001-2-18 12:30:22 Modified=2001-2-18 12:30:22 "           \
    "Library=Lib " start "| "
#define PACKED(result, title) PACKED_START(result, title, "")

/* The one game of GAMES, which is read with these findings besides those about the library. */
static void assert_packed(const struct buffer *games, const char *game, const char *findings)
{
    struct buffer file = {0}, all = {0};
    pack_library(&file, games);
    buffer_printf(&all, "%s%sW:dropped-text@23 W:dropped-text@42", findings, *findings ? " " : "");
    assert_file(&file, game, buffer_terminate(&all));
    buffer_free(&file);
    buffer_free(&all);
}

static void what_a_packed_game_says_that_cannot_be_is_reported(void **state)
{
    (void)state;
    struct buffer games = {0};
    put_packed_game(&games, "one", 7, "\n\n");
    games.data[4 + 14] = (char)0xF1;
    assert_packed(&games,
                  PACKED_START("*", "one",
                               "FEN=rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P3P/1C5C1/9/RNBAKABNR w - "
                               "- 0 1 ") "h2e2 h9g7 *\n",
                  "W:file-detail@87 W:file-detail@156");
    buffer_clear(&games);
    put_packed_game(&games, "one", 1, "a\nb\nmore");
    assert_packed(&games, PACKED("1-0", "one") "h2e2 {a} h9g7 {b} 1-0\n", "W:dropped-text@241");
    buffer_clear(&games);
    put_packed_game(&games, "one", 1, "");
    cbr_put_u32(&games, games.len - 16, 3);
    assert_packed(&games, PACKED("1-0", "one") "h2e2 h9g7 1-0 broken\n", "E:damaged-file@237");
    buffer_clear(&games);
    put_packed_game(&games, "one", 1, "");
    cbr_put_u32(&games, 0, (uint32_t)games.len + 1);
    assert_packed(&games, "| - broken\n", "E:damaged-file@69");
    cbr_put_u32(&games, 0, 3);
    assert_packed(&games, "| - broken\n", "E:damaged-file@69");
    buffer_free(&games);
}

static void a_ply_that_does_not_rise_begins_a_branch_of_a_packed_game(void **state)
{
    (void)state;
    static const packed_move moves[] = {
        {1, 0, 0x77, 0x47}, {2, 0, 0x70, 0x62}, {3, 0, 0x79, 0x67}, {2, 0, 0x10, 0x22},
        {3, 0, 0x19, 0x27}, {3, 0, 0x79, 0x67}, {1, 0, 0x17, 0x47},
    };
    struct buffer games = {0};
    put_packed_moves(&games, "one", 2, moves, 7, "a\nb\nc\nd\ne\nf\ng\n");
    assert_packed(&games,
                  PACKED("0-1", "one") "h2e2 {a} ( b2e2 {g} ) h9g7 {b} "
                                       "( b9c7 {d} b0c2 {e} ( h0g2 {f} ) ) h0g2 {c} 0-1\n",
                  "");
    buffer_free(&games);
}

static void a_ply_that_cannot_be_is_reported_and_the_line_goes_on(void **state)
{
    (void)state;
    static const packed_move moves[] = {
        {1, 0, 0x77, 0x47}, {0, 0, 0x70, 0x62}, {5, 1, 0x79, 0x67}, {3, 0, 0x19, 0x27}};
    struct buffer games = {0};
    put_packed_moves(&games, "one", 2, moves, 4, "");
    assert_packed(&games, PACKED("0-1", "one") "h2e2 h9g7 h0g2 ( b0c2 ) 0-1\n",
                  "W:file-detail@231 W:file-detail@237");
    buffer_free(&games);
}

static void any_number_behind_the_mark_makes_a_packed_library(void **state)
{
    (void)state;
    struct buffer games = {0}, file = {0};
    put_packed_game(&games, "one", 2, "");
    pack_library(&file, &games);
    file.data[12] = 3;
    assert_file(&file, PACKED("0-1", "one") "h2e2 h9g7 0-1\n",
                "W:dropped-text@23 W:dropped-text@42");
    buffer_free(&games);
    buffer_free(&file);
}

static void a_packed_game_tells_who_annotated_it_and_what_it_is_about(void **state)
{
    (void)state;
    struct buffer b = {0}, games = {0};
    put_packed_game(&b, "one", 2, "");
    const size_t annotator = 4 + 32 + 12 + 4 + 3 + 16 + 4 + 3 + 4 + 5 + 4, remark = annotator + 18;
    buffer_add(&games, b.data, annotator);
    put_text(&games, "who");
    put_text(&games, "a.b");
    buffer_add(&games, b.data + annotator + 8, 6 + 4);
    put_text(&games, "why");
    buffer_add(&games, b.data + remark + 4, b.len - remark - 4);
    cbr_put_u32(&games, 0, (uint32_t)games.len);
    assert_packed(&games,
                  "Game=Chinese Chess Event=? Site=? Date=? Round=? Red=Red Black=Black "
                  "Result=0-1 Title=one Annotator=who AnnotatorURL=a.b Author=me "
                  "Created=2001-2-18 12:30:22 Modified=2001-2-18 12:30:22 Library=Lib | "
                  "{why} h2e2 h9g7 0-1\n",
                  "");
    buffer_free(&b);
    buffer_free(&games);
}

static void a_packed_library_that_is_cut_gives_no_game_but_an_error(void **state)
{
    (void)state;
    struct buffer games = {0}, file = {0};
    put_packed_game(&games, "one", 2, "\r\n\r\n");
    pack_library(&file, &games);
    for (size_t len = 16; len < file.len; len += 7) {
        struct error err;
        struct record rec;
        struct findings f = {0};
        struct reader *r = reader_open_memory(file.data, len, &options, &err);
        assert_non_null(r);
        record_init(&rec);
        assert_int_equal(reader_next(r, &rec, &f, &err), READ_BROKEN);
        assert_int_equal(err.code, ERROR_FORMAT);
        record_free(&rec);
        findings_free(&f);
        reader_close(r);
    }
    buffer_free(&games);
    buffer_free(&file);
}

/* --- What an import asks ---------------------------------------------------------------------- */

static uint64_t hash_of(const struct buffer *b, uint64_t len)
{
    struct hash h;
    hash_start(&h, TEXT_HASH_SEED);
    hash_add(&h, b->data, (size_t)len);
    return hash_value(&h);
}

/* Offsets ascend, come to the end with the last game and not before, and hashes are of the file. */
static void assert_offsets(const struct buffer *file, size_t games)
{
    struct read_options hashing = {.game = GAME_XIANGQI, .hash = true};
    struct error err;
    struct record rec;
    struct findings f = {0};
    struct reader *r = reader_open_memory(file->data, file->len, &hashing, &err);
    assert_non_null(r);
    record_init(&rec);
    uint64_t last = 0;
    for (size_t n = 1; n <= games; n++) {
        assert_int_equal(reader_next(r, &rec, &f, &err), READ_GAME);
        uint64_t offset = reader_offset(r);
        assert_true(offset > last);
        assert_int_equal(offset == file->len, n == games);
        assert_true(reader_hash(r) == hash_of(file, offset));
        last = offset;
    }
    assert_int_equal(reader_next(r, &rec, &f, &err), READ_END);
    record_free(&rec);
    findings_free(&f);
    reader_close(r);
}

static void offsets_end_with_the_last_game_whatever_the_format(void **state)
{
    (void)state;
    struct buffer file = {0}, games = {0};
    cbr_start(&file, 2, 1);
    add_moves(&file, 2);
    assert_offsets(&file, 1);
    cbl_start(&file, 8);
    add_record(&file, 7, 7, "one");
    add_record(&file, 2, 7, "two");
    add_record(&file, 3, 7, "three");
    assert_offsets(&file, 3);
    put_packed_game(&games, "one", 2, "\r\n\r\n");
    put_packed_game(&games, "two", 3, "\r\n\r\n");
    pack_library(&file, &games);
    assert_offsets(&file, 2);
    buffer_free(&file);
    buffer_free(&games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_layouts_hold_the_same_tree),
        cmocka_unit_test(every_text_of_the_header_becomes_a_tag),
        cmocka_unit_test(another_board_and_a_first_number_make_a_fen),
        cmocka_unit_test(a_record_cut_anywhere_gives_no_more_than_its_beginning),
        cmocka_unit_test(numbers_out_of_range_are_reported),
        cmocka_unit_test(the_index_says_which_records_are_games),
        cmocka_unit_test(a_record_may_be_longer_than_a_block),
        cmocka_unit_test(what_a_library_says_of_itself_is_reported),
        cmocka_unit_test(an_index_that_names_what_is_not_there_costs_that_game),
        cmocka_unit_test(records_that_cannot_all_be_there_are_not_read),
        cmocka_unit_test(a_packed_library_gives_its_games),
        cmocka_unit_test(offsets_end_with_the_last_game_whatever_the_format),
        cmocka_unit_test(what_a_packed_game_says_that_cannot_be_is_reported),
        cmocka_unit_test(a_ply_that_does_not_rise_begins_a_branch_of_a_packed_game),
        cmocka_unit_test(a_ply_that_cannot_be_is_reported_and_the_line_goes_on),
        cmocka_unit_test(any_number_behind_the_mark_makes_a_packed_library),
        cmocka_unit_test(a_packed_game_tells_who_annotated_it_and_what_it_is_about),
        cmocka_unit_test(a_packed_library_that_is_cut_gives_no_game_but_an_error),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
