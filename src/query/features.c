/* What games have (--has), or lack: notes, a start of their own, an underpromotion, and findings of
   check/ about their course and result. A word is a bit; what belongs together is found together,
   the cheap before the dear, and only if it is asked for. */
#include "notation/annotation.h"
#include "query/conditions.h"

#include <assert.h>
#include <stdio.h>
#include <strings.h>

enum { CHESS = 1u << GAME_CHESS, XIANGQI = 1u << GAME_XIANGQI, BOTH = CHESS | XIANGQI };
enum part { PART_START, PART_NOTES, PART_MOVES, PART_RESULT, PART_COURSE, PARTS };

static const struct feature {
    const char *word; /* NULL: the code of the finding */
    enum finding_code code;
    enum part part;
    unsigned games;
} features[] = {
    [FEATURE_COMMENTS] = {"comments", FINDING_CODES, PART_NOTES, BOTH},
    [FEATURE_VARIATIONS] = {"variations", FINDING_CODES, PART_NOTES, BOTH},
    [FEATURE_NAGS] = {"nags", FINDING_CODES, PART_NOTES, BOTH},
    [FEATURE_CLOCKS] = {"clocks", FINDING_CODES, PART_NOTES, BOTH},
    [FEATURE_EVALS] = {"evals", FINDING_CODES, PART_NOTES, BOTH},
    [FEATURE_FEN] = {"fen", FINDING_CODES, PART_START, BOTH},
    [FEATURE_ODDS] = {"odds", FINDING_CODES, PART_START, BOTH},
    [FEATURE_UNDERPROMOTION] = {"underpromotion", FINDING_CODES, PART_MOVES, CHESS},
    {NULL, FINDING_THREEFOLD, PART_COURSE, BOTH},
    {NULL, FINDING_FIVEFOLD, PART_COURSE, CHESS},
    {NULL, FINDING_FIFTY_MOVES, PART_COURSE, CHESS},
    {NULL, FINDING_SEVENTY_FIVE_MOVES, PART_COURSE, CHESS},
    {NULL, FINDING_DEAD_POSITION, PART_COURSE, BOTH},
    {NULL, FINDING_PERPETUAL_CHECK, PART_COURSE, BOTH},
    {NULL, FINDING_MUTUAL_CHECK, PART_COURSE, XIANGQI},
    {NULL, FINDING_PERPETUAL_CHASE, PART_COURSE, XIANGQI},
    {NULL, FINDING_PERPETUAL_THREAT, PART_COURSE, XIANGQI},
    {NULL, FINDING_PERPETUAL_ATTACK, PART_COURSE, XIANGQI},
    {NULL, FINDING_MUTUAL_ATTACK, PART_COURSE, XIANGQI},
    {NULL, FINDING_NO_CAPTURE_LIMIT, PART_COURSE, XIANGQI},
    {NULL, FINDING_RESULT_VERDICT, PART_COURSE, XIANGQI},
    {NULL, FINDING_RESULT_CONFLICT, PART_RESULT, BOTH},
    {NULL, FINDING_RESULT_BOARD, PART_RESULT, BOTH},
    {NULL, FINDING_RESULT_UNKNOWN, PART_RESULT, BOTH},
};
enum { FEATURES = sizeof features / sizeof features[0] };
static_assert(FEATURES <= 32, "a word is a bit of uint32_t");

static const char *word_of(const struct feature *f)
{
    return f->word ? f->word : finding_kinds[f->code].code;
}

static uint32_t bits_of(enum part part)
{
    uint32_t bits = 0;
    for (int i = 0; i < FEATURES; i++)
        if (features[i].part == part)
            bits |= FEATURE_BIT(i);
    return bits;
}

/* The bit of a finding; 0 if there is no word for it. */
static uint32_t bit_of_code(enum finding_code code)
{
    for (int i = 0; i < FEATURES; i++)
        if (!features[i].word && features[i].code == code)
            return FEATURE_BIT(i);
    return 0;
}

/* --- Compiling -------------------------------------------------------------------------------- */

