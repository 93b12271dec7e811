/* qipu db dedup: the pairs that were found, as lines or JSON. */
#include "tools/db/pairs.h"

#include <string.h>

const struct duplicate_words duplicate_words[DUPLICATE_KINDS] = {
    {"exact", LANG("the same as"), LANG(", %zu the same as others"), "same_as"},
    {"near", LANG("near"), LANG(", %zu near others"), "near"},
    {"final", LANG("ends as"), LANG(", %zu with the final position of others"), "ends_as"},
    {"contained", LANG("the beginning of"), LANG(", %zu contained in others"), "beginning_of"},
};

static const struct difference {
    unsigned bit;
    const char *name;
} differences[] = {
    {DIFFERS_COLOURS, LANG("colours")}, {DIFFERS_DATE, LANG("date")},
    {DIFFERS_ROUND, LANG("round")},     {DIFFERS_RESULT, LANG("result")},
    {DIFFERS_EVENT, LANG("event")},     {DIFFERS_SITE, LANG("site")},
    {DIFFERS_RATINGS, LANG("ratings")},
};
enum { DIFFERENCES = sizeof differences / sizeof *differences };

static void add_difference(struct buffer *out, unsigned bit, const struct game_header *h)
{
    char date[DATE_TEXT_MAX];
    date_format(h->date, date);
    switch (bit) {
    case DIFFERS_DATE: buffer_add_string(out, date); break;
    case DIFFERS_ROUND: buffer_add_string(out, h->round[0] ? h->round : "?"); break;
    case DIFFERS_RESULT: buffer_add_string(out, result_text(h->result)); break;
    case DIFFERS_EVENT: buffer_add_string(out, h->event[0] ? h->event : "?"); break;
    case DIFFERS_SITE: buffer_add_string(out, h->site[0] ? h->site : "?"); break;
    case DIFFERS_RATINGS: buffer_printf(out, "%d %d", h->white_elo, h->black_elo); break;
    default: buffer_add_string(out, lang_text("other way round"));
    }
}

/* Why the two are a pair: of this one of so many PLIES and the other. */
static void add_reason(struct buffer *out, const struct duplicate *d, uint32_t plies,
                       const struct game_header *other)
{
    if (d->kind == DUPLICATE_EXACT)
        buffer_add_string(out, lang_text("same start, moves, players, date and result"));
    else if (d->kind == DUPLICATE_CONTAINED && other->ply_count > plies)
        buffer_printf(out, lang_text("all of the moves, and %u more"),
                      (unsigned)(other->ply_count - plies));
    else if (d->kind == DUPLICATE_FINAL)
        buffer_add_string(out, lang_text("same final position"));
    else if (d->moves == 0)
        buffer_add_string(out, lang_text("same moves"));
    else
        buffer_printf(out, lang_text("same moves but %d"), d->moves);
    if (d->likeness != LIKE_WRITING)
        buffer_printf(out, lang_text("; players alike but for %s"),
                      lang_text(likeness_text(d->likeness)));
}

/* What a pair is written from, beside the games. */
struct pair_texts {
    struct buffer reason, row;
    struct buffer source, other_source; /* the files that they came from */
};

static bool sources_differ(const struct pair_texts *t)
{
    return t->source.len != t->other_source.len ||
           (t->source.len > 0 && memcmp(t->source.data, t->other_source.data, t->source.len) != 0);
}

/* Append the name of a file; a store may know none. */
static void add_source(struct buffer *out, const struct buffer *name)
{
    if (name->len > 0)
        buffer_add(out, name->data, name->len);
    else
        buffer_add_char(out, '?');
}

/* Which files the two came from, unless it is the same one. */
static void add_sources(struct pair_texts *t, const struct duplicate *d)
{
    if (!sources_differ(t))
        return;
    buffer_add_string(&t->reason, lang_text("; from "));
    add_source(&t->reason, &t->source);
    buffer_printf(&t->reason, lang_text(", #%u from "), (unsigned)d->other);
    add_source(&t->reason, &t->other_source);
}

/* What the other game has that this one has not. */
static void add_differences(struct buffer *out, const struct duplicate *d,
                            const struct game_header *other)
{
    const bool has_names = d->kind != DUPLICATE_EXACT;
    const char *between = has_names ? ", " : " ";
    if (has_names)
        buffer_printf(out, lang_text("; #%u has %s - %s"), (unsigned)d->other,
                      other->white[0] ? other->white : "?", other->black[0] ? other->black : "?");
    else
        buffer_printf(out, lang_text("; #%u has"), (unsigned)d->other);
    for (size_t i = 0; i < DIFFERENCES; i++)
        if (d->differs & differences[i].bit) {
            buffer_printf(out, "%s%s ", between, lang_text(differences[i].name));
            add_difference(out, differences[i].bit, other);
            between = ", ";
        }
}

