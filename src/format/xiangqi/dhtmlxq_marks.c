/* The marks, values and keys of DhtmlXQ; see dhtmlxq.h. */
#include "base/ascii.h"
#include "format/game/markup.h"
#include "format/xiangqi/dhtmlxq.h"

#include <string.h>
#include <strings.h>

/* --- Marks ------------------------------------------------------------------------------------ */

/* The mark whose bracket is at S, of which LEN bytes are there. */
static bool read_mark(const char *s, size_t len, struct dhtmlxq_mark *mark)
{
    static const char word[] = "DhtmlXQ";
    enum { WORD = sizeof word - 1, KEY_MAX = 200 };
    size_t n = 1;
    n += n < len && s[n] == '\\'; /* as scripts write it in a string */
    bool is_end = n < len && s[n] == '/';
    n += is_end;
    if (len - n < WORD || strncasecmp(s + n, word, WORD) != 0)
        return false;
    n += WORD;
    bool is_key = n < len && s[n] == '_';
    n += is_key;
    mark->key = s + n;
    for (mark->key_len = 0; n < len && mark->key_len < KEY_MAX; n++, mark->key_len++)
        if (!is_letter(s[n]) && !(is_key && (is_digit(s[n]) || s[n] == '_')))
            break;
    if (n == len || s[n] != ']' || (is_key && mark->key_len == 0))
        return false;
    mark->end = n + 1;
    mark->kind = is_key ? (is_end ? DHTMLXQ_KEY_END : DHTMLXQ_KEY)
                        : (is_end ? DHTMLXQ_WRAP_END : DHTMLXQ_WRAP);
    return true;
}

bool dhtmlxq_next_mark(const char *data, size_t len, size_t from, struct dhtmlxq_mark *mark)
{
    while (from < len) {
        const char *s = memchr(data + from, '[', len - from);
        if (!s)
            return false;
        mark->at = (size_t)(s - data);
        if (read_mark(s, len - mark->at, mark)) {
            mark->end += mark->at;
            return true;
        }
        from = mark->at + 1;
    }
    return false;
}

/* --- Values ----------------------------------------------------------------------------------- */

