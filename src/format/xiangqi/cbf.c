/* CBF, the XML of CCBridge: <ChineseChessRecord> with a <Head> of named texts and a <MoveList>. Its
   moves stand in pre-order, as in the other formats of that program: what follows a move comes
   right behind it; end="1" ends a line, branch="1" promises an alternative to the move, which comes
   when all that follows the move is complete. */
#include "base/ascii.h"
#include "format/game/facts.h"
#include "format/game/game_tree.h"
#include "format/game/markup.h"
#include "format/whole.h"
#include "format/xiangqi/men.h"

enum cbf_kind { CBF_TEXT, CBF_DATE, CBF_RESULT, CBF_FEN };

/* The elements of the head and the tags that they become. */
static const struct {
    const char *name, *tag;
    enum cbf_kind kind;
} elements[] = {
    {"Name", "Title", CBF_TEXT},
    {"URL", "SourceURL", CBF_TEXT},
    {"From", "Source", CBF_TEXT},
    {"ContestType", "EventClass", CBF_TEXT},
    {"Contest", "Event", CBF_TEXT},
    {"Site", "Site", CBF_TEXT},
    {"Date", "Date", CBF_DATE},
    {"TimeRule", "TimeControl", CBF_TEXT},
    {"RedRating", "RedElo", CBF_TEXT},
    {"BlackRating", "BlackElo", CBF_TEXT},
    {"Commentator", "Annotator", CBF_TEXT},
    {"CommentatorURL", "AnnotatorURL", CBF_TEXT},
    {"Creator", "Author", CBF_TEXT},
    {"CreatorURL", "AuthorURL", CBF_TEXT},
    {"DateCreated", "Created", CBF_TEXT},
    {"DateModified", "Modified", CBF_TEXT},
    {"RecordKind", "Nature", CBF_TEXT},
    {"RecordResult", "Result", CBF_RESULT},
    {"ResultType", "Termination", CBF_TEXT},
    {"FEN", "FEN", CBF_FEN},
};
enum { ELEMENTS = sizeof elements / sizeof elements[0] };

struct cbf {
    const char *data;
    size_t len, at;
    struct facts facts;
    struct game_tree tree;
    struct buffer text;
    struct buffer fen;
    uint32_t fen_source;
    size_t moves, surplus; /* SURPLUS: moves behind the end of all lines */
    bool in_moves, in_head;
};

/* --- Head ------------------------------------------------------------------------------------- */

/* Take in r->text what stands up to the end of the element M, which was read; elements inside are
   passed over. */
static void read_content(struct cbf *r, const struct markup *m)
{
    struct markup inner;
    buffer_clear(&r->text);
    if (m->is_empty)
        return;
    while (markup_next(r->data, r->len, r->at, &inner)) {
        if (inner.kind == MARKUP_START)
            return;
        r->at = inner.end;
        if (inner.kind == MARKUP_END)
            return;
        if (inner.kind == MARKUP_TEXT)
            markup_text(&r->text, inner.inside, inner.inside_len);
        else if (inner.kind == MARKUP_CDATA)
            buffer_add(&r->text, inner.inside, inner.inside_len);
    }
}

static void add_result(struct cbf *r, const char *text, size_t len, uint32_t source)
{
    enum result result;
    facts_trim(&text, &len);
    if (len == 1 && facts_result_of_code((uint32_t)*text - '0', &result))
        facts_set_result(&r->facts, result, source);
    else
        facts_add_result(&r->facts, text, len, source);
}

static void read_head_element(struct cbf *r, const struct markup *m)
{
    size_t i = 0;
    char name[64];
    uint32_t source = (uint32_t)m->at;
    size_t name_len = m->name_len < sizeof name ? m->name_len : sizeof name - 1;
    memcpy(name, m->name, name_len);
    name[name_len] = '\0';
    read_content(r, m);
    const char *text = r->text.len > 0 ? r->text.data : "";
    while (i < ELEMENTS && strcmp(elements[i].name, name) != 0)
        i++;
    const char *tag = i < ELEMENTS ? elements[i].tag : name;
    switch (i < ELEMENTS ? elements[i].kind : CBF_TEXT) {
    case CBF_TEXT: facts_add(&r->facts, tag, text, r->text.len, source); break;
    case CBF_DATE: facts_add_date(&r->facts, tag, text, r->text.len, source); break;
    case CBF_RESULT: add_result(r, text, r->text.len, source); break;
    case CBF_FEN:
        buffer_clear(&r->fen);
        buffer_add(&r->fen, text, r->text.len);
        r->fen_source = (uint32_t)m->end;
        break;
    }
}

/* --- Moves ------------------------------------------------------------------------------------ */

static square read_square(const char *s)
{
    bool is_point = s[0] >= '0' && s[0] <= '8' && is_digit(s[1]);
    return is_point ? men_point((unsigned)(s[0] - '0'), (unsigned)(s[1] - '0')) : NO_SQUARE;
}

static bool is_set(const struct markup *m, const char *name)
{
    size_t len;
    const char *value = markup_attribute(m, name, &len);
    return value && len == 1 && *value == '1';
}

/* Append the move of M, whose value is VALUE; returns its node, or TREE_ROOT. Moves behind the end
   are counted. */
