/* Reading on several threads. The window is cut before tag lines that look like the start of a
   game, and the pieces are parsed at the same time, while the calling thread hands out the games
   of those that are done. Whether a game really starts at a cut is known only when the piece before
   it has been parsed: if that does not end exactly there, what was read behind the cut is thrown
   away and reading goes on from where the piece did end. So the games are those of reader_next,
   whatever the cuts. */
#include "base/array.h"
#include "base/ascii.h"
#include "base/parallel.h"
#include "format/json/read.h"
#include "format/lists/line_list.h"
#include "format/reader.h"

#include <stdlib.h>
#include <string.h>

/* Pieces are small, so that what they leave is still in the cache when it is taken. */
enum { PIECE = 64 * 1024, PIECES_MAX = 128, RESULTS_MAX = 2 * THREADS_MAX + 2 };
/* The first windows are short, so that who wants but a few games has them soon. */
enum { PIECES_FIRST = 4 };

/* What is left of a game once its worker goes on to the next. */
struct read_game {
    struct pgn_extent extent;
    size_t text_start, text_end;
    size_t finding_start, finding_count;
    uint64_t suppressed;
    uint32_t value, ply_count;
    enum variant variant;
    bool is_broken, bad_start;
};

struct piece {
    size_t from, to; /* of the window */
};

/* What parsing a piece leaves until it is taken. */
struct parsed {
    size_t end; /* where the piece really ended */
    struct read_game *games;
    size_t count, cap;
    struct buffer text;
    struct findings findings;
    bool no_memory;
};

struct worker {
    struct pgn_parser parser;
    struct record rec;
    struct findings findings;
    struct json_reader *json;
};

struct each {
    struct reader *reader;
    const struct game_handler *handler;
    unsigned threads;
    struct worker *workers;
    size_t piece_size;
    size_t piece_max; /* in the window to come */
    struct piece pieces[PIECES_MAX];
    size_t piece_count;
    struct parsed results[RESULTS_MAX]; /* of a piece: its number % result_count */
    size_t result_count;

    /* While pieces are taken: */
    size_t at; /* where the game to come must begin */
    enum read_status status;
    struct error *err;
    bool stopped; /* by the taker, or by a failure: STATUS says which */
};

/* --- Work ------------------------------------------------------------------------------------- */

static bool add_game(struct parsed *p, const struct game_job *job, const struct findings *f)
{
    if (p->count == p->cap) {
        struct read_game *games = array_grow(p->games, &p->cap, 512, sizeof *games);
        if (!games)
            return false;
        p->games = games;
    }
    const struct record *rec = job->rec;
    p->games[p->count++] = (struct read_game){
        .text_start = job->text_start,
        .text_end = p->text.len,
        .finding_start = p->findings.count,
        .finding_count = f->count,
        .suppressed = f->suppressed,
        .value = job->value,
        .ply_count = (uint32_t)rec->ply_count,
        .variant = rec->variant,
        .is_broken = rec->is_broken,
        .bad_start = rec->bad_start,
    };
    return findings_append(&p->findings, f) && !p->text.failed && !f->failed;
}

/* Parse what stands at window byte AT. False if that is anything but a game, which is left to
   reader_next: it knows what to do. */
static bool parse_game(struct each *e, struct worker *w, size_t at, struct pgn_extent *extent)
{
    struct reader *r = e->reader;
    const struct text_window *window = text_window(r->text);
    w->parser.rec = &w->rec;
    w->parser.findings = &w->findings;
    if (r->is_list) {
        extent->next = at;
        return line_list_read(&w->parser, r->list_has_position, window, extent) == LINE_GAME &&
               !(r->broken && extent->next == window->len);
    }
    if (r->is_json) {
        extent->next = at;
        return json_read_alone(&w->json, &w->parser, window, extent, &w->rec, &w->findings);
    }
    record_clear(&w->rec, r->options.game);
    findings_clear(&w->findings);
    return pgn_parse(&w->parser, window, at, extent) == PGN_GAME &&
           !(r->broken && extent->next == window->len && !w->rec.has_terminator);
}

/* Go from *AT, behind a game, to the next one. False if the piece ends before it. */
static bool go_on(const struct each *e, size_t *at)
{
    const struct reader *r = e->reader;
    if (r->is_json)
        return json_pass_seam(r->json, text_window(r->text), at);
    const struct text_window *w = text_window(r->text);
    *at = skip_white(w->data, w->len, *at);
    return true;
}

