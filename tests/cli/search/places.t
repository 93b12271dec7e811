#!/bin/sh
# Conditions on positions and lines beyond one position and one pattern: open lines, positions behind
# lines, keys, men, clocks, evaluations, what lasts; and marks on what is found. Stores and files
# agree on all of them.
. "$(dirname "$0")/../tap.sh"

# game NAME MOVES
game() {
    printf '[Event "%s"]\n[Site "?"]\n[Date "2001.01.01"]\n[Round "?"]\n[White "%s"]\n[Black "B"]\n[Result "*"]\n\n%s *\n\n' \
        "$1" "$1" "$2"
}
{
    game gift '1. e4 e6 2. Nf3 d6 3. Bd3 Be7 4. O-O Nf6 5. e5 O-O 6. Bxh7+ $1 {yes} Kxh7 7. Ng5+'
    game gambit '1. d4 d5 2. c4 c6'
    game order '1. c4 {[%clk 0:10:00]} d5 {[%clk 0:09:58]} 2. d4 {[%eval 0.3] [%clk 0:00:20]} e6 {[%clk 0:00:10] [%eval -1]}'
    game mate '1. f3 {[%eval -0.5]} e5 2. g4 {[%eval #-1]} (2. e4 {[%eval 0.1]}) Qh4# {[%eval #-0]}'
    game takes '1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. Be2 Qxe2+ 5. Ngxe2'
} >games.pgn
qipu import -q games.qipu games.pgn

# What the conditions find in the file: number:plies of each game; and in the store, if it differs.
found() {
    qipu search --json "$@" 2>&1 |
        sed 's/.*"\(number\|id\)":\([0-9]*\),.*"plies":\[\([0-9,]*\)\].*/\2:\3/' | tr '\n' ' '
}
finds() {
    expected=$1 name=$2
    shift 2
    is "$(found "$@" games.pgn)" "$expected" "$name"
    is "$(found "$@" games.qipu)" "$expected" '  in a store too'
    is "$(qipu search --count "$@" games.qipu)" "$(printf '%s' "$expected" | wc -w)" '  by number too'
}

finds '2: 3: 5: ' 'a star is any move' --moves '* d5'
finds '3: 4: ' 'a bar is or' --moves 'c4|f3'
finds '4: ' 'an exclamation mark forbids' --moves '!e4|c4 !d5'
finds '1:11 ' 'dots are anywhere' --moves '... Bxh7 Kxh7 Ng5'
finds '1:7 ' 'a number says who begins' --moves '... 1.O-O Nf6'
finds '' 'which here was White' --moves '... 1...O-O Nf6'
finds '1:11 4:1 ' 'lines given twice mean either' --moves 'f3 *' --moves '... Bxh7+'
finds '2: ' 'a line and a player' --moves '* * c4' --player gambit
finds '1:13 ' 'a line anywhere, and a condition on positions' --moves '... Ng5' --ply 13..
finds '' 'which must hold too' --moves '... Ng5' --ply 14..
finds '2: 3: 4: 5: ' 'what has no such line' --moves '... Bxh7' --invert

finds '2:3 3:3 ' 'a position in whatever order of moves' --after '1.d4 d5 2.c4'
finds '2:3 3:3 ' 'a FEN and a line mean either' --after '1.d4 d5 2.c4' \
    --fen '8/8/8/8/8/8/8/K1k5 w'
finds '3:3 ' 'a position, and what a comment says' --after '1.d4 d5 2.c4' --eval 0..1
finds '1:1 5:1 ' 'a key of Polyglot' --key 823c9b50fd114196
finds '5:5 ' 'all of them at one ply' --material 'Q=q' --men ..30 --moves e4 --ply 4..5 \
    --pattern '*/*/*/*/*/??N*/*/*'
finds '1:12,13 5:4,5,6,7 ' 'thirty men' --men 30
finds '5:4 ' 'thirty men for four plies' --men 30 --lasting 4
finds '' 'but not for five' --men 30 --lasting 5
finds '1:11 5:3 ' 'a number that lasts for two' --men ..31 --lasting 2 --moves e4
finds '3:3,4 ' 'clocks' --clock ..30
finds '3:1,2 ' 'clocks with minutes' --clock 1:00..10:00
finds '3:3 ' 'the first of those that last' --clock ..30 --lasting 2
finds '3:4 4:1,3,4 ' 'evaluations below a pawn' --eval ..-0.5
finds '4:3,4 ' 'mates' --eval ..#-5
finds '4:3 ' 'one mate' --eval '#-1'
finds '3:3,4 ' 'evaluations in a range' --eval -1..0.3 --clock 0..
finds '' 'those of variations do not count' --eval 0.1

