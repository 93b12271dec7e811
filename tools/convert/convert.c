/* qipu convert: games from files and stores, one after the other, in another form. What each form
   loses stands in qipu-formats(7). */
#include "tools/convert/convert.h"

#include <stdlib.h>

enum { LINE_WIDTH = 80, BOOK_GAMES = 3 };

static int convert_files(struct convert *c)
{
    if (!cli_files(&c->cli, 0, true) ||
        (c->form->is_single && !game_files_start(&c->files, &c->cli, c->form->suffix)) ||
        (!c->files.folder && !c->sink.is_split && !(c->out = cli_output(&c->cli))))
        return STATUS_FAILED;
    if (!sink_start(c))
        return c->out ? cli_output_close(c->out, STATUS_FAILED) : STATUS_FAILED;
    struct error err;
    if (c->form->is_book && !(c->book = book_open(&c->book_options, &err))) {
        cli_error(&err);
        c->status = STATUS_FAILED;
    } else {
        convert_run(c);
    }
    c->status = c->out ? cli_output_close(c->out, c->status) : c->status;
    return sink_close(&c->sink, c->status);
}

extern const struct command command_convert;

static int run(int argc, char **argv)
{
    struct xqf_losses losses = {0};
    struct dhtmlxq_losses dhtmlxq_losses = {0};
    struct convert c = {.pgn = {.line_width = LINE_WIDTH},
                        .book_options = {.min_games = BOOK_GAMES},
                        .xqf_losses = &losses,
                        .dhtmlxq_losses = &dhtmlxq_losses};
    int status = STATUS_FAILED;
    if (!cli_read(&c.cli, &command_convert, argc, argv))
        status = c.cli.status;
    else if (convert_settle(&c))
        status = convert_files(&c);
    buffer_free(&c.text);
    buffer_free(&c.encoded);
    if (c.is_encoded)
        encoder_close(&c.encoder);
    book_close(c.book);
    words_free(&c.columns);
    free(c.ranges);
    paths_free(&c.known);
    edits_free(&c.edits);
    sink_free(&c.sink);
    cli_end(&c.cli);
    return status;
}

const struct command command_convert = {
    .name = "convert",
    .synopsis = "[options] [STORE|FILE...]",
    .summary = "Write games in another form: cleaned, cut, picked, sorted, split.",
    .options = convert_options,
    .epilogue =
        "Forms for xiangqi alone: " XIANGQI_FORMS ".\n"
        "Examples:\n"
        "  qipu convert --to uci games.pgn.gz > games.uci\n"
        "  qipu convert --no-comments --no-variations -o plain.pgn annotated.pgn\n"
        "  qipu convert --to csv --columns White,Black,Result,ply_count games.pgn\n"
        "Exit status: 0 done; 1 games skipped or cut, none, a character lost; 2 not done.\n",
    .run = run,
};
