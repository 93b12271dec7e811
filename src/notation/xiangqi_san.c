/* SAN of xiangqi, as programs for many kinds of chess write it: the letter of the piece, its file
   or rank where more than one of its kind could go there, an x, and the target. Two dialects:
   XBoard counts ranks from 0 and says H and E, pychess counts them from 1 and says N and B. */
#include "notation/xiangqi_text.h"

#include <string.h>

enum { NOT_GIVEN = -1 };

/* --- Reading --------------------------------------------------------------------------------- */

/* What stands at S of a file and a rank: the bytes that it takes up. */
static size_t take_square(const char *s, size_t len, int *file, int *rank)
{
    size_t n = 0;
    *file = *rank = NOT_GIVEN;
    if (n < len && s[n] >= 'a' && s[n] <= 'i')
        *file = s[n++] - 'a';
    if (n == len || s[n] < '0' || s[n] > '9')
        return n;
    *rank = s[n++] - '0';
    if (*rank == 1 && n < len && s[n] == '0') {
        *rank = 10;
        n++;
    }
    return n;
}

static enum piece_type piece_of(char letter)
{
    static const char letters[] = "KABENHRC";
    const char *found = letter != '\0' ? strchr(letters, letter) : NULL;
    return found ? piece_type(piece_from_letter(GAME_XIANGQI, letter)) : PAWN;
}

size_t xiangqi_read_san(const char *text, size_t len, struct xiangqi_san *san)
{
    if (len == 0)
        return 0;
    san->type = piece_of(text[0]);
    size_t at = san->type != PAWN;
    at += take_square(text + at, len - at, &san->from_file, &san->from_rank);
    const bool takes = at < len && text[at] == 'x';
    const size_t to = at + takes;
    at = to + take_square(text + to, len - to, &san->to_file, &san->to_rank);
    if (at == to && !takes) { /* there is no origin */
        san->to_file = san->from_file;
        san->to_rank = san->from_rank;
        san->from_file = san->from_rank = NOT_GIVEN;
    }
    const bool is_bare_pawn = san->type == PAWN && san->from_file < 0 && (at > to || takes);
    return san->to_file >= 0 && san->to_rank >= 0 && !is_bare_pawn ? at : 0;
}

size_t xiangqi_san_ranks(const char *text, size_t len, int *lowest, int *highest)
{
    struct xiangqi_san san;
    const size_t n = xiangqi_read_san(text, len, &san);
    if (n == 0)
        return 0;
    const int from = san.from_rank >= 0 ? san.from_rank : san.to_rank;
    *lowest = from < san.to_rank ? from : san.to_rank;
    *highest = from < san.to_rank ? san.to_rank : from;
    return n;
}

/* The squares from which a piece as the text names it can legally go to TO; FIRST is the number of
   the first rank. A soldier without a file goes straight, if one can. */
static int find_origins(const struct position *pos, const struct xiangqi_san *san, int first,
                        square to, square out[RANKED_MAX])
{
    const piece man = piece_make((enum color)pos->turn, san->type);
    int count = 0;
    for (int s = 0; s < board_sizes[GAME_XIANGQI].squares && count < RANKED_MAX; s++) {
        const square from = (square)s;
        if (pos->board[s] != man ||
            (san->from_file >= 0 && san->from_file != square_file(GAME_XIANGQI, from)) ||
            (san->from_rank >= 0 && san->from_rank - first != square_rank(GAME_XIANGQI, from)))
            continue;
        const move m = move_make(GAME_XIANGQI, from, to, NO_PIECE);
        if (m == NULL_MOVE || !pos_is_legal(pos, m))
            continue;
        out[count++] = from;
        if (san->type == PAWN && san->from_file < 0 &&
            square_file(GAME_XIANGQI, from) == square_file(GAME_XIANGQI, to)) {
            out[0] = from;
            return 1;
        }
    }
    return count;
}

/* Why no piece that the text may mean goes there: what stands against the one that comes closest. */
static enum san_status find_fault(const struct position *pos, const struct xiangqi_san *san,
                                  int first, square to, struct san_move *out,
                                  struct xiangqi_asked *asked)
{
    const enum color turn = (enum color)pos->turn;
    const int file = san->from_file;
    *asked = (struct xiangqi_asked){.type = san->type, .from = NO_SQUARE, .to = to};
    asked->file = file >= 0 ? mover_file(turn, file) : 0;
    out->why = (struct illegality){ILLEGAL_NO_SUCH_MAN, NO_SQUARE, NO_SQUARE};
    for (int s = 0; s < board_sizes[GAME_XIANGQI].squares; s++) {
        const int s_file = square_file(GAME_XIANGQI, (square)s),
                  s_rank = square_rank(GAME_XIANGQI, (square)s);
        if (pos->board[s] != piece_make(turn, san->type) || (file >= 0 && file != s_file) ||
            (san->from_rank >= 0 && san->from_rank - first != s_rank))
            continue;
        const struct illegality why = pos_why_illegal(pos, san->type, s_file, s_rank, to, NO_PIECE);
        if (out->why.why != ILLEGAL_NO_SUCH_MAN &&
            (out->why.why != ILLEGAL_CANNOT_REACH || why.why == ILLEGAL_CANNOT_REACH))
            continue;
        out->why = why;
        asked->from = (square)s;
    }
    if (out->why.why == ILLEGAL_NO_SUCH_MAN && !pos_has_legal_move(pos))
        out->why.why = ILLEGAL_GAME_OVER;
    return SAN_ILLEGAL;
}

