/* The compiled conditions behind query.h, private to src/query. All of them live in the query's
   arena, as lists linked by `next`: within one list any member may hold ("or"), and every list
   that is not empty must hold ("and"). Compiling functions name the option and the column in
   their errors. */
#ifndef QIPU_QUERY_CONDITIONS_H
#define QIPU_QUERY_CONDITIONS_H

#include "base/base.h"
#include "check/check.h"
#include "query/query.h"
#include "store/filter.h"

/* --- Numbers ---------------------------------------------------------------------------------- */

struct number_range {
    struct number_range *next;
    uint64_t from, to; /* both included */
};

/* "17", "20..30", "2600..", "..99", and several of them with commas between. */
bool ranges_compile(struct arena *arena, struct number_range **list, const char *option,
                    const char *value, struct error *err);
bool ranges_hold(const struct number_range *list, uint64_t n);

/* --- Names ------------------------------------------------------------------------------------ */

enum name_field { NAME_PLAYER, NAME_WHITE, NAME_BLACK, NAME_EVENT, NAME_SITE, NAME_FIELDS };

struct name_condition {
    struct name_condition *next;
    enum name_way { NAME_HAS, NAME_IS, NAME_SOUNDS } way;
    const char *text; /* folded; as it is for NAME_IS; sounds with a blank behind each */
    size_t len;
};

bool name_compile(struct arena *arena, struct name_condition **list, enum name_field field,
                  const char *option, const char *value, struct error *err);
/* FOLDED is memory for folding NAME. */
bool name_holds(const struct name_condition *list, const char *name, struct buffer *folded);

/* --- Headers ---------------------------------------------------------------------------------- */

enum number_field {
    NUMBER_ELO,
    NUMBER_ELO_ANY,
    NUMBER_WHITE_ELO,
    NUMBER_BLACK_ELO,
    NUMBER_PLY_COUNT,
    NUMBER_ID,
    NUMBER_PLY,      /* of positions */
    NUMBER_ELO_DIFF, /* see elo_diff_compile */
    NUMBER_FIELDS
};

struct date_condition {
    struct date_condition *next;
    struct date_range range;
};

enum { ECO_TEXT_MAX = 8 };
struct eco_condition {
    struct eco_condition *next;
    char from[ECO_TEXT_MAX], to[ECO_TEXT_MAX]; /* prefixes, both included */
};

/* All that is asked of one tag. */
struct tag_value;
struct tag_condition {
    struct tag_condition *next; /* the tags must all be as they are asked to be */
    const char *name;
    size_t name_len;
    struct tag_value *any, *all; /* what it may be, and what it must be */
};

struct time_condition {
    struct time_condition *next;
    const char *text;             /* the tag's value, unless there are SECONDS */
    struct number_range *seconds; /* for the first 60 moves */
};

struct header_conditions {
    struct name_condition *names[NAME_FIELDS];
    struct number_range *numbers[NUMBER_FIELDS];
    struct date_condition *dates;
    struct eco_condition *ecos;
    struct tag_condition *tags;
    struct time_condition *times;
    unsigned results; /* set of bits 1u << enum result; 0: any */
    unsigned winners; /* set of enum winner; 0: any */
    bool date_known;
};

/* The header conditions of a query, and whether it asks for the games that do not match. */
const struct header_conditions *query_header_conditions(const struct query *q);
bool query_is_inverted(const struct query *q);
/* Its exact positions, and whether these are all that it asks. */
struct key_set;
const struct key_set *query_positions(const struct query *q);
const struct key_set *query_structures(const struct query *q);
bool query_asks_only_positions(const struct query *q);
/* Whether boards are all that it asks, but for headers. */
bool query_asks_only_boards(const struct query *q);

bool date_compile(struct arena *arena, struct date_condition **list, const char *option,
                  const char *value, struct error *err);
bool eco_compile(struct arena *arena, struct eco_condition **list, const char *option,
                 const char *value, struct error *err);
