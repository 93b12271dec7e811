#!/bin/sh
# EPD: the moves in operations are checked in the position of their line.
. "$(dirname "$0")/../tap.sh"

cat >chess.epd <<'END'
5rk1/4R2R/5r2/8/8/8/5PPP/6K1 w - - bm Rg7; id "two rooks";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - bm Nxe4; am Nf6 Qh9; pv Nf6 Qxd8 Nf6;
END
run qipu validate chess.epd
status_is 1 'faults in operations are errors'
is "$out" 'chess.epd:1:39: error: bm Rg7: more than one rook can go to g7 (e7, h7) [ambiguous-move]
chess.epd:2:66: error: bm Nxe4: no knight can reach e4 [illegal-move]
chess.epd:2:79: error: am Qh9: this is not a move [unreadable-move]
chess.epd:2:91: error: pv Qxd8: the queen on d1 cannot reach d8: the pawn on d2 is in the way [illegal-move]' \
    'ambiguous, illegal and unreadable moves are told with their places; of a line the first'
run qipu convert --to epd chess.epd
is "$out" "$(cat chess.epd)" 'the positions are read nevertheless, with what was written'
run qipu import -q s.qipu chess.epd
is "$(qipu search --count s.qipu)" 2 'and imported'

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -'
printf '%s bm e4!, d4 Nf3; sm "c4"; am a2a3 --; pv 1. e4 e5 2.Nf3 Nc6 3...; id "Qh9"; c0 "bm x";\n' "$start" >good.epd
run qipu validate --strict good.epd
status_is 0 'moves of every form, with numbers and glyphs between'
is "$out" '' 'are no faults, nor is text'
printf '4k3/8/8/8/8/8/4r3/4K3 w - - bm --; pv Kxe2 -- Kd3;\n' >null.epd
run qipu validate null.epd
is "$out" 'null.epd:1:32: error: bm --: a side in check cannot pass [illegal-move]' 'a null move may stand where no check is'

cat >xiangqi.epd <<'END'
rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - bm h2e2 C2.5 炮二平五; am h2e9 xx; pv h2e2 h9g7 h9g7;
END
run qipu validate xiangqi.epd
is "$out" 'xiangqi.epd:1:89: error: am h2e9: the cannon (炮) on h2 cannot reach e9 [illegal-move]
xiangqi.epd:1:94: error: am xx: this is not a move [unreadable-move]
xiangqi.epd:1:111: error: pv h9g7: Red has no man on h9 [illegal-move]' 'in xiangqi too, in every notation'


# --- Moves behind a position, as engines are told of a game ----------------------------------------

full='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
printf '%s moves g2g4 e7e5\n%s moves g2g4 a7a3 b2a3\n%s bm e4; moves g2g4; id "x";\n' \
    "$start" "$full" "$start" >moves.epd
run qipu validate moves.epd
is "$out" 'moves.epd:2:69: error: moves a7a3: the pawn on a7 cannot reach a3 [illegal-move]' \
    'moves behind a FEN are judged'
run qipu convert --to pgn --on-error prefix moves.epd
like "$out" '^1. g4 e5 \*$' 'and played'
like "$out" '^1. g4 \{a7a3 b2a3\} \*$' 'up to the first that is illegal; the rest is a comment'
like "$out" '^\[bm "e4"\]$' 'beside other operations, which are tags'
unlike "$out" '\[moves ' 'they are no tag'
echo 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7' >moves.fen
run qipu convert --to wxf moves.fen
like "$out" 'C2.5 N8\+7$' 'in xiangqi too'

plan_done
