/* Building a query from options, and what others want to know of it. Once built it is constant:
   what is remembered of a game is in match.c. */
#include "query/conditions.h"

#include <stdlib.h>

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
    CONDITION_AFTER,
    CONDITION_POLYGLOT,
    CONDITION_STRUCTURE,
    CONDITION_PAWNS,
    CONDITION_PATTERN,
    CONDITION_MATERIAL,
    CONDITION_LINE,
    CONDITION_CLOCK,
    CONDITION_EVAL,
    CONDITION_LASTING,
    CONDITION_HAS,
    CONDITION_LACKS,
    CONDITION_RULES,
    CONDITION_FLAG
};

/* X(option, argument, help, kind of condition, which one of the kind) */
#define OPTION_LIST(X)                                                                             \
    X("player", "NAME", "'fischer', '=Tal' exactly, '~karpov' by sound", NAME,    \
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
    X("has", "LIST", "all, none of: comments, fen, odds, fifty-moves ...", HAS, 0)     \
    X("lacks", "LIST", NULL, LACKS, 0)                                                             \
    X("rules", "BOOK", "of repetition in xiangqi: cxa (default), wxf, axf", RULES, 0)              \
    X("mate", NULL, "it ends in mate; in stalemate; a position stood thrice", FLAG, FLAG_MATE)     \
    X("stalemate", NULL, NULL, FLAG, FLAG_STALEMATE)                                               \
    X("repetition", NULL, NULL, FLAG, FLAG_REPETITION)                                             \
    X("moves", "LINE", "the game begins so: '1.e4 * 2.!Nf3'; has this: '... Bxh7'", LINE, 0)       \
    X("fen", "FEN", "a position, however it was reached; pawns and material alone", FEN, 0)        \
    X("structure", "FEN", NULL, STRUCTURE, 0)                                                      \
    X("pawns", "FEN", "the same pawns, whatever else is on the board", PAWNS, 0)                   \
    X("after", "LINE", "the position after these moves: '1.d4 d5 2.c4'", AFTER, 0)                 \
    X("pattern", "PATTERN", "a board with wildcards", PATTERN, 0)                                  \
    X("material", "TERMS", "men on the board: KRPkr, 'R=r P>p'", MATERIAL, 0)                      \
    X("men", "A..B", "how many men are on the board", NUMBER, NUMBER_MEN)                          \
    X("clock", "A..B", "of who just moved: ..30, 5:00..; in pawns: 2.., ..-1.5, #1..", CLOCK, 0)   \
    X("eval", "A..B", NULL, EVAL, 0)                                                               \
    X("key", "HEX", "the position with this Polyglot key (chess)", POLYGLOT, 0)                    \
    X("lasting", "N", "it all holds at N plies in a row", LASTING, 0)                              \
    X("ply", "A..B", "where positions may match; 0 is the start", NUMBER, NUMBER_PLY)              \
    X("flip", NULL, "match with colours exchanged too; in xiangqi left and right", FLAG,           \
      FLAG_FLIP)                                                                                   \
    X("mirror", NULL, NULL, FLAG, FLAG_MIRROR)                                                     \
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

/* The position behind a line is as good as its FEN. */
static bool after_compile(struct query *q, const char *option, const char *value, struct error *err)
{
    enum { FIELDS = 6 };
    struct position pos;
    return query_line_end(q->game, option, value, q->letters, &pos, err) &&
           position_compile(&q->positions, &q->images, &pos, FIELDS, err);
}

/* What lasts for some plies lasts for fewer too. */
static bool add_lasting(struct query *q, const char *option, const char *value, struct error *err)
{
    struct number_range *range = NULL;
    if (!ranges_compile(&q->arena, &range, option, value, err))
        return false;
    if (range->next || range->from != range->to || range->from == 0)
        return condition_error(err, option, value, 0, "expected a number from 1 on");
    if (q->lasting == 0 || range->from < q->lasting)
        q->lasting = range->from;
    return true;
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
    case CONDITION_ELO_DIFF: return elo_diff_compile(a, &h->elo_diffs, m->name, value, err);
    case CONDITION_WINNER: return winner_compile(&h->winners, m->name, value, err);
    case CONDITION_RESULT: return result_compile(&h->results, m->name, value, err);
    case CONDITION_ECO: return eco_compile(a, &h->ecos, m->name, value, err);
    case CONDITION_TAG: return tag_compile(a, &h->tags, m->name, value, err);
    case CONDITION_TIME: return time_control_compile(a, &h->times, m->name, value, err);
    case CONDITION_FEN: return fen_compile(&q->positions, &q->images, q->game, m->name, value, err);
    case CONDITION_AFTER: return after_compile(q, m->name, value, err);
    case CONDITION_POLYGLOT:
        return polyglot_compile(a, &q->polyglots, q->game, m->name, value, err);
    case CONDITION_STRUCTURE:
        return structure_compile(&q->structures, q->game, m->name, value, err);
    case CONDITION_PAWNS: return pawns_compile(a, &q->pawns, q->game, m->name, value, err);
    case CONDITION_PATTERN: return pattern_compile(a, &q->patterns, q->game, m->name, value, err);
    case CONDITION_MATERIAL:
        return material_compile(a, &q->materials, q->game, m->name, value, err);
    case CONDITION_LINE:
        return line_compile(a, &q->lines, q->game, q->letters, m->name, value, err);
    case CONDITION_CLOCK: return clock_compile(a, &q->notes.clocks, m->name, value, err);
    case CONDITION_EVAL: return eval_compile(a, &q->notes.evals, m->name, value, err);
    case CONDITION_LASTING: return add_lasting(q, m->name, value, err);
    case CONDITION_HAS: return has_compile(a, &q->features, q->game, m->name, value, err);
    case CONDITION_LACKS: return lacks_compile(&q->features, q->game, m->name, value, err);
    case CONDITION_RULES: return rules_compile(&q->features, m->name, value, err);
    case CONDITION_FLAG: return add_flag(q, (enum flag)m->which, err);
    }
    return false;
}

