/* Boards in plain text and in Unicode: a line for each rank, the squares of the last move in
   brackets, and coordinates at the left and below. Chinese characters take two columns. */
#include "report/board.h"

/* How a style writes a board: an empty square, a file's letter, and the line between the halves. */
struct look {
    const char *empty;
    uint32_t first_file; /* code point of 'a' */
    const char *river;
};

static const struct look looks[GAME_COUNT][2] = {
    [GAME_CHESS] = {[BOARD_TEXT] = {".", 'a', NULL}, [BOARD_UNICODE] = {"·", 'a', NULL}},
    [GAME_XIANGQI] = {[BOARD_TEXT] = {".", 'a', "  ~~~~~ river ~~~~~\n"},
                      [BOARD_UNICODE] = {"＋", 0xff41, "      楚  河      漢  界\n"}},
};

static const char *const chess_glyphs[2][PIECE_TYPES] = {
    {[PAWN] = "♙", [KNIGHT] = "♘", [BISHOP] = "♗", [ROOK] = "♖", [QUEEN] = "♕", [KING] = "♔"},
    {[PAWN] = "♟", [KNIGHT] = "♞", [BISHOP] = "♝", [ROOK] = "♜", [QUEEN] = "♛", [KING] = "♚"},
};

const char *xiangqi_character(piece p)
{
    static const char *const characters[2][PIECE_TYPES] = {
        {[PAWN] = "兵",
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
         [CANNON] = "砲"},
    };
    return characters[piece_color(p)][piece_type(p)];
}

square board_square_at(const struct position *pos, bool flipped, int x, int y)
{
    enum game game = (enum game)pos->game;
    const struct board_size *size = &board_sizes[game];
    return flipped ? square_make(game, size->files - 1 - x, y)
                   : square_make(game, x, size->ranks - 1 - y);
}

bool board_is_marked(const struct position *pos, square s, move last)
{
    enum game game = (enum game)pos->game;
    return last != NULL_MOVE && (s == move_from(game, last) || s == move_to(game, last));
}

static void write_square(struct buffer *out, const struct position *pos, square s,
                         enum board_style style)
{
    enum game game = (enum game)pos->game;
    piece p = pos->board[s];
    if (p == NO_PIECE)
        buffer_add_string(out, looks[game][style].empty);
    else if (style == BOARD_TEXT)
        buffer_add_char(out, piece_letter(game, p));
    else if (game == GAME_CHESS)
        buffer_add_string(out, chess_glyphs[piece_color(p)][piece_type(p)]);
    else
        buffer_add_string(out, xiangqi_character(p));
}

/* What stands between two squares: the brackets of those that are marked. */
static char bracket(bool left_marked, bool right_marked)
{
    if (left_marked && right_marked)
        return '|';
    return left_marked ? ']' : right_marked ? '[' : ' ';
}

static void write_rank(struct buffer *out, const struct position *pos, enum board_style style,
                       bool flipped, int y, move last)
{
    enum game game = (enum game)pos->game;
    bool marked = false;
    int rank = square_rank(game, board_square_at(pos, flipped, 0, y));
    buffer_add_char(out, (char)(game == GAME_CHESS ? '1' + rank : '0' + rank));
    for (int x = 0; x < board_sizes[game].files; x++) {
        square s = board_square_at(pos, flipped, x, y);
        bool next = board_is_marked(pos, s, last);
        buffer_add_char(out, bracket(marked, next));
        write_square(out, pos, s, style);
        marked = next;
    }
    buffer_add_string(out, marked ? "]\n" : "\n");
}

static void write_files(struct buffer *out, const struct position *pos, const struct look *look,
                        bool flipped)
{
    enum game game = (enum game)pos->game;
    int files = board_sizes[game].files;
    buffer_add_char(out, ' ');
    for (int x = 0; x < files; x++) {
        char letter[4];
        int file = flipped ? files - 1 - x : x;
        buffer_add_char(out, ' ');
        buffer_add(out, letter, utf8_encode(look->first_file + (uint32_t)file, letter));
    }
    buffer_add_char(out, '\n');
}

void board_write(struct buffer *out, const struct position *pos, enum board_style style,
                 bool flipped, move last)
{
    if (style == BOARD_SVG) {
        board_write_svg(out, pos, flipped, last);
        return;
    }
    const struct look *look = &looks[pos->game][style];
    int ranks = board_sizes[pos->game].ranks;
    for (int y = 0; y < ranks; y++) {
        if (y == ranks / 2 && look->river)
            buffer_add_string(out, look->river);
        write_rank(out, pos, style, flipped, y, last);
    }
    write_files(out, pos, look, flipped);
}
