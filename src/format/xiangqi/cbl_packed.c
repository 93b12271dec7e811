/* The packed libraries of CCBridge: 20 bytes, then one deflated stream with the library's texts and
   its games one after the other, each behind its length. No description of it is known; the layout
   is that of the two libraries at hand, so that what may yet be in it is reported, never guessed.
   They differ in the number behind the mark, 1 or 3, which says nothing about the layout. */
#include "format/xiangqi/cbr.h"

#include "base/array.h"
#include "format/game/game_tree.h"
#include "format/whole.h"
#include "format/xiangqi/men.h"

#include <stdlib.h>
#include <zlib.h>

enum {
    MAGIC = 12,
    UNPACKED = 16, /* the length of the stream, unpacked */
    STREAM = 20,
    DATE = 19,
    MOVE = 6, /* its ply in two bytes, from, to, and two that are not known */
    FIRST_MOVES = 64,
    TEXTS_BEFORE = 7, /* of a game: the title, four that are not known, Red and Black */
    TEXTS_BEHIND = 5
};

static const char magic[MAGIC] = "CCBridge\x15\0\0";

struct cursor {
    const char *data;
    size_t at, end;
    bool is_short; /* more was asked for than there is */
};

static const char *take(struct cursor *c, size_t len)
{
    const char *p = c->data + c->at;
    if (len > c->end - c->at) {
        c->is_short = true;
        return NULL;
    }
    c->at += len;
    return p;
}

static uint32_t take_number(struct cursor *c)
{
    const char *p = take(c, 4);
    return p ? little_u32(p) : 0;
}

/* A text behind its length. */
static struct slice take_text(struct cursor *c)
{
    uint32_t len = take_number(c), at = (uint32_t)c->at;
    return take(c, len) ? (struct slice){at, len} : (struct slice){at, 0};
}

static struct slice take_date(struct cursor *c)
{
    uint32_t at = (uint32_t)c->at;
    return take(c, DATE) ? (struct slice){at, DATE} : (struct slice){at, 0};
}

/* --- The file --------------------------------------------------------------------------------- */

static bool recognise(const char *data, size_t len, const char *name)
{
    (void)name;
    return len >= MAGIC && memcmp(data, magic, MAGIC) == 0;
}

static bool unpack(const char *data, size_t len, struct buffer *out, struct error *err)
{
    uLongf made = len < STREAM ? 0 : little_u32(data + UNPACKED);
    if (len < STREAM || made > WHOLE_MAX)
        return error_set(err, ERROR_FORMAT, "the packed library ends within its header");
    if (!buffer_reserve(out, made + 1))
        return error_no_memory(err);
    size_t wanted = made;
    int status = uncompress((Bytef *)out->data, &made, (const Bytef *)data + STREAM, len - STREAM);
    out->data[out->len = made] = '\0';
    if (status == Z_MEM_ERROR)
        return error_no_memory(err);
    return (status == Z_OK && made == wanted) ||
           error_set(err, ERROR_FORMAT, "the packed library is cut or corrupt");
}

/* --- The library ------------------------------------------------------------------------------ */

struct library {
    struct slice name, texts[4], dates[2], remark;
    size_t games; /* where they begin */
};

static bool open_library(struct library *l, const char *data, size_t len)
{
    struct cursor c = {.data = data, .end = len};
    l->name = take_text(&c);
    for (int i = 0; i < 4; i++)
        l->texts[i] = take_text(&c);
    for (int i = 0; i < 2; i++)
        l->dates[i] = take_date(&c);
    take_number(&c); /* of games */
    l->remark = take_text(&c);
    l->games = c.at;
    return !c.is_short;
}

static void report_text(struct findings *f, struct slice s, const char *what)
{
    if (s.len > 0)
        findings_add(f, FINDING_DROPPED_TEXT, s.at, 0,
                     "the library's %s (%u bytes) belongs to no game", what, (unsigned)s.len);
}

static void report_rest(const struct library *l, struct findings *f)
{
    for (int i = 0; i < 4; i++)
        report_text(f, l->texts[i], "text");
    for (int i = 0; i < 2; i++)
        report_text(f, l->dates[i], "date");
    report_text(f, l->remark, "remark");
}

/* --- A game ----------------------------------------------------------------------------------- */

