#!/bin/sh
# qipu db: taking games out, and making the file small again.
. "$(dirname "$0")/../tap.sh"

number() { # OBJECT KEY
    printf '%s\n' "$1" | sed -n "s/.*\"$2\":\([0-9]*\).*/\1/p"
}
games() {
    number "$(qipu db --json "$1" info)" games
}
sound() { # STORE NAME
    run qipu db "$1" check --full
    status_is 0 "$2"
    [ "$status" -eq 0 ] || diag "$out"
}
# One game a line: what a search finds, whatever the order of the index.
found() {
    qipu search "$@" --json | sed 's/.*"id":\([0-9]*\).*/\1/' | tr '\n' ' '
}

i=0
while [ $i -lt 60 ]; do
    i=$((i + 1))
    second=$([ $((i % 2)) -eq 0 ] && echo '1. e4 e5 2. Nf3 Nc6' || echo '1. d4 d5 2. c4 e6')
    printf '[Event "Match %d"]\n[Site "?"]\n[Date "19%02d.??.??"]\n[Round "?"]\n' $((i % 3)) $i
    printf '[White "White %d"]\n[Black "Black"]\n[Result "1-0"]\n[Annotator "Somebody"]\n\n' $i
    printf '%s {note %d} 3. a3 1-0\n\n' "$second" $i
done >games.pgn
qipu import -q all.qipu games.pgn

# delete
cp all.qipu s.qipu
run qipu db s.qipu delete --dry-run --id 3,5
is "$out" 's.qipu: 2 games would be deleted (nothing changed)' 'a dry run says what would go'
run qipu db s.qipu delete --json --dry-run --id 3,5
is "$out" '{"store":"s.qipu","would_be_deleted":2,"games":60,"dry_run":true}' 'as JSON too'
is "$(games s.qipu)" 60 'and keeps it'
run qipu db s.qipu delete --id 3,5,8..10
status_is 0 'games are deleted by number'
is "$out" 's.qipu: 5 games deleted' 'and counted'
run qipu db --json s.qipu delete --player '=White 12' --event 'Match 0'
is "$out" '{"store":"s.qipu","deleted":1,"games":54,"dry_run":false}' 'or by what search knows, as JSON too'
sound s.qipu 'the store is sound then'
is "$(found s.qipu --id 1..13)" '1 2 4 6 7 11 13 ' 'the others keep their numbers'
is "$(qipu search s.qipu --count --fen 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -')" 27 \
    'a position is not found in games that are gone'
run qipu search s.qipu --id 4
like "$out" '\{note 4\}' 'their neighbours keep their notes'
run qipu db s.qipu delete --id 60
qipu import -q --again s.qipu games.pgn
is "$(found s.qipu --white '=White 1')" '1 61 ' 'a number is not given twice'
run qipu import s.qipu games.pgn
like "$out" ': 0 games added, 60 imported before' 'a known file does not bring back what was deleted'
run qipu db s.qipu delete --id 3
status_is 1 'no game is status 1'
like "$err" 's.qipu: no game matches' 'and told'
run qipu db s.qipu delete
status_is 2 'without a condition nothing is deleted'
like "$err" 'which games\?' 'and one is asked for'
run qipu db s.qipu info --id 3
status_is 2 'a verb that chooses no games takes no conditions'
like "$err" "the verb 'info' has no option --id" 'and says so'
run qipu db missing.qipu delete --id 3
status_is 2 'a missing store is a failure'
[ ! -e missing.qipu ]
ok $? 'and is not made'
run qipu db s.qipu delete --id 1..
sound s.qipu 'a store without games is sound'
is "$(games s.qipu)" 0 'and has none'

# compact
cp all.qipu c.qipu
for i in 1 2 3 4 5 6 7 8 9; do
    qipu import -q --again c.qipu games.pgn
done
qipu db -q c.qipu delete --id 1..59,121..
qipu convert c.qipu >before.pgn
run qipu db c.qipu compact --json
status_is 0 'a store is compacted'
[ "$(number "$out" bytes)" -lt "$(number "$out" bytes_before)" ]
ok $? 'and smaller then'
qipu convert c.qipu >after.pgn
cmp before.pgn after.pgn
ok $? 'with the same games'
is "$(found c.qipu --id 1..61)" '60 61 ' 'under the same numbers'
is "$(qipu search c.qipu --count --fen 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -')" 31 \
    'and the same positions'
sound c.qipu 'and sound'
qipu db -q c.qipu delete --id 60,62..
qipu db -q c.qipu compact
run qipu db --json c.qipu info
like "$out" '"games":1,"plies":5,"players":2,"events":1,' 'names without a game are dropped'
cp c.qipu d.qipu
qipu db -q c.qipu compact
is "$(tail -c +4097 c.qipu | cksum)" "$(tail -c +4097 d.qipu | cksum)" 'a compact store stays as it is'
qipu import -q c.qipu games.pgn
qipu import -q --again c.qipu games.pgn
sound c.qipu 'and takes games'
plan_done
