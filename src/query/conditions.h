/* The compiled conditions behind query.h, private to src/query. All of them live in the query's
   arena, as lists linked by `next`: within one list any member may hold ("or"), and every list
   that is not empty must hold ("and"). Compiling functions name the option and the column in
   their errors. */
#ifndef QIPU_QUERY_CONDITIONS_H
#define QIPU_QUERY_CONDITIONS_H

#include "base/base.h"
#include "check/check.h"
#include "notation/shape.h"
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

/* The same of values of which some are less than 0. */
struct value_range {
    struct value_range *next;
    int64_t from, to; /* both included */
};

/* What a kind of value is like. */
struct value_kind {
    bool (*read)(const char *text, size_t len, int64_t *n);
    const char *expected; /* what is to be said if that fails */
    int64_t unit; /* a value without a point stands for all up to the next; 1: for itself alone */
};
bool value_ranges_compile(struct arena *arena, struct value_range **list,
                          const struct value_kind *kind, const char *option, const char *value,
                          struct error *err);
bool value_ranges_hold(const struct value_range *list, int64_t n);

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
    NUMBER_PLY, /* of positions */
    NUMBER_MEN, /* on their boards */
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
    struct value_range *elo_diffs;
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
/* Whether they are all that it asks of moves. */
bool query_moves_need_only_positions(const struct query *q);
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
/* Whether a tag of the name of C is as it is asked to be. */
bool tag_value_holds(const struct tag_condition *c, const char *text, size_t len,
                     struct buffer *room);
/* Free what patterns have outside of the arena. */
void tags_free(struct tag_condition *list);
bool result_compile(unsigned *results, const char *option, const char *value, struct error *err);
bool time_control_compile(struct arena *arena, struct time_condition **list, const char *option,
                          const char *value, struct error *err);
bool time_control_holds(const struct time_condition *list, const char *text);
/* Ranges of White's rating minus Black's. */
bool elo_diff_compile(struct arena *arena, struct value_range **list, const char *option,
                      const char *value, struct error *err);
/* The player of the higher or the lower rating won. */
enum winner { WINNER_HIGHER = 1, WINNER_LOWER = 2 };
bool winner_compile(unsigned *winners, const char *option, const char *value, struct error *err);
bool ratings_hold(const struct value_range *differences, unsigned winners,
                  const struct game_header *h);
void ratings_filter(struct store_filter *f, const struct value_range *differences,
                    unsigned winners);
bool header_holds(const struct header_conditions *c, const struct game_header *h,
                  const struct record *rec, struct buffer *folded);
/* Whether dates are asked for, and the game of H is not known to lie in any of them. */
bool dates_are_unsure(const struct header_conditions *c, const struct game_header *h);

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

/* Add POS, of which the first FIELDS fields of its FEN are meant. IMAGES gets the mirror images, in
   xiangqi. */
bool position_compile(struct key_set *set, struct key_set *images, const struct position *pos,
                      unsigned fields, struct error *err);
bool fen_compile(struct key_set *set, struct key_set *images, enum game game, const char *option,
                 const char *value, struct error *err);
/* The board of a FEN, which may lack kings. */
bool board_parse(enum game game, const char *option, const char *value, struct position *pos,
                 struct error *err);
/* The skeletons of FENs. */
bool structure_compile(struct key_set *set, enum game game, const char *option, const char *value,
                       struct error *err);
bool key_set_find(const struct key_set *set, key64 key);

static inline bool key_set_holds(const struct key_set *set, key64 key)
{
    return (set->filter >> (key & 63) & 1) && key_set_find(set, key);
}

/* Keys as Polyglot's books have them. */
struct polyglot_condition {
    struct polyglot_condition *next;
    uint64_t key;
};
bool polyglot_compile(struct arena *arena, struct polyglot_condition **list, enum game game,
                      const char *option, const char *value, struct error *err);
/* LAST led to POS, NULL_MOVE: it is a start. */
bool polyglot_holds(const struct polyglot_condition *list, const struct position *pos, move last);

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

/* A row in which the places of some squares are left open: sets of pieces in order of files, and
   stars for any number of squares, which are no set. */
enum { ROW_FILES_MAX = 9, ROW_ITEMS_MAX = 2 * ROW_FILES_MAX + 1, ROW_STAR = 1 << 16 };
struct starred_row {
    struct starred_row *next;
    uint32_t items[VIEWS][ROW_ITEMS_MAX];
    square from[VIEWS], end[VIEWS]; /* the squares of the rank */
    int count;
};

struct pattern {
    struct pattern *next;
    struct square_test tests[VIEWS][SQUARES_MAX]; /* those that fail most often first */
    int count;
    int turn[VIEWS]; /* enum color, -1 for either */
    struct starred_row *rows;
};

