#!/bin/sh
# Conditions on whole games: any tag, names by sound, ratings against each other, what games have or
# lack. A store and the file that it was made from give the same games.
. "$(dirname "$0")/../tap.sh"

cat >games.pgn <<'END'
[Event "Linares"]
[Site "Linares"]
[Date "1994.02.23"]
[Round "1"]
[White "Karpov, Anatoly"]
[Black "Lautier, Joel"]
[Result "1-0"]
[WhiteElo "2740"]
[BlackElo "2625"]
[EventDate "1994.02.23"]
[Annotator "Nobody"]

1. d4 $1 {[%clk 1:59:00]} Nf6 {a remark} 1-0

[Event "Hastings"]
[Site "Hastings"]
[Date "1895.08.05"]
[Round "12.2"]
[White "Tschigorin, Michail"]
[Black "Pillsbury, Harry"]
[Result "1-0"]
[WhiteElo "2500"]
[BlackElo "2600"]

1. e4 e5 (1... c5) 2. f4 {[%eval 0.2]} 1-0

[Event "Odds"]
[Site "?"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Amateur"]
[Result "0-1"]
[EventDate "1858.??.??"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"]

1. e4 e5 1-0

[Event "Leningrad"]
[Site "Leningrad"]
[Date "1974.??.??"]
[Round "20"]
[White "Korčnoj, Viktor"]
[Black "KARPOFF A"]
[Result "0-1"]
[WhiteElo "2670"]
[BlackElo "2700"]
[SetUp "1"]
[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]

1. a8=N Kg7 2. Nb6 Kf7 3. Nd5 Ke6 0-1

[Event "Leningrad"]
[Site "Leningrad"]
[Date "1974.??.??"]
[Round "3"]
[White "A"]
[Black "B"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 1/2-1/2
END
qipu import -q games.qipu games.pgn || diag 'import failed'

# The games of a file or store that match, by number.
numbers() {
    qipu search --json "$@" | sed 's/.*"\(number\|id\)":\([0-9]*\).*/\2/' | tr '\n' ' '
}
# finds NUMBERS NAME OPTION...: in the file, in the store, and as many if they are only counted.
finds() {
    expected=$1 name=$2
    shift 2
    is "$(numbers "$@" games.pgn)" "$expected" "$name"
    is "$(numbers "$@" games.qipu)" "$expected" "$name, in the store"
    is "$(qipu search --count "$@" games.qipu)" "$(printf '%s' "$expected" | wc -w | tr -d ' ')" \
        "$name, counted in the store"
}

finds '1 5 ' 'a tag below a number' --tag 'Round<12'
finds '2 4 5 ' 'bounds of one tag must both hold' --tag 'Round>=3' --tag 'Round<=20'
finds '1 4 ' 'values of one tag mean either' --tag 'Round=1' --tag 'Round=20'
finds '4 5 ' 'tags of different names must both be so' --tag 'Event=Leningrad' --tag 'Round>=3'
finds '1 ' 'a tag from a day on' --tag 'EventDate>=1900.01.01'
finds '3 ' 'a date known in part' --tag 'EventDate<1900'
finds '2 3 4 5 ' 'a tag unlike a value' --tag 'Event!=Linares'
finds '1 3 ' 'a tag that is there' --tag EventDate
finds '2 4 ' 'a regular expression' --tag 'White~(schi|č)[a-z]*(in|oj)'
finds '2 3 4 5 ' 'a tag unlike a regular expression' --tag 'Event!~^L.*s$'
finds '2 3 ' 'of which several must all be so' --tag 'Event!~^lina' --tag 'Event!~grad'
finds '4 5 ' 'with others of the same tag' --tag 'Event~^L' --tag 'Event!~nares'
finds '3 4 ' 'the FEN is a tag' --tag 'FEN~^(rnbq|7k)'
finds '1 ' 'a tag with other conditions' --tag Annotator --player karpov

finds '2 3 4 5 ' 'the games without a tag' --invert --tag Annotator
finds '1 3 4 5 ' 'nor with a line of moves' --invert --tag 'Round~\.|\?' --moves e4

finds '1 4 ' 'a player by sound' --player '~Karpov'
finds '2 ' 'a player by sound, with White' --white '~Chigorin'
finds '4 ' 'a player by sound, with Black' --black '~karpow'
finds '2 4 ' 'two names by sound' --player '~Korchnoi' --player '~Tchigorin'

finds '2 4 ' 'White is rated lower' --elo-diff ..-1
finds '4 ' 'a range of two negative numbers' --elo-diff -50..-10
finds '1 2 ' 'differences are lists' --elo-diff -100,115
finds '1 4 ' 'the favourite won' --winner higher
finds '2 ' 'the outsider won' --winner lower
finds '1 2 4 ' 'either won' --winner lower --winner higher

finds '1 ' 'comments' --has comments
finds '2 ' 'variations' --has variations
finds '1 ' 'clocks with NAGs' --has clocks,nags
finds '2 ' 'evaluations' --has evals
finds '2 3 4 5 ' 'no comments' --lacks comments
finds '3 4 5 ' 'no notes at all' --lacks comments,variations,nags,clocks,evals
finds '3 4 ' 'a start from a FEN' --has fen
finds '1 2 5 ' 'the usual start' --lacks fen
finds '3 ' 'odds' --has odds
finds '1 2 4 5 ' 'no odds' --lacks odds
finds '4 ' 'an underpromotion' --has underpromotion
finds '5 ' 'repetition' --has threefold,fivefold
finds '4 ' 'a dead position' --has dead-position
finds '3 ' 'contradicting results' --has result-conflict
finds '1 2 4 5 ' 'no contradicting results' --lacks result-conflict,result-board
finds '1 5 ' 'either of two lists' --has comments --has fivefold
finds '4 ' 'has and lacks' --has fen --lacks odds
finds '2 3 4 5 ' 'the games that do not have it' --invert --has comments
finds '5 ' 'with a condition on positions' --lacks fen --ply 12
finds '' 'what no game has' --has comments,variations

run qipu search --json --has fivefold games.qipu
like "$out" '"verdicts":\[\{"code":"fivefold","ply":16,"text":"the position stands for the fifth time"\}\]' \
    'JSON has the findings asked for'
run qipu search --json --has comments games.qipu
unlike "$out" 'verdicts' 'and none if none was'

run qipu search --count --lacks nags --explain games.qipu
like "$err" 'comments, glyphs and variations of the games were looked through' \
    '--explain says how notes are found'

run qipu stats --by year --has comments games.qipu
like "$out" '^ *1994 +1 ' 'stats takes the conditions too'
run qipu stats --lacks fen games.qipu
is "$out" "$(qipu stats --lacks fen games.pgn)" 'so does the tree'

for options in '--tag Round!3' '--tag A~( ' '--has coments' '--lacks x' '--winner white' '--elo-diff 5..-5'; do
    # The options hold no blanks but those between words.
    set -f
    run qipu search $options games.pgn
    set +f
    status_is 2 "search refuses $options"
    like "$err" "^qipu search: ${options%% *}: .*\(column [0-9]+\)$" 'with option and column'
done
run qipu search --has coments games.pgn
like "$err" "did you mean 'comments'\?" 'a word is suggested'

# Options in a file, one or more a line.
cat >criteria <<'END'
--player ~Karpov
--tag 'Round<=20' --winner higher
END
is "$(xargs "$QIPU" search --count games.pgn <criteria)" 2 'xargs gives the options of a file'

# A deleted game and one that came later have their notes looked at.
cp games.qipu changed.qipu
qipu db -q changed.qipu delete --id 1 >/dev/null || diag 'delete failed'
printf '[Event "More"]\n[Result "*"]\n\n1. e4 {more} *\n' >more.pgn
qipu import -q changed.qipu more.pgn || diag 'import failed'
is "$(numbers --has comments changed.qipu)" '6 ' 'notes of a store that was changed'
is "$(numbers --lacks comments changed.qipu)" '2 3 4 5 ' 'and the games without'

plan_done
