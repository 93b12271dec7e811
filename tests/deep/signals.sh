#!/bin/sh
# Every command, interrupted at any moment: it ends within a second with 130, leaves the file at -o as
# it was and nothing beside it, and stores sound. TAP; ROUNDS is how many, SEED where the moments and
# signals come from, GRACE the seconds that a slow machine may take.
ROUNDS=${ROUNDS:-5}
SEED=${SEED:-1}
GRACE=${GRACE:-1}
. "$(dirname "$0")/../cli/tap.sh"

sh "$data/../deep/games" >some.pgn
for _ in 1 2 3 4 5 6; do cat some.pgn; done >games.pgn
qipu import -q whole.qipu games.pgn
printf '[Event "?"]\n\n1. e2e4 e5 *\n\n' >bad.pgn
for _ in 1 2 3 4 5 6 7; do cat bad.pgn bad.pgn >more.pgn && cat more.pgn more.pgn >bad.pgn; done

random() { # BELOW: the next number
    n=$((n + 1))
    awk -v seed="$SEED$n" -v below="$1" 'BEGIN { srand(seed); print int(rand() * below) }'
}
now() {
    date +%s%N
}

# The time that the command of this line takes, in nanoseconds, at most three seconds of it.
measure() {
    begin=$(now)
    timeout 3 "$QIPU" "$@" >/dev/null 2>&1 </dev/zero
    span=$(($(now) - begin))
}

# Interrupt it. Sets $fault to what is wrong, if anything is.
interrupt() {
    fault=
    rm -f x.qipu* out* bad-*
    cp whole.qipu x.qipu
    echo old >out
    cp bad.pgn bad-copy.pgn
    signal=INT expected=130
    [ "$(random 2)" -eq 0 ] && signal=TERM
    "$QIPU" "$@" >.out 2>.err </dev/zero &
    pid=$!
    sleep "$(random $((span / 1000000 + 1)) | awk '{ printf "%.3f", $1 / 1000 }')"
    kill -0 $pid 2>/dev/null || expected=any
    begin=$(now)
    kill -$signal $pid 2>/dev/null
    status=0
    wait $pid || status=$?
    took=$((($(now) - begin) / 1000000))
    [ $took -le $((GRACE * 1000)) ] || fault="took $took ms after SIG$signal"
    # It may have been about to end, or not yet have begun to listen.
    case $status in
    130 | 143 | 0 | 1) ;;
    *) [ $expected = any ] || fault="status $status after SIG$signal: $(head -c 200 .err)" ;;
    esac
    if [ "$status" -eq 130 ] && [ "$(cat out)" != old ]; then
        fault="half an output"
    fi
    left=$(ls | grep -E '^(out|bad-copy\.pgn|x\.qipu)\.......$')
    [ "$status" -eq 143 ] || [ -z "$left" ] || fault="left behind: $left"
    if [ -s x.qipu ] && ! "$QIPU" db x.qipu check --full >check.out 2>&1; then
        fault="the store: $(head -n 1 check.out)"
    fi
}

n=0
while read -r command; do
    measure $command
    bad=0
    i=0
    while [ $i -lt "$ROUNDS" ]; do
        i=$((i + 1))
        interrupt $command
        if [ "$fault" ]; then
            bad=$((bad + 1))
            diag "$fault"
        fi
    done
    is $bad 0 "$command"
done <<'END'
validate --summary -o out games.pgn
validate --fix -o out games.pgn
validate --in-place bad-copy.pgn
import y.qipu games.pgn
import x.qipu --again games.pgn
import --duplicates skip x.qipu games.pgn
search --count --white a games.pgn
search -o out --sort date games.pgn
search -o out --material KRPkr whole.qipu
search -o out --has comments whole.qipu
stats -o out games.pgn
stats -o out --by player whole.qipu
convert -o out --to json games.pgn
convert -o out --sort date,white games.pgn
convert -o out --unique games.pgn
convert -o out --to book games.pgn
convert -o out whole.qipu
convert -o out -
show -o out games.pgn --id 60000
db x.qipu compact
db x.qipu dedup
db x.qipu delete --id 1..9000
db x.qipu retag --set Event=x --id 1..
db x.qipu similar player
db x.qipu rename player --apply /dev/zero
db y.qipu merge x.qipu
convert --players /dev/zero games.pgn
validate --files-from /dev/zero
perft -o out 7
END
plan_done
