/* Private to the JSON writer: what commands in comments say, as members of a move. */
#ifndef QIPU_FORMAT_JSON_VALUES_H
#define QIPU_FORMAT_JSON_VALUES_H

#include "base/json.h"
#include "notation/annotation.h"

/* Add the members that A gives, behind a move of MOVER: clk and emt in seconds, eval in pawns or mate
   in moves, with depth; csl and cal as arrays. None if it is something else, its value cannot be
   read, or *SEEN has the bit of its kind, which is set. */
void json_write_annotation(struct json *j, const struct annotation *a, enum color mover,
                           unsigned *seen);

/* Add the members of an evaluation. */
void json_write_eval(struct json *j, const struct annotation_eval *eval);

#endif