static uint32_t add_move(struct cbf *r, const struct markup *m, const char *value, size_t len)
{
    bool is_pair = value && len == 5 && value[2] == '-';
    if (!r->tree.is_open) {
        r->surplus += !r->tree.is_full;
        return TREE_ROOT;
    }
    return game_tree_append(&r->tree, is_pair ? read_square(value) : NO_SQUARE,
                            is_pair ? read_square(value + 3) : NO_SQUARE, !is_set(m, "end"),
                            is_set(m, "branch"), (uint32_t)m->at);
}

static void read_move(struct cbf *r, const struct markup *m)
{
    size_t len = 0;
    const char *value = markup_attribute(m, "value", &len);
    bool is_root = r->moves++ == 0 && value && len == 5 && memcmp(value, "00-00", 5) == 0;
    uint32_t node = TREE_ROOT;
    if (is_root)
        game_tree_open(&r->tree, !is_set(m, "end"));
    else
        node = add_move(r, m, value, len);
    read_content(r, m);
    while (r->text.len > 0 && strchr(" \t\r\n", r->text.data[r->text.len - 1]))
        r->text.len--; /* blanks stand for the line ends of the program's own files */
    if (r->text.len == 0 || (node == TREE_ROOT && !is_root))
        return;
    size_t at = r->tree.text.len;
    buffer_add(&r->tree.text, r->text.data, r->text.len);
    game_tree_comment(&r->tree, node, at);
}

/* --- Games ------------------------------------------------------------------------------------ */

static const char record_name[] = "ChineseChessRecord";

/* Read up to the end of the record. */
static void read_elements(struct cbf *r)
{
    struct markup m;
    size_t strayed = 0, stray_at = 0;
    while (markup_next(r->data, r->len, r->at, &m)) {
        const char *text = m.inside;
        size_t len = m.inside_len;
        r->at = m.end;
        if (m.is_cut) {
            findings_add(r->facts.findings, FINDING_FILE_DETAIL, (uint32_t)m.at, 0,
                         "the file ends inside a tag");
            break;
        }
        if (m.kind == MARKUP_END && markup_is(&m, record_name))
            break;
        if (m.kind == MARKUP_START && (markup_is(&m, "Head") || markup_is(&m, "MoveList"))) {
            r->in_head = *m.name == 'H';
            r->in_moves = !r->in_head;
        } else if (m.kind == MARKUP_START && r->in_moves && markup_is(&m, "Move")) {
            read_move(r, &m);
        } else if (m.kind == MARKUP_START && r->in_head) {
            read_head_element(r, &m);
        } else if (m.kind == MARKUP_TEXT || m.kind == MARKUP_CDATA) {
            facts_trim(&text, &len);
            if (strayed == 0 && len > 0)
                stray_at = (size_t)(text - r->data);
            strayed += len;
        }
    }
    if (strayed > 0)
        findings_add(r->facts.findings, FINDING_DROPPED_TEXT, (uint32_t)stray_at, 0,
                     "%zu bytes of text outside elements that hold text", strayed);
}

static void finish(struct cbf *r)
{
    struct facts *x = &r->facts;
    if (r->surplus > 0)
        findings_add(x->findings, FINDING_DROPPED_TEXT, 0, 0,
                     "%zu moves behind the end of all lines", r->surplus);
    if (r->fen.len > 0)
        facts_start_fen(x, r->fen.data, r->fen.len, r->fen_source);
    bool ok = !r->text.failed && !r->fen.failed &&
              game_tree_play(&r->tree, x->rec, !x->cannot_play, x->findings);
    x->findings->failed |= !ok;
    facts_end(x);
}

/* Go behind the start of the next record. */
static bool find_record(const char *data, size_t len, size_t *at)
{
    struct markup m;
    while (markup_next(data, len, *at, &m)) {
        *at = m.end;
        if (m.kind == MARKUP_START && markup_is(&m, record_name))
            return true;
    }
    return false;
}

static bool read_game(const char *data, size_t len, size_t *at, struct record *rec,
                      struct findings *f)
{
    struct cbf r = {.data = data, .len = len, .facts = {.rec = rec, .findings = f}};
    if (!find_record(data, len, at))
        return false;
    r.at = *at;
    game_tree_start(&r.tree);
    game_tree_open(&r.tree, true);
    facts_begin(&r.facts);
    read_elements(&r);
    finish(&r);
    *at = r.at;
    game_tree_free(&r.tree);
    buffer_free(&r.text);
    buffer_free(&r.fen);
    return true;
}

static bool recognise(const char *data, size_t len, const char *name)
{
    enum { PIECES_MAX = 16 }; /* before the record's element */
    struct markup m = {0};
    (void)name;
    for (int i = 0; i < PIECES_MAX && markup_next(data, len, m.end, &m); i++) {
        const char *text = m.inside;
        size_t text_len = m.inside_len;
        if (m.kind == MARKUP_TEXT && (facts_trim(&text, &text_len), text_len > 0))
            return false;
        if (m.kind == MARKUP_START)
            return markup_is(&m, record_name);
    }
    return false;
}

const struct whole_format whole_cbf = {.name = "CBF",
                                       .is_text = true,
                                       .is_single = true,
                                       .game = GAME_XIANGQI,
                                       .recognise = recognise,
                                       .read = read_game};
