/* qipu show: one position as a board: a FEN, or a game's position at a ply. */
#include "base/ascii.h"
#include "report/report.h"
#include "tools/cli.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct show {
    struct cli cli;
    const char *fen;
    long long game;        /* --game or --id; 0: the first */
    long long ply;         /* -1: the last */
    long long move_number; /* instead of the ply; 0: none */
    bool move_is_black;
    struct board_view view;

    struct record rec;
    bool has_game;
    size_t at; /* the ply shown */
    struct position pos;
    char last_text[SAN_MAX];
    int status;
};

/* --- Options ---------------------------------------------------------------------------------- */

static bool set_style(void *command, const char *word)
{
    struct show *s = command;
    static const char *const words[] = {[BOARD_TEXT] = "text",
                                        [BOARD_UNICODE] = "unicode",
                                        [BOARD_CHINESE] = "chinese",
                                        [BOARD_SVG] = "svg"};
    for (int i = 0; i <= BOARD_SVG; i++) {
        if (strcasecmp(words[i], word) == 0) {
            s->view.style = (enum board_style)i;
            return true;
        }
    }
    cli_usage(&s->cli, "--style is text, unicode, chinese or svg, not '%s'", word);
    return false;
}

static bool set_number(struct show *s, const char *name, const char *value)
{
    if (!cli_number(&s->cli, name, value, UINT32_MAX, &s->game))
        return false;
    if (s->game == 0)
        cli_usage(&s->cli, "--%s: games are numbered from 1", name);
    return s->game > 0;
}

static bool set_id(void *command, const char *value)
{
    return set_number(command, "id", value);
}

/* --game is a number here, or what it is for other commands. */
static bool set_game(void *command, const char *value)
{
    struct show *s = command;
    const enum game game = game_from_name(value);
    if (game == GAME_COUNT)
        return set_number(s, "game", value);
    s->cli.common.read.game = game;
    return true;
}

static bool set_ply(void *command, const char *value)
{
    struct show *s = command;
    return cli_number(&s->cli, "ply", value, UINT32_MAX, &s->ply);
}

/* "20" or "20." is after White's move, "20b" or "20..." after Black's. */
static bool set_move(void *command, const char *value)
{
    struct show *s = command;
    enum { MOVE_NUMBER_MAX = 1000000 };
    char *end;
    s->move_number = is_digit(value[0]) ? strtoll(value, &end, 10) : 0;
    if (s->move_number > 0 && s->move_number <= MOVE_NUMBER_MAX) {
        s->move_is_black = strcmp(end, "b") == 0 || strcmp(end, "...") == 0;
        if (s->move_is_black || *end == '\0' || (end[1] == '\0' && strchr(".wr", *end)))
            return true;
    }
    cli_usage(&s->cli, "--move is the number of a move, such as 20 or 20b, not '%s'", value);
    return false;
}

static const struct option_row options[] = {
    {"fen", 0, "FEN", "the position to show", .text = offsetof(struct show, fen)},
    {"game", 'g', "N", "its number in the file (default: 1); or its kind", .take = set_game,
     .words = "chess xiangqi"},
    {"id", 0, "N", "the same in a store", .take = set_id},
    {"ply", 'p', "N", "after N plies; 0 is the start (default: the last)", .take = set_ply},
    {"move", 'm', "N", "after White's move N, or Black's: 20, 20b", .take = set_move},
    {"style", 's', "STYLE", "text (default), unicode, chinese or svg", .take = set_style,
     .words = "text unicode chinese svg"},
    {"traditional", 0, NULL, "with traditional Chinese characters",
     .flag = offsetof(struct show, view.is_traditional)},
    {"flip", 0, NULL, "as Black sees it", .flag = offsetof(struct show, view.is_flipped)},
    {0},
};

extern const struct command command_show;

/* Read the arguments. False if there is nothing more to do: the status says why. */
static bool read_arguments(struct show *s, int argc, char **argv)
{
    s->status = STATUS_FAILED;
    if (!cli_read(&s->cli, &command_show, argc, argv)) {
        s->status = s->cli.status;
        return false;
    }
    if (s->fen && s->cli.operands.count > 0)
        return cli_usage(&s->cli, "either --fen or a file; a FEN with blanks stands in quotes"),
               false;
    if (s->ply >= 0 && s->move_number > 0)
        return cli_usage(&s->cli, "either --ply or --move"), false;
    if (!s->fen && !cli_files(&s->cli, 0, true))
        return false;
    if (s->cli.common.files.count > 1)
        return cli_usage(&s->cli, "one file at a time; --id or --game chooses a game of it"), false;
    s->status = STATUS_OK;
    return true;
}

/* Only xiangqi has a board of Chinese characters. */
static bool check_style(struct show *s)
{
    if (s->pos.game == GAME_XIANGQI || s->view.style != BOARD_CHINESE)
        return true;
    cli_usage(&s->cli, "--style chinese is for xiangqi; chess has --style unicode");
    s->status = STATUS_FAILED;
    return false;
}

