/* gzip through zlib: all members one after the other, zero padding at the end. */
#include "base/input_codec.h"
#include "base/lang.h"

#include <stdlib.h>
#include <zlib.h>

enum { WINDOW_BITS_GZIP = 16 + MAX_WBITS };

struct gzip {
    z_stream z;
    bool between; /* a member has ended and no other has begun */
};

static bool gzip_open(struct input *in, struct error *err)
{
    struct gzip *g = calloc(1, sizeof *g);
    if (!g || inflateInit2(&g->z, WINDOW_BITS_GZIP) != Z_OK) {
        free(g);
        return error_no_memory(err);
    }
    in->codec_state = g;
    return true;
}

/* After a member: 1 if another follows, 0 at the end, -1 if something else is there. */
static int next_member(struct input *in, struct gzip *g, struct error *err)
{
    bool padding = false;
    for (;;) {
        int more = input_fill(in, err);
        if (more <= 0)
            return more;
        if (in->block[in->start] != 0)
            break;
        padding = true;
        in->start++;
    }
    if (padding || in->block[in->start] != 0x1F) {
        error_set(err, ERROR_DAMAGED, "%s: something that is not gzip follows the gzip data",
                  in->name);
        return -1;
    }
    inflateReset(&g->z);
    g->between = false;
    return 1;
}

/* One call of inflate. False with ERR filled when the data is bad or memory is out. */
static bool inflate_some(struct input *in, struct gzip *g, struct error *err)
{
    g->z.next_in = in->block + in->start;
    g->z.avail_in = (uInt)(in->end - in->start);
    int result = inflate(&g->z, Z_NO_FLUSH);
    in->start = in->end - g->z.avail_in;
    if (result == Z_STREAM_END)
        g->between = true;
    else if (result == Z_MEM_ERROR)
        return error_no_memory(err);
    else if (result != Z_OK && result != Z_BUF_ERROR)
        return error_set(err, ERROR_DAMAGED, "%s: the gzip data is damaged (%s)", in->name,
                         g->z.msg ? g->z.msg : lang_text("unknown dictionary"));
    return true;
}

static ssize_t gzip_read(struct input *in, unsigned char *data, size_t len, struct error *err)
{
    struct gzip *g = in->codec_state;
    uInt room = len < INT32_MAX ? (uInt)len : (uInt)INT32_MAX;
    g->z.next_out = data;
    g->z.avail_out = room;
    while (g->z.avail_out == room) {
        int more = g->between ? next_member(in, g, err) : input_fill(in, err);
        if (more == 0 && !g->between) {
            error_set(err, ERROR_DAMAGED, "%s: the gzip data is cut off", in->name);
            return -1;
        }
        if (more <= 0)
            return more;
        if (!inflate_some(in, g, err) && g->z.avail_out == room)
            return -1;
    }
    return (ssize_t)(room - g->z.avail_out);
}

static void gzip_close(struct input *in)
{
    struct gzip *g = in->codec_state;
    inflateEnd(&g->z);
    free(g);
}

const struct codec input_gzip = {gzip_open, gzip_read, gzip_close};
