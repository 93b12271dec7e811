/* Repairs: which findings can be mended, and how a game is. The result is read again and mended
   again if that brings up something new, so that a mended game has nothing left that its level of
   repair would mend. */
#include "check/repairs.h"

#include <stdio.h>
#include <string.h>

/* --- The table -------------------------------------------------------------------------------- */

/* Writing the game anew is all it takes. */
static bool rewrite(struct repair *r, size_t i)
{
    (void)r, (void)i;
    return true;
}

/* A null move can be written as people do, and stays a null move. */
static bool mend_null_move(struct repair *r, size_t i)
{
    size_t len;
    const char *at = repair_at(r, r->findings->items[i].source, &len);
    return len < 2 || memcmp(at, "--", 2) != 0;
}

/* In the main line it stays what is warned of, but its form may be another. */
static bool mend_null_main(struct repair *r, size_t i)
{
    const struct finding x = r->findings->items[i];
    if (mend_null_move(r, i))
        findings_add(r->findings, FINDING_NULL_MOVE_FORM, x.source, x.ply, "a null move is -- now");
    return false;
}

/* The tags are in the record; where the text of the moves stays, it ends before them. */
static bool mend_stray_tags(struct repair *r, size_t i)
{
    size_t left;
    repair_at(r, r->findings->items[i].source, &left);
    r->text_end = r->len - left;
    return true;
}

/* The reader has made the rest of the line a comment. */
static bool cut_line(struct repair *r, size_t i)
{
    char said[QUOTE_MAX];
    snprintf(said, sizeof said, "%s", finding_text(r->findings, &r->findings->items[i]));
    findings_reword(r->findings, i, "%s; the rest of the line is a comment now", said);
    return true;
}

/* What no row names stays: advice, what only a person can know, and what is no fault of the text.
   By the order of the rows results are decided on before the roster is filled. */
static const struct mend {
    enum finding_code code;
    enum repair_level level;
    mend_function *mend;
    bool is_tags; /* the text of the moves may stay */
} mends[] = {
    {FINDING_ILLEGAL_MOVE, REPAIR_ALL, cut_line, false},
    {FINDING_AMBIGUOUS_MOVE, REPAIR_ALL, cut_line, false},
    {FINDING_UNREADABLE_MOVE, REPAIR_ALL, cut_line, false},
    {FINDING_MOVE_AFTER_END, REPAIR_ALL, cut_line, false},
    {FINDING_VARIATION_ERROR, REPAIR_ALL, cut_line, false},
    {FINDING_TAG_NAME, REPAIR_SAFE, mend_tag_name, true},
    {FINDING_RESULT_CONFLICT, REPAIR_ALL, mend_result, false},
    {FINDING_RESULT_BOARD, REPAIR_ALL, mend_result, false},
    {FINDING_RESULT_UNKNOWN, REPAIR_SAFE, mend_result, false},
    {FINDING_MISSING_RESULT, REPAIR_SAFE, mend_result, false},
    {FINDING_BAD_RESULT_TAG, REPAIR_SAFE, mend_result, true},
    {FINDING_RESULT_FORM, REPAIR_SAFE, mend_result, false},
    {FINDING_REPEATED_TAG, REPAIR_SAFE, mend_repeated_tag, true},
    {FINDING_BAD_DATE, REPAIR_SAFE, mend_date, true},
    {FINDING_BAD_PLY_COUNT, REPAIR_SAFE, mend_ply_count, true},
    {FINDING_FEN_DETAIL, REPAIR_SAFE, mend_fen, true},
    {FINDING_FEN_WITHOUT_SETUP, REPAIR_SAFE, mend_setup, true},
    {FINDING_MISSING_TAG, REPAIR_SAFE, mend_roster, true},
    {FINDING_NO_TAGS, REPAIR_SAFE, mend_no_tags, true},
    {FINDING_VARIATION_PLACE, REPAIR_SAFE, mend_variation_place, false},
    {FINDING_NULL_MOVE_MAIN, REPAIR_SAFE, mend_null_main, false},
    {FINDING_NULL_MOVE_FORM, REPAIR_SAFE, mend_null_move, false},
    {FINDING_BAD_TAG, REPAIR_SAFE, rewrite, true},
    {FINDING_STRAY_TAGS, REPAIR_SAFE, mend_stray_tags, true},
    {FINDING_FALSE_CHECK, REPAIR_SAFE, rewrite, false},
    {FINDING_MISSING_CHECK_MARK, REPAIR_SAFE, rewrite, false},
    {FINDING_RESULT_IN_VARIATION, REPAIR_SAFE, rewrite, false},
    {FINDING_UNCLOSED_COMMENT, REPAIR_SAFE, rewrite, false},
    {FINDING_NESTED_COMMENT, REPAIR_SAFE, rewrite, false},
    {FINDING_UNCLOSED_VARIATION, REPAIR_SAFE, rewrite, false},
    {FINDING_STRAY_MARK, REPAIR_SAFE, rewrite, false},
    {FINDING_TEXT_BEHIND_MOVES, REPAIR_SAFE, rewrite, false},
    {FINDING_MOVE_NUMBER, REPAIR_SAFE, rewrite, false},
    {FINDING_BAD_NAG, REPAIR_SAFE, rewrite, false},
    {FINDING_TWO_READINGS, REPAIR_SAFE, rewrite, false},
    {FINDING_CASTLING_ZEROS, REPAIR_SAFE, rewrite, false},
    {FINDING_PROMOTION_FORM, REPAIR_SAFE, rewrite, false},
    {FINDING_EP_MARK, REPAIR_SAFE, rewrite, false},
    {FINDING_CHECK_MARK_FORM, REPAIR_SAFE, rewrite, false},
    {FINDING_DISAMBIGUATION, REPAIR_SAFE, rewrite, false},
    {FINDING_LONG_FORM, REPAIR_SAFE, rewrite, false},
    {FINDING_COORDINATES, REPAIR_SAFE, rewrite, false},
    {FINDING_FIGURINE, REPAIR_SAFE, rewrite, false},
    {FINDING_CAPTURE_MARK, REPAIR_SAFE, rewrite, false},
    {FINDING_KING_TAKES_ROOK, REPAIR_SAFE, rewrite, false},
    {FINDING_PIECE_LETTERS, REPAIR_SAFE, rewrite, false},
    {FINDING_PAWN_LETTER, REPAIR_SAFE, rewrite, false},
    {FINDING_SHORT_CAPTURE, REPAIR_SAFE, rewrite, false},
    {FINDING_GLYPH, REPAIR_SAFE, rewrite, false},
    {FINDING_SEMICOLON_COMMENT, REPAIR_SAFE, rewrite, false},
    {FINDING_NO_MOVE_NUMBERS, REPAIR_SAFE, rewrite, false},
    {FINDING_TEXT_IN_PARENTHESES, REPAIR_SAFE, rewrite, false},
    {FINDING_ODD_BLANK, REPAIR_SAFE, mend_odd_blank, false},
    {FINDING_NUL_BYTE, REPAIR_SAFE, rewrite, false},
};
enum { MENDS = sizeof mends / sizeof *mends };

