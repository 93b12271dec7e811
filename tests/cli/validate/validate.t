#!/bin/sh
# qipu validate: what it says, counts and returns.
. "$(dirname "$0")/../tap.sh"

roster='[Event "?"]
[Site "?"]
[Date "2001.02.03"]
[Round "?"]
[White "A"]
[Black "B"]'

# game RESULT MOVES: a game with a clean roster; the moves stand on line 9.
game() {
    printf '%s\n[Result "%s"]\n\n%s\n\n' "$roster" "$1" "$2"
}

game 1-0 '1. e4 e5 2. Nf3 1-0' >good.pgn
game 1-0 '1. e4 e5 2. Nf3' >warning.pgn
game 1-0 '1. e2e4 e5 2. Nf3 1-0' >note.pgn
game 1-0 '1. e4 e5 2. Ke3 Nf6 1-0' >error.pgn

# --- Exit status ---------------------------------------------------------------------------------

run qipu validate good.pgn
status_is 0 'a clean file gives status 0'
is "$out$err" '' 'and nothing is said'
run qipu validate warning.pgn
status_is 0 'a warning does not fail by itself'
is "$out" 'warning.pgn:9:16: warning: no result at the end of the moves [missing-result]' \
    'a warning is shown with its place and code'
run qipu validate note.pgn
status_is 0 'a note does not fail by itself'
is "$out" '' 'notes are not shown by themselves'
run qipu validate error.pgn
status_is 1 'an error gives status 1'
like "$out" '^error\.pgn:9:13: error: Ke3: .* \[illegal-move\]$' 'an error is shown at the move'
is "$err" '' 'findings go to standard output'

qipu import -q games.qipu good.pgn
run qipu validate games.qipu
status_is 2 'a store is not read as a game file'
is "$err" 'qipu validate: games.qipu: is a store; use: qipu db games.qipu check' \
    'and the command for it is told'

run qipu validate --fail-on warning warning.pgn
status_is 1 '--fail-on warning fails for a warning'
run qipu validate --fail-on warning note.pgn
status_is 0 '--fail-on warning does not fail for a note'
run qipu validate --fail-on note note.pgn
status_is 1 '--fail-on note fails for a note'
is "$out" '' 'though it is not shown'
run qipu validate --fail-on never error.pgn
status_is 0 '--fail-on never fails for nothing'
like "$out" 'illegal-move' 'but shows errors'
run qipu validate --fail-on sometimes good.pgn
status_is 2 'another word for --fail-on is a misuse'

run qipu validate --min-severity note note.pgn
like "$out" '^note\.pgn:9:4: note: e2e4: .*\[coordinates\]$' '--min-severity note shows notes'
run qipu validate --min-severity error warning.pgn
is "$out" '' '--min-severity error hides warnings'
run qipu validate --min-severity error --fail-on warning warning.pgn
status_is 1 'what is hidden counts nevertheless'
run qipu validate --min-severity low good.pgn
status_is 2 'another word for --min-severity is a misuse'

run qipu validate --strict note.pgn
like "$out" ': warning: .*\[coordinates\]' '--strict makes dialects warnings'
status_is 0 'which do not fail by themselves'
run qipu validate --strict --summary note.pgn
like "$out" '^ *1 warning  coordinates$' 'and the summary counts them as such'
run qipu validate --strict --fail-on warning note.pgn
status_is 1 'but can'

# --- Choosing findings ---------------------------------------------------------------------------

cat note.pgn warning.pgn error.pgn >mixed.pgn
run qipu validate --only coordinates,missing-result mixed.pgn
is "$(printf '%s\n' "$out" | sed 's/.*\[//')" 'coordinates]
missing-result]' '--only shows these codes, notes too'
status_is 0 '--only counts these codes alone'
run qipu validate --ignore illegal-move mixed.pgn
status_is 0 '--ignore does not count these codes'
unlike "$out" 'illegal-move' 'nor show them'
run qipu validate --only no-such-code good.pgn
status_is 2 'an unknown code is a misuse'
run qipu validate --ignore ilegal-move good.pgn
like "$err" "did you mean 'illegal-move'" 'a misspelt code gets a suggestion'
run qipu validate --list-codes
status_is 0 '--list-codes needs no file'
like "$out" '^illegal-move +error +a move that' '--list-codes tells code, severity and meaning'
run qipu validate --list-codes -o codes.txt
is "$(head -1 codes.txt)" "$(qipu validate --list-codes | head -1)" '--list-codes obeys -o'
if [ -e /dev/full ]; then
    run sh -c '"$0" validate --list-codes >/dev/full' "$QIPU"
    status_is 2 '--list-codes notices a full disk'
