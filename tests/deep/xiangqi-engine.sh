#!/bin/sh
# Legal moves and perft of random xiangqi positions must be those of fairy-stockfish.
#   xiangqi-engine.sh [SEED [POSITIONS [DEPTH]]]
# Run from the top of the source tree, after make. BUILD is the build folder.

game=xiangqi engine=fairy-stockfish moves='[a-i][0-9]+[a-i][0-9]+'
seed=${1:-1} positions=${2:-600} depth=${3:-3}
. tests/deep/compare
