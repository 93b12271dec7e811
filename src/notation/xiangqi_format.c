/* Moves of xiangqi written: piece, origin, direction, destination, as xqbase's programs write them.
   Hot path (tests/bench/notation.c): a man alone on its file needs one look along the file; only
   marks need the men ranked. */
#include "notation/xiangqi_text.h"

#include <string.h>

/* What a notation writes its four fields with. Each text is one character, WIDTH bytes long. */
struct script {
    size_t width;
    int dialect; /* of the marks */
    char pieces[2][PIECE_TYPES][4];
    char directions[3][4];
    char digits[2][9][4];              /* [color][digit - 1] */
    char front[4], middle[4], rear[4]; /* Chinese alone: WXF's marks are signs and letters */
};

#define RED_DIGITS                                                                                 \
    {                                                                                              \
        "一", "二", "三", "四", "五", "六", "七", "八", "九"                                      \
    }
#define BLACK_DIGITS                                                                               \
    {                                                                                              \
        "１", "２", "３", "４", "５", "６", "７", "８", "９"                                      \
    }
#define ASCII_DIGITS                                                                               \
    {                                                                                              \
        "1", "2", "3", "4", "5", "6", "7", "8", "9"                                                \
    }
#define LETTERS                                                                                    \
    {                                                                                              \
        [PAWN] = "P", "N", "B", "R", [KING] = "K", "A", "C"                                        \
    }

static const struct script scripts[] = {
    [NOTATION_WXF] = {.width = 1,
                      .dialect = DIALECT_WXF,
                      .pieces = {LETTERS, LETTERS},
                      .directions = {[FORWARD] = "+", [BACKWARD] = "-", [SIDEWAYS] = "."},
                      .digits = {ASCII_DIGITS, ASCII_DIGITS}},
    [NOTATION_ZH_HANS] = {.width = 3,
                          .dialect = DIALECT_CHINESE,
                          .pieces = {{[PAWN] = "兵", "马", "相", "车", [KING] = "帅", "仕", "炮"},
                                     {[PAWN] = "卒", "马", "象", "车", [KING] = "将", "士", "炮"}},
                          .directions = {[FORWARD] = "进", [BACKWARD] = "退", [SIDEWAYS] = "平"},
                          .digits = {RED_DIGITS, BLACK_DIGITS},
                          .front = "前",
                          .middle = "中",
                          .rear = "后"},
    [NOTATION_ZH_HANT] = {.width = 3,
                          .dialect = DIALECT_CHINESE,
                          .pieces = {{[PAWN] = "兵", "馬", "相", "車", [KING] = "帥", "仕", "炮"},
                                     {[PAWN] = "卒", "馬", "象", "車", [KING] = "將", "士", "炮"}},
                          .directions = {[FORWARD] = "進", [BACKWARD] = "退", [SIDEWAYS] = "平"},
                          .digits = {RED_DIGITS, BLACK_DIGITS},
                          .front = "前",
                          .middle = "中",
                          .rear = "後"},
};

const char *xiangqi_name(enum color color, enum piece_type type)
{
    return scripts[NOTATION_ZH_HANS].pieces[color][type];
}

/* --- Coordinates ----------------------------------------------------------------------------- */

/* "h3e3", "a10a9" */
static char *put_square(square s, char *end)
{
    const int rank = square_rank(GAME_XIANGQI, s) + 1;
    *end++ = (char)('a' + square_file(GAME_XIANGQI, s));
    if (rank == 10)
        *end++ = '1';
    *end++ = (char)('0' + rank % 10);
    return end;
}

static char *put_iccs_square(square s, char *end)
{
    *end++ = (char)('A' + square_file(GAME_XIANGQI, s));
    *end++ = (char)('0' + square_rank(GAME_XIANGQI, s));
    return end;
}

/* --- Four fields ----------------------------------------------------------------------------- */

/* The four bytes of C go in, its width counts. */
static inline char *put(const struct script *script, const char c[4], char *end)
{
    memcpy(end, c, 4);
    return end + script->width;
}

