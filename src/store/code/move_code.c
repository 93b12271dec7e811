/* Prefix codes of moves. The hot path is moves_decode: measured by tests/bench/scan.c. */
#include "store/code/move_code.h"
#include "base/byte_order.h"

#include <string.h>

const size_t move_context_ends[MOVE_CONTEXTS] = {16, 30, 60, SIZE_MAX};

/* --- Models ----------------------------------------------------------------------------------- */

static unsigned length_of(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* The first bit of a code is the highest of its number, and the lowest where it is stored. */
static unsigned reversed(unsigned bits, unsigned length)
{
    unsigned out = 0;
    for (unsigned i = 0; i < length; i++)
        out |= (bits >> i & 1) << (length - 1 - i);
    return out;
}

static void build_context(struct move_model *model, int context, const char *lengths)
{
    unsigned next = 0;
    for (unsigned length = 1; length <= MOVE_CODE_BITS; length++, next <<= 1) {
        for (unsigned code = 0; lengths[code]; code++) {
            if (length_of(lengths[code]) != length)
                continue;
            unsigned bits = reversed(next++, length);
            model->encode[context][code].bits = (uint16_t)bits;
            model->encode[context][code].length = (uint16_t)length;
            for (unsigned i = bits; i < 1u << MOVE_CODE_BITS; i += 1u << length) {
                model->decode[context][i].code = (uint8_t)code;
                model->decode[context][i].length = (uint8_t)length;
            }
        }
    }
}

void move_model_init(struct move_model *model, enum game game)
{
    memset(model, 0, sizeof *model);
    for (int c = 0; c < MOVE_CONTEXTS; c++)
        build_context(model, c, move_lengths[game][c]);
}

/* --- Writing ---------------------------------------------------------------------------------- */

struct bit_writer {
    char *at;
    uint64_t bits;
    unsigned count; /* below 32 between calls */
};

static inline void put_bits(struct bit_writer *w, unsigned bits, unsigned count)
{
    w->bits |= (uint64_t)bits << w->count;
    w->count += count;
    if (w->count < 32)
        return;
    little_put(w->at, w->bits, 4);
    w->at += 4;
    w->bits >>= 32;
    w->count -= 32;
}

static void end_bits(struct bit_writer *w)
{
    for (; w->count > 0; w->count -= w->count < 8 ? w->count : 8) {
        *w->at++ = (char)w->bits;
        w->bits >>= 8;
    }
}

void moves_encode(const struct move_model *model, const struct position *start, const move *moves,
                  size_t count, struct buffer *out)
{
    enum { BYTES_MAX = 4 }; /* of a move: MOVE_CODE_BITS, and 16 behind SLOT_ESCAPE */
    struct slots slots;
    int context = 0;
    if (!buffer_reserve(out, count * BYTES_MAX + sizeof(uint64_t)))
        return;
    struct bit_writer w = {.at = out->data + out->len};
    slots_start(&slots, start);
    for (size_t i = 0; i < count; i++) {
        context += i == move_context_ends[context];
        unsigned code = slots_encode(&slots, moves[i]);
        put_bits(&w, model->encode[context][code].bits, model->encode[context][code].length);
        if (code == SLOT_ESCAPE)
            put_bits(&w, moves[i], 16);
    }
    end_bits(&w);
    out->len = (size_t)(w.at - out->data);
}

/* --- Reading ---------------------------------------------------------------------------------- */

struct bit_reader {
    const unsigned char *at, *end;
    uint64_t bits;
    unsigned count;
};

/* Make at least 56 bits ready. As long as no bit behind the end was taken, AT is at most eight
   bytes beyond it. */
static inline bool fill_bits(struct bit_reader *r)
{
    if (r->at > r->end + 8)
        return false;
    r->bits |= little_u64(r->at) << r->count;
    r->at += (63 - r->count) >> 3;
    r->count |= 56;
    return true;
}

static inline unsigned take_bits(struct bit_reader *r, unsigned count)
{
    unsigned bits = (unsigned)(r->bits & ((UINT64_C(1) << count) - 1));
    r->bits >>= count;
    r->count -= count;
    return bits;
}

/* Read moves up to ply END of one context. Two moves, escapes included, need 2 * 27 bits. */
static bool decode_context(struct bit_reader *r, const struct move_model *model, int context,
                           struct slots *slots, move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i % 2 == 0 && !fill_bits(r))
            return false;
        const size_t next = r->bits & ((1u << MOVE_CODE_BITS) - 1);
        const unsigned code = model->decode[context][next].code;
        take_bits(r, model->decode[context][next].length);
        if (code == SLOT_ESCAPE) {
            moves[i] = (move)take_bits(r, 16);
            if (!slots_escape(slots, moves[i]))
                return false;
        } else if (!slots_decode(slots, code, &moves[i])) {
            return false;
        }
    }
    return true;
}

bool moves_decode(const struct move_model *model, const struct position *start, const void *data,
                  size_t len, move *moves, size_t count)
{
    struct bit_reader r = {.at = data, .end = (const unsigned char *)data + len};
    struct slots slots;
    size_t done = 0;
    slots_start(&slots, start);
    for (int c = 0; done < count; c++) {
        size_t end = count < move_context_ends[c] ? count : move_context_ends[c];
        if (!decode_context(&r, model, c, &slots, moves + done, end - done))
            return false;
        done = end;
    }
    return r.at - r.count / 8 == r.end; /* but for less than a byte all bits were needed */
}
