#!/bin/sh
# Scores, depths and times that programs of engine matches and ChessBase write in comments are values
# wherever those of %eval, %emt and %clk are.
. "$(dirname "$0")/../tap.sh"

# The values NAME ... of each move of FILE, numbers in thousandths.
values() {
    file=$1
    shift
    qipu convert --json "$file" | sed 's/.*"moves"://; s/},{/}\
{/g' | while read -r move; do
        for name; do
            value=$(printf '%s\n' "$move" | sed -n "s/.*\"$name\":\([-0-9.]*\).*/\1/p")
            awk -v v="${value:--}" 'BEGIN { if (v == "-") printf "- "; else printf "%d ", v * 1000 + (v < 0 ? -0.5 : 0.5) }'
        done
        echo
    done
}

cat >cutechess.pgn <<'END'
[Result "1-0"]

1. e4 {+0.41/12 0.14s} e5 {0.15/
15 0.090s} 2. Qh5 {-0.30/8 1s} Ke7 {-M2/4 0.001s, n=7} 3. Qxe5# {+M1/1 0s, White mates} 1-0
END
is "$(values cutechess.pgn eval mate depth emt)" '410 - 12000 140 
-150 - 15000 90 
-300 - 8000 1000 
- 1000 4000 1 
- 1000 1000 0 ' 'cutechess: the score of the player who moved becomes that of White, plies to mate moves'
is "$(qipu search --eval ..-0.2 --positions cutechess.pgn | wc -l)" 1 '--eval finds it'
is "$(qipu search --eval '#1..' --positions cutechess.pgn | wc -l)" 2 'and mates'
is "$(qipu search --has evals,clocks --count cutechess.pgn)" 1 'the game has evaluations and times'
is "$(qipu search --has comments --count cutechess.pgn)" 1 'and a remark in words'
is "$(qipu convert --no-evals --no-clocks -w 0 cutechess.pgn | tail -n 2)" \
    '1. e4 e5 2. Qh5 Ke7 {n=7} 3. Qxe5# {White mates} 1-0' 'they can be left out'
is "$(qipu convert --no-evals -w 0 cutechess.pgn | tail -n 2)" \
    '1. e4 {0.14s} 1... e5 {0.090s} 2. Qh5 {1s} 2... Ke7 {0.001s, n=7} 3. Qxe5# {0s, White mates} 1-0' \
    'evaluations alone'
is "$(qipu convert --no-clocks cutechess.pgn | qipu convert --no-evals -w 0 | tail -n 2)" \
    '1. e4 e5 2. Qh5 Ke7 {n=7} 3. Qxe5# {White mates} 1-0' 'or one after the other'
qipu convert --flip cutechess.pgn >flipped.pgn
is "$(values flipped.pgn eval | tr -d '\n')" '-410 150 300 - - ' \
    '--flip leaves the text and turns the value'

cat >tcec.pgn <<'END'
1. e4 {d=40, mt=1500, tl=60000, pv=e4 e5, wv=0.25, mb=+0,} e5 {d=41, tl=58000, wv=-M3,} *
END
is "$(values tcec.pgn eval mate depth emt clk)" '250 - 40000 1500 60000 
- -2000 41000 - 58000 ' 'TCEC: items are values'
is "$(qipu search --clock ..59 --positions tcec.pgn | wc -l)" 1 '--clock finds the time that is left'
is "$(qipu convert --no-evals --no-clocks -w 0 tcec.pgn)" '1. e4 {pv=e4 e5, mb=+0,} 1... e5 *' \
    'what is left out goes with its comma'
is "$(qipu convert --flip -w 0 tcec.pgn | tail -n 2)" \
    '1... e5 {d=40, mt=1500, tl=60000, pv=e4 e5, wv=-0.25, mb=+0,} 2. e4 {d=41, tl=58000, wv=M3,} *' \
    '--flip turns scores for White'

cat >profile.pgn <<'END'
{[%evp 0,3,19,-31,0,29999] Well.} 1. e4 e5 {[%eval 0.2]} (1... c5) 2. Nf3 *
END
echo '{[%evp 0,3,19,-31,0,29999]} 1. e4 e5 {[%eval 0.2]} 2. Nf3 *' >main.pgn
is "$(values main.pgn eval mate)" '190 - 
-310 - 
200 - 
- 1000 ' 'a profile tells of the plies that do not tell themselves'
is "$(qipu search --eval -0.4..0 --positions profile.pgn)" \
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' '--eval asks it'
is "$(qipu search --has evals --count profile.pgn)" 1 'the game has evaluations'
is "$(qipu convert --flip -w 0 profile.pgn | tail -n 2)" \
    '{[%evp 0,3,-19,31,0,-29999] Well.} 1... e5 2. e4 {[%eval -0.2]} (2. c4) 2... Nf6 *' '--flip turns it'
is "$(qipu convert --no-evals -w 0 profile.pgn)" '{Well.} 1. e4 e5 (1... c5) 2. Nf3 *' \
    'and it can be left out'

plan_done
