/* CCBridge records and libraries for tests, made byte by byte from the description of the
   format. */
#ifndef TESTS_UNIT_CBR_FILES_H
#define TESTS_UNIT_CBR_FILES_H

#include <stdint.h>
#include <string.h>

#include "base/buffer.h"

enum { CBR_HEADER = 2214, CBR_OLD_HEADER = 1958, CBL_INDEX = 66624, CBL_ENTRY = 276 };

static inline void cbr_put_u32(struct buffer *b, size_t at, uint32_t n)
{
    for (int i = 0; i < 4; i++)
        b->data[at + (size_t)i] = (char)(n >> 8 * i);
}

/* ASCII text as UTF-16, with a NUL and something behind it. */
static inline void cbr_put_text(struct buffer *b, size_t at, const char *text)
{
    for (; *text; text++, at += 2) {
        b->data[at] = *text;
        b->data[at + 1] = 0;
    }
    memcpy(b->data + at, "\0\0xy", 4);
}

static inline void cbr_zeros(struct buffer *b, size_t n)
{
    while (n-- > 0)
        buffer_add_char(b, 0);
}

/* The header of a record of layout VERSION 1 or 2 from the start position, Red to move, all texts
   empty; RESULT is 0 to 4. The moves follow with cbr_move. */
static inline void cbr_start(struct buffer *b, int version, unsigned result)
{
    static const unsigned char home[] = {1, 2, 3, 4, 5, 4, 3, 2, 1};
    const size_t less = version == 1 ? CBR_HEADER - CBR_OLD_HEADER : 0;
    buffer_clear(b);
    cbr_zeros(b, CBR_HEADER - less);
    memcpy(b->data, "CCBridge Record", 16);
    b->data[19] = (char)version;
    cbr_put_u32(b, 2040 - less, 1);
    cbr_put_u32(b, 2076 - less, result);
    cbr_put_u32(b, 2112 - less, 1);
    cbr_put_u32(b, 2116 - less, 1);
    unsigned char *board = (unsigned char *)b->data + 2120 - less;
    for (int i = 0; i < 9; i++) {
        board[i] = (unsigned char)(0x20 + home[i]);
        board[81 + i] = (unsigned char)(0x10 + home[i]);
        board[27 + i] = i % 2 ? 0 : 0x27;
        board[54 + i] = i % 2 ? 0 : 0x17;
    }
    board[19] = board[25] = 0x26;
    board[64] = board[70] = 0x16;
    memset(b->data + 2210 - less, 0xFF, 4);
}

/* A move such as "h2e2" with FLAGS, and COMMENT (ASCII, or NULL). "" is the first record. */
static inline void cbr_move(struct buffer *b, int version, const char *move, unsigned flags,
                            const char *comment)
{
    unsigned char bytes[4] = {(unsigned char)(flags | (comment ? 4 : 0))};
    for (int i = 0; i < 2 && *move; i++, move += 2) {
        int file = move[0] - 'a', row = '9' - move[1];
        bytes[2 + i] = (unsigned char)(version == 1 ? file << 4 | row : row * 9 + file);
    }
    buffer_add(b, bytes, sizeof bytes);
    if (!comment)
        return;
    size_t at = b->len;
    cbr_zeros(b, 4);
    cbr_put_u32(b, at, (uint32_t)(2 * strlen(comment)));
    for (; *comment; comment++) {
        buffer_add_char(b, *comment);
        buffer_add_char(b, 0);
    }
}

/* An empty library with room for CAPACITY records. */
static inline void cbl_start(struct buffer *b, uint32_t capacity)
{
    buffer_clear(b);
    cbr_zeros(b, CBL_INDEX + CBL_ENTRY * (size_t)capacity);
    memcpy(b->data, "CCBridgeLibrary", 16);
    cbr_put_u32(b, 60, capacity);
}

/* Put RECORD behind the others; entry NUMBER of the index names it with FLAG. */
static inline void cbl_add(struct buffer *b, uint32_t number, uint32_t flag,
                           const struct buffer *record)
{
    uint32_t capacity = (unsigned char)b->data[60];
    size_t blocks = CBL_INDEX + CBL_ENTRY * (size_t)capacity;
    size_t entry = CBL_INDEX + CBL_ENTRY * (size_t)number;
    cbr_put_u32(b, entry, flag);
    cbr_put_u32(b, entry + 4, (uint32_t)((b->len - blocks) / 4096));
    cbr_put_u32(b, entry + 8, (uint32_t)((record->len + 4095) / 4096));
    cbr_put_u32(b, entry + 12, (uint32_t)record->len);
    buffer_add(b, record->data, record->len);
    cbr_zeros(b, (4096 - record->len % 4096) % 4096);
}

#endif
