/* See alike.h. The danger is in short games: two players may well repeat a drawn line years later,
   or two programs the same moves in the next round. The shorter the game, the more must agree. */
#include "store/same/alike.h"

#include <stdlib.h>

/* Plies that a game needs, if something else differs. */
enum {
    PLIES_ROUND = 30,                    /* another round */
    PLIES_DATE = 30,                     /* another day of the year */
    PLIES_YEAR = 50,                     /* another year */
    PLIES_COLOURS = 40,                  /* colours the other way round */
    PLIES_SPELLED = ALIKE_SPELLED_PLIES, /* a name of another spelling, or unknown */
    PLIES_FAMILY = 50,                   /* given names, to which no date must be in the way */
    PLIES_MOVES = 40,                    /* other moves */
    PLIES_FINAL = 20,
    MOVES_MOST = 2 /* that may differ */
};

/* --- Reading ---------------------------------------------------------------------------------- */

static uint64_t hash_name(const char *name)
{
    struct hash h;
    if (name[0] == '\0' || strcmp(name, "?") == 0)
        return 0;
    hash_start(&h, 0);
    hash_add(&h, name, strlen(name));
    return hash_value(&h);
}

bool alike_read(struct store *s, game_id id, struct alike_game *g, struct error *err)
{
    struct game_header h;
    if (!store_moves(s, id, &g->moves, err) || !store_read_header(s, id, &h, err))
        return false;
    g->id = id;
    g->white_known = person_read(&g->white, h.white, strlen(h.white));
    g->black_known = person_read(&g->black, h.black, strlen(h.black));
    g->date = h.date;
    g->result = h.result;
    g->white_elo = h.white_elo;
    g->black_elo = h.black_elo;
    g->event = hash_name(h.event);
    g->site = hash_name(h.site);
    g->round[0] = '\0';
    if (strcmp(h.round, "-") != 0)
        strncat(g->round, h.round, sizeof g->round - 1);
    g->is_measured = false;
    struct position pos = g->moves.start;
    for (size_t i = 0; i < g->moves.ply_count; i++)
        pos_play(&pos, g->moves.moves[i]);
    g->final = pos.key;
    return true;
}

void alike_free(struct alike_game *g)
{
    game_moves_free(&g->moves);
}

/* --- What differs ----------------------------------------------------------------------------- */

/* Unknown names are like any other, but not surely. */
static enum likeness compare(const struct person *a, bool a_known, const struct person *b,
                             bool b_known)
{
    if (a_known && b_known)
        return person_compare(a, b);
    return a_known || b_known ? LIKE_SPELLING : LIKE_WRITING;
}

static enum likeness worse(enum likeness a, enum likeness b)
{
    return a > b ? a : b;
}

static bool has_players(const struct alike_game *g)
{
    return g->white_known || g->black_known;
}

static bool find_players(const struct alike_game *a, const struct alike_game *b,
                         struct duplicate *found)
{
    if (!has_players(a) || !has_players(b))
        return false;
    enum likeness l = worse(compare(&a->white, a->white_known, &b->white, b->white_known),
                            compare(&a->black, a->black_known, &b->black, b->black_known));
    if (l == LIKE_NOT) {
        l = worse(compare(&a->white, a->white_known, &b->black, b->black_known),
                  compare(&a->black, a->black_known, &b->white, b->white_known));
        found->differs |= DIFFERS_COLOURS;
    }
    found->likeness = (uint8_t)l;
    return l != LIKE_NOT;
}

static bool both_known_differ(uint32_t a, uint32_t b)
{
    return a && b && a != b;
}

/* The fifth of March may be written as the third of May. */
static bool dates_conflict(uint32_t a, uint32_t b)
{
    const bool swapped =
        a / 10000 == b / 10000 && a / 100 % 100 == b % 100 && b / 100 % 100 == a % 100;
    return !swapped &&
           (both_known_differ(a / 10000, b / 10000) ||
            both_known_differ(a / 100 % 100, b / 100 % 100) || both_known_differ(a % 100, b % 100));
}

