/* A first line as a FEN, the rest as move tokens: positions and moves must hold together whatever
   is given. The first byte chooses the game and the piece letters. */
#include "notation/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_notation: %s\n", what);
    abort();
}

/* The FEN of a position gives the position back. */
static void fen_round_trip(const struct position *pos)
{
    char fen[FEN_MAX];
    struct position again;
    struct fen_report report;
    size_t len = fen_format(pos, false, fen);
    must(fen_parse((enum game)pos->game, fen, len, &again, &report), "own FEN is not read");
    must(again.key == pos->key && pos_compute_key(pos) == pos->key, "own FEN is another position");
}

/* A legal move in every notation of xiangqi. */
static void notations_round_trip(const struct position *pos, move m)
{
    for (int n = NOTATION_ICCS; n < NOTATIONS; n++) {
        char text[SAN_MAX];
        struct san_move again;
        const bool from_1 = n == NOTATION_UCI || n == NOTATION_PYCHESS;
        const enum rank_base ranks = from_1 ? RANKS_FROM_1 : RANKS_FROM_0;
        const size_t len = xiangqi_format(pos, m, (enum notation)n, text);
        must(san_parse_ranks(pos, text, len, piece_letter_table, ranks, &again) == SAN_OK &&
                 again.move == m,
             "own notation is another move");
    }
}

static void play_tokens(struct position *pos, const char *s, const char *end,
                        const struct piece_letters *letters)
{
    while (s < end) {
        const char *token = s;
        while (s < end && *s != ' ' && *s != '\n')
            s++;
        struct san_move sm;
        char text[SAN_MAX], why[256];
        enum san_status status = san_parse(pos, token, (size_t)(s - token), letters, &sm);
        if (status == SAN_OK) {
            must(pos_is_legal(pos, sm.move), "an illegal move was accepted");
            struct san_move again;
            size_t len = san_format(pos, sm.move, NULL, letters, text);
            must(san_parse(pos, text, len, letters, &again) == SAN_OK && again.move == sm.move,
                 "own SAN is another move");
            len = uci_format(pos, sm.move, pos_is_chess960(pos), text);
            must(uci_parse(pos, text, len) == sm.move, "own UCI is another move");
            if (pos->game == GAME_XIANGQI)
                notations_round_trip(pos, sm.move);
            pos_play(pos, sm.move);
            fen_round_trip(pos);
        } else {
            san_explain(pos, token, (size_t)(s - token), status, &sm, why, sizeof why);
        }
        s += s < end;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready)
        rules_init();
    ready = true;
    if (size < 1)
        return 0;
    enum game game = data[0] & 1 ? GAME_XIANGQI : GAME_CHESS;
    size_t row = 0;
    for (size_t skip = data[0] >> 1; skip > 0 && piece_letter_table[row + 1].code; skip--)
        row++;
    const char *text = (const char *)data + 1, *end = (const char *)data + size;
    const char *line = memchr(text, '\n', (size_t)(end - text));
    if (!line)
        line = end;
    struct position pos;
    struct fen_report report;
    struct epd_operation operations[EPD_OPERATIONS_MAX];
    size_t count;
    epd_parse(game, text, (size_t)(line - text), &pos, operations, &count, &report);
    if (!fen_parse(game, text, (size_t)(line - text), &pos, &report))
        pos_start(&pos, game);
    fen_round_trip(&pos);
    if (line < end)
        play_tokens(&pos, line + 1, end, &piece_letter_table[row]);
    return 0;
}
