/* Texts for the tests of the PGN reader, and what was read of them as short texts: one line a game,
       Event=Casual White=A | e4 {best} $1 ( d4 ) e5 1-0
   with "-" where the game has no result token, "broken" behind it if it is, and the findings as
       code@line:column, in binary files code@offset,
   with their severity's first letter in front: "E:illegal-move@3:8". */
#ifndef QIPU_TESTS_READING_H
#define QIPU_TESTS_READING_H

#include "format/format.h"
#include "format/game/walk.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct reading {
    struct buffer games, findings, messages;
    size_t game_count;
};

static inline void reading_free(struct reading *r)
{
    buffer_free(&r->games);
    buffer_free(&r->findings);
    buffer_free(&r->messages);
}

static inline void reading_add_node(struct buffer *b, const struct record *rec,
                                    const struct node *node, struct walk *walk)
{
    char san[SAN_MAX];
    switch (node->kind) {
    case NODE_MOVE:
        if (rec->game == GAME_CHESS) {
            san_format(&walk->pos, node->move, NULL, piece_letter_table, san);
        } else { /* coordinates with ranks from 0, of one length */
            square_format(rec->game, move_from(rec->game, node->move), san);
            square_format(rec->game, move_to(rec->game, node->move), san + 2);
        }
        buffer_printf(b, " %s", san);
        walk_move(walk, node->move);
        break;
    case NODE_NAG: buffer_printf(b, " $%d", node->detail); break;
    case NODE_COMMENT:
        buffer_add_string(b, node->detail ? " ;" : " {");
        finding_escape(b, record_text(rec, node->text), node->text.len);
        buffer_add_string(b, node->detail ? "" : "}");
        break;
    case NODE_BEGIN:
        buffer_add_string(b, " (");
        assert_true(walk_begin(walk));
        break;
    default:
        buffer_add_string(b, " )");
        assert_true(walk->depth > 0);
        walk_end(walk);
    }
}

/* REC as a line. */
static inline void reading_add_game(struct buffer *b, const struct record *rec)
{
    for (size_t i = 0; i < rec->tag_count; i++) {
        const struct tag *tag = &rec->tags[i];
        finding_escape(b, record_text(rec, tag->name), tag->name.len);
        buffer_add_char(b, '=');
        finding_escape(b, record_text(rec, tag->value), tag->value.len);
        buffer_add_char(b, ' ');
    }
    buffer_add_char(b, '|');
    struct walk walk = {0};
    walk_start(&walk, &rec->start);
    size_t plies = 0;
    for (size_t i = 0; i < rec->node_count; i++) {
        plies += rec->nodes[i].kind == NODE_MOVE && walk.depth == 0;
        reading_add_node(b, rec, &rec->nodes[i], &walk);
    }
    assert_int_equal(walk.depth, 0);
    assert_int_equal(rec->ply_count, plies);
    assert_true(rec->end.key == walk.pos.key);
    walk_free(&walk);
    buffer_printf(b, " %s%s\n", rec->has_terminator ? result_text(rec->terminator) : "-",
                  rec->is_broken ? " broken" : "");
}

static inline void reading_add_findings(struct reading *r, struct reader *reader,
                                        struct findings *f)
{
    findings_sort(f);
    for (size_t i = 0; i < f->count; i++) {
        const struct finding *x = &f->items[i];
        struct place place = reader_place(reader, x->source);
        buffer_printf(&r->findings, "%s%c:%s@", r->findings.len ? " " : "", "NWE"[x->severity],
                      finding_kinds[x->code].code);
        if (place.line > 0)
            buffer_printf(&r->findings, "%" PRIu64 ":%" PRIu64, place.line, place.column);
        else
            buffer_printf(&r->findings, "%" PRIu64, place.offset);
        buffer_printf(&r->messages, "%s\n", finding_text(f, x));
    }
}

/* Read LEN bytes of TEXT. */
static inline struct reading reading_of_options(const char *text, size_t len,
                                                const struct read_options *options, bool strict)
{
    struct reading r = {0};
    struct error err;
    struct record rec;
    struct findings f = {.strict = strict};
    struct reader *reader = reader_open_memory(text, len, options, &err);
    assert_non_null(reader);
    record_init(&rec);
    enum read_status status;
    while ((status = reader_next(reader, &rec, &f, &err)) == READ_GAME) {
        r.game_count++;
        assert_int_equal(rec.number, r.game_count);
        reading_add_game(&r.games, &rec);
        reading_add_findings(&r, reader, &f);
    }
    assert_int_equal(status, READ_END);
    reading_add_findings(&r, reader, &f);
    reader_close(reader);
    record_free(&rec);
    findings_free(&f);
    buffer_terminate(&r.games);
    buffer_terminate(&r.findings);
    buffer_terminate(&r.messages);
    return r;
}

static inline struct reading reading_of(const char *text, size_t len)
{
    struct read_options options = {.game = GAME_CHESS};
    return reading_of_options(text, len, &options, false);
}

/* TEXT of LEN bytes gives these GAMES and FINDINGS. */
static inline void assert_reading_len(const char *text, size_t len, const char *games,
                                      const char *findings)
{
    struct reading r = reading_of(text, len);
    if (strcmp(r.games.data, games) != 0 || strcmp(r.findings.data, findings) != 0)
        fail_msg("\n%s\n--- games\n%s--- expected\n%s--- findings\n%s\n--- expected\n%s\n%s", text,
                 r.games.data, games, r.findings.data, findings, r.messages.data);
    reading_free(&r);
}

static inline void assert_reading(const char *text, const char *games, const char *findings)
{
    assert_reading_len(text, strlen(text), games, findings);
}

/* The same of a game with White A and the movetext MOVES, which is read as LINE. */
static inline void assert_moves(const char *moves, const char *line, const char *findings)
{
    struct buffer text = {0}, games = {0};
    buffer_printf(&text, "[White \"A\"]\n\n%s\n", moves);
    buffer_printf(&games, "White=A | %s\n", line);
    assert_reading(buffer_terminate(&text), buffer_terminate(&games), findings);
    buffer_free(&text);
    buffer_free(&games);
}

static inline int reading_setup(void **state)
{
    (void)state;
    rules_init();
    return 0;
}

#endif