/* --- One game --------------------------------------------------------------------------------- */

/* Whether moves that CODE is about cannot be read into the record, so that they would be lost if it
   were written. */
static bool keeps_text(const struct repair_options *o, const struct record *rec,
                       enum finding_code code)
{
    switch (code) {
    case FINDING_ILLEGAL_MOVE:
    case FINDING_AMBIGUOUS_MOVE:
    case FINDING_UNREADABLE_MOVE:
    case FINDING_MOVE_AFTER_END:
    case FINDING_VARIATION_ERROR: return o->level != REPAIR_ALL || o->ignored[code];
    case FINDING_AMBIGUOUS_LETTERS: return true;
    case FINDING_TWO_READINGS: return o->level != REPAIR_ALL && rec->game == GAME_CHESS;
    default: return false;
    }
}

/* Whether the text of its moves must stay: it would not come back from the record as it is. */
static bool has_bad_moves(const struct repair *r)
{
    const struct record *rec = r->rec;
    if (rec->variant == VARIANT_UNSUPPORTED || rec->bad_start)
        return true;
    for (size_t i = 0; i < r->findings->count; i++)
        if (keeps_text(r->options, rec, r->findings->items[i].code))
            return true;
    return rec->is_broken && r->options->level != REPAIR_ALL;
}

/* A finding about text before the game, which is not the game's to mend. */
static bool is_before(const struct repair *r, const struct finding *x)
{
    return x->code == FINDING_DROPPED_TEXT ||
           (x->code == FINDING_NUL_BYTE && x->source < r->rec->source);
}

static void mend_before(struct repair *r)
{
    for (size_t i = 0; i < r->findings->count; i++) {
        struct finding *x = &r->findings->items[i];
        x->is_mended = is_before(r, x) && !r->options->ignored[x->code];
    }
}

/* Mend what can be; returns whether there was anything. Where all of it was in the tags, the text
   of the moves can stay. */
static bool mend_all(struct repair *r)
{
    bool any = false, any_moves = false;
    repair_decide_result(r);
    for (int m = 0; m < MENDS && !r->no_memory; m++) {
        if (mends[m].level > r->options->level || (r->tags_only && !mends[m].is_tags) ||
            r->options->ignored[mends[m].code])
            continue;
        for (size_t i = 0; i < r->findings->count && !r->no_memory; i++) {
            struct finding *x = &r->findings->items[i];
            if (x->code != mends[m].code || is_before(r, x) || !mends[m].mend(r, i))
                continue;
            r->findings->items[i].is_mended = true;
            any = true;
            any_moves = any_moves || !mends[m].is_tags;
        }
    }
    r->tags_only = !any_moves;
    return any && !r->no_memory;
}