/* The error tells the word that was meant, or all that there are. */
static bool no_such_word(enum game game, const char *option, const char *value, size_t at,
                         const char *word, struct error *err)
{
    const char *names[FEATURES + 1] = {NULL};
    struct buffer text = {0};
    size_t count = 0;
    for (int i = 0; i < FEATURES; i++)
        if (features[i].games >> game & 1)
            names[count++] = word_of(&features[i]);
    const char *close = suggest(word, names);
    if (close)
        buffer_printf(&text, lang_text("no word '%s'; did you mean '%s'?"), word, close);
    else
        buffer_printf(&text, lang_text("'%s' is none of "), word);
    for (size_t i = 0; !close && i < count; i++)
        buffer_printf(&text, "%s%s", i > 0 ? ", " : "", names[i]);
    const char *what = buffer_terminate(&text);
    if (text.failed)
        error_no_memory(err);
    else
        condition_error(err, option, value, at, what);
    buffer_free(&text);
    return false;
}

static bool find_word(enum game game, const char *word, uint32_t *words)
{
    for (int i = 0; i < FEATURES; i++) {
        if (!(features[i].games >> game & 1) || strcasecmp(word_of(&features[i]), word) != 0)
            continue;
        *words |= FEATURE_BIT(i);
        return true;
    }
    return false;
}

/* The words of LIST, commas between, into *WORDS. */
static bool read_words(enum game game, const char *option, const char *list, uint32_t *words,
                       struct error *err)
{
    enum { WORD_MAX = 40 };
    *words = 0;
    for (size_t at = 0;; at++) {
        char word[WORD_MAX + 1];
        const size_t len = strcspn(list + at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(len < WORD_MAX ? len : WORD_MAX), list + at);
        if (!find_word(game, word, words))
            return no_such_word(game, option, list, at, word, err);
        at += len;
        if (list[at] == '\0')
            return true;
    }
}

bool has_compile(struct arena *arena, struct feature_conditions *f, enum game game,
                 const char *option, const char *value, struct error *err)
{
    struct feature_set *set = arena_alloc(arena, sizeof *set);
    if (!set)
        return error_no_memory(err);
    set->next = f->has;
    f->has = set;
    if (!read_words(game, option, value, &set->words, err))
        return false;
    f->asked |= set->words;
    return true;
}

bool lacks_compile(struct feature_conditions *f, enum game game, const char *option,
                   const char *value, struct error *err)
{
    uint32_t words;
    if (!read_words(game, option, value, &words, err))
        return false;
    f->lacks |= words;
    f->asked |= words;
    return true;
}

bool rules_compile(struct feature_conditions *f, const char *option, const char *value,
                   struct error *err)
{
    const enum rule_book book = rule_book_find(value);
    if (book == RULE_BOOKS)
        return error_set(err, ERROR_USAGE, "--%s: '%s' is not cxa, wxf or axf", option, value);
    f->rules = book;
    return true;
}

/* --- The parts -------------------------------------------------------------------------------- */

static bool is_empty_text(const char *text, const char *end)
{
    while (text < end && strchr(" \t\r\n", *text))
        text++;
    return text == end;
}

uint32_t features_of_comment(const char *text, size_t len)
{
    uint32_t words = 0;
    struct annotation a;
    const char *plain = text;
    for (size_t at = 0; annotation_next(text, len, &at, &a); plain = a.text + a.len) {
        if (!is_empty_text(plain, a.text))
            words |= FEATURE_BIT(FEATURE_COMMENTS);
        if (a.kind == ANNOTATION_CLK || a.kind == ANNOTATION_EMT)
            words |= FEATURE_BIT(FEATURE_CLOCKS);
        if (a.kind == ANNOTATION_EVAL || a.kind == ANNOTATION_PROFILE)
            words |= FEATURE_BIT(FEATURE_EVALS);
    }
    return is_empty_text(plain, text + len) ? words : words | FEATURE_BIT(FEATURE_COMMENTS);
}

/* A look at one game. */
struct look {
    uint32_t asked;
    struct check_memory *memory;
    struct findings *found;
};

