/* What the files of qipu db share: the job, and the verbs, which are functions of it and rows of
   the table in db.c. A verb prints its summary and returns the exit status. */
#ifndef QIPU_TOOLS_DB_H
#define QIPU_TOOLS_DB_H

#include "tools/select/select.h"

/* A change that retag makes. */
struct tag_change {
    enum tag_change_kind { TAG_SET, TAG_REMOVE, TAG_RENAME, TAG_CHANGES } kind;
    char *name, *value; /* one piece of memory; the value is the new name with TAG_RENAME */
};

struct db_job {
    struct cli cli;
    const char *path;
    struct store *store;         /* open for what the verb does, but for those that open it */
    const char *const *operands; /* behind the verb */
    size_t operand_count;
    struct selection selection;
    struct output *out;
    struct buffer text;

    bool full, dry_run, merge_notes;
    const char *keep, *kinds, *deleted_kinds, *apply;
    struct tag_change *changes;
    size_t change_count;
};

/* Print job->text. */
void db_flush(struct db_job *job);

/* The verbs by number, NULL behind the last. */
const char *db_verb(size_t number);
bool db_is_verb(const char *name);

/* Print ERR and return STATUS_FAILED. */
int db_fail(const struct error *err);

/* The games that the conditions pick, ascending: an array of game_id in IDS. Returns the exit
   status: STATUS_FINDINGS, after a message, if there are none. */
int db_select(struct db_job *job, struct buffer *ids);

int db_info(struct db_job *job);
int db_check(struct db_job *job);
int db_delete(struct db_job *job);
int db_retag(struct db_job *job);
int db_rename(struct db_job *job);
int db_similar(struct db_job *job);
int db_compact(struct db_job *job);
int db_reindex(struct db_job *job);
int db_dedup(struct db_job *job);
int db_merge(struct db_job *job);
int db_upgrade(struct db_job *job);

/* Which of player, event and site WORD is; false after a message. */
bool db_name_kind(const struct db_job *job, const char *word, enum store_name *kind);

/* Take the value of the option --set, --remove or --rename; false after a message. Free what was taken. */
bool db_take_change(struct db_job *job, enum tag_change_kind kind, const char *value);
void db_free_changes(struct db_job *job);

/* Finish the line of a summary of COUNT games that were DONE so, as text or JSON. */
void db_summarize(struct db_job *job, const char *done, uint64_t count);

#endif
