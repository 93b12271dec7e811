#!/bin/sh
# qipu convert with games of xiangqi, as it is typed.
. "$(dirname "$0")/../tap.sh"

# Every style of writing a move in one game.
cat >mixed.pgn <<'END'
[Game "Chinese Chess"]
[Event "Casual"]
[Red "A"]
[Black "B"]
[Result "1-0"]

1. 炮二平五 {center} 馬８進７ 2. N2+3 (2. c4c5 I10-H10) R9.8 3. 車一平2 卒７进1 1-0
END
cat >chess.pgn <<'END'
[White "A"]

1. e4 e5 *
END

lines() {
    run qipu convert --to "$1" mixed.pgn
    is "$out" "$2" "$3"
}
lines iccs 'H2-E2 H9-G7 H0-G2 I9-H9 I0-H0 G6-G5' 'ICCS, whatever was read'
lines uci 'h3e3 h10g8 h1g3 i10h10 i1h1 g7g6' 'UCI counts ranks from 1'
lines wxf 'C2.5 N8+7 N2+3 R9.8 R1.2 P7+1' 'WXF'
lines zh-hans '炮二平五 马８进７ 马二进三 车９平８ 车一平二 卒７进１' 'simplified Chinese'
lines zh-hant '炮二平五 馬８進７ 馬二進三 車９平８ 車一平二 卒７進１' 'traditional Chinese'
lines san "$(qipu convert --to zh-hans mixed.pgn)" 'SAN is simplified Chinese'
lines lan "$(qipu convert --to iccs mixed.pgn)" 'long algebraic is ICCS'
run qipu convert --to wxf --move-numbers mixed.pgn
is "$out" '1. C2.5 N8+7 2. N2+3 R9.8 3. R1.2 P7+1' 'move numbers'
run qipu convert --to uci --start-fen mixed.pgn
like "$out" '^fen rnbakabnr/9/1c5c1/.* w - - 0 1 moves h3e3 ' 'the start in front'

for form in iccs uci wxf zh-hans zh-hant; do
    qipu convert --to "$form" mixed.pgn | sed '1s/^/[Game "Chinese Chess"]\
\
/' >again.pgn
    is "$(qipu convert --to iccs again.pgn)" "$(qipu convert --to iccs mixed.pgn)" \
        "$form is read again as the same moves"
done

run qipu convert mixed.pgn
is "$out" '[Game "Chinese Chess"]
[Event "Casual"]
[Red "A"]
[Black "B"]
[Result "1-0"]

1. 炮二平五 {center} 1... 马８进７ 2. 马二进三 (2. 兵七进一 车９平８)
2... 车９平８ 3. 车一平二 卒７进１ 1-0' 'PGN in simplified Chinese'
run qipu convert --notation wxf mixed.pgn
like "$out" '^\[Format "WXF"\]$' '--notation adds the Format tag'
like "$out" '^1\. C2\.5 \{center\} 1\.\.\. N8\+7 2\. N2\+3 ' 'and writes the moves so'
printf '%s\n' "$out" >wxf.pgn
run qipu convert wxf.pgn
is "$out" "$(cat wxf.pgn)" 'a Format tag is kept to'
run qipu convert --notation zh-hant wxf.pgn
like "$out" '^\[Format "Chinese"\]$' '--notation replaces the Format tag'
like "$out" '馬８進７' 'traditional characters'
for notation in iccs wxf zh-hans zh-hant; do
    qipu convert --notation $notation mixed.pgn >again.pgn
    is "$(qipu convert --json again.pgn | sed 's/,\["Format","[A-Za-z]*"\]//')" \
        "$(qipu convert --json mixed.pgn)" "PGN in $notation is read as the same game"
done
run qipu convert --notation xqf mixed.pgn
status_is 2 'an unknown notation is a misuse'
like "$err" 'zh-hans, zh-hant, wxf, iccs, xboard or pychess' 'and those that are, are named'

run qipu convert --json mixed.pgn
like "$out" '"moves":\[\{"san":"炮二平五","uci":"h3e3","iccs":"H2-E2","comments":\["center"\]\}' \
    'JSON has Chinese, UCI and ICCS'
run qipu convert --to csv --columns Red,moves,uci mixed.pgn
like "$out" '^A,炮二平五 马８进７ .*,h3e3 h10g8 ' 'CSV too'

run qipu convert --to wxf chess.pgn
status_is 1 'a chess game has no WXF'
is "$out" '' 'so nothing is written'
is "$err" 'qipu convert: 1 game of chess skipped: wxf is for xiangqi' 'and it is told'
run qipu convert --to pgn --notation wxf chess.pgn
is "$out" '[White "A"]

1. e4 e5 *' '--notation leaves chess alone'

qipu import -q games.qipu mixed.pgn
run qipu convert --to zh-hant games.qipu
is "$out" "$(qipu convert --to zh-hant mixed.pgn)" 'stores are converted as files are'
plan_done
