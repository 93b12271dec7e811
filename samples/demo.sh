#!/bin/sh
# The main job on the samples: import them, look a position up, print an opening tree.
set -eu
samples=$(dirname "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

show() {
    echo
    echo "\$ qipu $*" | sed "s|$dir/||g"
    "$QIPU" "$@"
}

show validate --strict "$samples/chess.pgn"
show import "$dir/chess.qipu" "$samples/chess.pgn"
show search "$dir/chess.qipu" --moves '1.e4 e5 2.Nf3 Nc6 3.Bb5' --count
show search "$dir/chess.qipu" --player fischer --limit 1
show stats "$dir/chess.qipu"
