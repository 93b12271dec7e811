#!/bin/sh
# Nothing read is no success: what is said of files, folders and pipes without games, and which of
# the files below a folder are read.
. "$(dirname "$0")/../tap.sh"

game='[White "A"]
[Black "B"]

1. e4 e5 *
'
mkdir texts scid empty prose mixed none
for name in a b; do
    printf '%s' "$game" >texts/$name.txt
    : >empty/$name.pgn
done
for suffix in si4 sn4 sg4 si5 sn5 sg5; do
    printf '\1\0\2' >scid/base.$suffix
done
printf '炮二平五.pgn\n马八进七.pgn\n' >prose/list.txt
echo '象棋: 炮二平五 is the usual opening, said Li.' >prose/readme.txt
printf '%s' "$game" >mixed/a.pgn
cp texts/a.txt scid/base.sg4 mixed

advice() {
    printf '%s\n' "$err" | sed -n 2p
}
for c in 'validate' 'convert' 'search --white x' 'search --count' 'stats' 'import s.qipu' 'convert -q'; do
    run qipu $c -r texts
    is "$status ${err%%
*}" "1 qipu ${c%% *}: no games in texts: 2 files looked at: 2 of text with chess games" \
        "$c of PGN that is called .txt"
    like "$(advice)" 'name the texts' 'with what to do'
    run qipu $c -r scid
    is "$status ${err%%
*}" "1 qipu ${c%% *}: no games in scid: 6 files looked at: 6 of Scid databases" \
        "$c of a Scid database"
    like "$(advice)" 'export the games as PGN' 'with what to do'
    run qipu $c -r empty
    is "$status $err" "1 qipu ${c%% *}: no games in empty: 2 files looked at: 2 empty" "$c of empty files"
    run qipu $c -r prose
    is "$status ${err%%
*}" "1 qipu ${c%% *}: no games in prose: 2 files looked at: 2 of text without a game" \
        "$c of prose and lists of files"
    run qipu $c -r none
    is "$status $err" "1 qipu ${c%% *}: no games in none: there are no files" "$c of an empty folder"
    run sh -c '"$0" "$@" </dev/null' "$QIPU" $c
    is "$status $err" "1 qipu ${c%% *}: no games in <stdin>: it is empty" "$c of an empty pipe"
done
rm -f s.qipu

run qipu convert empty/a.pgn mixed/a.pgn
is "$status $err" '0 ' 'an empty file beside others is no fault'
run qipu validate -r mixed
is "$status $(printf '%s\n' "$err" | grep -c '1 file passed over: ')" '0 2' \
    'what is passed over beside games is told'
run qipu search --white nobody mixed/a.pgn
is "$status $err" '1 ' 'that nothing matches is another thing'
run qipu validate no.pgn
is "$status $(printf '%s\n' "$err" | wc -l)" '2 1' 'so is a file that is not there'
for suffix in si4 sn4 sg4 si5 sn5 sg5; do
    run qipu validate scid/base.$suffix
    like "$status $err" '^2 .*Scid database.* is not read directly; export' "a .$suffix is refused"
done
printf '%s' "$game" | qipu import -q s.qipu -
run qipu import s.qipu mixed/a.pgn
is "$status" 0 'games that the store knows were read'
qipu db s.qipu delete --id 1.. >/dev/null
run qipu convert s.qipu
like "$status $err" '^1 .*no games in s.qipu: it is a store without games$' 'an empty store is told'
run qipu convert --known empty/a.pgn --unique mixed/a.pgn
is "$status $err" '0 ' 'no games need be known'

# --- What is packed more than once ----------------------------------------------------------------

gzip -c mixed/a.pgn | gzip -c >twice.pgn.gz
run qipu convert --to uci twice.pgn.gz
is "$status $out" '0 e2e4 e7e5' 'what is packed twice is read'
run qipu validate --in-place twice.pgn.gz
like "$status $err" '^2 .*is packed' 'but not mended in place'
gzip -c twice.pgn.gz | gzip -c >often.pgn.gz
run qipu convert often.pgn.gz
like "$status $err" '^2 .*often.pgn.gz: is packed more than 3 times' 'four times is told'
if command -v zstd >/dev/null; then
    zstd -q <mixed/a.pgn | gzip -c >both.pgn.gz
    run qipu convert --to uci both.pgn.gz
    is "$status $out" '0 e2e4 e7e5' 'or by one packer and another'
else
    skip 1 'no zstd'
fi

# --- Folders that are hard to read ----------------------------------------------------------------

faulty='[White "A"]

1. e9 *
'
longest=$work/deep
mkdir deep
(
    cd deep || exit
    name=$(printf '%0200d' 0)
    for _ in $(seq 25); do
        mkdir "$name" && cd -P "$name" || exit
    done
    printf '%s' "$faulty" >faulty.pgn
) 2>/dev/null
if [ "$(find deep -name faulty.pgn | wc -l)" -eq 1 ]; then
    run qipu validate --min-severity error -r deep
    like "$status $out" '^1 deep.*/faulty.pgn:3:4: error:' 'paths may be longer than the system takes'
    run qipu import -q s.qipu -r deep
    is "$status" 1 'for import, too'
    find deep -name faulty.pgn >list
    run qipu validate --files-from list
    is "$status" 1 'also in a list'
else
    skip 3 'this shell makes no such paths'
fi
rm -rf "$longest"

# Root may enter any folder; so somebody else is to try.
mkdir -p shut/listed shut/hidden
for folder in shut/listed shut/hidden shut; do
    printf '%s' "$faulty" >$folder/faulty.pgn
done
chmod 755 "$work"
chmod 444 shut/listed
chmod 311 shut/hidden
other=
if [ "$(id -u)" -eq 0 ] && setpriv --reuid 65534 --clear-groups true 2>/dev/null; then
    other='setpriv --reuid 65534 --clear-groups'
    cp "$QIPU" program
    chmod 755 program
    set -- ./program
else
    set -- "$QIPU"
fi
if [ "$(id -u)" -eq 0 ] && [ -z "$other" ]; then
    skip 3 'root may enter any folder'
else
    [ "$other" ] && chown -R 65534 shut
    run $other "$@" validate -r shut
    is "$status $err" "2 qipu validate: shut/hidden: Permission denied
qipu validate: shut/listed: Permission denied" 'folders that cannot be read are named'
    like "$out" '^shut/faulty.pgn:3:4: error' 'and the files of others are read'
    run $other "$@" convert -r shut/listed
    is "$status $err" '2 qipu convert: shut/listed: Permission denied' 'that there are no games is not said then'
fi
chmod -R u+rwx shut
plan_done
