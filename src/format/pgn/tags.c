/* The PGN reader's tag pairs, and what they say about the start of the game. */
#include "base/ascii.h"
#include "format/game/facts.h"
#include "format/pgn/pgn.h"

#include <string.h>

/* Whether the tag at S has a name that is known. */
static bool is_known(const struct pgn_parser *ps, const char *s)
{
    char room[PGN_NAME_MAX];
    size_t len;
    const char *name = pgn_plain_name(s, &len, room);
    return tag_find(ps->rec->game, name, len) != TAG_OTHER;
}

bool pgn_is_tag(struct pgn_parser *ps, const char *s)
{
    size_t len;
    const char *tag = s, *name = pgn_tag_name(s, &len);
    s = pgn_behind_blanks(name + len);
    if (*s != '"' && ps->end - s < 4 && !ps->at_end)
        ps->more = true;
    return len > 0 && s < ps->end && (*s == '"' || (pgn_wide_quote(s) > 0 && is_known(ps, tag)));
}

const char *pgn_tag_name(const char *s, size_t *len)
{
    s = pgn_behind_blanks(s + 1);
    *len = 0;
    while (pgn_is(s[*len], CLASS_NAME))
        ++*len;
    if ((unsigned char)s[*len] >= 0xc2)
        *len = pgn_length_with_nothing(s, *len);
    return s;
}

const char *pgn_plain_name(const char *s, size_t *len, char room[PGN_NAME_MAX])
{
    const char *name = pgn_tag_name(s, len);
    if (*len > PGN_NAME_MAX)
        return name;
    *len = pgn_without_nothing(name, name + *len, room, PGN_NAME_MAX);
    return room;
}

/* Whether the quote at S ends its value: blanks and ']' follow, or the line ends. */
static bool closes_value(const struct pgn_parser *ps, const char *s)
{
    s = pgn_behind_blanks(s + 1);
    return s == ps->end || *s == ']' || pgn_is(*s, CLASS_LINE);
}

/* Copy the name at S into the record, without what is not seen. */
static bool add_name(struct record *rec, const char *s, size_t len, struct slice *name)
{
    if (!record_add_text(rec, s, len, name))
        return false;
    name->len = (uint32_t)pgn_without_nothing(s, s + len, rec->text.data + name->at, len);
    return true;
}

/* Copy the value [S, TO) into the record without its escapes and line ends. */
static bool add_value(struct record *rec, const char *s, const char *to, bool is_plain,
                      struct slice *value)
{
    if (!record_add_text(rec, s, (size_t)(to - s), value))
        return false;
    record_blank_nuls(rec, *value);
    if (is_plain)
        return true;
    char *out = rec->text.data + value->at;
    uint32_t n = 0;
    for (uint32_t i = 0; i < value->len; i++) {
        if (out[i] == '\\' && i + 1 < value->len && (out[i + 1] == '\\' || out[i + 1] == '"'))
            i++;
        if (out[i] != '\r')
            out[n++] = out[i] == '\n' ? ' ' : out[i];
    }
    value->len = n;
    return true;
}

/* Where the value of TAG ends if no quote does: at the last quote that was taken for a part of it,
   or before the bracket. S is the end of the line. */
static void mend_value(const struct pgn_parser *ps, struct pgn_tag *tag, const char *s,
                       const char *last_quote, const char *escaped_quote)
{
    const char *on_next_line = last_quote || escaped_quote ? NULL : pgn_value_goes_on(ps, s);
    if (on_next_line) {
        tag->value_end = on_next_line;
        tag->fault = LANG("goes on in the next line");
    } else if (last_quote) {
        tag->value_end = last_quote;
        tag->fault = LANG("has text behind its closing quote");
    } else if (escaped_quote && closes_value(ps, escaped_quote)) {
        tag->value_end = escaped_quote;
        tag->fault = LANG("has a backslash before its closing quote");
    } else {
        while (s > tag->value && pgn_is(s[-1], CLASS_BLANK))
            s--;
        if (s > tag->value && s[-1] == ']')
            s--;
        tag->value_end = s;
        tag->fault = LANG("has no closing quote");
    }
    tag->fault_at = tag->value_end;
}

