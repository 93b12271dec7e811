/* The tags known by name. A reader asks for every tag of every game, so a name is told by its
   length and first letter before any comparison of the rest. */
#include "record/record.h"

#include <string.h>

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

const char *tag_name(enum tag_id id)
{
    return names[id];
}

enum tag_id tag_find(const char *name, size_t len)
{
    if (len > LONGEST)
        return TAG_OTHER;
    for (const uint8_t *id = by_length[len]; *id != TAG_OTHER; id++)
        if (names[*id][0] == name[0] && memcmp(names[*id], name, len) == 0)
            return (enum tag_id) * id;
    return TAG_OTHER;
}
