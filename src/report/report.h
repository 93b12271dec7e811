/* What a set of games says, for people and programs: the opening tree at a position, tables,
   boards, findings. */
#ifndef QIPU_REPORT_REPORT_H
#define QIPU_REPORT_REPORT_H

#include "base/base.h"
#include "notation/notation.h"
#include "store/index/index.h"

/* --- Opening tree ----------------------------------------------------------------------------- */

struct tree_row {
    move move; /* NULL_MOVE with is_end: games that stop here */
    bool is_end;
    char text[SAN_MAX];                  /* the move as san_format has it, or "[end]" */
    uint64_t games, white, draws, black; /* results; games without a result count in games only */
    uint64_t rating_sum, rating_count;   /* of the side that moves */
    uint16_t last_year;                  /* 0 if unknown */
};

struct tree;
struct tree *tree_new(const struct position *at, struct error *err);
/* Xiangqi: count the position's mirror image too, its moves mirrored back. In a position equal to
   its image a move and its mirror are one, named by the move on Red's right. Call it before games
   are added; groups of the index are then those of INDEX_MERGED. */
void tree_merge_mirrors(struct tree *t);
/* Counting a game in two steps: the row of that game alone, which several threads may make, and
   which may still lack its text; and counting all that a row has. PLY is where the position occurs
   in the game first, since a game counts once. */
struct tree_row tree_row_at(const struct tree *t, const struct game_header *h,
                            const struct record *rec, size_t ply);
void tree_add_row(struct tree *t, const struct tree_row *row);
/* The same for all games of a group, of which the index knows the move. */
void tree_add_group(struct tree *t, const struct index_group *g);
/* Whether memory was out, so that games are missing. */
bool tree_failed(const struct tree *t);
/* Rows by number of games, most first; [end] last. The array is the tree's. */
const struct tree_row *tree_rows(struct tree *t, size_t *count);
/* The sum of all rows. */
struct tree_row tree_total(const struct tree *t);
void tree_free(struct tree *t);

/* --- Tables ----------------------------------------------------------------------------------- */

enum table_key {
    TABLE_RESULT,
    TABLE_YEAR,
    TABLE_PLAYER,
    TABLE_ECO,
    TABLE_LENGTH,
    TABLE_EVENT,
    TABLE_KEYS
};
/* "result", "year" ..., and back (TABLE_KEYS if unknown). */
const char *table_key_name(enum table_key key);
enum table_key table_key_find(const char *name);

struct table_row {
    const char *label;
    uint64_t games, white, draws, black; /* as a player sees it, white are those that he won */
    uint64_t points2;                    /* and black those that he lost; the points are his */
};
struct table;
struct table *table_new(enum table_key key, struct error *err);
/* Count a game as the player of SIDE sees it; for TABLE_PLAYER as each of the two does. False if
   memory is out. */
bool table_add(struct table *t, const struct game_header *h, enum color side);
/* Rows in the key's natural order (players, ECO codes and events: most games first). What is
   unknown stands in a row "?" at the end. Rows and labels are the table's. */
const struct table_row *table_rows(struct table *t, size_t *count);
void table_free(struct table *t);

/* --- Boards ----------------------------------------------------------------------------------- */

enum board_style {
    BOARD_TEXT,    /* the letters of FEN */
    BOARD_UNICODE, /* chess figurines, Chinese characters */
    BOARD_CHINESE, /* xiangqi only: the characters on a drawn board */
    BOARD_SVG
};

/* How a board is shown. Zero-initialised: as text, from White's side, without a last move. */
struct board_view {
    enum board_style style;
    bool is_flipped;     /* as Black sees it */
    bool is_traditional; /* Chinese characters: 帥 車 馬 instead of 帅 车 马 */
    move last;           /* that led here, to be marked, or NULL_MOVE */
};
/* Append the board with coordinates. */
void board_write(struct buffer *out, const struct position *pos, const struct board_view *view);

/* --- Findings --------------------------------------------------------------------------------- */

enum finding_format {
    FINDINGS_AS_TEXT,   /* FILE:LINE:COLUMN: severity: text [code] */
    FINDINGS_AS_JSON,   /* one object */
    FINDINGS_AS_GITHUB, /* an annotation, as GitHub's workflow commands have it */
    FINDINGS_AS_SARIF,  /* an element of a list, see sarif_begin */
    FINDING_FORMATS
};

/* What is shown of a finding. */
struct finding_line {
    const char *file;
    struct place place;
    uint64_t game; /* its number in the file; 0 if the finding is about no game */
    uint32_t ply;
    enum finding_code code;
    enum severity severity;
    const char *text;
    const char *name;     /* of the game, to be told; else NULL */
    uint64_t fingerprint; /* what stays when the file is edited elsewhere */
    uint64_t mended; /* 0, or how many of its code were mended in the game: it says "fixed" then */
    bool is_planned; /* "would be fixed": nothing is written */
};
/* Append it as one line. */
void finding_write(struct buffer *out, enum finding_format format, const struct finding_line *line);

/* "fixed: " of what was mended, "would be fixed: ", or "". */
const char *finding_fixed(const struct finding_line *line);

/* Append the name of the game behind the text, if there is one to be told. */
void finding_write_name(struct buffer *out, const struct finding_line *line);

/* SARIF is one document around what finding_write appends, which commas part: its head with the
   rules; one finding; its end with COUNTS, an object of JSON or nothing. */
void sarif_begin(struct buffer *out, const char *version, bool strict);
void sarif_write(struct buffer *out, const struct finding_line *line);
void sarif_end(struct buffer *out, const struct buffer *counts, bool successful);

/* What was found in a file. */
struct file_counts {
    char *file;
    uint64_t by_severity[SEVERITIES];
};

struct finding_counts {
    uint64_t files, games, plies;
    uint64_t by_code[FINDING_CODES], by_severity[SEVERITIES];
    uint64_t suppressed; /* as in struct findings */
    uint64_t mended, mended_games;
    bool is_planned;           /* what was mended would be, if it were written */
    uint64_t known;            /* not among the others, since a baseline has them */
    struct file_counts *worst; /* files with findings, the worst first, or NULL */
    size_t worst_count;
};
/* Put FILES in this order. */
void file_counts_sort(struct file_counts *files, size_t count);

/* Append the numbers of all findings, as one JSON object or as text (for GitHub too); STRICT names
   dialects as warnings. */
void finding_write_counts(struct buffer *out, enum finding_format format,
                          const struct finding_counts *counts, bool strict);

#endif
