/* Tags, results and start positions from formats other than PGN; see facts.h. */
#include "format/game/facts.h"
#include "base/ascii.h"
#include "base/date.h"
#include "format/pgn/pgn.h"
#include "notation/notation.h"

#include <string.h>

/* --- Tags ------------------------------------------------------------------------------------- */

void facts_add_game(struct facts *x, uint32_t source)
{
    facts_add(x, "Game", TAG_GAME_XIANGQI, strlen(TAG_GAME_XIANGQI), source);
}

void facts_begin(struct facts *x)
{
    static const enum tag_id ids[] = {TAG_EVENT, TAG_SITE,  TAG_DATE,
                                      TAG_ROUND, TAG_WHITE, TAG_BLACK};
    const enum game game = x->rec->game;
    if (game == GAME_XIANGQI)
        facts_add_game(x, 0);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        facts_add(x, tag_name(game, ids[i]), "?", 1, 0);
    facts_add(x, "Result", "*", 1, 0);
    x->has_roster = true;
}

/* Whether the tag NAME is one of the roster that stands there already and is unknown. */
static struct tag *find_unknown(const struct facts *x, const char *name, size_t len)
{
    enum tag_id id = x->has_roster ? tag_find(x->rec->game, name, len) : TAG_OTHER;
    int at = id < TAG_ROSTER ? x->rec->known[id] : -1; /* -1 too where memory was out */
    struct tag *tag = at >= 0 ? &x->rec->tags[at] : NULL;
    bool is_unknown =
        tag && tag->value.len == 1 && strchr("?*", *record_text(x->rec, tag->value)) != NULL;
    return is_unknown ? tag : NULL;
}

void facts_add_verbatim(struct facts *x, const char *name, size_t name_len, const char *text,
                        size_t len, uint32_t source)
{
    struct slice n, v;
    struct tag *unknown = find_unknown(x, name, name_len);
    if (memchr(text, '\0', len))
        findings_add(x->findings, FINDING_NUL_BYTE, source, 0, NULL);
    if (unknown && record_add_text(x->rec, text, len, &v)) {
        record_blank_nuls(x->rec, v);
        unknown->value = v;
        unknown->source = source;
    } else if (x->rec->tag_count >= GAME_TAGS_MAX)
        x->left_out++;
    else if (!record_add_text(x->rec, name, name_len, &n) ||
             !record_add_text(x->rec, text, len, &v) || !record_add_tag(x->rec, n, v, source))
        x->findings->failed = true;
    else
        record_blank_nuls(x->rec, v);
}

static size_t blank_at(const char *text, size_t len)
{
    static const char wide[] = "\u3000", fixed[] = "\u00a0";
    if (len > 0 && (strchr(" \t\r\n\v\f", text[0]) != NULL))
        return 1;
    if (len >= 3 && memcmp(text, wide, 3) == 0)
        return 3;
    return len >= 2 && memcmp(text, fixed, 2) == 0 ? 2 : 0;
}

void facts_trim(const char **text, size_t *len)
{
    for (size_t n; (n = blank_at(*text, *len)) > 0;) {
        *text += n;
        *len -= n;
    }
    for (bool more = true; more && *len > 0;) {
        more = false;
        for (size_t n = 1; n <= 3 && n <= *len && !more; n++) {
            if (blank_at(*text + *len - n, n) == n) {
                *len -= n;
                more = true;
            }
        }
    }
}

void facts_add(struct facts *x, const char *name, const char *text, size_t len, uint32_t source)
{
    facts_trim(&text, &len);
    if (len > 0)
        facts_add_verbatim(x, name, strlen(name), text, len, source);
}

void facts_end(struct facts *x)
{
    if (x->left_out > 0)
        findings_add(x->findings, FINDING_DROPPED_TEXT, 0, 0, "%zu tags over %d left out",
                     x->left_out, GAME_TAGS_MAX);
}

/* --- Dates ------------------------------------------------------------------------------------ */

void facts_add_date(struct facts *x, const char *name, const char *text, size_t len,
                    uint32_t source)
{
    char out[DATE_TEXT_MAX];
    uint32_t date;
    facts_trim(&text, &len);
    size_t n = date_prefix(text, len, &date);
    bool ends = n > 0 && (n == len || text[n - 1] & '\x80' || blank_at(text + n, len - n) > 0 ||
                          text[n] & '\x80');
    if (!ends) {
        facts_add(x, name, text, len, source);
        return;
    }
    date_format(date, out);
    facts_add(x, name, out, strlen(out), source);
    facts_add(x, "Time", text + n, len - n, source + (uint32_t)n);
}

/* --- Results ---------------------------------------------------------------------------------- */

/* What result_read does not know, compared without regard to case. */
static const struct {
    const char *word;
    enum result result;
} result_words[] = {
    {"W", RESULT_WHITE},        {"L", RESULT_BLACK},          {"D", RESULT_DRAW},
    {"Red won", RESULT_WHITE},  {"Black won", RESULT_BLACK},  {"Draw", RESULT_DRAW},
    {"Red wins", RESULT_WHITE}, {"Black wins", RESULT_BLACK}, {"平", RESULT_DRAW},
    {"胜", RESULT_WHITE},       {"负", RESULT_BLACK},         {"平局", RESULT_DRAW},
    {"勝", RESULT_WHITE},       {"負", RESULT_BLACK},         {"双方和", RESULT_DRAW},
    {"未知", RESULT_NONE},      {"不详", RESULT_NONE},        {"Unknown", RESULT_NONE},
};

