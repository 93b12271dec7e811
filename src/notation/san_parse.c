/* Read one move. Hot path: "Nf3", "exd5", "O-O" and their like, in English letters, are resolved
   here by one look at the squares a man can come from; any other form, and every fault, goes the
   long way through san_read and san_resolve. Measured by replaying master games (make bench). */
#include "notation/san.h"
#include "notation/xiangqi_text.h"

#include <string.h>

/* What a plain move begins with: a file for a pawn, a capital for a piece. */
static const uint8_t first_byte[256] = {
    ['a'] = PAWN, ['b'] = PAWN,  ['c'] = PAWN, ['d'] = PAWN,   ['e'] = PAWN,
    ['f'] = PAWN, ['g'] = PAWN,  ['h'] = PAWN, ['N'] = KNIGHT, ['B'] = BISHOP,
    ['R'] = ROOK, ['Q'] = QUEEN, ['K'] = KING,
};

static inline unsigned file_of(char c)
{
    return (unsigned char)c - 'a';
}

static inline unsigned rank_of(char c)
{
    return (unsigned char)c - '1';
}

/* "e4", "exd5", with no promotion. */
static bool parse_pawn(const struct position *pos, const char *text, size_t len,
                       struct san_move *out)
{
    const unsigned file = file_of(text[len - 2]), rank = rank_of(text[len - 1]);
    if (file > 7 || rank < 1 || rank > 6)
        return false;
    const square to = (square)(rank * 8 + file);
    square from;
    if (len == 2) {
        from = pos_only_origin(pos, PAWN, to);
        if ((from & 7u) != file) /* it takes, which a push does not say */
            return false;
    } else {
        const int from_file = (int)file_of(text[0]), step = (int)file - from_file;
        const int from_rank = (int)rank - (pos->turn == WHITE ? 1 : -1);
        if (len != 4 || text[1] != 'x' || (step != 1 && step != -1) ||
            pos_origins(pos, PAWN, to, from_file, from_rank, &from) != 1)
            return false;
    }
    out->move = move_make(GAME_CHESS, from, to, NO_PIECE);
    return from != NO_SQUARE;
}

/* The man among those that can go to TO which stands on the file or rank that CLUE names. */
__attribute__((noinline)) static square named_origin(const struct position *pos,
                                                     enum piece_type type, square to, char clue,
                                                     struct san_move *out)
{
    const unsigned file = file_of(clue), rank = rank_of(clue);
    square from[ORIGINS_MAX], origin = NO_SQUARE;
    int n = pos_origins(pos, type, to, -1, -1, from), kept = 0;
    for (int i = 0; i < n; i++) {
        if ((from[i] & 7u) != file && from[i] >> 3 != (int)rank)
            continue;
        origin = from[i];
        kept++;
    }
    out->dialects = n == 1 ? SAN_DISAMBIGUATION : 0;
    return kept == 1 ? origin : NO_SQUARE;
}

/* "Nf3", "Nxf3", "Nbd2", "N1xd2". */
static bool parse_piece(const struct position *pos, enum piece_type type, const char *text,
                        size_t len, struct san_move *out)
{
    const unsigned file = file_of(text[len - 2]), rank = rank_of(text[len - 1]);
    const bool capture = len > 3 && text[len - 3] == 'x';
    const size_t origin_len = len - 3 - capture;
    if (file > 7 || rank > 7 || origin_len > 1)
        return false;
    const square to = (square)(rank * 8 + file);
    const square origin = origin_len == 0 ? pos_only_origin(pos, type, to)
                                          : named_origin(pos, type, to, text[1], out);
    if ((pos->board[to] != 0) != capture)
        out->dialects |= SAN_CAPTURE_MARK;
    out->move = move_make(GAME_CHESS, origin, to, NO_PIECE);
    return origin != NO_SQUARE;
}

static bool parse_castling(const struct position *pos, const char *text, size_t len,
                           struct san_move *out)
{
    const bool queen_side = len == 5;
    if ((len != 3 && len != 5) || memcmp(text, "O-O-O", len) != 0)
        return false;
    out->move = pos_castling_move(pos, queen_side ? QUEEN_SIDE : KING_SIDE);
    return out->move != NULL_MOVE;
}

bool san_parse_plain(const struct position *pos, const char *text, size_t len, struct san_move *out)
{
    const char last = len > 0 ? text[len - 1] : '\0';
    out->check = last == '+' || last == '#';
    out->mark = last == '#' ? OUTCOME_CHECKMATE : OUTCOME_NONE;
    out->dialects = 0;
    out->ranks = RANKS_UNKNOWN;
    len -= out->check;
    if (len < 2)
        return false;
    const enum piece_type type = (enum piece_type)first_byte[(unsigned char)text[0]];
    if (type == PAWN)
        return parse_pawn(pos, text, len, out);
    if (type != NO_PIECE)
        return len >= 3 && parse_piece(pos, type, text, len, out);
    return parse_castling(pos, text, len, out);
}

enum san_status san_parse_general(const struct position *pos, const char *text, size_t len,
                                  const struct piece_letters *letters, struct san_move *out)
{
    struct san_text st;
    if (san_read(text, len, letters, &st))
        return san_resolve(pos, &st, out);
    *out = (struct san_move){.why = {.at = NO_SQUARE, .from = NO_SQUARE}};
    return SAN_UNREADABLE;
}

/* The first language whose letters make a legal move of the text, or NULL. Only a letter that is
   strange in LETTERS can be another language's. */
static const struct piece_letters *find_hint(const struct position *pos, const char *text,
                                             size_t len, const struct piece_letters *letters)
{
    const char *letter;
    if (san_strange_letter(text, len, letters, &letter) == 0)
        return NULL;
    for (const struct piece_letters *l = piece_letter_table; l->code != NULL; l++) {
        struct san_move other;
        if (l != letters && san_parse_general(pos, text, len, l, &other) == SAN_OK)
            return l;
    }
    return NULL;
}

enum san_status san_parse_ranks(const struct position *pos, const char *text, size_t len,
                                const struct piece_letters *letters, enum rank_base ranks,
                                struct san_move *out)
{
    if (letters == piece_letter_table && pos->game == GAME_CHESS &&
        san_parse_plain(pos, text, len, out))
        return SAN_OK;
    const bool is_chess = pos->game == GAME_CHESS;
    enum san_status status = is_chess ? san_parse_general(pos, text, len, letters, out)
                                      : xiangqi_parse(pos, text, len, ranks, out, NULL);
    out->letters = letters;
    out->hint = NULL;
    if (status == SAN_UNREADABLE && is_chess)
        out->hint = find_hint(pos, text, len, letters);
    return out->hint != NULL ? SAN_OTHER_LANGUAGE : status;
}

enum san_status san_parse(const struct position *pos, const char *text, size_t len,
                          const struct piece_letters *letters, struct san_move *out)
{
    return san_parse_ranks(pos, text, len, letters, RANKS_UNKNOWN, out);
}
