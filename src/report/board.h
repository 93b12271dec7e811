/* What the drawings of boards share, private to src/report. */
#ifndef QIPU_REPORT_BOARD_H
#define QIPU_REPORT_BOARD_H

#include "report/report.h"

/* The characters of xiangqi in one script. Red and Black have different ones for every kind of
   man, so that they are told apart without colours. */
struct xiangqi_script {
    const char *men[2][PIECE_TYPES];
    const char *river[4]; /* 楚 河 漢 界 */
};
const struct xiangqi_script *board_script(const struct board_view *view);

/* The number of file X, counted from the left as the board is shown, that COLOR gives it: in
   Chinese numerals for Red, in wide digits for Black. */
const char *board_file_number(const struct board_view *view, enum color color, int x);

/* CHARACTER as strokes: SVG path data in a square of 48 by 48. */
const char *board_strokes(const char *character);

/* The square drawn in column X of row Y, counted from the top left. */
square board_square_at(const struct position *pos, bool is_flipped, int x, int y);

/* Whether S is a square that LAST (or NULL_MOVE) went from or to. */
bool board_is_marked(const struct position *pos, square s, move last);

void board_write_chinese(struct buffer *out, const struct position *pos,
                         const struct board_view *view);
void board_write_svg(struct buffer *out, const struct position *pos, const struct board_view *view);
void board_write_xiangqi_svg(struct buffer *out, const struct position *pos,
                             const struct board_view *view);

#endif
