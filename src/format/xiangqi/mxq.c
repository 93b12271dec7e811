/* MXQ of movesky's client: strings, each behind a byte that is its length, in GBK or Big5. First
   come place, date and the title "RED-胜-BLACK", whose middle is Red's result, then numbers and how
   the game ended; then "Moves", the moves, "Ends", and perhaps comments up to "CommentsEnd". */
#include "format/xiangqi/header_text.h"
#include "format/xiangqi/square_list.h"
#include "format/whole.h"

#include <string.h>

/* The strings before the moves. */
enum {
    MXQ_SITE,
    MXQ_DATE,
    MXQ_TITLE,
    MXQ_RED_ELO,
    MXQ_BLACK_ELO,
    MXQ_TIME,                 /* three of them */
    MXQ_OTHER = MXQ_TIME + 3, /* two of which nothing is known */
    MXQ_END = MXQ_OTHER + 2,
    MXQ_STRINGS
};

struct mxq {
    const char *data;
    size_t len, at;
    struct header_reader header;
    struct square_list list;
};

struct string {
    const char *text;
    size_t len;
    uint32_t source;
};

/* Read the string at *AT. False at the end, or if the file ends inside it. */
static bool next_string(const char *data, size_t len, size_t *at, struct string *s)
{
    if (*at >= len)
        return false;
    size_t n = (unsigned char)data[*at];
    if (n > len - *at - 1)
        return false;
    *s = (struct string){data + *at + 1, n, (uint32_t)(*at + 1)};
    *at += n + 1;
    return true;
}

static bool is(const struct string *s, const char *word)
{
    return s->len == strlen(word) && memcmp(s->text, word, s->len) == 0;
}

static bool recognise(const char *data, size_t len, const char *name)
{
    struct string s;
    size_t at = 0;
    (void)name;
    for (int i = 0; i < MXQ_STRINGS; i++)
        if (!next_string(data, len, &at, &s))
            return false;
    return next_string(data, len, &at, &s) && is(&s, "Moves");
}

/* --- Header ----------------------------------------------------------------------------------- */

/* Where the title parts, in either encoding. */
static const struct {
    const char *mark, *encoding;
    enum result result;
} marks[] = {
    {"-\xCA\xA4-", "GB18030", RESULT_WHITE}, {"-\x84\xD9-", "GB18030", RESULT_WHITE},
    {"-\xB8\xBA-", "GB18030", RESULT_BLACK}, {"-\xD8\x93-", "GB18030", RESULT_BLACK},
    {"-\xBA\xCD-", "GB18030", RESULT_DRAW},  {"-\xB3\xD3-", "BIG5", RESULT_WHITE},
    {"-\xAD\x74-", "BIG5", RESULT_BLACK},    {"-\xA9\x4D-", "BIG5", RESULT_DRAW},
};
enum { MARKS = sizeof marks / sizeof marks[0], MARK = 4 };

/* Where a mark begins in the title, or NULL; *INDEX is its row. */
static const char *find_mark(const struct string *title, size_t *index)
{
    for (size_t i = 0; i + MARK <= title->len; i++)
        for (*index = 0; *index < MARKS; ++*index)
            if (memcmp(title->text + i, marks[*index].mark, MARK) == 0)
                return title->text + i;
    return NULL;
}

static void add(struct mxq *m, const char *tag, const struct string *s)
{
    header_add(&m->header, tag, s->text, s->len, s->source);
}

static void add_title(struct mxq *m, const struct string *title)
{
    size_t i;
    const char *mark = find_mark(title, &i);
    if (!mark) {
        add(m, "Title", title);
        return;
    }
    struct string red = {title->text, (size_t)(mark - title->text), title->source};
    struct string black = {mark + MARK, title->len - red.len - MARK,
                           title->source + (uint32_t)(red.len + MARK)};
    add(m, "Red", &red);
    add(m, "Black", &black);
    facts_set_result(&m->header.facts, marks[i].result, title->source + (uint32_t)red.len);
}

/* COUNT strings with SIGN between them as one tag. */
static void add_joined(struct mxq *m, const char *tag, const struct string *s, int count, char sign)
{
    char text[1024];
    struct string joined = {text, 0, s->source};
    for (int i = 0; i < count; i++) {
        if (i > 0)
            text[joined.len++] = sign;
        memcpy(text + joined.len, s[i].text, s[i].len);
        joined.len += s[i].len;
    }
    if (joined.len > (size_t)count - 1)
        add(m, tag, &joined);
}

