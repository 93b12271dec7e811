/* Signs of annotation and their numbers, as they are read. Signs that are the same for both sides
   have White's number. Sources: the PGN standard, section 10, for the numbers to 139; the signs of
   the Chess Informant; the numbers from 140 on as chess programs have come to use them. */
#include "notation/notation.h"

#include <string.h>

static const struct {
    int nag;
    const char *glyph;
} glyphs[] = {
    {1, "!"},    {2, "?"},    {3, "!!"},   {3, "‼"},    {4, "??"},   {4, "⁇"},   {5, "!?"},
    {5, "⁉"},    {6, "?!"},   {6, "⁈"},    {7, "□"},    {10, "="},   {13, "∞"},  {14, "⩲"},
    {14, "+="},  {14, "+/="}, {15, "⩱"},   {15, "=+"},  {15, "=/+"}, {16, "±"},  {16, "+/-"},
    {16, "+/−"}, {17, "∓"},   {17, "-/+"}, {17, "−/+"}, {18, "+-"},  {18, "+−"}, {18, "+–"},
    {19, "-+"},  {19, "−+"},  {19, "–+"},  {22, "⨀"},   {22, "⊙"},   {32, "⟳"},  {32, "↑↑"},
    {36, "↑"},   {40, "→"},   {44, "=∞"},  {44, "=/∞"}, {44, "⯹"}, {132, "⇆"}, {132, "⇄"},
    {138, "⊕"},  {140, "∆"},  {140, "Δ"},  {142, "⌓"},  {145, "RR"}, {146, "N"}, {146, "TN"},
    {220, "D"},  {239, "⇔"},  {240, "⇗"},  {242, "⟫"},  {243, "⟪"},  {244, "✕"}, {245, "⊥"},
};

enum { GLYPHS = sizeof glyphs / sizeof *glyphs };

int nag_from_glyph(const char *text, size_t len)
{
    for (int i = 0; i < GLYPHS && len > 0; i++) {
        const char *glyph = glyphs[i].glyph;
        if (*glyph == *text && strlen(glyph) == len && memcmp(glyph, text, len) == 0)
            return glyphs[i].nag;
    }
    return -1;
}
