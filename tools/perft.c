/* qipu perft: count the move sequences of a position, the usual proof of a move generator. */
#include "base/ascii.h"
#include "tools/cli.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern const struct command command_perft;

enum { DEPTH_MAX = 20 };

struct perft {
    struct cli cli;
    bool chess960;
    struct position pos;
    long long depth;
    int status;
};

static const struct option_row options[] = {
    {"chess960", 0, NULL, "write castling as king takes rook",
     .flag = offsetof(struct perft, chess960)},
    {0},
};

static bool read_depth(struct perft *p, const char *word)
{
    char *end;
    errno = 0;
    p->depth = strtoll(word, &end, 10);
    if (is_digit(word[0]) && *end == '\0' && errno == 0 && p->depth <= DEPTH_MAX)
        return true;
    p->status = cli_usage(&p->cli, "the depth, the last word, is a number up to %d, not '%s'",
                          DEPTH_MAX, word);
    return false;
}

/* The operands: DEPTH, or a FEN in one or several words and DEPTH. */
static bool parse_operands(struct perft *p)
{
    const struct paths *words = &p->cli.operands;
    struct error err;
    if (words->count == 0) {
        p->status = cli_usage(&p->cli, "which depth?");
        return false;
    }
    if (!read_depth(p, words->items[words->count - 1]))
        return false;
    enum game game = p->cli.common.read.game;
    if (words->count == 1) {
        pos_start(&p->pos, game == GAME_COUNT ? GAME_CHESS : game);
        return true;
    }
    if (game == GAME_COUNT)
        game = game_of_fen(words->items[0], strlen(words->items[0]));
    if (game == GAME_COUNT)
        game = GAME_CHESS;
    struct buffer fen = {0};
    for (size_t i = 0; i + 1 < words->count; i++) {
        if (i > 0)
            buffer_add_char(&fen, ' ');
        buffer_add_string(&fen, words->items[i]);
    }
    struct fen_report report;
    bool good = fen_parse(game, fen.data, fen.len, &p->pos, &report);
    if (!good || report.text[0]) {
        error_set(&err, ERROR_FORMAT, "FEN, column %zu: %s", report.column + 1, report.text);
        cli_error(&err);
    }
    if (!good)
        p->status = STATUS_FAILED;
    p->chess960 = p->chess960 || pos_is_chess960(&p->pos);
    buffer_free(&fen);
    return good;
}

static void count_moves(struct perft *p, struct output *out)
{
    move list[MOVES_MAX];
    int n = p->depth > 0 ? pos_legal_moves(&p->pos, list) : 0;
    uint64_t total = p->depth > 0 ? 0 : 1;
    for (int i = 0; i < n && !cli_interrupted(); i++) {
        char text[SAN_MAX];
        struct position next = p->pos;
        pos_play(&next, list[i]);
        uint64_t count = pos_perft(&next, (int)p->depth - 1);
        uci_format(&p->pos, list[i], p->chess960, text);
        output_printf(out, "%s: %llu\n", text, (unsigned long long)count);
        total += count;
    }
    if (cli_interrupted())
        p->status = STATUS_INTERRUPTED;
    else
        output_printf(out, "%llu\n", (unsigned long long)total);
}

static int run(int argc, char **argv)
{
    struct perft p = {0};
    if (!cli_read(&p.cli, &command_perft, argc, argv)) {
        p.status = p.cli.status;
    } else if (parse_operands(&p)) {
        struct output *out = cli_output(&p.cli);
        p.status = out ? p.status : STATUS_FAILED;
        if (out) {
            count_moves(&p, out);
            p.status = cli_output_close(out, p.status);
        }
    }
    cli_end(&p.cli);
    return p.status;
}

const struct command command_perft = {
    .name = "perft",
    .synopsis = "[options] [FEN] DEPTH",
    .summary = "Count the sequences of legal moves from a position.",
    .options = options,
    .epilogue = "Examples:\n"
                "  qipu perft 5\n"
                "  qipu perft 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' 4\n"
                "  qipu perft --game xiangqi 4\n"
                "Prints each move with its count, then the total alone on the last line.\n"
                "Exit status: 0 done, 2 not done.\n",
    .run = run,
};
