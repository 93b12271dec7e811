#!/bin/sh
# Several lines of moves: one of them, or all.
. "$(dirname "$0")/../tap.sh"

cat >games.pgn <<'END'
[White "Both"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *

[White "Bishop"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 *

[White "Pawn"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 a6 *

[White "Neither"]

1. d4 d5 *
END
qipu import -q s.qipu games.pgn

# finds WHOM NAME OPTIONS...: in a file and in a store.
finds() {
    whom=$1 name=$2
    shift 2
    for place in games.pgn s.qipu; do
        is "$(qipu search "$@" $place | sed -n 's/^\[White "\(.*\)"\]$/\1/p' | tr '\n' ' ')" "$whom" "$name: $place"
    done
}
finds 'Both Bishop Pawn ' 'one of two lines will do' --moves '... Bb5' --moves '... a6'
finds 'Both ' 'two lines with an ampersand must both be there' --moves '... Bb5 & ... a6'
finds 'Both Pawn ' 'the beginning and what comes later' --moves '1.e4&... a6'
finds 'Both Neither ' 'and either of that or another line' --moves '1.e4 e5 & ... Bb5 & ... a6' --moves '1.d4 *'
finds '' 'a line that no game has spoils all' --moves '... Bb5 & ... a6 & ... Qh5'
for place in games.pgn s.qipu; do
    run qipu search --json --moves '... Bb5 & ... a6' $place
    like "$out" '"plies":\[5,6\],' "a game matches where each of the lines begins: $place"
done

run qipu search --moves '... Bb5 & ... Kz9' games.pgn
status_is 2 'a line that cannot be read is refused'
like "$err" 'column 15' 'with its column in the whole'
run qipu search --moves '... Bb5 & ' games.pgn
like "$err" 'a move is missing' 'and so is one of no moves'

run qipu search -v --count --moves '... Bb5' --moves '... a6' games.pgn
like "$err" "2 times: one of these lines will do; .* --moves '\.\.\. Bb5 & \.\.\. a6'" 'what several lines mean is said'
run qipu search --explain --count --moves '... Bb5' --moves '... a6' games.pgn
like "$err" 'one of these lines will do' 'with --explain too'
run qipu search -v --count --moves '... Bb5' games.pgn
is "$err" '' 'one line says nothing'
run qipu search --count --moves '... Bb5' --moves '... a6' games.pgn
is "$out$err" 3 'nor do several, unless asked'

while read -r options; do
    run qipu search $options games.pgn
    status_is 2 "$options: a name of what is not written is refused"
    like "$err" 'games are written as .pgn' 'with the ways to other forms'
done <<'END'
-o found.html
-o found.json
END
run qipu search -o found games.pgn
status_is 0 'a name without a suffix says nothing'
run qipu search --json -o found.json games.pgn
status_is 0 'and one with that of its form is right'
plan_done
