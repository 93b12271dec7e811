#!/bin/sh
# Whatever the number of threads, convert writes the games of a store the same, in the same order, and
# as it writes those of the file that the store was made of.
. "$(dirname "$0")/../tap.sh"

# 6,000 games, 500 with notes that are more than is kept of a part of a store; one in forty broken,
# every other one of the rest a repetition of the one before it.
awk 'BEGIN {
    split("1. e4 e5 2. Nf3 Nc6 3. Bb5|1. e4 c5 2. Nf3 d6 3. d4|1. d4 Nf6 2. c4 e6|1. f3 e5 2. g4 Qh4#", line, "|")
    split("Tal, Mihail|Petrosian, Tigran|Spassky, Boris|Stein, Leonid|Keres, Paul", name, "|")
    split("B00|C60|D35|E10", eco, "|")
    for (n = "well played "; length(n) < 24000;) n = n n
    for (i = 0; i < 6000; i++) {
        g = int(i / 2)
        l = g % 4 + 1
        r = l == 4 ? "0-1" : g % 3 ? "1-0" : "1/2-1/2"
        printf "[Event \"Game %d\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n", g, name[g % 5 + 1], name[int(g / 5) % 5 + 1], r
        printf "[Date \"%d.05.01\"]\n[ECO \"%s\"]\n[Annotator \"%d\"]\n", 1950 + g % 17, eco[l], g % 9
        if (g % 6) printf "[WhiteElo \"%d\"]\n", 2300 + g % 11 * 30
        printf "\n%s%s%s %s\n\n", line[l], (i >= 2000 && i < 2500 ? " {" n "}" : ""), (i % 40 ? "" : " Ke5"), r
    }
}' >games.pgn
qipu import -q games.qipu games.pgn 2>.err
is "$(qipu search --count --id 1.. games.qipu)" 5850 'the games are imported'

# same OPTIONS...: of the store with 1, 2 and 5 threads.
same() {
    for n in 1 2 5; do
        qipu convert -o "said.$n" "$@" --threads $n games.qipu 2>"err.$n"
        echo $? >>"err.$n"
    done
    [ -s said.1 ] && cmp said.1 said.2 && cmp said.1 said.5 && cmp err.1 err.2 && cmp err.1 err.5
    ok $? "convert $* writes the same with any number of threads"
}

# as_file OPTIONS...: the same as the file, too, whose broken games are not in the store.
as_file() {
    same "$@"
    qipu convert -o said.txt "$@" games.pgn 2>.err
    cmp said.1 said.txt
    ok $? "convert $* writes the games of the store as those of the file"
}

as_file --to pgn
as_file --to uci
as_file --to csv --columns White,ECO,Annotator,uci
as_file --to san --sort white,-date
as_file --to lan --unique=moves
same --to fen --range 1..1
as_file --to pgn --sort eco,-elo --output-encoding utf-16le --drop-tag Event
same --to json
same --to json --sort -elo,id
same --to tsv --columns number,Event
same --to uci --sample 50 --seed 3
same --seven --add source,plycount
same --to pgn --range 3000..3500
same --to uci --range 5800..
same --to book --min-games 1
same --split-variations --to uci

for n in 1 2 5; do
    qipu convert -o "unique.$n" --unique --duplicates "rest.$n" --threads $n games.qipu &&
        mkdir "split.$n" && qipu convert -o "split.$n/{}.pgn" --split eco --threads $n games.qipu
done
[ -s rest.1 ] && cmp rest.1 rest.2 && cmp rest.1 rest.5 && cmp unique.1 unique.2 && cmp unique.1 unique.5
ok $? 'the games that are not unique are the same with any number of threads'
[ -s split.1/C60.pgn ] && diff -r split.1 split.2 && diff -r split.1 split.5
ok $? 'the files of --split are the same with any number of threads'

qipu convert --to uci --line-buffered games.qipu >said.live
qipu convert --to uci games.qipu | cmp - said.live
ok $? 'line-buffered output is the same'
is "$(qipu convert --to uci --threads 5 games.qipu 2>.err | head -n 1; cat .err)" \
    'e2e4 e7e5 g1f3 b8c6 f1b5' 'a reader may leave early'

# Games deleted here and there: places are counted among those that are left.
qipu db -q games.qipu delete --id 1..40,3000..4500
ok $? 'games are deleted'
same --to json --range 2000..3000
qipu convert --to csv --columns number games.qipu | sed 1d | sed -n 2000,3000p >want
qipu convert --to csv --columns number --range 2000..3000 --threads 2 games.qipu | sed 1d | cmp - want
ok $? 'a range counts the games that there are'
qipu convert --to csv --columns number games.qipu games.qipu | sed 1d | sed -n 6000,6100p >want
qipu convert --to csv --columns number --range 6000..6100 --threads 2 games.qipu games.qipu |
    sed 1d | cmp - want
ok $? 'a range goes on in the next store'

plan_done
