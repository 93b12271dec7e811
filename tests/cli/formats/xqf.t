#!/bin/sh
# XQF files, as they are typed: reading, writing, importing folders of them.
. "$(dirname "$0")/../tap.sh"

cat >game.pgn <<'END'
[Game "Chinese Chess"]
[Event "杯赛"]
[Site "北京"]
[Date "1997.11.16"]
[Round "?"]
[Red "柳大华"]
[Black "吕钦"]
[Result "0-1"]
[Title "仙人指路"]

{before} 1. c3c4 {first} (1. h2e2 {in} h9g7 (1... b9c7 2. h0g2) 2. b0c2) 1... h9g7
2. g3g4 0-1

END
sed 's/c3c4 .*/g3g4 0-1/; /^2/d; s/杯赛/?/; s/^{before} //' game.pgn >second.pgn
cat game.pgn second.pgn >two.pgn
same=$(qipu convert game.pgn)

# --- Writing ---

run qipu convert --to xqf -o game.xqf game.pgn
status_is 0 'a game is written as XQF'
is "$err" '' 'and nothing is lost'
is "$(head -c 3 game.xqf | od -An -c | tr -d ' ')" 'XQ\n' 'in the plain version'
run qipu convert game.xqf
is "$out" "$same" 'and comes back as the same PGN'
run sh -c '"$1" convert --to xqf <game.pgn | "$1" convert -' sh "$QIPU"
is "$out" "$same" 'through pipes too'
run sh -c 'gzip <game.xqf | "$1" convert -' sh "$QIPU"
is "$out" "$same" 'and compressed'

run qipu convert --to xqf -o both.xqf two.pgn
status_is 2 'two games do not go into one file'
like "$err" 'holds one game.*-o FOLDER/' 'and how they can be written is said'
run test -e both.xqf
status_is 1 'nothing is left of the attempt'
run qipu convert --to xqf -o games/ two.pgn
status_is 0 'a folder takes a file for each game'
is "$(ls games | tr '\n' ' ')" '000001.xqf 000002.xqf ' 'by their number'
run qipu convert --to xqf -o games two.pgn
status_is 2 'a file that is there is not written over'
like "$err" 'games/000001.xqf: is there already' 'which is said'

sed 's/^\[Title.*/[RedTeam "Team"]/; s/c3c4/c3c4 $1/' game.pgn >more.pgn
run qipu convert --to xqf -o more.xqf more.pgn
status_is 0 'what XQF cannot hold does not keep it from being written'
like "$err" '^qipu convert: 1 tags without a field in XQF left out$' 'but tags are counted'
like "$err" '^qipu convert: 1 annotation glyphs left out$' 'and glyphs'
run qipu convert --to xqf -o chess.xqf "$samples/chess.pgn"
status_is 2 'chess is not written as XQF'
like "$err" 'no game of xiangqi' 'which is said'
run test -e chess.xqf
status_is 1 'and no file is left'

# --- Reading ---

run qipu validate game.xqf
status_is 0 'a clean file is clean'
is "$out" '' 'and nothing is said of it'
head -c 1040 game.xqf >cut.xqf
run qipu validate cut.xqf
status_is 1 'a cut file has an error'
like "$out" '^cut.xqf@10[0-9]*: error: .* \[damaged-file\]$' 'with the offset of the fault'
head -c 600 game.xqf >header.xqf
run qipu validate header.xqf
like "$out" '^header.xqf@600: error: the file ends within its header \[damaged-file\]$' \
    'a cut header too'
run qipu search --as-is game.xqf
status_is 2 'a binary file has no text to be printed as it is'
run qipu search --red 柳大华 --count game.xqf
is "$out" 1 'players are found'

# --- Importing ---

cp games/000002.xqf games/cut.xqf
head -c 1030 games/000001.xqf >games/cut.xqf
run qipu import --rejects bad.pgn s.qipu -r games
status_is 1 'a folder is imported, but for the file that is cut'
like "$out" '^s.qipu: 2 games added, 1 rejected' 'which is counted'
like "$(cat bad.pgn)" '^% games/cut.xqf@[0-9]*: .*\[damaged-file\]$' 'and noted among the rejects'
is "$(wc -l <bad.pgn)" 1 'without its bytes'
run qipu import s.qipu -r games
like "$out" '^s.qipu: 0 games added.* 3 imported before' 'nothing is added a second time'
run qipu convert s.qipu
like "$out" '^\[SourceFile "000002.xqf"\]$' 'a game without an event has the name of its file'
is "$(printf '%s\n' "$out" | grep -c SourceFile)" 1 'and one with an event has not'
run qipu convert --to xqf -o out/ s.qipu
is "$(ls out | tr '\n' ' ')" '000001.xqf 000002.xqf ' 'a store is exported as XQF'
run cmp out/000001.xqf game.xqf
status_is 0 'byte for byte as from PGN'

plan_done
