/* qipu db: the verbs that only read: what the store holds, and whether it is sound. */
#include "tools/db/db.h"

#include <inttypes.h>
#include <string.h>

/* --- info ------------------------------------------------------------------------------------- */

static const struct {
    const char *key, *text;
    size_t at;
} numbers[] = {
    {"games", LANG("games"), offsetof(struct store_info, games)},
    {"plies", LANG("plies"), offsetof(struct store_info, plies)},
    {"players", LANG("players"), offsetof(struct store_info, players)},
    {"events", LANG("events"), offsetof(struct store_info, events)},
    {"sites", LANG("sites"), offsetof(struct store_info, sites)},
    {"sources", LANG("sources"), offsetof(struct store_info, sources)},
    {"segments", LANG("segments"), offsetof(struct store_info, segments)},
    {"imported_bytes", LANG("imported bytes"), offsetof(struct store_info, imported_bytes)},
    {"file_bytes", LANG("bytes"), offsetof(struct store_info, file_bytes)},
    {"move_bytes", LANG("  moves"), offsetof(struct store_info, move_bytes)},
    {"text_bytes", LANG("  texts"), offsetof(struct store_info, text_bytes)},
    {"row_bytes", LANG("  rows"), offsetof(struct store_info, row_bytes)},
    {"name_bytes", LANG("  names"), offsetof(struct store_info, name_bytes)},
    {"position_bytes", LANG("  position index"), offsetof(struct store_info, position_bytes)},
    {"material_bytes", LANG("  material index"), offsetof(struct store_info, material_bytes)},
    {"source_bytes", LANG("  sources"), offsetof(struct store_info, source_bytes)},
    {"free_bytes", LANG("  free pages"), offsetof(struct store_info, free_bytes)},
    {"overhead_bytes", LANG("  pages and rest"), offsetof(struct store_info, overhead_bytes)},
};

static uint64_t number_at(const struct store_info *info, size_t at)
{
    uint64_t n;
    memcpy(&n, (const char *)info + at, sizeof n);
    return n;
}

static double bytes_ratio(const struct store_info *info)
{
    return (double)info->file_bytes / (double)info->imported_bytes;
}

static void write_info_json(struct db_job *job, const struct store_info *info)
{
    char date[DATE_TEXT_MAX];
    struct json j;
    json_begin(&j, &job->text);
    json_member_string(&j, "store", store_path(job->store));
    json_member_string(&j, "game", game_name(info->game));
    json_member_int(&j, "format", info->format_version);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        json_member_int(&j, numbers[i].key, (long long)number_at(info, numbers[i].at));
    if (info->imported_bytes)
        json_member_double(&j, "ratio", bytes_ratio(info), 3);
    date_format(info->first_date, date);
    json_member_string(&j, "first_date", date);
    date_format(info->last_date, date);
    json_member_string(&j, "last_date", date);
    json_end(&j);
    buffer_add_char(&job->text, '\n');
}

/* The label of a line; the value goes behind it. */
static struct buffer *label(struct db_job *job, const char *text)
{
    enum { LABEL_WIDTH = 18 };
    buffer_add_column(&job->text, text, -LABEL_WIDTH);
    return &job->text;
}

static void write_info(struct db_job *job, const struct store_info *info)
{
    char first[DATE_TEXT_MAX], last[DATE_TEXT_MAX];
    buffer_printf(label(job, lang_text("game")), "%s\n", game_name(info->game));
    buffer_printf(label(job, lang_text("format")), "%d\n", info->format_version);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        buffer_printf(label(job, lang_text(numbers[i].text)), "%" PRIu64 "\n",
                      number_at(info, numbers[i].at));
    date_format(info->first_date, first);
    date_format(info->last_date, last);
    if (info->imported_bytes)
        buffer_printf(label(job, lang_text("bytes / imported")), "%.3f\n", bytes_ratio(info));
    if (info->last_date)
        buffer_printf(label(job, lang_text("dates")), lang_text("%s to %s\n"), first, last);
}

int db_info(struct db_job *job)
{
    struct error err;
    struct store_info info;
    if (!store_info(job->store, &info, &err)) {
        cli_error(&err);
        return STATUS_FAILED;
    }
    if (job->cli.common.json)
        write_info_json(job, &info);
    else
        write_info(job, &info);
    db_flush(job);
    return STATUS_OK;
}

/* --- check ------------------------------------------------------------------------------------ */

static void report_fault(void *closure, const char *line)
{
    struct db_job *job = closure;
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, &job->text);
        json_member_string(&j, "fault", line);
        json_end(&j);
    } else {
        finding_escape(&job->text, line, strlen(line));
    }
    buffer_add_char(&job->text, '\n');
    db_flush(job);
}

int db_check(struct db_job *job)
{
    struct error err;
    long long faults = job->full ? store_check_fully(job->store, report_fault, job, &err)
                                 : store_check(job->store, report_fault, job, &err);
    if (faults < 0) {
        cli_error(&err);
        return STATUS_FAILED;
    }
    if (job->cli.common.json) {
        struct json j;
        json_begin(&j, &job->text);
        json_member_int(&j, "games", (long long)store_game_count(job->store));
        json_member_int(&j, "faults", faults);
        json_end(&j);
        buffer_add_char(&job->text, '\n');
    } else if (!job->cli.common.quiet) {
        buffer_printf(&job->text,
                      faults ? lang_text("%" PRIu64 " games, %lld faults\n")
                             : lang_text("%" PRIu64 " games, no fault\n"),
                      store_game_count(job->store), faults);
    }
    db_flush(job);
    return faults ? STATUS_FAILED : STATUS_OK;
}
