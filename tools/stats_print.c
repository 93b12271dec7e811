/* How `qipu stats` prints trees and tables: columns for people, or JSON. */
#include "tools/stats_print.h"

#include <string.h>

/* The results of a row, however it was found. */
struct tally {
    uint64_t games, white, draws, black;
};

/* Points of White (or the player) in percent of the games with a result; -1 if there are none. */
static double score(const struct tally *t)
{
    uint64_t decided = t->white + t->draws + t->black;
    return decided ? 50.0 * (double)(2 * t->white + t->draws) / (double)decided : -1;
}

/* LABEL, as wide as WIDTH columns. */
static void print_label(struct output *out, const char *label, size_t width)
{
    struct buffer b = {0};
    finding_escape(&b, label, strlen(label));
    size_t used = utf8_width(b.data, b.len);
    for (; used < width; used++)
        buffer_add_char(&b, ' ');
    output_buffer(out, &b);
    buffer_free(&b);
}

static void print_tally(struct output *out, const struct tally *t)
{
    output_printf(out, " %8llu %8llu %8llu %8llu", (unsigned long long)t->games,
                  (unsigned long long)t->white, (unsigned long long)t->draws,
                  (unsigned long long)t->black);
    if (score(t) < 0)
        output_string(out, "       -");
    else
        output_printf(out, " %6.1f%%", score(t));
}

/* What the results of a row are called: those of a game, or those of a player. */
static const char *const *result_words(const struct stats_print *p)
{
    static const char *const game_words[GAME_COUNT][3] = {
        [GAME_CHESS] = {LANG("white"), LANG("draws"), LANG("black")},
        [GAME_XIANGQI] = {LANG("red"), LANG("draws"), LANG("black")},
    };
    static const char *const player_words[3] = {LANG("won"), LANG("drawn"), LANG("lost")};
    return p->is_of_player ? player_words : game_words[p->game];
}

/* The head of a column of numbers, behind a blank. */
static void print_head(struct output *out, const char *word, int width)
{
    struct buffer b = {0};
    buffer_add_column(&b, lang_text(word), width);
    output_string(out, " ");
    output_buffer(out, &b);
    buffer_free(&b);
}

/* The heads of what print_label and print_tally write. */
static void print_heads(const struct stats_print *p, const char *label, size_t width)
{
    const char *const *words = result_words(p);
    print_label(p->out, lang_text(label), width);
    print_head(p->out, LANG("games"), 8);
    for (int i = 0; i < 3; i++)
        print_head(p->out, words[i], 8);
    print_head(p->out, LANG("score"), 7);
}

static void json_tally(struct json *j, const struct tally *t, const char *const *words)
{
    json_member_int(j, "games", (long long)t->games);
    json_member_int(j, words[0], (long long)t->white);
    json_member_int(j, words[1], (long long)t->draws);
    json_member_int(j, words[2], (long long)t->black);
    if (score(t) >= 0)
        json_member_double(j, "score", score(t), 1);
}

static struct tally tree_tally(const struct tree_row *r)
{
    return (struct tally){r->games, r->white, r->draws, r->black};
}

enum { MOVE_WIDTH = 8 };

/* Whether there is a next position, which other games may have. All games of the row have it. */
static bool others_of(const struct stats_print *p, const struct tree_row *r, bool is_total,
                      uint64_t *others)
{
    if (!p->ways || is_total || r->is_end)
        return false;
    *others = ways_games(p->ways, r->move) - r->games;
    return true;
}

static void print_others(const struct stats_print *p, const struct tree_row *r, bool is_total)
{
    uint64_t others;
    if (others_of(p, r, is_total, &others))
        output_printf(p->out, " %8llu", (unsigned long long)others);
    else if (p->ways)
        output_string(p->out, "        -");
}

static void print_tree_row(const struct stats_print *p, const struct tree_row *r, const char *label,
                           bool is_total)
{
    struct output *out = p->out;
    struct tally tally = tree_tally(r);
    print_label(out, label, MOVE_WIDTH);
    print_tally(out, &tally);
    if (r->rating_count > 0)
        output_printf(out, " %6llu", (unsigned long long)(r->rating_sum / r->rating_count));
    else
        output_string(out, "      -");
    if (r->last_year > 0)
        output_printf(out, " %5u", r->last_year);
    else
        output_string(out, "     -");
    print_others(p, r, is_total);
    output_string(out, "\n");
}

