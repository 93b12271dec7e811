#!/bin/sh
# qipu convert, as it is typed.
. "$(dirname "$0")/../tap.sh"

cat >game.pgn <<'END'
[Event "Casual"]
[White "Morphy, Paul"]
[Black "NN"]
[Result "1-0"]

1. e4 {best by test} e5 $1 2. Nf3 (2. f4 exf4) Nc6 1-0
END
cat >three.pgn <<'END'
[White "A"]

1. e4 e5 *

[White "B"]

1. e4 e5 2. Ke3 Nf6 1-0

[White "C"]

1. d4 0-1
END

run qipu convert --to uci game.pgn
status_is 0 'a clean game is converted'
is "$out" 'e2e4 e7e5 g1f3 b8c6' 'UCI: one game a line'
is "$err" '' 'and nothing is said about it'
run qipu convert --to san game.pgn
is "$out" 'e4 e5 Nf3 Nc6' 'SAN: one game a line'
run qipu convert --to san --move-numbers game.pgn
is "$out" '1. e4 e5 2. Nf3 Nc6' 'SAN with move numbers'
run qipu convert --to san --to-letters de game.pgn
is "$out" 'e4 e5 Sf3 Sc6' 'SAN in German'
run qipu convert --to lan game.pgn
is "$out" 'e2-e4 e7-e5 Ng1-f3 Nb8-c6' 'long algebraic'
run qipu convert --to uci --start-fen game.pgn
is "$out" 'fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5 g1f3 b8c6' \
    'a line can begin with the start position'
run qipu convert game.pgn
like "$out" '^1\. e4 \{best by test\} 1\.\.\. e5 \$1 2\. Nf3 \(2\. f4 exf4\) 2\.\.\. Nc6 1-0$' \
    'PGN is the form without --to'
run qipu convert --no-comments --no-variations --no-nags game.pgn
like "$out" '^1\. e4 e5 2\. Nf3 Nc6 1-0$' 'annotations can be left out'
run qipu convert --line-width 20 game.pgn
like "$out" '^1\. e4 \{best by test\}$' 'lines can be narrower'
run qipu convert --to fen game.pgn
is "$(printf '%s\n' "$out" | wc -l)" 5 'FEN: one position a line'
run qipu convert --to epd game.pgn
like "$out" '^rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -$' 'EPD has four fields'
run qipu convert --json game.pgn
like "$out" '^\{"number":1,"tags":\[\["Event","Casual"\],' '--json is --to json'
run qipu convert --to csv --columns White,ply_count,moves game.pgn
is "$out" 'White,ply_count,moves
"Morphy, Paul",4,e4 e5 Nf3 Nc6' 'CSV with chosen columns'
run qipu convert --columns White game.pgn
status_is 2 'columns are refused for other forms'
is "$(printf '%s\n' "$err" | head -1)" 'qipu convert: --columns is for --to csv and tsv' 'which is said'
run qipu convert --to csv --columns white game.pgn
like "$err" "no column 'white'; did you mean 'White'\?" 'a tag in small letters is recognised'
run qipu convert --to CSV game.pgn
like "$err" "no form 'CSV'; did you mean 'csv'\?" 'and a form in capitals'
run qipu convert --to csv --columns White,mvoes game.pgn
status_is 2 'an unknown column is a misuse'
like "$err" "did you mean 'moves'" 'and gets a suggestion'
run qipu convert --to ucl game.pgn
like "$err" "no form 'ucl'; did you mean 'uci'" 'an unknown form gets a suggestion'
run qipu convert --to csv --columns clk game.pgn
like "$err" 'a column is a tag, .* end_fen, result;' 'a column like no other gets the list'

run qipu convert --columns White -o names.csv game.pgn
is "$(cat names.csv)" 'White
"Morphy, Paul"' 'the name of the output tells the form'
run qipu convert --to uci -o moves.csv game.pgn
is "$(cat moves.csv)" 'e2e4 e7e5 g1f3 b8c6' 'unless it is named'
run qipu convert -o game.ndjson game.pgn
like "$(cat game.ndjson)" '^\{"number":1,' 'as other programs name it, too'
run qipu convert -o game.pgn.gz game.pgn
status_is 2 'a name of a packed file is refused'
like "$err" '\| gzip >game\.pgn\.gz$' 'with the way to pack'
for name in game game.txt game.2024 ./.game; do
    run qipu convert -o "$name" game.pgn
    like "$(cat "$name")" '^\[Event ' "$name, which tells none, is PGN"