static void parse_piece(void *closure, unsigned number, size_t task)
{
    struct each *e = closure;
    const struct piece *cut = &e->pieces[task];
    struct parsed *p = &e->results[task % e->result_count];
    struct worker *w = &e->workers[number];
    const struct text_window *window = text_window(e->reader->text);
    size_t at = cut->from;
    p->count = 0;
    buffer_clear(&p->text);
    findings_clear(&p->findings);
    bool more = task > 0 || !e->reader->is_json || go_on(e, &at);
    while (more && at < cut->to && !p->no_memory) {
        struct pgn_extent extent;
        if (!parse_game(e, w, at, &extent))
            break;
        struct game_job job = {.rec = &w->rec,
                               .findings = &w->findings,
                               .source = window->data + extent.begin,
                               .source_len = extent.next - extent.begin,
                               .text = &p->text,
                               .text_start = p->text.len};
        e->handler->work(e->handler->closure, number, &job);
        p->no_memory = !add_game(p, &job, &w->findings);
        if (!p->no_memory)
            p->games[p->count - 1].extent = extent;
        at = extent.next;
        more = go_on(e, &at);
    }
    p->end = at;
}

/* --- Order ------------------------------------------------------------------------------------ */

static bool take_game(struct each *e, struct parsed *p, const struct read_game *g)
{
    struct reader *r = e->reader;
    r->gap_from = r->extent.next;
    r->extent = g->extent;
    r->gap_to = r->extent.begin;
    r->has_fixed_place = false;
    struct findings view = p->findings;
    if (view.items)
        view.items += g->finding_start;
    view.count = g->finding_count;
    view.suppressed = g->suppressed;
    struct buffer text = p->text;
    text.len = g->text_end;
    struct game_job job = {.findings = &view,
                           .text = &text,
                           .text_start = g->text_start,
                           .value = g->value,
                           .number = ++r->number,
                           .ply_count = g->ply_count,
                           .variant = g->variant,
                           .is_broken = g->is_broken,
                           .bad_start = g->bad_start};
    job.source = reader_source(r, &job.source_len);
    return e->handler->take(e->handler->closure, &job);
}

/* Hand out a piece if it begins where the one before it ended. */
static bool take_piece(void *closure, size_t task)
{
    struct each *e = closure;
    struct parsed *p = &e->results[task % e->result_count];
    if (e->pieces[task].from != e->at)
        return false;
    if (p->no_memory) {
        error_no_memory(e->err);
        e->status = READ_BROKEN;
        e->stopped = true;
        return false;
    }
    for (size_t g = 0; g < p->count && !e->stopped; g++)
        e->stopped = !take_game(e, p, &p->games[g]);
    e->at = p->end;
    return !e->stopped;
}

/* Parse and hand out the pieces. False: stop, and `status` says why. */
static bool run_pieces(struct each *e, struct error *err)
{
    e->at = e->pieces[0].from;
    e->status = READ_GAME;
    e->err = err;
    if (!text_window(e->reader->text)->at_end)
        input_read_ahead(e->reader->input, e->piece_size * e->piece_max);
    parallel_in_order(e->threads, e->piece_count, e->result_count, parse_piece, take_piece, e);
    return !e->stopped;
}

/* --- Pieces ----------------------------------------------------------------------------------- */

/* The first line from AT on that is not blank, behind a line end. */
static size_t find_line(const struct text_window *w, size_t at)
{
    while (at < w->len && !is_line_end(w->data[at]))
        at++;
    return skip_white(w->data, w->len, at);
}

/* The first place from AT on where a tag line follows a blank line, or the window's length. */
static size_t find_section(const struct text_window *w, size_t at)
{
    const char *s = w->data + at, *end = w->data + w->len;
    while (s < end && (s = memchr(s, '[', (size_t)(end - s)))) {
        const char *t = s;
        int lines = 0;
        while (t > w->data && lines < 2 && is_white(t[-1])) {
            t--;
            lines += *t == '\n' || (*t == '\r' && t[1] != '\n');
        }
        if (lines == 2 && is_letter(s[1]))
            return (size_t)(s - w->data);
        s++;
    }
    return w->len;
}

/* The first line from AT on that begins with a brace. */
static size_t find_brace(const struct text_window *w, size_t at)
{
    const char *s = w->data + at, *end = w->data + w->len;
    while (s < end && (s = memchr(s, '\n', (size_t)(end - s))) != NULL)
        if (*++s == '{')
            return (size_t)(s - w->data);
    return w->len;
}

static size_t find_cut(const struct reader *r, size_t at)
{
    const struct text_window *w = text_window(r->text);
    return r->is_list ? find_line(w, at) : r->is_json ? find_brace(w, at) : find_section(w, at);
}

