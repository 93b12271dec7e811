/* Packing of stored pieces with raw deflate. Damaged input may ask for any size, so what it claims
   is believed only as far as deflate can reach from the bytes that are there. */
#include "store/code/pack.h"

enum { PLAIN, DEFLATED, DEFLATE_LEVEL = 6, DEFLATE_RATIO_MAX = 1040, RAW_MAX = 256 << 20 };

void packer_free(struct packer *p)
{
    if (p->has_deflater)
        deflateEnd(&p->deflater);
    if (p->has_inflater)
        inflateEnd(&p->inflater);
    *p = (struct packer){.has_deflater = false};
}

/* Append RAW deflated. False if it did not get smaller. */
static bool deflate_into(struct packer *p, const struct buffer *raw, struct buffer *out)
{
    z_stream *z = &p->deflater;
    if (!p->has_deflater)
        p->has_deflater = deflateInit2(z, DEFLATE_LEVEL, Z_DEFLATED, -15, 8, 0) == Z_OK;
    if (!p->has_deflater || raw->len > RAW_MAX || !buffer_reserve(out, raw->len))
        return false;
    deflateReset(z);
    z->next_in = (unsigned char *)raw->data;
    z->avail_in = (uInt)raw->len;
    z->next_out = (unsigned char *)out->data + out->len;
    z->avail_out = (uInt)raw->len - 1;
    if (deflate(z, Z_FINISH) != Z_STREAM_END)
        return false;
    out->len += z->total_out;
    return true;
}

bool pack(struct packer *p, const struct buffer *raw, struct buffer *out)
{
    buffer_clear(out);
    if (raw->len >= PACK_DEFLATE_MIN) {
        buffer_add_char(out, DEFLATED);
        bytes_put_number(out, raw->len);
        if (deflate_into(p, raw, out) && out->len < raw->len + 1)
            return !out->failed;
        buffer_clear(out);
    }
    if (raw->len > 0) {
        buffer_add_char(out, PLAIN);
        buffer_add(out, raw->data, raw->len);
    }
    return !out->failed && !raw->failed;
}

static bool inflate_into(struct packer *p, struct bytes in, size_t len, struct buffer *room)
{
    z_stream *z = &p->inflater;
    if (!p->has_inflater)
        p->has_inflater = inflateInit2(z, -15) == Z_OK;
    if (!p->has_inflater)
        return false;
    inflateReset(z);
    z->next_in = (unsigned char *)in.at;
    z->avail_in = (uInt)bytes_left(&in);
    z->next_out = (unsigned char *)room->data;
    z->avail_out = (uInt)len;
    return inflate(z, Z_FINISH) == Z_STREAM_END && z->total_out == len && z->avail_in == 0;
}

bool unpack(struct packer *p, const void *data, size_t len, struct buffer *room, struct bytes *out,
            struct error *err)
{
    struct bytes in = bytes_of(data, len);
    *out = bytes_of("", 0);
    if (len == 0)
        return true;
    uint8_t method = bytes_u8(&in);
    if (method == PLAIN) {
        *out = in;
        return true;
    }
    uint64_t size = bytes_number(&in);
    if (method != DEFLATED || in.bad || size > RAW_MAX ||
        size > (uint64_t)bytes_left(&in) * DEFLATE_RATIO_MAX)
        return error_set(err, ERROR_DAMAGED, "packed bytes have a wrong head");
    buffer_clear(room);
    if (!buffer_reserve(room, (size_t)size + 1))
        return error_no_memory(err);
    if (!inflate_into(p, in, (size_t)size, room))
        return error_set(err, ERROR_DAMAGED, "deflated bytes cannot be unpacked");
    room->len = (size_t)size;
    *out = bytes_of(room->data, room->len);
    return true;
}
