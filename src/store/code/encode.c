/* The run begins with a struct coded_game whose pointers are not valid; order, moves, tags, notes,
   the texts of columns and what index_encode gave follow in this order. It may lie at any
   address. */
#include "store/code/encode.h"
#include "notation/notation.h"
#include "store/code/game_code.h"
#include "store/index/index.h"

#include <stdlib.h>

void game_coder_free(struct game_coder *c)
{
    free(c->model);
    buffer_free(&c->moves);
    buffer_free(&c->tags);
    buffer_free(&c->notes);
    buffer_free(&c->order);
    buffer_free(&c->lines);
}

static bool make_model(struct game_coder *c, enum game game)
{
    if (c->model && c->game == game)
        return true;
    if (!c->model && !(c->model = malloc(sizeof *c->model)))
        return false;
    move_model_init(c->model, game);
    c->game = game;
    return true;
}

/* Many programs write the FEN of the usual start into every game. */
static bool has_own_start(const struct record *rec)
{
    return rec->has_start_tag && !pos_is_start(&rec->start);
}

/* As move_block.h says of the bytes of a game. */
static void put_moves(struct game_coder *c, const struct record *rec)
{
    buffer_clear(&c->moves);
    if (has_own_start(rec)) {
        char fen[FEN_MAX];
        size_t len = fen_format(&rec->start, true, fen);
        bytes_put_number(&c->moves, len);
        buffer_add(&c->moves, fen, len);
    }
    moves_encode(c->model, &rec->start, rec->moves, rec->ply_count, &c->moves);
}

static bool put_index(struct game_coder *c, const struct record *rec,
                      const struct column_value values[GAME_COLUMNS], struct buffer *out)
{
    const struct column_value *white = &values[COLUMN_WHITE_ELO],
                              *black = &values[COLUMN_BLACK_ELO];
    const struct index_game game = {
        .result = (enum result)values[COLUMN_RESULT].number,
        .white_elo = (uint16_t)(white->type == VALUE_NUMBER ? white->number : 0),
        .black_elo = (uint16_t)(black->type == VALUE_NUMBER ? black->number : 0),
        .date = (uint32_t)values[COLUMN_DATE].number,
        .start = &rec->start,
        .moves = rec->moves,
        .keys = rec->keys,
        .ply_count = rec->ply_count,
    };
    return index_encode(&game, &c->lines, out);
}

/* Fill the coder's buffers, and VALUES but for the tag order and the source. */
static bool encode(struct game_coder *c, const struct record *rec,
                   struct column_value values[GAME_COLUMNS], struct error *err)
{
    buffer_clear(&c->order);
    buffer_clear(&c->tags);
    buffer_clear(&c->notes);
    if (!make_model(c, rec->game))
        return error_no_memory(err);
    put_moves(c, rec);
    tag_code_write(rec, values, &c->order, &c->tags);
    if (!notes_code_write(rec, &c->notes))
        return error_set(err, ERROR_UNSUPPORTED, "more notes than a store can hold in a game");
    if (c->moves.failed || c->order.failed || c->tags.failed || c->notes.failed)
        return error_no_memory(err);
    int64_t *kind = &values[COLUMN_KIND].number;
    *kind |= rec->has_terminator ? 0 : KIND_UNTERMINATED;
    *kind |= has_own_start(rec) ? KIND_OWN_START : 0;
    *kind |= c->tags.len + c->notes.len > 0 ? KIND_TEXTS : 0;
    values[COLUMN_TAG_ORDER] = values[COLUMN_SOURCE] = (struct column_value){.type = VALUE_NULL};
    return true;
}

bool game_encode(struct game_coder *c, const struct record *rec, struct buffer *out,
                 struct error *err)
{
    struct coded_game game = {.game = rec->game, .plies = rec->ply_count};
    if (rec->is_broken || rec->variant == VARIANT_UNSUPPORTED)
        return error_set(err, ERROR_USAGE, "a game that is not whole cannot be stored");
    if (!encode(c, rec, game.values, err))
        return false;
    game.order_len = c->order.len;
    game.moves_len = c->moves.len;
    game.tags_len = c->tags.len;
    game.notes_len = c->notes.len;
    size_t start = out->len;
    buffer_add(out, &game, sizeof game);
    buffer_add(out, c->order.data, c->order.len);
    buffer_add(out, c->moves.data, c->moves.len);
    buffer_add(out, c->tags.data, c->tags.len);
    buffer_add(out, c->notes.data, c->notes.len);
    for (int i = 0; i < GAME_COLUMNS; i++)
        if (game.values[i].type == VALUE_TEXT)
            buffer_add(out, game.values[i].text, game.values[i].len);
    if (put_index(c, rec, game.values, out) && !out->failed)
        return true;
    out->len = start;
    return error_no_memory(err);
}

void coded_game_open(struct coded_game *game, const char *data)
{
    memcpy(game, data, sizeof *game);
    game->order = data + sizeof *game;
    game->moves = game->order + game->order_len;
    game->tags = game->moves + game->moves_len;
    game->notes = game->tags + game->tags_len;
    const char *text = game->notes + game->notes_len;
    for (int i = 0; i < GAME_COLUMNS; i++) {
        if (game->values[i].type != VALUE_TEXT)
            continue;
        game->values[i].text = text;
        text += game->values[i].len;
    }
    game->index = text;
}
