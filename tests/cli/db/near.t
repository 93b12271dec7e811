#!/bin/sh
# qipu db dedup: games that are nearly the same, that end alike, and their notes joined.
. "$(dirname "$0")/../tap.sh"

sound() { # STORE NAME
    run qipu db "$1" check --full
    status_is 0 "$2"
    [ "$status" -eq 0 ] || diag "$out"
}
game() { # WHITE BLACK DATE ROUND RESULT MOVES
    printf '[Event "?"]\n[Date "%s"]\n[Round "%s"]\n[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n%s %s\n\n' \
        "$3" "$4" "$1" "$2" "$5" "$6" "$5"
}
numbers() {
    qipu search "$1" --id 1.. --json | sed 's/.*"id":\([0-9]*\).*/\1/' | tr '\n' ' '
}
near() { # STORE: the pairs, as "ID-OTHER "
    qipu db "$1" dedup --kind "${2-near}" --json | sed -n 's/.*"id":\([0-9]*\),"[a-z_]*":\([0-9]*\),.*/\1-\2/p' |
        tr '\n' ' '
}

# 24 plies, 12 more, 16 more
short='1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8
10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8'
long="$short 13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5"
full="$long 19. Qd2 h5 20. Bg5 Be7 21. Ra3 Rb8 22. Rea1 Bc8 23. axb5 axb5 24. Ra7 Bd7 25. Nf1 Kh7 26. N1h2 Kg8"

# Names, dates and rounds
{
    game 'Kasparov, Garry' 'Karpov, Anatoly' 1990.10.12 3 1-0 "$short"
    game 'Garry Kasparov' 'Karpov A' 1990.??.?? '?' 1-0 "$short"
    game 'KASPAROV,G' 'Karpov,Anatoly' 1990.10.12 4 1-0 "$short"
    game 'Kasparov, Garry' 'Karpov, Anatoly' 1987.10.12 3 1-0 "$short"
    game 'Kasparov, Garry' 'Kramnik, Vladimir' 1990.10.12 3 1-0 "$short"
    game 'Kasparov, Sergey' 'Karpov, Anatoly' 1990.10.12 3 1-0 "$short"
    game '?' '?' 1990.10.12 3 1-0 "$short"
} >names.pgn
qipu import -q names.qipu names.pgn
is "$(near names.qipu)" '2-1 ' 'the same players under other names; another round, year or player is another game'
{
    game 'Kasparov, Garry' 'Karpov, Anatoly' 1990.10.12 3 1-0 "$full"
    game 'Kasparov, Garry' 'Karpov, Anatoly' 1987.10.12 4 0-1 "$full"
    game 'Karpov, Anatoly' 'Kasparov, Garry' 1990.10.12 3 1-0 "$full"
    game 'Fischer, Bobby' 'Spassky, Boris' 1972.??.?? 1 1-0 "$full"
    game 'Fischer, Robert J' 'Spassky, Boris' 1972.07.11 1 1-0 "$full"
    game 'Fischer, Robert J' 'Spassky, Boris' 1992.07.11 1 1-0 "$(printf '%s' "$full" | sed 's/19. Qd2/19. Qe2/')"
} >long.pgn
qipu import -q long.qipu long.pgn
is "$(near long.qipu)" '2-1 3-1 5-4 ' 'in a long game more may differ: the year, colours, given names'
run qipu db long.qipu dedup --kind near
is "$(printf '%s\n' "$out" | sed -n 2,3p)" \
    'long.qipu#3: near #1: Karpov, Anatoly - Kasparov, Garry, 1990.10.12, 1-0, 52 plies (same moves; #1 has Kasparov, Garry - Karpov, Anatoly, colours other way round)
long.qipu#5: near #4: Fischer, Robert J - Spassky, Boris, 1972.07.11, 1-0, 52 plies (same moves; players alike but for given names; #4 has Fischer, Bobby - Spassky, Boris, date 1972.??.??)' \
    'each with what differs'