static square target(const struct xiangqi_san *san, int first)
{
    const int rank = san->to_rank - first;
    return rank >= 0 && rank < board_sizes[GAME_XIANGQI].ranks
               ? square_make(GAME_XIANGQI, san->to_file, rank)
               : NO_SQUARE;
}

enum san_status xiangqi_resolve_san(const struct position *pos, const struct xiangqi_san *san,
                                    enum rank_base ranks, struct san_move *out,
                                    struct xiangqi_asked *asked)
{
    square from[2][RANKED_MAX], to[2] = {NO_SQUARE, NO_SQUARE}; /* [number of the first rank] */
    int count[2] = {0, 0};
    for (int first = 0; first < 2; first++) {
        if (ranks != (first == 0 ? RANKS_FROM_1 : RANKS_FROM_0))
            to[first] = target(san, first);
        if (to[first] != NO_SQUARE)
            count[first] = find_origins(pos, san, first, to[first], from[first]);
    }
    const int first = count[0] == 0 && (count[1] > 0 || to[0] == NO_SQUARE);
    if (to[first] == NO_SQUARE)
        return SAN_UNREADABLE;
    out->ranks = first == 0 ? RANKS_FROM_0 : RANKS_FROM_1;
    if (count[first] == 0)
        return find_fault(pos, san, first, to[first], out, asked);
    if (count[first] > 1) {
        *asked = (struct xiangqi_asked){.type = san->type, .from = NO_SQUARE, .to = to[first]};
        memcpy(asked->fitting, from[first], sizeof from[first]);
        asked->fitting_count = count[first];
        return SAN_AMBIGUOUS;
    }
    out->move = move_make(GAME_XIANGQI, from[first][0], to[first], NO_PIECE);
    if (count[0] > 0 && count[1] > 0)
        out->dialects = SAN_TWO_READINGS;
    return SAN_OK;
}

/* --- Writing --------------------------------------------------------------------------------- */

static char *put_rank(char *end, int rank)
{
    if (rank == 10)
        *end++ = '1';
    *end++ = (char)('0' + rank % 10);
    return end;
}

/* File, else rank, else both: what tells the piece from others of its kind that can go there. */
static char *put_origin(const struct position *pos, square from, square to, int first, char *end)
{
    const piece man = pos->board[from];
    const int file = square_file(GAME_XIANGQI, from), rank = square_rank(GAME_XIANGQI, from);
    bool is_alone = true, is_file_alone = true, is_rank_alone = true;
    for (int s = 0; s < board_sizes[GAME_XIANGQI].squares; s++) {
        if (pos->board[s] != man || s == from)
            continue;
        const move m = move_make(GAME_XIANGQI, (square)s, to, NO_PIECE);
        if (m == NULL_MOVE || !pos_is_legal(pos, m))
            continue;
        is_alone = false;
        is_file_alone = is_file_alone && square_file(GAME_XIANGQI, (square)s) != file;
        is_rank_alone = is_rank_alone && square_rank(GAME_XIANGQI, (square)s) != rank;
    }
    if (!is_alone && (is_file_alone || !is_rank_alone))
        *end++ = (char)('a' + file);
    return !is_alone && !is_file_alone ? put_rank(end, rank + first) : end;
}

size_t xiangqi_format_san(const struct position *pos, move m, enum notation notation,
                          char out[SAN_MAX])
{
    static const char letters[2][PIECE_TYPES + 1] = {" PHER KAC", " PNBR KAC"};
    const square from = move_from(GAME_XIANGQI, m), to = move_to(GAME_XIANGQI, m);
    const enum piece_type type = piece_type(pos->board[from]);
    const int first = notation == NOTATION_PYCHESS, to_file = square_file(GAME_XIANGQI, to);
    const bool takes = pos->board[to] != 0;
    char *end = out;
    if (type != PAWN)
        *end++ = letters[first][type];
    if (type != PAWN || (notation == NOTATION_PYCHESS && !takes))
        end = put_origin(pos, from, to, first, end);
    else if (square_file(GAME_XIANGQI, from) != to_file || notation == NOTATION_PYCHESS)
        *end++ = (char)('a' + square_file(GAME_XIANGQI, from)); /* XBoard: straight on none */
    if (takes && (type != PAWN || end > out))
        *end++ = 'x';
    *end++ = (char)('a' + to_file);
    end = put_rank(end, square_rank(GAME_XIANGQI, to) + first);
    return san_finish(pos, m, NULL, out, end);
}
