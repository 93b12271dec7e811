/* Private to input*.c: what an open input consists of, and what a decompressor offers. */
#ifndef QIPU_BASE_INPUT_CODEC_H
#define QIPU_BASE_INPUT_CODEC_H

#include "base/input.h"

#include <pthread.h>
#include <stdbool.h>

enum {
    INPUT_BLOCK = 256 * 1024, /* read from the system at once */
    INPUT_SNIFF = 4096,       /* looked at to tell the format */
    INPUT_SNIFF_LEAST = 16,   /* enough if no more comes at once */
    INPUT_PEEK = 4096
};

/* A way to turn the bytes of the file into the bytes handed out. */
struct codec {
    /* Set IN->codec_state. */
    bool (*open)(struct input *in, struct error *err);
    /* As input_read, but may return fewer bytes, 0 only at the end. When ERR is filled although
       bytes are returned, the fault comes after them. */
    ssize_t (*read)(struct input *in, unsigned char *data, size_t len, struct error *err);
    void (*close)(struct input *in);
};

extern const struct codec input_plain, input_gzip, input_zstd;

struct input {
    char *name;
    int fd; /* -1 when reading memory */
    bool owns_fd, is_live;
    uint64_t size, taken; /* of the file; taken: bytes got from it */
    const unsigned char *memory;
    struct input *source; /* packed, and what it holds is read here; NULL for a file or memory */

    unsigned char *block; /* INPUT_BLOCK bytes, of which [start, end) are not used yet */
    size_t start, end;

    const struct codec *codec;
    void *codec_state;

    unsigned char *peeked; /* decompressed ahead, PEEK_CAP bytes; [peek_start, peek_end) left */
    size_t peek_start, peek_end, peek_cap;
    pthread_t reader; /* that does so, if IS_READING */
    bool is_reading;
    uint64_t consumed;  /* as input_consumed says: of what was handed out */
    struct error fault; /* what to report when all before it was handed out; code NONE if none */
};

/* Make sure that block[start, end) is not empty. 0 at the end of the file, -1 on failure. */
int input_fill(struct input *in, struct error *err);

/* Look at the first LEN raw bytes: a format that is refused fills ERR and gives NULL. */
const struct codec *input_sniff(const char *name, const unsigned char *data, size_t len,
                                struct error *err);

#endif
