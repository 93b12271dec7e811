/* Blanks beyond ASCII and characters that are not seen, by their property, wherever they stand outside
   texts: the game is the same, and one note tells. A byte-order mark where files were joined is as if
   it were not there. */
#include "base/utf8.h"
#include "tests/unit/reading.h"

#define GAME "Event=e White=w | e4 Nf6 1-0\n"

/* FORM with the character CODE for each ~ is read as the game, with one note or none. */
static void assert_game(const char *form, uint32_t code)
{
    char text[256], character[4];
    size_t len = 0;
    const size_t n = utf8_encode(code, character);
    for (; *form; form++) {
        memcpy(text + len, *form == '~' ? character : form, *form == '~' ? n : 1);
        len += *form == '~' ? n : 1;
    }
    text[len] = '\0';
    struct reading r = reading_of(text, len);
    if (strcmp(r.games.data, GAME) != 0 || strchr(r.findings.data, ' ') ||
        (r.findings.len > 0 && strncmp(r.findings.data, "N:odd-blank@", 12) != 0))
        fail_msg("U+%04X in\n%s\n%s%s", (unsigned)code, text, r.games.data, r.findings.data);
    reading_free(&r);
}

#define TAGS "[Event \"e\"]\n[White \"w\"]\n\n"

static void they_may_stand_anywhere(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "~[Event \"e\"]\n[White \"w\"]\n\n1. e4 Nf6 1-0\n",
        "[Event \"e\"]~\n~[White \"w\"]~\n~\n1. e4 Nf6 1-0\n",
        "[~Event~\"e\"~]\n[White ~\"w\"]\n\n1. e4 Nf6 1-0\n",
        TAGS "1~.~e4 Nf6 1-0\n",
        TAGS "1. e4~ Nf6~ 1-0~\n",
        TAGS "1. e4 ~Nf6 ~1-0",
    };
    for (uint32_t code = 0x80; code < 0xe0200; code++)
        for (size_t i = 0; i < sizeof forms / sizeof *forms && utf8_ink(code) != UTF8_INK; i++)
            assert_game(forms[i], code);
}

static void blanks_part_and_what_is_not_seen_does_not(void **state)
{
    (void)state;
    for (uint32_t code = 0x80; code < 0xe0200; code++) {
        if (utf8_ink(code) == UTF8_BLANK) {
            assert_game(TAGS "1.~e4~Nf6~1-0\n", code);
        } else if (utf8_ink(code) == UTF8_NOTHING) {
            assert_game(TAGS "1. e~4 N~f~6~ 1~-~0\n", code);
            assert_game("[E~v~~ent \"e\"]\n[~Whit~e~ \"w\"]\n\n1. e4 Nf6 1-0\n", code);
        }
    }
}

static void a_name_with_what_is_not_seen_is_the_same_name(void **state)
{
    (void)state;
    assert_reading("[White \"a\"]\n[Wh\u200bite \"b\"]\n\n1. e4 *\n", "White=a White=b | e4 *\n",
                   "W:repeated-tag@2:1 N:odd-blank@2:4");
    assert_reading("[White \"a\"]\n\n[Wh\u200bite \"b\"]\n\n1. e4 *\n",
                   "White=a | -\nWhite=b | e4 *\n", "W:missing-result@1:12 N:odd-blank@3:4");
    assert_reading("[Wh\u200bite \u201cb\u201d]\n\n1. e4 *\n", "White=b | e4 *\n",
                   "N:odd-blank@1:4 W:bad-tag@1:9");
    assert_reading("[\u200b \"b\"]\n\n1. e4 *\n", "| e4 *\n", "W:dropped-text@1:1 N:no-tags@3:1");
}

static void in_texts_they_stay(void **state)
{
    (void)state;
    assert_reading("[White \"a\u00a0b\u200e\"]\n\n1. e4 {c\u202fd\u2060} *\n",
                   "White=a\u00a0b\\u200E | e4 {c\u202fd\\u2060} *\n", "");
}

static void a_start_may_hold_them(void **state)
{
    (void)state;
    assert_reading(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/3QK3\u00a0w\u200e - - 0 1\"]\n\n1. Qd7+ *\n",
        "SetUp=1 FEN=4k3/8/8/8/8/8/8/3QK3\u00a0w\\u200E - - 0 1 | Qd7+ *\n", "N:odd-blank@2:27");
    assert_reading(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/3QK3\u00a0\u200ex - - 0 1\"]\n\n1. Qd7+ *\n",
        "SetUp=1 FEN=4k3/8/8/8/8/8/8/3QK3\u00a0\\u200Ex - - 0 1 | {1. Qd7+} * broken\n",
        "E:bad-fen@2:28");
}

static void lines_of_epd_may_hold_them(void **state)
{
    (void)state;
    assert_reading(
        "4k3/8/8/8/8/8/8/4K2R\u00a0w K\u3000- bm\u2003O-O\u200e;\u00a0id \"a\u00a0b\";\n",
        "bm=O-O id=a\u00a0b SetUp=1 FEN=4k3/8/8/8/8/8/8/4K2R w K - 0 1 | -\n", "N:odd-blank@1:21");
    assert_reading("\u200f4k3/8/8/8/8/8/8/4\u2060K2R w K - i\u200bd \"a\u200bb\";\n",
                   "id=a\\u200Bb SetUp=1 FEN=4k3/8/8/8/8/8/8/4K2R w K - 0 1 | -\n",
                   "N:odd-blank@1:19");
    assert_reading("4k3/8/8/8/8/8/8/4K2R w K - bm\u00a0O-O-O;\n",
                   "bm=O-O-O SetUp=1 FEN=4k3/8/8/8/8/8/8/4K2R w K - 0 1 | -\n",
                   "N:odd-blank@1:30 E:illegal-move@1:31");
    assert_reading("4k3/8/8/8/8/8/8/4K2R\u00a0x K -\n", "| - broken\n",
                   "N:odd-blank@1:21 E:bad-fen@1:22");
}

static void a_mark_where_files_were_joined_is_not_there(void **state)
{
    (void)state;
    assert_reading("[Event \"1\"]\n\n1. e4\n\ufeff[Event \"2\"]\n[White \"w\"]\n\n1. d4 *\n",
                   "Event=1 | e4 -\nEvent=2 White=w | d4 *\n", "W:missing-result@3:6");
    assert_reading("[Event \"1\"]\n\n1. e4 *\n\n\ufeff[Event \"2\"]\n[White \"w\"]\n\n1. d4 *\n",
                   "Event=1 | e4 *\nEvent=2 White=w | d4 *\n", "");
    assert_reading(
        "[Event \"1\"]\n\n1. e4 {open\n\n\ufeff[Event \"2\"]\n[White \"w\"]\n\n1. d4 {x} *\n",
        "Event=1 | e4 {open} -\nEvent=2 White=w | d4 {x} *\n",
        "W:unclosed-comment@3:7 W:missing-result@3:12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_may_stand_anywhere),
        cmocka_unit_test(blanks_part_and_what_is_not_seen_does_not),
        cmocka_unit_test(a_name_with_what_is_not_seen_is_the_same_name),
        cmocka_unit_test(in_texts_they_stay),
        cmocka_unit_test(a_start_may_hold_them),
        cmocka_unit_test(lines_of_epd_may_hold_them),
        cmocka_unit_test(a_mark_where_files_were_joined_is_not_there),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
