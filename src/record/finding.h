/* Findings: what a reader or a check has to say about a game. They are collected a game at a time
   and written out by report/; codes, severities and descriptions are rows of one table. */
#ifndef QIPU_RECORD_FINDING_H
#define QIPU_RECORD_FINDING_H

#include "base/buffer.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR, SEVERITIES };
const char *severity_name(enum severity s);

/* X(enum name, code, severity, what it means). Notes marked DIALECT become warnings by --strict. */
#define FINDING_LIST(X)                                                                            \
    X(ILLEGAL_MOVE, "illegal-move", ERROR, "a move that the rules do not allow")                   \
    X(AMBIGUOUS_MOVE, "ambiguous-move", ERROR, "a move that more than one man can make")           \
    X(UNREADABLE_MOVE, "unreadable-move", ERROR, "text in the moves that is not a move")           \
    X(AMBIGUOUS_LETTERS, "ambiguous-letters", ERROR,                                               \
      "moves that two languages of piece letters read in two ways")                                \
    X(MOVE_AFTER_END, "move-after-end", ERROR, "a move after checkmate or stalemate")              \
    X(BAD_FEN, "bad-fen", ERROR, "a FEN that is not a position")                                   \
    X(BAD_JSON, "bad-json", ERROR, "JSON that is faulty, or not that of a game")                   \
    X(RESULT_CONFLICT, "result-conflict", ERROR, "the Result tag and the terminator differ")       \
    X(RESULT_BOARD, "result-board", ERROR,                                                         \
      "the result contradicts mate or stalemate on the board")                                     \
    X(RESULT_UNKNOWN, "result-unknown", WARNING,                                                   \
      "* although the other mark or the board gives a result")                                     \
    X(GAME_TOO_LARGE, "game-too-large", ERROR,                                                     \
      "a game over 64 MiB of text, 4 million nodes or 1000 tags, which was skipped")               \
    X(DAMAGED_FILE, "damaged-file", ERROR, "a binary file that ends too early")                    \
    X(VARIATION_ERROR, "variation-error", WARNING, "a move in a variation that cannot be played")  \
    X(UNSUPPORTED_VARIANT, "unsupported-variant", WARNING, "a variant whose rules are not known")  \
    X(UNKNOWN_VARIANT, "unknown-variant", WARNING, "a Variant tag that names no variant")          \
    X(NULL_MOVE_MAIN, "null-move", WARNING, "a null move in the main line")                        \
    X(FALSE_CHECK, "false-check", WARNING, "a check or mate mark on a move that does not give it") \
    X(MISSING_RESULT, "missing-result", WARNING, "no result at the end of the moves")              \
    X(DROPPED_TEXT, "dropped-text", WARNING, "text that belongs to no game")                       \
    X(RESULT_IN_VARIATION, "result-in-variation", WARNING, "a result inside a variation")          \
    X(UNCLOSED_COMMENT, "unclosed-comment", WARNING, "a comment without its closing brace")        \
    X(NESTED_COMMENT, "nested-comment", WARNING, "a comment inside a comment")                     \
    X(UNCLOSED_VARIATION, "unclosed-variation", WARNING, "a variation without its parenthesis")    \
    X(TEXT_BEHIND_MOVES, "text-behind-moves", WARNING,                                         \
      "words behind the moves or between tags, without braces")                                    \
    X(STRAY_MARK, "stray-mark", WARNING, "a bracket or sign that closes or opens nothing")         \
    X(VARIATION_PLACE, "variation-place", WARNING, "a variation before the first move")            \
    X(MOVE_NUMBER, "move-number", WARNING, "a move number that is not the number of the move")     \
    X(BAD_TAG, "bad-tag", WARNING, "a tag pair that is not written as the standard says")          \
    X(TAG_NAME, "tag-name", WARNING, "a tag name in other letters than the standard's")            \
    X(REPEATED_TAG, "repeated-tag", WARNING, "a tag that occurs twice in a game")                  \
    X(MISSING_TAG, "missing-tag", WARNING, "a tag of the seven tag roster is missing")             \
    X(BAD_DATE, "bad-date", WARNING, "a date that is not YYYY.MM.DD or not in the calendar")       \
    X(BAD_RESULT_TAG, "bad-result-tag", WARNING, "a Result tag that is none of the four results")  \
    X(BAD_ELO, "bad-elo", WARNING, "a rating that is not a number up to 4000")                     \
    X(BAD_PLY_COUNT, "bad-ply-count", WARNING, "a PlyCount that is not the number of plies")       \
    X(FEN_DETAIL, "fen-detail", WARNING, "a FEN detail that cannot be, and was mended")            \
    X(TWO_READINGS, "two-readings", WARNING, "a move that other programs read as another move")    \
    X(BAD_NAG, "bad-nag", WARNING, "a NAG over 255")                                               \
    X(STRAY_TAGS, "stray-tags", WARNING, "tags behind the game they belong to")                    \
    X(FILE_DETAIL, "file-detail", WARNING, "a field of a binary file that cannot be right")        \
    X(ENCODING, "encoding", WARNING, "bytes that no encoding explains")                            \
    X(FEN_CLOCK, "fen-clock", NOTE, "a halfmove clock that the move number does not allow")        \
    X(MISSING_CHECK_MARK, "missing-check-mark", NOTE, "a move that checks or mates, unmarked")     \
    X(CASTLING_ZEROS, "castling-zeros", DIALECT, "castling written with zeros")                    \
    X(PROMOTION_FORM, "promotion-form", DIALECT, "a promotion written without =")                  \
    X(EP_MARK, "ep-mark", DIALECT, "e.p. written after a move")                                    \
    X(CHECK_MARK_FORM, "check-mark-form", DIALECT, "check or mate marked with another sign")       \
    X(DISAMBIGUATION, "disambiguation", DIALECT, "more of the origin than needed")                 \
    X(LONG_FORM, "long-form", DIALECT, "long algebraic notation")                                  \
    X(COORDINATES, "coordinates", DIALECT, "UCI coordinates")                                      \
    X(FIGURINE, "figurine", DIALECT, "figurine piece letters")                                     \
    X(CAPTURE_MARK, "capture-mark", DIALECT, "x missing, or on a move that takes nothing")         \
    X(PIECE_LETTERS, "piece-letters", DIALECT, "piece letters of another language")                \
    X(KING_TAKES_ROOK, "king-takes-rook", DIALECT, "castling written as a king move")              \
    X(PAWN_LETTER, "pawn-letter", DIALECT, "a letter for the pawn")                                \
    X(SHORT_CAPTURE, "short-capture", DIALECT, "a pawn's capture without the rank")                \
    X(NULL_MOVE_FORM, "null-move-form", DIALECT, "a null move in a variation")                     \
    X(RESULT_FORM, "result-form", DIALECT, "a result written in another form")                     \
    X(GLYPH, "glyph", DIALECT, "a sign for which there is a NAG")                                  \
    X(SEMICOLON_COMMENT, "semicolon-comment", DIALECT, "a comment to the end of the line")         \
    X(NO_MOVE_NUMBERS, "no-move-numbers", DIALECT, "moves without any number")                     \
    X(NO_TAGS, "no-tags", DIALECT, "a game without tags")                                          \
    X(ODD_BLANK, "odd-blank", DIALECT, "blanks beyond ASCII, or characters that are not seen")     \
    X(NUL_BYTE, "nul-byte", DIALECT, "a NUL byte in the text")                                     \
    X(OTHER_ENCODING, "other-encoding", DIALECT, "text that is not UTF-8")                         \
    X(TEXT_IN_PARENTHESES, "text-in-parentheses", DIALECT,                                         \
      "a remark in parentheses or brackets, not braces")                                           \
    X(FEN_WITHOUT_SETUP, "fen-without-setup", DIALECT, "a FEN tag without SetUp \"1\"")            \
    X(THREEFOLD, "threefold", NOTE, "a draw could be claimed: threefold repetition")               \
    X(FIFTY_MOVES, "fifty-moves", NOTE, "a draw could be claimed: fifty moves")                    \
    X(FIVEFOLD, "fivefold", NOTE, "play went on after fivefold repetition")                        \
    X(SEVENTY_FIVE_MOVES, "seventy-five-moves", NOTE, "play went on after 75 moves")               \
    X(DEAD_POSITION, "dead-position", NOTE, "play went on in a dead position")                     \
    X(PERPETUAL_CHECK, "perpetual-check", NOTE, "a repetition by checks alone")                    \
    X(MUTUAL_CHECK, "mutual-check", NOTE, "xiangqi: a repetition in which all moves check")        \
    X(PERPETUAL_CHASE, "perpetual-chase", NOTE, "xiangqi: a repetition by chases alone")           \
    X(PERPETUAL_THREAT, "perpetual-threat", NOTE, "xiangqi: a repetition by mate threats alone")   \
    X(PERPETUAL_ATTACK, "perpetual-attack", NOTE,                                                  \
      "xiangqi: a repetition by checks, mate threats and chases, mixed")                           \
    X(MUTUAL_ATTACK, "mutual-attack", NOTE,                                                        \
      "xiangqi: a repetition in which neither side makes an idle move")                            \
    X(NO_CAPTURE_LIMIT, "no-capture-limit", NOTE,                                                  \
      "xiangqi: so many moves without a capture that the game is drawn")                           \
    X(RESULT_VERDICT, "result-verdict", WARNING,                                                   \
      "xiangqi: the result is not that of the forbidden repetition at the end")