else
    skip 1 'no /dev/full'
fi

# The page lists the same, in an order of its own.
awk '/^\.It Cm [a-z0-9-]* Pq/ { code = $3; severity = $5; getline; print code, severity, $0 }' \
    "$data/../../man/qipu-validate.1" | sort >page
qipu validate --list-codes |
    awk '{ code = $1; severity = $2; sub(/^[^ ]+ +[^ ]+ +/, ""); print code, severity, $0 }' |
    sort >listed
is "$(diff listed page)" '' 'qipu-validate(1) lists every code with its severity and meaning'
[ "$(wc -l <listed)" -gt 50 ]
ok $? 'which are many'

# --- Formats -------------------------------------------------------------------------------------

run qipu validate --format json warning.pgn
is "$out" '{"file":"warning.pgn","line":9,"column":16,"offset":110,"game":1,"ply":3,"severity":"warning","code":"missing-result","message":"no result at the end of the moves"}' \
    'JSON has all there is to know of a finding'
json=$out
run qipu validate --json warning.pgn
is "$out" "$json" '--json is --format json'
run qipu validate --format github warning.pgn
is "$out" '::warning file=warning.pgn,line=9,col=16,title=missing-result::no result at the end of the moves' \
    'an annotation for code review'
run qipu validate --format github --min-severity note note.pgn
like "$out" '^::notice file=note\.pgn,line=9,col=4,title=coordinates::' 'a note is a notice'
run qipu validate --format xml good.pgn
status_is 2 'another format is a misuse'

# Data must not be able to end an annotation and begin another, nor act on a terminal.
evil=$(printf 'a,b:c%%0A\n::error file=x::y.pgn')
printf '%s\n[Result "100%%\r::error::x"]\n[Date "\033[2J::error::%%0A"]\n\n1. e4 \033]0;::error::%%\302\205 *\n' \
    "$roster" >"$evil"
run qipu validate --format github "$evil"
lines=$(printf '%s\n' "$out" | wc -l)
is "$(printf '%s\n' "$out" | grep -c '^::[a-z]* file=a%2Cb%3Ac%250A\\x0A%3A%3Aerror file=x%3A%3Ay\.pgn,line=[0-9]*,col=[0-9]*,title=[a-z-]*::')" \
    "$lines" 'every line is an annotation of the file'
unlike "$(printf '%s\n' "$out" | sed 's/^::[a-z]* [^:]*:://')" '%([^2]|2[^5])' 'percent signs are escaped'
for format in text json github; do
    run qipu validate --format "$format" "$evil"
    is "$(printf '%s' "$out" | tr -d '\n' | LC_ALL=C grep -c '[[:cntrl:]]')" 0 \
        "$format: no control characters come through"
done
run qipu validate "$evil"
unlike "$out" '^::' 'no line of text is a workflow command'

run qipu validate --summary mixed.pgn
is "$(printf '%s\n' "$out" | tail -4)" '       1 error    illegal-move
       1 warning  missing-result
       1 note     coordinates
1 file, 3 games, 8 plies: 1 error, 1 warning, 1 note' '--summary counts each code, shown or not'
run qipu validate --summary --json mixed.pgn
is "$(printf '%s\n' "$out" | tail -1)" '{"files":1,"games":3,"plies":8,"errors":1,"warnings":1,"notes":1,"suppressed":0,"counts":{"illegal-move":1,"missing-result":1,"coordinates":1}}' \
    'the summary as JSON'
run qipu validate --summary good.pgn
is "$out" '1 file, 1 game, 3 plies: 0 errors, 0 warnings, 0 notes' 'the summary of a clean file'

printf '[Date "%s"]\n\n1. e4 *\n' 6.5.1997 26.5.1997 6.6.1997 >dates.pgn
run qipu validate --only bad-date dates.pgn
is "$out" 'dates.pgn:1:8: warning: 6.5.1997 is not written YYYY.MM.DD, and may be 1997.05.06 or 1997.06.05 [bad-date]
dates.pgn:4:8: warning: 26.5.1997 is not written YYYY.MM.DD [bad-date]
dates.pgn:7:8: warning: 6.6.1997 is not written YYYY.MM.DD [bad-date]' 'a date that may be two is told as both'