/* Fill the window and cut it. Returns whether there is enough for more than one thread. */
static bool cut_pieces(struct each *e)
{
    struct reader *r = e->reader;
    const struct text_window *w = text_window(r->text);
    const size_t wanted = e->piece_size * (e->piece_max - 1);
    while (!w->at_end && w->len - r->extent.next < wanted)
        reader_grow(r);
    size_t at = r->extent.next;
    e->piece_count = 0;
    while (at < w->len && e->piece_count < e->piece_max) {
        size_t cut = w->len - at > e->piece_size ? find_cut(r, at + e->piece_size) : w->len;
        if (cut == w->len && !w->at_end && e->piece_count > 0)
            break; /* the next window shows where it ends */
        struct piece *p = &e->pieces[e->piece_count++];
        p->from = at;
        p->to = cut;
        at = cut;
    }
    e->piece_max = 2 * e->piece_max < PIECES_MAX ? 2 * e->piece_max : PIECES_MAX;
    return e->piece_count > 1;
}

/* --- One game after the other ----------------------------------------------------------------- */

/* Read one game with reader_next. False at the end, or when `take` says so. */
static bool next_game(struct each *e, struct error *err, enum read_status *status)
{
    struct worker *w = &e->workers[0];
    struct parsed *p = &e->results[0];
    *status = reader_next(e->reader, &w->rec, &w->findings, err);
    if (*status != READ_GAME)
        return false;
    buffer_clear(&p->text);
    struct game_job job = {.rec = &w->rec,
                           .findings = &w->findings,
                           .text = &p->text,
                           .number = w->rec.number,
                           .ply_count = (uint32_t)w->rec.ply_count,
                           .variant = w->rec.variant,
                           .is_broken = w->rec.is_broken,
                           .bad_start = w->rec.bad_start};
    job.source = reader_source(e->reader, &job.source_len);
    e->handler->work(e->handler->closure, 0, &job);
    if (!p->text.failed)
        return e->handler->take(e->handler->closure, &job);
    error_no_memory(err);
    *status = READ_BROKEN;
    return false;
}

static enum read_status read_all(struct each *e, struct error *err)
{
    enum read_status status = READ_GAME;
    const struct reader *r = e->reader;
    bool parallel = e->threads > 1 && !r->is_epd && !r->whole;
    size_t uncut = 0; /* text ahead in which there is no place to cut: looking again would cost
                         the whole window for each game */
    for (;;) {
        /* What was dropped is told by reader_next, with the game behind it. */
        bool try_cut = parallel && uncut == 0 && !r->dropped_megabytes &&
                       (!r->is_json || json_can_cut(r->json));
        if (try_cut && cut_pieces(e)) {
            size_t from = e->pieces[0].from;
            if (!run_pieces(e, err))
                return e->status;
            if (e->reader->extent.next != from)
                continue;
        } else if (try_cut) {
            uncut = text_window(e->reader->text)->len - e->reader->extent.next;
        }
        if (!next_game(e, err, &status))
            return status;
        size_t len = e->reader->extent.next - e->reader->extent.base;
        uncut -= len < uncut ? len : uncut;
    }
}

/* --- Set up ----------------------------------------------------------------------------------- */

static bool start_workers(struct each *e)
{
    e->workers = calloc(e->threads, sizeof *e->workers);
    for (unsigned i = 0; e->workers && i < e->threads; i++) {
        struct worker *w = &e->workers[i];
        record_init(&w->rec);
        w->parser.options = &e->reader->options;
        w->parser.letters = e->reader->parser.letters;
        w->parser.file_letters = e->reader->parser.file_letters;
        w->findings.minimum = e->handler->minimum;
        w->findings.strict = e->handler->strict;
    }
    return e->workers != NULL;
}

static void free_all(struct each *e)
{
    for (unsigned i = 0; e->workers && i < e->threads; i++) {
        record_free(&e->workers[i].rec);
        findings_free(&e->workers[i].findings);
        pgn_parser_free(&e->workers[i].parser);
        json_reader_free(e->workers[i].json);
    }
    for (size_t i = 0; i < RESULTS_MAX; i++) {
        free(e->results[i].games);
        buffer_free(&e->results[i].text);
        findings_free(&e->results[i].findings);
    }
    free(e->workers);
    free(e);
}

enum read_status reader_each(struct reader *r, unsigned threads, const struct game_handler *handler,
                             struct findings *last, struct error *err)
{
    struct each *e = calloc(1, sizeof *e);
    if (e)
        *e = (struct each){.reader = r,
                           .handler = handler,
                           .threads = r->options.live ? 1 : parallel_threads(threads),
                           .result_count = 2 * parallel_threads(threads) + 2,
                           .piece_size = r->piece ? r->piece : PIECE,
                           .piece_max = PIECES_FIRST};
    enum read_status status = READ_BROKEN;
    findings_clear(last);
    reader_look(r); /* workers are set up by what it finds */
    if (!e || !start_workers(e)) {
        error_no_memory(err);
    } else {
        status = read_all(e, err);
        if (status != READ_GAME && !findings_append(last, &e->workers[0].findings))
            last->failed = true;
    }
    if (e)
        free_all(e);
    return status;
}
