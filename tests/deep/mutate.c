/* Standard input with a few changes, which SEED alone decides: bytes changed, pieces left out,
   doubled, or moved. usage: mutate SEED <FILE */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 1 << 20, PIECE_MAX = 64, CHANGES_MAX = 6 };

static uint64_t state;

static size_t below(size_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return n ? (size_t)(state >> 33) % n : 0;
}

/* What texts of games consist of, so that many changes are of meaning. */
static const char signs[] = "{}()[]\";%$0123456789.-+#=!?*/ \n\r\tKQRBNabcdefghxOP\\\xEF\xBB\xBF\x80";

static size_t change(char *data, size_t len)
{
    const size_t at = below(len), most = len - at < PIECE_MAX ? len - at : PIECE_MAX;
    const size_t n = below(most) + (most > 0), to = below(len);
    switch (below(4)) {
    case 0:
        if (len > 0)
            data[at] = signs[below(sizeof signs)];
        return len;
    case 1: memmove(data + at, data + at + n, len - at - n); return len - n;
    case 2: memmove(data + at + n, data + at, len - at); return len + n;
    default:
        if (to + n <= len)
            memmove(data + to, data + at, n);
        return len;
    }
}

int main(int argc, char **argv)
{
    static char data[INPUT_MAX + CHANGES_MAX * PIECE_MAX];
    size_t len = fread(data, 1, INPUT_MAX, stdin);
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    for (int i = 0; i < 4; i++)
        below(1);
    for (size_t i = 1 + below(CHANGES_MAX - 1); i > 0; i--)
        len = change(data, len);
    return fwrite(data, 1, len, stdout) == len ? 0 : 1;
}
