#!/bin/sh
# What qipu convert keeps of tags whatever it is told: those that say what the moves mean.
. "$(dirname "$0")/../tap.sh"

cat >fen.pgn <<'END'
[Event "Study"]
[White "A"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]

1. a8=Q+ *
END
run qipu convert --drop-tag White,FEN,SetUp fen.pgn
like "$out" '^\[FEN "4k3/P7' '--drop-tag leaves the start position there'
unlike "$out" 'White' 'and drops the others'
for names in FEN=Start Event=FEN SetUp=X Event=setup Variant=X Event=Variant Event=Game; do
    run qipu convert --rename-tag "$names" fen.pgn
    status_is 2 "--rename-tag $names is refused"
done
like "$err" "'Game' follows from the moves" 'with the name that cannot be'
for name in 'A B' 'A"]' 'A-B' 'é' '
'; do
    run qipu convert --rename-tag "Event=$name" fen.pgn
    status_is 2 "what is no name is refused: $name"
done
like "$err" 'is not the name of a tag' 'with a message'

cat >xiangqi.pgn <<'END'
[Game "Chinese Chess"]

1. H2-E2 *
[Game "Chinese Chess"]

1. H2-G2 *
END
run qipu convert --to iccs xiangqi.pgn
is "$out" 'H2-E2
H2-G2' 'a Game tag behind the result begins another game of xiangqi'
printf '%s\n' '{"game":"xiangqi","tags":[["Game","x"],["Game","y"]],"moves":[{"uci":"h3e3"}],"result":"*"}' >two.json
run sh -c '"$1" convert two.json | "$1" convert --json' sh "$QIPU"
is "$(printf '%s\n' "$out" | wc -l)" 1 'a game with two Game tags stays one in PGN'

# Nothing that is read is written over.
printf 'A\tB\n' >names
printf 'Name\tElo\nA\t2000\n' >players
echo fen.pgn >list
cp names names.kept
run qipu convert --players names -o names fen.pgn
status_is 2 'a file of names is no output'
run qipu convert --player-tags players -o players fen.pgn
status_is 2 'nor is a table of players'
run qipu convert --files-from list -o list
status_is 2 'nor is a list of files'
run qipu convert --players names --unique --duplicates names fen.pgn
status_is 2 'nor for duplicates'
sed 's/White "A"/White "a"/' fen.pgn >small.pgn
run qipu convert --players names --split white --force -o 'n{}mes' small.pgn
status_is 2 'nor for games that are dealt out'
is "$(cat names)" "$(cat names.kept)" 'names are still there'
run qipu convert --players /dev/zero fen.pgn
is "$status $err" '2 qipu convert: /dev/zero: over 256 MiB' 'a table that does not end is refused'
plan_done
