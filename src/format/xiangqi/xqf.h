/* Private to the XQF reader and writer: the layout of XQStudio's files and their keys, as its
   source (version 1.63) has them. All numbers are little-endian.

   A header of 1024 bytes is followed by the moves in pre-order: a move, all that follows it, then
   the alternatives to it. Versions up to 10 ("1.0") are plain; from 11 on each body byte has a byte
   of a key stream added to it, and squares and lengths have keys of their own. */
#ifndef QIPU_FORMAT_XQF_H
#define QIPU_FORMAT_XQF_H

#include "format/format.h"
#include "format/xiangqi/header_text.h"
#include "format/xiangqi/men.h"

enum {
    XQF_HEADER = 1024,
    XQF_VERSION = 0x02,
    XQF_MASK = 0x03,
    XQF_OR = 0x08,   /* 4 bytes */
    XQF_KEYS = 0x0C, /* sum, squares, from, to */
    XQF_SQUARES = 0x10,
    XQF_TURN = 0x32,
    XQF_RESULT = 0x33,
    XQF_TYPE = 0x40,

    XQF_PLAIN = 10,    /* the last version without keys */
    XQF_SHUFFLED = 12, /* the first whose squares are in another order */
    XQF_NEWEST = 18,

    XQF_ADD_FROM = 24, /* to the squares of a move */
    XQF_ADD_TO = 32,

    /* the flags of a move, from version 11 on; before, the high and the low four bits */
    XQF_CHILD = 0x80,
    XQF_SIBLING = 0x40,
    XQF_COMMENT = 0x20,
    XQF_OLD_CHILD = 0xF0,
    XQF_OLD_SIBLING = 0x0F
};

struct xqf_keys {
    uint8_t squares, from, to;
    uint32_t length;
    uint8_t stream[32]; /* of the byte at file offset o: stream[o % 32] */
};
/* From the header; all 0 for plain versions. */
void xqf_make_keys(const unsigned char *header, struct xqf_keys *keys);

/* The texts of the header: a length byte, then text in GB18030. In the order of the tags. */
extern const struct header_field xqf_fields[]; /* ended by a NULL tag */
/* What the types of a game are called, in the tag GameType, which there is only for a type that is
   not the usual one: 0 from the usual start position, 3 from others. */
extern const char *const xqf_types[4];
static inline unsigned xqf_usual_type(const struct record *rec)
{
    return rec->has_start_tag ? 3 : 0;
}

/* A square is file * 10 + rank. NO_SQUARE if it is none. */
square xqf_square(unsigned place);

#endif