/* "4" and "4.2", the second board of it, do not. */
static bool rounds_conflict(const struct alike_game *a, const struct alike_game *b)
{
    size_t same = 0;
    while (a->round[same] && a->round[same] == b->round[same])
        same++;
    const char x = a->round[same], y = b->round[same];
    return a->round[0] && b->round[0] && x != y && !(same > 0 && (x ? x : y) == '.' && !(x && y));
}

static void find_differences(const struct alike_game *a, const struct alike_game *b,
                             struct duplicate *found)
{
    if (a->date != b->date)
        found->differs |= DIFFERS_DATE;
    if (strcmp(a->round, b->round) != 0)
        found->differs |= DIFFERS_ROUND;
    if (a->result != b->result)
        found->differs |= DIFFERS_RESULT;
    if (a->white_elo != b->white_elo || a->black_elo != b->black_elo)
        found->differs |= DIFFERS_RATINGS;
    if (a->event != b->event)
        found->differs |= DIFFERS_EVENT;
    if (a->site != b->site)
        found->differs |= DIFFERS_SITE;
}

/* --- The rules -------------------------------------------------------------------------------- */

/* How long a game must be for what differs besides its moves. */
static size_t plies_needed(const struct alike_game *a, const struct alike_game *b,
                           const struct duplicate *found)
{
    size_t need = ALIKE_PLIES;
    const struct {
        bool differs;
        size_t plies;
    } rows[] = {
        {rounds_conflict(a, b), PLIES_ROUND},
        {dates_conflict(a->date, b->date), PLIES_DATE},
        {both_known_differ(a->date / 10000, b->date / 10000), PLIES_YEAR},
        {(found->differs & DIFFERS_COLOURS) != 0, PLIES_COLOURS},
        {found->likeness == LIKE_SPELLING, PLIES_SPELLED},
        {found->likeness == LIKE_FAMILY, PLIES_FAMILY},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].differs && rows[i].plies > need)
            need = rows[i].plies;
    return need;
}

/* Whether the moves are the same but for a few; FOUND->moves is how many. */
static bool compare_moves(const struct game_moves *a, const struct game_moves *b,
                          struct duplicate *found)
{
    size_t differ = 0;
    if (a->start.key != b->start.key || a->ply_count != b->ply_count)
        return false;
    for (size_t i = 0; i < a->ply_count && differ <= MOVES_MOST; i++)
        differ += a->moves[i] != b->moves[i];
    found->moves = (uint8_t)differ;
    return differ <= MOVES_MOST;
}

bool alike_compare(const struct alike_game *a, const struct alike_game *b, struct duplicate *found)
{
    *found = (struct duplicate){.kind = DUPLICATE_NEAR};
    if (!find_players(a, b, found))
        return false;
    find_differences(a, b, found);
    const size_t need = plies_needed(a, b, found);
    const size_t plies =
        a->moves.ply_count < b->moves.ply_count ? a->moves.ply_count : b->moves.ply_count;
    if (plies < need || (found->likeness == LIKE_FAMILY && dates_conflict(a->date, b->date)))
        return false;
    if (compare_moves(&a->moves, &b->moves, found)) {
        const bool others_agree = need <= PLIES_SPELLED && a->result == b->result &&
                                  !rounds_conflict(a, b) && !dates_conflict(a->date, b->date);
        return found->moves == 0 || (plies >= PLIES_MOVES && others_agree);
    }
    found->kind = DUPLICATE_FINAL;
    found->moves = 0;
    return plies >= PLIES_FINAL && a->final == b->final && found->likeness != LIKE_FAMILY;
}

bool alike_contains(const struct alike_game *whole, const struct alike_game *part,
                    struct duplicate *found)
{
    *found = (struct duplicate){.kind = DUPLICATE_CONTAINED};
    if (!part->white_known || !part->black_known || !find_players(part, whole, found))
        return false;
    find_differences(part, whole, found);
    return part->moves.ply_count >= plies_needed(part, whole, found) &&
           !(found->likeness == LIKE_FAMILY && dates_conflict(part->date, whole->date));
}
