/* Repair of castling rights that a FEN does not give although the game makes use of them. Programs
   that leave "-" there are common; the moves themselves are the proof, so this is safe, and no
   right is added that they do not need. */
#include "check/repairs.h"

#include <string.h>

enum { RIGHTS = 4 };

/* Whether a move that cannot be played looks like castling. */
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

static const char right_letters[RIGHTS + 1] = "KQkq";

/* The rights for which king and rooks stand on their squares, a bit each. */
static unsigned possible_rights(const struct position *pos)
{
    static const struct {
        const char *king, *rook;
        char king_letter, rook_letter;
    } homes[RIGHTS] = {{"e1", "h1", 'K', 'R'},
                       {"e1", "a1", 'K', 'R'},
                       {"e8", "h8", 'k', 'r'},
                       {"e8", "a8", 'k', 'r'}};
    unsigned rights = 0;
    for (unsigned i = 0; i < RIGHTS; i++)
        if (stands(pos, homes[i].king, homes[i].king_letter) &&
            stands(pos, homes[i].rook, homes[i].rook_letter))
            rights |= 1u << i;
    return rights;
}

/* The rights that FIELD gives; false if it is not one of standard chess. */
static bool given_rights(const char *field, size_t len, unsigned *rights)
{
    *rights = 0;
    if (len == 1 && *field == '-')
        return true;
    for (size_t i = 0; i < len; i++) {
        const char *letter = strchr(right_letters, field[i]);
        if (!letter || !*letter)
            return false;
        *rights |= 1u << (letter - right_letters);
    }
    return true;
}

static void write_rights(unsigned rights, char out[RIGHTS + 1])
{
    size_t n = 0;
    for (unsigned i = 0; i < RIGHTS; i++)
        if (rights & 1u << i)
            out[n++] = right_letters[i];
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

/* A place of the new text as one of the old, in which the field that ends at END is longer by
   LONGER. */
static uint32_t place_back(uint32_t source, uint32_t end, int32_t longer)
{
    return (int64_t)source >= (int64_t)end - longer ? (uint32_t)((int64_t)source + longer) : source;
}

static void move_back(struct repair_memory *m, uint32_t end, int32_t longer)
{
    struct record *rec = &m->rec[0];
    struct findings *f = &m->findings[0];
    for (size_t i = 0; i < rec->node_count; i++)
        rec->nodes[i].source = place_back(rec->nodes[i].source, end, longer);
    for (size_t i = 0; i < rec->tag_count; i++)
        rec->tags[i].source = place_back(rec->tags[i].source, end, longer);
    if (rec->has_terminator)
        rec->terminator_source = place_back(rec->terminator_source, end, longer);
    rec->moves_source = place_back(rec->moves_source, end, longer);
    for (size_t i = 0; i < f->count; i++)
        f->items[i].source = place_back(f->items[i].source, end, longer);
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

/* Read R's game with RIGHTS in the place of FIELD. Returns whether it can be played then. */
static bool read_with(struct repair *r, struct repair_memory *m, const char *field, size_t len,
                      const char *rights)
{
    const char *end = field + len;
    buffer_clear(&m->text);
    buffer_add(&m->text, r->source, (size_t)(field - r->source));
    buffer_add_string(&m->text, rights);
    buffer_add(&m->text, end, r->len - (size_t)(end - r->source));
    return !m->text.failed && repair_read(&m->text, GAME_CHESS, r->options, m, 0) &&
           !m->rec[0].is_broken;
}

static unsigned count_rights(unsigned rights)
{
    unsigned n = 0;
    for (; rights; rights &= rights - 1)
        n++;
    return n;
}

/* Read the game with the fewest of RIGHTS besides those GIVEN that make it one that can be played.
   Returns them, 0 if none do. */
static unsigned read_with_fewest(struct repair *r, struct repair_memory *m, const char *field,
                                 size_t len, unsigned given, unsigned rights)
{
    char text[RIGHTS + 1];
    for (unsigned n = 1; n <= RIGHTS; n++) {
        for (unsigned added = 1; added < 1u << RIGHTS; added++) {
            if (count_rights(added) != n || (added & ~rights) != 0)
                continue;
            write_rights(given | added, text);
            if (read_with(r, m, field, len, text))
                return added;
        }
    }
    return 0;
}

/* The FEN in the text of R's game, NULL if it does not stand there as it was read. */
static const char *fen_in_text(const struct repair *r, size_t *len)
{
    const struct tag *tag = &r->rec->tags[r->rec->known[TAG_FEN]];
    size_t left;
    const char *fen = repair_at(r, tag->source, &left);
    *len = tag->value.len;
    return left >= *len && memcmp(fen, record_text(r->rec, tag->value), *len) == 0 ? fen : NULL;
}

void repair_castling(struct repair *r, struct repair_memory *m)
{
    const struct record *rec = r->rec;
    char added_text[RIGHTS + 1], all_text[RIGHTS + 1];
    unsigned given;
    size_t fen_len, len = 0;
    if (!rec->is_broken || rec->bad_start || !rec->has_start_tag || rec->game != GAME_CHESS ||
        rec->variant != VARIANT_STANDARD || r->options->ignored[FINDING_FEN_DETAIL] ||
        !is_castling_refused(r))
        return;
    const char *fen = fen_in_text(r, &fen_len);
    const char *field = fen ? castling_field(fen, fen_len, &len) : NULL;
    if (!field || !given_rights(field, len, &given))
        return;
    const unsigned possible = possible_rights(&rec->start);
    const unsigned added = read_with_fewest(r, m, field, len, given & possible, possible & ~given);
    if (added == 0)
        return;
    const size_t at = (size_t)(field - r->source);
    write_rights(added, added_text);
    write_rights((given & possible) | added, all_text);
    move_back(m, (uint32_t)(at + len), (int32_t)len - (int32_t)strlen(all_text));
    take_over(r, m);
    findings_add(r->findings, FINDING_FEN_DETAIL, (uint32_t)at + r->rec->source, 0,
                 count_rights(added) == 1 ? "FEN: the castling right %s was missing"
                                          : "FEN: the castling rights %s were missing",
                 added_text);
}
