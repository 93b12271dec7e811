/* Makes src/store/code/move_lengths.c: prefix codes for the moves of the games that are named, at most
   MOVE_CODE_BITS long (package-merge; Larmore and Hirschberg 1990). Every code that can occur is
   counted once more than it does, so that none is without.

     cc -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc tests/data/move_lengths.c build/libqipu.a -lz \
         -lzstd -lm -pthread -o lengths && ./lengths chess FILE... [xiangqi FILE...] */
#include "format/format.h"
#include "notation/notation.h"
#include "store/code/move_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t counts[GAME_COUNT][MOVE_CONTEXTS][SLOT_CODES];

static void count_moves(const struct record *rec)
{
    struct slots slots;
    int context = 0;
    slots_start(&slots, &rec->start);
    for (size_t i = 0; i < rec->ply_count; i++) {
        context += i == move_context_ends[context];
        counts[rec->game][context][slots_encode(&slots, rec->moves[i])]++;
    }
}

static void count_file(const char *path, enum game game)
{
    struct error err;
    struct record rec;
    struct findings findings = {.minimum = SEVERITY_ERROR};
    struct read_options options = {.game = game};
    struct reader *reader = reader_open(path, &options, &err);
    record_init(&rec);
    if (!reader) {
        fprintf(stderr, "%s\n", err.text);
        exit(2);
    }
    while (reader_next(reader, &rec, &findings, &err) == READ_GAME)
        if (rec.variant != VARIANT_UNSUPPORTED)
            count_moves(&rec);
    record_free(&rec);
    findings_free(&findings);
    reader_close(reader);
}

/* --- Package-merge ---------------------------------------------------------------------------- */

/* A coin: what it weighs, and how often each code is in it. */
struct coin {
    uint64_t weight;
    uint8_t in[SLOT_CODES];
};

static int lighter(const void *a, const void *b)
{
    const struct coin *x = a, *y = b;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static void find_lengths(const uint64_t *count, char *lengths)
{
    static struct coin single[SLOT_CODES], list[2 * SLOT_CODES];
    size_t singles = 0, n = 0;
    memset(single, 0, sizeof single);
    for (size_t code = 0; code < SLOT_CODES; code++) {
        if (count[code] == 0)
            continue;
        single[singles].weight = count[code];
        single[singles++].in[code] = 1;
    }
    for (int level = 0; level < MOVE_CODE_BITS; level++) {
        size_t pairs = n / 2;
        for (size_t i = 0; i < pairs; i++) {
            struct coin pair = list[2 * i];
            pair.weight += list[2 * i + 1].weight;
            for (size_t code = 0; code < SLOT_CODES; code++)
                pair.in[code] = (uint8_t)(pair.in[code] + list[2 * i + 1].in[code]);
            list[i] = pair;
        }
        memcpy(list + pairs, single, singles * sizeof *single);
        n = pairs + singles;
        qsort(list, n, sizeof *list, lighter);
    }
    unsigned length[SLOT_CODES] = {0};
    for (size_t i = 0; i < 2 * singles - 2; i++)
        for (size_t code = 0; code < SLOT_CODES; code++)
            length[code] += list[i].in[code];
    for (size_t code = 0; code <= SLOT_NULL; code++)
        lengths[code] = "0123456789abcdef"[length[code]];
    lengths[SLOT_NULL + 1] = '\0';
}

/* --- Output ----------------------------------------------------------------------------------- */

static void add_possible_codes(enum game game)
{
    for (int c = 0; c < MOVE_CONTEXTS; c++)
        for (unsigned code = 0; code <= SLOT_NULL; code++) {
            bool is_move = code < (game == GAME_CHESS ? SLOT_ESCAPE : 127);
            counts[game][c][code] += is_move || code >= SLOT_ESCAPE;
        }
}

static void print_game(enum game game)
{
    printf("    [GAME_%s] = {\n", game == GAME_CHESS ? "CHESS" : "XIANGQI");
    for (int c = 0; c < MOVE_CONTEXTS; c++) {
        char lengths[SLOT_CODES];
        uint64_t bits = 0, moves = 0;
        find_lengths(counts[game][c], lengths);
        for (unsigned code = 0; code <= SLOT_NULL; code++) {
            unsigned length =
                (unsigned)(lengths[code] <= '9' ? lengths[code] - '0' : lengths[code] - 'a' + 10);
            bits += counts[game][c][code] * length;
            moves += counts[game][c][code];
        }
        for (size_t at = 0; at < strlen(lengths); at += 84)
            printf("        \"%.84s\"%s\n", lengths + at, at + 84 >= strlen(lengths) ? "," : "");
        fprintf(stderr, "%s context %d: %.3f bits a move\n", game_name(game), c,
                (double)bits / (double)moves);
    }
    printf("    },\n");
}

int main(int argc, char **argv)
{
    enum game game = GAME_CHESS;
    rules_init();
    for (int i = 1; i < argc; i++) {
        enum game named = game_from_name(argv[i]);
        if (named != GAME_COUNT)
            game = named;
        else
            count_file(argv[i], game);
    }
    printf(
        "/* Made by tests/data/move_lengths.c from master games. Part of the store's format. */\n"
        "#include \"store/move_code.h\"\n\n"
        "const char *const move_lengths[GAME_COUNT][MOVE_CONTEXTS] = {\n");
    for (int g = 0; g < GAME_COUNT; g++) {
        add_possible_codes((enum game)g);
        print_game((enum game)g);
    }
    printf("};\n");
    return 0;
}
