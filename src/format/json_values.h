/* Private to the JSON writer: what commands in comments say, as members of a move. */
#ifndef QIPU_FORMAT_JSON_VALUES_H
#define QIPU_FORMAT_JSON_VALUES_H

#include "base/json.h"
#include "notation/annotation.h"

/* Add the members that A gives: clk and emt in seconds, eval in pawns or mate in moves, with depth;
   csl and cal as arrays. None if it is another command, or its value cannot be read. */
void json_write_annotation(struct json *j, const struct annotation *a);

#endif
