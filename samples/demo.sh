#!/bin/sh
# The main jobs on the samples: check them, import them, look a position up, print an opening tree;
# first of chess, then of xiangqi.
set -eu
samples=$(cd "$(dirname "$0")" && pwd)
PATH=$(cd "$(dirname "$QIPU")" && pwd):$PATH
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cp "$samples"/*.pgn "$samples"/*.xqf "$samples"/*.ubb "$dir"
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

show qipu validate --strict --summary xiangqi.pgn
show qipu import xiangqi.qipu xiangqi.pgn
show qipu import formats.qipu xiangqi-gb18030.pgn xiangqi.xqf xiangqi.ubb
show qipu search xiangqi.qipu --fen "'rnbakabnr/9/1c2c4/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w'" --mirror --count
show qipu search xiangqi.qipu --tag Title=白袍将坐天牢
show qipu stats xiangqi.qipu --mirror
show qipu show xiangqi.qipu --id 1 --style chinese
show "qipu convert --to wxf xiangqi.xqf | cut -c1-60"
