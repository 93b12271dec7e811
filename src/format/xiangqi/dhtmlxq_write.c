/* Writing DhtmlXQ. A line of moves cannot hold the variations inside it, so lines are written one
   after the other: a variation that is met waits in a queue and is written with its number when the
   line it leaves is done. Comments come behind all moves. Tags without a key of their own are
   written under their own names, which dhtmlxq_read.c takes back. */
#include "base/array.h"
#include "base/ascii.h"
#include "base/date.h"
#include "format/format.h"
#include "format/xiangqi/dhtmlxq.h"
#include "format/xiangqi/men.h"
#include "notation/notation.h"

#include <stdio.h>
#include <stdlib.h>

struct line {
    size_t first;    /* its first node */
    unsigned parent; /* the number of the line that it leaves */
    unsigned ply;    /* of its first move, from 1 */
};

struct writer {
    struct buffer *out;
    const struct record *rec;
    struct dhtmlxq_losses *losses;
    struct line *lines; /* [N]: the line of number N, 0 the main line */
    size_t line_count, line_cap;
    size_t *ends;           /* of each NODE_BEGIN: its NODE_END, or the number of nodes */
    struct buffer comments; /* of all lines, complete */
    bool no_memory;
};

/* --- Values ----------------------------------------------------------------------------------- */

/* What would be read as something else is written as \uXXXX. */
static void put_text(struct buffer *out, const char *text, size_t len, bool lines)
{
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (c == '\n' && lines)
            buffer_add_string(out, "||");
        else if (c == '[' || c == '|' || c == '\r' || c == '\n' ||
                 (c == '\\' && i + 1 < len && text[i + 1] == 'u'))
            buffer_printf(out, "\\u%04X", (unsigned)c);
        else
            buffer_add_char(out, c);
    }
}

static void put_open(struct buffer *out, const char *key, size_t len)
{
    buffer_add_string(out, "[DhtmlXQ_");
    buffer_add(out, key, len);
    buffer_add_char(out, ']');
}

static void put_close(struct buffer *out, const char *key, size_t len)
{
    buffer_add_string(out, "[/DhtmlXQ_");
    buffer_add(out, key, len);
    buffer_add_string(out, "]\n");
}

static void put_pair(struct buffer *out, const char *key, const char *text)
{
    put_open(out, key, strlen(key));
    buffer_add_string(out, text);
    put_close(out, key, strlen(key));
}

/* --- Tags ------------------------------------------------------------------------------------- */

/* The key that the tag is read from, if reading its value gives back the same; else NULL. */
static const struct dhtmlxq_key *find_key(const struct record *rec, const struct tag *tag)
{
    const char *name = record_text(rec, tag->name), *value = record_text(rec, tag->value);
    const char *trimmed = value;
    size_t len = tag->value.len;
    enum result result;
    facts_trim(&trimmed, &len);
    for (const struct dhtmlxq_key *k = dhtmlxq_keys; k->key; k++) {
        if (!k->tag || strlen(k->tag) != tag->name.len || memcmp(k->tag, name, tag->name.len) != 0)
            continue;
        bool same = len == tag->value.len && (len > 0 || k->is_kept);
        switch (k->class) {
        case DHTMLXQ_TEXT: return same ? k : NULL;
        case DHTMLXQ_DATE: return same && (len == 0 || date_is_pgn(value, len)) ? k : NULL;
        case DHTMLXQ_RESULT:
            return same && (len == 0 || result_parse(value, len, &result)) ? k : NULL;
        default: return NULL;
        }
    }
    return NULL;
}

/* Whether a tag may be written under its own name. */
static bool is_free_name(const char *name, size_t len)
{
    const struct dhtmlxq_key *row;
    unsigned numbers[3];
    if (len == 0 || len > 100 || name[0] < 'A' || name[0] > 'Z')
        return false;
    for (size_t i = 0; i < len; i++)
        if (name[i] != '_' && !is_digit(name[i]) && !is_letter(name[i]))
            return false;
    enum dhtmlxq_class class = dhtmlxq_classify(name, len, numbers, &row);
    return !row && (class == DHTMLXQ_TEXT || class == DHTMLXQ_FEN);
}

