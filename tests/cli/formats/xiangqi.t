#!/bin/sh
# Xiangqi in every command: encodings, the kind of a file and of a store, tags, queries.
. "$(dirname "$0")/../tap.sh"

start='rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'
cat >utf8.pgn <<'END'
[Game "Chinese Chess"]
[Event "第一局"]
[Site "上海"]
[Date "1997"]
[Round ""]
[RedTeam "廣東"]
[Red "呂欽"]
[RedElo "2600"]
[Black "許銀川"]
[Result "1-0"]
[ECCO "C66"]

1. 炮二平五 馬８進７ {當頭炮} 2. 馬二進三 車９平８ 1-0
[Game "Chinese Chess"]
[Event "第二局"]
[Site "北京"]
[Date "2004-05-06"]
[Round "2"]
[Red "許銀川"]
[Black "呂欽"]
[Result "和棋"]
[ECCO "E12"]

1. 兵七進一 卒７進１ 和棋
=====
END
printf '[Event "x"]\n[Site "?"]\n[Date "1851.06.21"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n' >chess.pgn

# --- Encodings ---------------------------------------------------------------------------------

iconv -f UTF-8 -t GB18030 utf8.pgn >gb.pgn
iconv -f UTF-8 -t BIG5 utf8.pgn >big5.pgn
{ printf '\357\273\277'; cat utf8.pgn; } >bom.pgn
{ head -n 12 gb.pgn; tail -n +13 utf8.pgn; } >mixed.pgn
qipu convert --to json utf8.pgn >expected
for name in gb big5 bom mixed; do
    qipu convert --to json $name.pgn >got
    is "$(cat got)" "$(cat expected)" "$name.pgn holds the same games"
done
run qipu validate --min-severity note gb.pgn
like "$out" 'not in UTF-8, read as GB18030 \[other-encoding\]' 'the encoding is named'
run qipu validate --min-severity note big5.pgn
like "$out" 'not in UTF-8, read as Big5 \[other-encoding\]' 'Big5 too'
printf '[White "M\374ller"]\n\n1. e4 *\n' >latin.pgn
run qipu validate --min-severity note latin.pgn
like "$out" 'read as Windows-1252' 'a chess file is never taken for Chinese'
printf '[Game "Chinese Chess"]\n[Red "\305ngstr\366m"]\n[Black "呂欽"]\n\n1. H2-E2 *\n' >names.pgn
run qipu validate --min-severity note names.pgn
like "$out" '1 line not in UTF-8, read as Windows-1252' 'nor a name in Latin letters in a xiangqi file'
run qipu convert --encoding BIG5 --to json big5.pgn
is "$out" "$(cat expected)" 'an encoding may be named'
run qipu convert --encoding BIG5 --to json gb.pgn
status_is 1 'which overrides what the content shows'
run qipu validate gb.pgn
like "$out" '^gb\.pgn:17:8: ' 'columns count characters'

# --- Which game --------------------------------------------------------------------------------

run qipu validate utf8.pgn
status_is 0 'no option is needed'
run qipu validate --game chess utf8.pgn
status_is 1 '--game overrides the content'
like "$out" 'unreadable-move' 'so that no move is one'
run qipu validate --game go utf8.pgn
status_is 2 'there are two games'
run qipu import x.qipu utf8.pgn
status_is 0 'xiangqi is imported'
run qipu db x.qipu info
like "$out" '^game +xiangqi$' 'into a store that is of its kind'
run qipu import x.qipu chess.pgn
status_is 2 'a store refuses the other game'
like "$err" 'chess\.pgn: holds chess games, and the store xiangqi' 'and says why'
mkdir both
cp chess.pgn both/b.pgn
cp utf8.pgn both/c.pgn
: >both/a.pgn
run qipu import both.qipu -r both
status_is 2 'of a folder with both the others are reported'
like "$out" ': 1 game added' 'and the right ones imported'
run qipu import --game xiangqi both2.qipu both/a.pgn
run qipu import -q both2.qipu both/c.pgn
run qipu db both2.qipu check --full
status_is 0 'a file without games decides nothing'
run sh -c '"$0" import pipe.qipu - <utf8.pgn' "$QIPU"
like "$out" ': 2 games added' 'a pipe tells its game too'
run qipu search chess.pgn utf8.pgn --count
status_is 2 'a search is about one game'
is "$out" 1 'that of the first file'
like "$err" 'utf8\.pgn: holds xiangqi games, but this is about chess' 'and says so'
run qipu search --game chess x.qipu --count
status_is 2 'a store of the other kind is refused'
run qipu perft "$start" 1
like "$out" '^44$' 'a FEN of ten ranks is xiangqi'

