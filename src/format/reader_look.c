/* What a stream is, told by its first text: the format, the game, and the language of its piece
   letters. A format that has a signature comes first; PGN is what no other explains. */
#include "base/ascii.h"
#include "base/utf8.h"
#include "format/json/read.h"
#include "format/lists/line_list.h"
#include "format/reader.h"
#include "format/whole.h"

/* A list of positions may begin with blank lines and remarks. */
static enum game look_at_text(struct reader *r)
{
    const struct text_window *w = text_window(r->text);
    enum game told;
    size_t i = 0;
    r->is_json = json_recognise(w->data, w->len, &told);
    if (r->is_json)
        return told;
    while ((i = utf8_skip_unseen(w->data, w->len, i)) < w->len && w->data[i] == '#')
        while (i < w->len && !is_line_end(w->data[i]))
            i++;
    enum game board = game_of_fen(w->data + i, w->len - i);
    r->is_epd = board != GAME_COUNT;
    return r->is_epd ? board : game_of_text(w->data, w->len);
}

static void look_at_letters(struct reader *r)
{
    struct record rec;
    struct findings findings = {.minimum = SEVERITY_ERROR};
    record_init(&rec);
    r->parser.rec = &rec;
    r->parser.findings = &findings;
    pgn_find_letters(&r->parser, text_window(r->text), r->extent.next);
    record_free(&rec);
    findings_free(&findings);
}

/* A live input may show its first line alone, which does not tell. */
static void look_at_lines(struct reader *r, enum game *game)
{
    bool tells = false;
    enum list_look found;
    while ((found = line_list_look(&r->parser, text_window(r->text), game, &tells,
                                   &r->list_has_position)) == LOOK_MORE &&
           !text_window(r->text)->at_end)
        reader_grow(r);
    r->is_list = found == LOOK_LIST;
    r->tells_game = tells;
}

void reader_look(struct reader *r)
{
    if (r->looked)
        return;
    r->looked = true;
    enum game game = GAME_COUNT;
    whole_look(r, false);
    if (!r->whole) {
        reader_grow(r);
        game = look_at_text(r);
    }
    if (!r->whole && !r->is_json)
        whole_look(r, true);
    if (r->whole)
        game = r->whole->game;
    if (r->whole || r->options.game == GAME_COUNT)
        r->options.game = game;
    if (!r->whole && !r->is_json && !r->is_epd)
        look_at_lines(r, &r->options.game);
    if (!r->is_list)
        r->tells_game = r->options.game != GAME_COUNT;
    if (r->options.game == GAME_COUNT)
        r->options.game = r->options.otherwise;
    if (r->options.auto_letters && reader_is_pgn(r))
        look_at_letters(r);
}

enum game reader_game(struct reader *r)
{
    reader_look(r);
    return r->options.game;
}

bool reader_tells_game(struct reader *r)
{
    reader_look(r);
    return r->tells_game;
}
