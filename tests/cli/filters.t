#!/bin/sh
# Conditions on headers together with a position: the index and the columns of a store give the same
# as reading every game of a file.
. "$(dirname "$0")/tap.sh"

# 360 games: lines, players, ratings, years, results and time controls in all combinations.
awk 'BEGIN {
    split("1. e4 e5 2. Nf3 Nc6|1. e4 c5 2. Nf3 d6|1. Nf3 Nc6 2. e4 e5 3. Bb5|1. d4 d5 2. c4", line, "|")
    split("Tal, Mihail|Petrosian, Tigran|Spassky, Boris", name, "|")
    split("1-0|0-1|1/2-1/2|*", result, "|")
    split("60|180+2|300|600+5|40/7200:3600|900+10|40/9000|-|?|G/90", time, "|")
    for (i = 0; i < 360; i++) {
        r = result[i % 4 + 1]
        printf "[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n", name[i % 3 + 1], name[int(i / 3) % 3 + 1], r
        printf "[Date \"%d.%s\"]\n", 1960 + i % 7, i % 5 ? "05.01" : "??.??"
        if (i % 6) printf "[WhiteElo \"%d\"]\n[BlackElo \"%d\"]\n", 2300 + i % 11 * 30, 2350 + i % 13 * 25
        if (i % 8) printf "[TimeControl \"%s\"]\n", time[i % 10 + 1]
        printf "[ECO \"B%02d\"]\n\n%s %s\n\n", i % 100, line[int(i / 7) % 4 + 1], r
    }
}' >games.pgn
qipu import -q s.qipu games.pgn
ok $? 'the games are imported'

fen='r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -'
is "$(qipu search --count --fen "$fen" s.qipu)" "$(qipu search --count --fen "$fen" games.pgn)" \
    'a position is in as many games'

while read -r filter; do
    for place in "--fen|$fen" '--moves|1.e4'; do
        run eval "qipu stats $filter ${place%|*} '${place#*|}' s.qipu"
        store=$out
        run eval "qipu stats $filter ${place%|*} '${place#*|}' games.pgn"
        is "$store" "$out" "$filter: the tree at ${place%|*} is that of the file"
    done
    run eval "qipu search --count $filter --fen '$fen' s.qipu"
    store=$out
    run eval "qipu search --count $filter --fen '$fen' games.pgn"
    is "$store" "$out" "$filter: as many games have the position"
    [ "$store" -gt 0 ] && [ "$store" -lt 130 ]
    ok $? 'but not all or none'
    run eval "qipu stats --explain $filter --fen '$fen' s.qipu"
    like "$err" 'position index was asked' 'and the index is asked for the tree'
    run eval "qipu search --explain --count $filter --fen '$fen' s.qipu"
    like "$err" 'position index was asked' 'and for the games'
done <<'END'
--player tal
--white tal
--black '=Spassky, Boris'
--white tal --black spassky
--elo 2400..2600
--elo-any 2600..
--white-elo 2500..
--black-elo ..2400
--date 1962..1964
--date 1962..1964 --date-known
--result 1-0
--result draw
--eco B10..B49
--time-control 180+2
--time-control blitz
--time-control rapid --time-control classical
--time-control 0..200
--white tal --elo 2400.. --date 1961..
--id 1..200
END

count() { qipu search --count --time-control "$1" s.qipu; }
all=$(count 0..)
is $(($(count bullet) + $(count blitz) + $(count rapid) + $(count classical))) "$all" \
    'every time is of one class'
is $(($(count 300) + $(count 180+2))) "$(count 300..300)" 'seconds are those for 60 moves'
is "$(count 180+2)" 36 'a value is taken as it is'
is "$(count 40/9000)" "$(count 13500..13500)" 'and the last stage is repeated'
is "$(count 40/7200:3600)" "$(count 10800..10800)" 'behind other stages'
is "$(count G/90)" 36 'other values are only taken as they are'
run qipu search --time-control 9..3 s.qipu
status_is 2 'a range that runs backwards is refused'
run qipu search --time-control '' s.qipu
like "$err" 'expected a time control' 'and so is nothing'
plan_done
