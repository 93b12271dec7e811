/* One reader for every game file: opens the stream and hands out games; reader_look.c tells the
   format first. A game is parsed in one go from the text window; when the window ends within it,
   the window grows and the game is parsed anew (format/pgn.h). */
#include "format/reader.h"
#include "base/ascii.h"
#include "format/json/read.h"
#include "format/lists/epd.h"
#include "format/lists/line_list.h"
#include "format/whole.h"

#include <stdlib.h>
#include <string.h>

static struct reader *open_input(struct input *input, const struct read_options *options,
                                 struct error *err)
{
    if (!input)
        return NULL;
    struct reader *r = calloc(1, sizeof *r);
    if (!r) {
        input_close(input);
        error_no_memory(err);
        return NULL;
    }
    r->input = input;
    if (options->live)
        input_set_live(input);
    r->options = *options;
    r->parser.options = &r->options;
    r->parser.letters = options->letters ? options->letters : &piece_letter_table[0];
    r->text = text_open(input, options->encoding, err);
    if (!r->text) {
        reader_close(r);
        return NULL;
    }
    text_set_signs(r->text, &chinese_signs);
    if (options->hash)
        text_hash_on(r->text);
    return r;
}

struct reader *reader_open(const char *path, const struct read_options *options, struct error *err)
{
    return open_input(input_open(path, err), options, err);
}

struct reader *reader_open_memory(const void *data, size_t len, const struct read_options *options,
                                  struct error *err)
{
    return open_input(input_open_memory(data, len, err), options, err);
}

void reader_close(struct reader *r)
{
    if (!r)
        return;
    pgn_parser_free(&r->parser);
    json_reader_free(r->json);
    buffer_free(&r->bytes);
    buffer_free(&r->unpacked);
    text_close(r->text);
    input_close(r->input);
    free(r);
}

const char *reader_name(const struct reader *r)
{
    return input_name(r->input);
}

/* --- Games ------------------------------------------------------------------------------------ */

void reader_grow(struct reader *r)
{
    if (!text_more(r->text, r->extent.next, &r->error))
        r->broken = true;
    r->extent.next = 0;
}

/* Whether a tag line after a blank line begins at S, which lies in the window from DATA on. Blanks
   that reach back to its start are taken for such a line: more than 4 KiB of them passed. */
static bool section_begins(struct reader *r, const char *data, const char *s)
{
    const char *t = s;
    int lines = 0;
    while (t > data && (is_white(t[-1]) || t[-1] == '\0')) {
        t--;
        lines += *t == '\n' || (*t == '\r' && t[1] != '\n');
    }
    r->parser.more = false;
    return (lines >= 2 || t == data) && pgn_is_tag(&r->parser, s);
}

/* Drop text from window byte FROM up to the next tag line after a blank line. */
static void skip_large_game(struct reader *r, size_t from)
{
    enum { OVERLAP = 4096 };
    for (;;) {
        const struct text_window *w = text_window(r->text);
        const char *s = w->data + from, *end = w->data + w->len;
        r->parser.end = end;
        r->parser.at_end = w->at_end;
        for (; s < end && (s = memchr(s, '[', (size_t)(end - s))); s++) {
            if (section_begins(r, w->data, s)) {
                r->extent.next = (size_t)(s - w->data);
                return;
            }
        }
        r->extent.next = w->len;
        if (w->at_end)
            return;
        /* A tag that the window cut is looked at again, with what stands before it. */
        const bool is_long = w->len > 2 * OVERLAP;
        r->extent.next = is_long ? w->len - 2 * OVERLAP : 0;
        reader_grow(r);
        from = is_long ? OVERLAP : from;
    }
}

/* The text at PLACE, up to EXTENT.next, is a game that is too large to be kept. */
static enum read_status skipped_game(struct reader *r, struct place place, struct record *rec,
                                     struct findings *f)
{
    r->has_fixed_place = true;
    r->fixed_place = place;
    r->extent.base = r->extent.begin = r->extent.next;
    record_clear(rec, r->options.game);
    findings_clear(f);
    rec->is_broken = rec->bad_start = true;
    rec->number = ++r->number;
    findings_add(f, FINDING_GAME_TOO_LARGE, 0, 0, NULL);
    return READ_GAME;
}

