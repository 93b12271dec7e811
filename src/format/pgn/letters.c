/* The PGN reader: in which language the pieces are named, if it was not told. No language is
   guessed: it must make every move legal, and no other may make other moves of the same text. A
   file that shows its language in its first games has it for all games that are legal in it. */
#include "format/pgn/pgn.h"

#include <stdlib.h>
#include <string.h>

enum { LANGUAGES_MAX = 32, GAMES_LOOKED_AT = 32 };

/* Whether an earlier row of the table has the same letters. */
static bool is_repeated(const struct piece_letters *letters)
{
    for (const struct piece_letters *l = piece_letter_table; l != letters; l++)
        if (piece_letters_equal(l, letters))
            return true;
    return false;
}

/* The languages that differ, in the order of the table. Returns how many. */
static size_t list_languages(const struct piece_letters *list[LANGUAGES_MAX])
{
    size_t n = 0;
    for (const struct piece_letters *l = piece_letter_table; l->code && n < LANGUAGES_MAX; l++)
        if (!is_repeated(l))
            list[n++] = l;
    return n;
}

static enum pgn_status parse_in(struct pgn_parser *ps, const struct piece_letters *letters,
                                const struct text_window *window, size_t start,
                                struct pgn_extent *extent)
{
    record_clear(ps->rec, ps->options->game);
    findings_clear(ps->findings);
    ps->letters = letters;
    return pgn_parse_in_letters(ps, window, start, extent);
}

static bool fits(const struct pgn_parser *ps, enum pgn_status status)
{
    return status == PGN_GAME && !ps->rec->is_broken && ps->bad_moves == 0;
}

/* The moves of the game, wherever they stand. */
static void hash_moves(const struct record *rec, struct hash *h)
{
    for (size_t i = 0; i < rec->node_count; i++) {
        const struct node *n = &rec->nodes[i];
        if (n->kind == NODE_MOVE)
            hash_add(h, &n->move, sizeof n->move);
        else if (n->kind != NODE_COMMENT)
            hash_add(h, &n->kind, sizeof n->kind);
    }
}

/* --- Of a file -------------------------------------------------------------------------------- */

/* Sift CAN, which languages of LIST every game so far is legal in, by the game at *AT; one that is
   legal in none says nothing. False if there is no further game, or none of CAN is left: the file
   mixes languages. */
static bool sift(struct pgn_parser *ps, const struct text_window *window, size_t *at,
                 const struct piece_letters *const *list, size_t count, bool *can)
{
    bool legal[LANGUAGES_MAX], any = false, any_left = false;
    struct pgn_extent extent;
    size_t next = *at;
    for (size_t i = 0; i < count; i++) {
        enum pgn_status status = parse_in(ps, list[i], window, *at, &extent);
        if (status != PGN_GAME)
            return false;
        next = extent.next > next ? extent.next : next;
        legal[i] = fits(ps, status);
        any = any || legal[i];
    }
    for (size_t i = 0; i < count && any; i++) {
        can[i] = can[i] && legal[i];
        any_left = any_left || can[i];
    }
    *at = next;
    return any_left || !any;
}

/* Only a language that alone is left counts. Without one the games are looked at singly. */
void pgn_find_letters(struct pgn_parser *ps, const struct text_window *window, size_t start)
{
    const struct piece_letters *list[LANGUAGES_MAX];
    bool can[LANGUAGES_MAX];
    size_t count = list_languages(list), left = 0;
    ps->file_letters = NULL;
    for (size_t i = 0; i < count; i++)
        can[i] = true;
    for (int i = 0; i < GAMES_LOOKED_AT && ps->options->game == GAME_CHESS; i++)
        if (!sift(ps, window, &start, list, count, can))
            break;
    for (size_t i = 0; i < count; i++) {
        left += can[i];
        if (can[i])
            ps->file_letters = list[i];
    }
    if (left != 1)
        ps->file_letters = NULL;
    ps->letters = piece_letter_table;
}

/* --- Of a game -------------------------------------------------------------------------------- */

/* Copy the nodes of the record. NULL if memory is out. */
static struct node *copy_nodes(const struct record *rec)
{
    struct node *nodes = malloc((rec->node_count + 1) * sizeof *nodes);
    if (nodes && rec->node_count > 0)
        memcpy(nodes, rec->nodes, rec->node_count * sizeof *nodes);
    return nodes;
}

/* Keep what stands before node COUNT, or before the variation of the main line that it is in, and
   replay it. Returns where the rest begins. */
static uint32_t cut_record(struct record *rec, size_t count)
{
    size_t plies = 0, depth = 0, from = count;
    for (size_t i = 0; i < count; i++) {
        if (rec->nodes[i].kind == NODE_BEGIN && depth++ == 0)
            from = i;
        depth -= rec->nodes[i].kind == NODE_END;
        plies += rec->nodes[i].kind == NODE_MOVE && depth == 0;
    }
    const size_t cut = depth > 0 ? from : count;
    const uint32_t source = cut < rec->node_count ? rec->nodes[cut].source : rec->source;
    rec->node_count = cut;
    rec->ply_count = plies;
    rec->end = rec->start;
    for (size_t i = 0; i < plies; i++)
        pos_play(&rec->end, rec->moves[i]);
    return source;
}

/* The record is the game in A's letters. Cut it before the first move that B's read otherwise,
   NODES being the game in those; the rest is comment. */