# --- Inputs --------------------------------------------------------------------------------------

run sh -c '"$0" validate <error.pgn' "$QIPU"
status_is 1 'without a file, standard input is read'
like "$out" '^[^:]+:9:13: error' 'and has places too'
stdin=$out
run sh -c 'cat error.pgn | "$0" validate -' "$QIPU"
is "$out" "$stdin" '- is standard input'
gzip -c error.pgn >error.pgn.gz
run qipu validate error.pgn.gz
like "$out" '^error\.pgn\.gz:9:13: error' 'gzip is read'
if command -v zstd >/dev/null && zstd -q -c error.pgn >error.pgn.zst &&
    ! qipu validate error.pgn.zst 2>&1 | grep -q 'without zstd'; then
    run qipu validate error.pgn.zst
    like "$out" '^error\.pgn\.zst:9:13: error' 'zstd is read'
else
    skip 1 'no zstd'
fi

run qipu validate warning.pgn error.pgn good.pgn
status_is 1 'several files: the worst counts'
is "$(printf '%s\n' "$out" | sed 's/:.*//')" 'warning.pgn
error.pgn' 'several files in their order'
run qipu validate warning.pgn missing.pgn error.pgn
status_is 2 'a missing file gives status 2'
like "$err" 'missing\.pgn: ' 'and is named'
is "$(printf '%s\n' "$out" | sed 's/:.*//')" 'warning.pgn
error.pgn' 'the others are still done'
mkdir -p tree/deep
cp error.pgn tree/deep
cp warning.pgn tree
echo 'no game, but 1. e4' >tree/readme.txt
run qipu validate -r tree
is "$(printf '%s\n' "$out" | sed 's/:.*//' | sort)" 'tree/deep/error.pgn
tree/warning.pgn' '-r reads the game files below a folder'
run qipu validate tree
status_is 2 'a folder without -r fails'
like "$err" 'tree' 'and is named'

for i in $(seq 300); do game 1-0 "1. e4 {$i $i$i $i} e5 2. Ke$((i % 3 + 2)) 1-0"; done >many.pgn
gzip -c many.pgn >many.pgn.gz
head -c $(($(wc -c <many.pgn.gz) * 2 / 3)) many.pgn.gz >cut.pgn.gz
run qipu validate cut.pgn.gz
status_is 2 'a truncated gzip file gives status 2'
like "$err" 'cut\.pgn\.gz' 'and is named'
games=$(printf '%s\n' "$out" | grep -c 'illegal-move')
[ "$games" -gt 10 ]
ok $? "the games before the cut are kept ($games)"
unlike "$out" 'missing-result|unclosed' 'and the cut is not blamed on the last game'
printf 'PK\003\004rest' >archive.zip
run qipu validate archive.zip
status_is 2 'an archive is refused'

# --- Encodings -----------------------------------------------------------------------------------

{
    printf '\377\376'
    iconv -f UTF-8 -t UTF-16LE error.pgn
} >utf16.pgn
run qipu validate utf16.pgn
like "$out" '^utf16\.pgn:9:13: error' 'UTF-16 is told by its byte order mark'
printf '%s\n[Result "*"]\n\n1. e4 {M\374ller \226} e5 2. Ke3 *\n' "$roster" >latin.pgn
run qipu validate --min-severity note latin.pgn
like "$out" '^latin\.pgn:9:24: error: Ke3' 'a column counts characters of Windows-1252'
like "$out" '^latin\.pgn:1:1: note: 1 line not in UTF-8, read as Windows-1252 \[other-encoding\]$' \
    'another encoding is noted'
printf '%s\n[Result "*"]\n\n1. e4 {M\303\274ller} e5 2. Ke3 *\n' "$roster" >utf8.pgn
run qipu validate utf8.pgn
like "$out" '^utf8\.pgn:9:22: error: Ke3' 'a column counts characters of UTF-8'
printf '%s\n[Result "*"]\n\n1. e4 {\377\376} e5 *\n' "$roster" >bad.pgn
run qipu validate --encoding UTF-8 bad.pgn
like "$out" '^bad\.pgn:1:1: warning: 2 bytes that no encoding explains \[encoding\]$' \
    'bytes that cannot be decoded are reported'
