#!/bin/sh
# So many games that counting is divided among threads: every command says the same with any number
# of them. TAP; GAMES is how many.
GAMES=${GAMES:-120000}
. "$(dirname "$0")/../cli/tap.sh"

awk -v games="$GAMES" 'BEGIN {
    split("e4 d4 c4 Nf3 g3 b3 f4", first); split("e5 d5 c5 Nf6 g6 b6 f5", second)
    for (i = 1; i <= games; i++) {
        printf "[Event \"E %d\"]\n[Site \"S\"]\n[Date \"%d.%02d.%02d\"]\n[Round \"%d\"]\n", i % 97, \
            1950 + i % 70, i % 13, i % 29, i % 11
        printf "[White \"White %d\"]\n[Black \"Black %d\"]\n[Result \"1-0\"]\n[WhiteElo \"%d\"]\n\n", \
            i * 7 % 1009, i * 13 % 499, 2000 + i % 800
        printf "1. %s %s 2. Nc3 Nc6 1-0\n\n", first[i % 7 + 1], second[i % 5 + 1]
    }
}' >games.pgn
run qipu import -q --batch-bytes 4000000 one.qipu --threads 1 games.pgn
status_is 0 "$GAMES games are imported"
qipu import -q --batch-bytes 4000000 four.qipu --threads 4 games.pgn
cmp one.qipu four.qipu
ok $? 'to the same bytes by four threads'
cat >questions <<'END'
search --count --player 'white 77'
search --count --elo-any 2600.. --date 1990..2000
search --count --date 1960 --result 1-0
search --count --tag 'Event~7'
search --count --id 1..50000 --tag 'Round=3'
search --count --pattern '*/*/*/*/????P*/*/*/*'
search --count --fen 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w'
stats
stats --by player --limit 20
stats --date 1990..2000
convert
END
while read -r question; do
    wrong=
    eval "qipu $question --threads 1 one.qipu" >one 2>&1 || wrong=' 1'
    for threads in 2 4; do
        eval "qipu $question --threads $threads one.qipu" >more 2>&1 && cmp -s one more || wrong="$wrong $threads"
    done
    [ -s one ] || wrong="$wrong: nothing"
    is "$wrong" '' "$question"
done <questions
plan_done