enum finding_code {
#define X(name, code, severity, text) FINDING_##name,
    FINDING_LIST(X)
#undef X
        FINDING_CODES
};

struct finding_kind {
    const char *code;
    enum severity severity;
    bool is_dialect; /* a note that --strict makes a warning */
    const char *text;
};
extern const struct finding_kind finding_kinds[FINDING_CODES];
enum finding_code finding_from_code(const char *code); /* or FINDING_CODES */
/* Its severity, by the table or as STRICT raises it. */
enum severity finding_severity(enum finding_code code, bool strict);

struct finding {
    enum finding_code code;
    enum severity severity;
    uint32_t source;         /* the fault, from the start of the game's text */
    uint32_t ply;            /* main-line ply it belongs to, 0 before the first move */
    uint32_t text, text_len; /* the message, in findings.text */
    bool is_mended;          /* by a repair: the message says how */
};

/* The findings of one game. Zero-initialise; findings_clear for the next game. At most
   FINDINGS_MAX notes and warnings are kept; `suppressed` counts the rest. Errors always are. */
enum { FINDINGS_MAX = 10000 };
struct findings {
    struct finding *items;
    size_t count, cap;
    uint64_t suppressed;
    struct buffer text;
    bool strict;           /* dialects are warnings */
    enum severity minimum; /* what is less severe is not kept, nor counted */
    bool failed;           /* memory was out: something is missing */
};