/* VALUE with the blanks of ASCII alone, without what is not seen: pasted moves and positions have
   both. NULL if memory is out. */
static const char *plain_value(struct query *q, const char *value)
{
    const size_t len = strlen(value);
    char *plain = arena_alloc(&q->arena, len + 1);
    if (plain)
        plain[utf8_plain_blanks(value, len, plain, len)] = '\0';
    return plain;
}

bool query_add(struct query *q, const char *name, const char *value, struct error *err)
{
    for (int i = 0; i < MEANINGS; i++) {
        if (strcmp(meanings[i].name, name) != 0)
            continue;
        const enum condition c = meanings[i].condition;
        if (value && c != CONDITION_NAME && c != CONDITION_TAG && !(value = plain_value(q, value)))
            return error_no_memory(err);
        return add_condition(q, &meanings[i], value, err);
    }
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
    key_set_free(&q->positions);
    key_set_free(&q->images);
    key_set_free(&q->structures);
    free(q);
}

/* --- What is asked ---------------------------------------------------------------------------- */

bool query_asks_plies(const struct query *q)
{
    return q->positions.count > 0 || q->structures.count > 0 || q->polyglots || q->patterns ||
           q->pawns || q->materials || q->header.numbers[NUMBER_MEN] ||
           q->header.numbers[NUMBER_PLY] || q->notes.clocks || q->notes.evals || q->lasting > 0;
}

bool query_finds_plies(const struct query *q)
{
    return (query_asks_plies(q) || line_is_anywhere(q->lines)) && !q->invert;
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

const struct feature_conditions *query_features(const struct query *q)
{
    return &q->features;
}

bool query_asks_only_features(const struct query *q)
{
    return q->features.asked && !query_asks_plies(q) && !q->lines && !q->mate && !q->stalemate &&
           !q->repetition && !q->invert;
}

/* Whether nothing is asked that more than the moves tell, or more than playing them. */
static bool asks_no_more(const struct query *q)
{
    return !q->mate && !q->stalemate && !q->repetition && !q->invert && !q->features.asked &&
           !q->notes.clocks && !q->notes.evals;
}

bool query_moves_need_only_positions(const struct query *q)
{
    return q->structures.count == 0 && !q->polyglots && !q->patterns && !q->pawns &&
           !q->materials && !q->header.numbers[NUMBER_MEN] && !q->header.numbers[NUMBER_PLY] &&
           q->lasting == 0 && !q->lines && asks_no_more(q);
}

bool query_asks_only_positions(const struct query *q)
{
    static const struct header_conditions none;
    return memcmp(&q->header, &none, sizeof none) == 0 && query_moves_need_only_positions(q);
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
    return q->positions.count == 0 && q->structures.count == 0 && asks_no_more(q);
}

static unsigned allowed_views(const struct query *q)
{
    return (q->flip ? VIEW_FLIPPED : 0u) | (q->mirror ? VIEW_MIRRORED : 0u);
}

struct board_conditions query_boards(const struct query *q)
{
    return (struct board_conditions){.patterns = q->patterns,
                                     .pawns = q->pawns,
                                     .materials = q->materials,
                                     .men = q->header.numbers[NUMBER_MEN],
                                     .plies = q->header.numbers[NUMBER_PLY],
                                     .polyglots = q->polyglots,
                                     .lines = q->lines,
                                     .lasting = q->lasting > 0 ? q->lasting : 1,
                                     .views = allowed_views(q),
                                     .game = q->game};
}

bool query_needs_record(const struct query *q)
{
    return query_asks_plies(q) || q->lines || q->mate || q->stalemate || q->repetition ||
           q->features.asked;
}

bool query_is_unsure(const struct query *q, const struct game_header *header)
{
    return dates_are_unsure(&q->header, header);
}

bool query_needs_number(const struct query *q)
{
    return q->header.numbers[NUMBER_ID] != NULL;
}

bool query_needs_tags(const struct query *q)
{
    return q->header.tags != NULL;
}

bool query_asks_player(const struct query *q)
{
    return q->header.names[NAME_PLAYER] && !q->invert;
}
