/* Boards in plain text and in Unicode: a line for each rank, the squares of the last move in
   brackets, and coordinates at the left and below. Chinese characters take two columns. */
#include "report/board.h"

/* How a style writes a board: an empty square, and the code point of the first file's letter. */
struct look {
    const char *empty;
    uint32_t first_file;
};

static const struct look looks[GAME_COUNT][2] = {
    [GAME_CHESS] = {[BOARD_TEXT] = {".", 'a'}, [BOARD_UNICODE] = {"·", 'a'}},
    [GAME_XIANGQI] = {[BOARD_TEXT] = {".", 'a'}, [BOARD_UNICODE] = {"＋", 0xff41}},
};

static const char *const chess_glyphs[2][PIECE_TYPES] = {
    {[PAWN] = "♙", [KNIGHT] = "♘", [BISHOP] = "♗", [ROOK] = "♖", [QUEEN] = "♕", [KING] = "♔"},
    {[PAWN] = "♟", [KNIGHT] = "♞", [BISHOP] = "♝", [ROOK] = "♜", [QUEEN] = "♛", [KING] = "♚"},
};

square board_square_at(const struct position *pos, bool is_flipped, int x, int y)
{
    enum game game = (enum game)pos->game;
    const struct board_size *size = &board_sizes[game];
    return is_flipped ? square_make(game, size->files - 1 - x, y)
                      : square_make(game, x, size->ranks - 1 - y);
}

bool board_is_marked(const struct position *pos, square s, move last)
{
    enum game game = (enum game)pos->game;
    return last != NULL_MOVE && (s == move_from(game, last) || s == move_to(game, last));
}

static void write_square(struct buffer *out, const struct position *pos, square s,
                         const struct board_view *view)
{
    enum game game = (enum game)pos->game;
    piece p = pos->board[s];
    if (p == NO_PIECE)
        buffer_add_string(out, looks[game][view->style].empty);
    else if (view->style == BOARD_TEXT)
        buffer_add_char(out, piece_letter(game, p));
    else if (game == GAME_CHESS)
        buffer_add_string(out, chess_glyphs[piece_color(p)][piece_type(p)]);
    else
        buffer_add_string(out, board_script(view)->men[piece_color(p)][piece_type(p)]);
}

/* What stands between two squares: the brackets of those that are marked. */
static char bracket(bool left_marked, bool right_marked)
{
    if (left_marked && right_marked)
        return '|';
    return left_marked ? ']' : right_marked ? '[' : ' ';
}

static void write_rank(struct buffer *out, const struct position *pos,
                       const struct board_view *view, int y)
{
    enum game game = (enum game)pos->game;
    bool marked = false;
    int rank = square_rank(game, board_square_at(pos, view->is_flipped, 0, y));
    buffer_add_char(out, (char)(game == GAME_CHESS ? '1' + rank : '0' + rank));
    for (int x = 0; x < board_sizes[game].files; x++) {
        square s = board_square_at(pos, view->is_flipped, x, y);
        bool next = board_is_marked(pos, s, view->last);
        buffer_add_char(out, bracket(marked, next));
        write_square(out, pos, s, view);
        marked = next;
    }
    buffer_add_string(out, marked ? "]\n" : "\n");
}

static void write_files(struct buffer *out, const struct position *pos,
                        const struct board_view *view)
{
    enum game game = (enum game)pos->game;
    int files = board_sizes[game].files;
    buffer_add_char(out, ' ');
    for (int x = 0; x < files; x++) {
        char letter[4];
        int file = view->is_flipped ? files - 1 - x : x;
        buffer_add_char(out, ' ');
        buffer_add(out, letter,
                   utf8_encode(looks[game][view->style].first_file + (uint32_t)file, letter));
    }
    buffer_add_char(out, '\n');
}

static void write_river(struct buffer *out, const struct board_view *view)
{
    const char *const *river = board_script(view)->river;
    if (view->style == BOARD_TEXT)
        buffer_add_string(out, lang_text("  ~~~~~ river ~~~~~\n"));
    else
        buffer_printf(out, "      %s  %s      %s  %s\n", river[0], river[1], river[2], river[3]);
}

static void write_lines(struct buffer *out, const struct position *pos,
                        const struct board_view *view)
{
    int ranks = board_sizes[pos->game].ranks;
    for (int y = 0; y < ranks; y++) {
        if (pos->game == GAME_XIANGQI && y == ranks / 2)
            write_river(out, view);
        write_rank(out, pos, view, y);
    }
    write_files(out, pos, view);
}

void board_write(struct buffer *out, const struct position *pos, const struct board_view *view)
{
    switch (view->style) {
    case BOARD_TEXT:
    case BOARD_UNICODE: write_lines(out, pos, view); break;
    case BOARD_CHINESE: board_write_chinese(out, pos, view); break;
    case BOARD_SVG:
        if (pos->game == GAME_XIANGQI)
            board_write_xiangqi_svg(out, pos, view);
        else
            board_write_svg(out, pos, view);
        break;
    }
}
