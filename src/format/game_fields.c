/* Start positions and results; see game_fields.h. */
#include "format/game_fields.h"

#include "notation/notation.h"

bool field_set(struct record *rec, const char *tag, const char *value, uint32_t source)
{
    struct slice name, text;
    return record_add_text(rec, tag, strlen(tag), &name) &&
           record_add_text(rec, value, strlen(value), &text) &&
           record_add_tag(rec, name, text, source);
}

bool field_start(struct record *rec, struct findings *f, const struct setup *setup, uint32_t source,
                 bool *judged)
{
    struct position pos, usual;
    unsigned faults = pos_from_setup(&pos, setup);
    *judged = true;
    for (int i = 0; i < SETUP_FAULTS; i++) {
        if (!(faults & 1u << i))
            continue;
        bool is_error = setup_fault_is_error((enum setup_fault)i);
        findings_add(f, is_error ? FINDING_BAD_FEN : FINDING_FEN_DETAIL, source, 0,
                     "the start position: %s", setup_fault_text((enum setup_fault)i));
        *judged = *judged && !is_error;
    }
    if (!*judged) {
        rec->is_broken = rec->bad_start = true;
        return true;
    }
    pos_start(&usual, rec->game);
    if (pos.key == usual.key && pos.move_number == usual.move_number)
        return true;
    char fen[FEN_MAX];
    fen_format(&pos, false, fen);
    record_set_start(rec, &pos);
    return field_set(rec, "FEN", fen, source);
}

bool field_result(struct record *rec, enum result result, uint32_t source)
{
    rec->has_terminator = true;
    rec->terminator = result;
    rec->terminator_source = source;
    return field_set(rec, "Result", result_text(result), source);
}