/* Text that is too large to be kept was parsed as far as the window goes: step over it. It is a
   game if tags or moves were read of it. */
static enum read_status large_game(struct reader *r, struct record *rec, struct findings *f)
{
    bool is_game = r->parser.started;
    size_t at = (size_t)(r->parser.game - text_window(r->text)->data);
    struct place place = text_place(r->text, at);
    skip_large_game(r, at + 1);
    r->gap_from = r->gap_to = r->extent.next;
    if (!is_game) {
        r->dropped_megabytes = true;
        return READ_END;
    }
    return skipped_game(r, place, rec, f);
}

/* Say what was dropped before the text that was parsed last. */
static void report_dropped(struct reader *r, struct findings *f)
{
    if (r->dropped_megabytes)
        findings_add(f, FINDING_DROPPED_TEXT, 0, 0,
                     "more than 64 MiB of text before this belong to no game");
    r->dropped_megabytes = false;
}

static enum read_status end_of_stream(struct reader *r, struct error *err)
{
    if (!r->broken)
        return READ_END;
    *err = r->error;
    return READ_BROKEN;
}

static enum read_status read_pgn(struct reader *r, struct record *rec, struct findings *f,
                                 struct error *err)
{
    r->parser.rec = rec;
    r->parser.findings = f;
    for (;;) {
        const struct text_window *w = text_window(r->text);
        record_clear(rec, r->options.game);
        findings_clear(f);
        r->gap_from = r->extent.next;
        enum pgn_status status = pgn_parse(&r->parser, w, r->extent.next, &r->extent);
        r->gap_to = status == PGN_GAME ? r->extent.begin : r->extent.next;
        switch (status) {
        case PGN_GAME:
            /* What a broken stream cut off is not a game. */
            if (r->broken && r->extent.next == w->len && !rec->has_terminator) {
                findings_clear(f);
                return end_of_stream(r, err);
            }
            if (r->extent.next - r->extent.begin > GAME_TEXT_MAX)
                return large_game(r, rec, f);
            rec->number = ++r->number;
            report_dropped(r, f);
            return READ_GAME;
        case PGN_NOTHING: report_dropped(r, f); return end_of_stream(r, err);
        case PGN_NO_MEMORY: error_no_memory(err); return READ_BROKEN;
        case PGN_MORE:
            if (w->len - r->extent.next <= GAME_TEXT_MAX) {
                reader_grow(r);
                break;
            }
            /* fall through */
        case PGN_TOO_LARGE:
            if (large_game(r, rec, f) == READ_GAME)
                return READ_GAME;
            break;
        }
    }
}

static enum read_status read_json(struct reader *r, struct record *rec, struct findings *f,
                                  struct error *err)
{
    for (;;) {
        switch (json_read(&r->json, &r->parser, text_window(r->text), &r->extent, rec, f)) {
        case JSON_GAME:
            /* What a broken stream cut off is not a game. */
            if (r->broken && rec->bad_start && r->extent.next == r->extent.begin) {
                findings_clear(f);
                return end_of_stream(r, err);
            }
            rec->number = ++r->number;
            return READ_GAME;
        case JSON_END:
            if (r->broken)
                findings_clear(f);
            return end_of_stream(r, err);
        case JSON_OUT_OF_MEMORY: error_no_memory(err); return READ_BROKEN;
        case JSON_STARVED: reader_grow(r); break;
        }
    }
}

/* A line that is too large to be kept: step over it. */
static enum read_status large_line(struct reader *r, struct record *rec, struct findings *f)
{
    const struct place place = text_place(r->text, r->extent.next);
    for (;;) {
        const struct text_window *w = text_window(r->text);
        while (r->extent.next < w->len && !is_line_end(w->data[r->extent.next]))
            r->extent.next++;
        if (r->extent.next < w->len || w->at_end)
            break;
        reader_grow(r);
    }
    return skipped_game(r, place, rec, f);
}

