#!/bin/sh
# Conditions have no largest number: many values of one option, and many options, hold in a store as
# they do in a file.
. "$(dirname "$0")/../tap.sh"

awk 'BEGIN {
    for (i = 0; i < 200; i++) {
        printf "[White \"P%03d\"]\n[Date \"%d.??.??\"]\n[WhiteElo \"%d\"]\n[Result \"*\"]\n", i, 1700 + i, 2000 + i
        for (t = 0; i == 7 && t < 900; t++)
            printf "[T%d \"%d\"]\n", t, t
        printf "\n1. %s *\n\n", i % 2 ? "e4" : "d4"
    }
}' >games.pgn
qipu import -q s.qipu games.pgn
ok $? 'the games are imported'

# many FORMAT FIRST LAST: the options, one for each number.
many() {
    awk -v format="$1" -v n="$2" -v last="$3" 'BEGIN { for (; n <= last; n++) printf format " ", n }'
}

while read -r count format first last; do
    options=$(many "$format" "$first" "$last")
    for place in games.pgn s.qipu; do
        # shellcheck disable=SC2086
        run qipu search --count $options $place
        is "$out$err" "$count" "$format of $first to $last: $count games of $place"
    done
done <<'END'
64 --date=%d 1700 1763
65 --date=%d 1700 1764
200 --date=%d 1000 2999
100 --white-elo=%d 1000 2099
100 --white=p%03d 0 99
1 --tag=T%d 0 64
1 --tag=T%d 0 899
0 --tag=T%d 0 1500
150 --id=%d 51 3000
END

# shellcheck disable=SC2046
run qipu search --count $(many --date=%d 1700 1764) --date-known s.qipu
is "$out$err" 65 'and so with dates that are known'

ranges=$(many %d, 1 300)
run qipu convert --to csv --columns White --range "$(printf '%s' "$ranges" | tr -d ' ')500" games.pgn
is "$(printf '%s\n' "$out" | grep -c P)$err" 200 'a range may have as many parts'
plan_done