/* Whether another man of the kind on FROM stands on its file and the two can be confused: of
   advisors and elephants only the lower one advances and only the upper one retreats. */
static bool needs_mark(const struct position *pos, square from)
{
    enum { FILES = 9, SQUARES = 90 };
    const piece man = pos->board[from];
    int count = 0;
    if (piece_type(man) == ADVISOR || piece_type(man) == BISHOP)
        return false;
    for (int s = square_file(GAME_XIANGQI, from); s < SQUARES; s += FILES)
        count += pos->board[s] == man;
    return count > 1;
}

static char find_mark(const struct position *pos, square from, int dialect)
{
    struct ranks ranks;
    xiangqi_rank_men(pos, piece_type(pos->board[from]), &ranks);
    for (int i = 0; i < ranks.count; i++) {
        if (ranks.men[i].at == from)
            return xiangqi_mark(dialect, &ranks, &ranks.men[i]);
    }
    return MARK_NONE;
}

static char *put_mark(const struct script *script, char mark, char *end)
{
    if (script->dialect == DIALECT_WXF) {
        *end++ = mark;
        return end;
    }
    switch (mark) {
    case MARK_NONE: return end;
    case MARK_FRONT: return put(script, script->front, end);
    case MARK_MIDDLE: return put(script, script->middle, end);
    case MARK_REAR: return put(script, script->rear, end);
    default: return put(script, script->digits[WHITE][mark - '1'], end);
    }
}

/* Piece and file, or piece and mark: Chinese has the mark before the piece. */
static char *put_head(const struct position *pos, square from, const struct script *script,
                      char *end)
{
    const enum color turn = (enum color)pos->turn;
    const char *man = script->pieces[turn][piece_type(pos->board[from])];
    const int file = mover_file(turn, square_file(GAME_XIANGQI, from));
    if (!needs_mark(pos, from))
        return put(script, script->digits[turn][file - 1], put(script, man, end));
    const char mark = find_mark(pos, from, script->dialect);
    if (script->dialect == DIALECT_WXF)
        return put_mark(script, mark, put(script, man, end));
    return put(script, man, put_mark(script, mark, end));
}

/* Direction and destination: the points travelled, or the file reached. */
static char *put_tail(const struct position *pos, square from, square to,
                      const struct script *script, char *end)
{
    const enum color turn = (enum color)pos->turn;
    const int ranks = square_rank(GAME_XIANGQI, to) - square_rank(GAME_XIANGQI, from);
    const int ahead = turn == WHITE ? ranks : -ranks;
    const int file = square_file(GAME_XIANGQI, to);
    const bool along_file = file == square_file(GAME_XIANGQI, from);
    const int number = along_file ? (ranks < 0 ? -ranks : ranks) : mover_file(turn, file);
    end = put(script,
              script->directions[ahead == 0  ? SIDEWAYS
                                 : ahead > 0 ? FORWARD
                                             : BACKWARD],
              end);
    return put(script, script->digits[turn][number - 1], end);
}

size_t xiangqi_format(const struct position *pos, move m, enum notation notation, char out[SAN_MAX])
{
    const square from = move_from(GAME_XIANGQI, m), to = move_to(GAME_XIANGQI, m);
    char *end = out;
    if (m == NULL_MOVE) {
        const bool uci = notation == NOTATION_UCI;
        memcpy(out, uci ? "0000" : "--", uci ? 5 : 3);
        return uci ? 4 : 2;
    }
    if (notation == NOTATION_XBOARD || notation == NOTATION_PYCHESS)
        return xiangqi_format_san(pos, m, notation, out);
    if (notation == NOTATION_UCI) {
        end = put_square(to, put_square(from, end));
    } else if (notation == NOTATION_ICCS) {
        end = put_iccs_square(from, end);
        *end++ = '-';
        end = put_iccs_square(to, end);
    } else {
        const struct script *script = &scripts[notation];
        end = put_tail(pos, from, to, script, put_head(pos, from, script, end));
    }
    *end = '\0';
    return (size_t)(end - out);
}
