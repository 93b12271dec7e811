/* The texts of games, those that have any, <-> one run of bytes: the tags that no column gives back
   and the notes (game_code.h) lie apart, each as one packed piece (pack.h).

       u8      1, the version of this form
       u32     checksum of the rest up to the end of the directory, seeded by the first game's
   number number  length of the directory           number  of games u32     checksum of the packed
   tags       number  their length u32     checksum of the packed notes      number  their length
       the directory, for each game: number games after the one before it (the first: after the
               block's number); number length of its tags; number length of its notes
       the packed tags, the packed notes */
#ifndef QIPU_STORE_TEXT_BLOCK_H
#define QIPU_STORE_TEXT_BLOCK_H

#include "store/code/pack.h"
#include "store/store.h"

enum { TEXT_BLOCK_BYTES = 64 << 10 }; /* before packing */

enum text_column { TEXT_TAGS, TEXT_NOTES, TEXT_COLUMNS };

struct text_entry {
    game_id id;
    size_t at[TEXT_COLUMNS], len[TEXT_COLUMNS]; /* in the columns */
};

/* A block in memory, unpacked. Zero-initialise. */
struct text_block {
    game_id first;
    size_t count, cap;
    struct text_entry *entries;
    struct buffer columns[TEXT_COLUMNS];
};
void text_block_free(struct text_block *b);
void text_block_clear(struct text_block *b, game_id first);

/* Append the texts of game ID, above all before it. False if memory is out. */
bool text_block_add(struct text_block *b, game_id id, const char *const text[TEXT_COLUMNS],
                    const size_t len[TEXT_COLUMNS]);

/* The same with the texts of entry I of FROM. */
bool text_block_add_from(struct text_block *b, const struct text_block *from, size_t i);

/* Append the block's bytes to OUT, which tells failure. ROOM is the caller's. */
void text_block_write(const struct text_block *b, struct packer *packer, struct buffer *room,
                      struct buffer *out);

/* Make B the block that was written to DATA, all verified. False with ERR filled. */
bool text_block_read(struct text_block *b, game_id first, const void *data, size_t len,
                     struct packer *packer, struct error *err);

/* The entry of game ID, or NULL. */
const struct text_entry *text_block_find(const struct text_block *b, game_id id);

/* Whether game ID lies between its games, so that its texts are here or nowhere. */
static inline bool text_block_spans(const struct text_block *b, game_id id)
{
    return b->count > 0 && id >= b->first && id <= b->entries[b->count - 1].id;
}

bool text_block_copy(struct text_block *to, const struct text_block *from);

static inline struct bytes text_block_bytes(const struct text_block *b, const struct text_entry *e,
                                            enum text_column column)
{
    const char *data = b->columns[column].data;
    return bytes_of(data ? data + e->at[column] : "", e->len[column]);
}

#endif
