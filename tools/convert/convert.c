/* qipu convert: games from files and stores, one after the other, in another form. What each form
   loses stands in qipu-formats(7). */
#include "tools/convert/convert.h"

#include <stdlib.h>

enum { LINE_WIDTH = 80, BOOK_GAMES = 3 };

static const struct option_row options[] = {
    {"to", 't', "FORM", FORM_NAMES},
    {"on-error", 0, "HOW", "faulty games: skip (default), or keep the prefix"},
    {"no-comments", 0, NULL, "leave these parts out"},
    {"no-variations", 0, NULL, NULL},
    {"no-nags", 0, NULL, NULL},
    {"no-clocks", 0, NULL, NULL},
    {"no-evals", 0, NULL, NULL},
    {"no-arrows", 0, NULL, NULL},
    {"no-tags", 0, NULL, NULL},
    {"no-checks", 0, NULL, NULL},
    {"no-move-numbers", 0, NULL, NULL},
    {"no-results", 0, NULL, NULL},
    {"players", 0, "FILE", "lines of a player's name, a tab, and the new name"},
    {"player-tags", 0, "FILE", "a table of players' tags, for games that lack them"},
    {"tags", 0, "LIST", "write these tags alone, in this order, and a FEN"},
    {"seven", 0, NULL, "write the seven tags of the roster alone, and a FEN"},
    {"tag-order", 0, "LIST", "write these tags in front, in this order"},
    {"drop-tag", 0, "LIST", "leave these tags out"},
    {"rename-tag", 0, "OLD=NEW,...", "give tags other names"},
    {"add", 0, "LIST", "add tags: plycount, totalplycount, fen, key, eco, opening, source, id"},
    {"ply", 0, "A..B", "write these plies alone; -1 is the last"},
    {"from-comment", 0, "TEXT", "begin behind the first comment in which TEXT stands"},
    {"split-variations", 0, NULL, "write every variation as a game of its own"},
    {"flip", 0, NULL, "exchange White and Black; left and right (xiangqi)"},
    {"mirror", 0, NULL, NULL},
    {"range", 0, "LIST", "games by number, counted over all files: 7,20..30"},
    {"unique", 0, "[=BY]", "each once, by text (default), moves, end, start, N"},
    {"duplicates", 0, "FILE", "write the games that --unique leaves out to FILE"},
    {"known", 0, "FILE", "--unique leaves out games of this store or file too"},
    {"sample", 0, "N", "N games at random; another sample for every seed"},
    {"seed", 0, "N", NULL},
    {"sort", 0, "KEYS", "by date, white, event, site, eco, elo, plies ..."},
    {"split", 0, "WHAT", "a file for N games, each player ...: -o 'x-{}.pgn'"},
    {"force", 0, NULL, "let --split write over files"},
    {"output-encoding", 0, "NAME", "write in this encoding: GB18030, BIG5 ..."},
    {"line-width", 'w', "N", "break lines at N columns (pgn; 80; 0: never)"},
    {"wrap-comments", 0, NULL, "break lines inside comments too (pgn)"},
    {"comment-lines", 0, NULL, "write every comment on lines of its own (pgn)"},
    {"to-letters", 0, "CODE", "write piece letters of a language, or figurine"},
    {"notation", 0, "NAME", "moves as san, lan, uci; xiangqi: zh-hans, wxf, xboard ... (pgn)"},
    {"move-numbers", 0, NULL, "write move numbers (forms of one game a line)"},
    {"start-fen", 0, NULL, "begin lines with 'fen FEN moves' (the same forms)"},
    {"fens", 0, NULL, "position behind every move, its key (json, pgn)"},
    {"keys", 0, NULL, NULL},
    {"min-games", 0, "N", "leave out rarer moves, or of lower score (book)"},
    {"min-score", 0, "N", NULL},
    {"columns", 'c', "LIST", "tags and number, ply_count, moves, uci, fen, end_fen, result (csv)"},
    {0},
};

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
    if (!cli_read(&c.cli, &command_convert, argc, argv, convert_option, &c))
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
    .options = options,
    .epilogue =
        "Forms for xiangqi alone: " XIANGQI_FORMS ".\n"
        "Examples:\n"
        "  qipu convert --to uci games.pgn.gz > games.uci\n"
        "  qipu convert --no-comments --no-variations -o plain.pgn annotated.pgn\n"
        "  qipu convert --to csv --columns White,Black,Result,ply_count games.pgn\n"
        "Exit status: 0 done; 1 games skipped or cut, none, a character lost; 2 not done.\n",
    .run = run,
};
