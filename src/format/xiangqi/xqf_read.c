/* The XQF reader. A file is one game; what is wrong with it is told by the offset of the byte. */
#include "base/byte_order.h"
#include "format/xiangqi/xqf.h"

#include "format/game/game_tree.h"
#include "format/whole.h"

struct xqf {
    const unsigned char *data;
    size_t len, at; /* AT: of the next byte of the moves */
    unsigned version;
    struct xqf_keys keys;
    struct record *rec;
    struct findings *findings;
    struct header_reader header;
    struct game_tree tree;
    struct buffer raw; /* scratch */
};

static bool recognise(const char *data, size_t len, const char *name)
{
    (void)name;
    if (len < 4 || memcmp(data, "XQ", 2) != 0 || (unsigned char)data[XQF_VERSION] >= ' ')
        return false;
    /* Text may begin with "XQ" and a line end, but holds no such bytes. */
    return memchr(data, 0, len < XQF_HEADER ? len : XQF_HEADER) != NULL;
}

/* --- The header ------------------------------------------------------------------------------- */

/* Unpack the men of version 12 and later. */
static void read_squares(const struct xqf *x, unsigned char out[MEN_OF_GAME])
{
    for (unsigned i = 0; i < MEN_OF_GAME; i++) {
        unsigned slot = x->version >= XQF_SHUFFLED ? (x->keys.squares + 1 + i) % MEN_OF_GAME : i;
        out[slot] = (unsigned char)(x->data[XQF_SQUARES + i] - x->keys.squares);
    }
}

static void read_board(struct xqf *x, struct setup *setup)
{
    unsigned char places[MEN_OF_GAME];
    read_squares(x, places);
    *setup = (struct setup){.game = GAME_XIANGQI, .ep = NO_SQUARE, .move_number = 1};
    memset(setup->castling, NO_SQUARE, sizeof setup->castling);
    for (unsigned i = 0; i < MEN_OF_GAME; i++) {
        square s = xqf_square(places[i]);
        if (s == NO_SQUARE)
            continue; /* taken before the start */
        if (setup->board[s] != 0)
            header_report(&x->header, XQF_SQUARES, "two men stand on place", places[i]);
        setup->board[s] =
            piece_make(i < MEN_OF_SIDE ? WHITE : BLACK, men_in_order[i % (MEN_OF_SIDE)]);
    }
}

/* Most programs leave the header's field for the side to move at 0: the first move tells. */
static enum color side_to_move(struct xqf *x, const piece *board)
{
    uint32_t first = x->tree.nodes[TREE_ROOT].child;
    square from = first == TREE_ROOT ? NO_SQUARE : x->tree.nodes[first].from;
    const bool is_black = x->data[XQF_TURN] == 1;
    if (x->data[XQF_TURN] > 1)
        header_report(&x->header, XQF_TURN, "the side to move cannot be", x->data[XQF_TURN]);
    if (from != NO_SQUARE && board[from] != 0) {
        enum color color = piece_color(board[from]);
        if (is_black && color == WHITE)
            findings_add(x->findings, FINDING_FILE_DETAIL, XQF_TURN, 0,
                         "Black is to move, but the first move is Red's");
        return color;
    }
    return is_black ? BLACK : WHITE;
}

static void read_type(struct xqf *x)
{
    unsigned type = x->data[XQF_TYPE];
    if (type >= sizeof xqf_types / sizeof *xqf_types)
        header_report(&x->header, XQF_TYPE, "the type of the game cannot be", type);
    else if (type != xqf_usual_type(x->rec))
        header_add(&x->header, "GameType", xqf_types[type], strlen(xqf_types[type]), XQF_TYPE);
}

/* The bytes of the field's text. One that is longer than its field was written over what follows;
   a length that is wrong is told by zeros and lengths of other fields, which are no text. */
static size_t text_length(const struct xqf *x, const struct header_field *field)
{
    const unsigned char *text = x->data + field->at + 1;
    const size_t room = field->size == 0 ? 0 : field->size - 1u;
    size_t len = field->size == 0 ? 0 : text[-1];
    for (size_t i = room; i < len; i++)
        if (text[i] < ' ')
            len = room;
    const unsigned char *end = len > 0 ? memchr(text, 0, len) : NULL;
    return end ? (size_t)(end - text) : len;
}

