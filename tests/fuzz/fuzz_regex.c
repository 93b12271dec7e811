/* A regular expression and a text, with a line feed between: what matches as it is matches folded
   too, unless the expression asks for what a character is not. */
#include "base/regex.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *pattern = (const char *)data;
    const char *line = size > 0 ? memchr(data, '\n', size) : NULL;
    const size_t len = line ? (size_t)(line - pattern) : size;
    const size_t text_len = line ? size - len - 1 : 0;
    struct regex_fault fault;
    struct regex *r = regex_new(pattern, len, false, &fault);
    struct regex *folded = regex_new(pattern, len, true, &fault);
    if (!r != !folded || (!r && fault.at > len))
        abort();
    if (r && text_len > 0) {
        const bool matches = regex_matches(r, line + 1, text_len);
        const bool may_deny = memchr(pattern, '[', len) || memchr(pattern, '\\', len);
        if (matches && !may_deny && !regex_matches(folded, line + 1, text_len))
            abort();
    }
    regex_free(r);
    regex_free(folded);
    return 0;
}
