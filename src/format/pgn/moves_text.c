/* Moves in other texts; see moves_text.h. */
#include "format/pgn/moves_text.h"
#include "format/pgn/pgn.h"

void moves_text_forget(struct findings *f, enum finding_code code)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->count; i++)
        if (f->items[i].code != code)
            f->items[kept++] = f->items[i];
    f->count = kept;
}

/* Findings of the parser count from where it began, those about the FEN from its value. */
static void shift_findings(struct findings *f, size_t moves_at, size_t fen_at)
{
    for (size_t i = 0; i < f->count; i++) {
        enum finding_code code = f->items[i].code;
        bool is_of_fen =
            code == FINDING_BAD_FEN || code == FINDING_FEN_DETAIL || code == FINDING_FEN_CLOCK;
        f->items[i].source += (uint32_t)(is_of_fen ? fen_at : moves_at);
    }
}

static void shift_record(struct record *rec, size_t at)
{
    for (size_t i = 0; i < rec->node_count; i++)
        rec->nodes[i].source += (uint32_t)at;
    rec->source += (uint32_t)at;
    rec->terminator_source += (uint32_t)at;
}

/* Moves that cannot be judged become a comment. */
static void keep_as_comment(const struct moves_text *t, struct facts *x)
{
    const char *text = t->moves;
    size_t len = t->len;
    struct slice s;
    struct node *node = NULL;
    facts_trim(&text, &len);
    if (len == 0)
        return;
    if (record_add_text(x->rec, text, len, &s))
        node = record_add_node(x->rec, NODE_COMMENT, (uint32_t)(t->at + (size_t)(text - t->moves)));
    if (node)
        node->text = s;
    else
        x->findings->failed = true;
}

/* Set the start. False if it is no position: then that is reported. */
static bool set_start(const struct moves_text *t, struct facts *x)
{
    if (!t->fen)
        return true;
    facts_start_fen(x, t->fen, t->fen_len, (uint32_t)t->fen_at);
    while (record_remove_tag(x->rec, "FEN"))
        ;
    if (x->cannot_play)
        return false;
    findings_clear(x->findings);                /* the parser will find them again, */
    facts_add(x, "FEN", t->fen, t->fen_len, 0); /* here */
    return true;
}

enum moves_text_status moves_text_read(const struct moves_text *t, struct facts *x,
                                       bool wants_result, size_t *used)
{
    struct record *rec = x->rec;
    struct findings *f = x->findings;
    const struct read_options options = {.game = rec->game};
    struct pgn_parser parser = {
        .options = &options, .letters = &piece_letter_table[0], .rec = rec, .findings = f};
    const struct text_window window = {t->moves, t->len, !t->is_cut};
    struct pgn_extent extent = {.next = t->len};
    *used = t->len;
    if (!set_start(t, x)) {
        keep_as_comment(t, x);
        return MOVES_TEXT_GAME;
    }
    enum pgn_status status = pgn_parse(&parser, &window, 0, &extent);
    pgn_parser_free(&parser);
    if (status == PGN_MORE || (t->is_cut && status != PGN_GAME)) {
        f->failed |= !record_clear(rec, rec->game);
        findings_clear(f);
        return MOVES_TEXT_MORE;
    }
    if (status == PGN_NO_MEMORY)
        f->failed = true;
    if (status == PGN_TOO_LARGE) {
        findings_add(f, FINDING_GAME_TOO_LARGE, 0, 0, NULL);
        rec->is_broken = rec->bad_start = true;
    }
    moves_text_forget(f, FINDING_NO_TAGS);
    moves_text_forget(f, FINDING_NO_MOVE_NUMBERS);
    moves_text_forget(f, FINDING_FEN_WITHOUT_SETUP);
    if (!wants_result)
        moves_text_forget(f, FINDING_MISSING_RESULT);
    shift_findings(f, t->at + extent.base, t->fen_at);
    shift_record(rec, t->at + extent.base);
    const bool is_game = status == PGN_GAME;
    if (t->fen && !is_game) /* the parser has cleared the record */
        facts_start_fen(x, t->fen, t->fen_len, (uint32_t)t->fen_at);
    while (record_remove_tag(rec, "FEN"))
        ;
    rec->has_start_tag = rec->has_start_tag && !pos_is_start(&rec->start);
    *used = is_game ? extent.next : t->len;
    return is_game ? MOVES_TEXT_GAME : MOVES_TEXT_NONE;
}
