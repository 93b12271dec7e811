#!/bin/sh
# Opening trees and tables.
. "$(dirname "$0")/../tap.sh"

game() {
    printf '[Event "%s"]\n[Site "?"]\n[Date "%s"]\n[Round "?"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n[WhiteElo "%s"]\n[ECO "%s"]\n\n%s %s\n\n' \
        "$1" "$2" "$3" "$4" "$5" "$6" "$7" "$8" "$5"
}
{
    game Bled 1959.09.12 Tal Smyslov 1-0 2600 B20 '1. e4 c5'
    game Bled 1960.??.?? Tal Fischer 1/2-1/2 2500 C40 '1. e4 e5 2. Nf3'
    game Zagreb ????.??.?? Fischer Tal 0-1 - B20 '1. d4 c5 2. e4'
    game Zagreb 1970.01.01 Fischer Smyslov '*' 2700 C40 '1. Nf3 e5 2. e4'
} >games.pgn

run qipu stats games.pgn
status_is 0 'games give status 0'
is "$(printf '%s\n' "$out" | awk '{print $1, $2, $3, $4, $5, $6, $7, $8}')" "$(
    cat <<'END'
move games white draws black score elo last
e4 2 1 1 0 75.0% 2550 1960
Nf3 1 0 0 0 - 2700 1970
d4 1 0 0 1 0.0% - -
total 4 1 1 1 50.0% 2600 1970
END
)" 'the tree at the start position'

run qipu stats games.pgn --moves '1.e4 e5 2.Nf3'
is "$(printf '%s\n' "$out" | awk '{print $1, $2}' | tr '\n' ';')" 'move games;[end] 2;total 2;' \
    'games that end at the position are a row, however they reached it'
run qipu stats games.pgn --fen 'rnbqkbnr/pp1ppppp/8/2p5/3PP3/8/PPP2PPP/RNBQKBNR b'
is "$(printf '%s\n' "$out" | tail -1 | awk '{print $2}')" 1 'a place by its FEN'
printf '1. Sf3 d5 *\n' >german.pgn
run qipu stats german.pgn --moves '1.Sf3' --piece-letters de
is "$(printf '%s\n' "$out" | tail -1 | awk '{print $2}')" 1 'a place by moves in the piece letters of the games'
run qipu stats games.pgn --moves '1.e4' --white tal --result 1-0
is "$(printf '%s\n' "$out" | awk '{print $1, $2}' | tr '\n' ';')" 'move games;c5 1;total 1;' \
    'filters apply'
run qipu stats games.pgn --moves '1.a4'
status_is 1 'no game at the position gives status 1'
is "$out" '' 'and prints nothing'

{
    printf '[Result "1-0"]\n\n1. d4 Nf6 2. Nf3 1-0\n\n'
    printf '[Result "0-1"]\n\n1. Nf3 Nf6 2. d4 0-1\n\n'
    printf '[Result "1-0"]\n\n1. Nf3 Nf6 2. d4 1-0\n\n'
    printf '[Result "*"]\n[SetUp "1"]\n[FEN "rnbqkb1r/pppppppp/5n2/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 0 2"]\n\n2... g6 *\n'
} >ways.pgn
qipu import --quiet ways.qipu ways.pgn
for from in ways.pgn ways.qipu; do
    run qipu stats "$from" --moves '1.d4 Nf6' --transpositions
    is "$(printf '%s\n' "$out" | awk '{print $1, $2, $9}' | tr '\n' ';')" 'move games others;Nf3 1 3;total 1 -;' \
        "$from: games that come to the next position by other ways"
    run qipu stats "$from" --moves '1.d4 Nf6' --transpositions --result 1-0
    is "$(printf '%s\n' "$out" | awk '{print $1, $2, $9}' | tr '\n' ';')" 'move games others;Nf3 1 1;total 1 -;' \
        "$from: of the games that match"
    run qipu stats "$from" --moves '1.Nf3 Nf6 2.d4' --transpositions --json
    like "$(printf '%s\n' "$out" | sed -n 2p)" '"move":"\[end\]","games":3,"white":2,"draws":0,"black":1,"score":66.7\}' "$from: the end has no next position"
    run qipu stats "$from" --moves '1.d4 Nf6' --transpositions --json
    like "$(printf '%s\n' "$out" | head -1)" '"move":"Nf3",.*"others":3\}' "$from: also in JSON"
