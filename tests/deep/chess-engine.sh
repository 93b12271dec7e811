#!/bin/sh
# Legal moves and perft of random chess and Chess960 positions must be those of stockfish.
#   chess-engine.sh [SEED [POSITIONS [DEPTH]]]
# Run from the top of the source tree, after make. BUILD is the build folder.

seed=${1:-1} positions=${2:-1000} depth=${3:-3}
PATH=$PATH:/usr/games
if ! command -v stockfish >/dev/null; then
    echo "1..0 # SKIP stockfish is not installed"
    exit 0
fi
echo 1..1

dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
${CC:-cc} -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -Isrc -o "$dir/divide" \
    tests/deep/chess_divide.c ${LIBQIPU:-"${BUILD:-build}/libqipu.a"} || exit 1

"$dir/divide" counts "$seed" "$positions" "$depth" | LC_ALL=C sort >"$dir/ours"
"$dir/divide" engine "$seed" "$positions" "$depth" | stockfish |
    awk '/^[a-h][1-8][a-h][1-8][nbrq]?: [0-9]+$/ { print n + 0, $0 }
         /^Nodes searched: / { print n + 0, $0; n++ }' | LC_ALL=C sort >"$dir/theirs"

if [ -s "$dir/ours" ] && diff "$dir/ours" "$dir/theirs" >"$dir/diff"; then
    echo "ok 1 - $positions positions from seed $seed agree with stockfish to depth $depth"
else
    echo "not ok 1 - positions from seed $seed differ (number, move, nodes):"
    sed -n '1,20s/^/# /p' "$dir/diff"
    "$dir/divide" engine "$seed" "$positions" "$depth" | grep '^position' >"$dir/fens"
    sed -n '2s/^[<>] \([0-9]*\) .*/\1/p' "$dir/diff" | while read -r n; do
        sed -n "$((n + 1))s/^/# /p" "$dir/fens"
    done
    exit 1
fi
