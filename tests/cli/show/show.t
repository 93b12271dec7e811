#!/bin/sh
# Boards of positions and games.
. "$(dirname "$0")/../tap.sh"

cat >games.pgn <<'END'
[Event "First"]
[Site "?"]
[Date "2001.??.??"]
[Round "?"]
[White "A"]
[Black "B"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Second"]
[Result "*"]

1. e4 e5 2. Ke3 *
END

run qipu show games.pgn
status_is 0 'a game is shown'
is "$out" "$(
    cat <<'END'
A - B, First, 2001.??.??
after 2...Qh4#
8 r n b[.]k b n r
7 p p p p . p p p
6 . . . . . . . .
5 . . . . p . . .
4 . . . . . . P[q]
3 . . . . . P . .
2 P P P P P . . P
1 R N B Q K B N R
  a b c d e f g h
rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
White to move: checkmate
END
)" 'the last position of the first game, with heading, FEN and outcome'

run qipu show games.pgn --ply 0
like "$out" '^8 r n b q k b n r$' 'ply 0 is the start'
unlike "$out" 'after' 'nothing led to the start'
run qipu show games.pgn --ply 1 --flip
like "$out" '^1 R N B K Q B N R$' '--flip turns the board'
like "$out" '^after 1\.f3$' 'a move of White has one dot'
run qipu show games.pgn --ply 5
status_is 2 'a ply behind the end is refused'
like "$err" 'which has 4' 'and the length told'
run qipu show games.pgn --game 3
status_is 2 'a missing game is refused'
like "$err" '^qipu show: games\.pgn: no game 3' 'by its number'

run qipu show games.pgn --game 2
status_is 1 'a faulty game gives status 1'
like "$err" 'error: .*\[illegal-move\]' 'its finding is told'
like "$out" 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w' 'and its legal part is shown'

run qipu show games.pgn --move 2
like "$out" '^after 2\.g4$' 'a position by the number of the move'
run qipu show games.pgn --move 1b
like "$out" '^after 1\.\.\.e5$' 'after that of Black'
run qipu show games.pgn --move 3
status_is 2 'a move that the game does not have is refused'
is "$err" 'qipu show: the game has no move 3.' 'and said'
for wrong in 0 x 2c 99999999999999999999; do
    run qipu show games.pgn --move $wrong
    status_is 2 "--move $wrong is refused"
done
printf '[FEN "4k3/8/8/8/8/8/8/4K3 b - - 0 30"]\n\n30... Kd7 31. Kd2 *\n' >late.pgn
run qipu show late.pgn --move 30...
like "$out" '^after 30\.\.\.Kd7$' 'moves are counted from the number in the FEN'
run qipu show late.pgn --move 30
status_is 2 'and White has none before it'
run qipu show games.pgn --game 0
status_is 2 'there is no game 0'
run qipu show --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1' --style unicode
like "$out" '^1 · · · · ♔ · · ♖$' 'a board in Unicode'
run qipu show --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1' --style svg -o board.svg
status_is 0 'a board is written to a file'
like "$(head -1 board.svg)" '^<svg xmlns="http://www.w3.org/2000/svg"' 'as SVG'
if command -v xmllint >/dev/null; then
    xmllint --noout board.svg
    ok $? 'SVG is well-formed'
else
    skip 1 'no xmllint'
fi
run qipu show --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'
like "$out" 'river' 'a xiangqi board is told by its ranks'
like "$out" '^Red to move$' 'where Red moves first'
run qipu show --fen '3k5/4P4/9/9/9/9/9/9/9/4K4 b' --style chinese
like "$out" '^  ├───┼───┼───┼───兵──┼───┼───┼───┤$' 'a board in Chinese characters'
like "$out" '楚  河         汉  界' 'has its river'
like "$out" '^  九  八  七' 'and its file numbers'
like "$out" '^Black to move: stalemate$' 'a side without a move is told'
run qipu show --fen '3k5/4P4/9/9/9/9/9/9/9/4K4 b' --style chinese --traditional --flip
like "$out" '楚  河         漢  界' 'the characters may be traditional'
like "$out" '^  ９  ８  ７' 'and the board be turned'
run qipu show --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1' --style chinese
status_is 2 'chess has no Chinese board'
like "$err" 'for xiangqi' 'and that is said'
run qipu show --fen '3k5/4P4/9/9/9/9/9/9/9/4K4 b' --style svg -o board.svg
if command -v xmllint >/dev/null; then
    xmllint --noout board.svg
    ok $? 'SVG of xiangqi is well-formed'
else
    skip 1 'no xmllint'
fi
run qipu show --fen '4k3/8/8/8/8/8/8/4K2R b - - 0 1' --json
json=$out
run qipu show --fen '3k5/4P4/9/9/9/9/9/9/9/4K4 w' --json
like "$out" '"turn":"red"' 'Red is to move in xiangqi'
is "$json" '{"game":"chess","fen":"4k3/8/8/8/8/8/8/4K2R b - - 0 1","turn":"black","check":false}' \
    'a position as JSON'

run qipu show --fen '8/8/8/8/8/8/8/8 w - - 0 1'
status_is 2 'a position without kings is refused'
like "$err" '^qipu show: --fen: ' 'and the reason told'
run qipu show --fen '4k3/8/8/8/8/8/8/4K2R w' games.pgn
status_is 2 'a FEN and a file exclude each other'
run qipu show games.pgn games.pgn
status_is 2 'two files are too many'
run qipu show games.pgn --style ascii
status_is 2 'an unknown style is refused'
run qipu show missing.pgn
status_is 2 'a missing file is told'

printf '[Red "?"]\n[Black "?"]\n[Event "?"]\n[Title "Sheep"]\n\n1. H2-E2 *\n' >study.pgn
is "$(qipu show study.pgn | head -1)" 'Sheep' 'a study without players is headed by its title'
sed 's/Red "?"/Red "Zhu"/' study.pgn >game.pgn
is "$(qipu show game.pgn | head -1)" 'Zhu - ?, ?, ?' 'a game by its players'

if qipu help import >.help 2>&1; then
    qipu import -q games.qipu games.pgn 2>/dev/null
    run qipu show games.qipu --id 1
    like "$out" '^White to move: checkmate$' 'a game of a store is shown'
    run qipu show games.qipu --id 9
    status_is 2 'a missing id is refused'
else
    skip 2 'no import'
fi
plan_done
