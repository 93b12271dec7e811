/* Where the games that `qipu convert` has written go: out at once; or first through what looks at
   all of them, which picks some, puts them in order, or deals them out to files. For that a game is
   a parcel: its text with what has to be known of it. */
#ifndef QIPU_TOOLS_CONVERT_SINK_H
#define QIPU_TOOLS_CONVERT_SINK_H

#include "tools/pick.h"
#include "tools/same.h"
#include "tools/sort.h"
#include "tools/convert/split_files.h"
#include "store/store.h"

struct convert;
struct record;

struct sink {
    bool unique, is_split;
    bool is_learning;                  /* games are noted as seen, not written */
    struct same same;                  /* of games that are to be unique */
    const char *rest_path;             /* where those that are not go, or NULL */
    const struct split_key *split_key; /* NULL: files with numbers */
    size_t split_len;                  /* at most so many characters of the name; 0: all */
    struct split_files split;
    struct sample sample; /* if its size is not 0 */
    struct sort_order order;

    /* Private: */
    struct sorting *sorting;
    struct seen seen;
    struct buffer parcel, head;
    uint64_t repeated;
    struct output *rest;
};

/* Take WHAT of --split: a number of games, or what tells files apart. False after a message. */
bool sink_set_split(struct sink *s, const char *what);

/* Whether games must come as parcels. */
bool sink_wants_parcels(const struct sink *s);

/* What games are sorted and dealt out by: taken before tags are left out of them. Zero-initialise;
   the words are to be freed. */
struct parcel_facts {
    struct game_header header;
    struct buffer words;
};
/* Nothing if the sink asks for none. */
void parcel_facts_take(const struct sink *s, const struct record *rec, struct parcel_facts *facts);

/* Begin and end a parcel in OUT around the text of REC, of which FACTS were known. */
size_t parcel_begin(const struct sink *s, struct buffer *out, const struct record *rec,
                    const struct parcel_facts *facts);
void parcel_end(const struct sink *s, struct buffer *out, size_t begin, const struct record *rec);

/* Open what there is to open; false after a message. */
bool sink_start(struct convert *c);

/* Take the parcels in TEXT, all of one game with this NUMBER. False to stop: see c->status. */
bool sink_take(struct convert *c, uint64_t number, const char *text, size_t len);
/* Let out what was held. */
void sink_finish(struct convert *c);
/* Close what sink_start has opened; returns STATUS or a worse one. */
int sink_close(struct sink *s, int status);
void sink_free(struct sink *s);

#endif
