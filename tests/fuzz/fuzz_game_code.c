/* The code of one game as stored bytes: what the columns hold, three lengths, then the order of the
   tags, the other tags and the moves; the rest are the notes. Tags and notes are packed, as in a
   store; moves are their 16 bits, or (an odd first byte) the code of move_code.h with the number of
   plies in front. What can be read is a legal game, and its own code gives it back. */
#include "store/code/game_code.h"
#include "store/code/move_code.h"
#include "store/code/pack.h"
#include "store/code/tag_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLIES_MAX = 255 };

static struct move_model model;
static struct packer packer;
static struct replay replay;
static struct buffer tag_room, note_room;

struct parts {
    struct column_value values[TAG_COLUMNS];
    const char *order;
    size_t order_len;
    struct bytes tags, notes;
    move moves[PLIES_MAX];
    size_t plies;
};

static void must(bool ok, const char *what)
{
    if (ok)
        return;
    fprintf(stderr, "fuzz_game_code: %s\n", what);
    abort();
}

static bool read_parts(struct record *rec, struct parts *p)
{
    struct error err = {.text = ""};
    bool ok = record_clear(rec, GAME_CHESS) &&
              tag_code_read(rec, p->values, p->order, p->order_len, &p->tags, &err) &&
              game_code_read(rec, p->moves, p->plies, p->notes, &replay, &err);
    must(ok || err.text[0], "refused without a word");
    return ok;
}

/* There are as many places as tags of a name. */
static void find_tags(const struct record *rec, const struct parts *p)
{
    struct record room;
    struct buffer places = {0};
    struct error err;
    record_init(&room);
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct slice name = rec->tags[i].name;
        size_t same = 0;
        for (size_t j = 0; j < rec->tag_count; j++)
            same +=
                rec->tags[j].name.len == name.len &&
                memcmp(record_text(rec, rec->tags[j].name), record_text(rec, name), name.len) == 0;
        buffer_clear(&places);
        must(tag_code_find(rec->game, p->order, p->order_len, record_text(rec, name), name.len,
                           &room, &places, &err),
             "an order that was read cannot be searched");
        must(places.len == same * sizeof(struct tag_place), "tags of a name are not found");
    }
    record_free(&room);
    buffer_free(&places);
}

static bool read_moves(struct parts *p, struct bytes in, bool coded)
{
    if (!coded) {
        for (p->plies = 0; p->plies < PLIES_MAX && bytes_left(&in) > 0; p->plies++)
            p->moves[p->plies] = bytes_u16(&in);
        return true;
    }
    struct position start;
    char room[1024] = "";
    p->plies = bytes_u8(&in);
    size_t len = bytes_left(&in);
    pos_start(&start, GAME_CHESS);
    memcpy(room, in.at, len);
    return moves_decode(&model, &start, room, len, p->moves, p->plies);
}

static void round_trip(const struct record *rec)
{
    struct buffer order = {0}, tags = {0}, moves = {0}, notes = {0};
    struct parts p = {.plies = rec->ply_count};
    struct record again;
    char why[200] = "";
    record_init(&again);
    tag_code_write(rec, p.values, &order, &tags);
    moves_encode(&model, &rec->start, rec->moves, rec->ply_count, &moves);
    size_t len = moves.len;
    buffer_add(&moves, "0123456789abcdef", MOVE_CODE_SLACK);
    must(moves_decode(&model, &rec->start, moves.data, len, p.moves, p.plies),
         "own moves are not decoded");
    must(notes_code_write(rec, &notes), "the notes that were read cannot be written");
    p.order = order.data;
    p.order_len = order.len;
    p.tags = bytes_of(tags.data, tags.len);
    p.notes = bytes_of(notes.data, notes.len);
    must(read_parts(&again, &p), "own code is not read");
    if (!record_equal(rec, &again, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        must(false, "own code is another game");
    }
    record_free(&again);
    buffer_free(&order);
    buffer_free(&tags);
    buffer_free(&moves);
    buffer_free(&notes);
}

/* Any numbers for the columns, and a text. */
static void fill_values(struct parts *p, uint8_t seed)
{
    for (int i = 0; i < TAG_COLUMNS; i++) {
        unsigned n = seed * 2654435761u >> i;
        if (n % 3 == 0)
            p->values[i] =
                (struct column_value){.type = VALUE_TEXT, .text = "Caf\xc3\xa9", .len = 5};
        else if (n % 3 == 1)
            p->values[i] = (struct column_value){.type = VALUE_NUMBER, .number = (int)n >> n % 29};
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    static struct record rec;
    if (!ready) {
        rules_init();
        record_init(&rec);
        move_model_init(&model, GAME_CHESS);
        ready = true;
    }
    struct bytes in = bytes_of(data, size);
    struct parts p = {0};
    struct error err;
    uint8_t seed = bytes_u8(&in);
    fill_values(&p, seed);
    size_t lens[3] = {bytes_u8(&in), bytes_u8(&in), bytes_u8(&in) * 2u};
    p.order_len = lens[0];
    p.order = bytes_take(&in, lens[0]);
    const char *tags = bytes_take(&in, lens[1]), *moves = bytes_take(&in, lens[2]);
    if (in.bad || !unpack(&packer, tags, lens[1], &tag_room, &p.tags, &err) ||
        !unpack(&packer, in.at, bytes_left(&in), &note_room, &p.notes, &err))
        return 0;
    if (read_moves(&p, bytes_of(moves, lens[2]), seed & 1) && read_parts(&rec, &p)) {
        find_tags(&rec, &p);
        round_trip(&rec);
    }
    return 0;
}
