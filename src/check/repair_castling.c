/* Repair of castling rights that a FEN does not give although the game makes use of them. Programs
   that leave "-" there are common; the moves themselves are the proof, so this is safe. */
#include "check/repairs.h"

#include <string.h>

/* Whether the first move that cannot be played looks like castling. */
static bool is_castling_refused(const struct repair *r)
{
    static const char *const forms[] = {"O-O", "0-0", "o-o", "e1g1", "e1c1", "e8g8", "e8c8"};
    for (size_t i = 0; i < r->findings->count; i++) {
        const struct finding *x = &r->findings->items[i];
        size_t len;
        const char *at = repair_at(r, x->source, &len);
        if (x->code != FINDING_ILLEGAL_MOVE)
            continue;
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
            if (len >= strlen(forms[k]) && memcmp(at, forms[k], strlen(forms[k])) == 0)
                return true;
    }
    return false;
}

static bool stands(const struct position *pos, const char *at, char letter)
{
    return pos->board[square_parse(GAME_CHESS, at, 2)] == piece_from_letter(GAME_CHESS, letter);
}

/* The rights for which king and rooks stand on their squares. */
static void possible_rights(const struct position *pos, char out[5])
{
    static const struct {
        const char *king, *rook;
        char king_letter, rook_letter, right;
    } rights[] = {{"e1", "h1", 'K', 'R', 'K'},
                  {"e1", "a1", 'K', 'R', 'Q'},
                  {"e8", "h8", 'k', 'r', 'k'},
                  {"e8", "a8", 'k', 'r', 'q'}};
    size_t n = 0;
    for (size_t i = 0; i < sizeof rights / sizeof *rights; i++)
        if (stands(pos, rights[i].king, rights[i].king_letter) &&
            stands(pos, rights[i].rook, rights[i].rook_letter))
            out[n++] = rights[i].right;
    out[n] = '\0';
}

/* The castling field of the FEN, or NULL. */
static const char *castling_field(const char *fen, size_t len, size_t *field_len)
{
    const char *s = fen, *end = fen + len;
    for (int field = 0; field < 2 && s; field++) {
        s = memchr(s, ' ', (size_t)(end - s));
        while (s && s < end && *s == ' ')
            s++;
    }
    if (!s || s == end)
        return NULL;
    *field_len = 0;
    while (s + *field_len < end && s[*field_len] != ' ')
        ++*field_len;
    return s;
}

/* Bring the places of what was read of the new text back to the old one, in which FIELD ended at
   END and was SHORTER by so much. */
static void move_back(struct repair_memory *m, uint32_t end, uint32_t shorter)
{
    struct record *rec = &m->rec[0];
    for (size_t i = 0; i < rec->node_count; i++)
        rec->nodes[i].source -= rec->nodes[i].source >= end + shorter ? shorter : 0;
    for (size_t i = 0; i < rec->tag_count; i++)
        rec->tags[i].source -= rec->tags[i].source >= end + shorter ? shorter : 0;
    rec->terminator_source -= rec->has_terminator ? shorter : 0;
    rec->moves_source -= shorter;
    struct findings *f = &m->findings[0];
    for (size_t i = 0; i < f->count; i++)
        f->items[i].source -= f->items[i].source >= end + shorter ? shorter : 0;
}

/* Put what was read anew in the place of R's game. Places in it count from the game's first tag,
   those of R's from the text before it, about which there may be findings, which stay. */
static void take_over(struct repair *r, struct repair_memory *m)
{
    const uint32_t base = r->rec->source;
    struct findings *f = &m->findings[0];
    f->strict = r->findings->strict;
    for (size_t i = 0; i < f->count; i++) {
        f->items[i].source += base;
        f->items[i].severity = finding_severity(f->items[i].code, f->strict);
    }
    for (size_t i = 0; i < r->findings->count; i++) {
        const struct finding *x = &r->findings->items[i];
        if (x->source < base || x->code == FINDING_DROPPED_TEXT)
            findings_add(f, x->code, x->source, x->ply, "%s", finding_text(r->findings, x));
    }
    for (size_t i = 0; i < m->rec[0].node_count; i++)
        m->rec[0].nodes[i].source += base;
    for (size_t i = 0; i < m->rec[0].tag_count; i++)
        m->rec[0].tags[i].source += base;
    m->rec[0].source = base;
    m->rec[0].terminator_source += base;
    m->rec[0].moves_source += base;
    m->rec[0].number = r->rec->number;
    const struct record rec = *r->rec;
    *r->rec = m->rec[0];
    m->rec[0] = rec;
    const struct findings findings = *r->findings;
    *r->findings = *f;
    *f = findings;
}

void repair_castling(struct repair *r, struct repair_memory *m)
{
    struct record *rec = r->rec;
    char rights[5];
    size_t old_len = 0;
    if (!rec->is_broken || rec->bad_start || !rec->has_start_tag || rec->game != GAME_CHESS ||
        rec->variant != VARIANT_STANDARD || r->options->ignored[FINDING_FEN_DETAIL] ||
        !is_castling_refused(r))
        return;
    const struct tag *tag = &rec->tags[rec->known[TAG_FEN]];
    size_t left;
    const char *fen = repair_at(r, tag->source, &left);
    if (left < tag->value.len || memcmp(fen, record_text(rec, tag->value), tag->value.len) != 0)
        return;
    const char *field = castling_field(fen, tag->value.len, &old_len);
    possible_rights(&rec->start, rights);
    if (!field || strlen(rights) < old_len || strlen(rights) == 0)
        return;
    const size_t at = (size_t)(field - r->source), end = at + old_len;
    buffer_clear(&m->text);
    buffer_add(&m->text, r->source, at);
    buffer_add_string(&m->text, rights);
    buffer_add(&m->text, r->source + end, r->len - end);
    if (m->text.failed || !repair_read(&m->text, GAME_CHESS, r->options->letters, m, 0) ||
        m->rec[0].is_broken)
        return;
    move_back(m, (uint32_t)end, (uint32_t)(strlen(rights) - old_len));
    take_over(r, m);
    findings_add(r->findings, FINDING_FEN_DETAIL, (uint32_t)at + r->rec->source, 0,
                 "FEN: castling rights %s were missing", rights);
}
