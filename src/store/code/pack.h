/* A piece of stored bytes, deflated where that makes it smaller. The first byte says which: 0, the
   bytes follow as they are; 1, their number follows as a varint, then a raw deflate stream. No
   bytes at all pack into nothing. */
#ifndef QIPU_STORE_PACK_H
#define QIPU_STORE_PACK_H

#include "base/buffer.h"
#include "base/error.h"
#include "store/code/bytes.h"

#include <zlib.h>

/* Shorter pieces are not worth the try: deflate gains little on them and costs most. */
enum { PACK_DEFLATE_MIN = 192 };

/* Streams that are kept for the next piece. Zero-initialise. */
struct packer {
    z_stream deflater, inflater;
    bool has_deflater, has_inflater;
};
void packer_free(struct packer *p);

/* Replace OUT by RAW packed. False only if memory is out. */
bool pack(struct packer *p, const struct buffer *raw, struct buffer *out);

/* The bytes of a packed piece, in place or in ROOM. False with ERR filled if they are damaged. */
bool unpack(struct packer *p, const void *data, size_t len, struct buffer *room, struct bytes *out,
            struct error *err);

#endif
