/* Private to the PGN reader: the state of parsing one game, shared by pgn_read.c (where games
   begin), pgn_end.c (where they end), pgn_tags.c, pgn_odd_tags.c, pgn_blanks.c, pgn_plain.c, pgn_moves.c,
   pgn_sections.c, pgn_signs.c, pgn_variations.c, pgn_words.c, pgn_text.c, pgn_letters.c for the
   languages of piece letters, and pgn_xiangqi.c for what only xiangqi has.

   The parser works on a window of decoded text that ends in a NUL. Whenever it would have to look
   past a window that is not the end of the stream it sets `more` and unwinds; the reader then
   grows the window and parses the game again from its beginning. So no state survives a refill,
   and a game can never be lost or doubled at the edge of a buffer. */
#ifndef QIPU_FORMAT_PGN_H
#define QIPU_FORMAT_PGN_H

#include "format/format.h"

enum {
    GAME_NODES_MAX = 4000000,
    GAME_TAGS_MAX = 1000,
    GAME_DEPTH_MAX = 250000, /* of variations in variations */
    CHECKPOINT_PLIES = 32,
    AFTER_RESULT = 1 << 16, /* how far behind its result a game looks for what is still its own */
    REMARK_REACH = 1 << 16, /* at first; less in a game with parentheses that nothing closes */
    BRACE_SEARCH = 1 << 20, /* how far an open brace looks for its end past a tag section */
};
static const size_t GAME_TEXT_MAX = (size_t)64 << 20;

/* Classes of bytes, bits of pgn_class[]. */
enum {
    CLASS_BLANK = 1, /* space, tab, and other separators that are not line ends */
    CLASS_LINE = 2,  /* LF, CR */
    CLASS_DIGIT = 4,
    CLASS_LETTER = 8,
    CLASS_TOKEN = 16, /* may stand inside a move token */
    CLASS_NAME = 32,  /* may stand inside a tag name */
    CLASS_SIGN = 64,  /* starts a sign such as +-, =, -- */
    CLASS_QUOTE = 128 /* what a plain tag value cannot hold: a quote, a backslash, NUL */
};
extern const uint8_t pgn_class[256];

static inline bool pgn_is(char c, int classes)
{
    return (pgn_class[(unsigned char)c] & classes) != 0;
}

/* A variation in progress: where it opened, its position, and the one before its last move. */
struct pgn_level {
    const char *at;
    /* If it turns out to be mere text: what there was before it. */
    size_t nodes, findings, dropped;
    struct position pos, before;
    bool has_move;
};

struct pgn_parser {
    const struct read_options *options;
    const struct piece_letters *letters;
    const struct piece_letters *file_letters; /* options.auto_letters: the file's, or NULL */
    bool told_blank;                          /* pgn_note_wide_blank has */
    bool told_letters; /* the game is not written in English letters, and that was said */
    size_t bad_moves;  /* of main line and variations */
    struct record *rec;
    struct findings *findings;

    const char *text;  /* where parsing began */
    const char *begin; /* findings count from here */
    const char *game;  /* the first tag or move of the game */
    const char *p, *end;
    bool at_end;
    bool more, no_memory, too_large;

    /* the moves */
    struct position *pos;       /* where the next move is played */
    struct position checkpoint; /* main line at a multiple of CHECKPOINT_PLIES */
    size_t checkpoint_ply;
    struct pgn_level *levels;
    size_t depth, level_cap;
    bool is_game;    /* set by who calls: the text is a game whatever it begins with */
    bool started;    /* a move was read, or there are tags: this is a game */
    bool has_number; /* a move number stands right before */
    bool has_any_number;
    bool has_variation;     /* one was opened */
    const char *behind_tag; /* where the last tag ends */
    bool is_line;           /* the text is a line of a list, in which coordinates are usual */
    int64_t number_shift;   /* of the move numbers given against those of the board */
    enum rank_base ranks;   /* xiangqi: of the game's coordinates, once they were looked at */
    size_t remark_reach;    /* xiangqi: how far an open parenthesis looks for its end */

    /* After a move that cannot be played the rest of its line is only scanned. */
    bool skipping;
    size_t skip_depth;
    const char *skip_from;

    const char *dropped_from, *dropped_to; /* the text that belongs to no game, or NULL */
    size_t dropped;                        /* bytes of it */
};

