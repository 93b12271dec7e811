/* Every way of writing, right or wrong, at which readers of PGN are known to differ: the text, and
   what is read of it. Of those that lose the game, its moves or its end, or take another move for
   the one that stands there, many are in use. */
#include "tests/unit/reading.h"

struct row {
    const char *what, *text;
    size_t len;
    const char *games, *findings;
};
#define TEXT(text) text, sizeof text - 1

static void assert_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct reading r = reading_of(rows[i].text, rows[i].len);
        if (strcmp(r.games.data, rows[i].games) != 0 ||
            strcmp(r.findings.data, rows[i].findings) != 0)
            fail_msg("%s:\n%s--- games\n%s--- findings\n%s", rows[i].what, rows[i].text,
                     r.games.data, r.findings.data);
        reading_free(&r);
    }
}

static const struct row moves_rows[] = {
    {"an illegal move keeps the legal ones before it, and the game behind",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 2. Ke3 Nc6 *\n"
          "\n"
          "[White \"B\"]\n"
          "\n"
          "1. d4 *\n"),
     "White=A | e4 e5 {Ke3 Nc6} * broken\n"
     "White=B | d4 *\n",
     "E:illegal-move@3:13"},
    {"an illegal move in a variation keeps the main line",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 (1... Qd5 2. Nc3) 2. Nf3 *\n"),
     "White=A | e4 e5 ( {Qd5 2. Nc3} ) Nf3 *\n", "W:variation-error@3:16"},
    {"castling with zeros",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n"
          "\n"
          "1. 0-0 0-0-0 *\n"),
     "SetUp=1 FEN=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 | O-O O-O-O *\n",
     "N:castling-zeros@4:4 N:castling-zeros@4:8"},
    {"castling with zeros and other dashes",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n"
          "\n"
          "1. 0–0 0−0−0 *\n"),
     "SetUp=1 FEN=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 | O-O O-O-O *\n",
     "N:castling-zeros@4:4 N:castling-zeros@4:8"},
    {"castling as king takes rook",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n"
          "\n"
          "1. e1h1 e8a8 *\n"),
     "SetUp=1 FEN=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 | O-O O-O-O *\n",
     "N:coordinates@4:4 N:king-takes-rook@4:4 N:coordinates@4:9 N:king-takes-rook@4:9"},
    {"promotion without =",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"8/P5k1/8/8/8/8/p5K1/8 w - - 0 1\"]\n"
          "\n"
          "1. a8Q a1N *\n"),
     "SetUp=1 FEN=8/P5k1/8/8/8/8/p5K1/8 w - - 0 1 | a8=Q a1=N *\n",
     "N:promotion-form@4:4 N:promotion-form@4:8"},
    {"promotion in parentheses",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"8/P5k1/8/8/8/8/p5K1/8 w - - 0 1\"]\n"
          "\n"
          "1. a8(Q) a1(N) *\n"),
     "SetUp=1 FEN=8/P5k1/8/8/8/8/p5K1/8 w - - 0 1 | a8=Q a1=N *\n",
     "N:promotion-form@4:4 N:promotion-form@4:10"},
    {"more of the origin than needed",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. Ng1f3 Nb8c6 *\n"),
     "White=A | Nf3 Nc6 *\n", "N:disambiguation@3:4 N:disambiguation@3:10"},
    {"disambiguation that ignores pins",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e6 2. d4 Bb4+ 3. Nc3 Nf6 4. Ne2 *\n"),
     "White=A | e4 e6 d4 Bb4+ Nc3 Nf6 Ne2 *\n", ""},
    {"disambiguation though a pin leaves one man",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e6 2. d4 Bb4+ 3. Nc3 Nf6 4. Nge2 *\n"),
     "White=A | e4 e6 d4 Bb4+ Nc3 Nf6 Ne2 *\n", "N:disambiguation@3:35"},
    {"two men can make the move",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. Nf3 Nf6 2. d4 d5 3. Nd2 Nc6 *\n"),
     "White=A | Nf3 Nf6 d4 d5 {Nd2 Nc6} * broken\n", "E:ambiguous-move@3:24"},
    {"long algebraic",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e2-e4 e7-e5 2. Ng1-f3 *\n"),
     "White=A | e4 e5 Nf3 *\n", "N:long-form@3:4 N:long-form@3:10 N:long-form@3:19"},
    {"coordinates",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e2e4 e7e5 2. g1f3 *\n"),
     "White=A | e4 e5 Nf3 *\n", "N:coordinates@3:4 N:coordinates@3:9 N:coordinates@3:17"},
    {"German piece letters",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 2. Sf3 *\n"),
     "White=A | e4 e5 {Sf3} * broken\n", "E:unreadable-move@3:13"},
    {"Dutch piece letters",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 2. Pf3 *\n"),
     "White=A | e4 e5 f3 *\n", "N:pawn-letter@3:13 W:two-readings@3:13"},
    {"a small piece letter",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 2. nf3 *\n"),
     "White=A | e4 e5 {nf3} * broken\n", "E:unreadable-move@3:13"},
    {"a small letter that is a file too",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1\"]\n"
          "\n"
          "1. bc3 *\n"),
     "SetUp=1 FEN=4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1 | {bc3} * broken\n", "E:illegal-move@4:4"},
    {"figurines",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 2. ♘f3 ♞c6 *\n"),
     "White=A | e4 e5 Nf3 Nc6 *\n", "N:figurine@3:13 N:figurine@3:17"},
    {"e.p. behind a move",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\"]\n"
          "\n"
          "2. exd6 e.p. *\n"),
     "SetUp=1 FEN=4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 | exd6 *\n", "N:ep-mark@4:9"},
    {"e.p. at a move",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\"]\n"
          "\n"
          "2. exd6e.p. *\n"),
     "SetUp=1 FEN=4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 | exd6 *\n", "N:ep-mark@4:4"},
    {"a null move in the main line",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 -- 2. d4 *\n"),
     "White=A | e4 -- d4 *\n", "W:null-move@3:7"},
    {"null moves in a variation",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 (1... Z0 2. d4) 2. Nf3 *\n"),
     "White=A | e4 e5 ( -- d4 ) Nf3 *\n", "N:null-move-form@3:16"},
    {"a move behind mate",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. f3 e5 2. g4 Qh4# 3. a3 0-1\n"),
     "White=A | f3 e5 g4 Qh4# {a3} 0-1 broken\n", "E:move-after-end@3:24"},
};

