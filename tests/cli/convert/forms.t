#!/bin/sh
# How qipu convert writes moves, comments and tags when it is asked for another form.
. "$(dirname "$0")/../tap.sh"

cat >game.pgn <<'END_OF_GAME'
[Event "Casual"]
[White "A"]
[Black "B"]
[Result "1-0"]

{start} 1. e4 $1 {[%eval 0.3] [%clk 0:01:00] good} (1. d4 {[%csl Gd4][%cal Gd2d4]} 1... d5) 1... e5
2. Qh5 {[%emt 5][%eval 0.1,12]} 2... Nc6 3. Bc4 Nf6 4. Qxf7# {mate} 1-0
END_OF_GAME
cat >ends.pgn <<'END_OF_GAME'
[White "A"]
[Result "0-1"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4
END_OF_GAME
printf '[Game "Chinese Chess"]\n[Red "R"]\n[Black "B"]\n\n1. H2-E2 {[%%cal Gh2e2] a} H9-G7 *\n' >x.pgn
qipu convert game.pgn >same.pgn
# back FORM NAME: what is in $out, read again, is the game.
back() {
    run sh -c 'printf "%s\n" "$2" | "$1" convert' sh "$QIPU" "$out"
    is "$out" "$(cat same.pgn)" "$1"
}

# --- Commands in comments ------------------------------------------------------------------------

run qipu convert --no-evals game.pgn
unlike "$out" '%eval' '--no-evals leaves evaluations out'
like "$out" '\{\[%clk 0:01:00\] good\}' 'and nothing else'
like "$out" '\{\[%emt 5\]\}' 'of a comment'
run qipu convert --no-evals --json game.pgn
unlike "$out" 'eval|depth' 'in JSON there are no numbers either'
like "$out" '"clk":60' 'but those of clocks'
run qipu convert --no-arrows game.pgn
like "$out" '\(1\. d4 d5\)' '--no-arrows leaves coloured squares and arrows out'
run qipu convert --no-arrows --json game.pgn
unlike "$out" 'csl|cal' 'in JSON too'
run qipu convert --no-arrows --no-evals --no-clocks --notation iccs x.pgn
like "$out" '^1\. H2-E2 \{a\} 1\.\.\. H9-G7 \*$' 'and in xiangqi'
run qipu convert --no-arrows --to dhtmlxq x.pgn
like "$out" '_comment1\]a\[' 'in every form of it'

# --- No tags, results, checks, numbers -----------------------------------------------------------

run qipu convert --no-tags --no-comments --no-variations --no-nags game.pgn
is "$out" '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0' '--no-tags writes no tag'
run qipu convert --no-tags ends.pgn
is "$out" '[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 0-1' 'but those of a start; the result of a tag stays'
run qipu convert --no-tags --json ends.pgn
like "$out" '"tags":\[\["SetUp","1"\],\["FEN","4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"\]\],.*"result":"0-1"' \
    'in JSON too'
run qipu convert --drop-tag Result ends.pgn
like "$out" '^1\. e4 0-1$' 'and when that tag is dropped'
run qipu convert --no-tags --add plycount game.pgn
is "$(printf '%s\n' "$out" | grep '^\[')" '[PlyCount "7"]' 'with --add it has that tag alone'
run qipu convert --no-tags --notation iccs x.pgn
is "$(printf '%s\n' "$out" | grep '^\[')" '[Game "Chinese Chess"]
[Format "ICCS"]' 'xiangqi says what it is'
run qipu convert --no-tags --seven game.pgn
status_is 2 'no tags and seven tags are a misuse'
run qipu convert --no-results game.pgn game.pgn
is "$(printf '%s\n' "$out" | grep -c 'Qxf7# {mate}$')" 2 '--no-results ends games without one'
back_twice=$(printf '%s\n' "$out" | qipu convert)
is "$back_twice" "$(cat same.pgn same.pgn)" 'and games with tags come back'
run qipu convert --no-results --to json game.pgn
status_is 2 'it is for PGN'
run qipu convert --no-checks game.pgn
like "$out" ' 4\. Qxf7 \{mate\} 1-0$|^4\. Qxf7 \{mate\} 1-0$' '--no-checks leaves marks of check and mate out'
back 'which come back'
run qipu convert --no-checks --to lan game.pgn
is "$out" 'e2-e4 e7-e5 Qd1-h5 Nb8-c6 Bf1-c4 Ng8-f6 Qh5xf7' 'of lines of moves too'
run qipu convert --no-checks --to uci game.pgn
status_is 2 'it is for forms that have such marks'
run qipu convert --no-checks --notation wxf x.pgn
like "$out" ' N8\+7 ' 'the signs of xiangqi stay'
run qipu convert --no-move-numbers --no-comments --no-variations game.pgn
like "$out" '^e4 \$1 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# 1-0$' '--no-move-numbers leaves numbers out'
run qipu convert --no-move-numbers game.pgn
back 'and the game comes back'
run qipu convert --no-move-numbers --to san game.pgn
status_is 2 'it is for PGN'

# --- Comments and tags ---------------------------------------------------------------------------

run qipu convert --comment-lines --no-clocks --no-evals game.pgn
is "$(printf '%s\n' "$out" | sed '1,/^$/d')" '{start}
1. e4 $1
{good}
(1. d4
{[%csl Gd4][%cal Gd2d4]}
1... d5) 1... e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#
{mate}
1-0' '--comment-lines writes comments on lines of their own'
run qipu convert --comment-lines game.pgn
back 'and the game comes back'
run qipu convert --comment-lines --to uci game.pgn
status_is 2 'it is for PGN'
run qipu convert --tag-order ECO,Result,Black --add eco game.pgn
is "$(printf '%s\n' "$out" | grep '^\[')" '[ECO "C20"]
[Result "1-0"]
[Black "B"]
[Event "Casual"]
[White "A"]' '--tag-order writes tags in front, added ones too'
run qipu convert --tag-order Black --json game.pgn
like "$out" '"tags":\[\["Black","B"\],\["Event","Casual"\]' 'in JSON too'

# What is left out still tells games apart.
printf '[White "Z"]\n[WhiteElo "2000"]\n\n1. e4 *\n\n[White "A"]\n[WhiteElo "2100"]\n\n1. d4 *\n' >two.pgn
run qipu convert --no-tags --sort white two.pgn
is "$out" '1. d4 *

1. e4 *' 'games are sorted by tags that are left out'
run qipu convert --drop-tag WhiteElo --sort -elo --to san two.pgn
is "$out" 'd4
e4' 'by ratings too'
run qipu convert --seven --split white -o '{}.pgn' --no-comments two.pgn
status_is 0 'they are dealt out'
run qipu convert --no-tags --split white --force -o '{}.pgn' two.pgn
is "$(cat A.pgn)" '1. d4 *' 'by tags that are left out'
run qipu convert --rename-tag White=Black --no-tags --sort white,-black --to san two.pgn
is "$out" 'e4
d4' 'but renamed ones count as such'

# --- Notations -----------------------------------------------------------------------------------

run qipu convert --notation lan game.pgn
like "$out" '^\{start\} 1\. e2-e4 \$1 \{\[%eval 0\.3\] \[%clk 0:01:00\] good\} \(1\. d2-d4$' \
    '--notation lan writes games in long algebraic notation'
back 'which come back'
run qipu convert --notation uci --line-width 0 game.pgn
like "$out" 'd1h5 \{\[%emt 5\]\[%eval 0\.1,12\]\} 2\.\.\. b8c6 ' '--notation uci writes UCI'
back 'which comes back'
run qipu convert --notation uci --notation iccs game.pgn x.pgn
like "$out" '^1\. H2-E2' 'each game has its own notation'
like "$out" 'h5f7 \{mate\} 1-0$' 'when both are given'
run qipu convert --notation lan x.pgn
like "$out" '^1\. H2-E2 ' 'in xiangqi lan is iccs'
run qipu convert --notation uci game.pgn x.pgn
status_is 1 'UCI of xiangqi is no notation of PGN'
like "$err" '1 game of xiangqi skipped: --notation uci is for chess$' 'which is told'
run qipu convert --notation uci --to json game.pgn
status_is 2 'notations are those of PGN'
run qipu convert --to-letters figurine game.pgn
like "$out" '♕xf7# \{mate\} 1-0$' '--to-letters figurine writes figurines'
back 'which come back'
run qipu convert --to-letters figurine --to lan game.pgn
is "$out" 'e2-e4 e7-e5 ♕d1-h5 ♘b8-c6 ♗f1-c4 ♘g8-f6 ♕h5xf7#' 'in lines of moves too'
for option in --to --notation; do
    run qipu convert $option figurine game.pgn
    status_is 2 "$option figurine is a misuse"
    like "$err" "'figurine'; piece letters are chosen with --to-letters figurine$" "that tells what to do"
done
run qipu convert --to-letters figurines game.pgn
like "$err" "no piece letters 'figurines'; did you mean 'figurine'" 'letters are suggested'
run qipu convert --notation xml game.pgn
like "$err" "no notation 'xml'; it is san, lan or uci, in xiangqi" 'an unknown notation is a misuse'
plan_done
