/* Building a query from options, and asking it about games. Conditions on headers come first,
   then those on whole games, then exact positions by their keys; a game is replayed only if boards
   must be looked at, and only as far as a match is still possible. */
#include "query/conditions.h"

#include <stdlib.h>

struct query {
    enum game game;
    const struct piece_letters *letters;
    struct arena arena;
    struct header_conditions header;
    struct opening_line *lines;
    struct key_set positions, images; /* and the mirror images of these */
    struct key_set structures;        /* skeletons */
    struct pattern *patterns;
    struct material *materials;
    bool mate, stalemate, repetition;
    struct feature_conditions features;
    bool flip, mirror, invert;

    bool header_held; /* of the game asked about last */
    bool failed;
    struct buffer folded;
    struct buffer runs;       /* struct structure: of the game asked about last */
    struct buffer structured; /* a byte a ply: whether it has one of the structures */
    uint32_t *plies;          /* where the game asked about last matches */
    size_t ply_count, ply_cap;
};

/* --- Options ---------------------------------------------------------------------------------- */

enum flag {
    FLAG_DATE_KNOWN,
    FLAG_MATE,
    FLAG_STALEMATE,
    FLAG_REPETITION,
    FLAG_FLIP,
    FLAG_MIRROR,
    FLAG_INVERT
};

enum condition {
    CONDITION_NAME,
    CONDITION_NUMBER,
    CONDITION_DATE,
    CONDITION_ELO_DIFF,
    CONDITION_WINNER,
    CONDITION_RESULT,
    CONDITION_ECO,
    CONDITION_TAG,
    CONDITION_TIME,
    CONDITION_FEN,
    CONDITION_STRUCTURE,
    CONDITION_PATTERN,
    CONDITION_MATERIAL,
    CONDITION_LINE,
    CONDITION_HAS,
    CONDITION_LACKS,
    CONDITION_RULES,
    CONDITION_FLAG
};

/* X(option, argument, help, kind of condition, which one of the kind) */
#define OPTION_LIST(X)                                                                             \
    X("player", "NAME", "games of a player: 'fischer', '=Tal' exact, '~karpov' by sound", NAME,    \
      NAME_PLAYER)                                                                                 \
    X("white", "NAME", "games of a player with White or Red; with Black", NAME, NAME_WHITE)        \
    X("red", "NAME", NULL, NAME, NAME_WHITE)                                                       \
    X("black", "NAME", NULL, NAME, NAME_BLACK)                                                     \
    X("event", "NAME", "games of an event; at a place", NAME, NAME_EVENT)                          \
    X("site", "NAME", NULL, NAME, NAME_SITE)                                                       \
    X("date", "A..B", "games that may lie in a span: 2019..2024", DATE, 0)                         \
    X("date-known", NULL, "only dates that surely lie in it", FLAG, FLAG_DATE_KNOWN)               \
    X("elo", "A..B", "both ratings; at least one: 2600..", NUMBER, NUMBER_ELO)                     \
    X("elo-any", "A..B", NULL, NUMBER, NUMBER_ELO_ANY)                                             \
    X("white-elo", "A..B", "one side's rating", NUMBER, NUMBER_WHITE_ELO)                          \
    X("red-elo", "A..B", NULL, NUMBER, NUMBER_WHITE_ELO)                                           \
    X("black-elo", "A..B", NULL, NUMBER, NUMBER_BLACK_ELO)                                         \
    X("elo-diff", "A..B", "White's or Red's rating minus Black's: -200..-50", ELO_DIFF, 0)         \
    X("winner", "WHO", "the player of the higher or the lower rating won", WINNER, 0)              \
    X("result", "RESULT", "1-0, 0-1, 1/2-1/2, *, white, black, draw", RESULT, 0)                   \
    X("eco", "A..B", "opening codes: B9, B90..B99", ECO, 0)                                        \
    X("ecco", "A..B", NULL, ECO, 0)                                                                \
    X("tag", "EXPR", "any tag: NAME, 'NAME=x', != < <= > >=, 'NAME~REGEX'", TAG, 0)                \
    X("time-control", "TC", "300+3, seconds 180..600, blitz, rapid ...", TIME, 0)                  \
    X("ply-count", "A..B", "length in plies", NUMBER, NUMBER_PLY_COUNT)                            \
    X("id", "LIST", "numbers of games: 17,20..30", NUMBER, NUMBER_ID)                              \
    X("has", "LIST", "all, none of: comments, variations, fen, odds, fifty-moves ...", HAS, 0)     \
    X("lacks", "LIST", NULL, LACKS, 0)                                                             \
    X("rules", "BOOK", "of repetition in xiangqi: cxa (default), wxf, axf", RULES, 0)              \
    X("mate", NULL, "it ends in mate; in stalemate; a position stood thrice", FLAG, FLAG_MATE)     \
    X("stalemate", NULL, NULL, FLAG, FLAG_STALEMATE)                                               \
    X("repetition", NULL, NULL, FLAG, FLAG_REPETITION)                                             \
    X("moves", "LINE", "the game begins so: '1.e4 c5'", LINE, 0)                                   \
    X("fen", "FEN", "a position, however it was reached", FEN, 0)                                  \
    X("structure", "FEN", "the same pawns and material", STRUCTURE, 0)                             \
    X("pattern", "PATTERN", "a board with wildcards", PATTERN, 0)                                  \
    X("material", "TERMS", "men on the board: KRPkr, 'R=r P>p'", MATERIAL, 0)                      \
    X("ply", "A..B", "where positions may match; 0 is the start", NUMBER, NUMBER_PLY)              \
    X("flip", NULL, "patterns and material for either colour", FLAG, FLAG_FLIP)                    \
    X("mirror", NULL, "xiangqi: left-right mirror images too", FLAG, FLAG_MIRROR)                  \
    X("invert", NULL, "the games that do not match", FLAG, FLAG_INVERT)