enum pgn_status {
    PGN_GAME,
    PGN_NOTHING, /* no game up to the end of the stream */
    PGN_MORE,
    PGN_NO_MEMORY,
    PGN_TOO_LARGE
};

/* Window positions: where parsing began (sources count from here), the first byte of the game's
   text, and the byte behind the game. */
struct pgn_extent {
    size_t base, begin, next;
};

/* Parse the next game from window byte START. PARSER is zeroed before its first use; its options,
   letters, rec and findings are set and the latter two cleared before each call. EXTENT is filled
   for PGN_GAME and PGN_NOTHING. */
enum pgn_status pgn_parse(struct pgn_parser *parser, const struct text_window *window, size_t start,
                          struct pgn_extent *extent);
/* The same in the letters that the parser has, whatever its options say. */
enum pgn_status pgn_parse_in_letters(struct pgn_parser *parser, const struct text_window *window,
                                     size_t start, struct pgn_extent *extent);
/* Find out, for options.auto_letters, whether the games from window byte START on are all written
   in one language alone; they then are read in that, and each must be legal in it or in another.
   Uses the parser's record and findings. */
void pgn_find_letters(struct pgn_parser *parser, const struct text_window *window, size_t start);
/* Say, once a game, that the move M, which stands at AT, is in letters that are not English. */
void pgn_tell_letters(struct pgn_parser *parser, move m, const char *at, size_t len);
void pgn_parser_free(struct pgn_parser *parser);

/* Kept out of the hot functions, whose frames stay small without them. */
#define PGN_COLD __attribute__((noinline, cold))

/* --- Between the files of the parser -------------------------------------------------------- */

static inline uint32_t pgn_source(const struct pgn_parser *ps, const char *at)
{
    return (uint32_t)(at - ps->begin);
}

/* Whether the cursor has run into the end of the window although more follows. */
static inline bool pgn_starved(struct pgn_parser *ps)
{
    if (ps->p >= ps->end && !ps->at_end)
        ps->more = true;
    return ps->more;
}

static inline bool pgn_failed(const struct pgn_parser *ps)
{
    return ps->more || ps->no_memory || ps->too_large;
}

/* Whether S is the start of a tag pair: '[' name '"', blanks between them allowed; also with other
   double quotes. Sets `more` if the window ends first. */
bool pgn_is_tag(struct pgn_parser *ps, const char *s);

/* The name of the tag that starts at S. */
const char *pgn_tag_name(const char *s, size_t *len);
/* The same without what is not seen, in ROOM unless it is too long for that. */
enum { PGN_NAME_MAX = 256 };
const char *pgn_plain_name(const char *s, size_t *len, char room[PGN_NAME_MAX]);

/* The tag pair that starts at S, taken apart as far as its line goes. */
struct pgn_tag {
    const char *name, *value, *value_end;
    size_t name_len;
    const char *blanks;           /* between them */
    bool escaped;                 /* the value contains escapes */
    const char *fault, *fault_at; /* what is wrong with its form, or NULL */
    const char *next;             /* behind it */
};
void pgn_scan_tag(const struct pgn_parser *ps, const char *s, struct pgn_tag *tag);

/* The same of a tag that does not open its value with ": where it stands, and what is in it. */
size_t pgn_wide_quote(const char *s); /* the length of the quote at S, 0 if none beyond ASCII is */
/* A line of a name that is known and a value without quotes, as "[Event Moscow]"; and one with
   which tags may begin, since another tag follows. Both set `more` if the window ends first. */
bool pgn_is_bare_tag(struct pgn_parser *ps, const char *s);
bool pgn_is_bare_section(struct pgn_parser *ps, const char *s);
void pgn_scan_odd_value(const struct pgn_parser *ps, const char *s, struct pgn_tag *tag);
/* Where a value ends that does not end on its line, which ends at END: at a quote and a bracket on
   the next line. NULL if it does not, the end of the window if that comes first. */
const char *pgn_value_goes_on(const struct pgn_parser *ps, const char *end);

/* Read the tag pair at the cursor into the record. */
void pgn_read_tag(struct pgn_parser *ps);
/* The same if it is written as the standard has it, has no escapes, and its name is new; else false,
   and nothing is read. */
bool pgn_read_plain_tag(struct pgn_parser *ps);

/* Set up variant and start position from the tags that were read. */
void pgn_apply_tags(struct pgn_parser *ps);

