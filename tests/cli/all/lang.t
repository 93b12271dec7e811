#!/bin/sh
# The language of messages: --lang, the locale, and what is the same in every language.
. "$(dirname "$0")/../tap.sh"

# Everything of a line of findings but its text.
places() {
    sed 's/^\([^ ]*: [a-z]*\): .* \(\[[a-z0-9-]*\]\)$/\1 \2/'
}
in_locale() { # in_locale VARIABLE=VALUE... -- ARGUMENT...
    settings=
    while [ "$1" != -- ]; do
        settings="$settings $1"
        shift
    done
    shift
    # shellcheck disable=SC2086
    run env -u LC_ALL -u LC_MESSAGES -u LANG $settings "$QIPU" "$@"
}

# --- Faulty files of both games ------------------------------------------------------------------

for name in broken broken-xiangqi; do
    run qipu validate --strict --min-severity note "$samples/$name.pgn"
    english=$(printf '%s\n' "$out" | places)
    run qipu validate --strict --min-severity note --lang zh "$samples/$name.pgn"
    status_is 1 "$name.pgn has faults in Chinese too"
    is "$(printf '%s\n' "$out" | places)" "$english" \
        "places, severities and codes of $name.pgn are the same in Chinese"
    is "$(printf '%s\n' "$out" | sed 's/^[^ ]*: [a-z]*: //; s/ \[[a-z0-9-]*\]$//' |
        grep -E '[a-z]{2,} [a-z]{2,}' | grep -v 'White won\|about 2000\|Black resigned')" '' \
        "no text about $name.pgn is English"
done
run qipu validate --lang zh "$samples/broken.pgn"
like "$out" ':11:13: error: Ke3: e1 的王走不到 e3 \[illegal-move\]$' 'a move that cannot be, in chess'
like "$out" ':21:24: error: Nd2: 不止一个马能走到 d2（b1、f3） \[ambiguous-move\]$' 'an ambiguous move'
run qipu validate --lang zh "$samples/broken-xiangqi.pgn"
like "$out" ':10:17: error: 马二进四: h0 的马走不到 f1：g0 的相蹩住马腿 \[illegal-move\]$' \
    'a move that cannot be, in xiangqi'
like "$out" ':67:28: error: FEN 有误：将帅在 e 路对面，中间无子 \[bad-fen\]$' 'a position that cannot be'
run qipu validate --lang zh --format json "$samples/broken-xiangqi.pgn"
like "$(printf '%s\n' "$out" | head -1)" \
    '"line":10,"column":17,.*"severity":"error","code":"illegal-move","message":"马二进四: h0 的马走不到' \
    'the message of a JSON object is Chinese, its members are not'
run qipu validate "$samples/broken-xiangqi.pgn"
like "$out" 'the horse \(马\) on h0 cannot reach f1: the elephant \(相\) on g0 blocks its leg \(蹩马腿\)' \
    'English names the men of xiangqi in Chinese as well'

# --- The choice ----------------------------------------------------------------------------------

chinese='^qipu show: x\.pgn: 没有那个文件或目录$'
english='^qipu show: x\.pgn: No such file or directory$'
in_locale -- show x.pgn
like "$err" "$english" 'without a locale it is English'
for locale in zh zh_CN zh_CN.UTF-8 zh_CN.GB18030 zh_TW.Big5 zh-Hans zh@pinyin zh.UTF-8; do
    in_locale LANG=$locale -- show x.pgn
    like "$err" "$chinese" "$locale is Chinese"
done
for locale in C POSIX C.UTF-8 en_GB.UTF-8 de_DE zha_CN; do
    in_locale LANG=$locale -- show x.pgn
    like "$err" "$english" "$locale is English"
done
in_locale LC_ALL=C LC_MESSAGES=zh_CN LANG=zh_CN -- show x.pgn
like "$err" "$english" 'LC_ALL comes first'
in_locale LC_ALL=zh_CN LC_MESSAGES=C LANG=C -- show x.pgn
like "$err" "$chinese" 'and so when it is Chinese'
in_locale LC_MESSAGES=zh_CN LANG=C -- show x.pgn
like "$err" "$chinese" 'LC_MESSAGES comes before LANG'
in_locale LC_ALL= LC_MESSAGES=C LANG=zh_CN -- show x.pgn
like "$err" "$english" 'an empty one counts as not set'
in_locale LC_CTYPE=zh_CN.UTF-8 -- show x.pgn
like "$err" "$english" 'other categories do not count'
in_locale LC_ALL=zh_CN -- show --lang en x.pgn
like "$err" "$english" '--lang wins over the locale'
run qipu show --lang=zh x.pgn
like "$err" "$chinese" '--lang may have its value behind ='
run qipu show x.pgn --lan zh
like "$err" "$chinese" '--lang may be cut'
run qipu show --fro --lang zh
like "$err" '^qipu show: 未知的选项“--fro”' '--lang counts for what stands before it'
run qipu show --fro -- --lang zh
like "$err" '^qipu show: unknown option' 'but not behind --'
run qipu show --lang xx
status_is 2 'an unknown language is a misuse'
like "$err" "^qipu show: --lang: 'xx' is not en or zh$" 'and is named'

# --- Help ----------------------------------------------------------------------------------------

commands=$(qipu help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$')
options() {
    grep -o -e '--[a-z-]*' | sort -u
}
for c in $commands; do
    names=$(qipu "$c" --help | options)
    run qipu "$c" --help --lang zh
    status_is 0 "$c --help is no failure in Chinese"
    is "$(printf '%s\n' "$out" | options)" "$names" "$c --help names the same options"
    is "$(printf '%s\n' "$out" | grep -E '[a-z]{3,} [a-z]{3,} [a-z]{3,}' | grep -v '^  qipu ')" '' \
        "$c --help has no line of English"
done
run qipu help --lang zh
like "$out" '^用法：qipu COMMAND' 'help is Chinese'
in_locale LANG=zh_CN.UTF-8 -- halp
like "$err" '没有命令“halp”；是不是“help”？' 'so is what a misspelt command is answered'

# --- Tables --------------------------------------------------------------------------------------

run qipu stats --lang zh --by result "$samples/chess.pgn"
like "$(printf '%s\n' "$out" | head -1)" '^结果 .* 对局 .* 白胜 .* 和棋 .* 黑胜  得分率$' 'heads of tables are Chinese'
run qipu stats --lang zh --json --by result "$samples/chess.pgn"
json=$out
run qipu stats --json --by result "$samples/chess.pgn"
is "$json" "$out" 'JSON is the same in every language'
run qipu import --lang zh chess.qipu "$samples/chess.pgn"
is "$out" 'chess.qipu: 加入 102 局；0 个错误，0 个警告' 'an import is summed up in Chinese'
run qipu db --lang zh chess.qipu info
like "$out" '^对局              102$' 'labels are as wide as English ones'
run qipu show --lang zh chess.qipu --ply 1
like "$out" '^轮到黑方走$' 'a board tells in Chinese whose turn it is'

plan_done
