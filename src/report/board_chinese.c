/* Xiangqi boards in Chinese characters on a board of lines, for terminals. A point takes two
   columns, as wide as a character, and so does what stands between two points: the line, and the
   brackets of the last move. Box drawing characters take one column each, as Unicode has them. */
#include "report/board.h"

enum { FILES = 9, RANKS = 10, RIVER = 4 /* the last row above it */ };

static const struct xiangqi_script scripts[] = {
    {{{[PAWN] = "兵",
       [KNIGHT] = "傌",
       [BISHOP] = "相",
       [ROOK] = "俥",
       [KING] = "帥",
       [ADVISOR] = "仕",
       [CANNON] = "炮"},
      {[PAWN] = "卒",
       [KNIGHT] = "馬",
       [BISHOP] = "象",
       [ROOK] = "車",
       [KING] = "將",
       [ADVISOR] = "士",
       [CANNON] = "砲"}},
     {"楚", "河", "漢", "界"}},
    {{{[PAWN] = "兵",
       [KNIGHT] = "傌",
       [BISHOP] = "相",
       [ROOK] = "俥",
       [KING] = "帅",
       [ADVISOR] = "仕",
       [CANNON] = "炮"},
      {[PAWN] = "卒",
       [KNIGHT] = "马",
       [BISHOP] = "象",
       [ROOK] = "车",
       [KING] = "将",
       [ADVISOR] = "士",
       [CANNON] = "砲"}},
     {"楚", "河", "汉", "界"}},
};

const struct xiangqi_script *board_script(const struct board_view *view)
{
    return &scripts[!view->is_traditional];
}

const char *board_file_number(const struct board_view *view, enum color color, int x)
{
    static const char *const numbers[2][FILES] = {
        {"九", "八", "七", "六", "五", "四", "三", "二", "一"},
        {"１", "２", "３", "４", "５", "６", "７", "８", "９"},
    };
    return numbers[color][view->is_flipped ? FILES - 1 - x : x];
}

/* --- Rows ------------------------------------------------------------------------------------- */

/* The crossing of lines at a point. */
static const char *crossing(int x, int y)
{
    static const char *const crossings[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    const int column = x == 0 ? 0 : x == FILES - 1 ? 2 : 1;
    int row = y == 0 ? 0 : y == RANKS - 1 ? 2 : 1;
    if (column == 1 && (y == RIVER || y == RIVER + 1))
        row = y == RIVER ? 2 : 0; /* the inner files stop at the river */
    return crossings[row][column];
}

static void write_point(struct buffer *out, const struct position *pos,
                        const struct board_view *view, int x, int y)
{
    const piece p = pos->board[board_square_at(pos, view->is_flipped, x, y)];
    if (p != NO_PIECE) {
        buffer_add_string(out, board_script(view)->men[piece_color(p)][piece_type(p)]);
        return;
    }
    buffer_add_string(out, crossing(x, y));
    if (x < FILES - 1)
        buffer_add_string(out, "─");
}

/* Two columns between points: the brackets of those that are marked, on the line. */
static void write_gap(struct buffer *out, const char *line, bool left_marked, bool right_marked)
{
    buffer_add_string(out, left_marked ? "]" : line);
    buffer_add_string(out, right_marked ? "[" : line);
}

static void write_rank(struct buffer *out, const struct position *pos,
                       const struct board_view *view, int y)
{
    bool marked = false;
    for (int x = 0; x < FILES; x++) {
        const square s = board_square_at(pos, view->is_flipped, x, y);
        const bool next = board_is_marked(pos, s, view->last);
        write_gap(out, x == 0 ? " " : "─", marked, next);
        write_point(out, pos, view, x, y);
        marked = next;
    }
    buffer_add_string(out, marked ? "]\n" : "\n");
}

/* What is seen between the files in the row of fields below rank Y: the palaces' diagonals. */
static const char *field(int x, int y)
{
    enum { PALACE = 3 /* its first file */, LOWER = 7 /* the first row of the lower one */ };
    const int row = y >= LOWER ? y - LOWER : y;
    if (row > 1 || (x != PALACE && x != PALACE + 1))
        return "   ";
    return row == x - PALACE ? " ╲ " : " ╱ ";
}

static void write_fields(struct buffer *out, int y)
{
    buffer_add_string(out, "  ");
    for (int x = 0; x < FILES - 1; x++) {
        buffer_add_string(out, "│");
        buffer_add_string(out, field(x, y));
    }
    buffer_add_string(out, "│\n");
}

static void write_river(struct buffer *out, const struct board_view *view)
{
    const char *const *river = board_script(view)->river;
    buffer_printf(out, "  │     %s  %s         %s  %s     │\n", river[0], river[1], river[2],
                  river[3]);
}

static void write_numbers(struct buffer *out, const struct board_view *view, enum color color)
{
    for (int x = 0; x < FILES; x++) {
        buffer_add_string(out, "  ");
        buffer_add_string(out, board_file_number(view, color, x));
    }
    buffer_add_char(out, '\n');
}

void board_write_chinese(struct buffer *out, const struct position *pos,
                         const struct board_view *view)
{
    write_numbers(out, view, view->is_flipped ? WHITE : BLACK);
    for (int y = 0; y < RANKS; y++) {
        write_rank(out, pos, view, y);
        if (y == RIVER)
            write_river(out, view);
        else if (y < RANKS - 1)
            write_fields(out, y);
    }
    write_numbers(out, view, view->is_flipped ? BLACK : WHITE);
}