/* Read the tag pairs at the cursor. Returns false if (c) the section ends without movetext: with a
   tag after a blank line whose name occurs already. */
bool pgn_read_tags(struct pgn_parser *ps);
bool pgn_tag_occurs(const struct record *rec, const char *name, size_t len);
/* Whether the name of the tag that starts at S does, in whatever is not seen. */
bool pgn_tag_at_occurs(const struct record *rec, const char *s);
/* Whether there was no move of the game yet, not even one that cannot be read, and no result. */
bool pgn_is_before_moves(const struct pgn_parser *ps);
/* (c) Whether the section goes on with the tag at the cursor: neither a move nor a result was read.
   Behind a blank line none of the tags may occur already. */
bool pgn_section_goes_on(struct pgn_parser *ps);
/* Undo what the tags of a section that goes on have set up; findings FROM .. TO are said again. */
void pgn_reopen_section(struct pgn_parser *ps, size_t from, size_t to);

/* Comments: at the cursor stands '{' or ';'. */
void pgn_read_brace_comment(struct pgn_parser *ps);
void pgn_read_line_comment(struct pgn_parser *ps);
/* Append a comment node; braces inside become parentheses if SANITIZE. */
void pgn_add_comment(struct pgn_parser *ps, const char *text, size_t len, const char *at,
                     bool line_comment, bool sanitize);

/* Move the cursor over blanks, line ends, NULs and escaped lines, and return how many lines ended
   (2 or more: there is a blank line). */
int pgn_skip_space(struct pgn_parser *ps);

/* The length of the character at S beyond ASCII if nothing is seen of it; and if it is that, a blank,
   or dots; else 0. */
size_t pgn_nothing(const char *s);
size_t pgn_wide_blank(const char *s);
/* Say, once a game, that such a character stands at AT. */
void pgn_note_wide_blank(struct pgn_parser *ps, const char *at);
/* The same of one in a value, at SOURCE. */
void pgn_note_odd_value(struct pgn_parser *ps, uint32_t source);
/* The length of the name of a tag at S, of which LEN bytes are known, with such characters within. */
size_t pgn_length_with_nothing(const char *s, size_t len);
/* Copy [S, TO) without what is not seen, at most CAP bytes; returns how many. */
size_t pgn_without_nothing(const char *s, const char *to, char *out, size_t cap);

/* Behind the blanks of every kind at S. */
const char *pgn_behind_wide_blanks(const char *s);
static inline const char *pgn_behind_blanks(const char *s)
{
    while (pgn_is(*s, CLASS_BLANK))
        s++;
    return (unsigned char)*s < 0x80 ? s : pgn_behind_wide_blanks(s);
}
/* Before the characters of CLASSES, and the blanks beyond ASCII, that end at S; FROM at most. */
const char *pgn_before_wide_blank(const char *from, const char *s);
static inline const char *pgn_before_blanks(const char *from, const char *s, int classes)
{
    while (s > from) {
        const char *before = pgn_is(s[-1], classes)         ? s - 1
                             : (unsigned char)s[-1] >= 0x80 ? pgn_before_wide_blank(from, s)
                                                            : s;
        if (before == s)
            break;
        s = before;
    }
    return s;
}

/* The ASCII sign whose full-width form, or Chinese counterpart, stands at S, '\0' if none does; it
   takes three bytes. Dots and commas that only divide give ' '. */
char pgn_wide_sign(const char *s);

/* A move was read: this is a game, if tags did not say so before. It begins behind the text that
   was dropped. */
void pgn_begin_behind_dropped(struct pgn_parser *ps);
static inline void pgn_start_game(struct pgn_parser *ps)
{
    if (!ps->started && ps->dropped_from)
        pgn_begin_behind_dropped(ps);
    ps->started = true;
}

/* Read the words from AT on, where the cursor has passed the first, if they are the last thing in
   the game or variation. */
bool pgn_read_words(struct pgn_parser *ps, const char *at);

/* Take the rest of the line at AT for words if no move was read yet and a further tag follows right
   behind it: a remark between tags. */
bool pgn_read_line_between_tags(struct pgn_parser *ps, const char *at);

/* Count text that belongs to nothing. */
void pgn_drop(struct pgn_parser *ps, const char *from, const char *to);

/* Report what means nothing where it stands; drop it if no game has begun. */
void pgn_stray(struct pgn_parser *ps, const char *at, size_t len);

