#!/bin/sh
# Lists of moves, a game a line, as engines and scripts write them and as qipu does.
. "$(dirname "$0")/../tap.sh"

cat >engine.log <<'END'
position startpos moves e2e4 e7e5 g1f3
go depth 10
bestmove b8c6
position fen 8/8/3k4/8/3K4/8/3P4/3r4 w - - 5 20 moves d4c4 d1d2

startpos moves d4 Nf6 c4 1-0
fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves O-O
END
run qipu convert --to uci engine.log
is "$out" 'e2e4 e7e5 g1f3
fen 8/8/3k4/8/3K4/8/3P4/3r4 w - - 5 20 moves d4c4 d1d2
d2d4 g8f6 c2c4
fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1' 'lines of moves are games, in any notation'
run qipu validate engine.log
is "$out" 'engine.log:2:1: warning: 24 bytes of text belong to no game [dropped-text]' \
    'other lines are reported'
run qipu convert --range 4 engine.log
is "$out" '[Event "?"]
[Site "?"]
[Date "?"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O *' 'in PGN they get the roster and their start'
run qipu convert --range 3 --json engine.log
like "$out" '\["Result","1-0"\]' 'and their result'

printf 'position startpos moves e2e5\nposition startpos moves e2e4 e7e4\nposition startpos moves d2d4\n' >bad.log
run qipu validate bad.log
is "$out" 'bad.log:1:25: error: e2e5: the pawn on e2 cannot reach e5 [illegal-move]
bad.log:2:30: error: e7e4: the pawn on e7 cannot reach e4 [illegal-move]' 'faults are told with their places'
run qipu convert --to uci --quiet bad.log
is "$out" 'd2d4' 'and cost no other game'

qipu convert --to uci --start-fen "$samples/chess.pgn" >chess.uci
qipu convert --to san --start-fen "$samples/chess.pgn" >chess.san
same=$(qipu convert --to uci "$samples/chess.pgn")
run qipu convert --to uci chess.uci
is "$out" "$same" 'what qipu writes is read again'
run qipu convert --to uci chess.san
is "$out" "$same" 'in SAN too'
run sh -c 'gzip <chess.uci | "$1" import --quiet chess.qipu - && "$1" convert --to uci chess.qipu' sh "$QIPU"
is "$out" "$same" 'and imported'

# Which game it is: h2h4 is a move of both.
printf 'startpos moves h2h4\nstartpos moves h2h4 h7h5\n' >chess.log
run qipu convert --to san chess.log
is "$out" 'h4
h4 h5' 'moves tell chess'
printf 'startpos moves h2h4\nstartpos moves h2h4 h9g7\n' >xiangqi.log
run qipu convert --to iccs xiangqi.log
is "$out" 'H2-H4
H2-H4 H9-G7' 'from xiangqi'
run qipu convert --game xiangqi --to iccs chess.log
is "$out" 'H2-H4
H2-H4 H7-H5' 'but --game is followed'

printf 'position startpos moves e2e4 e7e5' >unended.log
run qipu convert --to uci unended.log
is "$out" 'e2e4 e7e5' 'the last line needs no end'
printf 'position startpos moves e2e4\r\n\r\nposition startpos moves d2d4\r' >crlf.log
run qipu convert --to uci crlf.log
is "$out" 'e2e4
d2d4' 'and lines may end as they do elsewhere'

plan_done
