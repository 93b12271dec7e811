/* Moves as bits: what goes in comes out, the prefix codes are whole, damage never leaves the
   board. */
#include "tests/unit/store_records.h"

#include "store/code/move_code.h"

static struct move_model models[GAME_COUNT];

static int make_models(void **state)
{
    rules_init();
    for (int game = 0; game < GAME_COUNT; game++)
        move_model_init(&models[game], (enum game)game);
    return state ? 0 : -1;
}

/* Every run of bits begins with exactly one code: the lengths leave no gap and do not overlap. */
static void the_prefix_codes_are_complete(void **state)
{
    (void)state;
    for (int game = 0; game < GAME_COUNT; game++) {
        for (int c = 0; c < MOVE_CONTEXTS; c++) {
            const char *lengths = move_lengths[game][c];
            unsigned long share = 0;
            assert_int_equal(strlen(lengths), SLOT_NULL + 1);
            for (int code = 0; lengths[code]; code++) {
                int length = lengths[code] <= '9' ? lengths[code] - '0' : lengths[code] - 'a' + 10;
                assert_in_range(length, 0, MOVE_CODE_BITS);
                if (length > 0)
                    share += 1ul << (MOVE_CODE_BITS - length);
            }
            assert_int_equal(share, 1ul << MOVE_CODE_BITS);
            for (size_t i = 0; i < 1 << MOVE_CODE_BITS; i++)
                assert_in_range(models[game].decode[c][i].length, 1, MOVE_CODE_BITS);
        }
    }
}

static void every_move_that_can_occur_has_a_prefix_code(void **state)
{
    (void)state;
    for (int c = 0; c < MOVE_CONTEXTS; c++) {
        for (int code = 0; code <= SLOT_NULL; code++) {
            assert_true(models[GAME_CHESS].encode[c][code].length > 0);
            bool occurs = code < 127 || code >= SLOT_ESCAPE;
            assert_int_equal(models[GAME_XIANGQI].encode[c][code].length > 0, occurs);
        }
    }
}

/* A random record's moves as bytes with room behind them. */
static void encode_random(struct record *rec, enum game game, struct buffer *out)
{
    random_record(rec, game);
    buffer_clear(out);
    moves_encode(&models[game], &rec->start, rec->moves, rec->ply_count, out);
    assert_true(buffer_reserve(out, MOVE_CODE_SLACK));
    memset(out->data + out->len, 0xa5, MOVE_CODE_SLACK);
}

static void moves_come_back_from_their_bits(void **state)
{
    (void)state;
    struct record rec;
    struct buffer bits = {0};
    move moves[256];
    record_init(&rec);
    for (int i = 0; i < 600; i++) {
        enum game game = (enum game)(i % GAME_COUNT);
        encode_random(&rec, game, &bits);
        assert_true(rec.ply_count < 256);
        assert_true(
            moves_decode(&models[game], &rec.start, bits.data, bits.len, moves, rec.ply_count));
        assert_memory_equal(moves, rec.moves, rec.ply_count * sizeof *moves);
        assert_false(
            moves_decode(&models[game], &rec.start, bits.data, bits.len + 1, moves, rec.ply_count));
        if (bits.len > 0)
            assert_false(moves_decode(&models[game], &rec.start, bits.data, bits.len - 1, moves,
                                      rec.ply_count));
    }
    record_free(&rec);
    buffer_free(&bits);
}

static void damaged_bits_give_moves_on_the_board_or_none(void **state)
{
    (void)state;
    struct record rec;
    struct buffer bits = {0};
    move moves[512];
    unsigned refused = 0;
    record_init(&rec);
    for (int i = 0; i < 3000; i++) {
        enum game game = (enum game)(i % GAME_COUNT);
        encode_random(&rec, game, &bits);
        for (unsigned flips = random_below(4); bits.len > 0 && flips > 0; flips--)
            bits.data[random_below((unsigned)bits.len)] ^= (char)(1 << random_below(8));
        size_t count = random_below(3) ? rec.ply_count : random_below(512);
        /* The bytes in a block of their own, so that reading too far is seen. */
        char *own = malloc(bits.len + MOVE_CODE_SLACK);
        assert_non_null(own);
        memcpy(own, bits.data, bits.len + MOVE_CODE_SLACK);
        if (moves_decode(&models[game], &rec.start, own, bits.len, moves, count)) {
            struct position pos = rec.start;
            for (size_t ply = 0; ply < count; ply++) {
                assert_true(move_from(game, moves[ply]) < board_sizes[game].squares);
                assert_true(move_to(game, moves[ply]) < board_sizes[game].squares);
                pos_place(&pos, moves[ply]);
            }
        } else {
            refused++;
        }
        free(own);
    }
    assert_true(refused > 100);
    record_free(&rec);
    buffer_free(&bits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_prefix_codes_are_complete),
        cmocka_unit_test(every_move_that_can_occur_has_a_prefix_code),
        cmocka_unit_test(moves_come_back_from_their_bits),
        cmocka_unit_test(damaged_bits_give_moves_on_the_board_or_none),
    };
    return cmocka_run_group_tests(tests, make_models, NULL);
}
