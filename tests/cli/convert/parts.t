#!/bin/sh
# What qipu convert can leave out, add, cut and turn, as it is typed.
. "$(dirname "$0")/../tap.sh"

cat >game.pgn <<'END'
[Event "Casual"]
[Site "Paris"]
[Date "1858.??.??"]
[White "Morphy, Paul"]
[Black "NN"]
[Result "1-0"]
[Annotator "X"]

1. e4 {[%clk 0:01:00] best} e5 $1 2. Nf3 (2. f4 exf4) Nc6 1-0
END
run qipu convert --to json --no-comments --no-variations --no-nags game.pgn
unlike "$out" 'comments|variations|nags' 'parts are left out of every form'
run qipu convert --no-clocks game.pgn
like "$out" '^1\. e4 \{best\} 1\.\.\. e5' '--no-clocks leaves the rest of a comment'
run qipu convert --tags Black,White game.pgn
is "$(printf '%s\n' "$out" | grep '^\[')" '[Black "NN"]
[White "Morphy, Paul"]' '--tags chooses tags and their order'
run qipu convert --seven game.pgn
is "$(printf '%s\n' "$out" | grep -c '^\[')" 7 '--seven writes seven tags'
like "$out" '^\[Round "\?"\]$' 'the missing one too'
run qipu convert --drop-tag Annotator,Site --rename-tag Event=Tournament game.pgn
unlike "$out" 'Annotator|Site' '--drop-tag leaves tags out'
like "$out" '^\[Tournament "Casual"\]$' '--rename-tag renames one'
run qipu convert --rename-tag Event game.pgn
status_is 2 'a name without another is a misuse'
printf '[Variant "Standard"]\n[SetUp "0"]\n\n1. e4 *\n\n[Variant "Chess960"]\n\n1. e4 *\n' >variant.pgn
run qipu convert --seven variant.pgn
is "$(printf '%s\n' "$out" | grep '^\[[VS][ae][rt][iU]')" '[Variant "Chess960"]' \
    'and a variant that is another game'
run qipu convert --seven --add plycount,fen,key game.pgn
like "$out" '^\[PlyCount "4"\]$' '--add plycount'
like "$out" '^\[EndFEN "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"\]$' '--add fen'
like "$out" '^\[HashCode "[0-9a-f]{16}"\]$' '--add key'
run qipu convert --add eco,opening game.pgn
like "$out" '^\[ECO "C44"\]$' '--add eco'
like "$out" "^\\[Opening \"King's Knight Opening: Normal Variation\"\\]\$" '--add opening'
run sh -c 'echo "1. Nf3 Nc6 2. e4 e5 *" | "$1" convert --add eco' sh "$QIPU"
like "$out" '^\[ECO "C44"\]$' 'by the position, however it was reached'
run qipu convert --add x game.pgn
status_is 2 'nothing else can be added'
run qipu convert --ply 3..3 --no-variations game.pgn
like "$out" '^\[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"\]$' \
    '--ply writes the position before a later start'
like "$out" '^2\. Nf3 1-0$' 'and its plies alone'
run qipu convert --ply ..2 --to uci game.pgn
is "$out" 'e2e4 e7e5' '--ply ..N cuts the end'
run qipu convert --ply 5..4 game.pgn
status_is 2 'a range that runs backwards is a misuse'
run qipu convert --split-variations --to uci game.pgn
is "$out" 'e2e4 e7e5 g1f3 b8c6
e2e4 e7e5 f2f4 e5f4' '--split-variations writes every line'
run qipu convert --split-variations --json game.pgn
is "$(printf '%s\n' "$out" | grep -c '^{"number":1,')" 2 'in JSON with the number of their game'
run qipu convert --fens game.pgn
like "$out" '^1\. e4 \{rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\}' \
    '--fens in PGN are comments'
echo '1. e4! $13 {best} e5?' >marked.pgn
run qipu convert --fens --no-tags -w 0 marked.pgn
is "$(printf '%s\n' "$out" | sed 's/{r[^}]*}/{fen}/g')" '1. e4 $1 $13 {fen} {best} 1... e5 $2 {fen} *' \
    'behind the marks of the move'
run qipu convert --fens --to uci game.pgn
status_is 2 'and are refused elsewhere'
run qipu convert --keys --no-comments --line-width 0 game.pgn
like "$out" '^1\. e4 \{823c9b50fd114196\} 1\.\.\. e5 \$1 \{0844931a6ef4b9a0\} 2\. Nf3 \{' \
    '--keys in PGN are comments'
run qipu convert --keys --json game.pgn
like "$out" '"san":"f4","uci":"f2f4","key":"[0-9a-f]{16}"' 'in JSON members'
run qipu search --key 0844931a6ef4b9a0 --count game.pgn
is "$out" 1 'search finds them'
run qipu convert --keys --to fen game.pgn
status_is 2 'and are refused elsewhere'
run qipu convert --flip game.pgn
like "$out" '^\[White "NN"\]$' '--flip exchanges the players'
like "$out" '^1\.\.\. e5 ' 'and the moves'
run sh -c '"$1" convert --flip game.pgn | "$1" convert --flip --to san' sh "$QIPU"
like "$out" ' moves e4 e5 Nf3 Nc6$' 'twice gives the game back'
run qipu convert --mirror --to uci game.pgn
status_is 1 'chess has no mirror image'
like "$err" '1 game of chess skipped: --mirror is for xiangqi' 'which is told'
printf '[Game "Chinese Chess"]\n\n1. H2-E2 H9-G7 *\n' >x.pgn
run qipu convert --mirror --to iccs x.pgn
is "$out" 'B2-E2 B9-C7' '--mirror exchanges left and right in xiangqi'
run qipu convert --keys x.pgn
status_is 1 'xiangqi has no keys'
like "$err" '1 game of xiangqi skipped: --keys is for chess' 'which is told'
run qipu convert --keys --mirror x.pgn
status_is 2 'the two are for different games'
run qipu convert --to tsv --columns White,ply_count game.pgn
is "$out" "$(printf 'White\tply_count\nMorphy, Paul\t4')" 'tables with tabs'
plan_done
