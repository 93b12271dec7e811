/* zstd through libzstd: all frames one after the other, with windows as large as the library can.
   Without libzstd, such input is refused with a message. */
#include "base/input_codec.h"

#ifdef HAVE_ZSTD

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { WINDOW_LOG_MAX = 31 };

struct zstd {
    ZSTD_DStream *stream;
    bool in_frame; /* a frame has begun and not ended */
};

static bool zstd_open(struct input *in, struct error *err)
{
    struct zstd *z = calloc(1, sizeof *z);
    if (!z || !(z->stream = ZSTD_createDStream())) {
        free(z);
        return error_no_memory(err);
    }
    ZSTD_bounds limits = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    int log = limits.upperBound < WINDOW_LOG_MAX ? limits.upperBound : WINDOW_LOG_MAX;
    ZSTD_DCtx_setParameter(z->stream, ZSTD_d_windowLogMax, log);
    in->codec_state = z;
    return true;
}

static ssize_t zstd_read(struct input *in, unsigned char *data, size_t len, struct error *err)
{
    struct zstd *z = in->codec_state;
    ZSTD_outBuffer out = {data, len, 0};
    while (out.pos == 0) {
        int more = input_fill(in, err);
        if (more < 0 || (more == 0 && !z->in_frame))
            return more;
        ZSTD_inBuffer raw = {in->block, in->end, in->start};
        size_t result = ZSTD_decompressStream(z->stream, &out, &raw);
        in->start = raw.pos;
        z->in_frame = result != 0;
        if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation)
            error_no_memory(err); /* a window of up to 2 GiB */
        else if (ZSTD_isError(result))
            error_set(err, ERROR_DAMAGED, "%s: the zstd data is damaged (%s)", in->name,
                      ZSTD_getErrorName(result));
        else if (more == 0 && out.pos == 0 && z->in_frame)
            error_set(err, ERROR_DAMAGED, "%s: the zstd data is cut off", in->name);
        if (err->code != ERROR_NONE)
            return out.pos > 0 ? (ssize_t)out.pos : -1;
    }
    return (ssize_t)out.pos;
}

static void zstd_close(struct input *in)
{
    struct zstd *z = in->codec_state;
    ZSTD_freeDStream(z->stream);
    free(z);
}

const struct codec input_zstd = {zstd_open, zstd_read, zstd_close};

#else

static bool zstd_open(struct input *in, struct error *err)
{
    return error_set(err, ERROR_UNSUPPORTED,
                     "%s: zstd is not in this build of qipu; use: zstd -dc %s | qipu ...", in->name,
                     in->name[0] == '<' ? "" : in->name);
}

const struct codec input_zstd = {zstd_open, NULL, NULL};

#endif