run qipu search games.qipu --explain --count --moves '... Bxh7'
like "$err" 'games were replayed; 1 have' 'lines are found by replaying the games of a store'
run qipu search games.qipu --explain --count --after 'c4 d5 d4'
like "$err" 'position index' 'a position behind a line is looked up'
is "$out" 2 'and counted'

run qipu search games.pgn --moves '... Bxh7' --men 31 --mark 'look here'
like "$out" '6\. Bxh7\+ \$1 \{look here\} \{yes\}' 'marks stand at what is found'
run qipu search games.qipu --ply 0,4 --player gambit --mark 'a "b"'
like "$out" '^\{a "b"\} 1\. d4 d5 2\. c4 c6 \{a "b"\} \*$' 'at the start and the end too'
for options in '--count' '--json' '--positions' '--as-is'; do
    run qipu search games.pgn --men 30 --mark x $options
    status_is 2 "--mark refuses $options"
    like "$err" '--mark goes into PGN' 'and says so'
done
run qipu search games.pgn --men 30 --mark 'a}b'
like "$err" "a comment cannot hold '}', which ends it" 'a mark that is no comment is refused'
run qipu search games.pgn --moves e4 --mark x
like "$err" '--mark needs a condition on positions' 'marks want positions'
run qipu search games.pgn --men 30 --invert --mark x
status_is 2 'the inverse of which has none'

run qipu stats games.qipu --after '1.d4 d5 2.c4' --json
like "$out" '"move":"e6","uci":"e7e6","games":1' 'a tree stands behind a line'
is "$(qipu stats games.pgn --after '1.d4 d5 2.c4')" "$(qipu stats games.pgn --moves '1.d4 d5 2.c4')" \
    'as with --moves'
run qipu stats games.pgn --moves '1.d4 * 2.c4'
status_is 2 'a tree does not stand at several positions'
like "$err" '--moves: only one move can stand here \(column 6\)$' 'and names the column'
is "$(qipu stats games.qipu --by result --moves '* d5' --json)" \
    "$(qipu stats games.pgn --by result --moves '* d5' --json)" 'a table counts the games of a line'
like "$(qipu stats games.pgn --by result --moves '* d5' --json)" '"games":3' 'of which there are three'
run qipu stats games.pgn --after e4 --fen x
like "$err" 'give --fen, --after or --moves once' 'a tree stands at one place'

run qipu search games.pgn --moves 'e4 zz *'
status_is 2 'a text that is no move is refused'
like "$err" '^qipu search: --moves: this is not a move \(column 4\)$' 'with its column'

printf '[Game "Chinese Chess"]\n[Red "A"]\n[Result "*"]\n\n1. 炮二平五 马8进7 2. 马二进三 车9平8 *\n\n[Game "Chinese Chess"]\n[Red "B"]\n[Result "*"]\n\n1. 炮八平五 马2进3 2. 马八进七 车1平2 *\n' >games.pgn
rm games.qipu
qipu import -q games.qipu games.pgn
finds '1: 2: ' 'a line of xiangqi with alternatives' --moves '炮二平五|炮八平五 * 马二进三|马八进七'
finds '1:3 ' 'a line of xiangqi anywhere' --moves '... 马二进三 车9平8'
finds '1:3 ' 'in WXF' --moves '... H2+3 R9.8'
finds '2: ' 'in coordinates' --moves '* * b0c2'
finds '1:3 2:3 ' 'and its mirror image' --moves '... !马二进三 车9平8' --moves '... 马二进三 车9平8' --mirror
finds '1:2 2:2 ' 'a position behind a line and its mirror image' --after '炮二平五 马8进7' --mirror
finds '1:2,3,4 2:2,3,4 ' 'men' --men 32 --ply 2..
run qipu search games.pgn --key 823c9b50fd114196
like "$err" 'Polyglot has no keys of xiangqi' 'Polyglot is for chess'
plan_done
