/* A buffered output stream: standard output, or a file that is written beside its place and
   renamed when it is complete, so that a failed run never leaves half a file. The first failed
   write (a full disk, a closed pipe) is remembered; later writes do nothing. */
#ifndef QIPU_BASE_OUTPUT_H
#define QIPU_BASE_OUTPUT_H

#include "base/buffer.h"
#include "base/error.h"

struct output;

/* Standard error, for messages that are many; every write at once. */
struct output *output_stderr(struct error *err);

/* PATH, or standard output for "-", which output_close does not close, only flushes. LINE_BUFFERED
   flushes after each output_write, for pipes that are watched live. */
struct output *output_open(const char *path, bool line_buffered, struct error *err);

void output_write(struct output *out, const void *data, size_t len);
void output_string(struct output *out, const char *s);

/* Write all of B and clear it. */
void output_buffer(struct output *out, struct buffer *b);

void output_printf(struct output *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Write what is held back. */
void output_flush(struct output *out);

/* Whether a write has failed, so that a long run may stop early. */
bool output_failed(const struct output *out);
/* Whether it failed because the reader closed the pipe: the program then ends quietly. */
bool output_pipe_closed(const struct output *out);

/* The file, by the name it was opened with, that waits to be renamed into place; NULL if what is
   written has its place already. */
const char *output_waiting(const struct output *out);

/* Flush, rename into place, free. False with ERR filled if anything failed since the opening. */
bool output_close(struct output *out, struct error *err);

/* Free without putting the file in its place. */
void output_discard(struct output *out);

/* Whether PATH names the same file as one already open for reading: an output that would destroy
   its own input is refused with this. */
bool output_is_same_file(const char *path, const char *other);

#endif
