#!/bin/sh
# Xiangqi in searches, trees, tables and boards: mirror images, Red's words, moves in Chinese.
. "$(dirname "$0")/../tap.sh"

game() {
    printf '[Game "Chinese Chess"]\n[Event "%s"]\n[Date "%s"]\n[Red "%s"]\n[Black "%s"]\n[RedElo "%s"]\n[Result "%s"]\n[ECCO "%s"]\n\n%s %s\n\n' \
        "$1" "$2" "$3" "$4" "$5" "$6" "$7" "$8" "$6"
}
{
    game Wuyang 2001.01.02 许银川 吕钦 2600 1-0 C23 '1. 炮二平五 马8进7 2. 马二进三 车9平8'
    game Wuyang 2002.01.02 吕钦 许银川 2500 0-1 C23 '1. 炮八平五 马2进3 2. 马八进七 车1平2'
    game Wuyang 2003.01.02 胡荣华 许银川 '' 1/2-1/2 E10 '1. 兵七进一 卒7进1'
    game Yinli 2004.01.02 胡荣华 吕钦 '' 1-0 E10 '1. 兵三进一 卒3进1 2. 炮二平五'
    game Yinli 2005.01.02 许银川 胡荣华 '' '*' A40 '1. 相三进五 马8进7'
} >games.pgn

right='rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2'

finds() {
    expected=$1 name=$2
    shift 2
    is "$(qipu search --json "$@" games.pgn | sed 's/.*"number":\([0-9]*\).*/\1/' | tr '\n' ' ')" \
        "$expected" "$name"
}
finds '1 ' 'a position alone' --fen "$right"
finds '1 2 ' 'a position and its mirror image' --fen "$right" --mirror
finds '1 ' 'a line in Chinese' --moves '炮二平五 马8进7'
finds '1 ' 'with ideographic blanks' --moves '炮二平五　马8进7'
finds '1 ' 'a line in WXF' --moves '1.C2.5 H8+7'
finds '1 2 ' 'a line and its mirror image' --moves '炮二平五 马8进7' --mirror
finds '4 ' 'a pattern on the left' --pattern '*/*/*/??.*/*/*/*/*/*/*'
finds '3 4 ' 'a pattern on either side' --pattern '*/*/*/??.*/*/*/*/*/*/*' --mirror
finds '3 4 ' 'a pattern of either colour' --pattern '*/*/*/??.*/*/*/*/*/*/*' --flip
finds '1 2 3 4 5 ' 'material, with the letters of the West' --material KAAEEHHRRCCPPPPPkaabbnnrrccppppp
finds '3 4 ' 'a structure counts with its mirror image' \
    --structure 'rnba1abnr/9/1c5c1/p1p3p1p/4p4/9/P1P1P1P1P/1C5C1/9/RNBA1ABNR' \
    --structure 'rnba1abnr/9/1c5c1/p3p1p1p/2p6/6P2/P1P1P3P/1C5C1/9/RNBA1ABNR'
finds '1 ' "Red's rating" --red-elo 2550..
finds '1 5 ' 'games with Red' --red 许银川
finds '3 4 ' 'openings are those of ECCO' --eco E
finds '2 ' 'a word for the result' --eco C --result black
finds '2 3 4 1 5 ' 'sorting by Red' --sort red

run qipu search games.pgn --material KRPkq --count
status_is 2 'there are no queens'
run qipu search games.pgn --moves '炮二平五 炮8平8'
status_is 2 'an illegal line is refused'
like "$err" '^qipu search: --moves: .*\(column 6\)$' 'with the column'

