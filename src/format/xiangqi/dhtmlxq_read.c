/* Reading DhtmlXQ texts and the pages that hold them. A game is what one pair of [DhtmlXQ] marks
   holds; without these, it ends where its moves, board or title would be told a second time. */
#include "base/ascii.h"
#include "format/pgn/pgn.h"
#include "format/whole.h"
#include "format/xiangqi/dhtmlxq.h"
#include "format/xiangqi/men.h"

#include <string.h>

struct reading {
    const char *data;
    size_t len;
    struct facts facts;
    struct dhtmlxq_moves moves;
    struct buffer value;
    struct dhtmlxq_text board, fen, length;
    unsigned seen;    /* set of classes that a game has once, and of the title */
    size_t key_count; /* pairs of marks read */
    size_t stray;     /* bytes between them */
    size_t stray_at;
    bool is_page, is_wrapped;
    bool has_game; /* the tag Game was dealt with */
};

enum { SEEN_TITLE = 1 << 30 };

/* --- Keys ------------------------------------------------------------------------------------- */

static unsigned seen_bit(enum dhtmlxq_class class, const struct dhtmlxq_key *row)
{
    if (class == DHTMLXQ_MOVES || class == DHTMLXQ_BOARD || class == DHTMLXQ_FEN)
        return 1u << class;
    return row && strcmp(row->key, "title") == 0 ? (unsigned)SEEN_TITLE : 0;
}

/* A tag whose name is KEY, with its first letter as a capital. */
static void add_named(struct reading *r, const struct dhtmlxq_mark *mark, uint32_t source)
{
    char name[256];
    size_t n = mark->key_len < sizeof name ? mark->key_len : sizeof name;
    memcpy(name, mark->key, n);
    const char *value = r->value.len > 0 ? r->value.data : "";
    if (is_small(name[0])) {
        name[0] = (char)(name[0] - 'a' + 'A');
        size_t len = r->value.len;
        facts_trim(&value, &len);
        if (len > 0)
            facts_add_verbatim(&r->facts, name, n, value, len, source);
    } else {
        facts_add_verbatim(&r->facts, name, n, value, r->value.len, source);
    }
}

static void add_tag(struct reading *r, enum dhtmlxq_class class, const struct dhtmlxq_key *row,
                    uint32_t source)
{
    struct facts *x = &r->facts;
    const char *value = r->value.len > 0 ? r->value.data : "";
    size_t len = r->value.len;
    facts_trim(&value, &len);
    if (len == 0 && row->is_kept)
        facts_add_verbatim(x, row->tag, strlen(row->tag), "", 0, source);
    else if (class == DHTMLXQ_DATE)
        facts_add_date(x, row->tag, value, len, source);
    else if (class == DHTMLXQ_RESULT)
        facts_add_result(x, value, len, source);
    else if (class != DHTMLXQ_NUMBER || len != 1 || *value != '0')
        facts_add(x, row->tag, value, len, source);
}

static bool is_key(const struct dhtmlxq_mark *mark, const char *key)
{
    return mark->key_len == strlen(key) && memcmp(mark->key, key, mark->key_len) == 0;
}

/* Take the pair of marks that begins with MARK and whose value is TEXT. */
static void take(struct reading *r, const struct dhtmlxq_mark *mark, struct dhtmlxq_text text)
{
    const struct dhtmlxq_key *row;
    unsigned n[3];
    enum dhtmlxq_class class = dhtmlxq_classify(mark->key, mark->key_len, n, &row);
    unsigned bit = seen_bit(class, row);
    if (bit & r->seen)
        findings_add(r->facts.findings, FINDING_REPEATED_TAG, text.source, 0,
                     class == DHTMLXQ_FEN ? "%.*s is given twice: the first counts"
                                          : "%.*s is given twice: the last counts",
                     (int)mark->key_len, mark->key);
    r->seen |= bit;
    r->key_count++;
    if (class != DHTMLXQ_PASSED && !r->has_game) {
        r->has_game = true;
        if (is_key(mark, "Game") && text.len == 0)
            return;
        if (!is_key(mark, "Game"))
            facts_add_game(&r->facts, text.source);
    }
    buffer_clear(&r->value);
    switch (class) {
    case DHTMLXQ_PASSED: break;
    case DHTMLXQ_LENGTH: r->length = text; break;
    case DHTMLXQ_BOARD: r->board = text; break;
    case DHTMLXQ_MOVES: dhtmlxq_add_branch(&r->moves, 0, 1, 0, text); break;
    case DHTMLXQ_BRANCH: dhtmlxq_add_branch(&r->moves, n[0], n[1], n[2], text); break;
    case DHTMLXQ_COMMENT: dhtmlxq_add_comment(&r->moves, n[0], n[1], text); break;
    default:
        dhtmlxq_decode(&r->value, text.data, text.len, row && strcmp(row->key, "remark") == 0,
                       r->is_page);
        r->facts.findings->failed |= r->value.failed;
        if (class == DHTMLXQ_FEN && !r->fen.data) /* as in PGN, whose tags may be written here */
            r->fen = text;
        if (!row)
            add_named(r, mark, text.source);
        else if (class != DHTMLXQ_FEN)
            add_tag(r, class, row, text.source);
    }
}