/* --- Finding the position --------------------------------------------------------------------- */

static bool fail(struct show *s, const struct error *err)
{
    cli_error(err);
    s->status = STATUS_FAILED;
    return false;
}

static bool read_fen(struct show *s)
{
    struct fen_report report;
    enum game game = s->cli.common.read.game;
    if (game == GAME_COUNT)
        game = game_of_fen(s->fen, strlen(s->fen));
    if (fen_parse(game == GAME_COUNT ? GAME_CHESS : game, s->fen, strlen(s->fen), &s->pos, &report))
        return true;
    cli_usage(&s->cli, "--fen: %s (column %zu)", report.text,
              utf8_count(s->fen, utf8_valid_prefix(s->fen, report.column)) + 1);
    s->status = STATUS_FAILED;
    return false;
}

/* The game of the wanted number into s->rec. A faulty one is shown as far as it goes. */
static bool read_file(struct show *s, const char *path)
{
    struct error err;
    struct findings findings = {.minimum = SEVERITY_WARNING};
    enum read_status status;
    struct reader *r = reader_open(path, &s->cli.common.read, &err);
    if (!r)
        return fail(s, &err);
    uint64_t wanted = s->game > 0 ? (uint64_t)s->game : 1;
    while ((status = reader_next(r, &s->rec, &findings, &err)) == READ_GAME)
        if (s->rec.number == wanted || cli_interrupted())
            break;
    if (status == READ_BROKEN) {
        fail(s, &err);
    } else if (status == READ_END) {
        cli_message("%s: no game %llu", reader_name(r), (unsigned long long)wanted);
        s->status = STATUS_FAILED;
    } else if (s->rec.is_broken || s->rec.variant == VARIANT_UNSUPPORTED) {
        cli_findings(r, &findings, s->rec.is_broken ? SEVERITY_ERROR : SEVERITY_WARNING);
        s->status = STATUS_FINDINGS;
    }
    reader_close(r);
    findings_free(&findings);
    return status == READ_GAME;
}

static bool read_store(struct show *s, const char *path)
{
    struct error err;
    struct store *store = store_open(path, STORE_READ, s->cli.common.read.game, &err);
    bool ok = store && store_read(store, s->game > 0 ? (game_id)s->game : 1, &s->rec, &err);
    store_close(store);
    return ok || fail(s, &err);
}

/* Turn --move into a ply, by the number and the side that the game starts with. */
static bool ply_of_move(struct show *s)
{
    const struct position *start = &s->rec.start;
    s->ply = 2 * (s->move_number - start->move_number) + (s->move_is_black ? 2 : 1) -
             (start->turn == BLACK ? 1 : 0);
    if (s->ply > 0 && s->ply <= (long long)s->rec.ply_count)
        return true;
    cli_message("the game has no move %lld%s", s->move_number, s->move_is_black ? "..." : ".");
    s->status = STATUS_FAILED;
    return false;
}

/* Put s->pos at the wanted ply. */
static bool find_ply(struct show *s)
{
    const struct record *rec = &s->rec;
    s->has_game = true;
    if (s->move_number > 0 && !ply_of_move(s))
        return false;
    s->at = s->ply < 0 ? rec->ply_count : (size_t)s->ply;
    if (s->at > rec->ply_count) {
        cli_message("ply %zu is behind the end of the game, which has %zu", s->at, rec->ply_count);
        s->status = STATUS_FAILED;
        return false;
    }
    struct position before = rec->start;
    s->pos = rec->start;
    for (size_t i = 0; i < s->at; i++) {
        before = s->pos;
        pos_play(&s->pos, rec->moves[i]);
    }
    if (s->at == 0)
        return true;
    s->view.last = rec->moves[s->at - 1];
    if (rec->game == GAME_XIANGQI && s->view.is_traditional)
        xiangqi_format(&before, s->view.last, NOTATION_ZH_HANT, s->last_text);
    else
        san_format(&before, s->view.last, &s->pos, &piece_letter_table[0], s->last_text);
    return true;
}

static bool find_position(struct show *s)
{
    if (s->fen)
        return read_fen(s);
    const char *path = s->cli.common.files.items[0];
    return (store_is_store(path) ? read_store(s, path) : read_file(s, path)) && find_ply(s);
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void write_tag(struct buffer *out, const struct record *rec, enum tag_id id,
                      const char *before)
{
    struct slice s = record_tag(rec, id);
    buffer_add_string(out, before);
    if (s.len > 0)
        finding_escape(out, record_text(rec, s), s.len);
    else
        buffer_add_char(out, '?');
}

static bool is_unknown(const struct record *rec, enum tag_id id)
{
    const struct slice s = record_tag(rec, id);
    return s.len == 0 || *record_text(rec, s) == '?';
}

/* The title of a study, which has no players; NULL for a game. */
static const struct tag *study_title(const struct record *rec)
{
    static const char name[] = "Title";
    if (!is_unknown(rec, TAG_WHITE) || !is_unknown(rec, TAG_BLACK))
        return NULL;
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *t = &rec->tags[i];
        if (t->name.len == sizeof name - 1 &&
            memcmp(record_text(rec, t->name), name, t->name.len) == 0)
            return t;
    }
    return NULL;
}

