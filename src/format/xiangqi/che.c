/* CHE of QQ's client: numbers in ASCII with blanks between. Two come first, of which the second is
   the number of plies, then ten for each: the man, 32, the side (1 is Red), the point from and the
   point to as y and x with y from Red's home, 0, the ply, 0. */
#include "base/ascii.h"
#include "format/whole.h"
#include "format/xiangqi/square_list.h"

enum { HEAD = 2, PLY = 10, SIDE = 2, FROM_Y = 3, FROM_X, TO_Y, TO_X, STEP = 8 };

/* Read up to MOST numbers from *AT on. Returns how many there are before the end or other text. */
static size_t read_numbers(const char *data, size_t len, size_t *at, unsigned *out, size_t most)
{
    enum { DIGITS = 6 };
    size_t count = 0;
    while (count < most) {
        size_t s = skip_spaces(data, len, *at), start;
        unsigned value = 0;
        for (start = s; s < len && s - start < DIGITS && is_digit(data[s]); s++)
            value = value * 10 + (unsigned)(data[s] - '0');
        if (s == start || (s < len && !is_space(data[s])))
            break;
        out[count++] = value;
        *at = s;
    }
    return count;
}

static bool recognise(const char *data, size_t len, const char *name)
{
    unsigned head[HEAD], ply[PLY];
    size_t at = 0;
    (void)name;
    return read_numbers(data, len, &at, head, HEAD) == HEAD &&
           read_numbers(data, len, &at, ply, PLY) == PLY && ply[1] == 32 && ply[SIDE] == 1 &&
           ply[STEP] == 1 && ply[FROM_X] < 9 && ply[FROM_Y] < 10 && ply[TO_X] < 9 && ply[TO_Y] < 10;
}

static bool read_game(const char *data, size_t len, size_t *at, struct record *rec,
                      struct findings *f)
{
    struct facts x = {.rec = rec, .findings = f};
    struct square_list list = {0};
    unsigned head[HEAD] = {0}, ply[PLY];
    size_t count = 0, next = 0, before;
    if (*at > 0)
        return false;
    facts_begin(&x);
    square_list_start(&list);
    read_numbers(data, len, &next, head, HEAD);
    while (before = skip_spaces(data, len, next),
           read_numbers(data, len, &next, ply, PLY) >= TO_X + 1) {
        square_list_add(&list, ply[FROM_X], 9 - ply[FROM_Y], ply[TO_X], 9 - ply[TO_Y],
                        (uint32_t)before);
        count++;
    }
    if (count != head[1])
        findings_add(f, FINDING_BAD_PLY_COUNT, 0, 0, "the file tells of %u plies, and has %zu",
                     head[1], count);
    square_list_play(&list, &x);
    if (before < len)
        findings_add(f, FINDING_DROPPED_TEXT, (uint32_t)before, rec->ply_count,
                     "%zu bytes behind the last move, which are none", len - before);
    square_list_free(&list);
    facts_end(&x);
    *at = len;
    return true;
}

const struct whole_format whole_che = {.name = "CHE",
                                       .is_text = true,
                                       .is_single = true,
                                       .game = GAME_XIANGQI,
                                       .recognise = recognise,
                                       .read = read_game};
