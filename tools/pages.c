#include "tools/pages.h"
#include "tools/cli.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct page {
    const char *topic, *section;
} pages[] = {
    {"formats", "7"},
    {"from-pgn-extract", "7"},
    {"query", "7"},
    {"store", "5"},
};

static const struct page *find_page(const char *topic)
{
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (strcmp(pages[i].topic, topic) == 0)
            return &pages[i];
    return NULL;
}

const char *page_topic(size_t number)
{
    return number < sizeof pages / sizeof *pages ? pages[number].topic : NULL;
}

bool page_is_there(const char *topic)
{
    return find_page(topic) != NULL;
}

int page_show(const char *topic)
{
    const struct page *page = find_page(topic);
    char name[64];
    int status = -1;
    snprintf(name, sizeof name, "qipu-%s", topic);
    const pid_t man = fork();
    if (man == 0) {
        execlp("man", "man", page->section, name, (char *)NULL);
        _exit(STATUS_FAILED);
    }
    if (man > 0 && waitpid(man, &status, 0) == man && status == 0)
        return STATUS_OK;
    cli_message("man(1) cannot show %s(%s); its text is man/%s.%s of the source", name,
                page->section, name, page->section);
    return STATUS_FAILED;
}
