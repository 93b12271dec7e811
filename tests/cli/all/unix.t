#!/bin/sh
# How the commands live with pipes, full disks, interrupts, and files that are there already.
. "$(dirname "$0")/../tap.sh"

cp "$samples/chess.pgn" games.pgn
qipu import -q games.qipu games.pgn
# What every command is called with here; none of them reads standard input.
writers='import|games.qipu games.pgn
validate|--summary games.pgn
search|--player Morphy games.pgn
search|--player Morphy games.qipu
stats|games.pgn
convert|games.pgn
convert|--json games.qipu
show|games.pgn
db|games.qipu info
perft|2'
printf '%s\n' "$writers" | tr '|' ' ' >writers

# --- A reader that leaves --------------------------------------------------------------------------

for i in 1 2 3 4 5 6 7 8; do cat games.pgn; done >large.pgn
{ qipu convert large.pgn 2>.err && echo done; } | head -1 >.out
is "$(cat .out)" '[Event "4th match"]' 'the first line is enough for head'
is "$(cat .err)" '' 'and convert is quiet about it'
while read -r words; do
    { sleep 0.1; status=0; qipu $words 2>.err || status=$?; echo $status >.status; } | true
    is "$(cat .status; cat .err)" 0 "$words: a closed pipe is the end, and quiet"
done <writers

# --- A full disk -----------------------------------------------------------------------------------

while read -r words; do
    if [ ! -e /dev/full ]; then
        skip 4 'no /dev/full'
        continue
    fi
    status=0
    qipu $words >/dev/full 2>.err || status=$?
    status_is 2 "$words: a full disk is a failure"
    like "$(cat .err)" '^qipu [a-z]*: standard output: .*No space left' "$words: and told"
    run qipu $words -o /dev/full
    status_is 2 "$words: so it is behind -o"
    like "$err" '^qipu [a-z]*: /dev/full: .*No space left' "$words: by its name"
done <writers

# --- The file of -o --------------------------------------------------------------------------------

others() { # what stands beside OUT: nothing should
    find . -name 'out*' ! -name out
}
while read -r words; do
    run qipu $words
    printf '%s\n' "$out" >expected
    echo old >out
    [ "${words%% *}" = import ] && expected=$(cat expected) && run qipu $words -o out
    run qipu $words -o out
    status_is 0 "$words: -o writes a file"
    is "$(cat out)" "$(cat expected)" "$words: the file holds what is printed without -o"
    is "$out$(others)" '' "$words: nothing is printed, nothing lies beside it"
    input=$(printf '%s\n' "$words" | grep -o 'games\.[a-z]*' | head -1)
    [ "$input" ] || continue
    sum=$(cksum <"$input")
    ln -sf "$input" link
    for o in "$input" "./$input" link; do
        run qipu $words -o "$o"
        status_is 2 "$words: -o $o is refused"
        like "$err" ': is an input, and would be overwritten$|games are written as \.pgn' "$words: the reason is told"
        is "$(cksum <"$input")" "$sum" "$words: $input is as it was"
    done
done <writers
run qipu convert - <games.pgn -o games.pgn
status_is 2 'standard input is an input too'
status=0
qipu convert out.pgn games.pgn >>games.pgn 2>.err || status=$?
err=$(cat .err)
like "$err" '^qipu convert: standard output: is an input' 'standard output may be a file that is read'
cmp -s games.pgn "$samples/chess.pgn"
ok $? 'it is as it was'

ln -sf out link
run qipu perft -o link 1
[ -L link ]
ok $? 'a link stays a link'
is "$(tail -1 out)" 20 'and the file it leads to is written'
chmod 640 out
run qipu perft -o out 2
is "$(ls -l out | cut -c1-10)" '-rw-r-----' 'the file keeps its mode'
rm -f link

echo old >out
run qipu convert -o out games.pgn missing.pgn
status_is 2 'a missing file is a failure'
is "$(cat out)" old 'which leaves the old file'
is "$(others)" '' 'and nothing beside it'
like "$err" '^qipu convert: out: not written' 'and is told'
rm out
run qipu convert -o out missing.pgn
[ ! -e out ]
ok $? 'nor does it make a new one'
run qipu validate --summary -o out games.pgn missing.pgn
status_is 2 'validate cannot read a missing file either'
like "$(cat out)" '^1 file, ' 'but its report is whole'
echo old >out
status=0
(ulimit -f 8 && "$QIPU" convert -o out games.pgn 2>.err) || status=$?
status_is 2 'a file that is too large is a failure'
like "$(cat .err)" '^qipu convert: out: cannot write: ' 'which is told'
is "$(cat out; others)" old 'and leaves the old file alone'

mkdir closed
echo old >closed/out
chmod a-w closed
if [ -w closed ]; then
    skip 3 'this user may write everywhere'
else
    run qipu perft -o closed/out 1
    status_is 2 'a folder that is closed is a failure'
    like "$err" '^qipu perft: closed/out: cannot write: Permission denied' 'which is told'
    is "$(cat closed/*)" old 'and leaves the old file'
fi
run qipu perft -o no/such/folder 1
status_is 2 'so is one that is missing'
run qipu perft -o closed 1
status_is 2 'a folder is no file'

# --- Interrupts ------------------------------------------------------------------------------------