bool tag_compile(struct arena *arena, struct tag_condition **list, const char *option,
                 const char *value, struct error *err);
/* ROOM is memory for copying values. */
bool tags_hold(const struct tag_condition *list, const struct record *rec, struct buffer *room);
void tags_free(struct tag_condition *list);
bool result_compile(unsigned *results, const char *option, const char *value, struct error *err);
bool time_control_compile(struct arena *arena, struct time_condition **list, const char *option,
                          const char *value, struct error *err);
bool time_control_holds(const struct time_condition *list, const char *text);
/* What a player has for the first 60 moves. False if the text is none of PGN's forms. */
bool time_control_seconds(const char *text, uint64_t *total);
/* Ranges of White's rating minus Black's, which ratings_hold alone can ask. */
bool elo_diff_compile(struct arena *arena, struct number_range **list, const char *option,
                      const char *value, struct error *err);
/* The player of the higher or the lower rating won. */
enum winner { WINNER_HIGHER = 1, WINNER_LOWER = 2 };
bool winner_compile(unsigned *winners, const char *option, const char *value, struct error *err);
bool ratings_hold(const struct number_range *differences, unsigned winners,
                  const struct game_header *h);
void ratings_filter(struct store_filter *f, const struct number_range *differences,
                    unsigned winners);
bool header_holds(const struct header_conditions *c, const struct game_header *h,
                  const struct record *rec, struct buffer *folded);

/* --- Exact positions -------------------------------------------------------------------------- */

/* The keys of every position that one of the FENs describes: sorted, without repeats. `filter` has
   bit (key mod 64) set for each, to dismiss most others at once. */
struct key_set {
    key64 *keys;
    size_t count, cap;
    uint64_t filter;
    struct position *positions; /* with these keys, in no order, perhaps some twice */
    size_t position_count, position_cap;
};
void key_set_free(struct key_set *set);

/* IMAGES gets the mirror images, in xiangqi. */
bool fen_compile(struct key_set *set, struct key_set *images, enum game game, const char *option,
                 const char *value, struct error *err);
/* The skeletons of FENs. */
bool structure_compile(struct key_set *set, enum game game, const char *option, const char *value,
                       struct error *err);
bool key_set_find(const struct key_set *set, key64 key);

static inline bool key_set_holds(const struct key_set *set, key64 key)
{
    return (set->filter >> (key & 63) & 1) && key_set_find(set, key);
}

/* --- Boards ----------------------------------------------------------------------------------- */

/* Conditions on boards exist in four views: as given, with the colours exchanged (and the board
   turned over), which --flip asks for too, the mirror images, for --mirror, and both. What is done
   to a view is a set of two bits. */
enum view { VIEW_GIVEN, VIEW_FLIPPED, VIEW_MIRRORED, VIEW_BOTH, VIEWS };

/* One square must hold one of a set of pieces: bit 1u << piece, bit 0 for an empty square. */
struct square_test {
    uint32_t set;
    square at;
};

struct pattern {
    struct pattern *next;
    struct square_test tests[VIEWS][SQUARES_MAX]; /* those that fail most often first */
    int count;
    int turn[VIEWS]; /* enum color, -1 for either */
};

bool pattern_compile(struct arena *arena, struct pattern **list, enum game game, const char *option,
                     const char *value, struct error *err);
bool pattern_holds(const struct pattern *list, const struct position *pos, enum view view);

/* low <= men of kind `more` - men of kind `less` <= high; NO_PIECE counts as none. */
struct material_test {
    piece more, less;
    int8_t low, high;
};

enum { MATERIAL_TESTS_MAX = 64 };
struct material {
    struct material *next;
    struct material_test tests[MATERIAL_TESTS_MAX];
    int count;
    bool has_key; /* exact numbers of all men are among the terms: COUNTS */
    uint8_t counts[PIECE_CODES];
};

bool material_compile(struct arena *arena, struct material **list, enum game game,
                      const char *option, const char *value, struct error *err);
