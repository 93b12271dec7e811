/* The forms of `qipu convert`: a row each, over the writers of format/. What each loses stands in
   qipu-formats(7). */
#include "tools/convert/convert.h"

/* Returns how many braces in comments had to be changed. */
static uint32_t write_pgn(const struct convert *c, struct buffer *out, const struct record *rec)
{
    return (uint32_t)pgn_write(out, rec, &c->pgn);
}

/* One line of moves, behind the start if that is not the usual one. A game of no moves has its
   start there too, since a blank line is no game. */
static uint32_t write_line(const struct convert *c, struct buffer *out, const struct record *rec)
{
    if (c->start_fen || rec->has_start_tag || rec->ply_count == 0)
        moves_write_start(out, rec);
    const unsigned how =
        (c->move_numbers ? MOVES_NUMBERED : 0) | (c->pgn.no_checks ? MOVES_NO_CHECKS : 0);
    moves_write(out, rec, c->form->notation, how, c->pgn.letters);
    buffer_add_char(out, '\n');
    return 0;
}

static uint32_t write_positions(const struct convert *c, struct buffer *out,
                                const struct record *rec)
{
    positions_write(out, rec, c->form->epd);
    return 0;
}

static uint32_t write_json(const struct convert *c, struct buffer *out, const struct record *rec)
{
    json_write(out, rec, c->pgn.positions);
    return 0;
}

static uint32_t write_table(const struct convert *c, struct buffer *out, const struct record *rec)
{
    csv_write(out, rec, c->columns.items, c->columns.count, c->form->separator);
    return 0;
}

/* Nothing for a game that is not xiangqi. */
static uint32_t write_xqf(const struct convert *c, struct buffer *out, const struct record *rec)
{
    if (rec->game == GAME_XIANGQI)
        xqf_write(out, rec, c->xqf_losses);
    return 0;
}

static uint32_t write_dhtmlxq(const struct convert *c, struct buffer *out, const struct record *rec)
{
    dhtmlxq_write(out, rec, c->dhtmlxq_losses);
    return 0;
}

/* Samples, of which a book is made at the end. */
static uint32_t write_book(const struct convert *c, struct buffer *out, const struct record *rec)
{
    (void)c;
    book_add_game(out, rec);
    return 0;
}

const struct form forms[] = {
    {.name = "pgn", .write = write_pgn, .suffix = ".pgn", .is_pgn = true, .has_checks = true},
    {.name = "san", .write = write_line, .notation = NOTATION_SAN, .has_checks = true},
    {.name = "lan", .write = write_line, .notation = NOTATION_LAN, .has_checks = true},
    {.name = "uci", .write = write_line, .notation = NOTATION_UCI},
    {.name = "iccs", .write = write_line, .notation = NOTATION_ICCS, .is_xiangqi = true},
    {.name = "wxf", .write = write_line, .notation = NOTATION_WXF, .is_xiangqi = true},
    {.name = "zh-hans", .write = write_line, .notation = NOTATION_ZH_HANS, .is_xiangqi = true},
    {.name = "zh-hant", .write = write_line, .notation = NOTATION_ZH_HANT, .is_xiangqi = true},
    {.name = "xboard", .write = write_line, .notation = NOTATION_XBOARD, .is_xiangqi = true},
    {.name = "pychess", .write = write_line, .notation = NOTATION_PYCHESS, .is_xiangqi = true},
    {.name = "fen", .write = write_positions, .suffix = ".fen"},
    {.name = "epd", .write = write_positions, .epd = true, .suffix = ".epd"},
    {.name = "json", .write = write_json, .suffix = ".json", .is_json = true},
    {.name = "csv", .write = write_table, .separator = ',', .suffix = ".csv"},
    {.name = "tsv", .write = write_table, .separator = '\t', .suffix = ".tsv"},
    {.name = "book", .write = write_book, .suffix = ".bin", .is_book = true},
    {.name = "xqf", .write = write_xqf, .suffix = ".xqf", .is_single = true},
    {.name = "dhtmlxq", .write = write_dhtmlxq, .is_xiangqi = true, .is_alone = true},
    {0},
};
