#!/bin/sh
# Where games come from: which file a store has them from, and their numbers on the way through
# other commands.
. "$(dirname "$0")/../tap.sh"

game() { # WHITE MOVES
    printf '[White "%s"]\n[Result "1-0"]\n\n%s 1-0\n\n' "$1" "$2"
}
sources() { # the files of all games below
    rm -f "$work/s.qipu"
    qipu import -q -r "$work/s.qipu" "$@"
    came_from "$work/s.qipu"
}
came_from() {
    qipu search "$1" --json | sed 's/.*"source":"\([^"]*\)".*/\1/' | sort -u | tr '\n' ' '
}

mkdir -p lib/one/late lib/two
game A '1. e4' >lib/one/game.pgn
{ game B '1. d4' && game A '1. e4'; } >lib/two/game.pgn
game C '1. c4' >lib/one/late/game.pgn

# What a file is called.
is "$(sources lib)" 'one/game.pgn one/late/game.pgn two/game.pgn ' 'a file below a folder keeps its path there'
is "$(sources lib/)" 'one/game.pgn one/late/game.pgn two/game.pgn ' 'with a slash or without'
is "$(sources lib/one lib/two)" 'one/game.pgn one/late/game.pgn two/game.pgn ' \
    'of several folders the names tell files apart'
is "$(sources lib/two//)" 'two/game.pgn ' 'a folder of files gives them its name'
is "$(sources "$PWD/lib")" 'one/game.pgn one/late/game.pgn two/game.pgn ' \
    'where it lies on the machine is not kept'
is "$(cd lib && sources .)" 'one/game.pgn one/late/game.pgn two/game.pgn ' \
    'the folder of the moment has no name'
is "$(cd lib/one && sources ../two)" 'two/game.pgn ' 'nor what leads to one'
is "$(sources lib/one/game.pgn)" 'game.pgn ' 'a file that is named itself has its name alone'
qipu import -q -r s.qipu lib
run qipu import -r s.qipu lib/two
like "$out" ': 0 games added, 2 imported before' 'files are known by content, whatever they are called'
qipu import -q -r b.qipu lib
qipu db -q m.qipu merge b.qipu
is "$(came_from m.qipu)" 'one/game.pgn one/late/game.pgn two/game.pgn ' 'a merged store keeps the names'
run qipu db b.qipu dedup --dry-run
like "$out" '; from two/game\.pgn, #1 from one/game\.pgn\)$' 'dedup names the files of games that are the same'
run qipu db b.qipu dedup --dry-run --json
like "$out" '"source":"two/game\.pgn","other_source":"one/game\.pgn"' 'in JSON too'

# Numbers behind a pipe.
is "$(qipu search b.qipu --player B --add id | qipu convert --to csv --columns id,White)" 'id,White
3,B' 'search --add id: the number in the store goes along'
is "$(qipu search b.qipu --player B --add id | grep StoreId)" '[StoreId "3"]' 'as a tag'
is "$(qipu convert b.qipu --to csv --columns White,id)" 'White,id
A,1
C,2
B,3
A,4' 'convert has a column for it'
is "$(qipu convert b.qipu --add id | grep -c '^\[StoreId "')" 4 'or adds the tag'
is "$(qipu convert lib/two/game.pgn --to csv --columns id,White)" 'id,White
,B
,A' 'a file has no such numbers'
run qipu search b.qipu --player B --add id --json
like "$out" '\["StoreId","3"\]' 'in JSON the tag is there, too'
run qipu search b.qipu --add source
status_is 2 'nothing else can be added'
run qipu search b.qipu --add id --count
status_is 2 'nor is there a place for it in a count'
plan_done
