/* A byte stream to read: a file or standard input, plain, gzip (all members) or zstd (all frames,
   windows up to 2 GiB), told apart by content, packed up to three times. Archives and databases that are not game text
   (xz, bzip2, zip, 7z, CBH, si4, si5) are refused with the command that opens them. */
#ifndef QIPU_BASE_INPUT_H
#define QIPU_BASE_INPUT_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct buffer;
struct input;

/* Open PATH, "-" for standard input. NULL with ERR filled if it cannot be read (no such file, a
   directory, a refused format). */
struct input *input_open(const char *path, struct error *err);

/* Read from LEN bytes of memory, which must live as long as the input. For tests and fuzzing.
   NULL only if memory is out. */
struct input *input_open_memory(const void *data, size_t len, struct error *err);

void input_close(struct input *in);

/* The name for messages: PATH, or "<stdin>". */
const char *input_name(const struct input *in);

/* Up to LEN decompressed bytes into DATA; less than LEN only at the end. -1 with ERR filled when
   the stream is corrupt, cut off, or the system fails; bytes before the fault were handed out by
   the calls before. */
ssize_t input_read(struct input *in, void *data, size_t len, struct error *err);

/* Append all of the file PATH, "-" for standard input, to TEXT. False with ERR filled, also if it
   is longer than INPUT_WHOLE_MAX: such a file is a table, and may be endless by mistake. */
enum { INPUT_WHOLE_MAX = 256 << 20 };
bool input_read_file(const char *path, struct buffer *text, struct error *err);

/* From now on input_read and input_peek give what there is, if anything, instead of waiting for all
   that was asked for: for streams that are watched live. Fewer bytes are then no sign of the end,
   0 is. */
void input_set_live(struct input *in);
bool input_is_live(const struct input *in);

/* Start to decompress LEN more bytes, for the next input_read, on a thread of its own while the
   caller does other things. Does nothing for what is not compressed or no regular file. Until the
   next call only input_name, input_consumed and input_size may be called by other threads. */
void input_read_ahead(struct input *in, size_t len);

/* Look at the first decompressed bytes without consuming them (at most 4096; only before the first
   input_read). Returns how many, or -1. */
ssize_t input_peek(struct input *in, const unsigned char **data, struct error *err);

/* Every read of a file from now on fails, as an interrupted system call does, so that endless input
   ends too. May be called by a signal handler. */
void input_interrupt(void);
bool input_interrupted(void);

/* Whether what is read is not the file as it is, but unpacked. */
bool input_is_packed(const struct input *in);

/* Bytes consumed of the underlying file, and its size (0 if not known): for progress only. */
uint64_t input_consumed(const struct input *in);
uint64_t input_size(const struct input *in);

#endif
