/* The table of openings as a hash table by the keys of their last positions. */
#include "notation/openings.h"
#include "notation/notation.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES = 1 << 13, PLIES_MAX = 60 /* no line of the table is longer */ };

static struct opening *places; /* a key 0 is a free place */

static struct opening *place_of(key64 key)
{
    size_t i = (size_t)key & (PLACES - 1);
    while (places[i].key != 0 && places[i].key != key)
        i = (i + 1) & (PLACES - 1);
    return &places[i];
}

/* The position after "1. e4 e5 2. Nf3". */
static void play_line(const char *moves, struct position *pos)
{
    pos_start(pos, GAME_CHESS);
    while (*moves) {
        const size_t len = strcspn(moves, " ");
        struct san_move sm;
        const bool is_number = moves[len - 1] == '.';
        if (!is_number && san_parse(pos, moves, len, &piece_letter_table[0], &sm) == SAN_OK)
            pos_play(pos, sm.move);
        moves += len + (moves[len] == ' ');
    }
}

static void add_line(const char *line)
{
    const char *name = strchr(line, '\t') + 1, *moves = strchr(name, '\t') + 1;
    struct position pos;
    play_line(moves, &pos);
    *place_of(pos.key) = (struct opening){.key = pos.key,
                                          .eco = line,
                                          .name = name,
                                          .eco_len = (size_t)(name - line) - 1,
                                          .name_len = (size_t)(moves - name) - 1};
}

bool openings_load(struct error *err)
{
    if (places)
        return true;
    places = calloc(PLACES, sizeof *places);
    if (!places)
        return error_no_memory(err);
    for (size_t i = 0; opening_lines[i]; i++)
        add_line(opening_lines[i]);
    return true;
}

void openings_unload(void)
{
    free(places);
    places = NULL;
}

const struct opening *opening_of_position(key64 key)
{
    const struct opening *place = places ? place_of(key) : NULL;
    return place && place->key ? place : NULL;
}

const struct opening *opening_of_line(const key64 *keys, size_t count)
{
    const struct opening *found = NULL;
    for (size_t i = count < PLIES_MAX ? count : PLIES_MAX; i-- > 0 && !found;)
        found = opening_of_position(keys[i]);
    return found;
}
