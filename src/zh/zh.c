/* The list of the tables. */
#include "zh/zh.h"

#include <stddef.h>

const struct lang_pair *const zh_catalogue[] = {
    zh_findings, zh_moves,  zh_positions, zh_formats,  zh_files,   zh_system, zh_query,
    zh_store,    zh_faults, zh_help,      zh_messages, zh_reports, zh_names,  NULL,
};
