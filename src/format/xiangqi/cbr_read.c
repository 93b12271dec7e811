/* The reader of CCBridge records. Texts are UTF-16 in fields of fixed size, with anything behind
   their NUL. Two layouts are known: that of version 2, and that of version 1, which lacks three
   fields and packs the squares of moves. */
#include "format/xiangqi/cbr.h"

#include "format/game/game_tree.h"
#include "format/whole.h"
#include "format/xiangqi/men.h"

const char cbr_magic[16] = "CCBridge Record";

enum {
    AT_VERSION = 19,
    /* in version 2: */
    AT_TYPE = 2040,
    AT_RESULT = 2076,
    AT_TURN = 2112,
    AT_NUMBER = 2116,
    AT_BOARD = 2120,
    AT_MOVES = 2214,
    /* how much closer to the start version 1 has what stands behind the script, and behind the two
       times at which the record was written */
    SCRIPT_BYTES = 128,
    TIMES_AT = 1908,
    TIMES_BYTES = 128,

    LAST = 1, /* the flags of a move: nothing follows it */
    SIBLING = 2,
    COMMENT = 4,
    BOARD_SQUARES = 90
};

/* In the order of the tags, as they stand in version 2. */
static const struct header_field fields[] = {
    {"Event", 692, 64},         {"Site", 948, 64},          {"Date", 884, 64},
    {"Round", 756, 64},         {"Red", 1076, 64},          {"Black", 1300, 64},
    {"Result", AT_RESULT, 0},   {"RedTeam", 1140, 64},      {"BlackTeam", 1364, 64},
    {"RedElo", 1268, 32},       {"BlackElo", 1492, 32},     {"RedTime", 1204, 64},
    {"BlackTime", 1428, 64},    {"Title", 180, 128},        {"EventClass", 628, 64},
    {"Group", 820, 32},         {"Table", 852, 32},         {"TimeControl", 1012, 64},
    {"Termination", 2080, 32},  {"Umpire", 1524, 64},       {"Recorder", 1588, 64},
    {"Annotator", 1652, 64},    {"AnnotatorURL", 1716, 64}, {"Author", 1780, 64},
    {"AuthorURL", 1844, 64},    {"Created", 1908, 64},      {"Modified", 1972, 64},
    {"Source", 564, 64},        {"SourceURL", 308, 256},    {"Script", 52, 128},
    {"RecordType", AT_TYPE, 0}, {"Nature", 2044, 32},
};

struct cbr {
    const char *data;
    size_t base, end, at; /* of the record in the file; the next byte of the moves */
    bool is_old;          /* layout version 1 */
    struct record *rec;
    struct findings *findings;
    struct header_reader header;
    struct game_tree tree;
};

size_t cbr_text_length(const char *p, size_t size)
{
    size_t len = 0;
    while (len + 1 < size && (p[len] || p[len + 1]))
        len += 2;
    return len;
}

/* Where what version 2 has at AT stands in the file. */
static size_t place(const struct cbr *r, size_t at)
{
    size_t less = 0;
    if (r->is_old && at > SCRIPT_BYTES)
        less = at > TIMES_AT ? SCRIPT_BYTES + TIMES_BYTES : SCRIPT_BYTES;
    return r->base + at - less;
}

static uint32_t number(const struct cbr *r, size_t at)
{
    return little_u32(r->data + place(r, at));
}

static uint32_t source(const struct cbr *r, size_t at)
{
    return (uint32_t)place(r, at);
}

/* --- The header ------------------------------------------------------------------------------- */

static void read_type(struct cbr *r)
{
    enum { TYPES = 4 };
    uint32_t type = number(r, AT_TYPE);
    char text[2] = {(char)('0' + type % 10), '\0'};
    if (type < TYPES)
        facts_add(&r->header.facts, "RecordType", text, 1, source(r, AT_TYPE));
    else
        header_report(&r->header, source(r, AT_TYPE), "the type of the record cannot be", type);
}

/* The text in the SIZE bytes at byte AT of the file. An encoding that was named may end texts with
   one zero byte; texts of UTF-16 are full of them. */
static void add_text(struct cbr *r, const char *tag, size_t at, size_t size)
{
    const char *text = r->data + at;
    size_t len = cbr_text_length(text, size);
    if (r->header.convert.keeps_ascii) {
        const char *end = memchr(text, 0, len);
        if (end)
            findings_add(r->findings, FINDING_ENCODING, (uint32_t)at, 0,
                         "%s: zero bytes within it, as UTF-16 has them; it is not %s", tag,
                         r->header.encoding);
        len = end ? (size_t)(end - text) : len;
    }
    header_add(&r->header, tag, text, len, (uint32_t)at);
}

