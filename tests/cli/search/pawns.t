#!/bin/sh
# The pawns of a position, whatever else is on the board.
. "$(dirname "$0")/../tap.sh"

cat >games.pgn <<'END'
[White "Caro"]

1. e4 c6 2. d4 d5 3. exd5 cxd5 4. Bd3 *

[White "Queens"]

1. d4 d5 2. e4 c6 3. exd5 cxd5 4. Nf3 Nf6 *

[White "Turned"]

1. d4 e5 2. c4 exd4 3. Nf3 d5 4. cxd5 Nf6 5. a3 *

[White "Other"]

1. e4 e5 *
END
cat >xiangqi.pgn <<'END'
[Game "Chinese Chess"]
[White "Centre"]

1. 兵五进一 卒5进1 2. 炮二平五 *

[Game "Chinese Chess"]
[White "Third"]

1. 兵三进一 马8进7 *

[Game "Chinese Chess"]
[White "Seventh"]

1. 兵七进一 马8进7 *
END
qipu import -q games.qipu games.pgn
qipu import -q xiangqi.qipu xiangqi.pgn

# finds WHERE WHOM NAME OPTIONS...: in a file and in a store.
finds() {
    where=$1 whom=$2 name=$3
    shift 3
    for place in "$where.pgn" "$where.qipu"; do
        run qipu search "$@" "$place"
        is "$err$(printf '%s\n' "$out" | sed -En 's/^\[(White|Red) "(.*)"\]$/\2/p' | tr '\n' ' ')" "$whom" "$name: $place"
    done
}
pawns='8/pp2pppp/8/3p4/3P4/8/PPP2PPP/8'
finds games 'Caro Queens ' 'pawns alone are found' --pawns "$pawns"
finds games 'Caro ' 'together with a pattern' --pawns "$pawns" --pattern '*/*/*/*/*/*B*/*/*'
finds games 'Caro Queens Other ' 'or those of another' --pawns "$pawns" --pawns '8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8'
finds games 'Caro Queens ' 'what else stands in the FEN says nothing' --pawns 'r6k/pp2pppp/8/3p4/3P4/8/PPP2PPP/7K b'
finds games '' 'no more pawns, nor fewer' --pawns '8/pp2pppp/8/3p4/3P4/8/PPP2PP1/8'
finds games 'Caro Queens ' 'with colours exchanged' --flip --pawns '8/ppp2ppp/8/3p4/3P4/8/PP2PPPP/8'
finds xiangqi 'Centre ' 'soldiers too' --pawns '9/9/9/p1p3p1p/4p4/4P4/P1P3P1P/9/9/9'
finds xiangqi 'Third ' 'as they stand' --pawns '9/9/9/p1p1p1p1p/9/6P2/P1P1P3P/9/9/9'
finds xiangqi 'Third Seventh ' 'or mirrored' --mirror --pawns '9/9/9/p1p1p1p1p/9/6P2/P1P1P3P/9/9/9'
run qipu search --pawns '8/8/8' games.pgn
status_is 2 'what is no board is refused'
plan_done
