/* Parcels, and the way of written games to their files. */
#include "tools/convert/convert.h"
#include "query/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SORT_MEMORY = 256 << 20, NAMES_MAX = 2 };

struct parcel_head {
    uint32_t len; /* of all that follows the head */
    uint32_t key_len, names_len;
    struct digest digest; /* if games are to be unique */
};

/* --- What tells files apart ------------------------------------------------------------------- */

struct split_key {
    const char *name;
    const char *(*word)(const struct game_header *h);
    const char *(*second)(const struct game_header *h); /* the game belongs to two files */
};

static const char *white_of(const struct game_header *h)
{
    return h->white;
}

static const char *black_of(const struct game_header *h)
{
    return h->black;
}

static const char *event_of(const struct game_header *h)
{
    return h->event;
}

static const char *site_of(const struct game_header *h)
{
    return h->site;
}

static const char *eco_of(const struct game_header *h)
{
    return h->eco;
}

static const char *result_of(const struct game_header *h)
{
    static const char *const words[] = {
        [RESULT_NONE] = "", [RESULT_WHITE] = "1-0", [RESULT_BLACK] = "0-1", [RESULT_DRAW] = "draw"};
    return words[h->result];
}

static const struct split_key split_keys[] = {
    {"player", white_of, black_of}, {"white", white_of, NULL},
    {"red", white_of, NULL},        {"black", black_of, NULL},
    {"event", event_of, NULL},      {"site", site_of, NULL},
    {"eco", eco_of, NULL},          {"result", result_of, NULL},
    {"year", NULL, NULL}, /* a number */
};
enum { SPLIT_KEYS = sizeof split_keys / sizeof split_keys[0], ECO_LETTERS = 3 };

bool sink_set_split(struct sink *s, const char *what)
{
    char *end;
    s->is_split = true;
    s->split_key = NULL;
    s->split_len = 0;
    if (*what >= '1' && *what <= '9') {
        s->split.per_file = strtoull(what, &end, 10);
        if (*end == '\0' && s->split.per_file < UINT64_MAX)
            return true;
    }
    s->split.per_file = 0;
    /* eco1 to eco3 */
    size_t len = strlen(what);
    if (len == 4 && memcmp(what, "eco", 3) == 0 && what[3] >= '1' && what[3] <= '0' + ECO_LETTERS)
        s->split_len = (size_t)(what[--len] - '0');
    for (int i = 0; i < SPLIT_KEYS; i++)
        if (strlen(split_keys[i].name) == len && memcmp(split_keys[i].name, what, len) == 0)
            s->split_key = &split_keys[i];
    if (!s->split_key)
        cli_message(
            "--split: '%s' is neither a number of games nor player, white, black, event, site, "
            "year, eco, eco1, eco2 or result",
            what);
    return s->split_key != NULL;
}

/* --- Parcels ---------------------------------------------------------------------------------- */

bool sink_wants_parcels(const struct sink *s)
{
    return s->unique || s->is_split || s->sample.size > 0 || s->order.count > 0;
}

static void add_name(const struct sink *s, struct buffer *out, const char *name)
{
    size_t len = strlen(name);
    if (s->split_len > 0 && len > s->split_len)
        len = s->split_len;
    buffer_add(out, name, len);
    buffer_add_char(out, '\0');
}

/* The names of the files that a game goes to, each with a NUL behind it. */
static void add_names(const struct sink *s, struct buffer *out, const struct game_header *h)
{
    const struct split_key *key = s->split_key;
    if (key && key->word) {
        add_name(s, out, key->word(h));
        if (key->second && strcmp(key->word(h), key->second(h)) != 0)
            add_name(s, out, key->second(h));
        return;
    }
    char year[8] = "";
    if (key && h->date >= 10000)
        snprintf(year, sizeof year, "%04u", (unsigned)(h->date / 10000) % 10000);
    add_name(s, out, year);
}

static bool wants_facts(const struct sink *s)
{
    return s->order.count > 0 || s->split_key;
}

void parcel_facts_take(const struct sink *s, const struct record *rec, struct parcel_facts *facts)
{
    if (wants_facts(s))
        header_from_record(rec, &facts->words, &facts->header);
}

