#!/bin/sh
# Whatever the number of threads, search and stats say the same, in the same order, of files and of
# stores.
. "$(dirname "$0")/../tap.sh"

# 6,000 games, 500 with notes that are more than is kept of a part of a store; one in forty broken.
awk 'BEGIN {
    split("1. e4 e5 2. Nf3 Nc6 3. Bb5|1. e4 c5 2. Nf3 d6 3. d4|1. d4 Nf6 2. c4 e6|1. f3 e5 2. g4 Qh4#", line, "|")
    split("Tal, Mihail|Petrosian, Tigran|Spassky, Boris|Stein, Leonid|Keres, Paul", name, "|")
    split("1-0|0-1|1/2-1/2", result, "|")
    for (n = "well played "; length(n) < 12000;) n = n n
    for (i = 0; i < 6000; i++) {
        l = i % 4 + 1
        r = l == 4 ? "0-1" : result[i % 3 + 1]
        printf "[Event \"Game %d\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n", i, name[i % 5 + 1], name[int(i / 5) % 5 + 1], r
        printf "[Date \"%d.%s\"]\n", 1950 + i % 17, i % 7 ? "05.01" : "??.??"
        if (i % 6) printf "[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n", 2300 + i % 11 * 30, 2350 + i % 13 * 25
        printf "\n%s%s%s %s\n\n", line[l], (i >= 2000 && i < 2500 ? " {" n "}" : ""), (i % 40 ? "" : " Ke5"), r
    }
}' >games.pgn
qipu import -q games.qipu games.pgn 2>.err
[ "$(qipu search --count --id 1.. games.qipu)" -eq 5850 ]
ok $? 'the games are imported'

# same COMMAND OPTIONS...: both for the file and the store.
same() {
    for from in games.pgn games.qipu; do
        for n in 1 2 5; do
            run qipu "$@" --threads $n $from
            printf '%s\n%s\n%s\n' "$status" "$out" "$err" >said.$n
        done
        [ -s said.1 ] && cmp said.1 said.2 && cmp said.1 said.5
        ok $? "$* says the same of $from with any number of threads"
    done
}

fen='rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -'
same search --fen "$fen"
same search --fen "$fen" --json
same search --fen "$fen" --positions
same search --fen "$fen" --as-is
same search --fen "$fen" --limit 1234
same search --fen "$fen" --limit 1
same search --fen "$fen" --count
same search --white tal --sort -white-elo
same search --white tal --sort -date --limit 50
same search --white tal --sort event --json
same search --fen "$fen" --mark here
same search --pattern '*/*/*/*/*/*/*/*' --lasting 3 --limit 100 --json
same search --mate --date 1950..1953
same search --mate --on-error prefix --positions
same search --pattern '*/*/*/3Pp*/*/*/*/*' --json
same search --tag 'Event=Game 4711'
same search --id 7,100..3000,5999 --json
same search --date 1950..
same search --invert --mate --count
same search --has threefold
same stats
same stats --elo 2400.. --black stein
same stats --moves '1.e4' --white keres --json
same stats --by player --date 1951..1960
same stats --by player --player tal --limit 3
same stats --by event --moves '1.e4 c5'

run qipu search --line-buffered --fen "$fen" --positions games.pgn
is "$out" "$(qipu search --fen "$fen" --positions games.pgn 2>.err)" 'line-buffered output is the same'

is "$(qipu search --threads 4 --count --mate games.qipu)" 1500 'no game is missing, none counts twice'
is "$(qipu search --threads 4 --fen "$fen" --positions games.qipu | sort -u | wc -l)" \
    "$(qipu search --threads 1 --fen "$fen" --positions games.pgn 2>.err | sort -u | wc -l)" \
    'a store and a file give the same positions'

# Games deleted here and there.
qipu db -q games.qipu delete --id 1..40,3000..4500
ok $? 'games are deleted'
same search --mate --json
same stats --elo 2400..

# What was found before the damage is written, whoever comes upon it.
gzip -c games.pgn | head -c 50000 >cut.pgn.gz
for n in 1 2 5; do
    run qipu search --mate --positions --threads $n cut.pgn.gz
    printf '%s\n%s\n%s\n' "$status" "$out" "$err" >said.$n
done
[ "$(head -n 1 said.1)" = 2 ] && [ "$(grep -c / said.1)" -gt 100 ] && cmp said.1 said.2 && cmp said.1 said.5
ok $? 'a file that breaks off gives the games before that'

plan_done