/* Read the pair that MARK begins; *AT is moved behind it. */
static void read_pair(struct reading *r, const struct dhtmlxq_mark *mark, size_t *at)
{
    struct dhtmlxq_mark end;
    bool found = dhtmlxq_next_mark(r->data, r->len, mark->end, &end);
    bool closed = found && end.kind == DHTMLXQ_KEY_END;
    struct dhtmlxq_text text = {r->data + mark->end, (found ? end.at : r->len) - mark->end,
                                (uint32_t)mark->end};
    if (!closed)
        findings_add(r->facts.findings, FINDING_BAD_TAG, (uint32_t)mark->at, 0,
                     "%.*s is not closed", (int)mark->key_len, mark->key);
    else if (end.key_len != mark->key_len || memcmp(end.key, mark->key, end.key_len) != 0)
        findings_add(r->facts.findings, FINDING_BAD_TAG, (uint32_t)end.at, 0,
                     "%.*s is closed as %.*s", (int)mark->key_len, mark->key, (int)end.key_len,
                     end.key);
    take(r, mark, text);
    *at = closed ? end.end : found ? end.at : r->len;
}

/* --- The start -------------------------------------------------------------------------------- */

static bool read_board(const struct dhtmlxq_text *text, piece board[SQUARES_MAX])
{
    enum { MEN = MEN_OF_GAME };
    int digits[2 * MEN], n = 0;
    for (size_t i = 0; i < text->len; i++) {
        char c = text->data[i];
        if (strchr(" \t\r\n", c) && c != '\0')
            continue;
        if (c < '0' || c > '9' || n == 2 * MEN)
            return false;
        digits[n++] = c - '0';
    }
    memset(board, 0, SQUARES_MAX);
    for (int i = 0; i < MEN && n == 2 * MEN; i++) {
        int x = digits[2 * i], y = digits[2 * i + 1];
        if (x == 9)
            continue; /* taken */
        piece *at = &board[men_point((unsigned)x, (unsigned)y)];
        if (*at)
            return false;
        *at = piece_make(i < MEN_OF_SIDE ? WHITE : BLACK,
                         (enum piece_type)men_in_order[i % MEN_OF_SIDE]);
    }
    return n == 2 * MEN;
}

/* Start from the FEN, if there is one and it says something. */
static bool set_start_fen(struct reading *r)
{
    struct facts *x = &r->facts;
    struct position pos;
    if (!r->fen.data)
        return false;
    buffer_clear(&r->value);
    dhtmlxq_decode(&r->value, r->fen.data, r->fen.len, false, r->is_page);
    const char *fen = r->value.len > 0 ? r->value.data : "";
    size_t len = r->value.len;
    facts_trim(&fen, &len);
    if (len == 0)
        return false;
    if (x->rec->known[TAG_FEN] < 0)
        facts_start_fen(x, fen, len, r->fen.source);
    else if (facts_parse_fen(x, fen, len, r->fen.source, &pos))
        record_set_start(x->rec, &pos);
    return true;
}

