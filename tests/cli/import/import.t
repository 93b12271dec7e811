#!/bin/sh
# qipu import: what a user adds, adds again, interrupts and mends.
. "$(dirname "$0")/../tap.sh"
export QIPU

game() { # NAME MOVES
    printf '[Event "%s"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n%s 1-0\n\n' "$1" "$2"
}
count() {
    qipu db "$1" info --json | sed 's/.*"games":\([0-9]*\).*/\1/'
}

{ game one '1. e4 e5' && game two '1. d4' && game three '1. c4 c5 2. Nf3'; } >three.pgn
run qipu import s.qipu three.pgn
status_is 0 'clean games are imported'
is "$out" 's.qipu: 3 games added; 0 errors, 0 warnings' 'the summary counts them'
is "$err" '' 'and nothing else is said'
run qipu import s.qipu three.pgn
status_is 0 'the same file again is no failure'
like "$out" ': 0 games added, 3 imported before' 'and adds nothing'
cp three.pgn other-name.pgn
gzip -k other-name.pgn
run qipu import s.qipu other-name.pgn other-name.pgn.gz
like "$out" ': 0 games added, 6 imported before' 'nor under another name or packed'
run sh -c 'cat three.pgn | "$QIPU" import s.qipu -'
like "$out" ': 0 games added, 3 imported before' 'nor from a pipe'
run sh -c '"$QIPU" import s.qipu <three.pgn'
like "$out" ': 0 games added, 3 imported before' 'standard input is the default'
game four '1. g3' >>three.pgn
run qipu import s.qipu three.pgn
like "$out" ': 1 game added, 3 imported before' 'a file that grew adds its new games'
run qipu import --again --dry-run s.qipu three.pgn
like "$out" ': 4 games would be added;.*\(nothing changed\)' '--dry-run says what would be done'
run qipu import --again --dry-run --json s.qipu three.pgn
like "$out" '"would_be_added":4,"would_be_replaced":0,.*"dry_run":true' 'as JSON too'
unlike "$out" '"added"' 'which tells of no game that was added'
run qipu import --again --dry-run --lang zh s.qipu three.pgn
like "$out" '将加入 4 局.*未作改动' 'and in Chinese'
is "$(count s.qipu)" 4 'and does not do it'
run qipu import --again -q s.qipu three.pgn
is "$out" '' '-q gives no summary'
is "$(count s.qipu)" 8 '--again adds games that are there'
run qipu import --dry-run new.qipu three.pgn
status_is 0 'a dry run needs no store'
[ ! -e new.qipu ]
ok $? 'and makes none'
run qipu import --json j.qipu three.pgn
is "$out" '{"store":"j.qipu","added":4,"replaced":0,"rejected":0,"skipped":0,"duplicates":0,"contained":0,"known":0,"errors":0,"warnings":0,"dry_run":false}' \
    '--json gives one object'

# Games that are there already.
head -14 three.pgn | sed 's/one/another event/' >twins.pgn
cat twins.pgn >>twins.pgn.2
sed 's/another event/third/; s/1-0/0-1/' twins.pgn >>twins.pgn.2
sed 's/another event/fourth/' twins.pgn >>twins.pgn.2
mv twins.pgn.2 twins.pgn
qipu import -q t.qipu three.pgn
cp t.qipu t0.qipu
run qipu import --duplicates=skip t.qipu twins.pgn
status_is 0 'duplicates are skipped'
like "$out" ': 2 games added, 4 duplicates;' 'and counted'
like "$err" 'twins\.pgn: game 1 is the same as t\.qipu#1$' 'each is told with the game that it is'
like "$err" 'twins\.pgn: game 6 is the same as t\.qipu#2$' 'another event makes no other game'
is "$(count t.qipu)" 6 'what is different comes in'
run qipu import --duplicates=skip t.qipu twins.pgn
like "$out" ': 0 games added, 6 imported before' 'the file is known then'
cp t0.qipu t.qipu
run qipu import --duplicates=report --json t.qipu twins.pgn
like "$out" '"added":6,.*"duplicates":4' 'or they are only reported'
cp t0.qipu t.qipu
run qipu import --duplicates=skip --dry-run t.qipu twins.pgn
like "$out" ': 2 games would be added, 4 duplicates;.*nothing changed' 'a dry run counts the same'
cat twins.pgn twins.pgn >double.pgn
run qipu import --duplicates=skip --batch-bytes 100 d.qipu double.pgn
like "$out" ': 4 games added, 8 duplicates' 'those of the same run are seen, over batches too'
like "$err" 'double\.pgn: game 7 is the same as d\.qipu#1$' 'and named'
run qipu import --duplicates=skip --dry-run none.qipu double.pgn
like "$out" ': 4 games would be added, 8 duplicates' 'without a store too'