/* Which codes of F, the findings of the last text, would have to be mended again. */
static void find_lasting(const struct findings *f, bool lasts[FINDING_CODES])
{
    memset(lasts, 0, FINDING_CODES * sizeof *lasts);
    for (size_t i = 0; i < f->count; i++)
        lasts[f->items[i].code] |= f->items[i].is_mended;
}

/* LATER are the findings of the last text. What would have to be mended there was not mended after
   all. Returns whether any mended one is left. */
static bool unmark_lasting(struct findings *f, const struct findings *later)
{
    bool lasts[FINDING_CODES], any = false;
    find_lasting(later, lasts);
    for (size_t i = 0; i < f->count; i++) {
        struct finding *x = &f->items[i];
        x->is_mended = x->is_mended && !lasts[x->code];
        any = any || (x->is_mended && x->code != FINDING_DROPPED_TEXT);
    }
    return any;
}

/* Whether all that is mended in F lasts in the game that was written anew, too. */
static bool all_last(const struct findings *f, const struct findings *later)
{
    bool lasts[FINDING_CODES], all = true;
    find_lasting(later, lasts);
    for (size_t i = 0; i < f->count; i++)
        all = all && (!f->items[i].is_mended || lasts[f->items[i].code]);
    return all;
}

/* The messages that findings have before they say how they were mended, and back. */
static bool keep_messages(const struct findings *f, struct buffer *kept)
{
    buffer_clear(kept);
    for (size_t i = 0; i < f->count; i++)
        buffer_add(kept, &f->items[i].text, sizeof f->items[i].text);
    return !kept->failed;
}

static void restore_messages(struct findings *f, const struct buffer *kept)
{
    for (size_t i = 0; i < f->count && (i + 1) * sizeof f->items[i].text <= kept->len; i++) {
        struct finding *x = &f->items[i];
        if (x->is_mended)
            continue;
        memcpy(&x->text, kept->data + i * sizeof x->text, sizeof x->text);
        x->text_len = (uint32_t)strlen(finding_text(f, x));
    }
}

static void start_memory(struct repair_memory *m)
{
    for (int i = 0; i < REPAIR_TEXTS && !m->started; i++)
        record_init(&m->rec[i]);
    m->started = true;
}

void repair_memory_free(struct repair_memory *m)
{
    for (int i = 0; i < REPAIR_TEXTS && m->started; i++) {
        record_free(&m->rec[i]);
        findings_free(&m->findings[i]);
    }
    buffer_free(&m->text);
    buffer_free(&m->patched);
    buffer_free(&m->messages);
    check_memory_free(&m->check);
    *m = (struct repair_memory){0};
}

/* Take over what a further round has mended, at the beginning of the game. */
static void add_mended(struct findings *f, const struct findings *from, uint32_t source)
{
    for (size_t i = 0; i < from->count; i++) {
        const struct finding *x = &from->items[i];
        if (!x->is_mended)
            continue;
        size_t count = f->count;
        findings_add(f, x->code, source, x->ply, "%s", finding_text(from, x));
        if (f->count > count)
            f->items[count].is_mended = true;
    }
}

/* Mend what was mended once more, while there is something to mend. The text is in m->text and was
   read into number 0 of the memory, the last one into number *LAST. False if a text is not the game any
   more. */
static bool mend_again(struct repair *first, struct repair_memory *m, int *last)
{
    enum { ROUNDS = 3 };
    for (int round = 0, at = 0; round < ROUNDS; round++, at = !at) {
        struct buffer old = m->text;
        const size_t head = m->head[at];
        *last = at;
        struct repair r = {.rec = &m->rec[at],
                           .findings = &m->findings[at],
                           .options = first->options,
                           .source = old.data + head,
                           .len = old.len - head};
        r.tags_only = has_bad_moves(&r);
        if (!mend_all(&r))
            return !r.no_memory;
        m->text = (struct buffer){0};
        buffer_add(&m->text, old.data, head);
        repair_write(&r, &m->text);
        bool same =
            !r.no_memory && m->text.len == old.len && memcmp(m->text.data, old.data, old.len) == 0;
        if (!same)
            add_mended(first->findings, r.findings, first->rec->source);
        buffer_free(&old);
        if (same || r.no_memory)
            return same;
        if (!repair_read(&m->text, r.rec->game, r.tags_only ? r.options : NULL, m, !at) ||
            !repair_is_same(r.rec, &m->rec[!at]))
            return false;
        findings_clear(&m->findings[at]);
    }
    return true;
}