bool material_holds(const struct material *list, const struct position *pos, enum view view);
/* The key of the material that M asks for exactly. */
key64 material_condition_key(const struct material *m, enum game game, enum view view);

/* --- Whole games ------------------------------------------------------------------------------ */

struct opening_line {
    struct opening_line *next;
    move *moves, *images; /* and its mirror image */
    size_t count;
};

/* LETTERS may be NULL for English. */
bool line_compile(struct arena *arena, struct opening_line **list, enum game game,
                  const struct piece_letters *letters, const char *option, const char *value,
                  struct error *err);
/* MIRRORED: or the mirror image of one. */
bool line_holds(const struct opening_line *list, const struct record *rec, bool mirrored);
bool repetition_holds(const struct record *rec);

/* --- Plans ------------------------------------------------------------------------------------ */

/* Note in the plan what a lookup in the index took. */
struct index_answer;
void query_plan_note(struct query_plan *plan, const struct index_answer *answer);

/* --- What games have -------------------------------------------------------------------------- */

/* The words of --has and --lacks that have no finding; behind them come those that have. */
enum feature_word {
    FEATURE_COMMENTS, /* these come from the notes of a game alone */
    FEATURE_VARIATIONS,
    FEATURE_NAGS,
    FEATURE_CLOCKS,
    FEATURE_EVALS,
    FEATURE_NOTES,               /* so many */
    FEATURE_FEN = FEATURE_NOTES, /* a start of its own */
    FEATURE_ODDS,
    FEATURE_UNDERPROMOTION,
};
#define FEATURE_BIT(word) (UINT32_C(1) << (word))

struct feature_set {
    struct feature_set *next;
    uint32_t words; /* a game must have them all */
};

struct feature_conditions {
    struct feature_set *has; /* any of these */
    uint32_t lacks;          /* and none of these */
    uint32_t asked;          /* the words of both */
    struct check_memory memory;
    struct findings found; /* those asked for, of the game asked about last */
    bool failed;           /* memory was out */
};

bool has_compile(struct arena *arena, struct feature_conditions *f, enum game game,
                 const char *option, const char *value, struct error *err);
bool lacks_compile(struct feature_conditions *f, enum game game, const char *option,
                   const char *value, struct error *err);
bool rules_compile(struct feature_conditions *f, const char *option, const char *value,
                   struct error *err);
bool features_hold(struct feature_conditions *f, const struct record *rec);
/* Whether a finding is among what games must have. */
bool features_ask_findings(const struct feature_conditions *f);
/* What a comment says of the words FEATURE_COMMENTS, _CLOCKS and _EVALS. */
uint32_t features_of_comment(const char *text, size_t len);
void features_free(struct feature_conditions *f);

/* Add to the filter of PLAN what the columns and the notes of S say of them. *IS_ALL: that is all
   that they ask. */
bool features_plan(const struct feature_conditions *f, struct store *s, unsigned threads,
                   struct query_plan *plan, bool *is_all, struct error *err);
const struct feature_conditions *query_features(const struct query *q);
/* Whether they are all that the query asks, but for headers. */
bool query_asks_only_features(const struct query *q);

/* --- Errors ----------------------------------------------------------------------------------- */

/* "--OPTION: WHAT (column N)", AT being the offset in VALUE. Returns false. */
bool condition_error(struct error *err, const char *option, const char *value, size_t at,
                     const char *what);

/* All that a query asks of boards. */
struct board_conditions {
    const struct pattern *patterns;
    const struct material *materials;
    const struct number_range *plies;
    unsigned views; /* what may be done to a view */
    enum game game;
};
struct board_conditions query_boards(const struct query *q);

/* The games of S, whose highest number is LAST, that have a board as asked, ascending into IDS
   (game_id each). */
bool query_scan_boards(const struct query *q, struct store *s, unsigned threads, game_id last,
                       struct buffer *ids, struct error *err);

#endif