/* The field whose text reaches into FIELD, or NULL: the one that reaches furthest of those before
   it that are not overwritten themselves. */
static const struct header_field *overwriter(const struct xqf *x, const struct header_field *field)
{
    const struct header_field *reaching = NULL;
    size_t at = 0, end = 0; /* of the field looked at, and of the text that reaches furthest */
    for (;;) {
        const struct header_field *next = NULL;
        for (const struct header_field *f = xqf_fields; f->tag; f++)
            if (f->size > 0 && f->at > at && f->at < field->at && (!next || f->at < next->at))
                next = f;
        if (!next)
            return end > field->at ? reaching : NULL;
        at = next->at;
        if (at < end)
            continue;
        reaching = next;
        end = at + 1 + text_length(x, next);
    }
}

static void read_field(struct xqf *x, const struct header_field *field)
{
    if (field->at == XQF_RESULT) {
        header_add_result(&x->header, x->data[XQF_RESULT], XQF_RESULT);
        return;
    }
    const struct header_field *over = field->size == 0 ? NULL : overwriter(x, field);
    if (over)
        findings_add(x->findings, FINDING_FILE_DETAIL, field->at, 0,
                     "%s is overwritten by the text of %s, which is longer than its field",
                     field->tag, over->tag);
    const size_t len = over ? 0 : text_length(x, field);
    const char *text = (const char *)x->data + field->at + 1;
    if (!over && field->size > 0 && x->data[field->at] >= field->size)
        findings_add(x->findings, FINDING_FILE_DETAIL, field->at, 0,
                     "%s: a length of %d, but the field has room for %d", field->tag,
                     x->data[field->at], field->size - 1);
    header_add(&x->header, field->tag, text, len, field->at);
}

static void read_header(struct xqf *x)
{
    const unsigned char *keys = x->data + XQF_KEYS;
    if (x->version > XQF_NEWEST)
        header_report(&x->header, XQF_VERSION,
                      "a version that is not known, read as 18:", x->version);
    if (x->version > XQF_PLAIN && (keys[0] + keys[1] + keys[2] + keys[3]) % 256 != 0)
        findings_add(x->findings, FINDING_FILE_DETAIL, XQF_KEYS, 0, "the keys do not add up to 0");
    facts_add_game(&x->header.facts, 0);
    for (const struct header_field *field = xqf_fields; field->tag; field++)
        read_field(x, field);
}

/* --- The moves -------------------------------------------------------------------------------- */

/* Append LEN bytes of the body, without their keys, to OUT. False if there are not as many. */
static bool take_bytes(struct xqf *x, size_t len, struct buffer *out)
{
    if (len > x->len - x->at || !buffer_reserve(out, len + 1))
        return false;
    for (size_t i = 0; i < len; i++, x->at++)
        out->data[out->len++] = (char)(x->data[x->at] - x->keys.stream[x->at % 32]);
    return true;
}

struct xqf_move {
    square from, to;
    bool has_child, has_sibling;
    size_t at;
    size_t comment_len;
};

/* Read a move up to its comment. */
static bool read_move(struct xqf *x, struct xqf_move *m)
{
    m->at = x->at;
    m->comment_len = 0;
    buffer_clear(&x->raw);
    if (!take_bytes(x, 4, &x->raw))
        return false;
    const unsigned char *b = (const unsigned char *)x->raw.data;
    bool plain = x->version <= XQF_PLAIN;
    m->from = xqf_square((uint8_t)(b[0] - XQF_ADD_FROM - x->keys.from));
    m->to = xqf_square((uint8_t)(b[1] - XQF_ADD_TO - x->keys.to));
    m->has_child = b[2] & (plain ? XQF_OLD_CHILD : XQF_CHILD);
    m->has_sibling = b[2] & (plain ? XQF_OLD_SIBLING : XQF_SIBLING);
    if (!plain && !(b[2] & XQF_COMMENT))
        return true;
    if (!take_bytes(x, 4, &x->raw))
        return false;
    b = (const unsigned char *)x->raw.data + 4;
    m->comment_len = little_u32(b) - x->keys.length;
    return true;
}