static void read_field(struct cbr *r, const struct header_field *field)
{
    bool is_new = field->at < SCRIPT_BYTES || (field->at >= TIMES_AT && field->at < AT_TYPE - 4);
    if (field->at == AT_RESULT) {
        header_add_result(&r->header, number(r, AT_RESULT), source(r, AT_RESULT));
    } else if (field->at == AT_TYPE) {
        read_type(r);
    } else if (!r->is_old || !is_new) {
        add_text(r, field->tag, place(r, field->at), field->size);
    }
}

/* The men as the board has them: 0x11 to 0x17 for Red, 0x21 to 0x27 for Black. */
static piece read_man(unsigned char code)
{
    static const uint8_t men[] = {NO_PIECE, ROOK, KNIGHT, BISHOP, ADVISOR, KING, CANNON, PAWN};
    enum { RED = 0x10, BLACKS = 0x20 };
    unsigned kind = code & 0x0F, side = code & 0xF0;
    if (kind == 0 || kind >= sizeof men || (side != RED && side != BLACKS))
        return 0;
    return piece_make(side == RED ? WHITE : BLACK, (enum piece_type)men[kind]);
}

/* The first move tells best who is to move. */
static enum color side_to_move(struct cbr *r, const piece *board)
{
    uint32_t first = r->tree.nodes[TREE_ROOT].child, turn = number(r, AT_TURN);
    square from = first == TREE_ROOT ? NO_SQUARE : r->tree.nodes[first].from;
    enum color said = turn == 2 ? BLACK : WHITE;
    if (turn != 1 && turn != 2)
        header_report(&r->header, source(r, AT_TURN), "the side to move cannot be", turn);
    if (from == NO_SQUARE || board[from] == 0 || piece_color(board[from]) == said)
        return said;
    header_report(&r->header, source(r, AT_TURN), "the first move is not of side", turn);
    return piece_color(board[from]);
}

static bool read_start(struct cbr *r)
{
    struct setup setup = {.game = GAME_XIANGQI, .ep = NO_SQUARE, .move_number = 1};
    const unsigned char *board = (const unsigned char *)r->data + place(r, AT_BOARD);
    enum { NUMBER_MAX = 9999 };
    uint32_t first = number(r, AT_NUMBER);
    memset(setup.castling, NO_SQUARE, sizeof setup.castling);
    for (unsigned i = 0; i < BOARD_SQUARES; i++) {
        piece p = read_man(board[i]);
        if (board[i] != 0 && p == 0)
            header_report(&r->header, source(r, AT_BOARD) + i, "no man has the code", board[i]);
        setup.board[men_point(i % 9, i / 9)] = p;
    }
    setup.turn = side_to_move(r, setup.board);
    if (first >= 1 && first <= NUMBER_MAX)
        setup.move_number = first;
    else
        header_report(&r->header, source(r, AT_NUMBER), "the first move cannot be number", first);
    if (r->tree.count == 1)
        facts_mend_turn(&r->header.facts, &setup, source(r, AT_TURN));
    facts_start_setup(&r->header.facts, &setup, source(r, AT_BOARD));
    return !r->header.facts.cannot_play;
}

/* --- The moves -------------------------------------------------------------------------------- */

struct cbr_move {
    square from, to;
    unsigned flags;
    const char *comment;
    size_t at, comment_len;
};

static square read_square(const struct cbr *r, unsigned char place)
{
    return r->is_old ? men_point(place >> 4, place & 15u) : men_point(place % 9u, place / 9u);
}

/* Read a move with its comment. False if the record ends first. */
static bool read_move(struct cbr *r, struct cbr_move *m)
{
    enum { BYTES = 4 };
    const unsigned char *p = (const unsigned char *)r->data + r->at;
    *m = (struct cbr_move){.at = r->at};
    if (r->end - r->at < BYTES)
        return false;
    m->flags = p[0];
    m->from = read_square(r, p[2]);
    m->to = read_square(r, p[3]);
    r->at += BYTES;
    if (!(m->flags & COMMENT))
        return true;
    if (r->end - r->at < BYTES)
        return false;
    m->comment_len = little_u32(p + BYTES);
    r->at += BYTES;
    m->comment = r->data + r->at;
    if (m->comment_len > r->end - r->at)
        return false;
    r->at += m->comment_len;
    return true;
}

