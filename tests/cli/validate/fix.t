#!/bin/sh
# qipu validate --fix: what it writes and says, and that it loses nothing.
. "$(dirname "$0")/../tap.sh"

# game DATE MOVES...: a game with a whole roster.
game() {
    printf '[Event "?"]\n[Site "?"]\n[Date "%s"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n' "$1"
    printf '[Result "*"]\n\n%s\n\n' "$2"
}

game 2001.02.03 '1.e4   e5 *' >good.pgn
game 2001.02.03 '1. 0-0 e5 *' >broken.pgn
{
    echo 'Dear friend,'
    echo
    game 2001-2-3 '1.e4   e5 *'
    cat good.pgn
    game 2001.02.03 '1. e2e4 e7e5 2. Ng1f3 *'
    cat broken.pgn
    echo 'Yours'
} >bad.pgn
{
    game 2001.02.03 '1.e4   e5 *'
    cat good.pgn
    game 2001.02.03 '1. e4 e5 2. Nf3 *'
    cat broken.pgn
} | sed '$d' >want.pgn

# --- What is written -----------------------------------------------------------------------------

run qipu validate --fix good.pgn
status_is 0 'a good file is a success'
qipu validate --fix good.pgn | cmp -s - good.pgn
ok $? 'and comes out byte for byte'
is "$err" '' 'without a word'

run qipu validate --fix bad.pgn
is "$out" "$(cat want.pgn)" 'only games with faults change, and text of no game goes'
status_is 1 'an error that is left gives status 1'
is "$err" 'bad.pgn:1:1: fixed: 12 bytes of text belong to no game [dropped-text]
bad.pgn:5:8: fixed: 2001-2-3 is 2001.02.03 now [bad-date]
bad.pgn:31:4: fixed: e2e4: UCI coordinates, and 1 more [coordinates]
bad.pgn:31:17: fixed: Ng1f3: more of the origin than needed [disambiguation]
bad.pgn:41:4: error: 0-0: the bishop on f1 is in the way of castling [illegal-move]
bad.pgn:43:1: fixed: 5 bytes of text belong to no game [dropped-text]' 'changes and findings are told'
run qipu validate --fix --fail-on never bad.pgn
status_is 0 '--fail-on counts what is left'
run qipu validate --fix --fail-on warning good.pgn
status_is 0 'and nothing that was mended'
qipu validate --fix bad.pgn 2>/dev/null >once.pgn
qipu validate --fix once.pgn 2>again >twice.pgn
cmp -s once.pgn twice.pgn
ok $? 'a second run changes nothing'
is "$(cat again)" 'once.pgn:39:4: error: 0-0: the bishop on f1 is in the way of castling [illegal-move]' \
    'and tells what is left'
qipu validate --fix=all bad.pgn 2>/dev/null >all.pgn
like "$(cat all.pgn)" '^\{0-0 e5\} \*$' '--fix=all makes a comment of what cannot be played'
run qipu validate all.pgn
status_is 0 'so that no error is left'
run qipu validate --fix=some bad.pgn
status_is 2 'there is no third level'
for n in 1 2 5; do
    qipu validate --fix --threads $n bad.pgn 2>err.$n >out.$n
done
cmp -s out.1 out.5 && cmp -s err.1 err.5 && cmp -s out.1 out.2
ok $? 'any number of threads writes the same'

run qipu validate --fix -q bad.pgn
unlike "$err" 'fixed' '-q tells no changes'
run qipu validate --fix --json bad.pgn
like "$err" '"severity":"warning","code":"bad-date","message":".*","fixed":1\}$' \
    '--json has the number of changes'
run qipu validate --fix --summary bad.pgn
like "$err" '^6 changes in 2 games$' '--summary counts them'
run qipu validate --fix --ignore bad-date,dropped-text bad.pgn
like "$out" '2001-2-3' 'what is ignored stays'
like "$out" '^Dear friend,$' 'text of no game too'
run qipu validate --fix --only bad-date bad.pgn
like "$out" '^1\. e2e4 e7e5' '--only chooses what is mended'
unlike "$out" '2001-2-3' 'and that is'

