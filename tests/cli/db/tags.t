#!/bin/sh
# qipu db: other tags and names for games that are there, and the index built anew.
. "$(dirname "$0")/../tap.sh"

sound() { # STORE NAME
    run qipu db "$1" check --full
    status_is 0 "$2"
    [ "$status" -eq 0 ] || diag "$out"
}
tags() { # STORE ID
    qipu search "$1" --id "$2" | grep '^\[' | tr '\n' ' '
}
tree() {
    qipu stats "$1" --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -' --date 1950..
}

i=0
while [ $i -lt 40 ]; do
    i=$((i + 1))
    printf '[Event "Club"]\n[Site "Riga"]\n[Date "19%02d.??.??"]\n[Round "%d"]\n' $((i + 20)) $i
    printf '[White "%s"]\n[Black "%s"]\n[Result "*"]\n\n' \
        "$([ $((i % 2)) -eq 0 ] && echo 'Tal, M' || echo 'Koblents')" \
        "$([ $((i % 3)) -eq 0 ] && echo 'Tal, Mihail' || echo 'Gipslis')"
    printf '1. e4 e5 {note %d} 2. Nf3 (2. f4) *\n\n' $i
done >games.pgn
qipu import -q all.qipu games.pgn

# retag
cp all.qipu s.qipu
run qipu db s.qipu retag --id 2..3 --set 'Annotator=Tal "Misha"' --remove Round --rename Site=Town
status_is 0 'tags are set, removed and renamed'
is "$out" 's.qipu: 2 games changed' 'and the games counted'
is "$(tags s.qipu 2)" '[Event "Club"] [Town "Riga"] [Date "1922.??.??"] [White "Tal, M"] [Black "Gipslis"] [Result "*"] [Annotator "Tal \"Misha\""] ' \
    'in their places'
is "$(tags s.qipu 4)" "$(tags all.qipu 4)" 'other games keep theirs'
run qipu search s.qipu --id 3
like "$out" 'e5 \{note 3\} 2. Nf3 \(2. f4\)' 'moves and notes stay'
sound s.qipu 'the store is sound then'
run qipu db s.qipu retag --id 2..3 --set 'Annotator=Tal "Misha"'
is "$out" 's.qipu: 0 games changed' 'what is so already is no change'
run qipu db s.qipu retag --id 1.. --set Date=1960.01.01 --dry-run
is "$out" 's.qipu: 40 games would be changed (nothing changed)' 'a dry run counts'
is "$(tags s.qipu 4)" "$(tags all.qipu 4)" 'and changes nothing'
is "$(tree s.qipu | tail -1 | awk '{print $2}')" 11 'some games are from the fifties on'
run qipu db s.qipu retag --id 1..20 --set Date=1960.01.01 --set Result=1-0
is "$(tree s.qipu | tail -1 | awk '{print $2}')" 31 'then the index knows the new dates'
is "$(qipu search s.qipu --result 1-0 --count)" 20 'and results'
run qipu search s.qipu --id 7
like "$out" '2\. f4\) 1-0$' 'which stand behind the moves too'
sound s.qipu 'and the store is sound'
run qipu db s.qipu retag --id 1..40 --set Comment=long --json
is "$out" '{"store":"s.qipu","changed":40,"games":40,"dry_run":false}' 'the summary as JSON'
for bad in 'set=FEN=x' 'set=Result=win' 'set=Event' 'remove=Result' 'rename=White=FEN' 'set=A b=c'; do
    run qipu db s.qipu retag --id 1 "--$bad"
    status_is 2 "--$bad is refused"
done
run qipu db s.qipu retag --id 1
like "$err" 'what is to change' 'a change is needed'
run qipu db s.qipu retag --set Event=x
like "$err" 'which games' 'and a condition'

# rename
cp all.qipu r.qipu
run qipu db r.qipu rename player Gipslis 'Gipslis, Aivars'
is "$out" 'r.qipu: 27 games changed' 'a player gets another name'
is "$(qipu search r.qipu --black '=Gipslis, Aivars' --count)" 27 'in all games'
sound r.qipu 'the sums of names are right'
run qipu db r.qipu rename player 'Tal, M' 'Tal, Mihail'
is "$out" 'r.qipu: 20 games changed' 'two players become one'
is "$(qipu search r.qipu --white '=Tal, Mihail' --count)" 20 'as White'
is "$(qipu search r.qipu --player '=Tal, Mihail' --count)" 27 'and as Black'
run qipu db r.qipu info
like "$out" '^players +3$' 'and there is one less'
sound r.qipu 'the sums of rows are right'
qipu db -q r.qipu rename event Club 'Club Riga'
qipu db -q r.qipu rename site Riga 'Riga LAT'
like "$(tags r.qipu 1)" '^.Event "Club Riga". .Site "Riga LAT".' 'events and sites too'
sound r.qipu 'and all is sound'
run qipu import r.qipu games.pgn
like "$out" '0 games added, 40 imported before' 'the file stays known'
run qipu db r.qipu rename player Nobody Somebody
status_is 1 'no such player is status 1'
like "$err" "no game has the player 'Nobody'" 'and told'
run qipu db r.qipu rename player 'Tal, Mihail' '?'
status_is 2 'the unknown is no name'
run qipu db r.qipu rename colour white red
like "$err" "'colour' is not player, event or site" 'what is renamed must be known'
run qipu db r.qipu rename player Tal
like "$err" 'needs player, event or site, the old and the new name' 'and both names'

# reindex
cp all.qipu i.qipu
qipu db -q i.qipu delete --id 1..10
cp i.qipu before.qipu
run qipu db i.qipu reindex
is "$out" 'i.qipu: 30 games indexed' 'the index is built anew'
is "$(tree i.qipu)" "$(tree before.qipu)" 'with the same answers'
sound i.qipu 'and is sound'
if command -v sqlite3 >/dev/null; then
    sqlite3 i.qipu "UPDATE index_block SET data = zeroblob(40)"
    run qipu db i.qipu check
    status_is 2 'a damaged index is found'
    run qipu db i.qipu reindex
    status_is 2 'pages that are damaged are not written over'
    run qipu db new.qipu merge i.qipu
    status_is 0 'but the games are taken to a new store'
    is "$(tree new.qipu)" "$(tree before.qipu)" 'whose index is built anew'
    sound new.qipu 'and which is sound'
else
    skip 5 'no sqlite3'
fi
plan_done