done
run qipu stats ways.pgn --by year --transpositions
like "$err" '--transpositions is for the tree' 'a table has no moves'
run qipu stats ways.pgn --fen 'rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w' --transpositions
like "$err" 'must tell castling rights' 'nor does an open FEN have one next position'

run qipu stats games.pgn --json
is "$(printf '%s\n' "$out" | head -1)" \
    '{"move":"e4","uci":"e2e4","games":2,"white":1,"draws":1,"black":0,"score":75.0,"average_elo":2550,"last_year":1960}' \
    'JSON has a line for each move'
like "$(printf '%s\n' "$out" | tail -1)" '^\{"fen":"rnbqkbnr/[^"]* w KQkq - 0 1","games":4,' 'and one for the total'

by() {
    qipu stats games.pgn --by "$1" | awk 'NR > 1 {print $1 ":" $2}' | tr '\n' ' '
}
is "$(by result)" '1-0:1 1/2-1/2:1 0-1:1 *:1 ' 'a table by result'
is "$(by year)" '1959:1 1960:1 1970:1 ?:1 ' 'a table by year'
is "$(by player)" 'Fischer:3 Tal:3 Smyslov:2 ' 'a table by player'
is "$(by eco)" 'B20:2 C40:2 ' 'a table by opening'
is "$(by length)" '1-10:4 ' 'a table by length'
is "$(by event)" 'Bled:2 Zagreb:2 ' 'a table by event'
run qipu stats games.pgn --by player --limit 1
is "$(printf '%s\n' "$out" | awk 'NR > 1 {print $1, $2, $3, $4, $5, $6}')" 'Fischer 3 0 1 1 25.0%' \
    'players have their own results'
run qipu stats games.pgn --by player --json --limit 1
is "$out" '{"player":"Fischer","games":3,"won":0,"drawn":1,"lost":1,"score":25.0}' 'a table as JSON'
run qipu stats games.pgn --by year --player tal
is "$(printf '%s\n' "$out" | awk '{print $1, $2, $3, $4, $5, $6}' | tr '\n' ';')" \
    'year games won drawn lost score;1959 1 1 0 0 100.0%;1960 1 0 1 0 50.0%;? 1 1 0 0 100.0%;' \
    'with --player the results are his own, whichever colour he had'
run qipu stats games.pgn --by year --white tal
like "$out" '^year +games +white' 'with --white they are those of White'
run qipu stats games.pgn --by event --player fischer --json --limit 1
is "$out" '{"event":"Zagreb","games":2,"won":0,"drawn":0,"lost":1,"score":0.0}' 'JSON names them so too'
run qipu stats games.pgn --mirror
status_is 2 'chess has no mirror images'
like "$err" 'for xiangqi' 'and that is said'
run qipu stats games.pgn --by year --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b'
is "$(printf '%s\n' "$out" | awk 'NR > 1 {print $1}' | tr '\n' ' ')" '1959 1960 ' \
    'a table of the games at a position'

run qipu stats games.pgn --by colour
status_is 2 'an unknown table is refused'
run qipu stats games.pgn --fen 8/8 
status_is 2 'a bad FEN is refused'
run qipu stats games.pgn --moves e4 --moves d4
status_is 2 'a tree stands at one place'

if qipu help import >.help 2>&1; then
    qipu import -q games.qipu games.pgn
    for options in '' '--moves e4' '--by player' '--by year' '--by length --player tal' '--by year --player tal'; do
        is "$(qipu stats games.qipu $options)" "$(qipu stats games.pgn $options)" \
            "store and file agree on stats $options"
    done
else
    skip 6 'no import'
fi
plan_done
