/* The code of one game as stored bytes: two lengths, then the order of the tags, the other tags and
   the moves, 16 bits each; the rest are the notes. Tags and notes are packed, as in a store. What
   can be read is a legal game, and its own code gives it back. */
#include "store/game_code.h"
#include "store/pack.h"
#include "store/tag_code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct packer packer;
static struct replay replay;
static struct buffer tag_room, note_room;

struct parts {
    struct column_value values[TAG_COLUMNS];
    const char *order;
    size_t order_len;
    const move *moves;
    size_t move_count;
    struct bytes tags, notes;
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
              game_code_read(rec, p->moves, p->move_count, p->notes, &replay, &err);
    must(ok || err.text[0], "refused without a word");
    return ok;
}

static void round_trip(const struct record *rec)
{
    struct buffer order = {0}, tags = {0}, notes = {0};
    struct parts p = {0};
    struct record again;
    char why[200] = "";
    record_init(&again);
    tag_code_write(rec, p.values, &order, &tags);
    must(notes_code_write(rec, &notes), "the notes that were read cannot be written");
    p.order = order.data;
    p.order_len = order.len;
    p.tags = bytes_of(tags.data, tags.len);
    p.moves = rec->moves;
    p.move_count = rec->ply_count;
    p.notes = bytes_of(notes.data, notes.len);
    must(read_parts(&again, &p), "own code is not read");
    if (!record_equal(rec, &again, why, sizeof why)) {
        fprintf(stderr, "%s\n", why);
        must(false, "own code is another game");
    }
    record_free(&again);
    buffer_free(&order);
    buffer_free(&tags);
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
        ready = true;
    }
    struct bytes in = bytes_of(data, size);
    struct parts p = {0};
    struct error err;
    fill_values(&p, bytes_u8(&in));
    size_t lens[3] = {bytes_u8(&in), bytes_u8(&in), bytes_u8(&in) * 2u};
    p.order_len = lens[0];
    p.order = bytes_take(&in, lens[0]);
    const char *tags = bytes_take(&in, lens[1]);
    struct bytes line = bytes_of(bytes_take(&in, lens[2]), in.bad ? 0 : lens[2]);
    move moves[UINT8_MAX];
    if (in.bad || !unpack(&packer, tags, lens[1], &tag_room, &p.tags, &err) ||
        !unpack(&packer, in.at, bytes_left(&in), &note_room, &p.notes, &err))
        return 0;
    p.moves = moves;
    while (bytes_left(&line) > 0)
        moves[p.move_count++] = bytes_u16(&line);
    if (read_parts(&rec, &p))
        round_trip(&rec);
    return 0;
}