void pgn_scan_tag(const struct pgn_parser *ps, const char *s, struct pgn_tag *tag)
{
    const char *last_quote = NULL, *escaped_quote = NULL;
    *tag = (struct pgn_tag){0};
    tag->name = pgn_tag_name(s, &tag->name_len);
    s = tag->name + tag->name_len;
    s = pgn_behind_blanks(s);
    tag->blanks = tag->name + tag->name_len;
    if (*s != '"') {
        pgn_scan_odd_value(ps, s, tag);
        return;
    }
    tag->value = ++s;
    for (; s < ps->end && !pgn_is(*s, CLASS_LINE); s++) {
        if (*s == '\\' && (s[1] == '"' || s[1] == '\\')) {
            tag->escaped = true;
            if (*++s == '"')
                escaped_quote = s;
        } else if (*s == '"') {
            if (closes_value(ps, s)) {
                tag->value_end = s;
                break;
            }
            last_quote = s;
            if (!tag->fault_at)
                tag->fault_at = s;
            tag->fault = LANG("has a quote in its value that is not escaped");
        }
    }
    if (!tag->value_end)
        mend_value(ps, tag, s, last_quote, escaped_quote);
    for (s = tag->value_end; s < ps->end && !pgn_is(*s, CLASS_LINE) && *s != ']';)
        s++;
    tag->next = s + (s < ps->end && *s == ']');
    if (tag->next == s && !tag->fault) {
        tag->fault = LANG("has no closing bracket");
        tag->fault_at = s;
    }
}

static void note_nul(struct pgn_parser *ps, const struct pgn_tag *tag)
{
    const char *nul = memchr(tag->value, '\0', (size_t)(tag->value_end - tag->value));
    if (nul)
        findings_add(ps->findings, FINDING_NUL_BYTE, pgn_source(ps, nul), 0, NULL);
}

void pgn_read_tag(struct pgn_parser *ps)
{
    struct pgn_tag tag;
    pgn_scan_tag(ps, ps->p, &tag);
    ps->p = tag.next;
    if (pgn_starved(ps))
        return;
    const char *odd = tag.name;
    while (odd < tag.blanks && pgn_nothing(odd) == 0)
        odd++;
    if (pgn_wide_blank(odd) > 0)
        pgn_note_wide_blank(ps, odd);
    if (tag.fault) {
        char quote[QUOTE_MAX];
        findings_add(ps->findings, FINDING_BAD_TAG, pgn_source(ps, tag.fault_at), 0, "tag %s %s",
                     finding_quote(tag.name, tag.name_len, quote), lang_text(tag.fault));
    }
    note_nul(ps, &tag);
    struct slice name, value;
    if (!add_name(ps->rec, tag.name, tag.name_len, &name) ||
        !add_value(ps->rec, tag.value, tag.value_end, !tag.escaped && !tag.fault, &value) ||
        !record_add_tag(ps->rec, name, value, pgn_source(ps, tag.value)))
        ps->no_memory = true;
}

/* Hot path: nearly every tag of nearly every file comes here and no further. */
bool pgn_read_plain_tag(struct pgn_parser *ps)
{
    struct record *rec = ps->rec;
    const char *name = ps->p + 1, *s = name;
    while (pgn_is(*s, CLASS_NAME))
        s++;
    const size_t name_len = (size_t)(s - name);
    if (name_len == 0 || s[0] != ' ' || s[1] != '"')
        return false;
    const char *value = s += 2;
    while (!pgn_is(*s, CLASS_QUOTE | CLASS_LINE))
        s++;
    if (s[0] != '"' || s[1] != ']' || !pgn_is(s[2], CLASS_LINE))
        return false;
    const enum tag_id id = tag_find(rec->game, name, name_len);
    if (id == TAG_OTHER ? pgn_tag_occurs(rec, name, name_len) : rec->known[id] >= 0)
        return false;
    struct slice text = {0};
    ps->no_memory = !record_add_text(rec, name, (size_t)(s - name), &text) ||
                    !record_add_tag_as(
                        rec, id, (struct slice){text.at, (uint32_t)name_len},
                        (struct slice){text.at + (uint32_t)(value - name), (uint32_t)(s - value)},
                        pgn_source(ps, value));
    ps->p = s + 2;
    return true;
}

/* --- Variants --------------------------------------------------------------------------------- */

enum variant_class { PLAYED, PLAYED_960, OTHER };