done
for name in game.html game.xlsx game.csv.d game.qipu; do
    run qipu convert -o "$name" game.pgn
    status_is 2 "$name, which no form has, is refused"
    like "$err" "$name: no form has this suffix; there are .pgn, .fen, .* --to" 'with those that there are'
    [ ! -e "$name" ]
    ok $? 'and nothing is written'
done
run qipu convert --to pgn -o game.html game.pgn
like "$(cat game.html)" '^\[Event ' 'a form that is named may have any name'
run qipu convert --on-error=keep game.pgn
status_is 2 'an unknown way with errors is a misuse'

run qipu convert --to uci three.pgn
status_is 1 'a skipped game gives status 1'
is "$out" 'e2e4 e7e5
d2d4' 'the games around it are there'
like "$err" '^three\.pgn:7:13: error: Ke3: .* \[illegal-move\]$' 'the fault is told with its place'
like "$err" '^qipu convert: 2 games written, 1 skipped, 0 cut$' 'and what became of the games'
run qipu convert --quiet --to uci three.pgn
unlike "$err" 'skipped' 'unless --quiet is given'
run qipu convert --to uci --on-error=prefix three.pgn
status_is 1 'a cut game gives status 1'
is "$out" 'e2e4 e7e5
e2e4 e7e5
d2d4' 'its legal moves are kept'

cat >fen.pgn <<'END'
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]

1. O-O-O Kf7 *
END
run qipu convert --to uci fen.pgn
is "$out" 'fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1 e8f7' 'a start by FEN is told'

cat >variant.pgn <<'END'
[Event "x"]
[Variant "Atomic"]

1. e4   e5 2. Qh5  {?}
 1-0

[Event "y"]

1. e4 *
END
run qipu convert variant.pgn
status_is 0 'a game of another variant passes from PGN to PGN'
like "$out" '^1\. e4   e5 2\. Qh5  \{\?\}$' 'with its text unchanged'
qipu convert variant.pgn >again.pgn
run qipu convert again.pgn
is "$out" "$(cat again.pgn)" 'and again'
run qipu convert --to uci variant.pgn
status_is 1 'it is skipped in other forms'
is "$out" 'e2e4' 'alone'
like "$err" 'unsupported-variant' 'and this is told'

printf '1. e4 ; a } brace\n *\n' >brace.pgn
run qipu convert brace.pgn
like "$err" "1 '}' inside comments" 'the one loss of PGN output is told'
status_is 0 'and is no failure'

# Positions.
printf '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "one";\n\n# remark\nnonsense w - -\n4k3/8/8/8/8/8/8/4K3 b - -\n' >list.epd
run qipu convert --to epd list.epd
is "$out" '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "one";
4k3/8/8/8/8/8/8/4K3 b - -' 'EPD operations come back'
status_is 1 'a bad line is skipped'
like "$err" '^list\.epd:4:[0-9]+: error: .* \[bad-fen\]$' 'and told with its place'
run qipu convert list.epd
like "$out" '^\[id "one"\]$' 'operations are tags'

printf '# remark\n\n4k3/8/8/8/8/8/8/4K2R\n' >board.fen
run qipu convert --to fen board.fen
is "$out" '4k3/8/8/8/8/8/8/4K2R w - - 0 1' 'a list may begin with a remark, and a FEN be a board alone'
if command -v gzip >/dev/null; then
    i=0
    while [ $i -lt 3000 ]; do
        echo "4k3/8/8/8/8/8/8/4K2R w K - id \"$i\";"
        i=$((i + 1))
    done >long.epd
    gzip -c long.epd | head -c 6000 >cut.epd.gz
    run qipu convert --to epd cut.epd.gz
    status_is 2 'a cut stream gives status 2'
    head -n "$(printf '%s\n' "$out" | wc -l)" long.epd >expected
    is "$out" "$(cat expected)" 'and only whole lines before the cut'
    like "$err" 'cut' 'and is told'
else
    skip 3 'no gzip'
fi

