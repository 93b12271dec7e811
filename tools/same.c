/* What makes two games the same. A 64-bit key of a position would do for a search whose hits are
   looked at, but not to leave games out unseen: here the whole position goes into the digest. */
#include "tools/same.h"
#include "tools/cli.h"

#include <stdlib.h>
#include <string.h>

bool same_read(struct same *s, const char *by)
{
    static const char *const words[] = {
        [SAME_TEXT] = "text", [SAME_MOVES] = "moves", [SAME_END] = "end", [SAME_START] = "start"};
    enum { WORDS = sizeof words / sizeof *words, PLIES_MAX = 1000000 };
    *s = (struct same){.by = SAME_TEXT};
    for (int i = 0; by && i < WORDS; i++)
        if (strcmp(by, words[i]) == 0) {
            s->by = (enum same_by)i;
            return true;
        }
    if (!by)
        return true;
    char *end;
    const unsigned long plies = *by >= '1' && *by <= '9' ? strtoul(by, &end, 10) : 0;
    if (plies == 0 || *end != '\0' || plies > PLIES_MAX) {
        cli_message("--unique: '%s' is neither text, moves, end, start nor a number of plies", by);
        return false;
    }
    *s = (struct same){.by = SAME_AFTER, .plies = (size_t)plies};
    return true;
}

/* What FIDE 9.2 asks of the same position, as bytes. */
struct position_bytes {
    unsigned char data[SQUARES_MAX + 8 + sizeof(struct digest)];
    size_t len;
};

static void add_byte(struct position_bytes *b, unsigned value)
{
    b->data[b->len++] = (unsigned char)value;
}

static void add_position(struct position_bytes *b, const struct position *pos)
{
    const size_t squares = board_sizes[pos->game].squares;
    add_byte(b, pos->game);
    add_byte(b, pos->turn);
    for (int i = 0; i < 4 && pos->game == GAME_CHESS; i++)
        add_byte(b, pos->castling[i / 2][i % 2]);
    if (pos->game == GAME_CHESS)
        add_byte(b, pos->ep);
    memcpy(b->data + b->len, pos->board, squares);
    b->len += squares;
}

static struct digest digest_of_game(const struct record *rec)
{
    struct position_bytes b = {.len = 0};
    const struct digest moves = digest_of(rec->moves, rec->ply_count * sizeof *rec->moves);
    add_position(&b, &rec->start);
    memcpy(b.data + b.len, &moves, sizeof moves);
    return digest_of(b.data, b.len + sizeof moves);
}

static struct digest digest_of_position(const struct position *pos)
{
    struct position_bytes b = {.len = 0};
    add_position(&b, pos);
    return digest_of(b.data, b.len);
}

static struct digest digest_after(const struct record *rec, size_t plies)
{
    if (plies >= rec->ply_count)
        return digest_of_position(&rec->end);
    struct position pos = rec->start;
    for (size_t i = 0; i < plies; i++)
        pos_play(&pos, rec->moves[i]);
    return digest_of_position(&pos);
}

struct digest same_digest(const struct same *s, const struct record *rec, const char *text,
                          size_t len)
{
    if (rec->variant != VARIANT_UNSUPPORTED) {
        switch (s->by) {
        case SAME_TEXT: break;
        case SAME_MOVES: return digest_of_game(rec);
        case SAME_END: return digest_of_position(&rec->end);
        case SAME_START: return digest_of_position(&rec->start);
        case SAME_AFTER: return digest_after(rec, s->plies);
        }
    }
    return digest_of(text, len);
}