static void put_tag(struct writer *w, const struct tag *tag)
{
    const char *name = record_text(w->rec, tag->name), *value = record_text(w->rec, tag->value);
    size_t name_len = tag->name.len, len = tag->value.len;
    const struct dhtmlxq_key *k = find_key(w->rec, tag);
    enum result result;
    if (k) {
        name = k->key;
        name_len = strlen(name);
    } else if (!is_free_name(name, name_len)) {
        w->losses->tags++;
        return;
    }
    if (k && k->class == DHTMLXQ_RESULT && result_parse(value, len, &result)) {
        value = facts_result_word(result);
        len = strlen(value);
    }
    put_open(w->out, name, name_len);
    put_text(w->out, value, len, k && strcmp(k->key, "remark") == 0);
    put_close(w->out, name, name_len);
}

/* The first tag of a game of xiangqi usually says that it is one, as does this format: the reader
   gives it to every game but those that begin with a key Game. */
static bool says_the_game(const struct record *rec, const struct tag *tag)
{
    static const char game[] = "Game", xiangqi[] = TAG_GAME_XIANGQI;
    return tag == rec->tags && tag->name.len == sizeof game - 1 &&
           memcmp(record_text(rec, tag->name), game, sizeof game - 1) == 0 &&
           tag->value.len == sizeof xiangqi - 1 &&
           memcmp(record_text(rec, tag->value), xiangqi, sizeof xiangqi - 1) == 0;
}

static void put_tags(struct writer *w)
{
    const struct record *rec = w->rec;
    if (rec->tag_count == 0 || !says_the_game(rec, rec->tags))
        put_pair(w->out, "Game", "");
    for (size_t i = 0; i < rec->tag_count; i++)
        if (!says_the_game(rec, &rec->tags[i]))
            put_tag(w, &rec->tags[i]);
    if (rec->known[TAG_RESULT] < 0 && rec->has_terminator)
        put_pair(w->out, "result", facts_result_word(rec->terminator));
}

/* --- The board -------------------------------------------------------------------------------- */

static void put_square(struct buffer *out, square s)
{
    buffer_add_char(out, (char)('0' + square_file(GAME_XIANGQI, s)));
    buffer_add_char(out, (char)('9' - square_rank(GAME_XIANGQI, s)));
}

/* The 32 men of a game, the 16 of Red first; 99 for those that were taken. */
static void put_board(struct writer *w)
{
    const struct position *pos = &w->rec->start;
    square next[PIECE_CODES] = {0}; /* where to look for the next man of a kind */
    put_open(w->out, "binit", 5);
    for (int i = 0; i < MEN_OF_GAME; i++) {
        piece p = piece_make(i < MEN_OF_SIDE ? WHITE : BLACK, men_in_order[i % MEN_OF_SIDE]);
        square s = next[p];
        while (s < SQUARES_MAX && pos->board[s] != p)
            s++;
        if (s < SQUARES_MAX)
            put_square(w->out, s++);
        else
            buffer_add_string(w->out, "99");
        next[p] = s;
    }
    put_close(w->out, "binit", 5);
}

/* --- Moves ------------------------------------------------------------------------------------ */

static void add_line(struct writer *w, size_t first, unsigned parent, unsigned ply)
{
    if (w->line_count == w->line_cap) {
        struct line *lines = array_grow(w->lines, &w->line_cap, 16, sizeof *lines);
        if (!lines) {
            w->no_memory = true;
            return;
        }
        w->lines = lines;
    }
    w->lines[w->line_count++] = (struct line){first, parent, ply};
}

/* Find where each variation ends. The entry of one that is open holds the one around it. */
static bool find_ends(struct writer *w)
{
    const struct record *rec = w->rec;
    size_t open = SIZE_MAX;
    w->ends = malloc((rec->node_count + 1) * sizeof *w->ends);
    for (size_t i = 0; w->ends && i <= rec->node_count; i++) {
        bool is_last = i == rec->node_count;
        if (!is_last && rec->nodes[i].kind == NODE_BEGIN) {
            w->ends[i] = open;
            open = i;
        }
        while (open != SIZE_MAX && (is_last || rec->nodes[i].kind == NODE_END)) {
            size_t around = w->ends[open];
            w->ends[open] = i;
            open = around;
            if (!is_last)
                break;
        }
    }
    return w->ends != NULL;
}

/* The line that is being written. */
struct progress_of_line {
    unsigned number, ply; /* the ply of the last move */
    unsigned comments;    /* that stand on that ply already */
    bool has_move, is_cut;
    bool has_variation; /* behind that ply: a comment behind it will come before it */
};

static void close_comment(struct writer *w, struct progress_of_line *l)
{
    char key[40];
    if (l->comments > 0) {
        int n = l->number == 0 ? snprintf(key, sizeof key, "comment%u", l->ply)
                               : snprintf(key, sizeof key, "comment%u_%u", l->number, l->ply);
        put_close(&w->comments, key, (size_t)n);
    }
    l->comments = 0;
}

