/* Private to the readers: lists with a game on each line, as `convert --to san`, `lan`, `uci` and
   the like write them, and as engines are told of games:
       e2e4 e7e5 g1f3                         in any notation, with or without move numbers
       fen FEN moves e7e5 g1f3                from another start
       position startpos moves e2e4 e7e5      or "position fen ..."
   line_list.c reads them, line_list_look.c tells them from PGN without tags. */
#ifndef QIPU_FORMAT_LINE_LIST_H
#define QIPU_FORMAT_LINE_LIST_H

#include "format/pgn/pgn.h"

/* What a line says before its moves. */
struct list_line {
    bool has_position;   /* it begins with the word "position" */
    size_t fen, fen_end; /* FEN < FEN_END: its FEN, from the start of the line */
    size_t moves;        /* from there on */
};
/* Take the LEN bytes of a line apart. Returns whether it begins with a word that makes it a game: a
   FEN is looked at by nobody yet. */
bool list_line_split(const char *line, size_t len, struct list_line *out);

enum list_look {
    LOOK_NO,
    LOOK_LIST,
    LOOK_MORE /* the window must grow */
};
/* Whether the text is such a list, by its first lines; *GAME, GAME_COUNT for one that is not known,
   is set to the game that they are of, and *TELLS to whether they can be of no other.
   *HAS_POSITION: its games begin with the word "position". */
enum list_look line_list_look(const struct pgn_parser *parser, const struct text_window *window,
                              enum game *game, bool *tells, bool *has_position);

enum line_status { LINE_GAME, LINE_END, LINE_MORE, LINE_NO_MEMORY };

/* Read the next line of WINDOW from byte EXTENT->next into the parser's record. EXTENT is filled
   for LINE_GAME, and for LINE_END with findings about the rest; next is moved behind the line.
   LINE_MORE: the window ends within the line, which begins at EXTENT->begin, and more follows; next
   is then where to begin again. Lines that are no games are reported with the game behind them;
   with HAS_POSITION those are all that do not say where the game starts. Record and findings are
   cleared here. */
enum line_status line_list_read(struct pgn_parser *parser, bool has_position,
                                const struct text_window *window, struct pgn_extent *extent);

#endif
