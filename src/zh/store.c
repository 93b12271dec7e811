/* Chinese: working with stores. */
#include "zh/zh.h"

const struct lang_pair zh_store[] = {
    /* --- What could not be done -------------------------------------------------------------- */
    {"%s: cannot %s: %s", "%s: 无法%s：%s"},
    {"%s: cannot %s: another process is using the store", "%s: 无法%s：另一个进程正在使用棋谱库"},
    {"%s: cannot %s: the disk is full", "%s: 无法%s：磁盘已满"},
    {"%s: cannot %s: an unfinished write must be rolled back first, and the file or its folder "
     "cannot be written",
     "%s: 无法%s：必须先撤销未完成的写入，而文件或其目录不可写"},
    {"add games", "加入对局"},
    {"change games", "修改对局"},
    {"change names", "修改名字"},
    {"change the game of the store", "修改棋谱库的棋种"},
    {"check the store", "检查棋谱库"},
    {"compact the store", "压缩棋谱库"},
    {"count games", "统计对局"},
    {"count its games", "统计其中的对局"},
    {"create the store", "建立棋谱库"},
    {"filter games", "筛选对局"},
    {"join blocks", "合并数据块"},
    {"merge the position index", "合并局面索引"},
    {"open the store", "打开棋谱库"},
    {"read a game", "读取对局"},
    {"read its sources", "读取其来源"},
    {"read names", "读取名字"},
    {"read the games", "读取对局"},
    {"read the position index", "读取局面索引"},
    {"read the store", "读取棋谱库"},
    {"upgrade the store", "升级棋谱库"},
    {"write the position index", "写入局面索引"},
    {"write to the store", "写入棋谱库"},
    {"stopped", "已停止"},

    /* --- Opening --------------------------------------------------------------------------- */
    {"%s: not a qipu store", "%s: 不是 qipu 棋谱库"},
    {"%s: an empty file, not a qipu store", "%s: 空文件，不是 qipu 棋谱库"},
    {"%s: a SQLite database, but not a qipu store", "%s: 是 SQLite 数据库，但不是 qipu 棋谱库"},
    {"%s: a directory, not a qipu store", "%s: 是目录，不是 qipu 棋谱库"},
    {"%s: not a regular file", "%s: 不是普通文件"},
    {"%s: cannot open the store", "%s: 无法打开棋谱库"},
    {"%s: cannot open the store for writing", "%s: 无法打开棋谱库以写入"},
    {"%s: cannot lock the store", "%s: 无法锁定棋谱库"},
    {"%s: another qipu is writing to this store; try again when it is done",
     "%s: 另一个 qipu 正在写入此棋谱库；请等它完成后再试"},
    {"%s: cannot open the store: an import did not end, and the file or its folder cannot be "
     "written",
     "%s: 无法打开棋谱库：有一次导入没有完成，而文件或其目录不可写"},
    {"%s: a store of format %lld, older than this qipu's %d; bring it up to date with: qipu db %s "
     "upgrade",
     "%s: 棋谱库的格式为 %lld，比这个 qipu 的 %d 旧；请升级：qipu db %s upgrade"},
    {"%s: a store of format %lld; this qipu reads formats up to %d",
     "%s: 棋谱库的格式为 %lld；这个 qipu 最多读到格式 %d"},
    {"%s: the store has no format version", "%s: 棋谱库没有格式版本"},
    {"%s: the store does not say which game it holds", "%s: 棋谱库没有说明是哪种棋"},
    {"%s: the store holds %s games, not %s", "%s: 棋谱库中是 %s 的对局，不是 %s"},
    {"%s: the store holds games of another kind", "%s: 棋谱库中是另一种棋的对局"},

    /* --- Changing -------------------------------------------------------------------------- */
    {"%s: the store has no more numbers for names", "%s: 棋谱库没有更多的名字编号"},
    {"%s: the store has no more numbers for games", "%s: 棋谱库没有更多的对局编号"},
    {"%s: the position index has no more segment numbers; compact the store",
     "%s: 局面索引没有更多的分段编号；请压缩棋谱库"},
    {"%s: no batch was begun", "%s: 没有开始批处理"},
    {"%s: the store is not ready for writing", "%s: 棋谱库没有准备好写入"},
    {"%s: there is no game %u", "%s: 没有对局 %u"},
    {"'%s' is no name", "“%s”不是名字"},
    {"more notes than a store can hold in a game", "一局的附注多于棋谱库能容纳的数目"},
    {"a game that is not whole cannot be stored", "不完整的对局不能存入"},
    {"too many conditions on names", "名字的条件过多"},
    {"too many conditions on games", "对局的条件过多"},

    {0}};
