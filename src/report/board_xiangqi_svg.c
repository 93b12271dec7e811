/* Xiangqi boards as SVG documents that look like a printed diagram: a double rule round the board,
   diagonals in the palaces, marks at the points where cannons and soldiers begin, the river's name,
   round men in red and black ink, and the numbers that each side gives the files. Points are 45
   units apart. Characters are drawn with strokes; colours are in one style sheet at the top, whose
   classes are not those of chess boards, so that both may stand in one page. */
#include "report/board.h"

enum {
    FILES = 9,
    RANKS = 10,
    RIVER = 4, /* the last row above it */
    UNIT = 45,
    LEFT = 41, /* of the first file */
    TOP = 57,  /* of the first row */
    WIDTH = 2 * LEFT + (FILES - 1) * UNIT,
    HEIGHT = 2 * TOP + (RANKS - 1) * UNIT,
    RULE = 7 /* between the two rules of the border */
};

static const char style[] =
    "<style>.p{fill:#fdf8ec}.g{stroke:#3b2c1a;stroke-width:1;fill:none}"
    ".e{stroke:#3b2c1a;stroke-width:3;fill:none}"
    ".c{fill:none;stroke-width:3.8;stroke-linecap:round;stroke-linejoin:round}"
    ".o{fill:#fffdf7;stroke-width:1.8}.i{fill:none;stroke-width:.8}"
    ".n{stroke:#3b2c1a}.r{stroke:#b3201b}.k{stroke:#111}"
    ".h{stroke:#1f6fb2;stroke-width:2.5;fill:none}</style>\n";

static int point_x(int x)
{
    return LEFT + x * UNIT;
}

static int point_y(int y)
{
    return TOP + y * UNIT;
}

/* How large characters are: half a side, and the scale that makes a square of 48 so large. */
struct size {
    int half;
    const char *scale;
};
static const struct size of_men = {13, ".55"}, of_river = {14, ".58"}, of_numbers = {8, ".34"};

static void write_character(struct buffer *out, char ink, const char *character, int x, int y,
                            struct size size)
{
    buffer_printf(out, "<path class=\"c %c\" transform=\"translate(%d %d) scale(%s)\" d=\"%s\"/>\n",
                  ink, x - size.half, y - size.half, size.scale, board_strokes(character));
}

/* --- The board -------------------------------------------------------------------------------- */

static void write_rectangle(struct buffer *out, const char *class, int outset)
{
    buffer_printf(out, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", class,
                  LEFT - outset, TOP - outset, (FILES - 1) * UNIT + 2 * outset,
                  (RANKS - 1) * UNIT + 2 * outset);
}

static void add_line(struct buffer *out, int x1, int y1, int x2, int y2)
{
    buffer_printf(out, "M%d %dL%d %d", point_x(x1), point_y(y1), point_x(x2), point_y(y2));
}

static void write_grid(struct buffer *out)
{
    enum { PALACE = 3, PALACE_SIZE = 2 };
    buffer_add_string(out, "<path class=\"g\" d=\"");
    for (int y = 1; y < RANKS - 1; y++)
        add_line(out, 0, y, FILES - 1, y);
    for (int x = 1; x < FILES - 1; x++) {
        add_line(out, x, 0, x, RIVER);
        add_line(out, x, RIVER + 1, x, RANKS - 1);
    }
    for (int top = 0; top < RANKS; top += RANKS - 1 - PALACE_SIZE) {
        add_line(out, PALACE, top, PALACE + PALACE_SIZE, top + PALACE_SIZE);
        add_line(out, PALACE + PALACE_SIZE, top, PALACE, top + PALACE_SIZE);
    }
    buffer_add_string(out, "\"/>\n");
}

/* A corner of lines beside a point, towards DX, DY (1 or -1): at SIDE from it, ARM long. */
static void add_corner(struct buffer *out, int x, int y, int dx, int dy, int side, int arm)
{
    buffer_printf(out, "M%d %dv%dh%d", x + dx * side, y + dy * (side + arm), -dy * arm, dx * arm);
}