static void cut_at_difference(struct pgn_parser *ps, const struct node *nodes, size_t node_count,
                              const struct piece_letters *a, const struct piece_letters *b,
                              const struct pgn_extent *extent, const struct text_window *window)
{
    struct record *rec = ps->rec;
    size_t i = 0;
    while (i < rec->node_count && i < node_count && rec->nodes[i].kind == nodes[i].kind &&
           (nodes[i].kind != NODE_MOVE || rec->nodes[i].move == nodes[i].move))
        i++;
    const uint32_t source = i < rec->node_count ? rec->nodes[i].source : rec->source;
    const char *from = window->data + extent->base + source;
    size_t len = 0;
    while (pgn_is(from[len], CLASS_TOKEN))
        len++;
    char quote[QUOTE_MAX];
    const char *rest = window->data + extent->base + cut_record(rec, i);
    rec->is_broken = true;
    findings_add(ps->findings, FINDING_AMBIGUOUS_LETTERS, source, rec->ply_count + 1,
                 "%s: one move in %s letters, another one in %s (try --piece-letters=%s or =%s)",
                 finding_quote(from, len, quote), lang_text(a->language), lang_text(b->language),
                 a->code, b->code);
    const char *to = rec->has_terminator ? window->data + extent->base + rec->terminator_source
                                         : window->data + extent->next;
    while (to > rest && pgn_is(to[-1], CLASS_BLANK | CLASS_LINE))
        to--;
    if (to > rest)
        pgn_add_comment(ps, rest, (size_t)(to - rest), rest, false, true);
}

/* Read the game in A's letters, as far as B's agree. */
static enum pgn_status parse_ambiguous(struct pgn_parser *ps, const struct piece_letters *a,
                                       const struct piece_letters *b,
                                       const struct text_window *window, size_t start,
                                       struct pgn_extent *extent)
{
    enum pgn_status status = parse_in(ps, b, window, start, extent);
    struct node *nodes = status == PGN_GAME ? copy_nodes(ps->rec) : NULL;
    size_t count = ps->rec->node_count;
    if (status != PGN_GAME)
        return status;
    if (!nodes)
        return PGN_NO_MEMORY;
    status = parse_in(ps, a, window, start, extent);
    if (status == PGN_GAME)
        cut_at_difference(ps, nodes, count, a, b, extent, window);
    free(nodes);
    return ps->no_memory ? PGN_NO_MEMORY : status;
}

/* Of a game that is legal in no language: the one in which alone its first fault comes last. */
struct farthest {
    const struct piece_letters *letters; /* NULL: two come as far, by other moves */
    size_t plies;
    key64 end;
};

static void go_farther(struct farthest *f, const struct pgn_parser *ps)
{
    const size_t plies = ps->rec->ply_count;
    if (plies > f->plies)
        *f = (struct farthest){ps->letters, plies, ps->rec->end.key};
    else if (plies == f->plies && ps->rec->end.key != f->end)
        f->letters = NULL;
}

static enum pgn_status parse_any(struct pgn_parser *ps, const struct text_window *window,
                                 size_t start, struct pgn_extent *extent)
{
    const struct piece_letters *list[LANGUAGES_MAX], *first = NULL, *other = NULL;
    size_t count = list_languages(list);
    struct farthest farthest = {0};
    uint64_t moves = 0;
    for (size_t i = 0; i < count && !other; i++) {
        enum pgn_status status = parse_in(ps, list[i], window, start, extent);
        if (status != PGN_GAME && status != PGN_NOTHING)
            return status;
        if (!fits(ps, status)) {
            if (status == PGN_GAME)
                go_farther(&farthest, ps);
            continue;
        }
        struct hash h;
        hash_start(&h, 0);
        hash_moves(ps->rec, &h);
        if (first && hash_value(&h) != moves)
            other = list[i];
        first = first ? first : list[i];
        moves = hash_value(&h);
    }
    if (other)
        return parse_ambiguous(ps, first, other, window, start, extent);
    if (!first)
        first = farthest.letters   ? farthest.letters
                : ps->file_letters ? ps->file_letters
                                   : piece_letter_table;
    return parse_in(ps, first, window, start, extent);
}

enum pgn_status pgn_parse(struct pgn_parser *ps, const struct text_window *window, size_t start,
                          struct pgn_extent *extent)
{
    if (!ps->options->auto_letters || ps->options->game != GAME_CHESS)
        return pgn_parse_in_letters(ps, window, start, extent);
    if (ps->file_letters) {
        enum pgn_status status = parse_in(ps, ps->file_letters, window, start, extent);
        if (fits(ps, status) || status != PGN_GAME)
            return status;
    }
    return parse_any(ps, window, start, extent);
}

/* --- What is said of it ----------------------------------------------------------------------- */

void pgn_tell_letters(struct pgn_parser *ps, move m, const char *at, size_t len)
{
    if (ps->told_letters || m == NULL_MOVE || ps->rec->game != GAME_CHESS)
        return;
    enum piece_type type = piece_type(ps->pos->board[move_from(GAME_CHESS, m)]);
    const char *letter = piece_letters_of(ps->letters, type);
    size_t n = strlen(letter);
    char quote[QUOTE_MAX];
    if (n == 0 || n > len || memcmp(at, letter, n) != 0 ||
        strcmp(letter, piece_letters_of(piece_letter_table, type)) == 0)
        return;
    ps->told_letters = true;
    findings_add(ps->findings, FINDING_PIECE_LETTERS, pgn_source(ps, at), pgn_ply(ps),
                 "%s: the pieces have %s letters", finding_quote(at, len, quote),
                 lang_text(ps->letters->language));
}