void findings_clear(struct findings *f);
void findings_free(struct findings *f);

/* Add a finding with a printf message: one line, no final stop; quoted input must be passed through
   finding_quote. A NULL format takes the code's own description. Either is looked up by
   lang_text. */
void findings_add(struct findings *f, enum finding_code code, uint32_t source, size_t ply,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Give finding number I another message. */
void findings_reword(struct findings *f, size_t i, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Append all of FROM to TO, whatever TO's minimum. False if memory is out. */
bool findings_append(struct findings *to, const struct findings *from);

/* Bring them into the order of the text. */
void findings_sort(struct findings *f);

static inline const char *finding_text(const struct findings *f, const struct finding *x)
{
    return f->text.data + x->text; /* NUL-terminated */
}

/* Prepare input for a message into OUT: at most 40 code points, control characters escaped as \x1B
   or \u202E, "..." if cut. It stands in single quotes if it is empty, or if its first or last
   character is not seen. Returns OUT. */
enum { QUOTE_MAX = 256 };
const char *finding_quote(const char *text, size_t len, char out[QUOTE_MAX]);

/* Append all of TEXT, control characters escaped like that: for names of files and whole lines. */
void finding_escape(struct buffer *out, const char *text, size_t len);

/* Append the place AT in the file NAME as messages begin: "NAME:LINE:COLUMN", in a binary file
   "NAME@OFFSET". */
void finding_write_place(struct buffer *out, const char *name, const struct place *at);

#endif
