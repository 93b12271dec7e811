/* Moves in other texts; see moves_text.h. */
#include "format/moves_text.h"
#include "format/pgn.h"

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
    if (t->fen)
        facts_add(x, "FEN", t->fen, t->fen_len, 0);
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
    if (t->fen && !is_game && !rec->has_start_tag && !rec->bad_start)
        facts_start_fen(x, t->fen, t->fen_len, (uint32_t)t->fen_at);
    while (record_remove_tag(rec, "FEN"))
        ;
    rec->has_start_tag = rec->has_start_tag && !facts_is_usual_start(&rec->start);
    *used = is_game ? extent.next : t->len;
    return is_game ? MOVES_TEXT_GAME : MOVES_TEXT_NONE;
}
