/* A text is taken apart once; what it says is then held against moves that were played. What a text
   of xiangqi says depends on the other men on the file, so that there only the kind of man is asked
   before the text is read in the position. */
#include "notation/shape.h"
#include "notation/san.h"
#include "notation/xiangqi_text.h"

#include <string.h>

enum { ANY_MAN = (1 << PIECE_TYPES) - 1 };

/* --- Reading ---------------------------------------------------------------------------------- */

static bool read_chess(struct move_shape *shape, const char *text, size_t len,
                       const struct piece_letters *letters)
{
    struct san_text st;
    if (!san_read(text, len, letters, &st) || st.kind == SAN_KIND_NULL)
        return false;
    const bool is_whole = st.from_file >= 0 && st.from_rank >= 0;
    const enum piece_type type = st.type == NO_PIECE ? PAWN : st.type;
    shape->is_castling = st.kind == SAN_KIND_CASTLING;
    shape->is_queen_side = st.side == QUEEN_SIDE;
    shape->is_capture = st.capture;
    shape->types = st.type == NO_PIECE && is_whole ? ANY_MAN : 1u << type;
    shape->from_file = (int8_t)st.from_file;
    shape->from_rank = (int8_t)st.from_rank;
    shape->to_file = (int8_t)st.to_file;
    shape->to_rank = (int8_t)st.to_rank;
    shape->promotion = (uint8_t)st.promotion;
    return true;
}

static bool set_coordinates(struct move_shape *shape, const struct coordinates *c,
                            enum rank_base ranks)
{
    const int first = ranks == RANKS_FROM_1, last = first + board_sizes[GAME_XIANGQI].ranks - 1;
    if (c->from_rank < first || c->from_rank > last || c->to_rank < first || c->to_rank > last)
        return false;
    shape->types = ANY_MAN;
    shape->from_file = (int8_t)c->from_file;
    shape->from_rank = (int8_t)(c->from_rank - first);
    shape->to_file = (int8_t)c->to_file;
    shape->to_rank = (int8_t)(c->to_rank - first);
    return true;
}

static bool read_xiangqi(struct move_shape *shape, const char *text, size_t len,
                         enum rank_base ranks)
{
    uint8_t glyphs[GLYPHS_MAX];
    struct reading readings[READINGS_MAX];
    struct coordinates c;
    size_t n = xiangqi_glyphs(text, len, glyphs);
    while (n > 0 && (glyphs[n - 1] == '+' || glyphs[n - 1] == '#'))
        n--;
    if (xiangqi_read_coordinates(glyphs, n, &c))
        return set_coordinates(shape, &c, ranks);
    const int count = xiangqi_read(glyphs, n, readings);
    if (count == 0 || len > sizeof shape->text)
        return false;
    for (int i = 0; i < count; i++)
        shape->types |= 1u << readings[i].type;
    memcpy(shape->text, text, len);
    shape->len = (uint8_t)len;
    return true;
}

bool move_shape_read(struct move_shape *shape, enum game game, const char *text, size_t len,
                     const struct piece_letters *letters, enum rank_base ranks)
{
    *shape = (struct move_shape){
        .game = game, .from_file = -1, .from_rank = -1, .to_file = -1, .to_rank = -1};
    shape->ranks = ranks;
    return game == GAME_CHESS ? read_chess(shape, text, len, letters)
                              : read_xiangqi(shape, text, len, ranks);
}

/* --- Holding against moves -------------------------------------------------------------------- */

static bool is_square(enum game game, int file, int rank, square s)
{
    return (file < 0 || file == square_file(game, s)) && (rank < 0 || rank == square_rank(game, s));
}

/* Castling is also written as what the king does: it goes to its square, or takes the rook. */
static bool castling_fits(const struct move_shape *shape, move m)
{
    enum { FILE_C = 2, FILE_G = 6 };
    const square from = move_from(GAME_CHESS, m), rook = move_to(GAME_CHESS, m);
    const bool is_queen_side = rook < from;
    const square to =
        square_make(GAME_CHESS, is_queen_side ? FILE_C : FILE_G, square_rank(GAME_CHESS, from));
    if (shape->is_castling)
        return shape->is_queen_side == is_queen_side;
    return (shape->types >> KING & 1) && !shape->is_capture && shape->promotion == NO_PIECE &&
           is_square(GAME_CHESS, shape->from_file, shape->from_rank, from) &&
           (is_square(GAME_CHESS, shape->to_file, shape->to_rank, to) ||
            is_square(GAME_CHESS, shape->to_file, shape->to_rank, rook));
}

static bool text_means(const struct move_shape *shape, const struct position *pos, move m)
{
    struct san_move sm;
    return san_parse_ranks(pos, shape->text, shape->len, &piece_letter_table[0], shape->ranks,
                           &sm) == SAN_OK &&
           sm.move == m;
}

bool move_shape_fits(const struct move_shape *shape, const struct position *pos, move m)
{
    const enum game game = shape->game;
    if (m == NULL_MOVE)
        return false;
    if (move_is_castling(game, m))
        return castling_fits(shape, m);
    const square from = move_from(game, m), to = move_to(game, m);
    if (shape->is_castling || !(shape->types >> piece_type(pos->board[from]) & 1))
        return false;
    if (shape->len > 0)
        return text_means(shape, pos, m);
    return is_square(game, shape->to_file, shape->to_rank, to) &&
           is_square(game, shape->from_file, shape->from_rank, from) &&
           move_promotion(game, m) == (enum piece_type)shape->promotion &&
           (!shape->is_capture || game != GAME_CHESS || san_takes(pos, m));
}
