#!/bin/sh
# Picking games by what is the same in them, plies from the end, and facts of players and sources.
. "$(dirname "$0")/../tap.sh"

game() { # WHITE MOVES [TAGS]
    printf '[White "%s"]\n[Black "B"]\n%s[Result "*"]\n\n%s *\n\n' "$1" "${3-}" "$2"
}
whites() {
    printf '%s\n' "$out" | sed -n 's/^\[White "\(.*\)"\]/\1/p' | tr '\n' ' '
}
knights='[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 6 20"]
'
no_castling='[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"]
'

# --- --unique ------------------------------------------------------------------------------------

{
    game A '1. e4 e5 2. Nf3'
    game A '1. e4 e5 2. Nf3'
    game B '1. e4 {the same moves} e5 (1... c5) 2. Nf3'
    game C '1. Nf3 e5 2. e4'
    game D '1. e4 e5 2. Nc3'
    game E '1. e4 e5'
    game F '1. e4 e5 2. Nf3' "$knights"
    game G '1. e4 e5 2. Nf3' "$no_castling"
    game H '1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8'
} >games.pgn
run qipu convert --unique games.pgn
is "$(whites)" 'A B C D E F G H ' '--unique alone: by what is written'
run qipu convert --unique=text games.pgn
is "$(whites)" 'A B C D E F G H ' 'which has a name'
run qipu convert --unique=moves games.pgn
is "$(whites)" 'A C D E G H ' '--unique=moves: the start and the main line, whatever else is there'
run qipu convert --unique=end games.pgn
is "$(whites)" 'A D E G ' '--unique=end: the last position, on whatever way, with castling rights'
run qipu convert --unique=start games.pgn
is "$(whites)" 'A G ' '--unique=start: the first position, without its clocks'
run qipu convert --unique=2 games.pgn
is "$(whites)" 'A C G ' '--unique=N: the position after so many plies'
run qipu convert --unique=3 games.pgn
is "$(whites)" 'A D E G ' 'a shorter game has its last one'
run qipu convert --unique=moves --ply ..2 games.pgn
is "$(whites)" 'A C G ' 'of what is written'
for by in colour 0 -3 3x ''; do
    run qipu convert "--unique=$by" games.pgn
    status_is 2 "'$by' is a misuse"
done
like "$err" "--unique: '' is neither text, moves, end, start nor a number of plies" 'which is told'
run qipu convert --unique=end -v -o /dev/null games.pgn
like "$err" '5 games left out by --unique' 'the summary has their number'
printf '[Variant "Atomic"]\n\n1. e4 *\n\n[Variant "Atomic"]\n\n1. d4 *\n\n[Variant "Atomic"]\n\n1. e4 *\n' >atomic.pgn
run qipu convert --unique=moves atomic.pgn
is "$(printf '%s\n' "$out" | grep -c '^1')" 2 'games of unknown rules are known by their text'

# --- --duplicates --------------------------------------------------------------------------------

run qipu convert --unique=moves --duplicates rest.pgn games.pgn
is "$(whites)" 'A C D E G H ' '--duplicates'
out=$(cat rest.pgn)
is "$(whites)" 'A B F ' 'writes those that are left out'
like "$out" '\{the same moves\}' 'as they are'
run qipu convert --unique=moves --duplicates - -o /dev/null games.pgn
is "$(whites)" 'A B F ' 'alone, if asked'
run qipu convert --unique=end --duplicates rest.csv --to csv --columns White --sort -id games.pgn
is "$(tr '\n' ' ' <rest.csv)" 'White A B C F H ' 'in the same form, in the order of the input'
run qipu convert --unique --duplicates rest.json --json games.pgn
like "$(cat rest.json)" '^\{"number":2,' 'with their numbers'
run qipu convert --unique --duplicates games.pgn games.pgn
status_is 2 'no input is written over'
run qipu convert --unique --duplicates - games.pgn
status_is 2 'nor are both outputs one'
run qipu convert --unique --duplicates x.pgn -o x.pgn games.pgn
status_is 2 'by name either'
run qipu convert --duplicates x.pgn games.pgn
status_is 2 'it needs --unique'
run qipu convert --unique --duplicates x.bin --to book games.pgn
status_is 2 'and a form of games'
run qipu convert --unique --duplicates x.pgn absent.pgn
status_is 2 'if the run fails'
is "$(ls x.pgn 2>&1 | grep -c '^x')" 0 'no file is left'

