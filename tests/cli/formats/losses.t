#!/bin/sh
# The tables of qipu-formats(7), "What is kept and what is lost", on games that have everything: each
# form that is written is read again and compared as JSON, and what is gone is what the table says.
. "$(dirname "$0")/../tap.sh"

json() {
    qipu convert -q --json "$@" | sed 's/"number":[0-9]*,//'
}

cat >chess.pgn <<'END'
[Event "All \"quoted\" \\ back"]
[Site "Zürich"]
[Date "1997.??.??"]
[Round "1.2"]
[White "A, B"]
[Black "C"]
[Result "1-0"]
[odd_tag "x"]
[Twice "1"]
[Twice "2"]
[Empty ""]
[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 3 17"]

{before} 17. e4 $1 {first} {second [%clk 0:01:30.5] [%eval 0.31,12]} ({in var} 17. e3 $6
{[%csl Ga1][%cal Gd1d2]} (17. O-O -- 18. Rad1) O-O-O) 17... O-O-O {later} $2 18. O-O {two
lines} (18. Kf2) 18... Kb8 $146 1-0 {after the end}

[Event "conflict"]
[Result "1-0"]

1. e4 -- 1/2-1/2

[Event "960"]
[Variant "Chess960"]
[FEN "nrnbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NRNBKRBQ w KQkq - 0 1"]

1. Nab3 Nab6 2. Nd3 *

1. d4 {no tags} d5 *
END
cat >xiangqi.pgn <<'END'
[Game "Chinese Chess"]
[Event "杯赛"]
[Site "北京"]
[Date "1997.11.16"]
[Round "3"]
[Red "柳大华"]
[Black "吕钦"]
[Result "0-1"]
[RedTeam "湖北"]
[ECCO "E10"]
[Odd "x"]
[odd "y"]

{before} 1. 炮二平五 $1 {first} {second} ({in} 1. 马二进三 {x} (1. 兵七进一 {y}) 1... 马８进７)
(1. 相三进五) 1... 马８进７ {later} $2 2. 马二进三 (2. -- 卒３进１) 2... 车９平８ 0-1 {after}

[Game "Chinese Chess"]
[Red "r"]
[FEN "3k5/9/9/9/9/9/9/R8/R8/4K4 b - - 5 20"]

20. ... 将４进１ 21. 前车进一 *
END
cat >operations.epd <<'END'
r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - bm Nf6 a6; id "a;b"; hmvc 3; fmvn 3; noop;
8/8/3k4/8/3K4/8/3P4/3r4 w - -
END

# --- Forms that lose nothing ---

for name in chess.pgn xiangqi.pgn operations.epd; do
    same=$(json $name)
    qipu convert $name >back.pgn
    is "$(json back.pgn)" "$same" "$name: PGN keeps all"
    qipu convert --json $name >back.json
    is "$(json back.json)" "$same" "$name: JSON keeps all"
    qipu import -q $name.qipu $name
    is "$(json $name.qipu)" "$same" "$name: a store keeps all"
    qipu convert --to epd back.json >back.epd
done
is "$(cat back.epd)" "$(cat operations.epd)" 'EPD keeps the operations of positions'
like "$(json chess.pgn)" '\["Twice","1"\],\["Twice","2"\]' 'all is more than nothing: tags'
like "$(json chess.pgn)" '"nags":\[2\],"comments":\["later"\],"order":"cn"' 'and what stands at moves'
like "$(json xiangqi.pgn)" '\[\{"san":"--","uci":"0000","iccs":"--"\},\{"san":"卒３进１"' \
    'and null moves'

printf '1. e4 ; a } brace\ne5 *\n' >brace.pgn
run qipu convert brace.pgn
like "$out" '\{ a \) brace\}' 'PGN has no place for a brace in a comment'
like "$err" "1 '}' inside comments" 'which is counted'
like "$(json brace.pgn)" ' a } brace' 'but JSON has'

# --- Encodings ---

same=$(json xiangqi.pgn)
for encoding in GB18030 UTF-16 BIG5; do
    qipu convert --notation zh-hant xiangqi.pgn | sed 's/华/華/; s/吕钦/呂欽/; s/杯赛/杯賽/' |
        iconv -f UTF-8 -t $encoding >encoded.pgn
    is "$(json encoded.pgn | sed 's/華/华/; s/呂欽/吕钦/; s/杯賽/杯赛/; s/,\["Format","[^"]*"\]//')" \
        "$same" "$encoding is read without loss"
done

# --- XQF and DhtmlXQ ---

run qipu convert --to xqf -o xqf/ xiangqi.pgn
is "$err" 'qipu convert: 5 tags without a field in XQF left out
qipu convert: 3 comments joined to another one or moved behind a move
qipu convert: 2 annotation glyphs left out
qipu convert: 1 lines cut at a null move
qipu convert: 1 start positions without their move number and clock' 'what XQF loses is counted'
is "$(qipu convert xqf/000001.xqf)" '[Game "Chinese Chess"]
[Event "杯赛"]
[Site "北京"]
[Date "1997.11.16"]
[Round "?"]
[Red "柳大华"]
[Black "吕钦"]
[Result "0-1"]

{before} 1. 炮二平五 {first
second} (1. 马二进三 {in
x} 1... 马８进７) (1. 兵七进一 {y}) (1. 相三进五) 1... 马８进７ {later}
2. 马二进三 车９平８ {after} 0-1' 'and the rest comes back'
like "$(qipu convert xqf/000002.xqf)" '^\[FEN "3k5/9/9/9/9/9/9/R8/R8/4K4 b - - 0 1"\]$' \
    'without the counters'

run qipu convert --to dhtmlxq -o xiangqi.ubb xiangqi.pgn
is "$err" 'qipu convert: 1 tags whose names DhtmlXQ cannot hold left out
qipu convert: 1 comments joined to another one, moved before a variation or left out with a move
qipu convert: 2 annotation glyphs left out
qipu convert: 2 moves left out: null moves and what follows, variations before any move' \
    'what DhtmlXQ loses is counted'
is "$(qipu convert --range 1 xiangqi.ubb)" "$(sed -n '1,11p' xiangqi.pgn)

{before} 1. 炮二平五 {first
second} ({in} 1. 马二进三 {x} 1... 马８进７) (1. 相三进五) (1. 兵七进一 {y})
1... 马８进７ {later} 2. 马二进三 车９平８ {after} 0-1" 'and the rest comes back'

# --- Forms of the main line alone ---

run qipu convert --to lan chess.pgn
is "$out" 'fen r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 3 17 moves e2-e4 O-O-O O-O Kc8-b8
e2-e4 --
fen nrnbkrbq/pppppppp/8/8/8/8/PPPPPPPP/NRNBKRBQ w KQkq - 0 1 moves Na1-b3 Na8-b6 Nc1-d3
d2-d4 d7-d5' 'lines of moves keep the main line, null moves and the start'
run qipu convert --to fen chess.pgn
is "$(printf '%s\n' "$out" | head -n 1)" 'r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 3 17' 'FENs keep counters'
run qipu convert --to epd chess.pgn
is "$(printf '%s\n' "$out" | head -n 1)" 'r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq -' 'EPD does not'
for notation in uci iccs wxf zh-hans zh-hant; do
    qipu convert --to $notation --start-fen xiangqi.pgn >moves.txt
    is "$(qipu convert --to uci moves.txt)" "$(qipu convert --to uci xiangqi.pgn)" \
        "lines of $notation behind their starts are read again"
done

# --- Variants without rules here ---

printf '[Variant "Atomic"]\n\n1. e4 e5 2. Nf9 *\n' >atomic.pgn
run qipu convert -q atomic.pgn
is "$out" "$(cat atomic.pgn)" 'a game of an unknown variant passes from PGN to PGN'
for form in json uci csv epd; do
    run qipu convert --to $form atomic.pgn
    unlike "$out" 'Atomic|e4' "but not to $form"
    like "$err" 'unsupported-variant' 'which is reported'
done

plan_done