# Games that are the beginning of others.
begun() { # WHITE DATE MOVES
    printf '[Date "%s"]\n[White "%s"]\n[Black "Botvinnik, M"]\n[Result "*"]\n\n%s *\n\n' "$2" "$1" "$3"
}
ten='1. e4 c6 2. Nc3 d5 3. Nf3 Bg4 4. h3 Bxf3 5. gxf3 e6'
{
    begun 'Tal, M' 1960 "$ten"
    begun 'Tal, M' 1960 "$ten 6. d4 Nd7 7. Bf4 Bb4 8. h4 Ngf6 9. e5 Nh5 10. Bg5 Qa5 11. Bd2 Qb6"
    begun 'Tal, M' 1960 "$ten 6. d4 Nd7 7. Bf4"
    begun 'Tal, M' 1960 "$ten 6. d4 Nd7 7. Bg5"
    begun 'Tal, M' 1961 "$ten"
    begun 'Tal, I' 1960 "$ten"
    begun '?' 1960 "$ten"
    begun '?' 1960 "$ten 6. d4"
    begun 'Tal, M' 1960 '1. e4 c6 2. Nc3 d5'
} >begun.pgn
told='qipu import: begun.pgn: game 2 begins with all of b.qipu#1
qipu import: begun.pgn: game 3 begins with all of b.qipu#1
qipu import: begun.pgn: game 4 begins with all of b.qipu#1
qipu import: begun.pgn: game 5 begins with all of b.qipu#1'
run qipu import --duplicates=report b.qipu begun.pgn
is "$err" "$told" 'games that begin with all of another are told, over unknown players and short games not'
like "$out" ': 9 games added, 4 contained in others;' 'and counted and added'
rm b.qipu
run qipu import --duplicates=report --batch-bytes 100 b.qipu begun.pgn
is "$err" "$told" 'over batches too'
begun 'Tal, M' 1962 "$ten 6. d4 Nd7 7. Bf4 Bb4 8. h4" >shorter.pgn
run qipu import --duplicates=report --json b.qipu shorter.pgn
is "$err" 'qipu import: shorter.pgn: game 1 begins with all of b.qipu#3' 'the longest beginning is told'
like "$out" '"contained":1,' 'as JSON too'
qipu import -q c.qipu begun.pgn
qipu db -q c.qipu delete --id 1,3,5
run qipu import --duplicates=report c.qipu shorter.pgn
is "$err" 'qipu import: shorter.pgn: game 1 is the beginning of c.qipu#2' 'or the other way round'
run qipu import --duplicates=skip b.qipu begun.pgn
is "$err" '' 'they are no duplicates'

run qipu import --duplicates=maybe t.qipu twins.pgn
like "$err" "takes 'keep', 'skip' or 'report'" 'other words are refused'

# Faulty games.
{ game good '1. e4 e5' && game bad '1. e4 Ke7 2. Ke2' && game after '1. d4'; } >faulty.pgn
sed -i 's/Ke7 2. Ke2/Kd3 2. d4/' faulty.pgn
run qipu import --rejects bad.pgn f.qipu faulty.pgn
status_is 1 'a rejected game gives status 1'
like "$out" ': 2 games added, 1 rejected; 1 error, ' 'its neighbours are added'
like "$err" '^faulty\.pgn:13:7: error: .* \[illegal-move\]$' 'and the fault is told with its place'
like "$(head -1 bad.pgn)" '^% faulty\.pgn:13:7: .*\[illegal-move\]$' 'the rejects name the reason'
like "$(cat bad.pgn)" '^\[Event "bad"\]$' 'and hold the text of the game'
is "$(grep -c Event bad.pgn)" 1 'of no other game'
sed -i 's/Kd3 2. d4/e5 2. d4/' bad.pgn
run qipu import f.qipu bad.pgn
status_is 0 'a mended reject is imported'
is "$(count f.qipu)" 3 'and no game was lost or doubled'
run qipu import f.qipu faulty.pgn
status_is 0 'games that were rejected before are not looked at again'
run qipu import --on-error=prefix p.qipu faulty.pgn
status_is 0 '--on-error=prefix keeps the legal moves'
is "$(count p.qipu)" 3 'of the faulty game'
run qipu import --on-error=maybe p.qipu faulty.pgn
status_is 2 'no other way is known'
game atomic '1. e4' | sed 's/Result "1-0"/Variant "Atomic"/' >atomic.pgn
run qipu import a.qipu atomic.pgn
status_is 0 'another variant is no failure'
like "$out" ': 0 games added, 1 skipped' 'and is skipped and counted'
unlike "$err" error 'without an error'
run qipu import -v v.qipu atomic.pgn
like "$err" 'warning: .*\[unsupported-variant\]' '-v shows warnings'