{
    game P '1. e4 e5 2. Nf3 {known}'
    game Q '1. c4 c5'
} >known.pgn
run qipu convert --unique=moves --known known.pgn games.pgn
is "$(whites)" 'C D E G H ' '--known: the games of another file are not new'
qipu import -q known.qipu known.pgn
run qipu convert --unique=moves --known known.qipu --duplicates - -o /dev/null games.pgn
is "$(whites)" 'A A B F ' 'nor those of a store, and --duplicates has them'
run qipu convert --unique=moves --known games.pgn --known known.pgn known.pgn
is "$(whites)" '' 'it may be given more than once'
run qipu convert --unique=moves --known known.pgn --range 3..5 games.pgn
is "$(whites)" 'C D ' '--range does not count them'
run qipu convert --known known.pgn games.pgn
status_is 2 '--known needs --unique'
run qipu convert --unique --known absent.pgn -o new.pgn games.pgn
status_is 2 'and a file that is there'
is "$(ls new.pgn 2>&1 | grep -c '^new')" 0 'else nothing is written'
cp known.pgn kept.pgn
run qipu convert --unique --known known.pgn -o known.pgn games.pgn
status_is 2 'it is not written over'
run qipu convert --unique --known known.pgn --duplicates known.pgn games.pgn
status_is 2 'in no way'
run cmp known.pgn kept.pgn
status_is 0 'and stays'

# --- --range -------------------------------------------------------------------------------------

qipu convert --unique games.pgn >each.pgn
run qipu convert --range 1,3..4,7.. each.pgn
is "$(whites)" 'A C D G H ' '--range takes a list'
run qipu convert --range 5,2..3,..1,2 each.pgn
is "$(whites)" 'A B C E ' 'in any order'
run qipu convert --range 6,8,40 each.pgn each.pgn
is "$(whites)" 'F H ' 'over all files'
for range in , 1, ,1 1,,2 3..2 0 1,0 .. 1.2 '1 2'; do
    run qipu convert --range "$range" each.pgn
    status_is 2 "--range '$range' is a misuse"
done

# --- --ply, --from-comment -----------------------------------------------------------------------

{
    game A '1. e4 e5 2. Nf3 Nc6'
    game B '1. d4'
} >two.pgn
plies() {
    qipu convert --ply "$1" --to san two.pgn | sed 's/.*moves *//' | tr '\n' '|'
}
is "$(plies -2..)" 'Nf3 Nc6|d4|' '--ply -2..: the last two'
is "$(plies ..-2)" 'e4 e5 Nf3||' '..-2: up to the last but one'
is "$(plies -1)" 'Nc6|d4|' '-1 is the last'
is "$(plies 2..-2)" 'e5 Nf3||' 'both ways'
is "$(plies -3..2)" 'e5|d4|' 'and the other way round'
run qipu convert --ply -1 two.pgn
like "$out" '^\[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"\]$' 'with a FEN'
for range in -2..-3 0 .. 1..x -0 1...; do
    run qipu convert --ply "$range" two.pgn
    status_is 2 "'$range' is a misuse"
done
{
    game A '{start} 1. e4 {before} e5 (1... c5 {start here}) {so: start here} $1 {more} (1... d5) 2. Nf3 {start here} Nc6'
    game B '1. d4 {nothing} d5'
    game C '1. c4 {start here}'
} >comments.pgn
run qipu convert --from-comment 'start here' comments.pgn
is "$(printf '%s\n' "$out" | grep -E '^[1-9{]')" '{so: start here} 2. Nf3 {start here} 2... Nc6 *
1. d4 {nothing} 1... d5 *
{start here} *' '--from-comment begins behind a comment of the main line'
like "$out" '^\[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"\]$' 'with a FEN'
run qipu convert --from-comment start comments.pgn
like "$out" '^\{start\} 1\. e4' 'one before the first move changes nothing'
run qipu convert --from-comment 'start here' --no-comments --ply 2.. comments.pgn
like "$out" '^2\.\.\. Nc6 \*$' 'plies are counted from there'

# --- --add ---------------------------------------------------------------------------------------

