#!/bin/sh
# Finding games and positions in files and stores.
. "$(dirname "$0")/../tap.sh"

cat >games.pgn <<'END'
[Event "Bled"]
[Site "Bled"]
[Date "1959.09.12"]
[Round "1"]
[White "Tal, Mikhail"]
[Black "Smyslov, Vasily"]
[Result "1-0"]
[WhiteElo "2600"]
[BlackElo "2650"]
[ECO "B10"]

1. e4 c6 2. d4 d5 1-0

[Event "Casual"]
[Site "?"]
[Date "1959.??.??"]
[Round "?"]
[White "Fool"]
[Black "M@ller, Jos~"]
[Result "0-1"]
[Annotator "Nobody"]

1. f3 {why?} e5 2. g4 Qh4# 0-1

[Event "Curacao"]
[Site "Willemstad"]
[Date "1962.05.02"]
[Round "2"]
[White "Fischer, Robert"]
[Black "Tal, Mikhail"]
[Result "1/2-1/2"]
[WhiteElo "2700"]
[ECO "A05"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2
END
# The name as Windows-1252.
tr '@~' '\374\351' <games.pgn >latin.pgn && mv latin.pgn games.pgn

# The numbers of the games that match.
numbers() {
    qipu search --json "$@" games.pgn | sed 's/.*"number":\([0-9]*\).*/\1/' | tr '\n' ' '
}
finds() {
    expected=$1 name=$2
    shift 2
    is "$(numbers "$@")" "$expected" "$name"
}

finds '1 2 3 ' 'no condition takes every game'
finds '1 3 ' 'a player is found with either colour' --player tal
finds '3 ' 'a player is found with Black' --black tal
finds '2 ' 'names match without accents, from Windows-1252 too' --player 'jose'
finds '' 'names match at the start of words' --player 'ischer'
finds '1 2 ' 'one option twice means either' --white tal --white fool
finds '1 ' 'two options mean both' --player tal --event bled
finds '1 2 ' 'a partial date can lie in a span' --date 1959.06..1960
finds '1 ' '--date-known wants the whole date in it' --date 1959.06..1960 --date-known
finds '1 ' '--elo asks both ratings' --elo 2500..
finds '1 3 ' '--elo-any asks one rating' --elo-any 2500..
finds '2 ' 'results are words too' --result black
finds '3 ' 'openings are prefixes' --eco A
finds '2 ' 'a tag by its value' --tag Annotator=Nobody
finds '2 3 ' 'game numbers in a file' --id 2..3
finds '1 ' 'a line' --moves '1.e4 c6'
finds '1 ' 'a line with a result behind it' --moves '1.e4 c6 1/2-1/2'
finds '1 ' 'or none' --moves '1.e4 c6 *'
finds '2 ' 'mate' --mate
# As pasted from a page: a no-break space, an ideographic one, a mark of direction, nothing of width zero.
for character in '\302\240' '\343\200\200' ' \342\200\216' '\342\200\213 '; do
    blank=$(printf "$character.") blank=${blank%.}
    finds '1 ' 'a line with blanks beyond ASCII' --moves "${blank}1.${blank}e4${blank}c6$blank"
    finds '1 ' 'and the position behind it' --after "e4${blank}c6${blank}d4"
    finds '1 ' 'and its FEN' --fen "${blank}rnbqkbnr/pp1ppppp/2p5/8/3PP3/8/PPP2PPP/RNBQKBNR${blank}b"
done
finds '3 ' 'repetition' --repetition
finds '1 ' 'a position in full' --fen 'rnbqkbnr/pp1ppppp/2p5/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2'
finds '1 ' 'a position by its board and side' --fen 'rnbqkbnr/pp1ppppp/2p5/8/3PP3/8/PPP2PPP/RNBQKBNR b'
finds '' 'a position without a side has White to move' --fen rnbqkbnr/pp1ppppp/2p5/8/3PP3/8/PPP2PPP/RNBQKBNR
finds '2 ' 'a pattern' --pattern '*/*/*/*/*/*/*/* b' --pattern '*/*/*/*/???????q/*/*/*' --mate
finds '3 ' 'a knight on f3, at one ply' --pattern '*/*/*/*/*/?????N*/*/*'
finds '1 3 ' 'the games that do not match' --invert --mate
finds '1 2 3 ' 'equal queens' --material 'Q=q Q1'
finds '2 1 3 ' 'sorting by rating' --sort elo
finds '3 1 2 ' 'sorting down by date' --sort -date
finds '1 ' 'a structure, without kings' --structure 'rnbq1bnr/pp1ppppp/2p5/8/3PP3/8/PPP2PPP/RNBQ1BNR'
finds '3 ' 'the first of those sorted' --sort -date --limit 1
finds '1 2 ' 'a limit' --limit 2
finds '3 ' 'position conditions hold within --ply' --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w' --ply 1..5

run qipu search games.pgn --player tal --count
is "$out" 2 '--count prints the number alone'
status_is 0 'something found gives status 0'
run qipu search games.pgn --player nobody
status_is 1 'nothing found gives status 1'
is "$out$err" '' 'nothing found prints nothing'
run qipu search games.pgn --player nobody --count
is "$out" 0 '--count prints 0'
status_is 1 'a count of 0 gives status 1'

run qipu search games.pgn --moves f3
like "$out" '^\[White "Fool"\]$' 'games are printed as PGN'
like "$out" '^1\. f3 \{why\?\}' 'comments come along'
printf '%s\n' "$out" >again.pgn
run qipu search again.pgn --mate --count
is "$out" 1 'what is printed can be searched again'

printf '[Event "Odd"]\n[White   "A"]\n\n1.e4   e5!?  ; remark\n  2.Nf3 *' >odd.pgn
run qipu search --as-is odd.pgn --white a
is "$out" "$(cat odd.pgn)" '--as-is leaves the text as it was'

run qipu search games.pgn --positions --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -' --white fischer
is "$(printf '%s\n' "$out" | cut -d' ' -f1,2,5,6 | tr '\n' ';')" \
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 1;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 4 3;rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 8 5;' \
    '--positions prints every position that matches'
run qipu search games.pgn --json --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -' --white fischer
like "$out" '"plies":\[0,4,8\]' 'JSON tells the plies'
like "$out" '"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"' 'JSON tells the first position'
like "$out" '\["White","Fischer, Robert"\]' 'JSON tells the tags'

printf '4k3/8/8/8/8/8/8/4K2R w K - id "one";\n4k3/8/8/8/8/8/8/4K1QR w K - id "two";\n' >list.epd
run qipu search list.epd --material KRk --json
like "$out" '"number":1,.*"plies":\[0\]' 'a list of positions is searched'
is "$(printf '%s\n' "$out" | wc -l)" 1 'and only what matches is found'

run qipu search <games.pgn --mate --count
is "$out" 1 'standard input is searched'

printf '[Event "Far"]\n[Result "*"]\n\n1. e4 h5 2. e5 Rh6 3. Bd3 d5 4. Bh7 Nf6 *\n' >far.pgn
run qipu search far.pgn --moves '... Bh7' --json
like "$out" '"plies":\[7\],"fen":"rnbqkbn1/ppp1pppB/7r/3pP2p/' 'a line anywhere says where it begins'
run qipu search far.pgn --moves '... Bh7' --positions
like "$out" '^rnbqkbn1/ppp1pppB/' 'also as a position'
run qipu search far.pgn --moves '... Bh7' --mark here
like "$out" '4\. Bh7 \{here\}' 'and as a mark'
run qipu search far.pgn --moves '1.e4' --mark here
like "$err" '--mark needs a condition on positions, such as --pattern, or on a line anywhere' 'a line from the start has no place'

printf '[Event "Bad"]\n[Result "*"]\n\n1. e4 e5 2. Ke3 *\n\n[Event "Good"]\n[Result "*"]\n\n1. e4 *\n' >bad.pgn
run qipu search bad.pgn --moves e4 --count
is "$out" 1 'a game with an illegal move is passed over'
like "$err" '^bad\.pgn:4:13: error: .*\[illegal-move\]' 'its finding is told'
status_is 0 'and is no failure'
run qipu search bad.pgn --moves e4 --count --on-error=prefix
is "$out" 2 '--on-error=prefix uses the legal part'

for option in '--fen x' '--pattern */*' '--material Z' '--moves e5' '--elo many' '--date x' '--eco 1' \
    '--result 2-0' '--sort size' '--limit x' '--on-error stop'; do
    # The options hold no blanks but the one between name and value.
    set -f
    run qipu search $option games.pgn
    set +f
    status_is 2 "search refuses $option"
    like "$err" "${option%% *}" 'and names the option'
done
printf '1. Sf3 d5 *\n' >german.pgn
run qipu search --count german.pgn --moves '1.Sf3' --piece-letters de
is "$out" 1 'a line is read with the piece letters of the games'
run qipu search --count games.pgn --moves '1.Sf3'
like "$err" 'German: try --piece-letters=de' 'other letters are recognised'
run qipu search --count --as-is games.pgn
status_is 2 'two forms of output exclude each other'
run qipu search games.pgn missing.pgn --count --mate
is "$out" 1 'a missing file does not keep others from being searched'
status_is 2 'but the status tells'

if qipu help import >.help 2>&1; then
    qipu import -q games.qipu games.pgn
    for options in '--player tal' '--mate' '--repetition' '--elo 2500..' '--tag Annotator' '--invert --mate' \
        '--id 2..9' '--id 0,3' '--id 3,5000' '--id 2 --tag Annotator' '--id 2 --invert' '--moves e4' '--material Q=q' '--date 1959' '--eco A'; do
        is "$(qipu search games.qipu --count $options)" "$(qipu search games.pgn --count $options)" \
            "store and file agree on $options"
    done
    run qipu search games.qipu --mate --json
    like "$out" '"store":"games.qipu","id":2,' 'a game of a store has its id'
    run qipu search games.qipu --mate
    like "$out" '^\[White "Fool"\]$' 'games of a store are printed as PGN'
    run qipu search games.qipu --id 2..3 --sort white --json
    is "$(printf '%s\n' "$out" | sed 's/.*"id":\([0-9]*\).*/\1/' | tr '\n' ' ')" '3 2 ' \
        'games that are fetched by id are sorted'
    run qipu search games.qipu --as-is
    status_is 2 'a store has no source text'
else
    skip 19 'no import'
fi
# Games of 2^n plies and one less: what is kept for each ply has one more place, for the start.
awk 'BEGIN {
    split("Nf3 Nf6 Ng1 Ng8", move, " ")
    for (n = 16; n <= 512; n *= 2)
        for (plies = n - 1; plies <= n; plies++) {
            for (i = 0; i < plies; i++) printf "%s%s ", i % 2 ? "" : i / 2 + 1 ". ", move[i % 4 + 1]
            print "*\n"
        }
}' >shuffles.pgn
start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
is "$(qipu search --structure "$start" --count shuffles.pgn)" 12 'a structure is found in games of any length'
is "$(qipu search --structure "$start" --positions shuffles.pgn | wc -l)" 2022 'at every ply of them, and the start'
qipu import -q shuffles.qipu shuffles.pgn
is "$(qipu search --structure "$start" --positions shuffles.qipu | wc -l)" 2022 'in a store too'

plan_done
