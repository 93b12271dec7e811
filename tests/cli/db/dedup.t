#!/bin/sh
# qipu db: games that are there more than once.
. "$(dirname "$0")/../tap.sh"

sound() { # STORE NAME
    run qipu db "$1" check --full
    status_is 0 "$2"
    [ "$status" -eq 0 ] || diag "$out"
}
game() { # EVENT DATE RESULT MOVES [WHITE]
    printf '[Event "%s"]\n[Date "%s"]\n[White "%s"]\n[Black "Botvinnik, M"]\n[Result "%s"]\n\n%s %s\n\n' \
        "$1" "$2" "${5-Tal, M}" "$3" "$4" "$3"
}
numbers() {
    qipu search "$1" --id 1.. --json | sed 's/.*"id":\([0-9]*\).*/\1/' | tr '\n' ' '
}

long='1. e4 c6 2. Nc3 d5 3. Nf3 Bg4 4. h3 Bxf3 5. gxf3 e6'
{
    game 'World Ch' 1960.03.15 1-0 "$long"
    game 'Moscow' 1960.03.15 1-0 "$long {A famous game.}" | sed '1a [Annotator "x"]'
    game 'Match' 1960.03.15 1-0 "$long" | sed '1a [Annotator "x"]\n[Round "1"]'
    game 'Other date' 1960.??.?? 1-0 "$long"
    game 'Other result' 1960.03.15 1/2-1/2 "$long"
    game 'Longer' 1960.03.15 1-0 "$long 6. d4 Nd7"
    game 'Short' 1960.03.15 1-0 '1. e4 c6 2. Nc3'
    game 'Unknown' 1960.03.15 1-0 "$long" '?'
    game 'Unknown too' 1960.03.15 1-0 "$long" '?'
    game 'Somebody else' 1960.03.15 1-0 "$long" 'Tal, I'
    game 'FEN' 1960.03.15 1-0 "$long" |
        sed '1a [SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]'
    game 'Day after' 1960.03.17 1-0 "$long 6. d3 Nd7"
} >games.pgn
qipu import -q all.qipu games.pgn

run qipu db all.qipu dedup --kind exact,contained --dry-run
status_is 1 'a dry run that finds duplicates gives status 1'
is "$out" 'all.qipu#2: the same as #1: Tal, M - Botvinnik, M, 1960.03.15, 1-0, 10 plies (same start, moves, players, date and result; #1 has event World Ch)
all.qipu#3: the same as #1: Tal, M - Botvinnik, M, 1960.03.15, 1-0, 10 plies (same start, moves, players, date and result; #1 has round ?, event World Ch)
all.qipu#9: the same as #8: ? - Botvinnik, M, 1960.03.15, 1-0, 10 plies (same start, moves, players, date and result; #8 has event Unknown)
all.qipu#11: the same as #1: Tal, M - Botvinnik, M, 1960.03.15, 1-0, 10 plies (same start, moves, players, date and result; #1 has event World Ch)
all.qipu#1: the beginning of #6: Tal, M - Botvinnik, M, 1960.03.15, 1-0, 10 plies (all of the moves, and 2 more; #6 has Tal, M - Botvinnik, M, event Longer)
all.qipu#4: the beginning of #12: Tal, M - Botvinnik, M, 1960.??.??, 1-0, 10 plies (all of the moves, and 2 more; #12 has Tal, M - Botvinnik, M, date 1960.03.17, event Day after)
all.qipu#5: the beginning of #6: Tal, M - Botvinnik, M, 1960.03.15, 1/2-1/2, 10 plies (all of the moves, and 2 more; #6 has Tal, M - Botvinnik, M, result 1-0, event Longer)
all.qipu: 4 games would be deleted, 3 contained in others (nothing changed)' 'it lists them'
is "$(numbers all.qipu)" '1 2 3 4 5 6 7 8 9 10 11 12 ' 'and deletes none'
cp all.qipu s.qipu
run qipu db s.qipu dedup --kind exact,contained --json
status_is 0 'duplicates are deleted'
like "$out" '^\{"id":2,"same_as":1,"kind":"exact","white":"Tal, M","black":"Botvinnik, M","date":"1960.03.15","result":"1-0","ply_count":10,"differs":\["event"\],"reason":"same start, moves, players, date and result; #1 has event World Ch","source":"games.pgn","other_source":"games.pgn"\}$' \
    'listed as JSON'
