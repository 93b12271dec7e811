#!/bin/sh
# The main job on the samples: check them, import them, look a position up, print an opening tree.
set -eu
samples=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd "$(dirname "$QIPU")" && pwd):$PATH
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$samples/chess.pgn" "$dir"
cd "$dir"

show() {
    echo
    echo "\$ $*"
    eval "$*"
}

show qipu validate --strict --summary chess.pgn
show qipu import chess.qipu chess.pgn
show qipu search chess.qipu --fen "'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b'" --count
show qipu search chess.qipu --player fischer --result 0-1 --limit 1
show qipu stats chess.qipu