static bool equal_words(const char *text, size_t len, const char *word)
{
    for (; *word; word++) {
        if (len == 0)
            return false;
        char a = *text++, b = *word;
        len--;
        if (is_small(a))
            a = (char)(a - 'a' + 'A');
        if (is_small(b))
            b = (char)(b - 'a' + 'A');
        if (a != b)
            return false;
    }
    return len == 0;
}

bool facts_read_result(const char *text, size_t len, enum result *result)
{
    if (result_read(GAME_XIANGQI, text, len, result))
        return true;
    for (size_t i = 0; i < sizeof result_words / sizeof result_words[0]; i++) {
        if (equal_words(text, len, result_words[i].word)) {
            *result = result_words[i].result;
            return true;
        }
    }
    return false;
}

bool facts_result_of_code(uint32_t code, enum result *result)
{
    static const enum result results[] = {RESULT_NONE, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW,
                                          RESULT_NONE};
    enum { CODES = sizeof results / sizeof results[0] };
    *result = code < CODES ? results[code] : RESULT_NONE;
    return code < CODES;
}

const char *facts_result_word(enum result result)
{
    switch (result) {
    case RESULT_WHITE: return "红胜";
    case RESULT_BLACK: return "黑胜";
    case RESULT_DRAW: return "和棋";
    default: return "未知";
    }
}

void facts_set_result(struct facts *x, enum result result, uint32_t source)
{
    const char *text = result_text(result);
    x->rec->has_terminator = true;
    x->rec->terminator = result;
    x->rec->terminator_source = source;
    facts_add(x, "Result", text, strlen(text), source);
}

void facts_add_result(struct facts *x, const char *text, size_t len, uint32_t source)
{
    enum result result = RESULT_NONE;
    char quote[QUOTE_MAX];
    facts_trim(&text, &len);
    if (len == 0)
        return;
    if (!facts_read_result(text, len, &result))
        findings_add(x->findings, FINDING_BAD_RESULT_TAG, source, 0, "%s is no result",
                     finding_quote(text, len, quote));
    facts_set_result(x, result, source);
}

/* --- The start -------------------------------------------------------------------------------- */

bool facts_parse_fen(struct facts *x, const char *text, size_t len, uint32_t source,
                     struct position *pos)
{
    struct fen_report report;
    if (!fen_parse(x->rec->game, text, len, pos, &report)) {
        x->rec->is_broken = x->rec->bad_start = x->cannot_play = true;
        findings_add(x->findings, FINDING_BAD_FEN, source + (uint32_t)report.column, 0, "FEN: %s",
                     report.text);
        return false;
    }
    if (report.has_odd_blank)
        findings_add(x->findings, FINDING_ODD_BLANK, source + (uint32_t)report.odd_blank, 0, NULL);
    if (report.text[0])
        findings_add(x->findings, fen_only_clock(&report) ? FINDING_FEN_CLOCK : FINDING_FEN_DETAIL,
                     source + (uint32_t)report.column, 0, "FEN: %s", report.text);
    return true;
}

void facts_start_fen(struct facts *x, const char *text, size_t len, uint32_t source)
{
    struct position pos;
    facts_trim(&text, &len);
    if (len == 0)
        return;
    bool good = facts_parse_fen(x, text, len, source, &pos);
    if (good && pos_is_start(&pos))
        return;
    facts_add(x, "FEN", text, len, source);
    if (good)
        record_set_start(x->rec, &pos);
}

void facts_start_setup(struct facts *x, const struct setup *setup, uint32_t source)
{
    struct position pos;
    unsigned faults = pos_from_setup(&pos, setup);
    for (int i = 0; i < SETUP_FAULTS; i++) {
        if (!(faults & 1u << i))
            continue;
        bool is_error = setup_fault_is_error((enum setup_fault)i);
        findings_add(x->findings, is_error ? FINDING_BAD_FEN : FINDING_FEN_DETAIL, source, 0,
                     "the start position: %s", setup_fault_text((enum setup_fault)i));
        x->cannot_play = x->cannot_play || is_error;
    }
    if (x->cannot_play) {
        x->rec->is_broken = x->rec->bad_start = true;
        return;
    }
    if (pos_is_start(&pos))
        return;
    char fen[FEN_MAX];
    size_t len = fen_format(&pos, false, fen);
    facts_add(x, "FEN", fen, len, source);
    record_set_start(x->rec, &pos);
}

static bool could_take_general(const struct setup *setup)
{
    struct position ignored;
    return pos_from_setup(&ignored, setup) & 1u << SETUP_OPPONENT_IN_CHECK;
}

/* Whether only the other side can be to move, to which *SETUP is then set. */
static bool turn_over(struct setup *setup)
{
    struct setup other = *setup;
    other.turn = setup->turn == WHITE ? BLACK : WHITE;
    if (!could_take_general(setup) || could_take_general(&other))
        return false;
    *setup = other;
    return true;
}

void facts_mend_turn(struct facts *x, struct setup *setup, uint32_t source)
{
    if (turn_over(setup))
        findings_add(x->findings, FINDING_FILE_DETAIL, source, 0,
                     setup->turn == WHITE ? "Black is said to be to move, but only Red can be"
                                          : "Red is said to be to move, but only Black can be");
}

void facts_start_board(struct facts *x, const piece board[SQUARES_MAX], enum color turn,
                       uint32_t source)
{
    struct setup setup = {.game = x->rec->game, .turn = turn, .ep = NO_SQUARE, .move_number = 1};
    memcpy(setup.board, board, sizeof setup.board);
    memset(setup.castling, NO_SQUARE, sizeof setup.castling);
    turn_over(&setup);
    facts_start_setup(x, &setup, source);
}
