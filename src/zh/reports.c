/* Chinese: heads of tables, and the labels of what a store holds. */
#include "zh/zh.h"

#include <inttypes.h>

const struct lang_pair zh_reports[] = {
    /* --- Tables and trees -------------------------------------------------------------------- */
    {"move", "着法"},
    {"[end]", "[终局]"},
    {"total", "合计"},
    {"games", "对局"},
    {"white", "白胜"},
    {"red", "红胜"},
    {"draws", "和棋"},
    {"black", "黑胜"},
    {"won", "胜"},
    {"drawn", "和"},
    {"lost", "负"},
    {"score", "得分率"},
    {"elo", "等级分"},
    {"last", "最近"},
    {"others", "别路"},
    {"errors", "错误"},
    {"warnings", "警告"},
    {"notes", "提示"},
    {"file", "文件"},
    {"and %zu more files\n", "另有 %zu 个文件\n"},
    {"known findings passed over: %llu\n", "略过 %llu 个已知问题\n"},
    {"result", "结果"},
    {"year", "年份"},
    {"eco", "开局"},
    {"length", "回合数"},

    {"  ~~~~~ river ~~~~~\n", "  ~~~ 楚河 汉界 ~~~\n"},

    /* --- A store --------------------------------------------------------------------------- */
    {"game", "棋种"},
    {"format", "格式"},
    {"plies", "着数"},
    {"players", "棋手"},
    {"events", "赛事"},
    {"sites", "地点"},
    {"sources", "来源"},
    {"segments", "索引分段"},
    {"imported bytes", "导入字节"},
    {"bytes", "字节"},
    {"  moves", "  着法"},
    {"  texts", "  文字"},
    {"  rows", "  对局表"},
    {"  names", "  名字"},
    {"  position index", "  局面索引"},
    {"  material index", "  子力索引"},
    {"  sources", "  来源"},
    {"  free pages", "  空闲页"},
    {"  pages and rest", "  页与其他"},
    {"bytes / imported", "字节 / 导入"},
    {"dates", "日期"},
    {"%s to %s\n", "%s 至 %s\n"},
    {"%" PRIu64 " games, %lld faults\n", "%" PRIu64 " 局，%lld 处损坏\n"},
    {"%" PRIu64 " games, no fault\n", "%" PRIu64 " 局，没有损坏\n"},

    {0}};