/* Fill what is not in H from FACTS; result and plies are in every game. */
static void fill_header(struct game_header *h, const struct parcel_facts *facts)
{
    const struct game_header *known = &facts->header;
    const struct {
        const char **word, *known;
    } words[] = {
        {&h->white, known->white}, {&h->black, known->black}, {&h->event, known->event},
        {&h->site, known->site},   {&h->eco, known->eco},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (**words[i].word == '\0' && words[i].known)
            *words[i].word = words[i].known;
    h->date = h->date ? h->date : known->date;
    h->white_elo = h->white_elo ? h->white_elo : known->white_elo;
    h->black_elo = h->black_elo ? h->black_elo : known->black_elo;
}

size_t parcel_begin(const struct sink *s, struct buffer *out, const struct record *rec,
                    const struct parcel_facts *facts)
{
    const size_t begin = out->len;
    struct parcel_head head = {0};
    buffer_add(out, &head, sizeof head);
    if (wants_facts(s)) {
        struct buffer words = {0};
        struct game_header h;
        header_from_record(rec, &words, &h);
        fill_header(&h, facts);
        h.id = (game_id)rec->number;
        out->failed = out->failed || words.failed || facts->words.failed;
        const size_t key = out->len;
        if (!out->failed)
            sort_order_key(&s->order, &h, out);
        const size_t names = out->len;
        if (!out->failed)
            add_names(s, out, &h);
        head.key_len = (uint32_t)(names - key);
        head.names_len = (uint32_t)(out->len - names);
        buffer_free(&words);
    }
    if (!out->failed)
        memcpy(out->data + begin, &head, sizeof head);
    return begin;
}

void parcel_end(const struct sink *s, struct buffer *out, size_t begin, const struct record *rec)
{
    struct parcel_head head;
    if (out->failed)
        return;
    memcpy(&head, out->data + begin, sizeof head);
    head.len = (uint32_t)(out->len - begin - sizeof head);
    const size_t facts = (size_t)head.key_len + head.names_len;
    if (s->unique)
        head.digest =
            same_digest(&s->same, rec, out->data + begin + sizeof head + facts, head.len - facts);
    memcpy(out->data + begin, &head, sizeof head);
}

/* --- Out -------------------------------------------------------------------------------------- */

static bool fail(struct convert *c, const struct error *err)
{
    cli_error(err);
    c->status = cli_worse(c->status, STATUS_FAILED);
    return false;
}

static bool out_of_memory(struct convert *c)
{
    cli_message("out of memory");
    c->status = cli_worse(c->status, STATUS_FAILED);
    return false;
}

/* --- Games that are not unique ---------------------------------------------------------------- */

bool sink_start(struct convert *c)
{
    struct sink *s = &c->sink;
    if (!s->rest_path)
        return true;
    s->rest = cli_output_to(&c->cli, s->rest_path);
    if (s->rest && c->form->separator) {
        buffer_clear(&s->parcel);
        csv_write_header(&s->parcel, c->columns.items, c->columns.count, c->form->separator);
        output_buffer(s->rest, &s->parcel);
    }
    return s->rest != NULL;
}

static bool put_rest(struct convert *c, uint64_t number, const char *text, size_t len)
{
    struct sink *s = &c->sink;
    s->repeated++;
    if (!s->rest)
        return true;
    buffer_clear(&s->parcel);
    convert_number(c, &s->parcel, number, text, len);
    if (s->parcel.failed)
        return out_of_memory(c);
    output_buffer(s->rest, &s->parcel);
    if (output_failed(s->rest)) /* sink_close says why */
        c->status = cli_worse(c->status, STATUS_FAILED);
    return !output_failed(s->rest);
}

int sink_close(struct sink *s, int status)
{
    if (s->rest)
        status = cli_worse(status, cli_output_close(s->rest, status));
    s->rest = NULL;
    return status;
}

static bool emit(struct convert *c, const char *names, size_t names_len, const char *text,
                 size_t len)
{
    struct sink *s = &c->sink;
    if (!s->is_split)
        return convert_emit(c, text, len);
    const char *name = "";
    size_t at = 0;
    do {
        if (names_len > 0)
            name = names + at;
        if (!split_files_put(&s->split, name, text, len)) {
            c->status = cli_worse(c->status, STATUS_FAILED);
            return false;
        }
        at += strlen(name) + 1;
    } while (at < names_len);
    return true;
}

/* A picked parcel: a head, the sort key, the names, the text. */
static bool put_in_order(struct convert *c, const char *parcel)
{
    struct sink *s = &c->sink;
    struct parcel_head head;
    struct error err;
    memcpy(&head, parcel, sizeof head);
    const char *key = parcel + sizeof head, *names = key + head.key_len,
               *text = names + head.names_len;
    const size_t rest = head.len - head.key_len;
    if (s->order.count == 0)
        return emit(c, names, head.names_len, text, rest - head.names_len);
    if (!s->sorting && !(s->sorting = sorting_open(SORT_MEMORY, &err)))
        return fail(c, &err);
    /* The names end with a NUL each; how many there are is told in front. */
    struct buffer data = {0};
    buffer_add(&data, &head.names_len, sizeof head.names_len);
    buffer_add(&data, names, rest);
    const struct sorting_item item = {key, data.data, head.key_len, data.len};
    bool ok = data.failed ? error_no_memory(&err) : sorting_add(s->sorting, &item, &err);
    buffer_free(&data);
    return ok || fail(c, &err);
}

/* The parcel at PARCEL with the number of its game in the text, where the form has it. */
static bool take_parcel(struct convert *c, uint64_t number, const char *parcel)
{
    struct sink *s = &c->sink;
    struct parcel_head head;
    memcpy(&head, parcel, sizeof head);
    const size_t facts = (size_t)head.key_len + head.names_len;
    const char *text = parcel + sizeof head + facts;
    bool is_new = true;
    if (s->unique && !seen_add(&s->seen, head.digest, &is_new))
        return out_of_memory(c);
    if (s->is_learning)
        return true;
    if (!is_new)
        return put_rest(c, number, text, head.len - facts);
    struct buffer *out = &s->parcel;
    buffer_clear(out);
    buffer_add(out, parcel, sizeof head + facts);
    convert_number(c, out, number, text, head.len - facts);
    head.len = (uint32_t)(out->len - sizeof head);
    if (!out->failed)
        memcpy(out->data, &head, sizeof head);
    if (out->failed || (s->sample.size > 0 && !sample_offer(&s->sample, out)))
        return out_of_memory(c);
    return s->sample.size > 0 || put_in_order(c, out->data);
}

bool sink_take(struct convert *c, uint64_t number, const char *text, size_t len)
{
    struct parcel_head head;
    for (size_t at = 0; at < len; at += sizeof head + head.len) {
        memcpy(&head, text + at, sizeof head);
        if (!take_parcel(c, number, text + at))
            return false;
    }
    return true;
}

static void emit_sorted(struct convert *c)
{
    struct sorting_item item;
    struct error err;
    int more = sorting_finish(c->sink.sorting, &err) ? 1 : -1;
    while (more > 0 && (more = sorting_next(c->sink.sorting, &item, &err)) > 0) {
        uint32_t names_len;
        const char *names = (const char *)item.data + sizeof names_len;
        memcpy(&names_len, item.data, sizeof names_len);
        if (cli_interrupted() ||
            !emit(c, names, names_len, names + names_len, item.len - sizeof names_len - names_len))
            return;
    }
    if (more < 0)
        fail(c, &err);
}

static void finish_split(struct convert *c)
{
    struct split_files *files = &c->sink.split;
    if (c->status >= STATUS_FAILED && files->games > 0)
        cli_message("%s: not written, since not all could be done", files->template);
    if (c->status < STATUS_FAILED && !split_files_finish(files))
        c->status = cli_worse(c->status, STATUS_FAILED);
}

void sink_finish(struct convert *c)
{
    struct sink *s = &c->sink;
    sample_sort(&s->sample);
    for (size_t i = 0; i < s->sample.count; i++)
        if (!put_in_order(c, s->sample.items[i].text.data))
            return;
    if (s->sorting)
        emit_sorted(c);
    if (s->is_split && !cli_interrupted())
        finish_split(c);
}

void sink_free(struct sink *s)
{
    split_files_free(&s->split);
    sample_free(&s->sample);
    seen_free(&s->seen);
    sorting_close(s->sorting);
    buffer_free(&s->parcel);
    buffer_free(&s->head);
}