#define X(name, argument, help, condition, which) {name, argument, help},
const struct query_option query_options[] = {OPTION_LIST(X){NULL, NULL, NULL}};
#undef X

struct meaning {
    const char *name;
    enum condition condition;
    int which;
};
#define X(name, argument, help, condition, which) {name, CONDITION_##condition, which},
static const struct meaning meanings[] = {OPTION_LIST(X)};
#undef X
enum { MEANINGS = sizeof meanings / sizeof meanings[0] };

static bool add_flag(struct query *q, enum flag flag, struct error *err)
{
    bool *const flags[] = {
        [FLAG_DATE_KNOWN] = &q->header.date_known,
        [FLAG_MATE] = &q->mate,
        [FLAG_STALEMATE] = &q->stalemate,
        [FLAG_REPETITION] = &q->repetition,
        [FLAG_FLIP] = &q->flip,
        [FLAG_MIRROR] = &q->mirror,
        [FLAG_INVERT] = &q->invert,
    };
    if (flag == FLAG_MIRROR && q->game == GAME_CHESS)
        return error_set(err, ERROR_USAGE,
                         "--mirror is for xiangqi: a chess board differs from its mirror image");
    return *flags[flag] = true;
}

static bool add_condition(struct query *q, const struct meaning *m, const char *value,
                          struct error *err)
{
    struct arena *a = &q->arena;
    struct header_conditions *h = &q->header;
    switch (m->condition) {
    case CONDITION_NAME:
        return name_compile(a, &h->names[m->which], (enum name_field)m->which, m->name, value, err);
    case CONDITION_NUMBER: return ranges_compile(a, &h->numbers[m->which], m->name, value, err);
    case CONDITION_DATE: return date_compile(a, &h->dates, m->name, value, err);
    case CONDITION_ELO_DIFF:
        return elo_diff_compile(a, &h->numbers[NUMBER_ELO_DIFF], m->name, value, err);
    case CONDITION_WINNER: return winner_compile(&h->winners, m->name, value, err);
    case CONDITION_RESULT: return result_compile(&h->results, m->name, value, err);
    case CONDITION_ECO: return eco_compile(a, &h->ecos, m->name, value, err);
    case CONDITION_TAG: return tag_compile(a, &h->tags, m->name, value, err);
    case CONDITION_TIME: return time_control_compile(a, &h->times, m->name, value, err);
    case CONDITION_FEN: return fen_compile(&q->positions, &q->images, q->game, m->name, value, err);
    case CONDITION_STRUCTURE:
        return structure_compile(&q->structures, q->game, m->name, value, err);
    case CONDITION_PATTERN: return pattern_compile(a, &q->patterns, q->game, m->name, value, err);
    case CONDITION_MATERIAL:
        return material_compile(a, &q->materials, q->game, m->name, value, err);
    case CONDITION_LINE:
        return line_compile(a, &q->lines, q->game, q->letters, m->name, value, err);
    case CONDITION_HAS: return has_compile(a, &q->features, q->game, m->name, value, err);
    case CONDITION_LACKS: return lacks_compile(&q->features, q->game, m->name, value, err);
    case CONDITION_RULES: return rules_compile(&q->features, m->name, value, err);
    case CONDITION_FLAG: return add_flag(q, (enum flag)m->which, err);
    }
    return false;
}

bool query_add(struct query *q, const char *name, const char *value, struct error *err)
{
    for (int i = 0; i < MEANINGS; i++)
        if (strcmp(meanings[i].name, name) == 0)
            return add_condition(q, &meanings[i], value, err);
    return error_set(err, ERROR_USAGE, "--%s is not a condition on games", name);
}