# What pgn-extract --fixresulttags and --addfencastling do, and no more.
game 2001.02.03 '1. e2e4 0-0 1-0' | sed 's/"\*"/"0-1"/' >result.pgn
qipu validate --fix=all --only result-conflict,result-board,result-unknown result.pgn >out 2>/dev/null
cmp -s out result.pgn
ok $? 'of a game whose moves may not be touched the end may not either'
game 2001.02.03 '1. e2e4 e5 1-0' | sed 's/"\*"/"0-1"/' >result.pgn
run qipu validate --fix=all --only result-conflict,result-board,result-unknown result.pgn
like "$out" '^\[Result "1-0"\]$' 'of another the tag says what the end says'
game 2001.02.03 '1. 0-0 Ke7 *' |
    sed '/Result/a [SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]' >castling.pgn
run qipu validate --fix --only fen-detail castling.pgn
like "$out" '4K2R w K - 0 1"\]$' 'a castling right that the game needs is added'
like "$out" '^1\. 0-0 Ke7' 'alone'

# --- Places --------------------------------------------------------------------------------------

qipu validate --fix -o new.pgn bad.pgn 2>/dev/null
cmp -s new.pgn once.pgn
ok $? '-o writes to a file'
cp bad.pgn place.pgn
chmod 640 place.pgn
run qipu validate --in-place place.pgn good.pgn
cmp -s place.pgn once.pgn
ok $? '--in-place writes into the file'
is "$(ls -l place.pgn | cut -c1-10)" '-rw-r-----' 'whose permissions stay'
is "$out" '' 'and nothing else'
like "$err" '^place\.pgn:5:8: fixed: ' 'what was changed is told'
cp -p place.pgn before.pgn
touch -t 200001010000 place.pgn
qipu validate --fix --in-place place.pgn 2>/dev/null
is "$(find place.pgn -newer before.pgn)" '' 'a file without faults is not written again'
gzip -c bad.pgn >packed.pgn.gz
run qipu validate --in-place packed.pgn.gz
status_is 2 'a packed file cannot be mended in place'
like "$err" 'is packed, and cannot be mended in place' 'as it is told'
qipu validate --fix packed.pgn.gz 2>/dev/null | cmp -s - once.pgn
ok $? 'but from there to another place'
run qipu validate --in-place - <bad.pgn
status_is 2 'standard input neither'
qipu validate --fix - <bad.pgn 2>/dev/null | cmp -s - once.pgn
ok $? 'which goes to standard output'
run qipu validate --in-place -o x.pgn bad.pgn
status_is 2 '--in-place and -o do not go together'
printf 'Nothing to see here.\n' >letter.pgn
cp letter.pgn letter
qipu validate --in-place letter.pgn 2>/dev/null
cmp -s letter letter.pgn
ok $? 'a file without games is left alone'
printf 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "x";\n' >list.epd
run qipu validate --fix list.epd
status_is 2 'only PGN can be mended'
game 2001-2-3 "1. e4 {$(printf '\201')} *" >bytes.pgn
cp bytes.pgn bytes
run qipu validate --in-place bytes.pgn
status_is 2 'a file with bytes that no encoding explains is not written in place'
cmp -s bytes.pgn bytes
ok $? 'since they would be lost'
head -c 150 packed.pgn.gz >cut.pgn.gz
run qipu validate --fix -o cut.pgn cut.pgn.gz
status_is 2 'a file that is cut off is a failure'
[ ! -e cut.pgn ]
ok $? 'and nothing is written of it'

# --- Differences ---------------------------------------------------------------------------------

run qipu validate --dry-run bad.pgn
like "$out" '^-\[Date "2001-2-3"\]$' '--dry-run shows what goes'
like "$out" '^\+\[Date "2001\.02\.03"\]$' 'and what comes'
like "$err" '^bad\.pgn:5:8: would be fixed: 2001-2-3' 'and says so'
unlike "$err" ': fixed: ' 'as of nothing that was done'
run qipu validate --dry-run --summary bad.pgn
like "$err" '^6 changes in 2 games \(nothing changed\)$' 'in the summary too'
run qipu validate --dry-run --summary --json bad.pgn
like "$err" '"code":"bad-date",.*"would_be_fixed":1\}$' 'as JSON'
like "$err" '"would_be_fixed":6,"would_be_fixed_games":2,' 'with its numbers'
unlike "$err" '"fixed' 'and nothing else'
for format in github sarif; do
    run qipu validate --dry-run --format $format bad.pgn
    like "$err" 'would be fixed: 2001-2-3' "as $format"
done
if command -v patch >/dev/null; then
    cp bad.pgn patched.pgn
    printf '%s\n' "$out" | patch -s patched.pgn
    cmp -s patched.pgn once.pgn
    ok $? 'patch takes it'
