#!/bin/sh
# Lists with a game on each line, as qipu convert writes them, are read by every command.
. "$(dirname "$0")/../tap.sh"

{
    cat "$samples/chess.pgn"
    printf '[SetUp "1"]\n[FEN "7k/8/8/8/8/8/P7/K7 b - - 3 9"]\n\n9... Kg8 10. a4 *\n\n'
    printf '[White "No moves"]\n\n*\n'
} >chess.pgn
cp "$samples/xiangqi.pgn" xiangqi.pgn

for game in chess xiangqi; do
    qipu convert --to uci $game.pgn >wanted
    for form in san lan uci; do
        for options in '' --start-fen --move-numbers '--start-fen --move-numbers'; do
            qipu convert --to $form $options $game.pgn >list
            is "$(qipu convert --to uci list | cksum)" "$(cksum <wanted)" "$game, $form $options"
        done
    done
done
for form in iccs wxf zh-hans zh-hant; do
    qipu convert --to $form xiangqi.pgn >list
    is "$(qipu convert --to uci list | cksum)" "$(cksum <wanted)" "xiangqi, $form"
done

fen='rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -'
qipu convert --to uci chess.pgn >chess.uci
run sh -c '"$1" convert --to uci chess.pgn | "$1" search --fen "$2" --count' sh "$QIPU" "$fen"
is "$out" "$(qipu search --fen "$fen" --count chess.pgn)" 'a list from a pipe is searched'
run qipu validate chess.uci
is "$status:$out" '0:' 'nothing is wrong in it'
run qipu import list.qipu chess.uci
like "$out" "^list\.qipu: $(wc -l <chess.uci | tr -d ' ') games added; 0 errors, 0 warnings$" 'it is imported'
run qipu stats chess.uci
status_is 0 'and counted'
run qipu show chess.uci
status_is 0 'and shown'
run qipu validate --fix chess.uci
status_is 2 'but it is not PGN, and is not mended as such'
for i in 1 2 3 4 5 6 7 8; do
    cat chess.uci chess.uci chess.uci chess.uci
done >many.uci
is "$(qipu convert --threads 3 --to san many.uci | cksum)" \
    "$(qipu convert --threads 1 --to san many.uci | cksum)" 'any number of threads reads the same'

printf 'e4 e5\nNf3 Nc6\n' >short
run qipu convert --to uci short
is "$out" 'e2e4 e7e5 g1f3 b8c6' 'lines that may be one game are one'
printf '1. e4 e5\n1. Nf3 Nc6\n' >numbered
run qipu convert --to uci numbered
is "$out" 'e2e4 e7e5
g1f3 b8c6' 'unless their numbers say that they are several'
printf 'e4 e5 Nf3\nd4 d5 c4\nc4 c6 Ke3\nf4\n' >faulty
run qipu convert --to uci faulty
status_is 1 'a game that cannot be played is skipped'
is "$out" 'e2e4 e7e5 g1f3
d2d4 d7d5 c2c4
f2f4' 'and no other'
like "$err" '^faulty:3:7: error: Ke3' 'its place is told'
plan_done
