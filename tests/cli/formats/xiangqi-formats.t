#!/bin/sh
# DhtmlXQ, CBF, the files of game servers and plain texts, as they are typed.
. "$(dirname "$0")/../tap.sh"

cat >game.pgn <<'END'
[Game "Chinese Chess"]
[Event "杯赛"]
[Date "1997.11.16"]
[Red "柳大华"]
[Black "吕钦"]
[Result "0-1"]
[ECCO "E10"]

{before} 1. c3c4 {first|| [line]} (1. h2e2 {in} h9g7 (1... b9c7 2. h0g2) 2. b0c2)
1... h9g7 2. g3g4 0-1

END
cat game.pgn game.pgn >two.pgn
same=$(qipu convert two.pgn)

# --- DhtmlXQ ---

run qipu convert --to dhtmlxq -o two.ubb two.pgn
status_is 0 'games are written as DhtmlXQ'
is "$err" '' 'and nothing is lost'
run qipu convert two.ubb
is "$out" "$same" 'they come back as the same PGN'
run sh -c 'gzip <two.ubb | "$1" convert -' sh "$QIPU"
is "$out" "$same" 'compressed and through a pipe too'
run sh -c 'iconv -f UTF-8 -t GB18030 two.ubb | "$1" convert -' sh "$QIPU"
is "$out" "$same" 'and in GB18030'
{ echo '<html><body><p>棋谱</p><div style="display:none">'; cat two.ubb; echo '</div></body></html>'; } >page.html
run qipu convert page.html
is "$out" "$same" 'and inside a page'
is "$err" '' 'whose other text is passed over'

echo '1. h2e2 $1 {a} {b} h9g7 (1... b9c7 2. --) *' >lossy.pgn
run qipu convert --to dhtmlxq lossy.pgn
status_is 0 'a game with what DhtmlXQ cannot hold is written'
like "$err" '1 comments joined' 'joined comments are counted'
like "$err" '1 annotation glyphs left out' 'and glyphs'
like "$err" '1 moves left out' 'and null moves'
run qipu convert -q --to dhtmlxq lossy.pgn
is "$err" '' 'but not with -q'

echo '1. e4 e5 *' >chess.pgn
run qipu convert --to dhtmlxq chess.pgn
status_is 1 'a game of chess cannot be written'
is "$out" '' 'and nothing is'
like "$err" '1 game of chess skipped' 'which is said'

run qipu import games.qipu two.ubb
status_is 0 'DhtmlXQ is imported'
like "$out" '2 games added' 'all of it'
run qipu import games.qipu two.ubb
like "$out" '0 games added' 'and known again'
run qipu search --count games.qipu --red 柳大华
is "$out" '2' 'and found'
run qipu convert --to dhtmlxq games.qipu
is "$out" "$(cat two.ubb)" 'a store is written as DhtmlXQ'

echo '[DhtmlXQ][DhtmlXQ_red]A[/DhtmlXQ_red][DhtmlXQ_movelist]774770637967[/DhtmlXQ_movelist][/DhtmlXQ]' >bad.ubb
run qipu validate bad.ubb
status_is 1 'an illegal move is found'
like "$out" '^bad.ubb:1:60: error: h9g6' 'at its place'
run qipu convert --on-error=prefix --to iccs bad.ubb
is "$out" 'H2-E2' 'and the moves before it are kept'

# --- CBF ---

cat >game.cbf <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<ChineseChessRecord Version="1.0"><Head><Red>柳大华</Red><RecordResult>2</RecordResult></Head>
<MoveList><Move value="00-00"/><Move value="77-47" branch="1"/><Move value="70-62" end="1"/>
<Move value="26-25" end="1"/></MoveList></ChineseChessRecord>
END
run qipu convert game.cbf
status_is 0 'CBF is read'
like "$out" '1\. 炮二平五 \(1\. 兵七进一\) 1\.\.\. 马８进７ 0-1' 'with its branches'
like "$out" '\[Red "柳大华"\]' 'and its head'
like "$out" '\[SourceFile "game.cbf"\]' 'and its name, since it has no event'

# --- Files of game servers ---

printf '1 2 26 32 1 2 7 2 4 0 1 0 5 32 0 9 7 7 6 0 2 0 \n' >game.che
run qipu convert --to iccs game.che
is "$out" 'H2-E2 H9-G7' 'CHE is read'
printf '\1\0\0\7\4\7\7\2\0\0\7\6\0\2' >game.CCM
run qipu convert --to iccs game.CCM
is "$out" 'H2-E2 H9-G7' 'a CCM without a header by its name'
printf '\1\0\0\1\4\2\2\2\0\0\1\2\11\7' >turned.ccm
run qipu convert --to iccs turned.ccm
is "$out" 'H2-E2 H9-G7' 'and one that Black has saved'

# --- Plain texts ---

cat >game.txt <<'END'
标题：测试
红方：柳大华
黑方：吕钦
结果：红方胜

  1. 炮二平五 马８进７
  2. 马二进三
END
run qipu convert game.txt
like "$out" '\[Red "柳大华"\]' 'captions of a text become tags'
like "$out" '1\. 炮二平五 马８进７ 2\. 马二进三 1-0' 'and its moves and result are read'
is "$err" '' 'without a word of blame'

mkdir -p texts/pages
cp game.txt texts/a.txt
echo 'My games, 1. e4 e5' >texts/b.txt
echo '<p>[DhtmlXQ]<br>[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]<br>[/DhtmlXQ]</p>' \
    >texts/pages/c.html
run qipu convert --to iccs -r texts
is "$out" "$(printf 'H2-E2 H9-G7 H0-G2\nH2-E2 H9-G7')" '-r reads texts and pages that hold xiangqi games'
is "$err" '' 'and no others'

printf 'position startpos moves h3e3 h10g8\nposition startpos moves h2e2\n' >engine.txt
run qipu convert --to iccs engine.txt
is "$out" "$(printf 'H2-E2 H9-G7\nH2-E2')" 'lines of engine protocol are games'
printf 'position startpos moves h3e3\nposition startpos moves h3e3 h8e8\n' >engine.txt
run qipu convert --to iccs engine.txt
is "$out" "$(printf 'H2-E2\nH2-E2 H7-E7')" 'whose first move tells too from where ranks count'

plan_done
