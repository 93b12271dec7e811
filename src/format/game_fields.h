/* How the start position and the result of a game from a file other than PGN are put into its
   record. Functions that return bool return false if memory is out. */
#ifndef QIPU_FORMAT_GAME_FIELDS_H
#define QIPU_FORMAT_GAME_FIELDS_H

#include "record/record.h"

/* Add a tag of plain text. */
bool field_set(struct record *rec, const char *tag, const char *value, uint32_t source);

/* Set the start position, with its FEN tag if it is not the usual one. *JUDGED is whether it is a
   position in which moves can be judged; if not, that is reported and the game broken. */
bool field_start(struct record *rec, struct findings *f, const struct setup *setup, uint32_t source,
                 bool *judged);

/* Set Result tag and terminator. */
bool field_result(struct record *rec, enum result result, uint32_t source);

#endif