bool pattern_compile(struct arena *arena, struct pattern **list, enum game game, const char *option,
                     const char *value, struct error *err);
/* A pattern with the pawns, or soldiers, of a FEN, and none elsewhere. */
bool pawns_compile(struct arena *arena, struct pattern **list, enum game game, const char *option,
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
/* The key of the material that M asks for exactly. */
key64 material_condition_key(const struct material *m, enum game game, enum view view);

/* --- Whole games ------------------------------------------------------------------------------ */

/* One of the moves that may stand at a place of a line, or may not. */
struct line_choice {
    struct line_choice *next;
    struct move_shape shape;
};

struct line_place {
    struct line_choice *choices; /* NULL: any move */
    bool is_forbidden;           /* any but these */
};

struct move_line {
    struct move_line *next;
    struct move_line *also; /* a game must have it too, and what it must have */
    bool is_plain;          /* MOVES from the start position */
    bool is_anywhere;       /* not from the start position */
    int turn;               /* there: enum color of the side that begins, -1 for either */
    move *moves, *images;   /* and their mirror images */
    struct line_place *places;
    size_t count;
};

/* LETTERS may be NULL for English. "A & B" are lines that a game must both have. */
bool line_compile(struct arena *arena, struct move_line **list, enum game game,
                  const struct piece_letters *letters, const char *option, const char *value,
                  struct error *err);
/* MIRRORED: or the mirror image of one, and of all it must have too. FIRSTS, if not NULL, has a zero for each of the PLY_COUNT + 1
   plies, and gets a 1 where the first move of a line leads. */
bool line_holds(const struct move_line *list, const struct position *start, const move *moves,
                size_t ply_count, bool mirrored, uint8_t *firsts);
/* Whether one of the lines may stand anywhere in a game. */
bool line_is_anywhere(const struct move_line *list);
bool repetition_holds(const struct record *rec);

/* --- Values in comments ----------------------------------------------------------------------- */

/* What comments say of the positions that their moves lead to. */
struct note_conditions {
    struct value_range *clocks; /* of the player who has moved */
    struct value_range *evals;  /* for White; see notes.c for mates */
};

bool clock_compile(struct arena *arena, struct value_range **list, const char *option,
                   const char *value, struct error *err);
bool eval_compile(struct arena *arena, struct value_range **list, const char *option,
                  const char *value, struct error *err);
/* HOLDS[ply] of each of the main line: whether all that is asked is said there. */
void notes_hold(const struct note_conditions *c, const struct record *rec, uint8_t *holds);

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
    enum rule_book rules;
};

bool has_compile(struct arena *arena, struct feature_conditions *f, enum game game,
                 const char *option, const char *value, struct error *err);
bool lacks_compile(struct feature_conditions *f, enum game game, const char *option,
                   const char *value, struct error *err);
bool rules_compile(struct feature_conditions *f, const char *option, const char *value,
                   struct error *err);
/* FOUND gets the findings asked for that are in the game; MEMORY must be for the rules of F. */
bool features_hold(const struct feature_conditions *f, const struct record *rec,
                   struct check_memory *memory, struct findings *found);
/* Whether a finding is among what games must have. */
bool features_ask_findings(const struct feature_conditions *f);
/* What a comment says of the words FEATURE_COMMENTS, _CLOCKS and _EVALS. */
uint32_t features_of_comment(const char *text, size_t len);

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

/* --- The query -------------------------------------------------------------------------------- */

struct query {
    enum game game;
    const struct piece_letters *letters;
    struct arena arena;
    struct header_conditions header;
    struct move_line *lines;
    struct key_set positions, images; /* and the mirror images of these */
    struct key_set structures;        /* skeletons */
    struct polyglot_condition *polyglots;
    struct pattern *patterns, *pawns;
    struct material *materials;
    struct note_conditions notes;
    uint64_t lasting; /* plies in a row; 0: not asked */
    bool mate, stalemate, repetition;
    struct feature_conditions features;
    bool flip, mirror, invert;
};

/* Whether anything is asked of positions, so that games match at plies. */
bool query_asks_plies(const struct query *q);

/* All that a query asks of boards, and of moves, that can be told by playing the moves alone. */
struct board_conditions {
    const struct pattern *patterns, *pawns; /* one of each */
    const struct material *materials;
    const struct number_range *men;
    const struct number_range *plies;
    const struct polyglot_condition *polyglots;
    const struct move_line *lines;
    uint64_t lasting; /* plies in a row, at least 1 */
    unsigned views;   /* what may be done to a view */
    enum game game;
};
struct board_conditions query_boards(const struct query *q);

/* The games of S, whose highest number is LAST, that have a board as asked, ascending into IDS
   (game_id each). */
bool query_scan_boards(const struct query *q, struct store *s, unsigned threads, game_id last,
                       struct buffer *ids, struct error *err);

#endif
