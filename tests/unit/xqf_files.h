/* XQF files for tests: made byte by byte, and locked with the keys of any version. The keys are
   worked out anew here, from the format's description, and not by the product's own functions. */
#ifndef TESTS_UNIT_XQF_FILES_H
#define TESTS_UNIT_XQF_FILES_H

#include <stdint.h>
#include <string.h>

#include "base/buffer.h"

enum { XQF_HEADER_BYTES = 1024 };

/* A file of version 1.0 from the start position with BODY as its moves; no header field is set. */
static inline void xqf_plain_file(struct buffer *out, const void *body, size_t len)
{
    static const unsigned char squares[32] = {
        0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83,
        9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77, 6, 26, 46, 66, 86,
    };
    unsigned char header[XQF_HEADER_BYTES] = "XQ\n";
    memcpy(header + 0x10, squares, sizeof squares);
    buffer_clear(out);
    buffer_add(out, header, sizeof header);
    buffer_add(out, body, len);
}

/* A field of the header: a length, and text in GB18030. */
static inline void xqf_set_field(struct buffer *file, size_t at, const char *text)
{
    file->data[at] = (char)strlen(text);
    memcpy(file->data + at + 1, text, strlen(text));
}

static inline uint32_t xqf_u32(const unsigned char *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

/* PLAIN, of version 1.0, as a file of VERSION 11 to 18 locked with these keys. */
static inline void xqf_lock(struct buffer *out, const struct buffer *plain, unsigned version,
                            unsigned char mask, const unsigned char key_or[4],
                            const unsigned char keys[3])
{
    static const char text[33] = "[(C) Copyright Mr. Dong Shiwei.]";
    const unsigned char *in = (const unsigned char *)plain->data;
    unsigned char header[XQF_HEADER_BYTES], stream[32];
    memcpy(header, in, sizeof header);
    header[2] = (unsigned char)version;
    header[3] = mask;
    memcpy(header + 8, key_or, 4);
    memcpy(header + 13, keys, 3);
    header[12] = (unsigned char)(0x300 - keys[0] - keys[1] - keys[2]);
    unsigned a = keys[0], f = keys[1], t = keys[2];
    unsigned for_squares = (54 * a * a + 221) * a & 255;
    unsigned for_from = (54 * f * f + 221) * for_squares & 255;
    unsigned for_to = (54 * t * t + 221) * for_from & 255;
    uint32_t for_length = (header[12] * 256u + a) % 32000 + 767;
    for (int i = 0; i < 32; i++)
        stream[i] = (unsigned char)(text[i] & ((header[12 + i % 4] & mask) | key_or[i % 4]));
    for (unsigned i = 0; i < 32; i++) {
        unsigned slot = version >= 12 ? (for_squares + 1 + i) % 32 : i;
        header[0x10 + i] = (unsigned char)(in[0x10 + slot] + for_squares);
    }
    buffer_clear(out);
    buffer_add(out, header, sizeof header);
    for (size_t at = XQF_HEADER_BYTES; at < plain->len;) {
        uint32_t len = xqf_u32(in + at + 4), coded = len + for_length;
        unsigned char flags =
            (unsigned char)(((in[at + 2] & 0xF0) ? 0x80 : 0) | ((in[at + 2] & 0x0F) ? 0x40 : 0) |
                            (len > 0 ? 0x20 : 0) | 0x15);
        unsigned char node[8] = {(unsigned char)(in[at] + for_from),
                                 (unsigned char)(in[at + 1] + for_to), flags, 0x5A};
        for (int i = 0; i < 4; i++)
            node[4 + i] = (unsigned char)(coded >> 8 * i);
        buffer_add(out, node, len > 0 ? 8 : 4);
        buffer_add(out, in + at + 8, len);
        at += 8 + len;
    }
    for (size_t i = XQF_HEADER_BYTES; i < out->len; i++)
        out->data[i] = (char)(out->data[i] + stream[i % 32]);
}

#endif
