/* The sliding window. This is the hot path of every reader: plain UTF-8 is read straight into the
   window, checked there and copied only when the unfinished end of the window moves to its front.
   Measured by passing a 40 MB file through text_more alone. */
#include "base/text_parts.h"

#include <stdlib.h>
#include <strings.h>

/* Names that need no iconv, and how they are told. NULL: by the byte-order mark. */
static const struct {
    const char *name, *told;
    decode_function *decode;
    bool by_line;
} known_encodings[] = {
    {"UTF-8", "UTF-8", text_decode_utf8, true},
    {"UTF8", "UTF-8", text_decode_utf8, true},
    {"UTF-16", "UTF-16", NULL, false},
    {"UTF16", "UTF-16", NULL, false},
    {"UTF-16LE", "UTF-16LE", text_decode_utf16le, false},
    {"UTF16LE", "UTF-16LE", text_decode_utf16le, false},
    {"UTF-16BE", "UTF-16BE", text_decode_utf16be, false},
    {"UTF16BE", "UTF-16BE", text_decode_utf16be, false},
};

static bool choose_encoding(struct text *t, const char *name, struct error *err)
{
    for (size_t i = 0; i < sizeof known_encodings / sizeof *known_encodings; i++) {
        if (strcasecmp(name, known_encodings[i].name) == 0) {
            t->facts.encoding = known_encodings[i].told;
            t->decode = known_encodings[i].decode;
            t->by_line = known_encodings[i].by_line;
            return true;
        }
    }
    t->facts.encoding = name;
    t->decode = text_decode_iconv;
    if (*name) { /* "" would be that of the locale */
        t->iconv = iconv_open("UTF-8", name);
        t->probe = iconv_open("UTF-8", name);
    }
    if (t->iconv == (iconv_t)-1 || t->probe == (iconv_t)-1)
        return error_set(err, ERROR_USAGE,
                         "unknown encoding: '%s'; 'iconv -l' lists those there are, "
                         "such as LATIN1, WINDOWS-1252, GB18030",
                         name);
    return true;
}

struct text *text_open(struct input *in, const char *encoding, struct error *err)
{
    struct text *t = calloc(1, sizeof *t);
    if (!t) {
        error_no_memory(err);
        return NULL;
    }
    t->in = in;
    t->iconv = t->probe = (iconv_t)-1;
    t->size = TEXT_FIRST_WINDOW;
    t->least_read = TEXT_LEAST_READ;
    t->first = t->last = (struct text_cursor){0, 1, 1};
    t->facts.encoding = "UTF-8";
    t->facts.fallback = TEXT_WINDOWS_1252;
    t->data = calloc(1, 1);
    t->cap = 1;
    t->window.data = t->data;
    t->encoding = encoding;
    if (!t->data) {
        error_no_memory(err);
        text_close(t);
        return NULL;
    }
    hash_start(&t->hash, TEXT_HASH_SEED);
    if (encoding && !choose_encoding(t, encoding, err)) {
        text_close(t);
        return NULL;
    }
    return t;
}

void text_set_signs(struct text *t, const struct text_signs *signs)
{
    t->signs = signs;
}

void text_close(struct text *t)
{
    if (!t)
        return;
    if (t->iconv != (iconv_t)-1)
        iconv_close(t->iconv);
    if (t->probe != (iconv_t)-1)
        iconv_close(t->probe);
    buffer_free(&t->raw);
    buffer_free(&t->kept);
    free(t->marks);
    free(t->data);
    free(t);
}

const struct text_window *text_window(const struct text *t)
{
    return &t->window;
}

const struct text_facts *text_facts(const struct text *t)
{
    return &t->facts;
}

void text_set_chunk(struct text *t, size_t size)
{
    t->size = t->least_read = size;
}

/* Room for EXTRA bytes and the NUL behind the text. */
static bool reserve(struct text *t, size_t extra)
{
    if (extra >= SIZE_MAX / 2 - t->len)
        return false;
    size_t need = t->len + extra + 1;
    if (need <= t->cap)
        return true;
    size_t cap = t->cap + t->cap / 2 > need ? t->cap + t->cap / 2 : need;
    char *data = realloc(t->data, cap);
    if (!data)
        return false;
    t->data = data;
    t->cap = cap;
    return true;
}

