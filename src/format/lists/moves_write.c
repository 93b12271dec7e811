/* The main line as text on one line. UCI needs no board: a move's text lies in its bits, so the
   moves are not played. Hot path (`make bench`, convert to UCI). */
#include "format/pgn/write.h"

/* What moves_write was asked for. */
struct wanted {
    enum notation notation;
    unsigned how;
    const struct piece_letters *letters;
};

static void add_number(struct buffer *out, uint32_t number, bool black)
{
    buffer_printf(out, "%lu.%s ", (unsigned long)number, black ? ".." : "");
}

/* The number of the first move always, then of each move of the first side. */
static void number_before(struct buffer *out, const struct record *rec, size_t ply)
{
    size_t half = ply + (rec->start.turn == BLACK);
    if (ply == 0 || half % 2 == 0)
        add_number(out, rec->start.move_number + (uint32_t)(half / 2), half % 2 != 0);
}

static void write_uci(struct buffer *out, const struct record *rec, bool numbers)
{
    const bool chess960 = record_is_chess960(rec);
    for (size_t i = 0; i < rec->ply_count; i++) {
        if (SAN_MAX + 1 > out->cap - out->len && !buffer_reserve(out, SAN_MAX + 1))
            return;
        if (i > 0)
            out->data[out->len++] = ' ';
        if (numbers) {
            number_before(out, rec, i);
            if (!buffer_reserve(out, SAN_MAX))
                return;
        }
        out->len += uci_format(&rec->start, rec->moves[i], chess960, out->data + out->len);
    }
}

static void write_played(struct buffer *out, const struct record *rec, const struct wanted *wanted)
{
    const bool numbers = wanted->how & MOVES_NUMBERED,
               no_checks = wanted->how & MOVES_NO_CHECKS && rec->game == GAME_CHESS;
    struct position pos = rec->start, before;
    for (size_t i = 0; i < rec->ply_count; i++) {
        if (i > 0)
            buffer_add_char(out, ' ');
        if (numbers)
            number_before(out, rec, i);
        if (!buffer_reserve(out, SAN_MAX))
            return;
        before = pos;
        pos_play(&pos, rec->moves[i]);
        char *text = out->data + out->len;
        const size_t len =
            move_format(&before, rec->moves[i], &pos, wanted->notation, wanted->letters, text);
        out->len += no_checks ? without_check(text, len) : len;
    }
}

void moves_write_start(struct buffer *out, const struct record *rec)
{
    char fen[FEN_MAX];
    size_t len = fen_format(&rec->start, false, fen);
    buffer_add_string(out, "fen ");
    buffer_add(out, fen, len);
    buffer_add_string(out, rec->ply_count > 0 ? " moves " : " moves");
}

void moves_write(struct buffer *out, const struct record *rec, enum notation notation, unsigned how,
                 const struct piece_letters *letters)
{
    const struct wanted wanted = {notation, how, letters ? letters : &piece_letter_table[0]};
    if (notation == NOTATION_UCI)
        write_uci(out, rec, how & MOVES_NUMBERED);
    else
        write_played(out, rec, &wanted);
}
