#!/bin/sh
# An import that is killed at any moment leaves a store that is sound and holds a prefix of its
# input, and the next import completes it. TAP; KILLS is how many, SEED where the moments come from.
KILLS=${KILLS:-100}
SEED=${SEED:-1}
. "$(dirname "$0")/../cli/tap.sh"

sh "$data/../deep/games" >games.pgn
batch=150000
begin=$(date +%s%N)
qipu import -q --batch-bytes $batch whole.qipu games.pgn
span=$(($(date +%s%N) - begin))
qipu convert whole.qipu >whole.pgn

# A number from 0 to SPAN nanoseconds, in seconds.
moment() {
    awk -v seed="$SEED$1" -v span=$span 'BEGIN { srand(seed); printf "%.4f", rand() * span / 1e9 }'
}

# Whether the store is sound and its games are the first of the input.
is_prefix() {
    [ -s killed.qipu ] || return 0
    if ! qipu db killed.qipu check --full >check.out 2>&1; then
        [ ! -s killed.qipu ] # its making was undone
        return
    fi
    qipu convert killed.qipu >killed.pgn 2>>check.out || return 1
    cmp -s -n "$(wc -c <killed.pgn)" killed.pgn whole.pgn
}

bad=0
partial=0
i=0
while [ $i -lt "$KILLS" ]; do
    i=$((i + 1))
    rm -f killed.qipu*
    "$QIPU" import -q --batch-bytes $batch killed.qipu games.pgn 2>import.err &
    pid=$!
    sleep "$(moment $i)"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    if ! is_prefix; then
        bad=$((bad + 1))
        diag "kill $i: $(head -3 check.out)"
    fi
    [ -s killed.pgn ] && [ "$(wc -c <killed.pgn)" -lt "$(wc -c <whole.pgn)" ] && partial=$((partial + 1))
    if [ $((i % 10)) -eq 0 ]; then
        qipu import -q --batch-bytes $batch killed.qipu games.pgn
        is_prefix && cmp -s killed.pgn whole.pgn
        ok $? "the import after kill $i completes the store"
    fi
done
is "$bad" 0 "after each of $KILLS kills the store is sound and holds a prefix"
[ $partial -gt 0 ]
ok $? "$partial of them came in the middle"

# Two importers at once: the one that comes later is told.
rm -f both.qipu*
"$QIPU" import -q --batch-bytes $batch both.qipu games.pgn 2>first.err &
first=$!
"$QIPU" import -q --batch-bytes $batch both.qipu games.pgn 2>second.err &
second=$!
failed=0
wait $first || failed=$((failed + 1))
wait $second || failed=$((failed + 1))
[ $failed -eq 0 ] || cat first.err second.err | grep -q 'another qipu is writing to this store'
ok $? 'of two importers at once the later one is told'
qipu convert both.qipu >both.pgn
cmp -s both.pgn whole.pgn
ok $? 'and the games come in once'
plan_done