/* Whether any of the tags is mended, so that the head of the game changes. */
static bool changes_tags(const struct findings *f)
{
    bool is_tags[FINDING_CODES] = {0}, any = false;
    for (int m = 0; m < MENDS; m++)
        is_tags[mends[m].code] = mends[m].is_tags;
    for (size_t i = 0; i < f->count; i++)
        any = any || (f->items[i].is_mended && is_tags[f->items[i].code]);
    return any;
}

static bool has_same_tags(const struct record *a, const struct record *b)
{
    struct record x = *a, y = *b;
    x.node_count = y.node_count = 0;
    return record_equal(&x, &y, NULL, 0);
}

/* Put the game R with the smallest edit into m->patched and read it into number AT; LAST is where it
   was read into after it had been written anew. False if it is not the same game so. */
static bool patch(struct repair *r, struct repair_memory *m, int last, enum patch_extent extent,
                  bool with_head, int at)
{
    const size_t moves = r->rec->moves_source - r->rec->source, head = m->head[last];
    struct buffer text = {0};
    if (with_head)
        repair_write_head(r, &text);
    else
        buffer_add(&text, r->source, moves);
    bool ok =
        repair_patch(r, &m->rec[last], m->text.data + head, m->text.len - head, extent, &text) &&
        !text.failed;
    buffer_free(&m->patched);
    m->patched = text;
    return ok && repair_read(&m->patched, r->rec->game, NULL, m, at) && m->head[at] == 0 &&
           m->rec[at].has_terminator == r->rec->has_terminator &&
           repair_is_same(r->rec, &m->rec[at]);
}

/* The same until nothing is left to mend. */
static bool patch_all(struct repair r, struct repair_memory *m, int last, enum patch_extent extent)
{
    enum { ROUNDS = 3 };
    struct buffer source = {0};
    bool done = false, ok = true;
    for (int round = 0, at = REPAIR_PATCHED; round < ROUNDS && ok && !done; round++) {
        ok = patch(&r, m, last, extent, changes_tags(r.findings), at);
        if (ok && !has_same_tags(r.rec, &m->rec[at]))
            ok = patch(&r, m, last, extent, true, at);
        if (!ok)
            break;
        buffer_free(&source);
        source = m->patched;
        m->patched = (struct buffer){0};
        r = (struct repair){.rec = &m->rec[at],
                            .findings = &m->findings[at],
                            .options = r.options,
                            .source = source.data,
                            .len = source.len};
        r.tags_only = has_bad_moves(&r);
        done = !r.tags_only && (!mend_all(&r) || all_last(r.findings, &m->findings[last]));
        at = at == REPAIR_PATCHED ? REPAIR_PATCHED + 1 : REPAIR_PATCHED;
    }
    buffer_free(&m->patched);
    m->patched = source;
    return ok && done && !r.no_memory;
}

/* Mend R and append the new text, which was read again, to OUT. False if it stays as it was. */
static bool mend_game(struct repair *r, struct repair_memory *m, struct buffer *out)
{
    int last = 0;
    r->tags_only = has_bad_moves(r);
    if (!mend_all(r))
        return false;
    buffer_clear(&m->text);
    repair_write(r, &m->text);
    if (r->no_memory ||
        !repair_read(&m->text, r->rec->game, r->tags_only ? r->options : NULL, m, 0))
        return false;
    if (r->options->level == REPAIR_ALL && !r->tags_only)
        r->rec->is_broken = false; /* it is what remains of it now */
    if (!repair_is_same(r->rec, &m->rec[0]) || !mend_again(r, m, &last))
        return false;
    const bool is_patched = !r->tags_only && (patch_all(*r, m, last, PATCH_FINDINGS) ||
                                              patch_all(*r, m, last, PATCH_MOVES));
    const struct buffer *text = is_patched ? &m->patched : &m->text;
    if ((text->len == r->len && memcmp(text->data, r->source, r->len) == 0) ||
        !unmark_lasting(r->findings, &m->findings[last]))
        return false;
    buffer_add(out, text->data, text->len);
    return true;
}

bool repair_game(struct record *rec, struct findings *f, const char *source, size_t len,
                 const struct repair_options *options, struct repair_memory *memory,
                 struct buffer *out)
{
    struct repair r = {.rec = rec, .findings = f, .options = options, .source = source, .len = len};
    start_memory(memory);
    repair_castling(&r, memory);
    bool kept = keep_messages(f, &memory->messages);
    mend_before(&r);
    bool mended = kept && mend_game(&r, memory, out);
    if (!mended)
        mend_before(&r);
    restore_messages(f, &memory->messages);
    f->failed = f->failed || r.no_memory || !kept;
    return mended;
}