static const struct row results_rows[] = {
    {"no result at the end",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5\n"
          "\n"
          "[White \"B\"]\n"
          "\n"
          "1. d4 d5\n"),
     "White=A | e4 e5 -\n"
     "White=B | d4 d5 -\n",
     "W:missing-result@3:9 W:missing-result@7:9"},
    {"no result at the end of the file",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5"),
     "White=A | e4 e5 -\n", "W:missing-result@3:9"},
    {"half signs",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 ½-½\n"),
     "White=A | e4 e5 1/2-1/2\n", "N:result-form@3:10"},
    {"1/2 alone",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 1/2\n"),
     "White=A | e4 e5 1/2-1/2\n", "N:result-form@3:10"},
    {"results with blanks, colons, points and plus",
     TEXT("1. e4 1 - 0\n\n1. e4 0 - 1\n\n1. e4 1/2 - 1/2\n\n1. e4 ½:½\n\n1. e4 0.5-0.5\n\n"
          "1. e4 +:-\n\n1. e4 -:+\n\n1. e4 1:0\n"),
     "| e4 1-0\n| e4 0-1\n| e4 1/2-1/2\n| e4 1/2-1/2\n| e4 1/2-1/2\n| e4 1-0\n| e4 0-1\n"
     "| e4 1-0\n",
     "N:no-tags@1:1 N:result-form@1:7 N:no-tags@3:1 N:result-form@3:7 N:no-tags@5:1 "
     "N:result-form@5:7 N:no-tags@7:1 N:result-form@7:7 N:no-tags@9:1 N:result-form@9:7 "
     "N:no-tags@11:1 N:result-form@11:7 N:no-tags@13:1 N:result-form@13:7 N:no-tags@15:1 "
     "N:result-form@15:7"},
    {"a comment behind the result",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 1-0 {time}\n"),
     "White=A | e4 e5 {time} 1-0\n", ""},
    {"two results",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 1-0 0-1\n"
          "\n"
          "[White \"B\"]\n"
          "\n"
          "1. d4 *\n"),
     "White=A | e4 e5 1-0\n"
     "White=B | d4 *\n",
     "W:dropped-text@3:14"},
    {"the Result tag and the end differ",
     TEXT("[White \"A\"]\n"
          "[Result \"0-1\"]\n"
          "\n"
          "1. e4 1-0\n"),
     "White=A Result=0-1 | e4 1-0\n", ""},
};