static void put_comment(struct writer *w, struct progress_of_line *l, const struct node *n)
{
    w->losses->comments += l->comments > 0 || l->has_variation;
    if (l->comments++ > 0) {
        buffer_add_string(&w->comments, "||");
    } else if (l->number == 0) {
        buffer_printf(&w->comments, "[DhtmlXQ_comment%u]", l->ply);
    } else {
        buffer_printf(&w->comments, "[DhtmlXQ_comment%u_%u]", l->number, l->ply);
    }
    put_text(&w->comments, record_text(w->rec, n->text), n->text.len, true);
}

static void put_move(struct writer *w, struct progress_of_line *l, move m)
{
    close_comment(w, l);
    if (l->is_cut || m == NULL_MOVE) {
        l->is_cut = true;
        w->losses->moves++;
        return;
    }
    put_square(w->out, move_from(GAME_XIANGQI, m));
    put_square(w->out, move_to(GAME_XIANGQI, m));
    l->ply++;
    l->has_variation = false;
    l->has_move = true;
}

/* Count what is lost with the nodes from I to END. */
static void lose(struct writer *w, size_t i, size_t end)
{
    for (; i < end; i++) {
        w->losses->moves += w->rec->nodes[i].kind == NODE_MOVE;
        w->losses->nags += w->rec->nodes[i].kind == NODE_NAG;
        w->losses->comments += w->rec->nodes[i].kind == NODE_COMMENT;
    }
}

static void put_line_moves(struct writer *w, unsigned number, struct line line)
{
    const struct record *rec = w->rec;
    struct progress_of_line l = {.number = number, .ply = line.ply - 1};
    for (size_t i = line.first; i < rec->node_count && rec->nodes[i].kind != NODE_END; i++) {
        const struct node *n = &rec->nodes[i];
        if (n->kind == NODE_MOVE) {
            put_move(w, &l, n->move);
        } else if (n->kind == NODE_NAG) {
            w->losses->nags++;
        } else if (n->kind == NODE_COMMENT && !l.is_cut) {
            put_comment(w, &l, n);
        } else if (n->kind == NODE_COMMENT) {
            w->losses->comments++;
        } else {
            l.has_variation = true;
            if (l.has_move && !l.is_cut)
                add_line(w, i + 1, number, l.ply);
            else
                lose(w, i, w->ends[i]);
            i = w->ends[i];
        }
    }
    close_comment(w, &l);
}

/* Whether the line has a move that can be written, without which there is no place for comments. */
static bool has_moves(const struct writer *w, struct line line)
{
    const struct record *rec = w->rec;
    size_t i = line.first;
    while (i < rec->node_count &&
           (rec->nodes[i].kind == NODE_COMMENT || rec->nodes[i].kind == NODE_NAG))
        i++;
    return i < rec->node_count && rec->nodes[i].kind == NODE_MOVE &&
           rec->nodes[i].move != NULL_MOVE;
}

static void put_line(struct writer *w, unsigned number)
{
    char key[64];
    const struct line line = w->lines[number];
    if (number > 0 && !has_moves(w, line)) {
        lose(w, line.first, w->ends[line.first - 1]);
        return;
    }
    int n = number == 0 ? snprintf(key, sizeof key, "movelist")
                        : snprintf(key, sizeof key, "move_%u_%u_%u", line.parent, line.ply, number);
    put_open(w->out, key, (size_t)n);
    put_line_moves(w, number, line);
    put_close(w->out, key, (size_t)n);
}

void dhtmlxq_write(struct buffer *out, const struct record *rec, struct dhtmlxq_losses *losses)
{
    struct writer w = {.out = out, .rec = rec, .losses = losses};
    buffer_add_string(out, "[DhtmlXQ]\n");
    put_pair(out, "ver", "www_dpxq_com");
    put_pair(out, "init", "500,350");
    put_tags(&w);
    put_board(&w);
    if (find_ends(&w))
        add_line(&w, 0, 0, 1);
    else
        w.no_memory = true;
    for (unsigned number = 0; number < w.line_count && !w.no_memory; number++)
        put_line(&w, number);
    buffer_add(out, w.comments.data, w.comments.len);
    buffer_add_string(out, "[/DhtmlXQ]\n\n");
    out->failed |= w.no_memory || w.comments.failed;
    free(w.lines);
    free(w.ends);
    buffer_free(&w.comments);
}
