#!/bin/sh
# What a store answers from its index and its columns must be what its games say when they are read
# from the file.
. "$(dirname "$0")/../tap.sh"

cp "$samples/chess.pgn" all.pgn
qipu() { "$QIPU" "$@"; }
qipu import -q store.qipu all.pgn
# A second batch and game starts of all kinds, so that there are several segments.
cat >more.pgn <<'EOT'
[Event "Own start"]
[White "Carlsen, Magnus"]
[Black "Nobody"]
[Date "2013.??.??"]
[Result "1-0"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 Kd7 2. Kd2 Kd6 1-0

[Event "Shuffled"]
[White "A"]
[Black "B"]
[Date "????.07.15"]
[Result "*"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1"]

1. Ng3 Ng6 2. O-O O-O 3. e4 e5 *

[Event "Nothing"]
[White "A"]
[Black "?"]
[Date "1997.??.15"]
[Result "1/2-1/2"]

1/2-1/2

EOT
qipu import -q store.qipu more.pgn
cat more.pgn >>all.pgn

# same WHAT ARGUMENT...: search finds as many games in the store as in the file, and stats counts alike.
same() {
    is "$(qipu search --count "$@" store.qipu)" "$(qipu search --count "$@" all.pgn)" "search $*"
}
same_stats() {
    is "$(qipu stats --json "$@" store.qipu)" "$(qipu stats --json "$@" all.pgn)" "stats $*"
}
start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
same --fen "$start w KQkq - 0 1"
same --fen "$start w"
same --fen "$start b"
same --fen 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -'
same --fen '4k3/8/8/8/4P3/8/8/4K3 b - -'
same --fen 'nrbbq1kr/pppppppp/6n1/8/8/6N1/PPPPPPPP/NRBBQRK1 b kq -'
is "$(qipu search --count --fen 'nrbbq1kr/pppppppp/6n1/8/8/6N1/PPPPPPPP/NRBBQRK1 b kq -' store.qipu)" 1 \
    'a Chess960 game is found after castling'
same --fen '8/8/8/4k3/8/8/4P3/4K3 w - -'
same --fen "$start w KQkq -" --white fischer
same --fen "$start w KQkq -" --ply 2..
same --player carlsen
same --player 'karpov' --player kasparov --result 0-1
same --white capablanca --black alekhine
same --black '=?'
same --event championship --site moscow
same --date 1970..1975
same --date 1997
same --date 2013.05
same --date 1997..2013 --date-known
same --date-known
same --elo 2700..
same --elo-any 2800..
same --white-elo 2600..2700,2750..
same --black-elo ..2500
same --result 1/2-1/2
same --result '*'
same --eco B
same --eco B90..B99,C6
same --ply-count 100..
same --id 3,5..9
same --tag 'Variant=Chess960'
same --mate
same --mate --player tal
same --pattern '*/*/*/3Pp*/*/*/*/*'
same --pattern '*/*/*/3Pp*/*/*/*/*' --flip --ply 20.. --result 1-0
same --material KRPkr
same --material KPk --flip
same --material 'KPk' --result 1-0
same --material KRPkr --material KPk
same --material KQRRBBNNPPPPPPPPkqrrbbnnpppppppp
same --material 'R=r P>p' --player fischer
same --invert --player carlsen
same --structure 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w'
same --structure "$start w" --player fischer --ply 1..
same --structure '8/8/8/4k3/8/8/4P3/4K3 w'
same --moves '1.e4 c5'
same_stats
same_stats --moves '1.e4 e5 2.Nf3'
same_stats --fen "$start w"
same_stats --fen '4k3/8/8/8/8/8/4P3/4K3 w - -'
same_stats --elo 2600..
same_stats --player kasparov --date 1985..1990
same_stats --mate
same_stats --by year

run qipu search --explain --count --fen "$start w KQkq - 0 1" store.qipu
is "$out" 103 'the start position is in all games but those of other starts'
like "$err" 'position index was asked 1 time in [12] segments?' '--explain tells of the index'
run qipu search --explain --count --structure '8/8/8/4k3/8/8/4P3/4K3 w' store.qipu
like "$err" 'index of structures names' '--explain tells of structures'
run qipu search --explain --count --player carlsen store.qipu
like "$err" 'columns of the games were counted' '--explain tells of the columns'
run qipu search --explain --count --pattern '*/*/*/3Pp*/*/*/*/*' store.qipu
like "$err" '105 games were replayed' '--explain tells of games replayed'
plan_done