static const struct row tags_rows[] = {
    {"quotes that are not escaped",
     TEXT("[Event \"the \"big\" one\"]\n"
          "[White \"A\"]\n"
          "\n"
          "1. e4 *\n"),
     "Event=the \"big\" one White=A | e4 *\n", "W:bad-tag@1:13"},
    {"quotes and backslashes that are",
     TEXT("[Event \"the \\\"big\\\" \\\\ one\"]\n"
          "\n"
          "1. e4 *\n"),
     "Event=the \"big\" \\ one | e4 *\n", ""},
    {"a tag without its quote",
     TEXT("[Event \"A]\n"
          "[White \"B\"]\n"
          "\n"
          "1. e4 *\n"),
     "Event=A White=B | e4 *\n", "W:bad-tag@1:10"},
    {"a tag without its bracket",
     TEXT("[Event \"A\"\n"
          "[White \"B\"]\n"
          "\n"
          "1. e4 *\n"),
     "Event=A White=B | e4 *\n", "W:bad-tag@1:11"},
    {"tags in the quotes of a word processor",
     TEXT("[Event “A”] [Site „B“]\n"
          "[White \"C\"]\n"
          "\n"
          "1. e4 *\n"
          "[Event «D»]\n"
          "\n"
          "1. d4 *\n"),
     "Event=A Site=B White=C | e4 *\n"
     "Event=D | d4 *\n",
     "W:bad-tag@1:8 W:bad-tag@1:19 W:bad-tag@5:8"},
    {"tags without quotes",
     TEXT("[Event A B ]\n"
          "[White 'C']\n"
          "\n"
          "1. e4 *\n"),
     "Event=A B White=C | e4 *\n", "W:bad-tag@1:8 W:bad-tag@2:8"},
    {"a remark that is no tag",
     TEXT("[Event of the year]\n"
          "\n"
          "[White \"C\"]\n"
          "[Other D]\n"
          "\n"
          "[Black moves] 1. e4 *\n"),
     "White=C | e4 *\n", "W:dropped-text@1:1 W:stray-mark@4:1 W:stray-mark@6:1"},
    {"a value that goes on in the next line",
     TEXT("[Event \"A\r\n"
          "B\"]\r\n"
          "[White \"C\"]\r\n"
          "\r\n"
          "1. e4 *\r\n"),
     "Event=A B White=C | e4 *\n", "W:bad-tag@2:2"},
    {"no tags at all",
     TEXT("1. e4 e5 *\n"
          "\n"
          "1. d4 d5 *\n"),
     "| e4 e5 *\n"
     "| d4 d5 *\n",
     "N:no-tags@1:1 N:no-tags@3:1"},
    {"no tags and no numbers", TEXT("e4 e5 Nf3 *\n"), "| e4 e5 Nf3 *\n",
     "N:no-tags@1:1 N:no-move-numbers@1:1"},
    {"a FEN without SetUp",
     TEXT("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n"
          "\n"
          "1. O-O *\n"),
     "FEN=4k3/8/8/8/8/8/8/4K2R w K - 0 1 | O-O *\n", "N:fen-without-setup@1:7"},
    {"a FEN without castling rights that are used",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n"
          "\n"
          "1. O-O *\n"),
     "SetUp=1 FEN=4k3/8/8/8/8/8/8/4K2R w - - 0 1 | {O-O} * broken\n", "E:illegal-move@4:4"},
    {"a FEN with rights that cannot be",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1\"]\n"
          "\n"
          "1. Kd1 *\n"),
     "SetUp=1 FEN=4k3/8/8/8/8/8/8/4K3 w KQ - 0 1 | Kd1 *\n", "W:fen-detail@2:29"},
    {"a FEN that is no position",
     TEXT("[SetUp \"1\"]\n"
          "[FEN \"8/8/8/8/8/8/8/4K3 w - - 0 1\"]\n"
          "\n"
          "1. Kd1 *\n"),
     "SetUp=1 FEN=8/8/8/8/8/8/8/4K3 w - - 0 1 | {1. Kd1} * broken\n", "E:bad-fen@2:7"},
    {"the same tag twice",
     TEXT("[White \"A\"]\n"
          "[White \"B\"]\n"
          "\n"
          "1. e4 *\n"),
     "White=A White=B | e4 *\n", "W:repeated-tag@2:1"},
};

