#!/bin/sh
# Files that readers trip over, mended at both levels: a second run changes nothing and finds nothing
# more to mend, and no game is lost. As for odd.t, QIPU_CORPUS_ODD names their folder.
. "$(dirname "$0")/../tap.sh"

if [ ! -d "${QIPU_CORPUS_ODD:-}" ]; then
    skip 1 'QIPU_CORPUS_ODD is not set'
    plan_done
    exit
fi

# The games of FILE, and the plies of those that can be played.
counts() {
    qipu validate --json --summary --fail-on never --min-severity error "$1" 2>&1 | tail -n 1 |
        sed 's/.*"games":\([0-9]*\),"plies":\([0-9]*\).*/\1 \2/'
}

for file in "$QIPU_CORPUS_ODD"/*.pgn; do
    name=${file##*/}
    was=$(counts "$file")
    for level in safe all; do
        qipu validate --fix=$level "$file" >once.pgn 2>log
        qipu validate --fix=$level once.pgn >twice.pgn 2>again
        fault=
        cmp -s once.pgn twice.pgn || fault='a second run changes it'
        grep -q ': fixed: ' again && fault="$fault; a second run has something to mend"
        [ "$(counts once.pgn)" = "$was" ] || fault="$fault; $was is $(counts once.pgn)"
        is "$fault" '' "$name, $level"
    done
done
plan_done
