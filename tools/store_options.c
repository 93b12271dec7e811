/* Options of reading that mean nothing where every input is a store: its text is UTF-8, and its
   moves are known. */
#include "tools/cli.h"
#include "store/store.h"

/* The option given that does nothing to stores, or NULL. Where games are searched for, moves in
   conditions are in these letters too. */
static const char *idle_option(const struct cli *cli)
{
    const struct read_options *read = &cli->common.read;
    if (read->encoding)
        return "encoding";
    const bool has_letters = read->letters || read->auto_letters;
    return has_letters && !cli->command->query_options ? "piece-letters" : NULL;
}

bool cli_options_fit(const struct cli *cli, const struct paths *inputs)
{
    const char *option = idle_option(cli);
    for (size_t i = 0; option && i < inputs->count; i++)
        if (!store_is_store(inputs->items[i]))
            option = NULL;
    if (option && inputs->count > 0)
        cli_usage(cli, "--%s is for game files; %s is a store", option, inputs->items[0]);
    return !option || inputs->count == 0;
}