static uint32_t find_notes(struct look *l, const struct record *rec)
{
    uint32_t words = 0;
    for (size_t i = 0; i < rec->node_count && l->asked & ~words & bits_of(PART_NOTES); i++) {
        const struct node *n = &rec->nodes[i];
        switch ((enum node_kind)n->kind) {
        case NODE_COMMENT:
            words |= features_of_comment(record_text(rec, n->text), n->text.len);
            break;
        case NODE_NAG: words |= FEATURE_BIT(FEATURE_NAGS); break;
        case NODE_BEGIN: words |= FEATURE_BIT(FEATURE_VARIATIONS); break;
        case NODE_END:
        case NODE_MOVE: break;
        }
    }
    return words;
}

/* Whether POS is the usual start with some men missing, and no other change. */
static bool has_odds(const struct position *pos)
{
    struct position usual;
    int missing = 0;
    pos_start(&usual, (enum game)pos->game);
    for (int at = 0; at < board_sizes[pos->game].squares; at++) {
        if (pos->board[at] != usual.board[at] && pos->board[at] != 0)
            return false;
        missing += pos->board[at] != usual.board[at];
    }
    return missing > 0;
}

static uint32_t find_start(struct look *l, const struct record *rec)
{
    (void)l;
    if (pos_is_start(&rec->start))
        return 0;
    return FEATURE_BIT(FEATURE_FEN) | (has_odds(&rec->start) ? FEATURE_BIT(FEATURE_ODDS) : 0);
}

static uint32_t find_moves(struct look *l, const struct record *rec)
{
    (void)l;
    for (size_t i = 0; i < rec->ply_count; i++) {
        const enum piece_type man = move_promotion(rec->game, rec->moves[i]);
        if (man != NO_PIECE && man != QUEEN)
            return FEATURE_BIT(FEATURE_UNDERPROMOTION);
    }
    return 0;
}

/* Keep the findings from number FROM on that were asked for; their words. */
static uint32_t keep_findings(struct look *l, size_t from)
{
    uint32_t words = 0;
    size_t kept = from;
    for (size_t i = from; i < l->found->count; i++) {
        const uint32_t bit = bit_of_code(l->found->items[i].code);
        words |= bit;
        if (bit & l->asked)
            l->found->items[kept++] = l->found->items[i];
    }
    l->found->count = kept;
    return words;
}

static uint32_t find_result(struct look *l, const struct record *rec)
{
    const size_t from = l->found->count;
    check_results(rec, l->found);
    return keep_findings(l, from);
}

static uint32_t find_course(struct look *l, const struct record *rec)
{
    const size_t from = l->found->count;
    l->memory->finds_ends = true;
    check_draws(rec, l->memory, l->found);
    return keep_findings(l, from);
}

/* --- Asking ----------------------------------------------------------------------------------- */

/* Whether a game of which KNOWN is known, and HELD of it is so, can be one that is asked for. */
static bool can_hold(const struct feature_conditions *f, uint32_t known, uint32_t held)
{
    if (f->lacks & held)
        return false;
    const struct feature_set *set = f->has;
    while (set && (set->words & known & ~held))
        set = set->next;
    return !f->has || set;
}

bool features_hold(const struct feature_conditions *f, const struct record *rec,
                   struct check_memory *memory, struct findings *found)
{
    static uint32_t (*const find[PARTS])(struct look *, const struct record *) = {
        [PART_START] = find_start,   [PART_NOTES] = find_notes,   [PART_MOVES] = find_moves,
        [PART_RESULT] = find_result, [PART_COURSE] = find_course,
    };
    struct look look = {f->asked, memory, found};
    uint32_t known = 0, held = 0;
    findings_clear(found);
    for (int part = 0; part < PARTS; part++) {
        const uint32_t bits = bits_of((enum part)part);
        if (!(f->asked & bits))
            continue;
        held |= find[part](&look, rec);
        known |= bits;
        if (!can_hold(f, known, held)) {
            found->count = 0;
            return false;
        }
    }
    findings_sort(found);
    return true;
}

bool features_ask_findings(const struct feature_conditions *f)
{
    for (const struct feature_set *set = f->has; set; set = set->next)
        if (set->words & (bits_of(PART_COURSE) | bits_of(PART_RESULT)))
            return true;
    return false;
}