static enum read_status read_list(struct reader *r, struct record *rec, struct findings *f,
                                  struct error *err)
{
    r->parser.rec = rec;
    r->parser.findings = f;
    for (;;) {
        const struct text_window *w = text_window(r->text);
        switch (line_list_read(&r->parser, r->list_has_position, w, &r->extent)) {
        case LINE_GAME:
            /* What a broken stream cut off is not a line. */
            if (r->broken && r->extent.next == w->len) {
                findings_clear(f);
                return end_of_stream(r, err);
            }
            rec->number = ++r->number;
            report_dropped(r, f);
            return READ_GAME;
        case LINE_END: report_dropped(r, f); return end_of_stream(r, err);
        case LINE_NO_MEMORY: error_no_memory(err); return READ_BROKEN;
        case LINE_MORE:
            if (w->len - r->extent.next > GAME_TEXT_MAX) {
                r->dropped_megabytes = r->extent.begin > r->extent.next;
                r->extent.next = r->extent.begin;
                if (!r->dropped_megabytes)
                    return large_line(r, rec, f);
            }
            reader_grow(r);
            break;
        }
    }
}

static enum read_status read_position(struct reader *r, struct record *rec, struct findings *f,
                                      struct error *err)
{
    for (;;) {
        enum epd_status status = epd_read(text_window(r->text), r->options.game, &r->extent.base,
                                          &r->extent.next, rec, f);
        r->extent.begin = r->extent.base;
        const struct text_window *w = text_window(r->text);
        /* What a broken stream cut off is not a line. */
        if (r->broken && status == EPD_GAME && !is_line_end(w->data[r->extent.next - 1])) {
            findings_clear(f);
            return end_of_stream(r, err);
        }
        if (status == EPD_GAME) {
            rec->number = ++r->number;
            return READ_GAME;
        }
        if (status == EPD_END)
            return end_of_stream(r, err);
        if (status == EPD_NO_MEMORY) {
            error_no_memory(err);
            return READ_BROKEN;
        }
        if (w->len - r->extent.next > GAME_TEXT_MAX)
            return large_line(r, rec, f);
        reader_grow(r);
    }
}

enum read_status reader_next(struct reader *r, struct record *rec, struct findings *f,
                             struct error *err)
{
    r->has_fixed_place = false;
    reader_look(r);
    if (r->whole)
        return whole_next(r, rec, f, err);
    if (r->is_json)
        return read_json(r, rec, f, err);
    if (r->is_list)
        return read_list(r, rec, f, err);
    return r->is_epd ? read_position(r, rec, f, err) : read_pgn(r, rec, f, err);
}

struct place reader_place(struct reader *r, uint32_t source)
{
    if (r->has_fixed_place)
        return r->fixed_place;
    size_t pos = r->extent.base + source;
    return whole_is_bytes(r) ? whole_place(r, pos) : text_place(r->text, pos);
}

const char *reader_source(const struct reader *r, size_t *len)
{
    *len = r->extent.next - r->extent.begin;
    return (whole_is_bytes(r) ? whole_bytes(r)->data : text_window(r->text)->data) +
           r->extent.begin;
}

const char *reader_gap(const struct reader *r, size_t *len)
{
    *len = r->gap_to - r->gap_from;
    return text_window(r->text)->data + r->gap_from;
}

bool reader_is_pgn(struct reader *r)
{
    reader_look(r);
    return !r->whole && !r->is_epd && !r->is_json && !r->is_list;
}

bool reader_is_packed(const struct reader *r)
{
    return input_is_packed(r->input);
}

bool reader_is_binary(const struct reader *r)
{
    return whole_is_bytes(r);
}

uint64_t reader_offset(struct reader *r)
{
    return whole_is_bytes(r) ? whole_offset(r) : text_offset(r->text, r->extent.next);
}

uint64_t reader_offset_before(struct reader *r)
{
    return text_offset(r->text, r->extent.begin);
}

uint64_t reader_hash(struct reader *r)
{
    return whole_is_bytes(r) ? whole_hash(r) : text_hash(r->text, r->extent.next);
}

uint64_t reader_consumed(const struct reader *r)
{
    return input_consumed(r->input);
}

uint64_t reader_size(const struct reader *r)
{
    return input_size(r->input);
}

const struct text_facts *reader_text_facts(const struct reader *r)
{
    return text_facts(r->text);
}
