/* Chinese: FEN and EPD, and what is wrong with a position. */
#include "zh/zh.h"

const struct lang_pair zh_positions[] = {
    /* --- The rules ------------------------------------------------------------------------- */
    {"a side has no king", "有一方没有王"},
    {"a side has more than one king", "有一方不止一个王"},
    {"the side not to move is in check", "未轮走的一方被将军"},
    {"the kings face each other", "将帅对面"},
    {"a pawn stands on the first or last rank", "有兵在底线"},
    {"a man stands where it can never come", "有子在不可能到达的位置"},
    {"two pawns stand on one file on their own side of the river", "同一路上有两个未过河的兵"},
    {"a side has more men than a game can have", "有一方的子超出应有的数目"},
    {"a castling right lacks its king or rook", "王车易位的权利缺少相应的王或车"},
    {"no pawn can just have passed over the en passant square", "没有兵可能刚走过吃过路兵的格子"},
    {"no move can have given this check", "没有着法能造成这样的将军"},
    {"the halfmove clock cannot be so high", "半回合计数不可能这么大"},

    /* --- FEN and EPD ----------------------------------------------------------------------- */
    {"FEN: %s", "FEN 有误：%s"},
    {"the start position: %s", "起始局面：%s"},
    {"unknown piece letter %s", "未知的棋子字母 %s"},
    {"rank %d has %d square%s, not %d", "第 %d 横线有 %d 格%.0s，应为 %d 格"},
    {"the board has %d rank%s, not %d", "棋盘有 %d 条横线%.0s，应为 %d 条"},
    {"the board has more than %d ranks", "棋盘的横线多于 %d 条"},
    {"the side to move must be %s", "走子方必须是 %s"},
    {"w or b", "w 或 b"},
    {"w, r or b", "w、r 或 b"},
    {"%s is not a castling right", "%s 不是王车易位的权利"},
    {"castling right %s is given twice", "王车易位的权利 %s 重复"},
    {"the third field must be -", "第三个字段必须是 -"},
    {"the fourth field must be -", "第四个字段必须是 -"},
    {"the en passant field must be a square or -", "吃过路兵的字段必须是格子或 -"},
    {"the halfmove clock must be a number", "半回合计数必须是数"},
    {"the move number must be a number", "回合数必须是数"},
    {"there is no board", "没有棋盘"},
    {"text after the last field", "最后一个字段之后还有文字"},
    {"%s has no king", "%s没有王"},
    {"%s has %d kings", "%s有 %d 个王"},
    {"a pawn on %s", "兵在 %s"},
    {"castling right %c without a rook", "王车易位的权利 %c 没有相应的车"},
    {"castling right %c with the king off its first rank", "王车易位的权利 %c，但王不在底线"},
    {"an operation must begin with a name", "操作必须以名称开头"},
    {"the string is not closed", "字符串没有结束"},
    {"%s needs a number", "%s 需要一个数"},
    {"more than %d operations", "操作多于 %d 个"},

    /* --- Xiangqi --------------------------------------------------------------------------- */
    {"%s's %s (%s) stands on %s, where it can never come",
     "%1$s的%3$s%2$.0s在 %4$s，不可能到达那里"},
    {"%s has two soldiers (%s) on file %c before the river", "%1$s在 %3$c 路有两个未过河的%2$s"},
    {"%s has %d %ss (%s)", "%1$s有 %2$d 个%4$s%3$.0s"},
    {"%s has no general (%s)", "%s没有%s"},
    {"the generals (帅, 将) face each other on file %c with nothing between them",
     "将帅在 %c 路对面，中间无子"},
    {"%s is in check, but it is %s's turn", "%s被将军，却轮到%s走"},

    {0}};