static bool read_comment(struct xqf *x, uint32_t node, size_t len)
{
    struct buffer *text = &x->tree.text;
    size_t at = text->len;
    uint32_t source = (uint32_t)x->at;
    buffer_clear(&x->raw);
    if (len == 0)
        return true;
    if (!take_bytes(x, len, &x->raw))
        return false;
    while (x->raw.len > 0 && x->raw.data[x->raw.len - 1] == '\0')
        x->raw.len--;
    header_convert(&x->header, text, lang_text("comment"), x->raw.data, x->raw.len, source);
    game_tree_comment(&x->tree, node, at);
    return true;
}

/* A diagram of which some programs say that moves follow is whole. */
static void report_bare_root(struct xqf *x)
{
    findings_add(x->findings, FINDING_FILE_DETAIL, (uint32_t)x->len, 0,
                 "moves are announced, and there are none");
}

/* The file ends within the moves. In the main line that costs the rest of the game. */
static void report_end(struct xqf *x, bool in_main_line)
{
    x->rec->is_broken = x->rec->is_broken || in_main_line;
    findings_add(
        x->findings, in_main_line ? FINDING_DAMAGED_FILE : FINDING_VARIATION_ERROR, (uint32_t)x->at,
        0, in_main_line ? "the file ends within the moves" : "the file ends within the variations");
    x->at = x->len;
}

static void read_tree(struct xqf *x)
{
    struct xqf_move m;
    struct game_tree *t = &x->tree;
    game_tree_start(t);
    x->at = XQF_HEADER;
    if (!read_move(x, &m) || !read_comment(x, TREE_ROOT, m.comment_len)) {
        report_end(x, true);
        return;
    }
    game_tree_open(t, m.has_child);
    while (t->is_open) {
        bool in_main_line = t->is_in_main_line;
        if (x->at == x->len && t->count == 1) {
            report_bare_root(x);
            return;
        }
        bool whole = read_move(x, &m);
        uint32_t n = TREE_ROOT;
        if (whole)
            n = game_tree_append(t, m.from, m.to, m.has_child, m.has_sibling, (uint32_t)m.at);
        if (!whole || (n != TREE_ROOT && !read_comment(x, n, m.comment_len))) {
            report_end(x, whole ? t->is_in_main_line : in_main_line);
            return;
        }
    }
    if (x->at < x->len && !t->is_full && !t->failed)
        findings_add(x->findings, FINDING_DROPPED_TEXT, (uint32_t)x->at, 0,
                     "%zu bytes behind the moves", x->len - x->at);
}

/* --- The game --------------------------------------------------------------------------------- */

static void read_game(struct xqf *x)
{
    struct setup setup;
    read_header(x);
    read_tree(x);
    if (x->tree.failed || x->raw.failed) {
        x->findings->failed = true;
        return;
    }
    read_board(x, &setup);
    setup.turn = side_to_move(x, setup.board);
    if (x->tree.count == 1)
        facts_mend_turn(&x->header.facts, &setup, XQF_TURN);
    facts_start_setup(&x->header.facts, &setup, XQF_SQUARES);
    read_type(x);
    facts_end(&x->header.facts);
    if (!game_tree_play(&x->tree, x->rec, !x->header.facts.cannot_play, x->findings))
        x->findings->failed = true;
}

static bool read_next(const char *data, size_t len, const char *encoding, size_t *at,
                      struct record *rec, struct findings *f)
{
    struct xqf x = {.data = (const unsigned char *)data,
                    .len = len,
                    .rec = rec,
                    .findings = f,
                    .header = {.facts = {.rec = rec, .findings = f}}};
    if (*at > 0)
        return false;
    *at = len;
    if (len < XQF_HEADER) {
        findings_add(f, FINDING_DAMAGED_FILE, (uint32_t)len, 0, "the file ends within its header");
        rec->is_broken = rec->bad_start = true;
        return true;
    }
    x.version = x.data[XQF_VERSION];
    xqf_make_keys(x.data, &x.keys);
    if (header_open(&x.header, encoding, "GB18030"))
        do
            read_game(&x);
        while (header_again(&x.header));
    header_close(&x.header);
    buffer_free(&x.raw);
    game_tree_free(&x.tree);
    return true;
}

const struct whole_format whole_xqf = {
    .name = "XQF",
    .is_single = true,
    .game = GAME_XIANGQI,
    .recognise = recognise,
    .read_in = read_next,
};