struct query *query_new(enum game game, struct error *err)
{
    struct query *q = calloc(1, sizeof *q);
    if (!q)
        error_no_memory(err);
    else
        q->game = game;
    return q;
}

void query_set_letters(struct query *q, const struct piece_letters *letters)
{
    q->letters = letters;
}

void query_free(struct query *q)
{
    if (!q)
        return;
    tags_free(q->header.tags);
    arena_free(&q->arena);
    buffer_free(&q->folded);
    key_set_free(&q->positions);
    key_set_free(&q->images);
    key_set_free(&q->structures);
    features_free(&q->features);
    buffer_free(&q->runs);
    buffer_free(&q->structured);
    free(q->plies);
    free(q);
}

/* --- Headers ---------------------------------------------------------------------------------- */

static bool asks_positions(const struct query *q)
{
    return q->positions.count > 0 || q->structures.count > 0 || q->patterns || q->materials ||
           q->header.numbers[NUMBER_PLY];
}

const struct header_conditions *query_header_conditions(const struct query *q)
{
    return &q->header;
}

bool query_is_inverted(const struct query *q)
{
    return q->invert;
}

const struct key_set *query_positions(const struct query *q)
{
    return &q->positions;
}

const struct key_set *query_structures(const struct query *q)
{
    return &q->structures;
}

/* Whether nothing is asked of the game as a whole, but perhaps of its features. */
static bool asks_no_course(const struct query *q)
{
    return !q->lines && !q->mate && !q->stalemate && !q->repetition && !q->invert;
}

bool query_asks_only_features(const struct query *q)
{
    return q->features.asked && asks_no_course(q) && !asks_positions(q);
}

const struct feature_conditions *query_features(const struct query *q)
{
    return &q->features;
}

bool query_asks_only_positions(const struct query *q)
{
    static const struct header_conditions none;
    return memcmp(&q->header, &none, sizeof none) == 0 && q->structures.count == 0 &&
           !q->patterns && !q->materials && asks_no_course(q) && !q->features.asked;
}

bool query_is_mirrored(const struct query *q)
{
    return q->mirror;
}

size_t query_position_count(const struct query *q)
{
    return q->positions.count;
}

bool query_is_empty(const struct query *q)
{
    return q->positions.count == 0 && query_asks_only_positions(q);
}

bool query_asks_only_boards(const struct query *q)
{
    return q->positions.count == 0 && q->structures.count == 0 && asks_no_course(q) &&
           !q->features.asked;
}

static unsigned allowed_views(const struct query *q)
{
    return (q->flip ? VIEW_FLIPPED : 0u) | (q->mirror ? VIEW_MIRRORED : 0u);
}

struct board_conditions query_boards(const struct query *q)
{
    return (struct board_conditions){.patterns = q->patterns,
                                     .materials = q->materials,
                                     .plies = q->header.numbers[NUMBER_PLY],
                                     .views = allowed_views(q),
                                     .game = q->game};
}

bool query_needs_record(const struct query *q)
{
    return asks_positions(q) || q->lines || q->mate || q->stalemate || q->repetition ||
           q->features.asked;
}

bool query_needs_tags(const struct query *q)
{
    return q->header.tags != NULL;
}

bool query_failed(const struct query *q)
{
    return q->failed || q->features.failed;
}

const struct findings *query_verdicts(const struct query *q)
{
    return features_ask_findings(&q->features) ? &q->features.found : NULL;
}

bool query_match_header(struct query *q, const struct game_header *h, const struct record *rec)
{
    q->header_held = header_holds(&q->header, h, rec, &q->folded);
    q->failed |= q->folded.failed;
    if (!q->invert)
        return q->header_held;
    return query_needs_record(q) || !q->header_held;
}

bool query_asks_player(const struct query *q)
{
    return q->header.names[NAME_PLAYER] && !q->invert;
}

enum color query_player_color(struct query *q, const struct game_header *h)
{
    bool is_white = name_holds(q->header.names[NAME_PLAYER], h->white, &q->folded);
    q->failed |= q->folded.failed;
    return is_white ? WHITE : BLACK;
}

/* --- Positions -------------------------------------------------------------------------------- */

static bool game_holds(struct query *q, const struct record *rec)
{
    if (q->lines && !line_holds(q->lines, rec, q->mirror))
        return false;
    if (q->mate || q->stalemate) {
        enum outcome outcome = pos_outcome(&rec->end);
        if (!(q->mate && outcome == OUTCOME_CHECKMATE) &&
            !(q->stalemate && outcome == OUTCOME_STALEMATE))
            return false;
    }
    if (q->repetition && !repetition_holds(rec))
        return false;
    return !q->features.asked || features_hold(&q->features, rec);
}