# Things that are not what they should be.
run qipu import
status_is 2 'a store must be named'
run qipu import x.qipu missing.pgn three.pgn
status_is 2 'a missing file is a failure'
like "$err" 'missing\.pgn' 'and is named'
is "$(count x.qipu)" 4 'the other files are imported'
run qipu import three.pgn faulty.pgn
status_is 2 'a game file is no store'
like "$err" 'three\.pgn: not a qipu store' 'and is told so'
run qipu import x.qipu x.qipu
status_is 2 'a store is not imported into itself'
run qipu import x.qipu s.qipu
status_is 2 'nor is another store read as text'
like "$err" 'is a store; use: qipu convert' 'but the way is told'
run qipu import --rejects three.pgn y.qipu three.pgn
status_is 2 'rejects do not go into an input'
run qipu import --rejects x.qipu x.qipu faulty.pgn
status_is 2 'nor into the store'
gzip -c three.pgn | head -c 100 >cut.pgn.gz
run qipu import cut.qipu cut.pgn.gz
status_is 2 'a packed file that is cut off is a failure'
run qipu db cut.qipu check
status_is 0 'and leaves a sound store'
if [ "$(id -u)" -ne 0 ]; then
    chmod a-w x.qipu
    run qipu import x.qipu faulty.pgn
    status_is 2 'a read-only store is not written'
    chmod u+w x.qipu
else
    skip 1 'root may write anything'
fi

# The same input gives the same bytes, and interrupted runs go on.
i=0
while [ $i -lt 400 ]; do
    i=$((i + 1))
    game "game $i" '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'
done >many.pgn
run qipu import many1.qipu many.pgn
cp many.pgn copy.pgn
mkdir -p elsewhere
cp many.pgn elsewhere/many.pgn
run qipu import many2.qipu elsewhere/many.pgn
cmp many1.qipu many2.qipu
ok $? 'the same input gives the same bytes'
run sh -c 'head -c 9000 many.pgn | "$QIPU" import part.qipu -'
run qipu import part.qipu many.pgn
is "$(count part.qipu)" 400 'the beginning of a file is told from the whole'

for i in 1 2 3 4 5 6; do
    cat many.pgn many.pgn many.pgn many.pgn many.pgn many.pgn many.pgn
done >big.pgn
games=$(grep -c Event big.pgn)

# begin STORE BYTES OPTION...: import so much of big.pgn through a pipe that stays open. It holds 64
# KiB: when more has gone into it, the import has read what is over.
mkfifo slow
begin() {
    store=$1 bytes=$2
    shift 2
    "$QIPU" import "$@" "$store" - <slow >slow.out 2>slow.err &
    pid=$!
    exec 4>slow
    head -c "$bytes" big.pgn >&4
}
end() { # SIGNAL
    kill -"$1" $pid
    status=0
    wait $pid 2>/dev/null || status=$?
    exec 4>&-
}

# An interrupt keeps what was read.
begin slow.qipu 200000
end INT
status_is 130 'an interrupt gives status 130'
run qipu db slow.qipu check
status_is 0 'and leaves a sound store'
[ "$(count slow.qipu)" -lt "$games" ]
ok $? 'with what was read until then'
run qipu import slow.qipu big.pgn
is "$(count slow.qipu)" "$games" 'and the next import completes it'

# Killed at some moment, the store holds a prefix and goes on. It reads 1 MiB at once.
begin killed.qipu 1500000 --threads 1 --batch-bytes 300000
end KILL
run qipu db killed.qipu check
status_is 0 'a killed import leaves a sound store'
[ "$(count killed.qipu)" -gt 0 ]
ok $? 'with the batches that were complete'
run qipu import killed.qipu big.pgn
is "$(count killed.qipu)" "$games" 'and the next import completes it'