static void json_tree_row(const struct stats_print *p, const struct tree_row *r,
                          const struct position *at, bool is_total)
{
    struct buffer line = {0};
    struct json j;
    struct tally tally = tree_tally(r);
    uint64_t others;
    json_begin(&j, &line);
    if (is_total) {
        char fen[FEN_MAX];
        fen_format(at, false, fen);
        json_member_string(&j, "fen", fen);
    } else {
        json_member_string(&j, "move", r->text);
    }
    if (!is_total && !r->is_end) {
        char uci[SAN_MAX];
        uci_format(at, r->move, false, uci);
        json_member_string(&j, "uci", uci);
    }
    json_tally(&j, &tally, result_words(p));
    if (r->rating_count > 0)
        json_member_int(&j, "average_elo", (long long)(r->rating_sum / r->rating_count));
    if (r->last_year > 0)
        json_member_int(&j, "last_year", r->last_year);
    if (others_of(p, r, is_total, &others))
        json_member_int(&j, "others", (long long)others);
    json_end(&j);
    buffer_add_char(&line, '\n');
    output_buffer(p->out, &line);
    buffer_free(&line);
}

uint64_t stats_print_tree(const struct stats_print *p, struct tree *t, const struct position *at)
{
    size_t count;
    const struct tree_row *rows = tree_rows(t, &count);
    struct tree_row total = tree_total(t);
    if (total.games == 0)
        return 0;
    if (!p->json) {
        print_heads(p, LANG("move"), MOVE_WIDTH);
        print_head(p->out, LANG("elo"), 6);
        print_head(p->out, LANG("last"), 5);
        if (p->ways)
            print_head(p->out, LANG("others"), 8);
        output_string(p->out, "\n");
    }
    for (size_t i = 0; i < count && i < p->limit; i++) {
        if (p->json)
            json_tree_row(p, &rows[i], at, false);
        else
            print_tree_row(p, &rows[i], rows[i].is_end ? lang_text("[end]") : rows[i].text,
                           false);
    }
    if (p->json)
        json_tree_row(p, &total, at, true);
    else
        print_tree_row(p, &total, lang_text("total"), true);
    return total.games;
}

static void json_table_row(const struct stats_print *p, const struct table_row *r,
                           const struct tally *tally, const char *key)
{
    struct buffer line = {0};
    struct json j;
    json_begin(&j, &line);
    json_member_string(&j, key, r->label);
    json_tally(&j, tally, result_words(p));
    json_end(&j);
    buffer_add_char(&line, '\n');
    output_buffer(p->out, &line);
    buffer_free(&line);
}

static size_t widest_label(const struct table_row *rows, size_t count)
{
    enum { WIDTH_MIN = 8, WIDTH_MAX = 40 };
    size_t widest = WIDTH_MIN;
    for (size_t i = 0; i < count; i++) {
        size_t width = utf8_width(rows[i].label, strlen(rows[i].label));
        if (width > widest)
            widest = width;
    }
    return widest < WIDTH_MAX ? widest : WIDTH_MAX;
}

uint64_t stats_print_table(const struct stats_print *p, struct table *t, enum table_key key)
{
    size_t count;
    const struct table_row *rows = table_rows(t, &count);
    if (count > p->limit)
        count = (size_t)p->limit;
    size_t width = widest_label(rows, count);
    if (!p->json && count > 0) {
        print_heads(p, table_key_name(key), width);
        output_string(p->out, "\n");
    }
    for (size_t i = 0; i < count; i++) {
        struct tally tally = {rows[i].games, rows[i].white, rows[i].draws, rows[i].black};
        if (p->json) {
            json_table_row(p, &rows[i], &tally, table_key_name(key));
        } else {
            print_label(p->out, rows[i].label, width);
            print_tally(p->out, &tally);
            output_string(p->out, "\n");
        }
    }
    return count;
}
