/* Telling file formats apart by their first bytes. What is not game text, but might be given for
   it, is refused with the way to get at the games. Adding a format is adding a row. */
#include "base/input_codec.h"
#include "base/lang.h"

#include <string.h>
#include <strings.h>

struct magic {
    const char *suffix;                                  /* the name must end so, if given */
    const char *bytes;                                   /* the file must start so, if given */
    size_t len;                                          /* of bytes */
    bool (*test)(const unsigned char *data, size_t len); /* must hold too, if given */
    const struct codec *codec;                           /* NULL: refused */
    const char *what;                                    /* refused: its name, and */
    const char *command, *advice;                        /* one of these helps */
};

/* A frame that zstd decoders skip may come first: its magic number has 16 forms. */
static bool is_skippable_frame(const unsigned char *data, size_t len)
{
    return len >= 4 && (data[0] & 0xF0) == 0x50 && memcmp(data + 1, "\x2A\x4D\x18", 3) == 0;
}

/* A digit, and the start of a block (pi) or the end of an empty file (the root of pi): game text
   may start with BZh too. */
static bool is_bzip2(const unsigned char *data, size_t len)
{
    return len >= 10 && data[3] >= '1' && data[3] <= '9' &&
           (memcmp(data + 4, "\x31\x41\x59\x26\x53\x59", 6) == 0 ||
            memcmp(data + 4, "\x17\x72\x45\x38\x50\x90", 6) == 0);
}

/* A name proves nothing: text under the name of a binary database is read as text. */
static bool is_binary(const unsigned char *data, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (data[i] < ' ' && !strchr("\t\n\v\f\r\x1A", data[i] ? data[i] : 'x'))
            return true;
    return false;
}

static const char from_scid[] =
    LANG("export the games as PGN from Scid (Tools, Export all filter games)");
static const char scid_si4[] = LANG("a Scid database (si4)");
static const char scid_si5[] = LANG("a Scid database (si5)");
static const char scid_part[] = LANG("a part of a Scid database");
static const char from_chessbase[] = LANG("export the games as PGN from ChessBase");

static const char from_store[] = LANG("the games of a qipu store come from: qipu convert STORE");

static const struct magic magics[] = {
    {.bytes = "\x1F\x8B", .len = 2, .codec = &input_gzip},
    {.bytes = "\x28\xB5\x2F\xFD", .len = 4, .codec = &input_zstd},
    {.test = is_skippable_frame, .codec = &input_zstd},
    {.bytes = "\xFD\x37zXZ\0", .len = 6, .what = "xz", .command = "xz -dc"},
    {.bytes = "BZh", .len = 3, .test = is_bzip2, .what = "bzip2", .command = "bzip2 -dc"},
    {.bytes = "PK\x03\x04", .len = 4, .what = "zip", .command = "unzip -p"},
    {.bytes = "PK\x05\x06", .len = 4, .what = "zip", .command = "unzip -p"},
    {.bytes = "7z\xBC\xAF\x27\x1C", .len = 6, .what = "7z", .command = "7z x -so"},
    {.bytes = "SQLite format 3",
     .len = 16,
     .what = LANG("a SQLite database"),
     .advice = from_store},
    {.bytes = "Scid.si\0", .len = 8, .what = scid_si4, .advice = from_scid},
    {.suffix = ".si4", .test = is_binary, .what = scid_si4, .advice = from_scid},
    {.suffix = ".sn4", .test = is_binary, .what = scid_part, .advice = from_scid},
    {.suffix = ".sg4", .test = is_binary, .what = scid_part, .advice = from_scid},
    {.suffix = ".si5", .test = is_binary, .what = scid_si5, .advice = from_scid},
    {.suffix = ".sn5", .test = is_binary, .what = scid_part, .advice = from_scid},
    {.suffix = ".sg5", .test = is_binary, .what = scid_part, .advice = from_scid},
    {.suffix = ".cbh",
     .test = is_binary,
     .what = LANG("a ChessBase database (CBH)"),
     .advice = from_chessbase},
};

static bool ends_in(const char *name, const char *suffix)
{
    size_t len = strlen(name), n = strlen(suffix);
    return len >= n && strcasecmp(name + len - n, suffix) == 0;
}

static bool matches(const struct magic *m, const char *name, const unsigned char *data, size_t len)
{
    if (m->bytes && (len < m->len || memcmp(data, m->bytes, m->len) != 0))
        return false;
    return (!m->suffix || ends_in(name, m->suffix)) && (!m->test || m->test(data, len));
}

static void refuse(const struct magic *m, const char *name, struct error *err)
{
    bool is_file = name[0] != '<'; /* else <stdin> */
    if (m->advice)
        error_set(err, ERROR_UNSUPPORTED, "%s: %s is not read directly; %s", name,
                  lang_text(m->what), lang_text(m->advice));
    else
        error_set(err, ERROR_UNSUPPORTED, "%s: %s is not read directly; use: %s%s%s | qipu ...",
                  name, lang_text(m->what), m->command, is_file ? " " : "", is_file ? name : "");
}

const struct codec *input_sniff(const char *name, const unsigned char *data, size_t len,
                                struct error *err)
{
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
        const struct magic *m = &magics[i];
        if (!matches(m, name, data, len))
            continue;
        if (!m->codec)
            refuse(m, name, err);
        return m->codec;
    }
    return &input_plain;
}