static const struct row text_rows[] = {
    {"wrong move numbers",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 3. Nf3 7... Nc6 *\n"),
     "White=A | e4 e5 Nf3 Nc6 *\n", "W:move-number@3:10 W:move-number@3:17"},
    {"no move numbers",
     TEXT("[White \"A\"]\n"
          "\n"
          "e4 e5 Nf3 *\n"),
     "White=A | e4 e5 Nf3 *\n", "N:no-move-numbers@3:1"},
    {"+= and other signs",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 += e5 =+ 2. Nf3 ± Nc6 ∞ *\n"),
     "White=A | e4 $14 e5 $15 Nf3 $16 Nc6 $13 *\n",
     "N:glyph@3:7 N:glyph@3:13 N:glyph@3:23 N:glyph@3:29"},
    {"a comment to the end of the line",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 ; best by test\n"
          "e5 *\n"),
     "White=A | e4 ; best by test e5 *\n", "N:semicolon-comment@3:7"},
    {"a token that is no move",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 hello e5 *\n"),
     "White=A | e4 {hello e5} * broken\n", "E:unreadable-move@3:7"},
    {"a line escaped with %",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4\n"
          "% not for you\n"
          "e5 *\n"),
     "White=A | e4 e5 *\n", ""},
    {"nested comments",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 {a {b} c} e5 *\n"),
     "White=A | e4 {a (b) c} e5 *\n", "W:nested-comment@3:7"},
    {"a comment that is not closed",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 {open e5 1-0\n"
          "\n"
          "[Event \"b\"]\n"
          "[White \"B\"]\n"
          "\n"
          "1. d4 {x} *\n"),
     "White=A | e4 {open e5 1-0} -\n"
     "Event=b White=B | d4 {x} *\n",
     "W:unclosed-comment@3:7 W:missing-result@3:19"},
    {"a variation that is not closed",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 (1. d4 d5 1-0\n"
          "\n"
          "[Event \"b\"]\n"
          "[White \"B\"]\n"
          "\n"
          "1. d4 *\n"),
     "White=A | e4 ( d4 d5 ) 1-0\n"
     "Event=b White=B | d4 *\n",
     "W:unclosed-variation@3:7"},
    {"a parenthesis too many",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5) 2. Nf3 *\n"),
     "White=A | e4 e5 Nf3 *\n", "W:stray-mark@3:9"},
    {"a blank line in the moves",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5\n"
          "\n"
          "2. Nf3 *\n"),
     "White=A | e4 e5 Nf3 *\n", ""},
    {"two blank lines behind the tags",
     TEXT("[White \"A\"]\n"
          "\n"
          "\n"
          "1. e4 *\n"),
     "White=A | e4 *\n", ""},
    {"no blank line between games",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 *\n"
          "[White \"B\"]\n"
          "\n"
          "1. d4 *\n"),
     "White=A | e4 *\n"
     "White=B | d4 *\n",
     ""},
    {"no blank line between tags and moves",
     TEXT("[White \"A\"]\n"
          "1. e4 *\n"),
     "White=A | e4 *\n", ""},
    {"mail headers before a game",
     TEXT("From: a@example.org\n"
          "Subject: my games\n"
          "\n"
          "[White \"A\"]\n"
          "\n"
          "1. e4 *\n"),
     "White=A | e4 *\n", "W:dropped-text@1:1"},
    {"a variation before the first move",
     TEXT("[White \"A\"]\n"
          "\n"
          "(1. d4) 1. e4 *\n"),
     "White=A | ( d4 ) e4 *\n", "W:variation-place@3:1"},
    {"a comment before the first move of a variation",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 ({or} 1. d4) 1... e5 *\n"),
     "White=A | e4 ( {or} d4 ) e5 *\n", ""},
    {"a variation in text that is no game",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 e5 0-1 + (13... Bb6 14. h3) 1. d4 *\n"),
     "White=A | e4 e5 0-1\n"
     "| h3 {d4} * broken\n",
     "W:dropped-text@3:14 N:no-tags@3:27 W:stray-mark@3:33 E:illegal-move@3:38"},
    {"a remark in brackets, and a clock",
     TEXT("[White \"A\"]\n"
          "\n"
          "[pgn] 1. e4 [best by test] e5 [%clk 0:10] [!] [/pgn] *\n"),
     "White=A | e4 {[best by test]} e5 {[%clk 0:10]} *\n",
     "W:stray-mark@3:1 N:text-in-parentheses@3:13 N:text-in-parentheses@3:31 W:stray-mark@3:43 "
     "W:stray-mark@3:47"},
    {"clocks and evaluations",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 { [%clk 0:01:00] [%eval 0.3,20] } e5 *\n"),
     "White=A | e4 { [%clk 0:01:00] [%eval 0.3,20] } e5 *\n", ""},
    {"a NUL byte",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 \000e5 *\n"),
     "White=A | e4 e5 *\n", "N:nul-byte@3:7"},
    {"a byte-order mark",
     TEXT("\357\273\277[White \"A\"]\n"
          "\n"
          "1. e4 e5 *\n"),
     "White=A | e4 e5 *\n", ""},
    {"lines that end in CR", TEXT("[White \"A\"]\r\r1. e4\re5 *\r"), "White=A | e4 e5 *\n", ""},
    {"a NAG over 255",
     TEXT("[White \"A\"]\n"
          "\n"
          "1. e4 $300 e5 $1 *\n"),
     "White=A | e4 e5 $1 *\n", "W:bad-nag@3:7"},
};

