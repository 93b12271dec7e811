/* Chess boards as SVG documents. A square is 45 units wide; coordinates stand in a margin. The men
   are shapes drawn here, so that no font is needed. Colours are in one style sheet at the top. */
#include "report/board.h"

enum { FILES = 8, UNIT = 45, MARGIN = 20, HALF = UNIT / 2, SIZE = FILES * UNIT + 2 * MARGIN };

static const char style[] =
    "<style>.l{fill:#f0d9b5}.d{fill:#b58863}.m{fill:#d8c23a;fill-opacity:.6}"
    ".w{fill:#fff;stroke:#000;stroke-width:1.5;stroke-linejoin:round}"
    ".b{fill:#222;stroke:#000;stroke-width:1.5;stroke-linejoin:round}"
    ".t{font:12px sans-serif;fill:#444;text-anchor:middle}</style>\n";

/* Outlines in a square of 45 by 45. */
static const char *const shapes[PIECE_TYPES] = {
    [PAWN] = "M22.5 10a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11zM19 21h7l3 13h-13zM12 34h21v5h-21z",
    [KNIGHT] = "M15 34c0-8 7-10 8-15l-6 4l-4-1l-2-4l9-9v-3l4 3c7 1 11 8 10 25zM12 34h23v5h-23z",
    [BISHOP] = "M22.5 6a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM22.5 11c6 5 8 9 8 13c0 4-3 6-4 10"
               "h-8c-1-4-4-6-4-10c0-4 2-8 8-13zM12 34h21v5h-21z",
    [ROOK] = "M12 9h5v4h3v-4h5v4h3v-4h5v9h-4l1 16h-15l1-16h-4zM11 34h23v5h-23z",
    [QUEEN] = "M8 13l7 10l1-13l6.5 12l6.5-12l1 13l7-10l-4 21h-21zM11 34h23v5h-23z",
    [KING] = "M21 4h3v3h3v3h-3v4h-3v-4h-3v-3h3zM22.5 14c3 0 4 2 4 4c5-3 11 0 10 6c-1 4-4 6-5 10"
             "h-18c-1-4-4-6-5-10c-1-6 5-9 10-6c0-2 1-4 4-4zM11 34h23v5h-23z",
};

static void write_coordinates(struct buffer *out, bool is_flipped)
{
    for (int i = 0; i < FILES; i++) {
        int n = is_flipped ? FILES - 1 - i : i;
        buffer_printf(out, "<text class=\"t\" x=\"%d\" y=\"%d\">%c</text>\n",
                      MARGIN + i * UNIT + HALF, SIZE - MARGIN + 14, 'a' + n);
    }
    for (int i = 0; i < FILES; i++) {
        int n = is_flipped ? i : FILES - 1 - i;
        buffer_printf(out, "<text class=\"t\" x=\"%d\" y=\"%d\">%d</text>\n", MARGIN / 2,
                      MARGIN + i * UNIT + HALF + 4, n + 1);
    }
}

static void write_square(struct buffer *out, const struct position *pos, int x, int y, square s,
                         bool marked)
{
    int left = MARGIN + x * UNIT, top = MARGIN + y * UNIT;
    piece p = pos->board[s];
    buffer_printf(out, "<rect class=\"%c\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                  (x + y) % 2 ? 'd' : 'l', left, top, UNIT, UNIT);
    if (marked)
        buffer_printf(out, "<rect class=\"m\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                      left, top, UNIT, UNIT);
    if (p != NO_PIECE)
        buffer_printf(out, "<path class=\"%c\" transform=\"translate(%d %d)\" d=\"%s\"/>\n",
                      piece_color(p) == WHITE ? 'w' : 'b', left, top, shapes[piece_type(p)]);
}

void board_write_svg(struct buffer *out, const struct position *pos, const struct board_view *view)
{
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                  "height=\"%d\">\n",
                  SIZE, SIZE, SIZE, SIZE);
    buffer_add_string(out, style);
    for (int y = 0; y < FILES; y++) {
        for (int x = 0; x < FILES; x++) {
            square s = board_square_at(pos, view->is_flipped, x, y);
            write_square(out, pos, x, y, s, board_is_marked(pos, s, view->last));
        }
    }
    write_coordinates(out, view->is_flipped);
    buffer_add_string(out, "</svg>\n");
}