/* \uXXXX, or two of them for a character beyond the first plane. Returns the length, 0: none. */
static size_t read_escape(struct buffer *out, const char *s, size_t len)
{
    enum { ESCAPE = 6 };
    uint32_t code, low;
    if (len < ESCAPE || s[0] != '\\' || s[1] != 'u' || !markup_hex(s + 2, 4, &code))
        return 0;
    if (code >= 0xD800 && code < 0xDC00 && len >= 2 * ESCAPE && s[6] == '\\' && s[7] == 'u' &&
        markup_hex(s + 8, 4, &low) && low >= 0xDC00 && low < 0xE000) {
        markup_code(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
        return 2 * ESCAPE;
    }
    return markup_code(out, code) ? ESCAPE : 0;
}

/* <br>, <br/>, <BR clear=all>. */
static size_t read_break(const char *s, size_t len)
{
    enum { LONGEST = 32 };
    if (len < 4 || strncasecmp(s, "<br", 3) != 0 || is_letter(s[3]))
        return 0;
    const char *end = memchr(s, '>', len < LONGEST ? len : LONGEST);
    return end ? (size_t)(end - s) + 1 : 0;
}

void dhtmlxq_decode(struct buffer *out, const char *value, size_t len, bool lines, bool is_page)
{
    for (size_t i = 0, n; i < len; i += n) {
        const char *s = value + i;
        size_t rest = len - i;
        n = 0;
        if (*s == '\\')
            n = read_escape(out, s, rest);
        else if (*s == '&' && is_page)
            n = markup_entity(out, s, rest);
        else if ((*s == '|' && lines && rest > 1 && s[1] == '|' && (n = 2)) ||
                 (*s == '<' && is_page && (n = read_break(s, rest))) ||
                 (*s == '\r' && (n = rest > 1 && s[1] == '\n' ? 2 : 1)))
            buffer_add_char(out, '\n');
        if (n == 0) {
            buffer_add_char(out, *s);
            n = 1;
        }
    }
}

/* --- Keys ------------------------------------------------------------------------------------- */

const struct dhtmlxq_key dhtmlxq_keys[] = {
    {"title", DHTMLXQ_TEXT, "Title", false},
    {"event", DHTMLXQ_TEXT, "Event", true},
    {"place", DHTMLXQ_TEXT, "Site", true},
    {"date", DHTMLXQ_DATE, "Date", true},
    {"round", DHTMLXQ_TEXT, "Round", true},
    {"redteam", DHTMLXQ_TEXT, "RedTeam", true},
    {"red", DHTMLXQ_TEXT, "Red", true},
    {"redname", DHTMLXQ_TEXT, "RedName", false},
    {"redrating", DHTMLXQ_TEXT, "RedElo", false},
    {"redelo", DHTMLXQ_TEXT, "RedElo", false},
    {"redtime", DHTMLXQ_TEXT, "RedTime", false},
    {"blackteam", DHTMLXQ_TEXT, "BlackTeam", true},
    {"black", DHTMLXQ_TEXT, "Black", true},
    {"blackname", DHTMLXQ_TEXT, "BlackName", false},
    {"blackrating", DHTMLXQ_TEXT, "BlackElo", false},
    {"blackelo", DHTMLXQ_TEXT, "BlackElo", false},
    {"blacktime", DHTMLXQ_TEXT, "BlackTime", false},
    {"result", DHTMLXQ_RESULT, "Result", true},
    {"class", DHTMLXQ_TEXT, "EventClass", false},
    {"group", DHTMLXQ_TEXT, "Group", false},
    {"table", DHTMLXQ_TEXT, "Table", false},
    {"timerule", DHTMLXQ_TEXT, "TimeControl", false},
    {"open", DHTMLXQ_TEXT, "Opening", false},
    {"type", DHTMLXQ_TEXT, "RecordType", false},
    {"gametype", DHTMLXQ_TEXT, "GameType", false},
    {"endtype", DHTMLXQ_TEXT, "Termination", false},
    {"remark", DHTMLXQ_TEXT, "Remark", false},
    {"author", DHTMLXQ_TEXT, "Author", false},
    {"owner", DHTMLXQ_TEXT, "Owner", false},
    {"refer", DHTMLXQ_TEXT, "Source", false},
    {"generator", DHTMLXQ_TEXT, "Generator", false},
    {"firstnum", DHTMLXQ_NUMBER, "FirstNumber", false},
    {"other", DHTMLXQ_TEXT, "Other", false},
    {"ver", DHTMLXQ_PASSED, NULL, false},
    {"init", DHTMLXQ_PASSED, NULL, false},
    {"length", DHTMLXQ_LENGTH, NULL, false},
    {"movelist", DHTMLXQ_MOVES, NULL, false},
    {"binit", DHTMLXQ_BOARD, NULL, false},
    {"fen", DHTMLXQ_FEN, "FEN", false},
    {0},
};

/* Read numbers with '_' between; all of TEXT must be such. Returns how many, 0 if it is not. */
static unsigned read_numbers(const char *text, size_t len, unsigned most, unsigned numbers[3])
{
    size_t i = 0;
    for (unsigned count = 0; count < most; i++) {
        size_t start = i;
        for (numbers[count] = 0; i < len && is_digit(text[i]) && i - start < 9; i++)
            numbers[count] = numbers[count] * 10 + (unsigned)(text[i] - '0');
        if (i == start)
            return 0;
        count++;
        if (i == len)
            return count;
        if (text[i] != '_')
            return 0;
    }
    return 0;
}

enum dhtmlxq_class dhtmlxq_classify(const char *key, size_t len, unsigned numbers[3],
                                    const struct dhtmlxq_key **row)
{
    static const char branch[] = "move_", comment[] = "comment";
    enum { BRANCH = sizeof branch - 1, COMMENT = sizeof comment - 1 };
    *row = NULL;
    if (len > BRANCH && strncasecmp(key, branch, BRANCH) == 0 &&
        read_numbers(key + BRANCH, len - BRANCH, 3, numbers) == 3)
        return DHTMLXQ_BRANCH;
    if (len > COMMENT && strncasecmp(key, comment, COMMENT) == 0) {
        unsigned count = read_numbers(key + COMMENT, len - COMMENT, 2, numbers);
        if (count == 1) {
            numbers[1] = numbers[0];
            numbers[0] = 0;
        }
        if (count > 0)
            return DHTMLXQ_COMMENT;
    }
    bool is_tag = len > 0 && is_capital(key[0]);
    for (const struct dhtmlxq_key *k = dhtmlxq_keys; k->key; k++) {
        if (strlen(k->key) != len || strncasecmp(k->key, key, len) != 0)
            continue;
        if (!is_tag || !k->tag)
            *row = k;
        return *row || k->class == DHTMLXQ_FEN ? k->class : DHTMLXQ_TEXT;
    }
    return DHTMLXQ_TEXT;
}