/* What is remembered while a game is replayed: the men change only where the clock is at zero. */
struct scan {
    struct position pos;
    bool material_known;
    bool material[VIEW_FLIPPED + 1];
};

static void update_material(const struct query *q, struct scan *scan)
{
    if (scan->material_known)
        return;
    for (int view = 0; view <= VIEW_FLIPPED; view++)
        scan->material[view] = material_holds(q->materials, &scan->pos, (enum view)view);
    scan->material_known = true;
}

static bool board_holds(const struct query *q, struct scan *scan)
{
    if (q->materials)
        update_material(q, scan);
    const unsigned views = allowed_views(q);
    for (unsigned view = 0; view <= views; view++)
        if (!(view & ~views) && (!q->materials || scan->material[view & VIEW_FLIPPED]) &&
            (!q->patterns || pattern_holds(q->patterns, &scan->pos, (enum view)view)))
            return true;
    return false;
}

static bool position_holds(const struct query *q, key64 key)
{
    return key_set_holds(&q->positions, key) || (q->mirror && key_set_holds(&q->images, key));
}

static bool ply_holds(const struct query *q, const struct record *rec, size_t ply)
{
    const struct number_range *plies = q->header.numbers[NUMBER_PLY];
    return (!plies || ranges_hold(plies, ply)) &&
           (q->positions.count == 0 || position_holds(q, rec->keys[ply])) &&
           (q->structures.count == 0 || q->structured.data[ply]);
}

/* Mark the plies that have one of the structures. False if memory is out. */
static bool find_structures(struct query *q, const struct record *rec)
{
    buffer_clear(&q->runs);
    buffer_clear(&q->structured);
    if (!buffer_reserve(&q->runs, (rec->ply_count + 1) * sizeof(struct structure)) ||
        !buffer_reserve(&q->structured, rec->ply_count + 1))
        return false;
    struct structure *runs = (struct structure *)(void *)q->runs.data;
    size_t count = line_structure(&rec->start, rec->moves, rec->ply_count, runs);
    for (size_t i = 0; i < count; i++) {
        const size_t end = i + 1 < count ? runs[i + 1].ply : rec->ply_count + 1;
        memset(q->structured.data + runs[i].ply, key_set_holds(&q->structures, runs[i].skeleton),
               end - runs[i].ply);
    }
    return true;
}

/* Replay, writing the plies that match. LAST is the last that can. Hot path. */
static void scan_boards(struct query *q, const struct record *rec, size_t last)
{
    struct scan scan = {.pos = rec->start};
    for (size_t ply = 0;; ply++) {
        if (rec->flags[ply] & PLY_ZEROING)
            scan.material_known = false;
        if (ply_holds(q, rec, ply) && board_holds(q, &scan))
            q->plies[q->ply_count++] = (uint32_t)ply;
        if (ply == last)
            return;
        pos_play(&scan.pos, rec->moves[ply]);
    }
}

static bool reserve_plies(struct query *q, size_t count)
{
    if (count <= q->ply_cap)
        return true;
    uint32_t *plies = realloc(q->plies, count * sizeof *plies);
    if (!plies) {
        q->failed = true;
        return false;
    }
    q->plies = plies;
    q->ply_cap = count;
    return true;
}

static void find_plies(struct query *q, const struct record *rec)
{
    if (!reserve_plies(q, rec->ply_count + 1))
        return;
    if (q->structures.count > 0 && !find_structures(q, rec)) {
        q->failed = true;
        return;
    }
    if (!q->patterns && !q->materials) {
        for (size_t ply = 0; ply <= rec->ply_count; ply++)
            if (ply_holds(q, rec, ply))
                q->plies[q->ply_count++] = (uint32_t)ply;
        return;
    }
    size_t last = rec->ply_count;
    if (q->positions.count > 0 || q->structures.count > 0 || q->header.numbers[NUMBER_PLY]) {
        while (last > 0 && !ply_holds(q, rec, last))
            last--;
        if (last == 0 && !ply_holds(q, rec, 0))
            return;
    }
    scan_boards(q, rec, last);
}

size_t query_match_record(struct query *q, const struct record *rec, const uint32_t **plies)
{
    findings_clear(&q->features.found);
    bool held = !(q->invert && !q->header_held) && game_holds(q, rec);
    q->ply_count = 0;
    if (held && asks_positions(q))
        find_plies(q, rec);
    *plies = q->plies;
    if (held && asks_positions(q) && !q->invert)
        return q->ply_count;
    if (asks_positions(q))
        held = held && q->ply_count > 0;
    q->ply_count = 0;
    *plies = NULL;
    return held != q->invert;
}