# Inputs and outputs.
run sh -c '"$1" convert --to uci - <game.pgn' sh "$QIPU"
is "$out" 'e2e4 e7e5 g1f3 b8c6' 'standard input by name'
run sh -c '"$1" convert --to uci <game.pgn' sh "$QIPU"
is "$out" 'e2e4 e7e5 g1f3 b8c6' 'standard input without a name'
run qipu convert --to uci missing.pgn game.pgn
status_is 2 'a missing file gives status 2'
is "$out" 'e2e4 e7e5 g1f3 b8c6' 'and the others are done'
run qipu convert --to uci -o out.uci game.pgn
is "$(cat out.uci)" 'e2e4 e7e5 g1f3 b8c6' '-o writes a file'
is "$out" '' 'and nothing else'
run qipu convert -o game.pgn game.pgn
status_is 2 'an input is never overwritten'
like "$(cat game.pgn)" 'best by test' 'and is still there'
mkdir -p folder/deep
cp game.pgn folder/a.PGN
cp game.pgn folder/deep/b.pgn
cp game.pgn folder/not.txt
run qipu convert --to uci -r folder
is "$(printf '%s\n' "$out" | wc -l)" 2 '-r reads the game files below a folder'
printf 'game.pgn\nfolder/a.PGN\n' >list
run qipu convert --to uci --files-from list
is "$(printf '%s\n' "$out" | wc -l)" 2 '--files-from reads the files listed'
run sh -c 'printf "game.pgn\n" | "$1" convert --to uci --files-from -' sh "$QIPU"
is "$out" 'e2e4 e7e5 g1f3 b8c6' '--files-from - reads the list from standard input'
cp game.pgn ./--to
run qipu convert --to uci -- --to
is "$out" 'e2e4 e7e5 g1f3 b8c6' '-- ends options'
run qipu convert game.pgn --to=uc --to uci
status_is 2 'the first misuse is told'
printf '[White "M\374ller"]\n\n1. e4 *\n' >latin.pgn
run qipu convert latin.pgn
like "$out" "$(printf 'M\303\274ller')" 'Latin-1 becomes UTF-8'
run qipu convert --encoding CP1251 latin.pgn
like "$out" "$(printf 'M\321\214ller')" '--encoding overrides'
run qipu convert --encoding no-such-encoding latin.pgn
status_is 2 'an unknown encoding fails'
printf '1. e4 e5 2. Sf3 *\n' >german.pgn
run qipu convert --to uci --piece-letters de german.pgn
is "$out" 'e2e4 e7e5 g1f3' '--piece-letters reads another language'
if [ -e /dev/full ]; then
    status=0
    qipu convert game.pgn >/dev/full 2>.err || status=$?
    err=$(cat .err)
    status_is 2 'a full disk gives status 2'
    like "$err" 'No space left' 'and is told'
else
    skip 2 'no /dev/full'
fi
i=0
while [ $i -lt 2000 ]; do
    cat game.pgn
    echo
    i=$((i + 1))
done >many.pgn
run sh -c '"$1" convert many.pgn | head -1' sh "$QIPU"
is "$err" '' 'a closed pipe is quiet'
run sh -c '"$1" convert game.pgn | true' sh "$QIPU"
is "$err" '' 'a closed pipe is quiet for little output too'
qipu convert many.pgn >once.pgn
qipu convert once.pgn >twice.pgn
cmp -s once.pgn twice.pgn
ok $? 'PGN written twice is the same'

# Stores.
if qipu help | grep -q '^  import '; then
    qipu import -q games.qipu game.pgn fen.pgn
    run qipu convert games.qipu
    is "$out" "$(qipu convert game.pgn fen.pgn)" 'a store is exported as its files are converted'
    run qipu convert --to uci games.qipu game.pgn
    is "$(printf '%s\n' "$out" | wc -l)" 3 'stores and files can be mixed'
else
    skip 2 'no import'
fi
# Chess960 from the usual start is Chess960: in UCI its king takes the rook.
printf '[Variant "Chess960"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *\n' >960.pgn
run qipu convert --to uci 960.pgn
is "$out" 'e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1' 'castling of Chess960 without a FEN is that of Chess960'
run sh -c '"$1" convert --to uci 960.pgn | "$1" convert --to uci' sh "$QIPU"
is "$out" 'e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1' 'which is read as castling in any game'

plan_done