struct packed_game {
    struct cursor c;
    struct record *rec;
    struct findings *findings;
    struct header_reader header;
    struct game_tree tree;
    uint32_t *line; /* the moves that lead to the last one read, itself included */
    size_t depth, line_cap;
    piece board[SQUARES_MAX];
    struct slice texts[TEXTS_BEFORE + TEXTS_BEHIND], dates[2];
    uint32_t result;
    size_t result_at;
};

/* A place is two numbers in one byte. Those of the men count from 1, and are 0 for men that were
   taken. */
static void read_board(struct packed_game *g)
{
    size_t at = g->c.at;
    const unsigned char *p = (const unsigned char *)take(&g->c, MEN_OF_GAME);
    for (unsigned i = 0; p && i < MEN_OF_GAME; i++) {
        square s = men_point((p[i] >> 4) - 1u, (p[i] & 15u) - 1u);
        if (s != NO_SQUARE)
            g->board[s] = piece_make(i < MEN_OF_SIDE ? WHITE : BLACK,
                                     (enum piece_type)men_in_order[i % MEN_OF_SIDE]);
        else if (p[i] != 0)
            header_report(&g->header, (uint32_t)(at + i), "no man can stand on place", p[i]);
    }
}

static void read_header(struct packed_game *g)
{
    enum { NUMBERS = 3 }; /* that are not known */
    read_board(g);
    take(&g->c, NUMBERS * sizeof(uint32_t));
    for (int i = 0; i < TEXTS_BEFORE; i++)
        g->texts[i] = take_text(&g->c);
    g->result_at = g->c.at;
    g->result = take_number(&g->c);
    for (int i = 0; i < TEXTS_BEHIND; i++)
        g->texts[TEXTS_BEFORE + i] = take_text(&g->c);
    take(&g->c, 1);
    for (int i = 0; i < 2; i++)
        g->dates[i] = take_date(&g->c);
}

/* Which text of a game is what, in the order of an unpacked record. The others are not known. */
enum { TITLE = 0, RED = 5, BLACKS = 6, ANNOTATOR = 7, ANNOTATOR_URL, AUTHOR, AUTHOR_URL, REMARK };

static bool is_known(int text)
{
    return text == TITLE || text >= RED;
}

static void add_text(struct packed_game *g, const char *tag, struct slice s)
{
    header_add(&g->header, tag, g->c.data + s.at, s.len, s.at);
}

static void add_tags(struct packed_game *g, struct slice library)
{
    struct slice none = {0, 0};
    struct facts *facts = &g->header.facts;
    facts_add_game(facts, g->rec->source);
    add_text(g, "Event", none);
    add_text(g, "Site", none);
    add_text(g, "Date", none);
    add_text(g, "Round", none);
    add_text(g, "Red", g->texts[RED]);
    add_text(g, "Black", g->texts[BLACKS]);
    header_add_result(&g->header, g->result, (uint32_t)g->result_at);
    add_text(g, "Title", g->texts[TITLE]);
    add_text(g, "Annotator", g->texts[ANNOTATOR]);
    add_text(g, "AnnotatorURL", g->texts[ANNOTATOR_URL]);
    add_text(g, "Author", g->texts[AUTHOR]);
    add_text(g, "AuthorURL", g->texts[AUTHOR_URL]);
    add_text(g, "Created", g->dates[0]);
    add_text(g, "Modified", g->dates[1]);
    add_text(g, "Library", library);
    for (int i = 0; i < TEXTS_BEFORE + TEXTS_BEHIND; i++)
        if (!is_known(i) && g->texts[i].len > 0)
            findings_add(g->findings, FINDING_DROPPED_TEXT, g->texts[i].at, 0,
                         "a text of %u bytes in a field that is not known",
                         (unsigned)g->texts[i].len);
}

static void add_comment(struct packed_game *g, uint32_t node, struct slice s)
{
    size_t at = g->tree.text.len;
    header_convert(&g->header, &g->tree.text, lang_text("comment"), g->c.data + s.at, s.len, s.at);
    game_tree_comment(&g->tree, node, at);
}

/* Behind the moves is a line for each, its comment. */
static void read_comments(struct packed_game *g, uint32_t moves)
{
    for (uint32_t n = 1; n <= moves && g->c.at < g->c.end; n++) {
        const char *line = g->c.data + g->c.at;
        size_t left = g->c.end - g->c.at;
        const char *end = memchr(line, '\n', left);
        size_t len = end ? (size_t)(end - line) + 1 : left;
        add_comment(g, n, (struct slice){(uint32_t)g->c.at, (uint32_t)len});
        g->c.at += len;
    }
    if (g->c.at < g->c.end)
        findings_add(g->findings, FINDING_DROPPED_TEXT, (uint32_t)g->c.at, 0,
                     "%zu bytes behind the comments", g->c.end - g->c.at);
}

