#!/bin/sh
# What stands in samples is what README and its games say of themselves.
. "$(dirname "$0")/../tap.sh"

for name in chess xiangqi; do
    run qipu validate --fail-on warning "$samples/$name.pgn"
    status_is 0 "samples/$name.pgn is clean"
done
run qipu validate --strict --fail-on warning "$samples/xiangqi.pgn"
status_is 0 'samples/xiangqi.pgn is clean in all dialects'

# A study that Red wins is shown to its end; three end where the book says that the rest is easy.
qipu search --tag Title --result 1-0 "$samples/xiangqi.pgn" | qipu search --tag FEN - >wins.pgn
run qipu search --count wins.pgn
wins=$out
run qipu search --mate --count wins.pgn
mates=$out
run qipu search --stalemate --count wins.pgn
is $((wins - mates - out)) 3 'all but three won studies end in mate or stalemate'
run qipu search --has perpetual-check --result 0-1 --count "$samples/xiangqi.pgn"
is "$out" 1 'one game is lost by perpetual check'
run qipu search --has perpetual-chase --result 0-1 --count "$samples/xiangqi.pgn"
is "$out" 1 'and one by perpetual chase'

# The same games in other formats: positions and moves, variations and comments.
qipu search --tag 'Title=顺炮横车破直车弃马局' "$samples/xiangqi.pgn" >one.pgn
run qipu convert --to uci "$samples/xiangqi.xqf"
is "$out" "$(qipu convert --to uci one.pgn)" 'samples/xiangqi.xqf holds the moves of the game in PGN'
like "$(qipu convert "$samples/xiangqi.xqf")" '7\.\.\. 炮２退２' 'and its variation'
qipu search --event 梦入神机 "$samples/xiangqi.pgn" >studies.pgn
run qipu convert "$samples/xiangqi.ubb"
is "$out" "$(cat studies.pgn)" 'samples/xiangqi.ubb holds the studies in PGN, word for word'
qipu search --date-known --date 1956..1999 "$samples/xiangqi.pgn" >played.pgn
run qipu convert "$samples/xiangqi-gb18030.pgn"
is "$out" "$(cat played.pgn)" 'samples/xiangqi-gb18030.pgn holds the games of the players'

run env QIPU="$QIPU" sh "$samples/demo.sh"
status_is 0 'the demonstration runs'
is "$err" '' 'without a message'
plan_done
