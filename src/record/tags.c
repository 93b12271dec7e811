/* The tags known by name. A reader asks for every tag of every game, so a name is told by its
   length and first letter before any comparison of the rest. In xiangqi, Red has White's part and
   programs differ in how they spell, so there a name is compared in lower case, and more than one
   may mean the same tag. */
#include "base/ascii.h"
#include "record/record.h"

#include <string.h>
#include <strings.h>

static const char *const names[TAG_KNOWN] = {
    [TAG_EVENT] = "Event",
    [TAG_SITE] = "Site",
    [TAG_DATE] = "Date",
    [TAG_ROUND] = "Round",
    [TAG_WHITE] = "White",
    [TAG_BLACK] = "Black",
    [TAG_RESULT] = "Result",
    [TAG_WHITE_ELO] = "WhiteElo",
    [TAG_BLACK_ELO] = "BlackElo",
    [TAG_ECO] = "ECO",
    [TAG_TIME_CONTROL] = "TimeControl",
    [TAG_TERMINATION] = "Termination",
    [TAG_VARIANT] = "Variant",
    [TAG_SETUP] = "SetUp",
    [TAG_FEN] = "FEN",
    [TAG_PLY_COUNT] = "PlyCount",
    [TAG_EVENT_DATE] = "EventDate",
    [TAG_UTC_DATE] = "UTCDate",
};

/* The known tags of each length, each row ended by TAG_OTHER. */
enum { LONGEST = 11 };
static const uint8_t by_length[LONGEST + 1][6] = {
    {TAG_OTHER},
    {TAG_OTHER},
    {TAG_OTHER},
    {TAG_ECO, TAG_FEN, TAG_OTHER},
    {TAG_SITE, TAG_DATE, TAG_OTHER},
    {TAG_EVENT, TAG_ROUND, TAG_WHITE, TAG_BLACK, TAG_SETUP, TAG_OTHER},
    {TAG_RESULT, TAG_OTHER},
    {TAG_VARIANT, TAG_UTC_DATE, TAG_OTHER},
    {TAG_WHITE_ELO, TAG_BLACK_ELO, TAG_PLY_COUNT, TAG_OTHER},
    {TAG_EVENT_DATE, TAG_OTHER},
    {TAG_OTHER},
    {TAG_TIME_CONTROL, TAG_TERMINATION, TAG_OTHER},
};

/* Names of xiangqi that differ from those of chess; the first of a tag is the one to write. */
static const struct {
    enum tag_id id;
    const char *name;
} xiangqi_names[] = {
    {TAG_WHITE, "Red"},
    {TAG_WHITE_ELO, "RedElo"},
    {TAG_ECO, "ECCO"},
};
enum { XIANGQI_NAMES = sizeof xiangqi_names / sizeof *xiangqi_names };

const char *tag_name(enum game game, enum tag_id id)
{
    for (size_t i = 0; game == GAME_XIANGQI && i < XIANGQI_NAMES; i++)
        if (xiangqi_names[i].id == id)
            return xiangqi_names[i].name;
    return names[id];
}

bool tag_name_is_valid(const char *name)
{
    const char *s = name;
    while (is_letter(*s) || is_digit(*s) || *s == '_')
        s++;
    return s > name && *s == '\0';
}

static bool is_name(const char *name, size_t len, const char *known)
{
    return strlen(known) == len && strncasecmp(name, known, len) == 0;
}

static enum tag_id find_in_xiangqi(const char *name, size_t len)
{
    for (size_t i = 0; i < XIANGQI_NAMES; i++)
        if (is_name(name, len, xiangqi_names[i].name))
            return xiangqi_names[i].id;
    for (int id = 0; id < TAG_KNOWN; id++)
        if (is_name(name, len, names[id]))
            return (enum tag_id)id;
    return TAG_OTHER;
}

enum tag_id tag_find(enum game game, const char *name, size_t len)
{
    if (game == GAME_XIANGQI)
        return find_in_xiangqi(name, len);
    if (len > LONGEST)
        return TAG_OTHER;
    for (const uint8_t *id = by_length[len]; *id != TAG_OTHER; id++)
        if (names[*id][0] == name[0] && memcmp(names[*id], name, len) == 0)
            return (enum tag_id) * id;
    return TAG_OTHER;
}

enum tag_id tag_find_misspelt(enum game game, const char *name, size_t len)
{
    for (int id = 0; id < TAG_KNOWN && tag_find(game, name, len) == TAG_OTHER; id++)
        if (is_name(name, len, names[id]))
            return (enum tag_id)id;
    return TAG_OTHER;
}
