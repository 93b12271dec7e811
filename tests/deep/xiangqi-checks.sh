#!/bin/sh
# One-sided perpetual checks in random repetitions of xiangqi must lose as they do by fairy-stockfish.
# (It knows no chases, and counts a repetition in which both sides check wrongly.)
#   xiangqi-checks.sh [SEED [REPETITIONS]]
# Run from the top of the source tree, after make. BUILD is the build folder.

PATH=$PATH:/usr/games
seed=${1:-1} count=${2:-2000}
if ! command -v fairy-stockfish >/dev/null; then
    echo '1..0 # SKIP fairy-stockfish is not installed'
    exit 0
fi
echo 1..1

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
${CC:-cc} -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -o "$dir/cycles" \
    tests/deep/cycles.c ${LIBQIPU:-"${BUILD:-build}/libqipu.a"} || exit 1

"$dir/cycles" "$seed" "$count" verdicts >"$dir/ours"
"$dir/cycles" "$seed" "$count" engine >"$dir/commands"
fairy-stockfish <"$dir/commands" | sed -n 's/^info depth 1 .*score \([a-z]* [-0-9]*\) .*/\1/p' >"$dir/theirs"

checks=$(grep -c mate "$dir/ours")
if [ "$checks" -gt 0 ] && diff "$dir/ours" "$dir/theirs" >"$dir/diff"; then
    echo "ok 1 - $count repetitions from seed $seed, $checks by checks alone, are judged as by fairy-stockfish"
else
    echo "not ok 1 - repetitions from seed $seed are judged differently:"
    sed -n '1,20s/^/# /p' "$dir/diff"
    exit 1
fi