run qipu validate --encoding klingon good.pgn
status_is 2 'an unknown encoding is refused'
head -c 100000 /dev/urandom >binary.pgn
run qipu validate --fail-on never binary.pgn
[ "$status" -le 2 ]
ok $? 'a binary file does no harm'

# --- Sizes: no input may take memory or time out of proportion -----------------------------------

# quick MEGABYTES NAME COMMAND...: run it and say whether it kept to these, and to a minute of
# processor time. That is far more than it takes, so that a slow or busy machine does not fail the
# test, and far less than what grows with the square of the size would take. The limits are for the
# plain build; sanitizers get more time and all memory.
if LC_ALL=C grep -q '__[at]san_init' "$QIPU"; then
    sanitized=1
else
    sanitized=0
fi
quick() {
    memory=$(($1 * 1024)) name=$2
    shift 2
    if [ "$sanitized" -eq 1 ]; then
        run sh -c 'ulimit -t 600 && exec "$@"' sh "$@"
    else
        run sh -c 'ulimit -t 60 && ulimit -v "$0" && exec "$@"' "$memory" "$@"
    fi
    [ "$status" -eq 0 ] || [ "$status" -eq 1 ]
    ok $? "$name" || diag "status $status: $err"
}
# repeat N TEXT: N times TEXT, quickly.
repeat() {
    awk -v n="$1" -v s="$2" 'BEGIN { while (length(b) < 65536 && k < n) { b = b s; k++ }
        for (i = k; i <= n; i += k) printf "%s", b
        for (i -= k; i < n; i++) printf "%s", s }'
}
head='[White "A"]

1. e4 '

{
    printf '%s' "$roster" | tr '\n' ' '
    printf '[Result "1-0"] 1. e4 e5 1-0 '
} >one
{ repeat 800000 "$(cat one)"; } >line.pgn
quick 400 'a line of 100 MB is read' "$QIPU" validate --summary line.pgn
is "$out" '1 file, 800000 games, 1600000 plies: 0 errors, 0 warnings, 0 notes' 'with all its games'
rm line.pgn
{ printf '%s{' "$head"; repeat 100000000 x; printf '} e5 *\n\n'; cat good.pgn; } >long.pgn
quick 400 'a comment of 100 MB is read over' "$QIPU" validate --summary --min-severity error long.pgn
like "$out" '^long\.pgn:1:1: error: .*\[game-too-large\]$' 'it is reported as too large'
like "$out" '^1 file, 2 games, 3 plies: 1 error,' 'once, and the next game is read'
{ repeat 10000000 'junk text '; printf '\n\n'; cat good.pgn; } >long.pgn
quick 400 'text of 100 MB before a game is read over' "$QIPU" validate --summary long.pgn
like "$out" 'dropped-text' 'and reported'
like "$out" '^1 file, 1 game, 3 plies' 'and the game is read'
for blank in ' ' '\r' '\n' '\0'; do
    { cat good.pgn; repeat 70000000 ' ' | tr ' ' "$blank"; cat good.pgn; } >long.pgn
    quick 400 "70 MB of blanks ($blank) are read over" "$QIPU" validate --summary long.pgn
    like "$out" '^1 file, 2 games, 6 plies: 0 errors' 'with the games around them'
done
rm long.pgn