/* Names as they are compared: lower case, letters and digits only. */
static const struct {
    const char *name;
    enum variant_class class;
} variants[] = {
    {"", PLAYED},
    {"standard", PLAYED},
    {"normal", PLAYED},
    {"regular", PLAYED},
    {"chess", PLAYED},
    {"classical", PLAYED},
    {"orthodox", PLAYED},
    {"fromposition", PLAYED},
    {"chess960", PLAYED_960},
    {"960", PLAYED_960},
    {"fischerandom", PLAYED_960},
    {"fischerrandom", PLAYED_960},
    {"fischerrandomchess", PLAYED_960},
    {"fischerandomchess", PLAYED_960},
    {"freestylechess", PLAYED_960},
    {"frc", PLAYED_960},
    {"dfrc", PLAYED_960},
    {"doublefischerrandom", PLAYED_960},
    {"antichess", OTHER},
    {"giveaway", OTHER},
    {"suicide", OTHER},
    {"losers", OTHER},
    {"loser", OTHER},
    {"atomic", OTHER},
    {"crazyhouse", OTHER},
    {"zh", OTHER},
    {"bughouse", OTHER},
    {"horde", OTHER},
    {"kingofthehill", OTHER},
    {"koth", OTHER},
    {"racingkings", OTHER},
    {"threecheck", OTHER},
    {"3check", OTHER},
    {"fivecheck", OTHER},
    {"chessgi", OTHER},
    {"loop", OTHER},
    {"extinction", OTHER},
    {"capablanca", OTHER},
    {"gothic", OTHER},
    {"seirawan", OTHER},
    {"schess", OTHER},
    {"placement", OTHER},
    {"duck", OTHER},
    {"duckchess", OTHER},
    {"fogofwar", OTHER},
    {"dark", OTHER},
    {"kriegspiel", OTHER},
    {"wildcastle", OTHER},
    {"nocastle", OTHER},
    {"shatranj", OTHER},
    {"makruk", OTHER},
    {"sittuyin", OTHER},
    {"asean", OTHER},
    {"cambodian", OTHER},
    {"courier", OTHER},
    {"grand", OTHER},
    {"grandchess", OTHER},
    {"shogi", OTHER},
    {"minishogi", OTHER},
    {"xiangqi", OTHER},
    {"minixiangqi", OTHER},
    {"janggi", OTHER},
    {"berolina", OTHER},
    {"knightmate", OTHER},
    {"twokings", OTHER},
    {"fairy", OTHER},
};

static void apply_variant(struct pgn_parser *ps)
{
    struct record *rec = ps->rec;
    const bool is_xiangqi = rec->game == GAME_XIANGQI;
    if (rec->known[TAG_VARIANT] < 0)
        return;
    struct slice value = record_tag(rec, TAG_VARIANT);
    const char *text = record_text(rec, value);
    uint32_t source = rec->tags[rec->known[TAG_VARIANT]].source;
    char name[32], quote[QUOTE_MAX];
    size_t n = 0;
    for (uint32_t i = 0; i < value.len && n < sizeof name - 1; i++)
        if (is_letter(text[i]) || is_digit(text[i]))
            name[n++] = lower_case(text[i]);
    name[n] = '\0';
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        if (strcmp(name, variants[i].name) != 0)
            continue;
        if (is_xiangqi && (variants[i].class != OTHER || strcmp(name, "xiangqi") == 0))
            return;
        if (variants[i].class == PLAYED_960)
            rec->variant = VARIANT_CHESS960;
        if (variants[i].class != OTHER)
            return;
        rec->variant = VARIANT_UNSUPPORTED;
        findings_add(ps->findings, FINDING_UNSUPPORTED_VARIANT, source, 0,
                     "the variant %s is not supported: its moves are not judged",
                     finding_quote(text, value.len, quote));
        return;
    }
    findings_add(ps->findings, FINDING_UNKNOWN_VARIANT, source, 0,
                 "unknown variant %s: read as standard %s", finding_quote(text, value.len, quote),
                 game_name(rec->game));
}

/* --- The start position ----------------------------------------------------------------------- */

static void apply_fen(struct pgn_parser *ps)
{
    struct record *rec = ps->rec;
    if (rec->known[TAG_FEN] < 0 || rec->variant == VARIANT_UNSUPPORTED)
        return;
    struct slice value = record_tag(rec, TAG_FEN);
    uint32_t source = rec->tags[rec->known[TAG_FEN]].source;
    const char *text = record_text(rec, value);
    size_t len = value.len;
    facts_trim(&text, &len);
    if (len == 0)
        return;
    struct position start;
    struct fen_report report;
    bool good = fen_parse(rec->game, record_text(rec, value), value.len, &start, &report);
    if (!good) {
        rec->is_broken = rec->bad_start = true;
        findings_add(ps->findings, FINDING_BAD_FEN, source + (uint32_t)report.column, 0, "FEN: %s",
                     report.text);
        return;
    }
    if (report.has_odd_blank)
        pgn_note_odd_value(ps, source + (uint32_t)report.odd_blank);
    if (report.text[0])
        findings_add(ps->findings, fen_only_clock(&report) ? FINDING_FEN_CLOCK : FINDING_FEN_DETAIL,
                     source + (uint32_t)report.column, 0, "FEN: %s", report.text);
    struct slice setup = record_tag(rec, TAG_SETUP);
    if (rec->game == GAME_CHESS && (setup.len != 1 || *record_text(rec, setup) != '1'))
        findings_add(ps->findings, FINDING_FEN_WITHOUT_SETUP, source, 0, NULL);
    record_set_start(rec, &start);
    rec->has_start_tag = true;
}

void pgn_apply_tags(struct pgn_parser *ps)
{
    apply_variant(ps);
    apply_fen(ps);
    ps->checkpoint = ps->rec->end;
    ps->checkpoint_ply = 0;
    ps->pos = &ps->rec->end;
    if (ps->rec->variant == VARIANT_UNSUPPORTED)
        pgn_skip_line(ps, NULL);
    else if (ps->rec->bad_start)
        pgn_skip_line(ps, ps->p);
}