/* The next N source bytes are text as they are, and stand at the window's end already. */
static bool accept(struct text *t, size_t n)
{
    if (!text_mark(t, false))
        return false;
    t->len += n;
    t->offset += n;
    return true;
}

/* How much to convert at once: to a line's end if one comes soon, so that marks stand where
   encodings with states are in their first state. */
static size_t piece_length(const char *p, size_t n)
{
    size_t most = n < 8 * TEXT_MARK_DISTANCE ? n : 8 * TEXT_MARK_DISTANCE;
    if (most <= TEXT_MARK_DISTANCE)
        return most;
    const char *end = memchr(p + TEXT_MARK_DISTANCE - 1, '\n', most - TEXT_MARK_DISTANCE + 1);
    return end ? (size_t)(end - p) + 1 : most;
}

/* Convert N source bytes to the window's end. *USED is less than N only if the rest is an
   incomplete character and not FINAL. */
static bool convert(struct text *t, const char *p, size_t n, bool final, size_t *used)
{
    *used = 0;
    while (*used < n) {
        size_t piece = piece_length(p + *used, n - *used);
        size_t room = 4 * piece + 16;
        if (!reserve(t, room) || !text_mark(t, true))
            return false;
        struct decoding d = {.in = p + *used,
                             .in_len = piece,
                             .out = t->data + t->len,
                             .out_cap = room,
                             .final = final && *used + piece == n,
                             .iconv = t->iconv};
        t->decode(&d);
        if (d.used == 0)
            break;
        buffer_add(&t->kept, d.in, d.used);
        if (t->kept.failed)
            return false;
        *used += d.used;
        t->len += d.made;
        t->offset += d.used;
        t->facts.replaced += d.replaced;
    }
    return true;
}

/* The last line may go on in what is not read yet; encodings with states are converted line by
   line, so that it stays whole. */
static size_t whole_lines(const char *p, size_t n)
{
    size_t end = n;
    while (end > 0 && p[end - 1] != '\n')
        end--;
    return end > 0 ? end : n < TEXT_LINE_MAX ? 0 : n;
}

/* Make text of all that is in raw, and leave there what is incomplete. */
static bool decode_all(struct text *t, bool final)
{
    size_t n = t->raw.len, used;
    if (t->decode == text_decode_iconv && !final)
        n = whole_lines(t->raw.data, n);
    if (!convert(t, t->raw.data, n, final, &used))
        return false;
    t->raw.len -= used;
    if (used > 0 && t->raw.len > 0)
        memmove(t->raw.data, t->raw.data + used, t->raw.len);
    return true;
}

static bool has_line_end(const char *p, size_t n)
{
    return memchr(p, '\n', n) || memchr(p, '\r', n);
}

/* Convert one line (or its rest) that is not UTF-8. */
static bool convert_line(struct text *t, const char *p, size_t n)
{
    size_t used;
    if (!t->encoding && !t->fallback_open)
        t->facts.fallback_lines++;
    t->fallback_open = p[n - 1] != '\n' && p[n - 1] != '\r';
    return convert(t, p, n, true, &used);
}

/* Look in the N bytes at P for the encoding of lines that are not UTF-8. What is no xiangqi in LOOK
   may be in what follows. */
static bool guess_fallback(struct text *t, const char *p, size_t n, bool look)
{
    struct error err = {0};
    const char *name = text_guess(p, n, t->signs, &err);
    if (!name && err.code != ERROR_NONE)
        return false;
    if (!name && look)
        return true;
    if (!name) /* it stands too far in its line */
        name = TEXT_WINDOWS_1252;
    t->is_chinese = strcmp(name, TEXT_WINDOWS_1252) != 0;
    t->guessed = t->is_chinese || !look;
    t->facts.fallback = name;
    if (!t->is_chinese)
        return true;
    t->decode = text_decode_iconv;
    t->iconv = iconv_open("UTF-8", text_iconv_name(name));
    t->probe = iconv_open("UTF-8", text_iconv_name(name));
    return t->iconv != (iconv_t)-1 && t->probe != (iconv_t)-1;
}

static struct line_run next_run(const struct text *t, const char *p, size_t n, bool final)
{
    return t->is_chinese ? text_chinese_run(t->probe, p, n, final) : text_line_run(p, n, final);
}

