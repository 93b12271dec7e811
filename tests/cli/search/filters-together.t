#!/bin/sh
# Two conditions on headers at once must both hold: a store, which joins them into one question, finds
# the games that the file gives, and these are those that each finds alone.
. "$(dirname "$0")/../tap.sh"

awk 'BEGIN {
    split("1-0 0-1 1/2-1/2", result); split("300+3 5400+30 -", time); split("B90 C65", eco)
    split("Carlsen, Magnus|Polgar, Judit|Ivanov", player, "|")
    for (i = 0; i < 54; i++) {
        printf "[Event \"%s\"]\n[Site \"%s\"]\n", i % 2 ? "Open" : "Cup", i % 3 ? "Linares" : "Riga"
        printf "[Date \"%d.05.01\"]\n[Round \"%d\"]\n", 1990 + i % 5, i
        printf "[White \"%s\"]\n[Black \"%s\"]\n", player[int(i / 3) % 3 + 1], player[int(i / 9) % 3 + 1]
        printf "[Result \"%s\"]\n[TimeControl \"%s\"]\n", result[i % 3 + 1], time[int(i / 2) % 3 + 1]
        printf "[ECO \"%s\"]\n[WhiteElo \"%d\"]\n", eco[int(i / 4) % 2 + 1], 2300 + i * 7 % 500
        printf "[BlackElo \"%d\"]\n[Annotator \"%s\"]\n", 2300 + i * 11 % 500, i % 7 ? "x" : "y"
        printf "\n1. e4 %s %s\n\n", i % 2 ? "e5 2. Nf3" : "c5", result[i % 3 + 1]
    }
}' >games.pgn
qipu import -q games.qipu games.pgn

cat >conditions <<'END'
--result 1-0
--result 0-1
--time-control 300+3
--eco B
--date 1992..1993
--elo 2400..
--white-elo ..2600
--white Carlsen
--player Polgar
--event Open
--site Riga
--tag Annotator=y
--tag Annotator!=y
END
found() { # FILE CONDITION...
    qipu search -q "$@" 2>>messages | grep '^\[Round '
}
while read -r option value; do
    found games.qipu "$option" "$value" >"alone$option$(echo "$value" | tr -c 'a-zA-Z0-9\n' _)"
done <conditions
is "$(find . -name "alone*" -size 0)" "" "each condition finds games"
is "$(grep -c : messages)" 0 "and none is refused"
bad=0
pairs=0
while read -r a x; do
    while read -r b y; do
        [ "$a" != "$b" ] || continue
        pairs=$((pairs + 1))
        found games.qipu "$a" "$x" "$b" "$y" >together
        sort "alone$a$(echo "$x" | tr -c 'a-zA-Z0-9\n' _)" >one
        sort "alone$b$(echo "$y" | tr -c 'a-zA-Z0-9\n' _)" >other
        sort together >both
        comm -12 one other | cmp -s - both || {
            bad=$((bad + 1))
            diag "$a $x $b $y: $(tr '\n' ' ' <both)"
        }
    done <conditions
done <conditions
is $bad 0 'two conditions find the games that each of them finds'
[ $pairs -gt 120 ]
ok $? "of $pairs pairs"
plan_done