# --- What a store gives back -------------------------------------------------------------------

qipu convert x.qipu | grep '^\[' >tags
grep '^\[' utf8.pgn | cmp -s - tags
ok $? 'tags come back as they were, byte for byte'
qipu convert --to json x.qipu >got
is "$(cat got)" "$(cat expected)" 'and so do the games'
if command -v sqlite3 >/dev/null; then
    is "$(sqlite3 x.qipu 'SELECT Red, RedElo, ECCO, Date, Result FROM games WHERE id = 1')" \
        '呂欽|2600|C66|1997.??.??|1-0' 'the view has the names of the game'
else
    skip 1 'no sqlite3'
fi

# --- Queries -----------------------------------------------------------------------------------

found() { # NUMBER NAME OPTION...
    number=$1 name=$2
    shift 2
    for where in x.qipu utf8.pgn; do
        is "$(qipu search $where --count "$@")" "$number" "$name in $where"
    done
}
found 1 '--red is the player who moves first' --red 呂欽
found 1 '--white is the same' --white 呂欽
found 2 'either colour' --player 呂欽
found 1 'ECCO codes' --eco C66
found 1 'dates with hyphens' --date 2004
found 1 'results' --result red
found 1 'results in words' --result draw
found 1 'moves in Chinese' --moves '1. 炮二平五 马8进7'
found 1 'moves glued together' --moves '炮二平五馬８進７'
found 1 'moves in ICCS' --moves 'H2-E2 H9-G7'
found 1 'moves in UCI' --moves 'h3e3 h10g8'
found 1 'moves in WXF' --moves 'C2.5 H8+7'
found 2 'a position' --fen "$start"
found 0 'a position that is not there' --fen '3k5/9/9/9/9/9/9/9/9/4K4 w'
run qipu search utf8.pgn --moves '1. 炮二进八'
status_is 2 'a move that is not legal is a misuse'
like "$err" 'cannon \(炮\)' 'said in the words of the game'
run qipu stats utf8.pgn
like "$out" '^move +games +red ' 'a tree names Red'
run qipu show utf8.pgn --game 2 --ply 1
like "$out" 'river' 'a position of a game is shown'
run qipu show utf8.pgn --game xiangqi
status_is 0 '--game of show may be the game itself'


# The encoding is told by the first 4096 bytes, which may end in the middle of a character.
for pad in '' x xx; do
    awk -v pad="$pad" 'BEGIN {
        printf "[Game \"Chinese Chess\"]\n[Red \"Müller\"]\n\n{%s", pad
        for (i = 0; i < 3000; i++) printf "\357\277\275"
        print "} 1. 炮二平五 *"
    }' </dev/null >cut.pgn
    run qipu convert --to csv --columns Red,uci cut.pgn
    is "$out" 'Red,uci
Müller,h3e3' "what is cut off at the end of them is no other encoding: $pad"
done

# --- Programs for many kinds of chess ------------------------------------------------------------

printf '[Variant "xiangqi"]\n[FEN "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1"]\n\n1. h2e2 h9g7 *\n' >winboard.pgn
run qipu convert --to wxf winboard.pgn
like "$out" 'moves C2.5 N8\+7$' 'a FEN without the empty fields is read'
echo 'rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b 5 20' >three.fen
run qipu convert --to fen three.fen
is "$out" 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 5 20' 'so is one on a line'
echo 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 1' >chess.fen
run qipu validate chess.fen
like "$out$err" 'bad-fen' 'chess needs the castling field'

printf '[Variant "xiangqi"]\n\n1. Cbe2 Hg7 2. Hc2 Rh9 3. Rb0 c5 *\n' >xboard.pgn
printf '[Variant "Xiangqi"]\n\n1. Cbe3 Ng8 2. Nc3 Rh10 3. Rb1 c6 *\n' >pychess.pgn
for program in xboard pychess; do
    run qipu convert --to iccs $program.pgn
    is "$out" 'B2-E2 H9-G7 B0-C2 I9-H9 A0-B0 C6-C5' "SAN of $program is read"
    run qipu convert --range 1 --to $program utf8.pgn
    status_is 0 "and written: $program"
    echo "$out" >list
    run qipu convert --game xiangqi --to iccs list
    is "$out" "$(qipu convert --range 1 --to iccs utf8.pgn)" "and read again: $program"
done
run qipu convert --notation pychess --no-move-numbers xboard.pgn
like "$out" '^Cbe3 Ng8 Nc3 Rh10 Rb1 c6 \*$' '--notation has them too'
plan_done