run qipu convert --add totalplycount,plycount comments.pgn
like "$out" '^\[TotalPlyCount "6"\]$' '--add totalplycount has the moves of variations too'
run qipu convert --add source --to csv --columns SourcePlace,White comments.pgn two.pgn --threads 4
is "$out" 'SourcePlace,White
comments.pgn:1,A
comments.pgn:7,B
comments.pgn:13,C
two.pgn:1,A
two.pgn:7,B' '--add source: file and line'
run qipu convert --add source --split-variations --tags White --ply 2.. comments.pgn
is "$(printf '%s\n' "$out" | grep -c 'SourcePlace "comments.pgn:1"')" 3 'also of a changed and divided game'
qipu import -q s.qipu comments.pgn
run qipu convert --add source --to csv --columns SourcePlace s.qipu
is "$out" 'SourcePlace
s.qipu#1
s.qipu#2
s.qipu#3' 'of a store the number'

# --- --player-tags -------------------------------------------------------------------------------

tab=$(printf '\t')
{
    printf '# Some players\nName\tElo\tTitle\tFideId\n\n'
    printf 'Tal, Mihail\t2705\tGM\t\nMüller, Jörg\t\tIM\t46\n胡荣华\t2600\n'
} >players.tsv
{
    printf '[White "Tal, Mihail"]\n[Black "Joerg Mueller"]\n[WhiteElo "2500"]\n[BlackTitle "?"]\n\n1. e4 *\n\n'
    printf '[White "Nobody"]\n[Black "Tal, Mihail"]\n\n1. d4 *\n'
} >rated.pgn
run qipu convert --player-tags players.tsv rated.pgn
is "$out" '[White "Tal, Mihail"]
[Black "Joerg Mueller"]
[WhiteElo "2500"]
[BlackTitle "?"]
[WhiteTitle "GM"]

1. e4 *

[White "Nobody"]
[Black "Tal, Mihail"]
[BlackElo "2705"]
[BlackTitle "GM"]

1. d4 *' '--player-tags adds what a game lacks'
{
    echo %fold
    cat players.tsv
} >fold.tsv
run qipu convert --player-tags fold.tsv rated.pgn
like "$out" '^\[BlackTitle "IM"\]$' 'with %fold in the file under other forms of a name'
like "$out" '^\[BlackFideId "46"\]$' 'and in the place of an unknown one'
printf '[Game "Chinese Chess"]\n[Red "胡榮華"]\n[Black "x"]\n\n1. H2-E2 *\n' >x.pgn
run qipu convert --player-tags fold.tsv x.pgn
like "$out" '^\[RedElo "2600"\]$' 'in xiangqi with its names'
run qipu convert --player-tags players.tsv --flip --seven rated.pgn
unlike "$out" 'Elo' 'before tags are chosen'
run qipu convert --player-tags players.tsv --flip rated.pgn
like "$out" '^\[WhiteElo "2705"\]$' 'and before sides are exchanged'
faulty() { # TABLE MESSAGE
    # shellcheck disable=SC2059
    printf "$1" >bad.tsv
    run qipu convert --player-tags bad.tsv rated.pgn
    like "$status $err" "^2 qipu convert: $2" "$2"
}
faulty '' "bad.tsv:1:1: '' must be Name, the heading of the first column"
faulty 'Name,Elo\n' "bad.tsv:1:1: 'Name,Elo' must be Name"
faulty 'Name\n' "bad.tsv:1:1: 'Name' is the only column"
faulty 'Name\tElo\tElo\n' "bad.tsv:1:10: 'Elo' is there twice"
faulty 'Name\tE-lo\n' "bad.tsv:1:6: 'E-lo' is no heading"
faulty 'Name\tElo\n\nTál\t1\t2\n' "bad.tsv:3:7: '2' has no heading"
faulty 'Name\tElo\n\t1\n' "bad.tsv:2:1: '' is no name"
faulty 'Name\tElo\nTal\t1\nTal\t2\n' "bad.tsv:3:1: 'Tal' is in line 2 too"
faulty 'Name\tElo\nTal\t\377\n' "bad.tsv:2:5: '\?' is not in UTF-8"
faulty 'Name\tElo\nTal\t1\000\n' "bad.tsv:2:6: '\\\\0' is a byte that no text has"
faulty '%%bold\nName\tElo\n' "bad.tsv:1:1: '%bold' is neither %fold nor %initials"
run qipu convert --player-tags absent.tsv rated.pgn
status_is 2 'a missing table is a failure'
plan_done
