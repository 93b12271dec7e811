#!/bin/sh
# Names: those that may be one (qipu db similar), given one name in a store (rename --apply) or in a
# stream (convert --players), and found in either Chinese script.
. "$(dirname "$0")/../tap.sh"

game() { # WHITE BLACK [EVENT]
    printf '[Event "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "*"]\n\n1. e4 *\n\n' "${3-?}" "$1" "$2"
}
names() { qipu search "$1" --id 1.. | sed -n 's/^\[White "\(.*\)"\]/\1/p' | sort | uniq -c | sed 's/^ *//'; }
{
    game 'Kasparov, Garry' 'Karpov, Anatoly'
    game 'Kasparov, Garry' 'Karpov, Anatoly'
    game 'Kasparov,G' 'Polgar, Judit'
    game 'Garry Kasparov' 'Polgar, J'
    game 'KASPAROV, GARRY' 'Polgar, Judith'
    game 'Polgar, Judit' 'Polgar, Zsuzsa'
    game 'Kortschnoj, Viktor' 'Smith, J'
    game 'Korchnoi, Viktor' 'Smith, John'
    game 'Korchnoi, Viktor' 'Smith, Jack'
    game 'Ivanov, Alexander' 'Ivanova, Alexandra'
    game 'Müller, Karsten' 'Fritz 6'
    game 'Muller, Karsten' 'Fritz 8'
    game 'Wang, Hao' 'Wang, Ha'
} >names.pgn
qipu import -q n.qipu names.pgn
tab=$(printf '\t')

run qipu db n.qipu similar
status_is 0 'names that may be one are proposed'
is "$out" "# name${tab}proposed${tab}games${tab}of the proposed${tab}alike but for
KASPAROV, GARRY${tab}Kasparov, Garry${tab}1${tab}2${tab}writing
Müller, Karsten${tab}Muller, Karsten${tab}1${tab}1${tab}writing
Garry Kasparov${tab}Kasparov, Garry${tab}1${tab}2${tab}order of words
Kasparov,G${tab}Kasparov, Garry${tab}1${tab}2${tab}initials
Polgar, J${tab}Polgar, Judit${tab}1${tab}2${tab}initials
Kortschnoj, Viktor${tab}Korchnoi, Viktor${tab}1${tab}2${tab}spelling
Polgar, Judith${tab}Polgar, Judit${tab}1${tab}2${tab}spelling
# Smith, J${tab}Smith, Jack${tab}1${tab}1${tab}initials, or a third name" 'with how they are alike; not those who met, nor other programs or people'
run qipu db n.qipu similar --json
like "$out" '^\{"name":"Kasparov,G","proposed":"Kasparov, Garry","games":1,"proposed_games":2,"reason":"initials","ambiguous":false\}$' 'as JSON'
like "$out" '"name":"Smith, J",.*"ambiguous":true' 'with what is not clear'
run qipu db n.qipu similar players
status_is 2 'it is player, event or site'

qipu db n.qipu similar -o merges.tsv
cp n.qipu r.qipu
run qipu db r.qipu rename player --apply merges.tsv
status_is 0 'what was proposed can be applied'
is "$out" 'r.qipu: 7 games changed' 'all at once'
is "$(names r.qipu)" '1 Ivanov, Alexander
5 Kasparov, Garry
3 Korchnoi, Viktor
2 Muller, Karsten
1 Polgar, Judit
1 Wang, Hao' 'the names are merged'
run qipu db r.qipu check --full
status_is 0 'and the store is sound'
run qipu db r.qipu rename player --apply merges.tsv
status_is 1 'a second time there is nothing'
printf 'Kasparov, Garry\tA\nKarpov, Anatoly\tB\nA\tB\nNobody\tC\nB\tKasparov, Garry\n' >chain.tsv
cp n.qipu r.qipu
qipu db -q r.qipu rename player --apply chain.tsv
is "$(qipu search r.qipu --player '=Kasparov, Garry' --count)" 2 'names are given one after the other'
run qipu db r.qipu check --full
status_is 0 'and the store is sound'
printf 'nobody\tanother\n' >nobody.tsv
run qipu db r.qipu rename event --apply nobody.tsv
is "$status $err" '1 qipu db: r.qipu: no game has the event of any line of nobody.tsv' \
    'names that no game has are told'
run qipu db r.qipu rename player Kasparov --apply merges.tsv
status_is 2 'a file and names are not taken together'
printf 'A\tB\nA\tC\n' >two.tsv
run qipu db r.qipu rename player --apply two.tsv
status_is 2 'one name for two is refused'
is "$err" "qipu db: two.tsv:2:1: 'A' is to be 'C', but 'B' in line 1" 'with the lines'