static bool read_header(struct mxq *m)
{
    struct string s[MXQ_STRINGS], moves;
    for (int i = 0; i < MXQ_STRINGS; i++)
        if (!next_string(m->data, m->len, &m->at, &s[i]))
            return false;
    facts_begin(&m->header.facts);
    add(m, "Site", &s[MXQ_SITE]);
    add(m, "Date", &s[MXQ_DATE]);
    add_title(m, &s[MXQ_TITLE]);
    add(m, "RedElo", &s[MXQ_RED_ELO]);
    add(m, "BlackElo", &s[MXQ_BLACK_ELO]);
    add_joined(m, "TimeControl", &s[MXQ_TIME], 3, '-');
    add_joined(m, "OtherNumbers", &s[MXQ_OTHER], 2, ' ');
    add(m, "Termination", &s[MXQ_END]);
    return next_string(m->data, m->len, &m->at, &moves);
}

/* --- Moves ------------------------------------------------------------------------------------ */

static void add_move(struct mxq *m, const struct string *s)
{
    enum { TEXT = 5 }; /* "7C-4C": file and rank, from Red's left and home */
    unsigned char t[TEXT] = {0};
    if (s->len == TEXT)
        memcpy(t, s->text, TEXT);
    square_list_add(&m->list, (unsigned)t[0] - '0', (unsigned)'J' - t[1], (unsigned)t[3] - '0',
                    (unsigned)'J' - t[4], s->source);
}

/* Add a line to the comment behind the last move, which begins at AT of the tree's text. */
static void add_comment(struct mxq *m, const struct string *s, size_t at)
{
    struct buffer *text = &m->list.tree.text;
    if (text->len > at)
        buffer_add_char(text, '\n');
    header_convert(&m->header, text, lang_text("comment"), s->text, s->len, s->source);
}

static void read_moves(struct mxq *m)
{
    struct findings *f = m->header.facts.findings;
    struct string s = {0};
    bool in_moves = true, complete = false;
    const size_t comment = m->list.tree.text.len;
    while (next_string(m->data, m->len, &m->at, &s)) {
        if (in_moves && is(&s, "Ends"))
            in_moves = false;
        else if (is(&s, "CommentsEnd"))
            complete = true;
        else if (in_moves)
            add_move(m, &s);
        else if (s.len > 0)
            add_comment(m, &s, comment);
    }
    if (m->list.tree.text.len > comment)
        game_tree_comment(&m->list.tree, m->list.last, comment);
    if (in_moves || m->at < m->len)
        findings_add(f, FINDING_FILE_DETAIL, (uint32_t)m->at, 0, "the file ends inside %s",
                     lang_text(in_moves   ? "the moves"
                               : complete ? "a text"
                                          : "the comments"));
}

static bool read_record(struct mxq *m)
{
    m->at = 0;
    square_list_start(&m->list);
    if (!read_header(m))
        return false;
    read_moves(m);
    square_list_play(&m->list, &m->header.facts);
    facts_end(&m->header.facts);
    return true;
}

/* The encoding in which the title has its mark, or NULL. */
static const char *encoding_of_title(const char *data, size_t len)
{
    struct string s = {0};
    size_t at = 0, i;
    for (int n = 0; n <= MXQ_TITLE; n++)
        if (!next_string(data, len, &at, &s))
            return NULL;
    return find_mark(&s, &i) ? marks[i].encoding : NULL;
}

static bool read_game(const char *data, size_t len, const char *encoding, size_t *at,
                      struct record *rec, struct findings *f)
{
    struct mxq m = {.data = data, .len = len, .header = {.facts = {.rec = rec, .findings = f}}};
    bool is_game = false;
    if (*at > 0)
        return false;
    *at = len;
    if (!encoding)
        encoding = encoding_of_title(data, len);
    if (header_open(&m.header, encoding, "GB18030"))
        do
            is_game = read_record(&m);
        while (header_again(&m.header));
    square_list_free(&m.list);
    header_close(&m.header);
    return is_game;
}

const struct whole_format whole_mxq = {.name = "MXQ",
                                       .is_text = false,
                                       .is_single = true,
                                       .game = GAME_XIANGQI,
                                       .recognise = recognise,
                                       .read_in = read_game};