like "$out" '^long.qipu: 0 games deleted, 3 near others$' 'and none is deleted'
run qipu db long.qipu dedup --kind near --json
like "$out" '^\{"id":2,"near":1,"kind":"near",.*"differs":\["date","round","result"\],"reason":"same moves; #1 has Kasparov, Garry - Karpov, Anatoly, date 1990.10.12, round 3, result 1-0","source":"long.pgn","other_source":"long.pgn"\}$' \
    'as JSON'

# Moves
{
    game 'Tal, M' 'Smyslov, V' 1959.??.?? 1 1-0 "$full"
    game 'Tal, Mihail' 'Smyslov, Vasily' 1959.??.?? 1 1-0 "$(printf '%s' "$full" | sed 's/ 26. N1h2 Kg8/ 26. Rd1 Kg8/')"
    game 'Tal, Mihail' 'Smyslov, Vasily' 1959.??.?? 1 1-0 "$(printf '%s' "$full" | sed 's/ 2. Nf3 Nc6 3. Bb5/ 2. Bb5 Nc6 3. Nf3/')"
    game 'Tal, Mihail' 'Smyslov, Vasily' 1959.??.?? 1 1-0 "$(printf '%s' "$full" | sed 's/ 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O/ 2. Bb5 a6 3. Ba4 Nc6 4. Nf3 Nf6 5. O-O/')"
    game 'Tal, Mihail' 'Smyslov, Vasily' 1959.??.?? 1 1-0 "$long"
} >moves.pgn
qipu import -q moves.qipu moves.pgn
is "$(near moves.qipu)" '2-1 3-1 ' 'two moves of a long game may differ'
is "$(near moves.qipu final)" '4-1 ' 'or the way to the final position'
is "$(near moves.qipu near,final,contained)" '2-1 3-1 4-1 5-1 ' 'or the last of its moves may be missing'

# Deleting and joining notes
{
    game 'Tal, M' 'Smyslov, V' 1959.??.?? 1 1-0 "{Before.} $long" | sed 's/ 13. Nf1/ {The usual one.} 13. Nf1/'
    game 'Tal, Mihail' 'Smyslov, Vasily' 1959.09.08 1 1-0 "{Before.} $long" |
        sed -e 's/ 13. Nf1/ {The usual one.} (12... c5) {But later.} 13. Nf1!?/' -e '1a [WhiteElo "2600"]\n[BlackElo "2610"]'
    game 'M Tal' 'V Smyslov' 1959.??.?? 1 1-0 "$long" | sed 's/ 14. Ng3/ {Third.} 14. Ng3 $14/'
} >notes.pgn
qipu import -q notes.qipu notes.pgn
cp notes.qipu n.qipu
run qipu db n.qipu dedup --delete near --merge-notes --dry-run
status_is 1 'a dry run'
like "$out" '^n.qipu: 2 games would be deleted, the notes of 2 merged \(nothing changed\)$' 'says what would be'
is "$(numbers n.qipu)" '1 2 3 ' 'and changes nothing'
run qipu db n.qipu dedup --delete near --merge-notes
status_is 0 'games that are near are deleted when asked'
is "$(numbers n.qipu)" '1 ' 'all but one'
is "$(qipu convert n.qipu | sed -n '/^{/,$p' | tr '\n' ' ')" \
    '{Before.} 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 {The usual one.} (12... c5) {But later.} 13. Nf1 $5 Bf8 {Third.} 14. Ng3 $14 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 1-0  ' \
    'with the notes of all'
sound n.qipu 'and the store is sound'
for keep in 'first 1' 'last 3' 'most-comments 2' 'highest-rated 2' 'most-tags 2'; do
    set -- $keep
    cp notes.qipu k.qipu
    qipu db -q k.qipu dedup --delete near --keep "$1" >/dev/null
    is "$1 $(numbers k.qipu)" "$keep " "--keep $1"
done
cp moves.qipu d.qipu
run qipu db d.qipu dedup --delete final --merge-notes
is "$(numbers d.qipu)" '1 2 3 5 ' 'games with the same final position too'
like "$(qipu convert d.qipu | tr '\n' ' ')" '2. Nf3 \(2. Bb5 a6 3. Ba4 .*Kg8\) 2... Nc6' 'their moves become a variation'
sound d.qipu 'and the store is sound'
plan_done