/* Whether the text has more than ASCII. */
static bool is_beyond_ascii(const char *p, size_t n)
{
    uint64_t all = 0, word;
    for (; n >= sizeof word; p += sizeof word, n -= sizeof word) {
        memcpy(&word, p, sizeof word);
        all |= word;
    }
    for (; n > 0; n--)
        all |= (unsigned char)*p++;
    return (all & UINT64_C(0x8080808080808080)) != 0;
}

/* Make text of N source bytes that stand behind the text in the window. From the first line that
   is converted on, they are moved to raw, since the text may be longer than its source. */
static bool decode_lines(struct text *t, size_t n, bool final)
{
    const char *source = t->data + t->len;
    bool in_place = true, ok = true;
    size_t pos = 0;
    while (ok && pos < n) {
        struct line_run run = next_run(t, source + pos, n - pos, final);
        if (run.kind == RUN_CONVERT && t->guesses && !t->guessed) {
            size_t evidence = n - pos < TEXT_EVIDENCE ? n - pos : TEXT_EVIDENCE;
            if (evidence < TEXT_EVIDENCE && !final)
                break;
            if (!guess_fallback(t, source + pos, evidence, false))
                return false;
            continue;
        }
        if (run.kind == RUN_HOLD)
            break;
        if (run.kind == RUN_CONVERT && in_place) {
            buffer_add(&t->raw, source + pos, n - pos);
            if (t->raw.failed)
                return false;
            source = t->raw.data;
            n -= pos;
            pos = 0;
            in_place = false;
        }
        if (run.kind == RUN_CONVERT) {
            ok = convert_line(t, source + pos, run.len);
        } else {
            t->facts.has_utf8 = t->facts.has_utf8 || is_beyond_ascii(source + pos, run.len);
            if (!in_place && (ok = reserve(t, run.len)))
                memcpy(t->data + t->len, source + pos, run.len);
            if (t->fallback_open)
                t->fallback_open = !has_line_end(source + pos, run.len);
            ok = ok && accept(t, run.len);
        }
        pos += run.len;
    }
    if (in_place) {
        buffer_add(&t->raw, source + pos, n - pos);
    } else {
        t->raw.len = n - pos;
        memmove(t->raw.data, source + pos, n - pos);
    }
    return ok && !t->raw.failed;
}

/* Read until LEN bytes are there (of a live input: what there is) or the input ends, at which
   *FINAL is set. False when it broke: what came before is there nevertheless. */
static bool read_block(struct text *t, char *data, size_t len, size_t *got, bool *final,
                       struct error *err)
{
    *got = 0;
    while (*got < len) {
        ssize_t n = input_read(t->in, data + *got, len - *got, err);
        if (n <= 0) {
            *final = true;
            return n == 0;
        }
        *got += (size_t)n;
        if (input_is_live(t->in))
            break;
    }
    return true;
}

/* Read and decode one more block. *FINAL is set when nothing comes after it. */
static bool fill(struct text *t, bool *final, struct error *err)
{
    size_t wanted = t->size > t->len ? t->size - t->len : 0, pending = t->raw.len, got;
    if (wanted < t->least_read)
        wanted = t->least_read;
    bool whole, ok;
    if (t->by_line) {
        if (!reserve(t, pending + wanted))
            return error_no_memory(err);
        if (pending > 0)
            memcpy(t->data + t->len, t->raw.data, pending);
        t->raw.len = 0;
        whole = read_block(t, t->data + t->len + pending, wanted, &got, final, err);
        ok = decode_lines(t, pending + got, *final);
    } else {
        if (!buffer_reserve(&t->raw, wanted))
            return error_no_memory(err);
        whole = read_block(t, t->raw.data + pending, wanted, &got, final, err);
        t->raw.len += got;
        ok = decode_all(t, *final);
    }
    return ok ? whole : error_no_memory(err);
}

/* Take the N bytes of a byte-order mark out of the input. */
static bool skip_mark(struct text *t, size_t n, struct error *err)
{
    char mark[4];
    ssize_t got = input_read(t->in, mark, n, err);
    if (got < 0)
        return false;
    hash_add(&t->hash, mark, (size_t)got);
    t->offset = t->hashed = (uint64_t)got;
    return true;
}

/* The length of a byte-order mark in an encoding that iconv reads. */
static size_t iconv_mark(struct text *t, const char *data, size_t len)
{
    char out[3];
    struct decoding d = {.in = data,
                         .in_len = len < 8 ? len : 8,
                         .out = out,
                         .out_cap = sizeof out,
                         .iconv = t->probe};
    text_decode_iconv(&d);
    return d.made == 3 && memcmp(out, "\xEF\xBB\xBF", 3) == 0 ? d.used : 0;
}

