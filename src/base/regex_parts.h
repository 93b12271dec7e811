/* Between the files of regular expressions: regex_parse.c (text to tree), regex_set.c (characters),
   regex.c (tree to program, and matching). */
#ifndef QIPU_BASE_REGEX_PARTS_H
#define QIPU_BASE_REGEX_PARTS_H

#include "base/regex.h"

#include <locale.h>
#include <stdint.h>

/* Characters that the system knows nothing of but that they are one: bytes that are no UTF-8. */
enum { BAD_BYTE = 0x110000, NO_CHARACTER = 0x110100 };

/* The character at TEXT + *AT, which is moved behind it. */
uint32_t regex_character(const char *text, size_t len, size_t *at);

enum char_class { /* as in the table of regex_set.c */
    CLASS_ALPHA,
    CLASS_DIGIT,
    CLASS_ALNUM,
    CLASS_UPPER,
    CLASS_LOWER,
    CLASS_SPACE,
    CLASS_BLANK,
    CLASS_PUNCT,
    CLASS_PRINT,
    CLASS_GRAPH,
    CLASS_CNTRL,
    CLASS_XDIGIT,
    CLASS_WORD, /* \w */
    CHAR_CLASSES
};
/* CHAR_CLASSES if there is none of the name. */
enum char_class regex_class_find(const char *name, size_t len);

/* One of the things in brackets: characters from FIRST to LAST, or of a class. */
struct set_item {
    uint32_t first, last;
    uint8_t char_class; /* CHAR_CLASSES: none */
};

struct char_set {
    uint32_t from, count; /* of the items */
    bool is_inverse;
};

enum node_kind {
    NODE_NOTHING, /* the empty text */
    NODE_CHARACTER,
    NODE_ANY,
    NODE_SET,
    NODE_BORDER,
    NODE_BOTH,  /* A, then B */
    NODE_EITHER, /* A or B */
    NODE_REPEAT  /* A, from LEAST to MOST times */
};

enum border {
    BORDER_BEGIN,
    BORDER_END,
    BORDER_WORD,
    BORDER_NO_WORD,
    BORDER_WORD_BEGIN,
    BORDER_WORD_END
};

enum { REPEAT_MAX = 32767, REPEAT_ANY = REPEAT_MAX + 1, NO_NODE = 0 };

struct regex_node {
    uint8_t kind;
    uint32_t a, b; /* nodes; or a character, set or border */
    uint16_t least, most;
};

enum { EXPRESSION_MAX = 500, NODES_MAX = 2 * EXPRESSION_MAX + 2, PROGRAM_MAX = 4000 };

/* An instruction: what it takes of the text, or where to go on. */
enum op_kind { OP_CHARACTER, OP_ANY, OP_SET, OP_BORDER, OP_SPLIT, OP_JUMP, OP_MATCH };
struct op {
    uint8_t kind;
    uint32_t arg;    /* character, set or border */
    uint16_t to, other; /* of a jump, and of a split */
};

struct regex {
    bool folds;
    locale_t letters; /* that knows Unicode; 0: ASCII alone is known */
    struct regex_node nodes[NODES_MAX]; /* 0 is not used */
    struct set_item items[EXPRESSION_MAX];
    struct char_set sets[EXPRESSION_MAX];
    uint32_t node_count, item_count, set_count;
    struct op ops[PROGRAM_MAX];
    uint32_t op_count;
};

/* Fill the nodes. Returns the root, or NO_NODE with the fault filled. */
uint32_t regex_parse(struct regex *r, const char *text, size_t len, struct regex_fault *fault);

/* Whether C, which is folded if R folds, is in a set. */
bool regex_set_holds(const struct regex *r, const struct char_set *set, uint32_t c);
bool regex_class_holds(const struct regex *r, enum char_class k, uint32_t c);
/* C as a small letter, if it is a capital one. */
uint32_t regex_fold(const struct regex *r, uint32_t c);

#endif