/* "Byrne - Fischer, New York, 1956.10.17" and "after 17...Be6". */
static void write_heading(struct buffer *out, const struct show *s)
{
    const struct tag *title = study_title(&s->rec);
    if (title) {
        finding_escape(out, record_text(&s->rec, title->value), title->value.len);
    } else {
        write_tag(out, &s->rec, TAG_WHITE, "");
        write_tag(out, &s->rec, TAG_BLACK, " - ");
    }
    if (!title || !is_unknown(&s->rec, TAG_EVENT))
        write_tag(out, &s->rec, TAG_EVENT, ", ");
    if (!title || !is_unknown(&s->rec, TAG_DATE))
        write_tag(out, &s->rec, TAG_DATE, ", ");
    buffer_add_char(out, '\n');
    if (s->at == 0)
        return;
    bool by_white = s->pos.turn == BLACK;
    buffer_printf(out, lang_text("after %lu.%s%s\n"),
                  (unsigned long)(s->pos.move_number - (by_white ? 0 : 1)), by_white ? "" : "..",
                  s->last_text);
}

static const char *outcome_word(const struct position *pos)
{
    static const char *const words[] = {[OUTCOME_NONE] = NULL,
                                        [OUTCOME_CHECKMATE] = LANG("checkmate"),
                                        [OUTCOME_STALEMATE] = LANG("stalemate"),
                                        [OUTCOME_DEAD] = LANG("dead position")};
    return words[pos_outcome(pos)];
}

static void write_text(struct buffer *out, const struct show *s)
{
    char fen[FEN_MAX];
    if (s->has_game)
        write_heading(out, s);
    board_write(out, &s->pos, &s->view);
    fen_format(&s->pos, false, fen);
    buffer_printf(out, "%s\n", fen);
    buffer_printf(out, lang_text("%s to move"),
                  color_word((enum game)s->pos.game, (enum color)s->pos.turn));
    const char *outcome = outcome_word(&s->pos);
    if (outcome)
        buffer_printf(out, ": %s", lang_text(outcome));
    else if (pos_in_check(&s->pos))
        buffer_add_string(out, lang_text(", in check"));
    buffer_add_char(out, '\n');
}

static void write_json(struct buffer *out, const struct show *s)
{
    static const char *const turns[GAME_COUNT][2] = {
        [GAME_CHESS] = {"white", "black"}, [GAME_XIANGQI] = {"red", "black"}};
    struct json j;
    char fen[FEN_MAX];
    fen_format(&s->pos, false, fen);
    json_begin(&j, out);
    json_member_string(&j, "game", game_name((enum game)s->pos.game));
    json_member_string(&j, "fen", fen);
    if (s->has_game)
        json_member_int(&j, "ply", (long long)s->at);
    if (s->at > 0)
        json_member_string(&j, "last_move", s->last_text);
    json_member_string(&j, "turn", turns[s->pos.game][s->pos.turn]);
    json_member_bool(&j, "check", pos_in_check(&s->pos));
    if (outcome_word(&s->pos))
        json_member_string(&j, "outcome", outcome_word(&s->pos));
    json_end(&j);
    buffer_add_char(out, '\n');
}

static void write_position(struct show *s, struct output *out)
{
    struct buffer text = {0};
    if (s->cli.common.json)
        write_json(&text, s);
    else if (s->view.style == BOARD_SVG)
        board_write(&text, &s->pos, &s->view);
    else
        write_text(&text, s);
    if (text.failed) {
        cli_message("out of memory");
        s->status = STATUS_FAILED;
    }
    output_buffer(out, &text);
    buffer_free(&text);
}

static int run(int argc, char **argv)
{
    struct show s = {.ply = -1};
    struct output *out;
    record_init(&s.rec);
    if (read_arguments(&s, argc, argv) && find_position(&s) && check_style(&s)) {
        if ((out = cli_output(&s.cli)) != NULL) {
            write_position(&s, out);
            s.status = cli_output_close(out, s.status);
        } else {
            s.status = STATUS_FAILED;
        }
    }
    record_free(&s.rec);
    cli_end(&s.cli);
    return s.status;
}

const struct command command_show = {
    .name = "show",
    .synopsis = "[options] STORE|FILE",
    .summary = "Show a position as a board: of a game, or of a FEN.",
    .options = options,
    .epilogue = "Examples:\n"
                "  qipu show --fen '8/8/8/8/8/4k3/4p3/4K3 w - -'\n"
                "  qipu show games.pgn --game 12 --move 20 --style svg -o board.svg\n"
                "Exit status: 0 shown, 1 shown as far as a faulty game goes, 2 not shown.\n",
    .run = run,
};