static void write_json(struct db_job *job, const struct duplicate *d, const struct game_header *h,
                       struct pair_texts *texts)
{
    struct json j;
    char date[DATE_TEXT_MAX];
    json_begin(&j, &job->text);
    json_member_int(&j, "id", d->id);
    json_member_int(&j, duplicate_words[d->kind].member, d->other);
    json_member_string(&j, "kind", duplicate_words[d->kind].name);
    json_member_string(&j, "white", h->white);
    json_member_string(&j, "black", h->black);
    date_format(h->date, date);
    json_member_string(&j, "date", date);
    json_member_string(&j, "result", result_text(h->result));
    json_member_int(&j, "ply_count", h->ply_count);
    json_key(&j, "differs");
    buffer_add_char(&job->text, '[');
    for (size_t i = 0, n = 0; i < DIFFERENCES; i++)
        if (d->differs & differences[i].bit)
            buffer_printf(&job->text, "%s\"%s\"", n++ ? "," : "", differences[i].name);
    buffer_add_char(&job->text, ']');
    json_member_bytes(&j, "reason", texts->reason.data, texts->reason.len);
    json_member_string(&j, "source", buffer_terminate(&texts->source));
    json_member_string(&j, "other_source", buffer_terminate(&texts->other_source));
    json_end(&j);
    buffer_add_char(&job->text, '\n');
}

/* Who plays, or where neither is known what tells the game from others: its event, else the file
   that it came from. */
static void add_names(struct buffer *out, const struct game_header *h, const struct buffer *source)
{
    const char *white = h->white[0] ? h->white : "?", *black = h->black[0] ? h->black : "?";
    if (!h->white[0] && !h->black[0] && h->event[0]) {
        finding_escape(out, h->event, strlen(h->event));
    } else if (!h->white[0] && !h->black[0] && source->len > 0) {
        finding_escape(out, source->data, source->len);
    } else {
        finding_escape(out, white, strlen(white));
        buffer_add_string(out, " - ");
        finding_escape(out, black, strlen(black));
    }
}

static void write_text(struct db_job *job, const struct duplicate *d, const struct game_header *h,
                       const struct pair_texts *texts)
{
    struct buffer *out = &job->text;
    char date[DATE_TEXT_MAX];
    finding_escape(out, job->path, strlen(job->path));
    buffer_printf(out, "#%u: %s #%u: ", (unsigned)d->id, lang_text(duplicate_words[d->kind].line),
                  (unsigned)d->other);
    add_names(out, h, &texts->source);
    date_format(h->date, date);
    buffer_printf(out, lang_text(", %s, %s, %u plies"), date, result_text(h->result),
                  (unsigned)h->ply_count);
    if (d->kind != DUPLICATE_EXACT || d->differs || sources_differ(texts)) {
        buffer_add_string(out, " (");
        finding_escape(out, texts->reason.data, texts->reason.len);
        buffer_add_char(out, ')');
    }
    buffer_add_char(out, '\n');
}

/* What pairs that are the same may still differ in, as bytes. */
static void add_row(struct buffer *out, const struct game_header *h)
{
    const char *const names[] = {h->event, h->site, h->round};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        buffer_add(out, names[i], strlen(names[i]) + 1);
    buffer_add(out, &h->white_elo, sizeof h->white_elo);
    buffer_add(out, &h->black_elo, sizeof h->black_elo);
}

/* DIFFERS_* of the game whose row is in ROW and H. */
static unsigned compare_rows(const struct buffer *row, const struct game_header *h)
{
    const struct {
        const char *name;
        unsigned bit;
    } names[] = {{h->event, DIFFERS_EVENT}, {h->site, DIFFERS_SITE}, {h->round, DIFFERS_ROUND}};
    const char *at = row->data;
    unsigned differs = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        differs |= strcmp(at, names[i].name) != 0 ? names[i].bit : 0;
        at += strlen(at) + 1;
    }
    int elos[2];
    memcpy(elos, at, sizeof elos);
    return differs | (elos[0] != h->white_elo || elos[1] != h->black_elo ? DIFFERS_RATINGS : 0);
}

static void clear(struct pair_texts *t)
{
    struct buffer *const all[] = {&t->reason, &t->row, &t->source, &t->other_source};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        buffer_clear(all[i]);
}

/* What is read of a game is gone when the next one is read: this one is read twice. */
static bool write_pair(struct db_job *job, const struct duplicate *pair, struct pair_texts *t,
                       struct error *err)
{
    struct duplicate d = *pair;
    struct game_header h;
    clear(t);
    if (!store_source_of(job->store, d.id, &t->source, err) ||
        !store_source_of(job->store, d.other, &t->other_source, err) ||
        !store_read_header(job->store, d.id, &h, err))
        return false;
    const uint32_t plies = h.ply_count;
    add_row(&t->row, &h);
    if (t->row.failed)
        return error_no_memory(err);
    if (!store_read_header(job->store, d.other, &h, err))
        return false;
    if (d.kind == DUPLICATE_EXACT)
        d.differs = (uint8_t)compare_rows(&t->row, &h);
    add_reason(&t->reason, &d, plies, &h);
    if (d.kind != DUPLICATE_EXACT || d.differs)
        add_differences(&t->reason, &d, &h);
    add_sources(t, &d);
    if (!store_read_header(job->store, d.id, &h, err))
        return false;
    if (job->cli.common.json)
        write_json(job, &d, &h, t);
    else
        write_text(job, &d, &h, t);
    return !t->reason.failed || error_no_memory(err);
}

bool db_list_pairs(struct db_job *job, const struct duplicate *pairs, size_t count,
                   struct error *err)
{
    struct pair_texts t = {.reason = {0}};
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        ok = write_pair(job, &pairs[i], &t, err);
        db_flush(job);
    }
    buffer_free(&t.reason);
    buffer_free(&t.row);
    buffer_free(&t.source);
    buffer_free(&t.other_source);
    return ok;
}