# A second writer. (One that is to make the store first looks at what it is to hold.)
qipu import -q busy.qipu three.pgn
mkfifo held
"$QIPU" import busy.qipu - <held >busy.out 2>&1 &
pid=$!
exec 4>held
head -c 1000 many.pgn >&4
for _ in $(seq 100); do # until the first has begun
    sleep 0.2
    run qipu import busy.qipu three.pgn
    [ "$status" -ne 0 ] && break
done
status_is 2 'a second writer is refused'
like "$err" 'another qipu is writing to this store' 'and told why'
exec 4>&-
wait $pid
run qipu import --again busy.qipu three.pgn
status_is 0 'when the first is done it may write'
is "$(ls | grep -c busy)" 2 'and no litter is left'

if [ -e /dev/full ]; then
    run qipu import --rejects /dev/full full.qipu faulty.pgn
    status_is 2 'rejects that cannot be written are a failure'
    ok "$([ -e full.qipu ]; echo $((1 - $?)))" 'and the batch is not kept'
else
    skip 2 'no /dev/full'
fi
run qipu import three.pgn other.qipu
status_is 2 'a game file is not taken for a store'
like "$err" 'three.pgn: not a qipu store; the store is named first' 'and the order is told'
run qipu import new.qipu missing.pgn
status_is 2 'a missing file cannot be imported'
ok "$([ -e new.qipu ]; echo $((1 - $?)))" 'and leaves no empty store behind'

# A rejected game has a line before it that is none of the game in front of it.
printf '[White "A"]\n\n1. Sf3 remis\n\n[White "B"]\n\n1. Sc3 remis\n' >words.pgn
qipu import -q --rejects refused.pgn words.qipu words.pgn 2>/dev/null
run qipu validate --piece-letters de --only unreadable-move,text-behind-moves refused.pgn
is "$out" 'refused.pgn:4:8: warning: remis: words behind the moves, without braces [text-behind-moves]
refused.pgn:10:8: warning: remis: words behind the moves, without braces [text-behind-moves]' \
    'words behind the moves are that in --rejects too'
# Games without moves: there is nothing to compare. Under sanitizers this is more than the count.
fen='[FEN "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"]'
printf '%s\n\n*\n\n%s\n\n*\n' "$fen" "$fen" >still.pgn
run qipu import -q --duplicates skip still.qipu still.pgn
is "$(qipu search --count still.qipu)" 1 'games without moves are duplicates of each other'
run qipu db still.qipu dedup --kind exact,near,final,contained
status_is 0 'and compared by their moves alone'

# More players than the cache of names holds, all twice, in two orders.
awk 'BEGIN { for (k = 0; k < 2; k++) for (i = 0; i < 34000; i++)
    printf "[White \"P%d\"]\n[Black \"Q\"]\n\n*\n\n", k ? i * 7919 % 34000 : i }' >players.pgn
for threads in 1 3; do
    qipu import -q --threads $threads players-$threads.qipu players.pgn 2>.err
    is "$(qipu db players-$threads.qipu info | sed -n 's/^players *//p')" 34001 \
        "each player has one number, on $threads threads"
done

# What files are called that have the same name.
mkdir -p shelf/book1/a shelf/book2
for path in book1/1.pgn book1/a/2.pgn book2/1.pgn; do
    printf '[White "%s"]\n\n*\n' "$path" >shelf/$path
done
sources_are() { # names, description
    is "$(qipu search --json --id 1.. called.qipu |
        sed 's/.*"source":"\([^"]*\)".*/\1/' | tr '\n' ' ')" "$1" "$2"
    rm -f called.qipu
}
qipu import -q called.qipu shelf/book1/*.pgn shelf/book1/a/*.pgn 2>.err
sources_are '1.pgn 2.pgn ' 'a file is called by its name without the folder'
qipu import -q called.qipu shelf/*/*.pgn shelf/*/*/*.pgn 2>.err
sources_are 'book1/1.pgn book2/1.pgn book1/a/2.pgn ' \
    'if two have the same, all by their paths below the folder that they share'
printf '%s\n' "$PWD/shelf/book1/1.pgn" "$PWD/shelf/book2/1.pgn" |
    qipu import -q called.qipu --files-from - 2>.err
sources_are 'book1/1.pgn book2/1.pgn ' 'those of a list too'
(cd shelf/book1 && qipu import -q ../../called.qipu ./1.pgn ../book2/1.pgn 2>.err)
sources_are './1.pgn ../book2/1.pgn ' 'as they were given, if they share none'
qipu import -q called.qipu shelf/book1/1.pgn shelf/book1/1.pgn --again 2>.err
sources_are '1.pgn 1.pgn ' 'a file named twice is one'

plan_done
