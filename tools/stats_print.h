/* How `qipu stats` prints what it has counted. */
#ifndef QIPU_TOOLS_STATS_PRINT_H
#define QIPU_TOOLS_STATS_PRINT_H

#include "tools/cli.h"
#include "report/report.h"
#include "report/ways.h"

struct stats_print {
    struct output *out;
    uint64_t limit; /* of rows */
    enum game game;
    bool json;
    const struct ways *ways; /* for a column of transpositions, or NULL */
    bool is_of_player; /* results are those of a player, not of White and Black */
};

/* Print the tree T, which stands at AT, with its total. Returns how many games there are in it, and
   prints nothing for none. */
uint64_t stats_print_tree(const struct stats_print *p, struct tree *t, const struct position *at);

/* Print the table T by KEY. Returns how many rows it has. */
uint64_t stats_print_table(const struct stats_print *p, struct table *t, enum table_key key);

#endif
