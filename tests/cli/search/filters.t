#!/bin/sh
# Conditions on headers together with a position: the index and the columns of a store give the same
# as reading every game of a file.
. "$(dirname "$0")/../tap.sh"

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

# Names that nobody has.
run qipu search s.qipu --player 'Mikhail Tal' --count
is "$err" "qipu search: s.qipu: no player 'Mikhail Tal'; did you mean 'Tal, Mihail'?" \
    'a name that is near is proposed, words in any order'
is "$out,$status" 0,1 'and nothing else changes'
run qipu stats s.qipu --white Petrosjan --by year
like "$err" "no player 'Petrosjan'; did you mean 'Petrosian, Tigran'" 'by stats too'
run qipu db s.qipu delete --black spaski
like "$err" "no player 'spaski'; did you mean 'Spassky, Boris'" 'and before a deletion'
run qipu search s.qipu --white Mihail Tal --count
like "$err" "stands in quotes: --white 'Mihail Tal'$" 'a name that is not in quotes is told'
qipu search s.qipu --white tal | qipu convert --drop-tag ECO | qipu import -q no-codes.qipu -
run qipu search no-codes.qipu --eco C
like "$err" 'no game has an opening code' 'so are games without opening codes'
run qipu search s.qipu --eco Z
unlike "$err" 'no game has an opening code' 'but not if some have one'
run qipu search s.qipu --player Botvinnik
is "$err" "qipu search: s.qipu: no player 'Botvinnik'" 'one that is far from all is told alone'
run qipu search s.qipu --white tal --date 1900
is "$err" '' 'one that is there is no reason'
run qipu search s.qipu --player 'Mikhail Tal' --quiet
is "$err" '' 'and --quiet leaves it out'
run qipu search s.qipu Tal --count
like "$err" "to find a player: --player 'Tal'" 'a name among the files is told from a file'

# Dates that are not known.
printf '[White "A"]\n\n1. e4 *\n\n[White "B"]\n[Date "1990.05.01"]\n\n1. e4 *\n\n' >dates.pgn
printf '[White "C"]\n[Date "1990.??.??"]\n\n1. e4 *\n' >>dates.pgn
qipu import -q d.qipu dates.pgn
for from in dates.pgn d.qipu; do
    for form in --count --json; do
        run qipu search $from --date 1990.05 $form
        like "$err" 'the date of 2 of these games is not known' "$from $form: dates that are not known are told"
    done
    run qipu search $from --date 1990.05 --date-known --count
    is "$out$err" 1 'but not with --date-known'
done
run qipu search d.qipu --date 1990 --count
like "$err" 'the date of 1 of these' 'a year is enough where no more is asked for'
run qipu search d.qipu --fen dates.pgn --count
like "$err" 'that is a file; .* qipu show dates.pgn --ply N' 'a file is no FEN, but has some'
is "$(qipu search s.qipu --result White --count)" "$(qipu search s.qipu --result 1-0 --count)" \
    'words may have capitals'

# --- Many of one condition ---

singles=$(awk 'BEGIN { for (i = 2; i <= 5000; i += 2) printf "%d,", i; print 1 }')
spans=$(awk 'BEGIN { for (i = 2; i <= 5000; i += 4) printf "%d..%d,", i, i + 1; print 1 }')
for ids in "$singles" "$spans"; do
    run qipu search --count --id "$ids" games.pgn
    expected=$out
    is "$expected" 181 'thousands of numbers choose games of a file'
    run qipu search --count --id "$ids" s.qipu
    is "$out$err" "$expected" 'and of a store'
done
# Which of several dates comes last does not matter for what is said of unknown ones.
printf '[Date "2020.??.??"]\n\n1. e4 *\n\n[Date "1990.05.01"]\n\n1. d4 *\n' >dates.pgn
run qipu search dates.pgn --count --date 2020.05 --date 1990
said=$err
like "$said" '^qipu search: the date of 1 of these games is not known' 'one date of two is not known well enough'
run qipu search dates.pgn --count --date 1990 --date 2020.05
is "$err" "$said" 'in the other order too'

plan_done
