/* Applying edits in their order: the board is turned before it is cut, and tags are chosen before
   others are added, so that these stay. */
#include "tools/convert/edit.h"
#include "tools/cli.h"
#include "notation/openings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    unsigned bit;
} additions[] = {
    {"plycount", ADD_PLY_COUNT},
    {"fen", ADD_FEN},
    {"key", ADD_KEY},
    {"eco", ADD_ECO},
    {"opening", ADD_OPENING},
    {"totalplycount", ADD_TOTAL_PLY_COUNT},
    {"source", ADD_SOURCE},
    {"id", ADD_ID},
};
enum { ADDITIONS = sizeof additions / sizeof additions[0] };

bool edits_set_adds(struct edits *e, const struct words *adds)
{
    for (size_t i = 0; i < adds->count; i++) {
        unsigned bit = 0;
        for (int a = 0; a < ADDITIONS; a++)
            if (strcmp(adds->items[i], additions[a].name) == 0)
                bit = additions[a].bit;
        if (bit == 0) {
            cli_message("--add: no '%s'; there is plycount, totalplycount, fen, key, eco, opening, "
                        "source and id",
                        adds->items[i]);
            return false;
        }
        e->adds |= bit;
    }
    struct error err;
    if (!(e->adds & (ADD_ECO | ADD_OPENING)) || openings_load(&err))
        return true;
    cli_error(&err);
    return false;
}

/* Whether a tag that has that name says what the moves mean. */
static bool is_of_moves(const char *name)
{
    static const enum tag_id fixed[] = {TAG_FEN, TAG_SETUP, TAG_VARIANT};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (tag_find(GAME_XIANGQI, name, strlen(name)) == fixed[i])
            return true;
    return strcasecmp(name, "Game") == 0;
}

static bool check_rename(const char *old, const char *new)
{
    const char *wrong = is_of_moves(old) ? old : is_of_moves(new) ? new : NULL;
    if (wrong)
        cli_message("--rename-tag: '%s' %s", wrong, lang_text(LANG("follows from the moves")));
    else if (!tag_name_is_valid(new))
        cli_message("--rename-tag: '%s' %s", new, lang_text(LANG("is not the name of a tag")));
    else
        return true;
    return false;
}

bool edits_set_renames(struct edits *e, const char *list)
{
    if (!words_read(&e->renames, "rename-tag", list))
        return false;
    for (size_t i = 0; i < e->renames.count; i++) {
        char *equals = strchr(e->renames.items[i], '=');
        if (!equals || equals == e->renames.items[i] || equals[1] == '\0') {
            cli_message("--rename-tag: '%s' is not OLD=NEW", e->renames.items[i]);
            return false;
        }
        *equals = '\0';
        e->new_names[i] = equals + 1;
        if (!check_rename(e->renames.items[i], e->new_names[i]))
            return false;
    }
    return true;
}

void edits_free(struct edits *e)
{
    words_free(&e->keep);
    words_free(&e->drop);
    words_free(&e->order);
    words_free(&e->renames);
    aliases_free(e->players);
    player_tags_free(e->player_tags);
    openings_unload();
}

/* The ply that PLY means in REC; LEAST if it lies before the first. */
static size_t ply_of(const struct record *rec, int64_t ply, int64_t least)
{
    if (ply < 0)
        ply += (int64_t)rec->ply_count + 1;
    return (size_t)(ply < least ? least : ply);
}

bool edits_apply(const struct edits *e, struct record *rec)
{
    if (e->players && !aliases_rename_players(e->players, rec))
        return false;
    if (e->player_tags && !player_tags_add(e->player_tags, rec))
        return false;
    if (e->mirror && !record_mirror(rec))
        return false;
    if (e->flip && !record_flip(rec))
        return false;
    if (e->from_comment && !record_cut_behind(rec, e->from_comment))
        return false;
    if (e->ply_to != 0 && !record_cut(rec, ply_of(rec, e->ply_from, 1), ply_of(rec, e->ply_to, 0)))
        return false;
    if (e->parts && !record_drop_parts(rec, e->parts))
        return false;
    bool found;
    for (size_t i = 0; i < e->renames.count; i++)
        if (!record_rename_tag(rec, e->renames.items[i], e->new_names[i], &found))
            return false;
    return true;
}

bool edits_choose_tags(const struct edits *e, struct record *rec)
{
    static const char *const none[] = {NULL};
    if (!rec->has_terminator && rec->known[TAG_RESULT] >= 0) { /* it outlives the tag */
        rec->terminator = record_result(rec);
        rec->has_terminator = true;
    }
    if (e->drop.count > 0)
        record_drop_tags(rec, e->drop.items);
    if (e->keep.count > 0 && !record_keep_tags(rec, e->keep.items))
        return false;
    if (e->no_tags && !record_keep_tags(rec, none))
        return false;
    return !e->seven || record_fill_roster(rec);
}

/* A number that games with the same start and the same moves share. */
static uint64_t moves_key(const struct record *rec)
{
    struct hash h;
    hash_start(&h, rec->start.key);
    hash_add(&h, rec->moves, rec->ply_count * sizeof *rec->moves);
    return hash_value(&h);
}

static bool set_slice(struct record *rec, const char *tag, const char *text, size_t len)
{
    enum { LONGEST = 200 };
    char value[LONGEST + 1];
    if (len > LONGEST)
        len = LONGEST;
    memcpy(value, text, len);
    value[len] = '\0';
    return record_set_tag(rec, tag, value);
}

/* A game that no opening is known of keeps the tags it has. */
static bool add_opening(unsigned adds, struct record *rec)
{
    const struct opening *o =
        rec->game == GAME_CHESS ? opening_of_line(rec->keys, rec->ply_count + 1) : NULL;
    if (o && adds & ADD_ECO && !set_slice(rec, "ECO", o->eco, o->eco_len))
        return false;
    return !o || !(adds & ADD_OPENING) || set_slice(rec, "Opening", o->name, o->name_len);
}

static size_t count_moves(const struct record *rec)
{
    size_t n = 0;
    for (size_t i = 0; i < rec->node_count; i++)
        n += rec->nodes[i].kind == NODE_MOVE;
    return n;
}

bool edits_add(const struct edits *e, struct record *rec)
{
    char text[FEN_MAX];
    if (e->adds & ADD_TOTAL_PLY_COUNT) {
        snprintf(text, sizeof text, "%zu", count_moves(rec));
        if (!record_set_tag(rec, "TotalPlyCount", text))
            return false;
    }
    if (e->adds & ADD_PLY_COUNT) {
        snprintf(text, sizeof text, "%zu", rec->ply_count);
        if (!record_set_tag(rec, tag_name(rec->game, TAG_PLY_COUNT), text))
            return false;
    }
    if (e->adds & ADD_FEN) {
        fen_format(&rec->end, false, text);
        if (!record_set_tag(rec, "EndFEN", text))
            return false;
    }
    if (e->adds & ADD_KEY) {
        snprintf(text, sizeof text, "%016" PRIx64, moves_key(rec));
        if (!record_set_tag(rec, "HashCode", text))
            return false;
    }
    if (e->adds & (ADD_ECO | ADD_OPENING) && !add_opening(e->adds, rec))
        return false;
    if (e->order.count > 0)
        record_order_tags(rec, e->order.items);
    return true;
}