static void a_position_that_cannot_be_is_told_by_its_fault(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *message;
    } rows[] = {
        {"8/8/8/8/8/8/8/8 w - - 0 1", "FEN: White has no king"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "FEN: Black has no king"},
        {"4k1k1/8/8/8/8/8/8/4K3 w - - 0 1", "FEN: Black has 2 kings"},
        {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "FEN: Black has 9 pawns"},
        {"4k3/8/8/8/QQQ5/QQQQQ3/PPPPPPPP/4K3 b - - 0 1", "FEN: White has 17 men"},
        {"4k3/8/8/8/8/QQQ5/PPPPPPPP/4K3 w - - 0 1", "FEN: White has 8 pawns and 2 promoted pieces"},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "FEN: a pawn on h8"},
        {"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "FEN: the side not to move is in check"},
        {"8/8/8/8/8/8/1k6/K7 w - - 0 1", "FEN: the side not to move is in check"},
        {"4k3/8/8/8/1b2r2b/8/8/4K3 w - - 0 1", "FEN: no move can have given this check"},
        {"4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1", "FEN: no move can have given this check"},
        {"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "FEN: castling right K without a rook"},
        {"4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
         "FEN: no pawn can just have passed over the en passant square"},
        {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "FEN: the side to move must be w or b"},
        {"4k3/8/8/9/8/8/8/4K3 w - - 0 1", "FEN: rank 5 has 9 squares, not 8"},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "FEN: the board has 7 ranks, not 8"},
        {"4k3/8/8/8/8/8/8/4X3 w - - 0 1", "FEN: unknown piece letter 'X'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "FEN: the halfmove clock must be a number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buffer text = {0};
        buffer_printf(&text, "[White \"A\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n\n*\n", rows[i].fen);
        struct reading r = reading_of(buffer_terminate(&text), text.len);
        const size_t len = strlen(rows[i].message);
        if (strncmp(r.messages.data, rows[i].message, len) != 0 || r.messages.data[len] != '\n')
            fail_msg("%s: %s", rows[i].fen, r.messages.data);
        reading_free(&r);
        buffer_free(&text);
    }
}

static void moves_are_read_as_people_write_them(void **state)
{
    (void)state;
    assert_rows(moves_rows, sizeof moves_rows / sizeof *moves_rows);
}

static void a_game_ends_whatever_stands_at_its_end(void **state)
{
    (void)state;
    assert_rows(results_rows, sizeof results_rows / sizeof *results_rows);
}

static void tags_are_read_as_programs_write_them(void **state)
{
    (void)state;
    assert_rows(tags_rows, sizeof tags_rows / sizeof *tags_rows);
}

static void nothing_between_the_moves_costs_a_game(void **state)
{
    (void)state;
    assert_rows(text_rows, sizeof text_rows / sizeof *text_rows);
}

/* If the rest of the line were looked through at each bracket, this would take hours. */
static void a_line_of_brackets_is_walked_over_once(void **state)
{
    (void)state;
    enum { BRACKETS = 2000000 };
    static const char *const openings[] = {"[", "[Event ", "{}]["};
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        struct buffer text = {0};
        while (text.len < BRACKETS)
            buffer_add_string(&text, openings[i]);
        struct reading r = reading_of(buffer_terminate(&text), text.len);
        assert_int_equal(r.game_count, 0);
        assert_string_equal(r.findings.data, "W:dropped-text@1:1");
        reading_free(&r);
        buffer_free(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_that_cannot_be_is_told_by_its_fault),
        cmocka_unit_test(moves_are_read_as_people_write_them),
        cmocka_unit_test(a_game_ends_whatever_stands_at_its_end),
        cmocka_unit_test(tags_are_read_as_programs_write_them),
        cmocka_unit_test(nothing_between_the_moves_costs_a_game),
        cmocka_unit_test(a_line_of_brackets_is_walked_over_once),
    };
    return cmocka_run_group_tests(tests, reading_setup, NULL);
}
