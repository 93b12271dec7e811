#!/bin/sh
# Picking, sorting and dealing out games with qipu convert, as it is typed.
. "$(dirname "$0")/../tap.sh"

cat >games.pgn <<'END'
[White "Tal"]
[Black "Botvinnik"]
[Date "1960.05.07"]
[Result "1-0"]
[ECO "C18"]

1. e4 e6 1-0

[White "Botvinnik"]
[Black "Tal"]
[Date "1961.03.15"]
[Result "1-0"]
[ECO "E48"]

1. d4 Nf6 1-0

[White "Smyslov"]
[Black "A/B: C"]
[Date "1957.??.??"]
[Result "1/2-1/2"]
[ECO "C18"]

1. e4 c5 1/2-1/2

[White "Tal"]
[Black "Botvinnik"]
[Date "1960.05.07"]
[Result "1-0"]
[ECO "C18"]

1. e4 e6 1-0
END
whites() {
    printf '%s\n' "$out" | sed -n 's/^\[White "\(.*\)"\]/\1/p' | tr '\n' ' '
}
run qipu convert --range 2..3 games.pgn
is "$(whites)" 'Botvinnik Smyslov ' '--range picks games by their numbers'
run qipu convert --range 5.. games.pgn games.pgn
is "$(whites)" 'Tal Botvinnik Smyslov Tal ' 'counted over all files'
run qipu convert --range 0 games.pgn
status_is 2 'from 1'
run qipu convert --unique games.pgn
is "$(whites)" 'Tal Botvinnik Smyslov ' '--unique leaves repeated games out'
run qipu convert --unique --to json games.pgn
is "$(printf '%s\n' "$out" | sed 's/,.*//' | tr '\n' ' ')" '{"number":1 {"number":2 {"number":3 ' \
    'whatever their number'
run qipu convert --unique --to uci games.pgn games.pgn
is "$(printf '%s\n' "$out" | wc -l)" 3 'by what is written'
run qipu convert --sort date games.pgn
is "$(whites)" 'Smyslov Tal Tal Botvinnik ' '--sort by a key'
run qipu convert --sort white,-date games.pgn
is "$(whites)" 'Botvinnik Smyslov Tal Tal ' 'by several'
run qipu convert --sort -id games.pgn
is "$(whites)" 'Tal Smyslov Botvinnik Tal ' 'backwards'
run qipu convert --sort colour games.pgn
status_is 2 'an unknown key is a misuse'
like "$err" "no key 'colour'" 'and is told'
run qipu convert --sample 2 --seed 7 games.pgn
is "$(whites | wc -w)" 2 '--sample picks so many'
first=$out
run qipu convert --sample 2 --seed 7 games.pgn
is "$out" "$first" 'the same with the same seed'
run qipu convert --sample 9 games.pgn
is "$(whites)" 'Tal Botvinnik Smyslov Tal ' 'in their order, and all if there are no more'
run qipu convert --seed 7 games.pgn
status_is 2 '--seed alone is a misuse'
run qipu convert --unique --sort -date --sample 9 --to csv --columns White games.pgn
is "$out" 'White
Botvinnik
Tal
Smyslov' 'they go together'

# Files.
run qipu convert --split 3 -o 'part-{}.pgn' games.pgn
status_is 0 '--split N'
is "$out" '' 'writes nothing to standard output'
is "$(grep -c '^\[White' part-000001.pgn) $(grep -c '^\[White' part-000002.pgn)" '3 1' \
    'but files of so many games'
run qipu convert --split 3 -o 'part-{}.pgn' games.pgn
status_is 2 'it never writes over files'
like "$err" 'part-000001\.pgn: is there already' 'which is told'
run qipu convert --split 3 --force -o 'part-{}.pgn' games.pgn
status_is 0 'but with --force'
is "$(grep -c '^\[White' part-000001.pgn)" 3 'they are new'
mkdir by
run qipu convert --split player -o 'by/{}.pgn' games.pgn
is "$(ls by | tr '\n' ' ')" 'A_B_ C.pgn Botvinnik.pgn Smyslov.pgn Tal.pgn ' \
    '--split player: a file each, with safe names'
is "$(grep -c '^\[White' by/Tal.pgn)" 3 'with all games of the player'
rm by/*
run qipu convert --split year --to csv --columns White,Date -o 'by/{}.csv' games.pgn
is "$(cat by/1960.csv)" 'White,Date
Tal,1960.05.07
Tal,1960.05.07' '--split year, each with its headings'
rm by/*
qipu convert --split result -o 'by/{}' games.pgn
is "$(ls by | tr '\n' ' ')" '1-0 draw ' '--split result'
rm by/*
qipu convert --split eco1 -o 'by/{}' games.pgn
is "$(ls by | tr '\n' ' ')" 'C E ' '--split by letters of ECO'
run qipu convert --split year -o plain.pgn games.pgn
status_is 2 'a name without {} is a misuse'
run qipu convert --split year games.pgn
status_is 2 'and so is none'
run qipu convert --split colour -o '{}' games.pgn
status_is 2 'an unknown way to split too'
run qipu convert --force games.pgn
status_is 2 '--force alone is a misuse'
cp games.pgn C.pgn
run qipu convert --split eco1 --force -o '{}.pgn' C.pgn
status_is 2 'an input is never written over'
is "$(cat C.pgn)" "$(cat games.pgn)" 'and is still there'

if qipu help | grep -q '^  import '; then
    rm by/*
    qipu import -q games.qipu games.pgn
    qipu convert --split year -o 'by/{}.pgn' games.qipu
    is "$(ls by | tr '\n' ' ')" '1957.pgn 1960.pgn 1961.pgn ' 'the games of a store too'
    run qipu convert --range 2.. --sort -id games.qipu
    is "$(whites)" 'Tal Smyslov Botvinnik ' 'can be picked and sorted'
else
    skip 2 'no import'
fi

# Books.
run qipu convert --to book --min-games 1 -o a.bin games.pgn
status_is 0 'an opening book'
is "$(wc -c <a.bin | tr -d ' ')" 48 'has sixteen bytes for each move that scored'
run qipu convert --to book --min-games 3 --ply ..1 -o b.bin games.pgn
is "$(od -An -tx1 b.bin | tr -d ' \n')" 463b96181691fc9c031c000500000000 'with key, move and weight'
run qipu convert --to book --min-score 101 games.pgn
status_is 2 'a score is a percentage'
run qipu convert --min-games 3 games.pgn
status_is 2 'thresholds are refused for other forms'
printf '[Game "Chinese Chess"]\n\n1. H2-E2 *\n' >x.pgn
run qipu convert --to book x.pgn
status_is 1 'there is no book of xiangqi'
like "$err" '1 game of xiangqi skipped: book is for chess' 'which is told'

plan_done