{ printf '%s' "$head"; repeat 100000 '(1. d4 '; repeat 100000 ')'; printf ' e5 *\n'; } >deep.pgn
quick 400 '100,000 nested variations are read' "$QIPU" validate --summary deep.pgn
like "$out" '^1 file, 1 game, 2 plies: 0 errors' 'as one game'
{ printf '%s' "$head"; repeat 300000 '('; printf '\n\n'; cat good.pgn; } >deep.pgn
quick 400 'more than can be kept are too large' "$QIPU" validate --summary deep.pgn
like "$out" '1 error    game-too-large' 'which is reported'
{ repeat 1000000 '[A "x"]
'; printf '\n*\n\n'; cat good.pgn; } >tags.pgn
quick 400 'a million tags are read over' "$QIPU" validate --summary tags.pgn
like "$out" '1 error    game-too-large' 'a game of a million tags is too large'
like "$out" '^1 file, 2 games, 3 plies' 'and the next one is read'
is "$(qipu validate --threads 1 tags.pgn)" "$(qipu validate --threads 2 tags.pgn)" 'for any number of threads'

# trap NAME REPETITIONS TEXT [HEAD]: about 10 MB of what might take quadratic time.
trap_input() {
    { printf '%s' "${4-$head}"; repeat "$2" "$3"; } >trap.pgn
    quick 400 "10 MB of $1" "$QIPU" validate --fail-on never --min-severity error trap.pgn
}
newline='
'
trap_input 'brackets in a comment' 10000000 '[' "$head{"
trap_input 'brackets at line starts in a comment' 3000000 "$newline$newline[" "$head{"
trap_input 'tag lines in a comment' 1000000 "$newline$newline[A \"x\"]" "$head{"
trap_input 'tag sections in a comment' 500000 "$newline$newline[A \"x\"]$newline[B \"x\"]" "$head{"
trap_input 'unclosed braces' 5000000 "{$newline"
trap_input 'games with unclosed braces' 250000 "[A \"x\"]$newline[B \"x\"]$newline${newline}1. e4 {x$newline$newline"
trap_input 'opening parentheses' 10000000 '('
trap_input 'closing parentheses' 10000000 ')'
trap_input 'empty variations' 5000000 '()'
trap_input 'variations that cannot be played' 2000000 '(Qh7)'
trap_input 'opening brackets' 10000000 '['
trap_input 'quotes in a tag' 5000000 '" ' '[White "'
trap_input 'backslashes in a tag' 10000000 '\' '[White "'
trap_input 'letters' 10000000 'x'
trap_input 'digits' 10000000 '1'
trap_input 'results in a variation' 2500000 ' 1-0' "$head("
trap_input 'games of one move' 1400000 "1. e4$newline$newline" ''
trap_input 'blank lines' 10000000 "$newline"
trap_input 'no-break spaces' 2500000 "e5$(printf '\302\240')"
trap_input 'escaped lines' 5000000 "%$newline" ''
trap_input 'results alone' 10000000 '*' ''
trap_input 'stray tags' 1200000 "[A \"x\"]$newline" "[White \"A\"]$newline*$newline"
red="[Red \"A\"]$newline$newline"
trap_input 'open remarks' 3000000 "(x$newline" "$red"
trap_input 'wide open remarks' 2000000 "（车$newline" "$red"
trap_input 'open remarks in games' 600000 "1. c3c4 (x$newline$newline" '{车}1. C2.5 '
trap_input 'games of coordinates' 900000 "1. c3c4$newline$newline" '{车}1. H2-E2 '
trap_input 'tagged games of coordinates' 350000 "$red$newline 1. c3c4 g6g5$newline"
trap_input 'coordinates that tell no base' 1000000 'c4c5 g6g5 ' "$red"
trap_input 'Chinese moves' 700000 '炮二平五' "$red"
trap_input 'Chinese text' 3000000 '车' "$red"
trap_input 'wide digits' 3000000 '１' "$red"
trap_input 'lines of GB18030 that could be UTF-8' 1000000 "$(printf '{\302\263\302\263}')$newline" \
    "$red$(printf '1. \305\332\266\376\306\275\316\345')$newline"
rm trap.pgn

# --- Every code ----------------------------------------------------------------------------------

for name in broken broken-xiangqi; do
    run qipu validate --strict --min-severity note --format json "$samples/$name.pgn"
    printf '%s\n' "$out" |
        sed 's/.*"line":\([0-9]*\),"column":\([0-9]*\),.*"severity":"\([a-z]*\)","code":"\([a-z-]*\)".*/\1	\2	\3	\4/' >got
    grep -v '^#' "$data/$name-findings.tsv" >>expected
    if grep -v '^#' "$data/$name-findings.tsv" | cmp -s got -; then
        ok 0 "samples/$name.pgn has the findings listed by hand"
    else
        ok 1 "samples/$name.pgn has the findings listed by hand"
        diag "$(grep -v '^#' "$data/$name-findings.tsv" | diff - got)"
    fi
done
missing=$(qipu validate --list-codes | awk '!/ xiangqi: / { print $1 }' | grep -v -x -e game-too-large -e other-encoding \
    -e damaged-file -e file-detail -e bad-json -e ambiguous-letters -e piece-letters \
    -e encoding | while read -r code; do cut -f4 expected | grep -qx -- "$code" || echo "$code"; done)
is "$missing" '' 'and so an example of every code'

plan_done