else
    skip 1 'no patch'
fi
run qipu validate --dry-run good.pgn
is "$out" '' 'no change is no difference'
cp bad.pgn place.pgn
qipu validate --dry-run --in-place place.pgn >/dev/null 2>&1
cmp -s bad.pgn place.pgn
ok $? '--dry-run writes nothing into the file'

# --- Encodings, line ends, escaped lines ---------------------------------------------------------

game 2001.02.03 '1. e4 {é} e5 *' >utf8.pgn
{
    cat utf8.pgn
    game 2001.02.03 '1. e4 {XX} e5 *' | sed "s/XX/$(printf '\351')/"
} >mixed.pgn
run qipu validate --fix mixed.pgn
is "$out" "$(cat utf8.pgn utf8.pgn | sed '$d')" 'what is not UTF-8 becomes UTF-8'
is "$err" 'mixed.pgn:1:1: fixed: 1 line not in UTF-8, read as Windows-1252, mixed with lines that are [other-encoding]' \
    'mixed encodings are named'
qipu validate --in-place mixed.pgn 2>/dev/null
is "$(cat mixed.pgn)" "$(cat utf8.pgn utf8.pgn)" 'in place too'
sed 's/$/\r/' bad.pgn >crlf.pgn
qipu validate --fix crlf.pgn 2>/dev/null | sed 's/\r$//' | cmp -s - once.pgn
ok $? 'line ends stay CR LF'
is "$(qipu validate --fix crlf.pgn 2>/dev/null | grep -vc "$(printf '\r')\$")" 0 'all of them'
{
    echo '% a line for a program'
    cat good.pgn
    game 2001.02.03 '1. e2e4
% another
e5 *'
} >escaped.pgn
run qipu validate --fix escaped.pgn
is "$(printf '%s\n' "$out" | grep -c '^%')" 2 'escaped lines are kept'
qipu validate --fix escaped.pgn 2>/dev/null >escaped2.pgn
qipu validate --fix escaped2.pgn | cmp -s - escaped2.pgn
ok $? 'for good'
game 2001.02.03 '1. e4 (1. d4 Ke4 2. c4) e5 *' >variation.pgn
qipu validate --fix variation.pgn 2>/dev/null | cmp -s - variation.pgn
ok $? 'a variation that cannot be played stays as it is'

# --- Piece letters -------------------------------------------------------------------------------

game 2001.02.03 '1. e4 e5 2. Sf3 Sc6 3. Lb5 Dg5 *' >german.pgn
game 2001.02.03 '1. e4 e5 2. Nf3 Nc6 3. Bb5 Qg5 *' >english.pgn
qipu validate --fix --piece-letters auto german.pgn 2>err | cmp -s - english.pgn
ok $? '--piece-letters=auto finds the language'
is "$(cat err)" 'german.pgn:9:13: fixed: Sf3: the pieces have German letters [piece-letters]' \
    'which is told'
qipu validate --fix --piece-letters auto english.pgn | cmp -s - english.pgn
ok $? 'and leaves English alone'
qipu validate --fix --piece-letters de german.pgn 2>/dev/null | cmp -s - english.pgn
ok $? '--piece-letters=de asks for German'
qipu validate --fix german.pgn 2>/dev/null | cmp -s - german.pgn
ok $? 'without it the game stays'
printf '[Event "x"]\n[Date "2001-2-3"]\n\n1. e4 e5 2. Sf3 Dx 3. Lb5 *\n' >no-language.pgn
run qipu validate --fix --piece-letters auto no-language.pgn
is "$out" '[Event "x"]
[Site "?"]
[Date "2001.02.03"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 e5 2. Sf3 Dx 3. Lb5 *' 'a game that is legal in none gets its tags mended'
run qipu validate --piece-letters klingon german.pgn
like "$err" 'there are auto, en, de' 'a language that is not there gets the list'
# Tags decide which game it is also where they stand behind text that is dropped.
printf 'junk [Red "A"]\n[Black "B"]\n\n*\n' >behind.pgn
qipu validate --fix behind.pgn >behind.mended 2>/dev/null
run qipu validate --fix behind.mended
is "$(head -1 behind.mended)" '[Game "Chinese Chess"]' 'a tag behind other text tells the game'
is "$out" "$(cat behind.mended)" 'so that a second run reads it alike'
plan_done
