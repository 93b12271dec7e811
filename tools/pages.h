/* Manual pages that belong to no command: `qipu help formats` shows qipu-formats(7). */
#ifndef QIPU_TOOLS_PAGES_H
#define QIPU_TOOLS_PAGES_H

#include <stdbool.h>
#include <stddef.h>

/* The topics by number, NULL behind the last. */
const char *page_topic(size_t number);
/* Whether there is a page about TOPIC. */
bool page_is_there(const char *topic);
/* Show it by man(1). Returns the exit status, after a message if that fails. */
int page_show(const char *topic);

#endif