static void add_corners(struct buffer *out, int x, int y)
{
    enum { SIDE = 4, ARM = 7 };
    for (int dx = -1; dx <= 1; dx += 2)
        for (int dy = -1; dy <= 1; dy += 2)
            if (x + dx >= 0 && x + dx < FILES)
                add_corner(out, point_x(x), point_y(y), dx, dy, SIDE, ARM);
}

static void write_places(struct buffer *out)
{
    enum { CANNONS = 2, SOLDIERS = 3 }; /* rows from a side */
    buffer_add_string(out, "<path class=\"g\" d=\"");
    for (int side = 0; side < 2; side++) {
        for (int x = 1; x < FILES; x += FILES - 3)
            add_corners(out, x, side ? RANKS - 1 - CANNONS : CANNONS);
        for (int x = 0; x < FILES; x += 2)
            add_corners(out, x, side ? RANKS - 1 - SOLDIERS : SOLDIERS);
    }
    buffer_add_string(out, "\"/>\n");
}

static void write_river(struct buffer *out, const struct board_view *view)
{
    static const int files[] = {1, 2, 5, 6}; /* the characters stand right of them */
    for (int i = 0; i < 4; i++)
        write_character(out, 'n', board_script(view)->river[i], point_x(files[i]) + UNIT / 2,
                        point_y(RIVER) + UNIT / 2, of_river);
}

static void write_numbers(struct buffer *out, const struct board_view *view, enum color color,
                          int y)
{
    for (int x = 0; x < FILES; x++)
        write_character(out, 'n', board_file_number(view, color, x), point_x(x), y, of_numbers);
}

/* --- Men -------------------------------------------------------------------------------------- */

static void write_man(struct buffer *out, const struct board_view *view, piece p, int x, int y)
{
    const char ink = piece_color(p) == WHITE ? 'r' : 'k';
    buffer_printf(out, "<circle class=\"o %c\" cx=\"%d\" cy=\"%d\" r=\"20\"/>\n", ink, point_x(x),
                  point_y(y));
    buffer_printf(out, "<circle class=\"i %c\" cx=\"%d\" cy=\"%d\" r=\"17\"/>\n", ink, point_x(x),
                  point_y(y));
    write_character(out, ink, board_script(view)->men[piece_color(p)][piece_type(p)], point_x(x),
                    point_y(y), of_men);
}

static void write_mark(struct buffer *out, int x, int y)
{
    enum { SIDE = 21, ARM = -8 }; /* the corners point inwards */
    buffer_add_string(out, "<path class=\"h\" d=\"");
    for (int dx = -1; dx <= 1; dx += 2)
        for (int dy = -1; dy <= 1; dy += 2)
            add_corner(out, point_x(x), point_y(y), dx, dy, SIDE, ARM);
    buffer_add_string(out, "\"/>\n");
}

static void write_men(struct buffer *out, const struct position *pos, const struct board_view *view)
{
    for (int y = 0; y < RANKS; y++) {
        for (int x = 0; x < FILES; x++) {
            const square s = board_square_at(pos, view->is_flipped, x, y);
            if (pos->board[s] != NO_PIECE)
                write_man(out, view, pos->board[s], x, y);
            if (board_is_marked(pos, s, view->last))
                write_mark(out, x, y);
        }
    }
}

void board_write_xiangqi_svg(struct buffer *out, const struct position *pos,
                             const struct board_view *view)
{
    enum { NUMBER_GAP = 37 /* from the board */ };
    buffer_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                  "height=\"%d\">\n",
                  WIDTH, HEIGHT, WIDTH, HEIGHT);
    buffer_add_string(out, style);
    buffer_printf(out, "<rect class=\"p\" width=\"%d\" height=\"%d\"/>\n", WIDTH, HEIGHT);
    write_rectangle(out, "e", RULE);
    write_rectangle(out, "g", 0);
    write_grid(out);
    write_places(out);
    write_river(out, view);
    write_numbers(out, view, view->is_flipped ? WHITE : BLACK, TOP - NUMBER_GAP);
    write_numbers(out, view, view->is_flipped ? BLACK : WHITE, HEIGHT - TOP + NUMBER_GAP);
    write_men(out, pos, view);
    buffer_add_string(out, "</svg>\n");
}