# Events and sites
{
    game a b 'Hastings 1895'
    game a b 'hastings  1895'
    game a b 'Hastings 1896'
    game a b 'Tilburg Interpolis'
    game a b 'Tilburg Interpolis'
    game a b 'Tilburg Interpollis'
} >events.pgn
qipu import -q e.qipu events.pgn
is "$(qipu db e.qipu similar event | sed 1d | cut -f1,2)" "hastings  1895${tab}Hastings 1895
Tilburg Interpollis${tab}Tilburg Interpolis" 'events, but not those of another year'
is "$(qipu db e.qipu similar site)" '' 'without sites there is nothing to say'

# A stream
run qipu convert --players merges.tsv names.pgn
is "$(printf '%s\n' "$out" | grep -c '"Kasparov, Garry"')" 5 'convert gives names of a file'
{
    echo '%fold'
    echo '# people'
    printf 'Kasparov, Garry\r\n'
    printf 'Korchnoi, Viktor\nMüller, Karsten\nSmith, John\nSmith, Jack\n'
} >fold.tsv
run qipu convert --players fold.tsv names.pgn
is "$(printf '%s\n' "$out" | grep -c '"Kasparov, Garry"')$(printf '%s\n' "$out" | grep -c '"Müller, Karsten"')" 42 \
    'with %fold in any writing and order'
echo '%initials' >>fold.tsv
run qipu convert --players fold.tsv names.pgn
is "$(printf '%s\n' "$out" | grep -c '"Kasparov, Garry"')" 5 'with %initials by initials too'
like "$out" 'Black "Smith, J"' 'unless they are those of two'
game 'Mueller,K' 'Kasparov, Sergey' | qipu convert --players fold.tsv >one.pgn
is "$(grep -E 'White|Black' one.pgn)" '[White "Müller, Karsten"]
[Black "Kasparov, Sergey"]' 'umlauts may be written with an e; another given name is another player'
run qipu convert --players n.qipu --to csv --columns White names.pgn
status_is 2 'a file that is none is refused'
echo '%folded' >bad.tsv
run qipu convert --players bad.tsv names.pgn
is "$err" "qipu convert: bad.tsv:1:1: '%folded' is neither %fold nor %initials" 'and so are other words'
printf 'Tal\tTal, Mihail\nTál\0\tTal, Mihail\n' >bad.tsv
run qipu convert --players bad.tsv names.pgn
is "$err" "qipu convert: bad.tsv:2:4: '\\0' is a byte that no text has" 'nothing behind a NUL is lost unseen'
run qipu convert --players fold.tsv n.qipu
is "$(printf '%s\n' "$out" | grep -c '"Kasparov, Garry"')" 5 'games of a store get names too'

# Chinese
xiangqi() { printf '[Game "Chinese Chess"]\n[Red "%s"]\n[Black "%s"]\n[Result "*"]\n[Format "ICCS"]\n\n1. H2-E2 *\n\n' "$1" "$2"; }
{
    xiangqi 胡荣华 許銀川
    xiangqi 胡榮華 许银川
    xiangqi 胡荣华 柳大华
    xiangqi 上海胡榮華 '湖北 柳大華'
} >x.pgn
qipu import -q x.qipu x.pgn
is "$(qipu search x.qipu --player 胡荣华 --count) $(qipu search x.qipu --red 胡榮華 --count)" '4 4' \
    'a name is found in traditional and in simplified characters'
is "$(qipu db x.qipu similar | sed 1d)" "胡榮華${tab}胡荣华${tab}1${tab}2${tab}writing
许银川${tab}許銀川${tab}1${tab}1${tab}writing
湖北 柳大華${tab}柳大华${tab}1${tab}1${tab}a missing part
上海胡榮華${tab}胡荣华${tab}1${tab}2${tab}a missing part" 'and proposed, with or without a team'
{
    game 许银川 吕钦
    game 许银川党国蕾 赵国荣
    game 党国蕾 胡荣华
    game 上海胡荣华 赵国荣
    game 'Adams, Michael' 'Short, Nigel'
    game 'Adams, Michael / Short, Nigel' 'Speelman, Jon'
} >two.pgn
qipu import -q two.qipu two.pgn
run qipu db two.qipu similar
is "$(printf '%s\n' "$out" | cut -f1-2)" "# name${tab}proposed
上海胡荣华${tab}胡荣华" 'two players together are neither of them'
# Who met are two people, however alike their names; who did not may be one.
for pair in 'Miller, Anton|Muller, Anton' 'Miller, Anton|B' 'Petrov, Ivan|C' 'Petrow, Ivan|D'; do
    printf '[White "%s"]\n[Black "%s"]\n\n1. e4 e5 1-0\n\n' "${pair%|*}" "${pair#*|}"
done >met.pgn
qipu import -q met.qipu met.pgn
run qipu db met.qipu similar
is "$(printf '%s\n' "$out" | grep -v '^#' | cut -f 1,2)" 'Petrow, Ivan	Petrov, Ivan' \
    'who met are not proposed as one'

plan_done
