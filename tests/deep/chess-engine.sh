#!/bin/sh
# Legal moves and perft of random chess and Chess960 positions must be those of stockfish.
#   chess-engine.sh [SEED [POSITIONS [DEPTH]]]
# Run from the top of the source tree, after make. BUILD is the build folder.

game=chess engine=stockfish moves='[a-h][1-8][a-h][1-8][nbrq]?'
seed=${1:-1} positions=${2:-1000} depth=${3:-3}
. tests/deep/compare