/* The result token at the cursor; its length is 0 if there is none. */
struct pgn_result {
    size_t len;
    enum result result;
    bool standard;
};
struct pgn_result pgn_match_result(struct pgn_parser *ps);
/* Read it. Returns whether it ends the game. */
bool pgn_read_result(struct pgn_parser *ps, const struct pgn_result *r);

/* Whether a tag of that name begins another game of xiangqi: Game stands in front of all others. */
bool pgn_begins_xiangqi(const struct record *rec, const char *name, size_t len);
/* Close what is open where the game ends, and say what it lacks. */
void pgn_end_game(struct pgn_parser *ps);
/* Read what belongs to a game behind its result: comments before a blank line, and stray tags. */
void pgn_read_after_result(struct pgn_parser *ps);

/* A move token, a sign, or a character from beyond ASCII stands at the cursor. */
void pgn_read_move(struct pgn_parser *ps);

/* Read the move TEXT, which stands in another dress in the LEN bytes at AT, behind which the cursor
   is. */
void pgn_take_move(struct pgn_parser *ps, const char *at, size_t len, const char *text,
                   size_t text_len);
/* san_parse, with the way in which the game counts ranks. */
enum san_status pgn_parse_move(struct pgn_parser *ps, const char *text, size_t len,
                               struct san_move *sm);

/* Xiangqi: read what is not written as in chess at the cursor: moves that are no coordinates, wide
   signs and digits, text in parentheses. False if something else stands there. */
bool pgn_read_xiangqi(struct pgn_parser *ps);
/* Whether a line of signs, behind which a program speaks of itself, begins at the cursor. */
bool pgn_at_rule(const struct pgn_parser *ps);
/* Find out how the game counts the ranks of its coordinates. */
void pgn_find_ranks(struct pgn_parser *ps);

/* Read as many plain tokens of the main line as there are; perhaps none. */
void pgn_read_plain(struct pgn_parser *ps);

/* What the text of the move that led to ps->pos says of check and mate against the board, and how
   it departs from standard SAN. */
void pgn_report_marks(struct pgn_parser *ps, const struct san_move *sm, const char *at, size_t len);
void pgn_report_dialects(struct pgn_parser *ps, unsigned dialects, const char *at, size_t len);

/* The null move written at AT, unless the king is in check. */
void pgn_null_move(struct pgn_parser *ps, const char *at, size_t len);

/* A move number; castling or a null move in zeros is read as a move. */
void pgn_read_number(struct pgn_parser *ps);
/* It was read at AT. */
void pgn_take_number(struct pgn_parser *ps, const char *at, int64_t number);
void pgn_read_sign(struct pgn_parser *ps);
void pgn_read_nag(struct pgn_parser *ps);
void pgn_read_glyph(struct pgn_parser *ps); /* ! and ? */
void pgn_read_beyond_ascii(struct pgn_parser *ps);
/* Append the NAG that the glyph at AT stands for. */
void pgn_add_glyph(struct pgn_parser *ps, int nag, const char *at, size_t len);
/* Take a check mark that stands apart from its move: "Nf3 +", "Nf3!+", "Nf3 ch". False if it is
   none. */
bool pgn_apart_check_mark(struct pgn_parser *ps, const char *at, size_t len);

void pgn_open_variation(struct pgn_parser *ps);
void pgn_close_variation(struct pgn_parser *ps);

/* The line cannot be read on from AT: scan the rest of it, to be kept as a comment (AT NULL: not
   to be kept). */
void pgn_skip_line(struct pgn_parser *ps, const char *at);
/* Its end is reached at TO. */
void pgn_end_skip(struct pgn_parser *ps, const char *to);

static inline void pgn_check_nodes(struct pgn_parser *ps)
{
    if (ps->rec->node_count > GAME_NODES_MAX)
        ps->too_large = true;
}

static inline size_t pgn_ply(const struct pgn_parser *ps)
{
    return ps->rec->ply_count;
}

/* Play a main-line move. Hot path. */
static inline void pgn_play_main(struct pgn_parser *ps, move m, uint8_t marks, const char *at)
{
    struct record *rec = ps->rec;
    if (rec->ply_count % CHECKPOINT_PLIES == 0) {
        ps->checkpoint = rec->end;
        ps->checkpoint_ply = rec->ply_count;
    }
    if (!record_play(rec, m, marks, pgn_source(ps, at)))
        ps->no_memory = true;
}

#endif
