#!/bin/sh
# qipu convert from and to JSON, as it is typed.
. "$(dirname "$0")/../tap.sh"

cat >game.pgn <<'END'
[Event "Casual"]
[Event "Twice"]
[White "Morphy, Paul"]
[Result "1-0"]

{start} 1. e4 $1 {[%clk 0:01:30.5]} (1. d4 (1. c4) d5) 1... e5 {later} $2 1-0

END
run qipu convert --to json game.pgn
like "$out" '"clk":90\.500' 'clocks are numbers'
like "$out" '"comments":\["\[%clk 0:01:30\.5\]"\]' 'and stay in the text'
like "$out" '"order":"cn"' 'an unusual order is told'
unlike "$out" '"fen"' 'there is no FEN without being asked for'
qipu convert --to json game.pgn >game.json
run qipu convert game.json
is "$out" "$(qipu convert game.pgn)" 'JSON gives the game back'
run sh -c '"$1" convert --json game.pgn | "$1" convert --to uci' sh "$QIPU"
is "$out" 'e2e4 e7e5' 'from a pipe too'
run qipu convert --to json --fens game.pgn
like "$out" '"uci":"e2e4","fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"' \
    '--fens adds positions'
run sh -c '"$1" convert --to json --fens game.pgn | "$1" convert' sh "$QIPU"
is "$out" "$(qipu convert game.pgn)" 'which do not matter when read'
if qipu help | grep -q '^  import '; then
    qipu import -q games.qipu game.json
    run qipu convert games.qipu
    is "$out" "$(qipu convert game.pgn)" 'JSON can be imported'
else
    skip 1 'no import'
fi
if command -v jq >/dev/null; then
    run sh -c 'jq -S . game.json | "$1" convert' sh "$QIPU"
    is "$out" "$(qipu convert game.pgn)" 'it may have passed through other programs'
    jq -s . game.json game.json >array.json
    run qipu convert --to uci array.json
    is "$out" 'e2e4 e7e5
e2e4 e7e5' 'an array of games is read'
    schema=$samples/qipu-game.schema.json
    printf '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 $1 {[%%clk 1][%%emt 2][%%eval 1,2]' >all.pgn
    printf '[%%csl Gd4][%%cal Gd4d5]} (1. Kf2 {[%%eval #3]} $2) 1... Kd7 *\n' >>all.pgn
    printf '[Game "Chinese Chess"]\n\n1. H2-E2 *\n' >x.pgn
    {
        qipu convert --to json --fens --keys all.pgn game.pgn
        qipu convert --to json x.pgn
    } >all.json
    is "$(jq -r 'keys[]' all.json | sort -u)" "$(jq -r '.properties | keys[]' "$schema" | sort)" \
        'the schema knows the members of games, and no others'
    is "$(jq -r '.. | objects | select(has("uci") or has("comments")) | keys[]' all.json | sort -u)" \
        "$(jq -r '."$defs".move.properties | keys[]' "$schema" | sort)" 'and those of moves'
else
    skip 4 'no jq'
fi
if python3 -c 'import jsonschema' 2>/dev/null; then
    qipu convert --to json --fens "$samples/chess.pgn" "$samples/broken.pgn" >valid.json 2>/dev/null
    qipu convert --to json --fens "$samples/xiangqi.pgn" >>valid.json
    [ -f all.json ] && cat all.json >>valid.json
    run python3 -c 'import json, jsonschema, sys
check = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
print([e.message for line in open("valid.json") for e in check.iter_errors(json.loads(line))])' \
        "$samples/qipu-game.schema.json"
    is "$out" '[]' 'a validator finds that games are as the schema says'
else
    skip 1 'no jsonschema'
fi
if command -v pgn-extract >/dev/null; then
    pgn-extract -s --json --nomovenumbers game.pgn >extract.json 2>/dev/null
    run qipu convert --to uci extract.json
    is "$out" 'e2e4 e7e5' 'the JSON of pgn-extract is read'
else
    skip 1 'no pgn-extract'
fi
printf '{"moves":["e4"]}\n{"tags":5}\n{"moves":["d4"]}\n' >bad.json
run qipu convert --to uci bad.json
status_is 1 'a faulty object is skipped'
is "$out" 'e2e4
d2d4' 'and those around it are read'
like "$err" '^bad\.json:2:[0-9]+: error: .*\[bad-json\]$' 'its place is told'
head -c 100 game.json >cut.json
run qipu convert cut.json
status_is 1 'half an object is no game'
is "$out" '' 'and nothing is made of it'
plan_done