static void keep_comment(struct cbr *r, uint32_t node, const struct cbr_move *m)
{
    size_t at = r->tree.text.len;
    if (m->comment_len == 0)
        return;
    header_convert(&r->header, &r->tree.text, lang_text("comment"), m->comment, m->comment_len,
                   (uint32_t)(m->comment - r->data));
    game_tree_comment(&r->tree, node, at);
}

/* As in XQF, a diagram may say that moves follow. */
static void report_bare_root(struct cbr *r)
{
    findings_add(r->findings, FINDING_FILE_DETAIL, (uint32_t)r->end, 0,
                 "moves are announced, and there are none");
}

static void report_end(struct cbr *r, bool in_main_line)
{
    r->rec->is_broken = r->rec->is_broken || in_main_line;
    findings_add(r->findings, in_main_line ? FINDING_DAMAGED_FILE : FINDING_VARIATION_ERROR,
                 (uint32_t)r->at, 0,
                 in_main_line ? "the record ends within the moves"
                              : "the record ends within the variations");
    r->at = r->end;
}

static void read_tree(struct cbr *r)
{
    struct cbr_move m;
    struct game_tree *t = &r->tree;
    game_tree_start(t);
    r->at = place(r, AT_MOVES);
    if (!read_move(r, &m)) {
        report_end(r, true);
        return;
    }
    keep_comment(r, TREE_ROOT, &m);
    game_tree_open(t, !(m.flags & LAST));
    while (t->is_open) {
        if (r->at == r->end && t->count == 1) {
            report_bare_root(r);
            return;
        }
        if (!read_move(r, &m)) {
            report_end(r, t->is_in_main_line);
            return;
        }
        uint32_t n =
            game_tree_append(t, m.from, m.to, !(m.flags & LAST), m.flags & SIBLING, (uint32_t)m.at);
        if (n != TREE_ROOT)
            keep_comment(r, n, &m);
    }
    if (r->at < r->end && !t->is_full && !t->failed)
        findings_add(r->findings, FINDING_DROPPED_TEXT, (uint32_t)r->at, 0,
                     "%zu bytes behind the moves", r->end - r->at);
}

/* --- The game --------------------------------------------------------------------------------- */

static void read_game(struct cbr *r, const struct header_field *extra)
{
    unsigned version = (unsigned char)r->data[r->base + AT_VERSION];
    struct facts *facts = &r->header.facts;
    if (version != 1 && version != 2)
        header_report(&r->header, (uint32_t)r->base + AT_VERSION,
                      "a layout that is not known, read as 2:", version);
    facts_add_game(facts, (uint32_t)r->base);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        read_field(r, &fields[i]);
    if (extra->tag)
        add_text(r, extra->tag, extra->at, extra->size);
    read_tree(r);
    if (r->tree.failed) {
        r->findings->failed = true;
        return;
    }
    bool judged = read_start(r);
    facts_end(facts);
    if (!game_tree_play(&r->tree, r->rec, judged, r->findings))
        r->findings->failed = true;
}

void cbr_read_record(const char *data, size_t base, size_t len, const char *encoding,
                     const struct header_field *extra, struct record *rec, struct findings *f)
{
    struct cbr r = {.data = data,
                    .base = base,
                    .end = base + len,
                    .rec = rec,
                    .findings = f,
                    .header = {.facts = {.rec = rec, .findings = f}}};
    rec->source = (uint32_t)base;
    r.is_old = len > AT_VERSION && data[base + AT_VERSION] == 1;
    if (len <= AT_VERSION || place(&r, AT_MOVES) > r.end) {
        findings_add(f, FINDING_DAMAGED_FILE, (uint32_t)r.end, 0,
                     "the record ends within its header");
        rec->is_broken = rec->bad_start = true;
        return;
    }
    if (header_open(&r.header, encoding, "UTF-16LE"))
        read_game(&r, extra);
    header_close(&r.header);
    game_tree_free(&r.tree);
}

/* --- A file of one record --------------------------------------------------------------------- */

static bool recognise(const char *data, size_t len, const char *name)
{
    (void)name;
    return len >= sizeof cbr_magic && memcmp(data, cbr_magic, sizeof cbr_magic) == 0;
}

static bool read_next(const char *data, size_t len, const char *encoding, size_t *at,
                      struct record *rec, struct findings *f)
{
    static const struct header_field none = {NULL, 0, 0};
    if (*at > 0)
        return false;
    *at = len;
    cbr_read_record(data, 0, len, encoding, &none, rec, f);
    return true;
}

const struct whole_format whole_cbr = {
    .name = "CBR",
    .is_single = true,
    .game = GAME_XIANGQI,
    .recognise = recognise,
    .read_in = read_next,
};
