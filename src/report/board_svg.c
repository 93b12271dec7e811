/* Boards as SVG documents. A square, or the room of a xiangqi point, is 45 units wide; coordinates
   stand in a margin. Chess men are shapes drawn here, so that no font is needed; xiangqi men are
   discs with their characters. Colours are in one style sheet at the top. */
#include "report/board.h"

enum { UNIT = 45, MARGIN = 20, HALF = UNIT / 2 };

static const char style[] =
    "<style>.l{fill:#f0d9b5}.d{fill:#b58863}.m{fill:#d8c23a;fill-opacity:.6}"
    ".w{fill:#fff;stroke:#000;stroke-width:1.5;stroke-linejoin:round}"
    ".b{fill:#222;stroke:#000;stroke-width:1.5;stroke-linejoin:round}"
    ".t{font:12px sans-serif;fill:#444;text-anchor:middle}"
    ".g{stroke:#5a4020;stroke-width:1.2;fill:none}.p{fill:#f6e3b4}"
    ".r{font:22px serif;fill:#5a4020;text-anchor:middle}"
    ".c{font:26px serif;text-anchor:middle}.cr{fill:#b01010}.cb{fill:#111}"
    ".o{fill:#fbf1d6;stroke-width:1.5}.or{stroke:#b01010}.ob{stroke:#111}</style>\n";

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

static void write_coordinates(struct buffer *out, const struct position *pos, bool flipped)
{
    enum game game = (enum game)pos->game;
    const struct board_size *size = &board_sizes[game];
    for (int x = 0; x < size->files; x++) {
        square s = board_square_at(pos, flipped, x, 0);
        buffer_printf(out, "<text class=\"t\" x=\"%d\" y=\"%d\">%c</text>\n",
                      MARGIN + x * UNIT + HALF, MARGIN + size->ranks * UNIT + 14,
                      'a' + square_file(game, s));
    }
    for (int y = 0; y < size->ranks; y++) {
        square s = board_square_at(pos, flipped, 0, y);
        buffer_printf(out, "<text class=\"t\" x=\"%d\" y=\"%d\">%d</text>\n", MARGIN / 2,
                      MARGIN + y * UNIT + HALF + 4,
                      square_rank(game, s) + (game == GAME_CHESS ? 1 : 0));
    }
}

static void write_chess_square(struct buffer *out, const struct position *pos, int x, int y,
                               square s, bool marked)
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

/* A line between two points given in files and ranks from the top left. */
static void write_line(struct buffer *out, int x1, int y1, int x2, int y2)
{
    buffer_printf(out, "<path class=\"g\" d=\"M%d %dL%d %d\"/>\n", MARGIN + x1 * UNIT + HALF,
                  MARGIN + y1 * UNIT + HALF, MARGIN + x2 * UNIT + HALF, MARGIN + y2 * UNIT + HALF);
}

/* Ranks run through, inner files stop at the river, and the palaces have their diagonals. */
static void write_xiangqi_grid(struct buffer *out)
{
    enum { LAST_FILE = 8, LAST_RANK = 9, RIVER = 4 };
    buffer_printf(out, "<rect class=\"p\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", MARGIN,
                  MARGIN, UNIT * (LAST_FILE + 1), UNIT * (LAST_RANK + 1));
    for (int y = 0; y <= LAST_RANK; y++)
        write_line(out, 0, y, LAST_FILE, y);
    write_line(out, 0, 0, 0, LAST_RANK);
    write_line(out, LAST_FILE, 0, LAST_FILE, LAST_RANK);
    for (int x = 1; x < LAST_FILE; x++) {
        write_line(out, x, 0, x, RIVER);
        write_line(out, x, RIVER + 1, x, LAST_RANK);
    }
    for (int top = 0; top <= 7; top += 7) {
        write_line(out, 3, top, 5, top + 2);
        write_line(out, 5, top, 3, top + 2);
    }
    int y = MARGIN + (RIVER + 1) * UNIT + 8;
    buffer_printf(out, "<text class=\"r\" x=\"%d\" y=\"%d\">楚 河</text>\n",
                  MARGIN + 2 * UNIT + HALF, y);
    buffer_printf(out, "<text class=\"r\" x=\"%d\" y=\"%d\">漢 界</text>\n",
                  MARGIN + 6 * UNIT + HALF, y);
}

static void write_xiangqi_point(struct buffer *out, const struct position *pos, int x, int y,
                                square s, bool marked)
{
    int left = MARGIN + x * UNIT, top = MARGIN + y * UNIT;
    piece p = pos->board[s];
    if (marked)
        buffer_printf(out, "<rect class=\"m\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                      left + 1, top + 1, UNIT - 2, UNIT - 2);
    if (p == NO_PIECE)
        return;
    char color = piece_color(p) == WHITE ? 'r' : 'b';
    buffer_printf(out, "<circle class=\"o o%c\" cx=\"%d\" cy=\"%d\" r=\"19\"/>\n", color,
                  left + HALF, top + HALF);
    buffer_printf(out, "<text class=\"c c%c\" x=\"%d\" y=\"%d\">%s</text>\n", color, left + HALF,
                  top + HALF + 9, xiangqi_character(p));
}

void board_write_svg(struct buffer *out, const struct position *pos, bool flipped, move last)
{
    enum game game = (enum game)pos->game;
    const struct board_size *size = &board_sizes[game];
    int width = size->files * UNIT + 2 * MARGIN, height = size->ranks * UNIT + 2 * MARGIN;
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                  "height=\"%d\">\n",
                  width, height, width, height);
    buffer_add_string(out, style);
    if (game == GAME_XIANGQI)
        write_xiangqi_grid(out);
    for (int y = 0; y < size->ranks; y++) {
        for (int x = 0; x < size->files; x++) {
            square s = board_square_at(pos, flipped, x, y);
            bool marked = board_is_marked(pos, s, last);
            if (game == GAME_CHESS)
                write_chess_square(out, pos, x, y, s, marked);
            else
                write_xiangqi_point(out, pos, x, y, s, marked);
        }
    }
    write_coordinates(out, pos, flipped);
    buffer_add_string(out, "</svg>\n");
}
