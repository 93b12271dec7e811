/* pgn-extract's options, and what does the same here; qipu-from-pgn-extract(7) says more. Those that
   are spelt alike in both have no row. */
#include "tools/habits.h"

#include <string.h>
#include <strings.h>

static const struct habit {
    const char *name; /* or NULL */
    char letter;      /* or 0 */
    const char *here;
} habits[] = {
    {"seven", '7', "convert --seven"},
    {NULL, '#', "convert --split N -o 'NAME-{}.pgn'"},
    {"append", 'a', "convert FILE >> OUTPUT"},
    {NULL, 'A', "convert $(cat ARGUMENTS) FILE"},
    {NULL, 'b', "search --ply-count A..B"},
    {"checkfile", 'c', "convert --unique=moves --known FILE"},
    {"nocomments", 'C', "convert --no-comments"},
    {NULL, 'd', "convert --unique=moves --duplicates FILE"},
    {"noduplicates", 'D', "convert --unique=moves"},
    {NULL, 'e', "convert --add eco,opening"},
    {NULL, 'E', "convert --split eco -o 'NAME-{}.pgn'"},
    {NULL, 'f', "convert --files-from FILE"},
    {NULL, 'F', "convert --add fen"},
    {NULL, 'H', "search --key HEX"},
    {NULL, 'l', "convert FILE 2> LOG"},
    {NULL, 'L', "convert FILE 2>> LOG"},
    {"checkmate", 'M', "search --mate"},
    {"minmoves", 0, "search --ply-count A..B"},
    {"maxmoves", 0, "search --ply-count A..B"},
    {"minply", 0, "search --ply-count A..B"},
    {"maxply", 0, "search --ply-count A..B"},
    {"suppressmatched", 'n', "search --invert"},
    {"nonags", 'N', "convert --no-nags"},
    {NULL, 'p', "search --ply-count A..B"},
    {NULL, 'P', "search --moves LINE"},
    {NULL, 'R', "convert --tag-order LIST"},
    {NULL, 's', "convert --quiet"},
    {NULL, 'S', "search --player '~NAME'"},
    {NULL, 't', "search --tag 'NAME=VALUE'"},
    {NULL, 'T', "search --player NAME"},
    {"nounique", 'U', "convert --unique=moves --duplicates - -o /dev/null"},
    {"novars", 'V', "convert --no-variations"},
    {NULL, 'W', "convert --notation NAME"},
    {NULL, 'x', "search --after LINE"},
    {"materialy", 'y', "search --material TERMS --lasting 3"},
    {"materialz", 'z', "search --material TERMS --lasting 3 --flip"},
    {NULL, 'Z', "convert --unique=moves"},
    {"50", 0, "search --has fifty-moves"},
    {"fifty", 0, "search --has fifty-moves"},
    {"75", 0, "search --has seventy-five-moves"},
    {"seventyfive", 0, "search --has seventy-five-moves"},
    {"addelotags", 0, "convert --player-tags FILE"},
    {"addfideidtags", 0, "convert --player-tags FILE"},
    {"addfencastling", 0, "validate --fix --only fen-detail"},
    {"addhashcode", 0, "convert --add key"},
    {"addlabeltag", 0, "search --mark TEXT"},
    {"addmatchtag", 0, "search --mark TEXT"},
    {"allownullmoves", 0, "convert"},
    {"btm", 0, "search --fen 'BOARD b'"},
    {"wtm", 0, "search --fen 'BOARD w'"},
    {"commented", 0, "search --has comments"},
    {"commentlines", 0, "convert --comment-lines"},
    {"deletesamesetup", 0, "convert --unique=start"},
    {"detag", 0, "convert --drop-tag LIST"},
    {"dropbefore", 0, "convert --from-comment TEXT"},
    {"dropply", 0, "convert --ply N.."},
    {"fencomments", 0, "convert --fens"},
    {"fenpattern", 0, "search --pattern PATTERN"},
    {"fenpatterni", 0, "search --pattern PATTERN --flip"},
    {"firstgame", 0, "convert --range N.."},
    {"gamelimit", 0, "convert --range ..N"},
    {"fixresulttags", 0,
     "validate --fix=all --only result-conflict,result-board,result-unknown,bad-result-tag"},
    {"fixtagstrings", 0, "convert"},
    {"fuzzydepth", 0, "convert --unique=N"},
    {"hashcomments", 0, "convert --keys"},
    {"higherratedwinner", 0, "search --winner higher"},
    {"lowerratedwinner", 0, "search --winner lower"},
    {"insufficient", 0, "search --has dead-position"},
    {"keepbroken", 0, "convert --on-error=prefix"},
    {"linelength", 0, "convert --line-width N"},
    {"linenumbers", 0, "convert --add source"},
    {"markmatches", 0, "search --mark TEXT"},
    {"matchplylimit", 0, "search --ply ..N"},
    {"startply", 0, "search --ply N.."},
    {"nestedcomments", 0, "convert"},
    {"nobadresults", 0, "search --lacks result-conflict"},
    {"nochecks", 0, "convert --no-checks"},
    {"nofauxep", 0, "convert"},
    {"nomovenumbers", 0, "convert --no-move-numbers"},
    {"noresults", 0, "convert --no-results"},
    {"notags", 0, "convert --no-tags"},
    {"nosetuptags", 0, "search --tag FEN --invert"},
    {"onlysetuptags", 0, "search --tag FEN"},
    {"odds", 0, "search --has odds"},
    {"piececount", 0, "search --men N"},
    {"plycount", 0, "convert --add plycount"},
    {"totalplycount", 0, "convert --add totalplycount"},
    {"plylimit", 0, "convert --ply ..N"},
    {"quiescent", 0, "search --lasting N"},
    {"repetition5", 0, "search --has fivefold"},
    {"selectonly", 0, "convert --range LIST"},
    {"skipmatching", 0, "convert --range LIST"},
    {"splitvariants", 0, "convert --split-variations"},
    {"stopafter", 0, "search --limit N"},
    {"tagsubstr", 0, "search --tag 'NAME~TEXT'"},
    {"underpromotion", 0, "search --has underpromotion"},
    {"vanywhere", 0, "search --moves '... LINE'"},
    {"xroster", 0, "convert --tags LIST"},
};

/* The commands that do what pgn-extract does. */
static bool is_like_it(const struct command *command)
{
    return strcmp(command->name, "convert") == 0 || strcmp(command->name, "search") == 0 ||
           strcmp(command->name, "validate") == 0;
}

const char *habit_of(const struct command *command, const char *name, char letter)
{
    if (!is_like_it(command))
        return NULL;
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++) {
        const struct habit *h = &habits[i];
        if (name ? h->name && strcasecmp(h->name, name) == 0 : letter != 0 && h->letter == letter)
            return h->here;
    }
    return NULL;
}