static void set_start(struct reading *r)
{
    struct facts *x = &r->facts;
    piece board[SQUARES_MAX];
    if (set_start_fen(r))
        return;
    if (r->board.len > 0 && !read_board(&r->board, board)) {
        findings_add(x->findings, FINDING_BAD_FEN, r->board.source, 0,
                     "binit is not 32 men on points of their own");
        x->rec->is_broken = x->rec->bad_start = x->cannot_play = true;
    } else if (r->board.len > 0) {
        square from = dhtmlxq_first_square(&r->moves);
        bool is_black = from < SQUARES_MAX && board[from] && piece_color(board[from]) == BLACK;
        facts_start_board(x, board, is_black ? BLACK : WHITE, r->board.source);
    }
}

/* --- Games ------------------------------------------------------------------------------------ */

/* Count what stands between the marks in a text; a page is full of it. */
static void count_stray(struct reading *r, size_t from, size_t to)
{
    for (size_t i = from; i < to && !r->is_page; i++) {
        if (is_white(r->data[i]))
            continue;
        if (r->stray++ == 0)
            r->stray_at = i;
    }
}

static void report_stray(struct reading *r)
{
    if (r->stray > 0)
        findings_add(r->facts.findings, FINDING_DROPPED_TEXT, (uint32_t)r->stray_at, 0,
                     "%zu bytes of text outside the marks", r->stray);
}

/* Whether MARK would tell a second time what a game has once. */
static bool repeats(const struct reading *r, const struct dhtmlxq_mark *mark)
{
    const struct dhtmlxq_key *row;
    unsigned n[3];
    enum dhtmlxq_class class = dhtmlxq_classify(mark->key, mark->key_len, n, &row);
    return (seen_bit(class, row) & r->seen) != 0;
}

/* Read the pairs of the next game from *AT on. */
static void read_pairs(struct reading *r, size_t *at)
{
    struct dhtmlxq_mark mark;
    while (dhtmlxq_next_mark(r->data, r->len, *at, &mark)) {
        if (r->key_count > 0 && (mark.kind == DHTMLXQ_WRAP ||
                                 (mark.kind == DHTMLXQ_KEY && !r->is_wrapped && repeats(r, &mark))))
            return;
        count_stray(r, *at, mark.at);
        *at = mark.end;
        if (mark.kind == DHTMLXQ_KEY)
            read_pair(r, &mark, at);
        else if (mark.kind == DHTMLXQ_WRAP)
            r->is_wrapped = true;
        else if (mark.kind == DHTMLXQ_WRAP_END && r->key_count > 0)
            return;
    }
    count_stray(r, *at, r->len);
    *at = r->len;
}

static void check_length(struct reading *r)
{
    struct dhtmlxq_text *t = &r->length;
    size_t said = 0, is = dhtmlxq_length(&r->moves), i = 0;
    for (; i < t->len && i < 9 && is_digit(t->data[i]); i++)
        said = said * 10 + (size_t)(t->data[i] - '0');
    if (i > 0 && said != is)
        findings_add(r->facts.findings, FINDING_BAD_PLY_COUNT, t->source, 0,
                     "length is %zu, and there are %zu plies", said, is);
}

static bool read_game(const char *data, size_t len, size_t *at, struct record *rec,
                      struct findings *f)
{
    struct reading r = {.data = data, .len = len, .facts = {.rec = rec, .findings = f}};
    size_t start = 0;
    while (start < len && is_white(data[start]))
        start++;
    r.is_page = r.moves.is_page = start < len && data[start] == '<';
    read_pairs(&r, at);
    report_stray(&r);
    if (r.key_count > 0) {
        set_start(&r);
        check_length(&r);
        dhtmlxq_play(&r.moves, &r.facts);
        facts_end(&r.facts);
    }
    dhtmlxq_moves_free(&r.moves);
    buffer_free(&r.value);
    return r.key_count > 0;
}

/* A text that begins with a bracket but no mark has tags of PGN, which may hold marks in
   comments. */
static bool recognise(const char *data, size_t len, const char *name)
{
    struct dhtmlxq_mark mark;
    size_t start = 0;
    (void)name;
    while (start < len && is_white(data[start]))
        start++;
    return dhtmlxq_next_mark(data, len, start, &mark) && (mark.at == start || data[start] != '[');
}

const struct whole_format whole_dhtmlxq = {.name = "DhtmlXQ",
                                           .is_text = true,
                                           .is_single = false,
                                           .game = GAME_XIANGQI,
                                           .recognise = recognise,
                                           .read = read_game};