# Interrupt a command that waits for more input or has much to do, once it has begun its output.
interrupt() {
    signal=$1
    shift
    rm -f pipe
    mkfifo pipe
    echo old >out
    "$QIPU" "$@" -o out <pipe >.out 2>.err &
    pid=$!
    exec 3>pipe
    printf '[White "A"]\n\n1. e4 e5 1-0\n\n[White "B"]\n\n1. d4 d5 1-0\n\n' >&3
    for _ in $(seq 40); do # search and stats wait for input before they begin
        [ "$(others)" ] && break
        sleep 0.05
    done
    kill -"$signal" "$pid"
    (sleep 20 && kill -KILL "$pid") >/dev/null 2>&1 3>&- &
    watch=$!
    status=0
    wait "$pid" || status=$?
    kill "$watch" 2>/dev/null
    exec 3>&-
    err=$(cat .err)
    status_is 130 "$*: $signal gives status 130"
    is "$(cat out; others)" old "$*: the old file is left, and nothing beside it"
}
for signal in INT TERM; do
    interrupt $signal convert -
    interrupt $signal validate --summary -
    interrupt $signal search --result 1-0 -
    interrupt $signal stats -
    interrupt $signal perft 6
done

# --- What is printed -------------------------------------------------------------------------------

escape=$(printf '\033')
while read -r words; do
    run env TERM=xterm-256color CLICOLOR_FORCE=1 "$QIPU" $words
    unlike "$out$err" "$escape" "$words: prints no colours"
done <writers

is_utf8() { # is_utf8 NAME, of the last run
    if command -v iconv >/dev/null; then
        cat .out .err | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1
        ok $? "$1"
    else
        skip 1 'no iconv'
    fi
}
cat >ascii.pgn <<'END'
[Event "Caf~"]
[Site "~~~"]
[White "Jos~"]
[Black "a~(~"]
[Result "1-0"]

1. e4 {th~} e5 ~ 2. K~ Nc6 1-0

[White "Jos~"]
[Variant "Crazyhouse~"]

1. e4 {th~} e5 1-0

[White "Jos~"]

1. e4 {th~} e5 ; ~
2. Nf3 1-0
END
name=$(printf 'caf\351.pgn')
tr '~' '\351' <ascii.pgn >"$name" # e with an acute accent in Latin-1
tr '~' '\235' <ascii.pgn >nothing.pgn # of no meaning in Windows-1252
{ printf '\303\251\n' && cat "$name"; } >mixed.pgn
iconv -f ISO-8859-1 -t UTF-16 "$name" >wide.pgn 2>/dev/null || cp "$name" wide.pgn
for file in "$name" nothing.pgn mixed.pgn wide.pgn; do
    shown=$(printf '%s\n' "$file" | tr '\351' '~')
    for form in pgn san lan uci fen epd json csv; do
        run qipu convert --on-error prefix --to $form "$file"
        is_utf8 "convert --to $form $shown writes UTF-8"
    done
    for form in text json github; do
        run qipu validate --min-severity note --format $form "$file"
        is_utf8 "validate --format $form $shown writes UTF-8"
    done
    rm -f new.qipu
    for words in 'import new.qipu' 'import --json new.qipu' 'search' 'search --json' \
        'search --positions' 'stats --by player' 'stats --json' 'show' 'show --json'; do
        run qipu $words "$file"
        is_utf8 "$words $shown writes UTF-8"
    done
done
run qipu search --player "$(printf 'Jos\351')" games.pgn
is_utf8 'an argument that is not UTF-8 is not echoed as it is'

# --- Files that are no files ---------------------------------------------------------------------

mkfifo fifo
for words in convert 'search --count' stats 'validate --quiet' show; do
    run qipu $words games.pgn
    printf '%s\n' "$out" >expected
    cat games.pgn >fifo &
    run timeout 20 "$QIPU" $words fifo
    is "$out" "$(cat expected)" "$words: a FIFO is read as a file is"
    wait
done
run timeout 5 "$QIPU" db fifo check
status_is 2 'a FIFO is no store'
for words in convert validate stats 'import zero.qipu'; do
    run timeout 1 "$QIPU" $words /dev/zero
    status_is 124 "$words: endless input ends at the first signal"
done
cp games.qipu copy.qipu
for words in validate convert stats; do
    status=0
    "$QIPU" $words <copy.qipu >.out 2>.err || status=$?
    status_is 2 "$words: a store is not taken for text"
    like "$(cat .err)" 'SQLite database|is a store' "$words: and called what it is"
done

# A pipe that is watched: the first game comes out while the second one is still being written.
mkfifo live
(
    exec >live
    printf '[White "A"]\n\n1. e4 e5 *\n\n[White "B"]\n\n1. d4 '
    i=0
    while [ ! -e seen ] && [ $i -lt 100 ]; do
        sleep 0.1
        i=$((i + 1))
    done
    [ ! -e seen ] || touch in-time
    printf 'd5 *\n'
) &
qipu convert --to uci --line-buffered live | while IFS= read -r line; do
    [ -e seen ] || echo "$line" >first
    touch seen
    [ "$line" != 'd2d4 d7d5' ] || echo "$line" >second
done
wait
is "$(cat first)" 'e2e4 e7e5' '--line-buffered writes a game while the next one is read'
ok "$([ -e in-time ]; echo $?)" 'without waiting for the end'
is "$(cat second)" 'd2d4 d7d5' 'and then the next'

plan_done
