#!/bin/sh
# Stores where things go wrong: a disk that is full or read-only, and copies. What takes longer, kills
# and full disks at any moment, is in tests/deep.

# Mounted in a name space of its own, a disk goes with the test, however that ends.
if [ -z "${OWN_MOUNTS-}" ] && unshare -m true 2>/dev/null; then
    OWN_MOUNTS=1 exec unshare -m sh "$0" "$@"
fi
. "$(dirname "$0")/../tap.sh"

i=0
while [ $i -lt 600 ]; do
    i=$((i + 1))
    printf '[White "w%d"]\n[Black "b%d"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {note %d} 1-0\n\n' \
        $i $((i % 7)) $i
done >games.pgn
export QIPU
qipu import -q s.qipu games.pgn
fen='rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -'

# --- A copy ----------------------------------------------------------------------------------------

is "$(ls s.qipu*)" s.qipu 'after an import there is one file'
mkdir copies
cp s.qipu copies/copy
run qipu db copies/copy check --full
status_is 0 'which is all there is to a store'
qipu convert s.qipu >all.pgn
qipu convert copies/copy >copy.pgn
cmp all.pgn copy.pgn
ok $? 'whatever its copy is called'
run qipu import copies/copy games.pgn
like "$out" ': 0 games added' 'which knows what the store knows'

# --- A read-only disk, or folder if there cannot be one ------------------------------------------

mkdir disk
close_disk() { # with what lies in it
    cp -r disk kept
    if [ "${OWN_MOUNTS-}" ] && mount -t tmpfs tmpfs disk 2>/dev/null; then
        cp kept/* disk
        mount -o remount,ro disk
    else
        chmod a-w disk disk/*
    fi
    rm -rf kept
}
open_disk() {
    umount disk 2>/dev/null || chmod u+w disk disk/*
}
trap 'open_disk 2>/dev/null; rm -rf "$work"' EXIT

answers() { # STORE NAME
    run qipu search --count --fen "$fen" "$1"
    is "$out" 600 "$2 is searched"
    run qipu stats "$1"
    like "$out" '^total +600 ' 'counted'
    run qipu db "$1" check --full
    status_is 0 'checked'
    run qipu convert -o back.pgn "$1"
    cmp all.pgn back.pgn
    ok $? 'and exported'
    run qipu import "$1" games.pgn
    status_is 2 'but not written to'
    like "$err" 'cannot' 'which is told'
}
cp s.qipu disk/s.qipu
close_disk
if touch disk/file 2>/dev/null; then
    skip 6 'root may write anywhere'
else
    answers disk/s.qipu 'a store on a read-only disk'
fi
open_disk

if command -v sqlite3 >/dev/null; then
    # A writer that ended without ending its log: nothing is in it, or something is.
    sqlite3 disk/s.qipu 'PRAGMA journal_mode=WAL' >/dev/null
    rm -f disk/s.qipu-wal disk/s.qipu-shm
    cp s.qipu log.qipu
    sqlite3 log.qipu 'PRAGMA journal_mode=WAL' "UPDATE player SET name = 'x' WHERE id = 1" \
        '.shell cp log.qipu log.qipu-wal disk' >/dev/null
    rm -f log.qipu*
    close_disk
    if touch disk/file 2>/dev/null; then
        skip 8 'root may write anywhere'
    else
        answers disk/s.qipu 'one with an empty log'
        run qipu search --count disk/log.qipu
        status_is 2 'one whose log has not ended is not read'
        like "$err" 'an import did not end' 'and told why'
    fi
    open_disk
else
    skip 8 'no sqlite3'
fi

# --- A full disk ----------------------------------------------------------------------------------

full=0
for blocks in 20 60 100 140; do
    rm -f full.qipu*
    run sh -c "ulimit -f $blocks; exec \"\$QIPU\" import -q --batch-bytes 20000 full.qipu games.pgn"
    [ "$status" -eq 2 ] && [ -n "$err" ] && full=$((full + 1))
    [ ! -s full.qipu ] || qipu db full.qipu check --full >/dev/null || full=-9
    qipu import -q full.qipu games.pgn
    qipu convert full.qipu >full.pgn
    cmp all.pgn full.pgn || full=-9
done
[ $full -ge 2 ]
ok $? 'a full disk is told, the store stays sound, and the next import completes it'
# --- An import that ended before it knew its game --------------------------------------------------

: >blank.pgn
cat >cannon.pgn <<'END'
[Game "Chinese Chess"]
[Red "w"]
[Black "b"]
[Result "1-0"]

1. H2-E2 H9-G7 1-0
END
for game in '' '--game=xiangqi'; do
    : >undecided.qipu
    qipu import -q undecided.qipu blank.pgn
    run qipu import -q --dry-run $game undecided.qipu cannon.pgn
    status_is 0 "a store without games may take those of another game $game"
    run qipu import $game undecided.qipu cannon.pgn
    like "$out" ': 1 game added' 'and takes them'
    run qipu import undecided.qipu games.pgn
    status_is 2 'but no others then'
    run qipu db undecided.qipu check --full
    status_is 0 'and is sound'
    rm -f undecided.qipu
done

# --- Closed standard files ---------------------------------------------------------------------------

printf '[White "w"]\n[Result "1-0"]\n\n1. e4 e9 1-0\n\n[White "v"]\n[Result "*"]\n\n1. d4 *\n' >faulty.pgn
rm -f closed.qipu
qipu import -q closed.qipu faulty.pgn 2>&-
run qipu db closed.qipu check --full
is "$out" '1 games, no fault' 'what is said to nobody is not written into the store'
rm -f closed.qipu
run sh -c 'exec "$QIPU" import closed.qipu - <&-'
status_is 2 'a closed standard input cannot be read'
[ ! -e closed.qipu ]
ok $? 'nor is the store taken for it'
plan_done
