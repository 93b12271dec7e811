/* The table of captions; see captions.h. */
#include "format/xiangqi/captions.h"
#include "base/ascii.h"
#include "format/xiangqi/board_text.h"

#include <string.h>

static const struct caption captions[] = {
    {"标题", "Title", CAPTION_TEXT},
    {"標題", "Title", CAPTION_TEXT},
    {"对局名称", "Title", CAPTION_TEXT},
    {"棋局名称", "Title", CAPTION_TEXT},
    {"分类", "Category", CAPTION_TEXT},
    {"来源", "Source", CAPTION_TEXT},
    {"赛事类型", "EventClass", CAPTION_TEXT},
    {"赛事", "Event", CAPTION_TEXT},
    {"賽事", "Event", CAPTION_TEXT},
    {"赛事名称", "Event", CAPTION_TEXT},
    {"比赛名称", "Event", CAPTION_TEXT},
    {"轮次", "Round", CAPTION_TEXT},
    {"輪次", "Round", CAPTION_TEXT},
    {"组别", "Group", CAPTION_TEXT},
    {"台次", "Table", CAPTION_TEXT},
    {"日期", "Date", CAPTION_DATE},
    {"比赛日期", "Date", CAPTION_DATE},
    {"对局日期", "Date", CAPTION_DATE},
    {"地点", "Site", CAPTION_TEXT},
    {"地點", "Site", CAPTION_TEXT},
    {"比赛地点", "Site", CAPTION_TEXT},
    {"时间规则", "TimeControl", CAPTION_TEXT},
    {"用时规则", "TimeControl", CAPTION_TEXT},
    {"红方", "Red", CAPTION_TEXT},
    {"紅方", "Red", CAPTION_TEXT},
    {"红等级分", "RedElo", CAPTION_TEXT},
    {"红方等级分", "RedElo", CAPTION_TEXT},
    {"红方用时", "RedTime", CAPTION_TEXT},
    {"红队", "RedTeam", CAPTION_TEXT},
    {"红方单位", "RedTeam", CAPTION_TEXT},
    {"黑方", "Black", CAPTION_TEXT},
    {"黑等级分", "BlackElo", CAPTION_TEXT},
    {"黑方等级分", "BlackElo", CAPTION_TEXT},
    {"黑方用时", "BlackTime", CAPTION_TEXT},
    {"黑队", "BlackTeam", CAPTION_TEXT},
    {"黑方单位", "BlackTeam", CAPTION_TEXT},
    {"耗时", NULL, CAPTION_TIME},
    {"用时", NULL, CAPTION_TIME},
    {"解说", "Annotator", CAPTION_TEXT},
    {"评论", "Annotator", CAPTION_TEXT},
    {"評論", "Annotator", CAPTION_TEXT},
    {"录入", "Author", CAPTION_TEXT},
    {"作者", "Author", CAPTION_TEXT},
    {"创建日期", "Created", CAPTION_TEXT},
    {"修改日期", "Modified", CAPTION_TEXT},
    {"ECCO", "ECCO", CAPTION_TEXT},
    {"棋谱类型", "RecordType", CAPTION_TEXT},
    {"对局种类", "Nature", CAPTION_TEXT},
    {"结果", "Result", CAPTION_RESULT},
    {"結果", "Result", CAPTION_RESULT},
    {"比赛结果", "Result", CAPTION_RESULT},
    {"对局结果", "Result", CAPTION_RESULT},
    {"结束方式", "Termination", CAPTION_TEXT},
    {"裁判", "Umpire", CAPTION_TEXT},
    {"裁判员", "Umpire", CAPTION_TEXT},
    {"FEN", "FEN", CAPTION_FEN},
    {"局面", "FEN", CAPTION_FEN},
    {"初始局面", "FEN", CAPTION_FEN},
    {"起始局面", "FEN", CAPTION_FEN},
    {"开始局面", "FEN", CAPTION_FEN},
    {"開始局面", "FEN", CAPTION_FEN},
    {"盘面", "FEN", CAPTION_FEN},
    {"盤面", "FEN", CAPTION_FEN},
};
/* Any other words before what looks like a board. */
static const struct caption of_board = {"", "FEN", CAPTION_FEN};
enum { CAPTIONS = sizeof captions / sizeof captions[0], LONGEST = 48 /* with blanks */ };

static const char *const headings[] = {"棋谱红方黑方", "中国象棋对局记录", "红方黑方"};
enum { HEADINGS = sizeof headings / sizeof headings[0] };

static size_t blank(const char *s, size_t len)
{
    static const char wide[] = "\u3000";
    if (len > 0 && is_space(*s))
        return 1;
    return len >= sizeof wide - 1 && memcmp(s, wide, sizeof wide - 1) == 0 ? sizeof wide - 1 : 0;
}

static size_t colon(const char *s, size_t len)
{
    static const char wide[] = "\uFF1A";
    if (len > 0 && *s == ':')
        return 1;
    return len >= sizeof wide - 1 && memcmp(s, wide, sizeof wide - 1) == 0 ? sizeof wide - 1 : 0;
}

/* Copy TEXT without blanks up to a colon or CAP bytes; *END is where it stopped. */
static size_t pack(const char *text, size_t len, char *out, size_t cap, size_t *end)
{
    size_t n = 0, at = 0, skip;
    while (at < len && n < cap && colon(text + at, len - at) == 0) {
        if ((skip = blank(text + at, len - at)) > 0)
            at += skip;
        else
            out[n++] = text[at++];
    }
    *end = at;
    return n;
}

const struct caption *caption_at(const char *text, size_t len, size_t *end)
{
    char packed[LONGEST];
    size_t n = pack(text, len, packed, sizeof packed, end);
    size_t sign = colon(text + *end, len - *end);
    *end += sign;
    for (size_t i = 0; i < CAPTIONS && sign > 0; i++)
        if (strlen(captions[i].words) == n && memcmp(captions[i].words, packed, n) == 0)
            return &captions[i];
    return sign > 0 && n > 0 && board_text_is(text + *end, len - *end) ? &of_board : NULL;
}

size_t caption_find(const char *text, size_t len)
{
    for (size_t at = 0, skip; at < len; at++) {
        size_t end, start = at;
        while ((skip = blank(text + at, len - at)) > 0)
            at += skip;
        if (at > start && at < len && caption_at(text + at, len - at, &end))
            return at;
    }
    return len;
}

bool caption_is_heading(const char *line, size_t len)
{
    char packed[LONGEST];
    size_t end, n = pack(line, len, packed, sizeof packed, &end);
    for (size_t i = 0; i < HEADINGS; i++)
        if (end == len && strlen(headings[i]) == n && memcmp(headings[i], packed, n) == 0)
            return true;
    for (size_t i = 0; i < len; i++)
        if (!strchr("-=_* \t\r\n", line[i]) || line[i] == '\0')
            return false;
    return len > 0;
}
