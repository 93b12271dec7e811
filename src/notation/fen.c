/* FEN in: six fields, of which all but the first may be missing. Xiangqi uses the same six and
   leaves the third and fourth empty ("-") or out. A fault is named with the byte where it shows. */
#include "notation/fen.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fen_open(struct fen_reader *r, enum game game, const char *text, size_t len,
              struct fen_report *report)
{
    *r = (struct fen_reader){.game = game, .text = text, .len = len, .report = report};
    r->setup.game = game;
    r->setup.turn = WHITE;
    r->setup.ep = NO_SQUARE;
    r->setup.move_number = 1;
    memset(r->setup.castling, NO_SQUARE, sizeof r->setup.castling);
    *report = (struct fen_report){.fault = FEN_OK};
}

bool fen_fail(struct fen_reader *r, enum fen_fault fault, size_t column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->report->text, sizeof r->report->text, lang_text(format), args);
    va_end(args);
    r->report->fault = fault;
    r->report->column = column;
    return false;
}

bool fen_skip_blanks(struct fen_reader *r)
{
    while (r->at < r->len && strchr(" \t\r\n", r->text[r->at]) != NULL && r->text[r->at] != '\0')
        r->at++;
    return r->at < r->len;
}

bool fen_number(const char *text, size_t len, unsigned max, unsigned *value)
{
    unsigned n = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        n = n * 10 + (unsigned)(text[i] - '0');
        if (n > max)
            return false;
    }
    *value = n;
    return len > 0;
}

/* A byte of the text as a message may show it. */
static const char *shown(char c, char out[8])
{
    if (c > ' ' && c < 127)
        snprintf(out, 8, "'%c'", c);
    else
        snprintf(out, 8, "\\x%02x", (unsigned char)c);
    return out;
}

/* --- The board ------------------------------------------------------------------------------- */

/* The squares that the row at AT describes, up to its '/' or end; stops counting at nonsense. */
static int row_squares(const struct fen_reader *r, size_t at, size_t end)
{
    int squares = 0;
    for (; at < end && r->text[at] != '/'; at++)
        squares += r->text[at] >= '1' && r->text[at] <= '9' ? r->text[at] - '0' : 1;
    return squares;
}

static bool read_row(struct fen_reader *r, size_t end, int rank)
{
    const int files = board_sizes[r->game].files;
    const size_t start = r->at;
    char quoted[8];
    int file = 0;
    for (; r->at < end && r->text[r->at] != '/'; r->at++) {
        char c = r->text[r->at];
        bool digit = c >= '1' && c <= '9';
        piece p = piece_from_letter(r->game, c);
        if (!digit && p == 0)
            return fen_fail(r, FEN_BOARD, r->at, "unknown piece letter %s", shown(c, quoted));
        int width = digit ? c - '0' : 1;
        if (file + width > files)
            break;
        if (p != 0) {
            square s = square_make(r->game, file, rank);
            r->setup.board[s] = p;
            r->man_at[s] = r->at;
        }
        file += width;
    }
    if (file == files && (r->at == end || r->text[r->at] == '/'))
        return true;
    return fen_fail(r, FEN_BOARD, r->at, "rank %d has %d square%s, not %d",
                    rank + (r->game == GAME_CHESS), row_squares(r, start, end),
                    row_squares(r, start, end) == 1 ? "" : "s", files);
}

static bool read_board(struct fen_reader *r, size_t end)
{
    const int ranks = board_sizes[r->game].ranks;
    for (int done = 0; done < ranks; done++) {
        if (!read_row(r, end, ranks - 1 - done))
            return false;
        if (r->at == end && done + 1 < ranks)
            return fen_fail(r, FEN_BOARD, r->at, "the board has %d rank%s, not %d", done + 1,
                            done == 0 ? "" : "s", ranks);
        if (done + 1 < ranks)
            r->at++;
    }
    if (r->at < end)
        return fen_fail(r, FEN_BOARD, r->at, "the board has more than %d ranks", ranks);
    return true;
}

/* --- The other fields ------------------------------------------------------------------------ */

static bool read_side(struct fen_reader *r, size_t end)
{
    const char *text = r->text + r->at;
    const char *accepted = r->game == GAME_CHESS ? "wb" : "wbrWBR";
    if (end - r->at != 1 || *text == '\0' || strchr(accepted, *text) == NULL)
        return fen_fail(r, FEN_SIDE, r->at, "the side to move must be %s",
                        r->game == GAME_CHESS ? lang_text("w or b") : lang_text("w, r or b"));
    r->setup.turn = *text == 'b' || *text == 'B' ? BLACK : WHITE;
    return true;
}

static square king_square(const struct fen_reader *r, enum color color)
{
    for (square s = 0; s < board_sizes[r->game].squares; s++) {
        if (r->setup.board[s] == piece_make(color, KING))
            return s;
    }
    return NO_SQUARE;
}

square fen_outermost_rook(const piece *board, enum color color, enum side side, square king)
{
    const int rank = color == WHITE ? 0 : 7;
    const int step = side == KING_SIDE ? -1 : 1;
    if (king == NO_SQUARE || king >> 3 != rank)
        return NO_SQUARE;
    for (int s = rank * 8 + (side == KING_SIDE ? 7 : 0); s != king; s += step) {
        if (board[s] == piece_make(color, ROOK))
            return (square)s;
    }
    return NO_SQUARE;
}

