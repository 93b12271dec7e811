#!/bin/sh
# A disk that is full at any write, and readers while an import runs. TAP. As root on a small file
# system in memory, which is the test's own and goes with it; else with a limit on the size of files.
if [ -z "${OWN_MOUNTS-}" ] && unshare -m true 2>/dev/null; then
    OWN_MOUNTS=1 exec unshare -m sh "$0" "$@"
fi
. "$(dirname "$0")/../cli/tap.sh"

sh "$data/../deep/games" >games.pgn
qipu import -q whole.qipu games.pgn
qipu convert whole.qipu >whole.pgn
whole=$(($(wc -c <whole.qipu) / 1024))
mkdir disk

# Import into disk/s.qipu with SIZE KiB of room; leaves the store, with room again.
import_in() {
    if [ "${OWN_MOUNTS-}" ] && mount -t tmpfs -o size="$1k" tmpfs disk 2>/dev/null; then
        run qipu import -q --batch-bytes 150000 disk/s.qipu games.pgn
        mount -o remount,size=64m disk
    else
        run sh -c 'ulimit -f '$(($1 * 2))'; exec "$QIPU" import -q --batch-bytes 150000 disk/s.qipu games.pgn'
    fi
}
empty_disk() {
    umount disk 2>/dev/null || rm -f disk/*
}
trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT

export QIPU
bad=0
failed=0
size=8
while [ $size -lt $((whole * 3)) ]; do
    import_in $size
    [ "$status" -eq 0 ] || failed=$((failed + 1))
    sound=0
    if [ -s disk/s.qipu ]; then
        qipu db disk/s.qipu check --full >check.out 2>&1 || sound=1
        qipu convert disk/s.qipu >got.pgn 2>>check.out || sound=1
        cmp -s -n "$(wc -c <got.pgn)" got.pgn whole.pgn || sound=1
    fi
    if [ $sound -ne 0 ] || { [ "$status" -ne 0 ] && [ -z "$err" ]; } || [ "$status" -gt 2 ]; then
        bad=$((bad + 1))
        diag "$size KiB: status $status: $err: $(head -3 check.out)"
    fi
    if [ "$status" -ne 0 ]; then
        qipu import -q disk/s.qipu games.pgn
        qipu convert disk/s.qipu >got.pgn
        cmp -s got.pgn whole.pgn || { bad=$((bad + 1)); diag "$size KiB: not completed"; }
    fi
    empty_disk
    size=$((size + size / 5 + 3))
done
is $bad 0 'a full disk leaves a sound store with a prefix, which is completed later'
[ $failed -gt 5 ]
ok $? "$failed imports met it"

# Readers are answered through a whole import.
qipu import -q busy.qipu games.pgn
i=0
while [ $i -lt 8 ]; do
    i=$((i + 1))
    sed "s/\[White \"/&$i /" games.pgn
done >more.pgn
"$QIPU" import -q --batch-bytes 300000 busy.qipu more.pgn 2>import.err &
pid=$!
last=0
asked=0
bad=0
during=0
while kill -0 $pid 2>/dev/null; do
    run qipu search busy.qipu --count --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -'
    asked=$((asked + 1))
    [ "$status" -eq 0 ] && [ "$out" -ge $last ] || { bad=$((bad + 1)); diag "$status $out $err"; }
    [ "$out" -gt 1500 ] && during=$((during + 1))
    last=$out
done
wait $pid
status_is 0 'an import with readers ends well'
is $bad 0 'readers are answered meanwhile, with ever more games'
[ $asked -gt 3 ] && [ $during -gt 0 ]
ok $? "$asked questions, $during of them saw games of the import"
run qipu search busy.qipu --count --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -'
is "$out" 13500 'in the end all games are found'
run qipu db busy.qipu check --full
status_is 0 'and the store is sound'
is "$(echo busy.qipu*)" busy.qipu 'in one file'

# A reader that stays beyond the end of the import keeps the log; the next writer ends it.
qipu import -q long.qipu games.pgn
mkfifo gate
{ qipu convert long.qipu; } >gate &
exec 3<gate
head -c 1000 <&3 >/dev/null
head -c 20000 more.pgn >few.pgn
qipu import -q long.qipu few.pgn 2>/dev/null
run qipu db long.qipu check
status_is 0 'an import beside a reader that stays leaves a sound store'
cat <&3 >/dev/null
exec 3<&-
wait
qipu import -q long.qipu few.pgn 2>/dev/null
is "$(echo long.qipu*)" long.qipu 'the log is gone when the reader is'
is "$(od -A n -t u1 -j 18 -N 2 long.qipu | tr -s ' ')" ' 1 1' 'and the file needs none'

# On a full disk an import may leave a log that nothing is in, and no room for readers to take it up.
if [ "${OWN_MOUNTS-}" ] && mount -t tmpfs -o size=2m tmpfs disk 2>/dev/null; then
    unread=
    for left in 12 16 20 24 28 32 48; do
        rm -f disk/*
        cp long.qipu disk/s.qipu
        size=$(wc -c <long.qipu)
        head -c $((2097152 - (size + 4095) / 4096 * 4096 - left * 1024)) /dev/zero >disk/fill
        qipu import -q disk/s.qipu more.pgn 2>/dev/null && unread="$unread $left: imported"
        run qipu convert disk/s.qipu
        [ "$status" -eq 0 ] && [ "$out" = "$(qipu convert long.qipu)" ] || unread="$unread $left: $err"
    done
    is "$unread" '' 'a store is read though its import failed for want of room'
    umount disk
else
    skip 1 'no file system can be mounted'
fi

# A store on a disk that cannot be written, though an import was killed at its very end.
if command -v sqlite3 >/dev/null && [ "${OWN_MOUNTS-}" ] && mount -t tmpfs -o size=64m tmpfs disk 2>/dev/null; then
    cp whole.qipu disk/s.qipu
    sqlite3 disk/s.qipu 'PRAGMA journal_mode=WAL' >/dev/null
    mount -o remount,ro disk
    run qipu search disk/s.qipu --count --id 1..10
    is "$status $out" '0 10' 'a file that waits for its log is read from a read-only disk'
    mount -o remount,rw disk
    "$QIPU" import -q --batch-bytes 100000 disk/s.qipu more.pgn 2>/dev/null &
    pid=$!
    sleep 0.3
    kill -KILL $pid
    wait $pid 2>/dev/null
    mount -o remount,ro disk
    run qipu search disk/s.qipu --count --id 1..10
    is "$status $out" '0 10' 'so is one with a log beside it'
    mount -o remount,rw disk
    if [ -s disk/s.qipu-wal ]; then
        rm -f disk/s.qipu-shm
        mount -o remount,ro disk
        run qipu search disk/s.qipu --count --id 1..10
        like "$err" 'an import did not end' 'but not where the log cannot be read'
    else
        skip 1 'the import ended too soon'
    fi
    mount -o remount,rw disk
    run qipu db disk/s.qipu check
    status_is 0 'where it can be written, it is sound'
else
    skip 4 'no file system can be mounted, or no sqlite3'
fi
plan_done