/* Let the line end before ply PLY, at which a move comes. A ply that does not rise begins a branch;
   one that rises by more, or ply 0, tells nothing: the line goes on. Returns the move before. */
static uint32_t step_back(struct packed_game *g, unsigned ply, uint32_t source)
{
    if (ply == 0 || ply > g->depth + 1)
        header_report(&g->header, source, "no move can be ply", ply);
    else
        g->depth = ply - 1;
    return g->depth > 0 ? g->line[g->depth - 1] : TREE_ROOT;
}

static void add_to_line(struct packed_game *g, uint32_t node)
{
    if (g->depth == g->line_cap) {
        uint32_t *line = array_grow(g->line, &g->line_cap, FIRST_MOVES, sizeof *line);
        if (!line) {
            g->tree.failed = true;
            return;
        }
        g->line = line;
    }
    g->line[g->depth++] = node;
}

static void read_moves(struct packed_game *g)
{
    uint32_t count = take_number(&g->c);
    game_tree_start(&g->tree);
    add_comment(g, TREE_ROOT, g->texts[REMARK]);
    g->depth = 0;
    for (uint32_t i = 0; i < count && !g->tree.failed && !g->tree.is_full; i++) {
        uint32_t source = (uint32_t)g->c.at;
        const unsigned char *p = (const unsigned char *)take(&g->c, MOVE);
        if (!p)
            return;
        uint32_t parent = step_back(g, p[0] | (unsigned)p[1] << 8, source);
        add_to_line(g, game_tree_add(&g->tree, parent, men_point(p[2] >> 4, p[2] & 15u),
                                     men_point(p[3] >> 4, p[3] & 15u), source));
    }
    if (!g->tree.is_full)
        read_comments(g, count);
}

static void read_game(struct packed_game *g, struct slice library)
{
    read_header(g);
    add_tags(g, library);
    read_moves(g);
    if (g->c.is_short) {
        findings_add(g->findings, FINDING_DAMAGED_FILE, (uint32_t)g->c.at, 0,
                     "the record ends too early");
        g->rec->is_broken = true;
    }
    if (g->tree.failed) {
        g->findings->failed = true;
        return;
    }
    uint32_t first = g->tree.nodes[TREE_ROOT].child;
    square from = first == TREE_ROOT ? NO_SQUARE : g->tree.nodes[first].from;
    piece p = from == NO_SQUARE ? 0 : g->board[from];
    facts_start_board(&g->header.facts, g->board, p ? piece_color(p) : WHITE, g->rec->source);
    facts_end(&g->header.facts);
    if (!game_tree_play(&g->tree, g->rec, !g->rec->bad_start, g->findings))
        g->findings->failed = true;
}

static bool read_next(const char *data, size_t len, const char *encoding, size_t *at,
                      struct record *rec, struct findings *f)
{
    struct library l;
    bool is_good = open_library(&l, data, len), is_first = *at == 0;
    if (is_first)
        *at = is_good ? l.games : 0;
    if (is_good && *at >= len) {
        report_rest(&l, f);
        return false;
    }
    if (!is_good && !is_first)
        return false;
    uint32_t size = len - *at < 4 ? 0 : little_u32(data + *at);
    if (!is_good || size < 4 || size > len - *at) {
        findings_add(f, FINDING_DAMAGED_FILE, (uint32_t)*at, 0, "no record of a game");
        rec->is_broken = rec->bad_start = true;
        *at = len;
        return true;
    }
    struct packed_game g = {.c = {.data = data, .at = *at + 4, .end = *at + size},
                            .rec = rec,
                            .findings = f,
                            .header = {.facts = {.rec = rec, .findings = f}}};
    const struct cursor start = g.c;
    rec->source = (uint32_t)*at;
    if (header_open(&g.header, encoding, "GB18030"))
        do {
            g.c = start;
            memset(g.board, 0, sizeof g.board);
            read_game(&g, l.name);
        } while (header_again(&g.header));
    header_close(&g.header);
    game_tree_free(&g.tree);
    free(g.line);
    *at += size;
    return true;
}

const struct whole_format whole_cbl_packed = {
    .name = "CBL",
    .game = GAME_XIANGQI,
    .recognise = recognise,
    .unpack = unpack,
    .read_in = read_next,
};