/* One letter of the castling field: KQkq, or a rook's file. */
static bool read_right(struct fen_reader *r, char c)
{
    const enum color color = c >= 'a' ? BLACK : WHITE;
    const char upper = (char)(c & ~0x20);
    const int rank = color == WHITE ? 0 : 7;
    const square king = king_square(r, color);
    enum side side = upper == 'K' ? KING_SIDE : QUEEN_SIDE;
    square rook;
    char quoted[8];
    if (upper == 'K' || upper == 'Q') {
        rook = fen_outermost_rook(r->setup.board, color, side, king);
        if (rook == NO_SQUARE) /* the corner: the rules will find that nothing stands there */
            rook = square_make(GAME_CHESS, side == KING_SIDE ? 7 : 0, rank);
    } else if (upper >= 'A' && upper <= 'H') {
        rook = square_make(GAME_CHESS, upper - 'A', rank);
        side = (rook & 7) > (king == NO_SQUARE ? 3 : king & 7) ? KING_SIDE : QUEEN_SIDE;
    } else {
        return fen_fail(r, FEN_CASTLING, r->at, "%s is not a castling right", shown(c, quoted));
    }
    if (r->setup.castling[color][side] != NO_SQUARE)
        return fen_fail(r, FEN_CASTLING, r->at, "castling right %s is given twice",
                        shown(c, quoted));
    r->setup.castling[color][side] = rook;
    return true;
}

static bool field_is_dash(const struct fen_reader *r, size_t end)
{
    return end - r->at == 1 && r->text[r->at] == '-';
}

static bool read_castling(struct fen_reader *r, size_t end)
{
    if (field_is_dash(r, end))
        return true;
    if (r->game != GAME_CHESS)
        return fen_fail(r, FEN_CASTLING, r->at, "the third field must be -");
    bool files_only = true;
    for (; r->at < end; r->at++) {
        char c = r->text[r->at];
        if (!read_right(r, c))
            return false;
        files_only = files_only && strchr("KQkq", c) == NULL;
    }
    r->report->shredder = files_only;
    return true;
}

static bool read_ep(struct fen_reader *r, size_t end)
{
    if (field_is_dash(r, end))
        return true;
    if (r->game != GAME_CHESS)
        return fen_fail(r, FEN_EP, r->at, "the fourth field must be -");
    r->setup.ep = square_parse(GAME_CHESS, r->text + r->at, end - r->at);
    if (r->setup.ep == NO_SQUARE)
        return fen_fail(r, FEN_EP, r->at, "the en passant field must be a square or -");
    r->report->ep_given = true;
    return true;
}

static bool read_clock(struct fen_reader *r, size_t end)
{
    if (!fen_number(r->text + r->at, end - r->at, UINT16_MAX, &r->setup.halfmove_clock))
        return fen_fail(r, FEN_CLOCK, r->at, "the halfmove clock must be a number");
    return true;
}

/* Some programs count moves from 0; a position counts them from 1. */
static bool read_move_number(struct fen_reader *r, size_t end)
{
    if (!fen_number(r->text + r->at, end - r->at, 1000000, &r->setup.move_number))
        return fen_fail(r, FEN_NUMBER, r->at, "the move number must be a number");
    if (r->setup.move_number == 0)
        r->setup.move_number = 1;
    return true;
}

/* Whether the counters come right behind the side: xiangqi needs neither of the fields between, and
   XBoard leaves them out. */
static bool lacks_empty_fields(const struct fen_reader *r)
{
    return r->game == GAME_XIANGQI && r->report->fields == 2 && r->text[r->at] >= '0' &&
           r->text[r->at] <= '9';
}

bool fen_read_fields(struct fen_reader *r, unsigned count)
{
    static bool (*const read_field[FEN_FIELDS])(struct fen_reader *, size_t) = {
        read_board, read_side, read_castling, read_ep, read_clock, read_move_number,
    };
    while (r->report->fields < count && fen_skip_blanks(r)) {
        if (lacks_empty_fields(r)) {
            r->columns[2] = r->columns[3] = r->at;
            r->report->fields = 4;
            continue;
        }
        size_t end = r->at;
        while (end < r->len && (r->text[end] == '\0' || strchr(" \t\r\n", r->text[end]) == NULL))
            end++;
        r->columns[r->report->fields] = r->at;
        if (!read_field[r->report->fields](r, end))
            return false;
        r->report->fields++;
        r->at = end;
    }
    if (r->report->fields == 0)
        return fen_fail(r, FEN_BOARD, r->len, "there is no board");
    return true;
}

static bool parse_plain(enum game game, const char *text, size_t len, struct position *pos,
                        struct fen_report *report)
{
    struct fen_reader r;
    fen_open(&r, game, text, len, report);
    if (!fen_read_fields(&r, FEN_FIELDS))
        return false;
    if (fen_skip_blanks(&r))
        return fen_fail(&r, FEN_TRAILING, r.at, "text after the last field");
    return fen_finish(&r, pos);
}

/* Blanks beyond ASCII are blanks, and what is not seen is nothing. */
bool fen_parse(enum game game, const char *text, size_t len, struct position *pos,
               struct fen_report *report)
{
    char plain[2 * FEN_MAX];
    size_t at = utf8_plain_blanks(text, len, plain, sizeof plain);
    if (at == len || at == sizeof plain)
        return parse_plain(game, text, len, pos, report);
    const bool ok = parse_plain(game, plain, at, pos, report);
    size_t end = 0, n;
    report->has_odd_blank = true;
    while (utf8_ink_at(text + report->odd_blank, len - report->odd_blank, &n) == UTF8_INK)
        report->odd_blank += n;
    while (end < len && utf8_plain_blanks(text, end, plain, sizeof plain) < report->column) {
        utf8_ink_at(text + end, len - end, &n);
        end += n;
    }
    report->column = end;
    return ok;
}