like "$out" '^\{"id":5,"beginning_of":6,' 'with those that are contained'
like "$out" '^\{"store":"s.qipu","deleted":4,"exact":4,"contained":3,"games":8,"dry_run":false\}$' 'and counted'
is "$(numbers s.qipu)" '1 4 5 6 7 8 10 12 ' 'the first of each stays'
sound s.qipu 'and the store is sound'
run qipu db s.qipu dedup --kind exact,contained
status_is 0 'then there are none'
like "$out" ': 0 games deleted, 3 contained' 'but those that are only reported'
for keep in 'last 4 5 6 7 9 10 11 12' 'longest 2 4 5 6 7 8 10 12' 'most-tags 3 4 5 6 7 8 10 12'; do
    set -- $keep
    cp all.qipu k.qipu
    qipu db -q k.qipu dedup --keep "$1" >/dev/null
    is "$1 $(numbers k.qipu)" "$keep " "--keep $1"
done
run qipu db all.qipu dedup --keep best
status_is 2 'another choice is refused'
like "$err" "no choice 'best'" 'and told'
qipu import -q e.qipu games.pgn
qipu db -q e.qipu delete --id 1..
run qipu db e.qipu dedup
is "$out" 'e.qipu: 0 games deleted' 'a store without games has none'

# Studies and exercises have no players: what they are from tells them apart.
for event in 'First study' 'Second study' 'First study'; do
    printf '[Event "%s"]\n[Round "%s"]\n\n1. f3 e5 2. g4 Qh4# {%s} 0-1\n\n' "$event" 1 "$event"
done >studies.pgn
sed 's/"1"/"2"/' studies.pgn | head -5 >>studies.pgn
qipu import -q studies.qipu studies.pgn
is "$(qipu db studies.qipu dedup --json --dry-run | sed -n 's/.*"id":\([0-9]*\),"same_as":\([0-9]*\),.*/\1-\2/p')" \
    '3-1' 'games without players are the same if event and round are'
run qipu import --duplicates skip skipped.qipu studies.pgn
like "$out" '3 games added' 'for an import too'

# What is looked for
run qipu db all.qipu dedup --dry-run
is "$(printf '%s\n' "$out" | wc -l) $(printf '%s\n' "$out" | tail -1)" \
    '5 all.qipu: 4 games would be deleted (nothing changed)' 'without --kind it is exact ones alone'
run qipu db all.qipu dedup --kind contained
like "$out" '#1: the beginning of #6' 'those contained may be asked for alone'
like "$out" '^all.qipu: 0 games deleted, 3 contained in others$' 'then nothing is deleted'
cp all.qipu t.qipu
run qipu db t.qipu dedup --delete exact,contained --merge-notes
is "$(numbers t.qipu)" '6 7 8 10 12 ' 'and deleted, if that is said'
like "$(qipu convert t.qipu)" 'gxf3 e6 \{A famous game\.\} 6\. d4' 'with their notes in the longer game'
sound t.qipu 'and the store is sound'
run qipu db all.qipu dedup --kind exact,nearly
status_is 2 'another kind is refused'
like "$err" "no kind 'nearly'; did you mean 'near'" 'with the one that is close'

# Many games of the same players with the same moves: each is read a few times, not a thousand times.
awk 'BEGIN {
    for (i = 0; i < 1500; i++)
        printf "[White \"A, B\"]\n[Black \"C, D\"]\n[Date \"%d.01.01\"]\n[Result \"*\"]\n\n" \
               "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n", 500 + i
}' </dev/null >club.pgn
run qipu import -q club.qipu club.pgn
run timeout 20 "$QIPU" db club.qipu dedup --kind contained --dry-run
status_is 0 'the same opening of the same players in many years is soon looked through'

printf '[White "A"]\n[Black "B"]\n\n*\n\n[White "A"]\n[Black "B"]\n\n*\n' >empty.pgn
run qipu import -q empty.qipu empty.pgn
run qipu db empty.qipu dedup --dry-run
status_is 1 'games without moves may be the same'
plan_done
