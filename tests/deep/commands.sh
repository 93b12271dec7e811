#!/bin/sh
# Whole commands on samples with changes by chance. What must hold of each: no crash; mending twice
# is mending once; games come back the same from JSON and from a store, which is sound; any number
# of threads says the same. TAP; SECONDS_EACH is how long for each law, SEED where the changes come
# from: a fault names the seed that shows it again, with SECONDS_EACH=0.
SEED=${SEED:-1}
SECONDS_EACH=${SECONDS_EACH:-20}
. "$(dirname "$0")/../cli/tap.sh"

${CC:-cc} -std=c11 -O1 -o mutate "$data/../deep/mutate.c" || exit 1
set -- "$samples"/*.pgn

# Whether the status of the last run is one that a command has when it has not crashed.
ended() {
    [ "$status" -le 2 ] || fault="$1 ended with $status"
    [ "$status" -le 2 ]
}

mended_once_is_mended_twice() {
    for level in safe all; do
        run qipu validate -q --fix=$level -o once.pgn in.pgn
        ended "validate --fix=$level" || return
        [ -s once.pgn ] || continue
        qipu validate -q --fix=$level -o twice.pgn once.pgn 2>/dev/null
        cmp -s once.pgn twice.pgn || fault="--fix=$level changes what it has written"
    done
}
json_keeps_games() {
    run qipu convert -q -o plain.pgn in.pgn
    ended convert || return
    run qipu convert -q --to json -o games.json plain.pgn
    ended 'convert --to json' || return
    [ "$status" -eq 0 ] || return # a variant whose rules are not known goes from PGN to PGN alone
    qipu convert -q -o back.pgn games.json 2>/dev/null
    cmp -s plain.pgn back.pgn || fault='JSON loses something'
}
stores_keep_games() {
    rm -f s.qipu* plain.pgn
    run qipu import -q s.qipu in.pgn
    ended import || return
    [ -e s.qipu ] || return
    qipu db s.qipu check --full >check.out 2>&1 || fault="the store: $(head -n 1 check.out)"
    qipu convert -q -o plain.pgn s.qipu 2>/dev/null
    qipu convert -q -o again.pgn plain.pgn 2>/dev/null
    cmp -s plain.pgn again.pgn || fault='what a store writes is not read as it is written'
    rm -f t.qipu
    qipu import -q t.qipu plain.pgn 2>/dev/null
    qipu convert -q -o back.pgn t.qipu 2>/dev/null
    cmp -s plain.pgn back.pgn || fault='a store loses something'
}
threads_agree() {
    run qipu validate --threads 1 --min-severity note in.pgn
    ended validate || return
    one=$status$out
    run qipu validate --threads 3 --min-severity note in.pgn
    [ "$one" = "$status$out" ] || fault='validate depends on threads'
}

for law in mended_once_is_mended_twice json_keeps_games stores_keep_games threads_agree; do
    end=$(($(date +%s) + SECONDS_EACH))
    seed=$SEED
    bad=0
    while :; do
        shift_by=$((seed % $#))
        sample=$(printf '%s\n' "$@" | sed -n "$((shift_by + 1))p")
        ./mutate "$seed" <"$sample" >in.pgn
        fault=
        $law
        if [ "$fault" ]; then
            bad=$((bad + 1))
            diag "SEED=$seed (${sample##*/}): $fault"
        fi
        seed=$((seed + 1))
        [ "$(date +%s)" -lt "$end" ] || break
    done
    is $bad 0 "$(echo $law | tr _ ' '), $((seed - SEED)) times"
done
plan_done