columns() {
    printf '%s\n' "$out" | awk -v n="$1" '{for (i = 1; i <= n; i++) printf "%s ", $i; print ""}'
}
run qipu stats games.pgn --json
like "$out" '"move":"炮二平五","uci":"h3e3","games":1,"red":1,"draws":0,"black":0' 'a tree has moves of one wing'
like "$out" '"move":"炮八平五","uci":"b3e3","games":1,"red":0,"draws":0,"black":1' 'and of the other'
run qipu stats games.pgn --json --mirror
like "$out" '"move":"炮二平五","uci":"h3e3","games":2,"red":1,"draws":0,"black":1' 'a merged tree has them in one'
like "$out" '"move":"兵三进一","uci":"g4g5","games":2' 'named by the wing on the right of Red'
like "$(printf '%s\n' "$out" | tail -1)" '^\{"fen":"rnbakabnr/[^"]*","games":5,' 'it counts every game once'
run qipu stats games.pgn --json --mirror --moves '炮八平五'
like "$out" '"move":"马２进３","uci":"b10c8","games":2' 'next moves are turned to the position asked for'
run qipu stats games.pgn --mirror
is "$(columns 6 | sed -n '1p;/炮/p' | tr '\n' ';')" 'move games red draws black score ;炮二平五 2 1 0 1 50.0% ;' \
    'the tree in Chinese'
run qipu stats games.pgn --by year
is "$(columns 5 | head -1)" 'year games red draws black ' 'a table names Red'
run qipu stats games.pgn --by event --player 许银川
is "$(columns 5 | tr '\n' ';')" 'event games won drawn lost ;Wuyang 3 2 1 0 ;Yinli 1 0 0 0 ;' \
    "a player's own results"
run qipu stats games.pgn --by player --mirror --fen "$right"
is "$(columns 2 | tr '\n' ';')" 'player games ;吕钦 2 ;许银川 2 ;' 'a table of mirrored games too'

run qipu show games.pgn --game 4 --ply 1 --style chinese
like "$out" '^  兵──┼───兵──┼───兵──┼──[[]┼─[]]─┼───兵$' 'a board after a move'
like "$out" '^胡荣华 - 吕钦, Yinli, 2004\.01\.02$' 'with its heading'
like "$out" '^after 1\.兵三进一$' 'and the move in Chinese'
run qipu show games.pgn --game 4 --move 1b --style chinese --traditional --flip
like "$out" '^after 1\.\.\.卒３進１$' 'the move in the script of the board'
run qipu show games.pgn --game 4 --move 1r --json
like "$out" '"last_move":"兵三进一","turn":"black"' 'a position after a move of Red'

if qipu help import >.help 2>&1; then
    qipu import -q games.qipu games.pgn
    for options in '--mirror' '--red-elo 2550..' '--eco E' '--red 许银川' '--material C=c' \
        '--pattern */*/*/??.*/*/*/*/*/*/* --mirror' '--moves 炮八平五 --mirror'; do
        set -f
        is "$(qipu search games.qipu --count $options)" "$(qipu search games.pgn --count $options)" \
            "store and file agree on $options"
        set +f
    done
    for options in '' --mirror '--mirror --red 胡荣华' '--moves 炮八平五 --mirror' '--by eco' '--by year --player 吕钦'; do
        is "$(qipu stats games.qipu $options)" "$(qipu stats games.pgn $options)" \
            "store and file agree on stats $options"
    done
    for option in '' --mirror; do
        for ply in 0 1 2 3 4; do
            fen=$(qipu show games.pgn --game 2 --ply $ply --json 2>/dev/null | sed 's/.*"fen":"\([^"]*\)".*/\1/')
            by_pattern=$(qipu search games.qipu --count $option --pattern "$(echo "$fen" | cut -d' ' -f1,2)")
            is "$(qipu search games.qipu --count $option --fen "$fen"),$by_pattern" \
                "$(qipu search games.pgn --count $option --fen "$fen"),$by_pattern" \
                "index and file agree at ply $ply $option"
            is "$by_pattern" "$(qipu search games.pgn --count $option --fen "$fen")" 'so does the scan'
        done
    done
    run qipu search games.qipu --mirror --fen "$right" --explain --count
    like "$err" 'the position index was asked 1 time' 'mirror images are asked for at once'
    run qipu show games.qipu --id 1 --style svg
    is "$(printf '%s\n' "$out" | grep -c 'class="h"')" 2 'a stored game is drawn with its last move'
else
    skip 35 'no import'
fi
plan_done
