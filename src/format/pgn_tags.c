/* The PGN reader's tag pairs, and what they say about the start of the game. */
#include "format/pgn.h"

#include <ctype.h>
#include <string.h>

bool pgn_is_tag(struct pgn_parser *ps, const char *s)
{
    const char *name = ++s;
    while (s < ps->end && pgn_is(*s, CLASS_NAME))
        s++;
    bool named = s > name;
    while (s < ps->end && pgn_is(*s, CLASS_BLANK))
        s++;
    if (s == ps->end && !ps->at_end)
        ps->more = true;
    return named && s < ps->end && *s == '"';
}

/* Whether the quote at S ends its value: blanks and ']' follow, or the line ends. */
static bool closes_value(const struct pgn_parser *ps, const char *s)
{
    do
        s++;
    while (s < ps->end && pgn_is(*s, CLASS_BLANK));
    return s == ps->end || *s == ']' || pgn_is(*s, CLASS_LINE);
}

/* Copy the value [S, TO) into the record without its escapes. */
static bool add_value(struct record *rec, const char *s, const char *to, bool escaped,
                      struct slice *value)
{
    if (!record_add_text(rec, s, (size_t)(to - s), value))
        return false;
    if (!escaped)
        return true;
    char *out = rec->text.data + value->at;
    uint32_t n = 0;
    for (uint32_t i = 0; i < value->len; i++) {
        if (out[i] == '\\' && i + 1 < value->len && (out[i + 1] == '\\' || out[i + 1] == '"'))
            i++;
        out[n++] = out[i];
    }
    value->len = n;
    return true;
}

static void report_tag(struct pgn_parser *ps, const char *name, size_t len, const char *at,
                       const char *what)
{
    char quote[QUOTE_MAX];
    findings_add(ps->findings, FINDING_BAD_TAG, pgn_source(ps, at), 0, "tag %s %s",
                 finding_quote(name, len, quote), what);
}

void pgn_read_tag(struct pgn_parser *ps)
{
    const char *at = ps->p, *name = at + 1, *s = name;
    while (pgn_is(*s, CLASS_NAME))
        s++;
    size_t name_len = (size_t)(s - name);
    while (*s != '"') /* pgn_is_tag has seen it */
        s++;
    const char *value = ++s;
    bool escaped = false, quoted = false, closed = false;
    for (; s < ps->end && !pgn_is(*s, CLASS_LINE); s++) {
        if (*s == '\\' && (s[1] == '"' || s[1] == '\\')) {
            escaped = true;
            s++;
        } else if (*s == '"') {
            closed = closes_value(ps, s);
            if (closed)
                break;
            quoted = true;
        }
    }
    if (s > ps->end)
        s = ps->end;
    const char *value_end = s;
    while (s < ps->end && !pgn_is(*s, CLASS_LINE) && *s != ']')
        s++;
    ps->p = s;
    if (pgn_starved(ps))
        return;
    bool bracket = *s == ']';
    if (bracket)
        ps->p++;

    if (!closed || !bracket || quoted)
        report_tag(ps, name, name_len, closed && bracket ? value : value_end,
                   !closed    ? "has no closing quote"
                   : !bracket ? "has no closing bracket"
                              : "has a quote in its value that is not escaped");

    struct slice name_slice, value_slice;
    if (!record_add_text(ps->rec, name, name_len, &name_slice) ||
        !add_value(ps->rec, value, value_end, escaped, &value_slice) ||
        !record_add_tag(ps->rec, name_slice, value_slice, pgn_source(ps, value)))
        ps->no_memory = true;
}

/* --- Variants ----------------------------------------------------------------------------------
 */

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
    if (rec->known[TAG_VARIANT] < 0 || rec->game != GAME_CHESS)
        return;
    struct slice value = record_tag(rec, TAG_VARIANT);
    const char *text = record_text(rec, value);
    uint32_t source = rec->tags[rec->known[TAG_VARIANT]].source;
    char name[32], quote[QUOTE_MAX];
    size_t n = 0;
    for (uint32_t i = 0; i < value.len && n < sizeof name - 1; i++)
        if (isalnum((unsigned char)text[i]))
            name[n++] = (char)tolower((unsigned char)text[i]);
    name[n] = '\0';
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        if (strcmp(name, variants[i].name) != 0)
            continue;
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
                 "unknown variant %s: read as standard chess",
                 finding_quote(text, value.len, quote));
}

/* --- The start position --------------------------------------------------------------------------
 */

static void apply_fen(struct pgn_parser *ps)
{
    struct record *rec = ps->rec;
    if (rec->known[TAG_FEN] < 0 || rec->variant == VARIANT_UNSUPPORTED)
        return;
    struct slice value = record_tag(rec, TAG_FEN);
    uint32_t source = rec->tags[rec->known[TAG_FEN]].source;
    if (value.len == 0)
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
    if (report.text[0])
        findings_add(ps->findings, FINDING_FEN_DETAIL, source + (uint32_t)report.column, 0,
                     "FEN: %s", report.text);
    struct slice setup = record_tag(rec, TAG_SETUP);
    if (setup.len != 1 || *record_text(rec, setup) != '1')
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