/* Decide the encoding by the first bytes, and skip a byte-order mark. A fault of the input is left
   for the reading to find. */
static bool start(struct text *t, struct error *err)
{
    const unsigned char *peeked;
    struct error ignored;
    ssize_t got = input_peek(t->in, &peeked, &ignored);
    size_t len = got > 0 ? (size_t)got : 0, skip = 0;
    const char *data = len > 0 ? (const char *)peeked : "";
    bool le = len >= 2 && memcmp(data, "\xFF\xFE", 2) == 0;
    bool be = len >= 2 && memcmp(data, "\xFE\xFF", 2) == 0;

    t->started = true;
    if (!t->decode && (le || be || t->encoding)) { /* UTF-16 without a mark is little-endian */
        t->decode = be ? text_decode_utf16be : text_decode_utf16le;
        t->facts.encoding = be ? "UTF-16BE" : "UTF-16LE";
    } else if (!t->decode) {
        t->decode = text_decode_windows_1252;
        t->by_line = t->guesses = true;
        if (!guess_fallback(t, data, len, true))
            return error_no_memory(err);
    }
    t->facts.has_mark = t->by_line && len >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0;
    if (t->by_line)
        skip = t->facts.has_mark ? 3 : 0;
    else if (t->decode == text_decode_iconv)
        skip = iconv_mark(t, data, len);
    else if (t->decode == text_decode_utf16be ? be : le)
        skip = 2;
    return skip == 0 || skip_mark(t, skip, err);
}

/* Hash the source bytes up to OFFSET. */
static void hash_up_to(struct text *t, uint64_t offset)
{
    for (size_t i = 0; i < t->mark_count && t->hashed < offset; i++) {
        const struct text_mark *m = &t->marks[i];
        uint64_t end = i + 1 < t->mark_count ? m[1].offset : t->offset;
        if (end > offset)
            end = offset;
        if (end <= t->hashed)
            continue;
        uint64_t in = t->hashed - m->offset;
        const char *source = m->converted ? t->kept.data + (m->kept + in - t->kept_base)
                                          : t->data + (m->at + in - t->base);
        hash_add(&t->hash, source, (size_t)(end - t->hashed));
        t->hashed = end;
    }
}

void text_hash_on(struct text *t)
{
    t->hashing = true;
}

uint64_t text_hash(struct text *t, size_t pos)
{
    hash_up_to(t, text_offset(t, pos < t->window.len ? pos : t->window.len));
    return hash_value(&t->hash);
}

static void forget(struct text *t, size_t done)
{
    if (t->hashing)
        hash_up_to(t, text_offset(t, done));
    text_forget(t, done);
    t->len -= done;
    t->base += done;
    if (t->len > 0)
        memmove(t->data, t->data + done, t->len);
}

static void unhide(struct text *t)
{
    if (t->hides_cr)
        t->data[t->len - 1] = '\r';
    t->hides_cr = false;
}

/* Show the text as the window, without a CR at its end of which it is not known yet whether LF
   follows: so CR LF never stands astride two windows. */
static void show(struct text *t, bool at_end)
{
    unhide(t);
    t->hides_cr = !at_end && t->len > 0 && t->data[t->len - 1] == '\r';
    size_t len = t->len - t->hides_cr;
    t->data[len] = '\0';
    t->window = (struct text_window){t->data, len, at_end};
}

bool text_more(struct text *t, size_t done, struct error *err)
{
    bool ok = true, at_end = t->window.at_end;
    if (done > t->window.len)
        done = t->window.len;
    size_t goal = t->window.len - done + 1;
    const bool is_small = input_is_live(t->in) && t->window.len < TEXT_FIRST_WINDOW;
    if (done == 0 && t->window.len > 0 && !is_small) {
        goal = 2 * t->window.len;
        if (t->size < goal)
            t->size = goal;
    }
    unhide(t);
    forget(t, done);
    show(t, at_end);
    if (!at_end && !t->started)
        ok = start(t, err);
    while (ok && !at_end && t->window.len < goal) {
        unhide(t);
        ok = fill(t, &at_end, err);
        show(t, at_end);
    }
    if (!ok)
        show(t, true);
    return ok;
}
