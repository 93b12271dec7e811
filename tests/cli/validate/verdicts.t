#!/bin/sh
# Repetition and long play in xiangqi: what validate says of it, and search finds.
. "$(dirname "$0")/../tap.sh"

# game NAME RESULT FEN MOVES
game() {
    printf '[Game "Chinese Chess"]\n[Event "%s"]\n[Site "?"]\n[Date "2001.01.01"]\n[Round "?"]\n' "$1"
    printf '[Red "A"]\n[Black "B"]\n[Result "%s"]\n[FEN "%s - - 0 1"]\n\n%s %s\n\n' "$2" "$3" "$4" "$2"
}

# rounds N MOVES: them N times.
rounds() {
    n=$1
    while [ $((n -= 1)) -ge 0 ]; do printf '%s ' "$2"; done
}

quiet='a1b1 g9i7 b1a1 i7g9'
tour='a1a2 g9i7 a2a3 i7g9 a3a4 g9i7 a4a5 i7g9 a5b5 g9i7 b5b4 i7g9 b4b3 g9i7 b3b2 i7g9 b2b1 g9i7 b1a1 i7g9'
{
    game quiet 1/2-1/2 '3ak1b2/4a4/9/9/9/9/9/9/R8/4KA3 w' "$(rounds 2 "$quiet")"
    game check 0-1 '3k5/9/9/9/9/9/9/9/4R4/5K3 w' "$(rounds 2 'e1d1 d9e9 d1e1 e9d9')"
    game chase 1-0 '3k5/9/9/9/R8/9/2c6/9/9/5K3 w' "$(rounds 2 'a5a3 c3c5 a3a5 c5c3')"
    game threat 0-1 '3ak1b2/4a4/4b4/r3C2R1/p8/9/P8/4p4/4p4/5K3 w' \
        "$(rounds 2 'h6g6 g9i7 g6h6 i7g9')"
    game attack 1/2-1/2 '4ka3/2R1a4/C8/p7p/1P5n1/9/4n4/4B4/9/4K1B2 w' \
        "$(rounds 2 'c8c9 e8d9 c9c8 d9e8')"
    game 'both check' 1/2-1/2 '3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w' \
        "e6e7 f8e8 $(rounds 2 'e7f7 e8f8 f7e7 f8e8')"
    game 'both chase' 1/2-1/2 '3akc3/4a4/9/9/3n5/1R7/9/9/4A4/4KAB2 w' \
        "b4b5 d5c3 b5c5 c3e4 c5c4 e4d6 c4d4 d6f5 d4d5 $(rounds 2 'f5e3 d5e5 e3c4 e5e4 c4d6 e4d4 d6f5 d4d5')"
    game long 1/2-1/2 '3ak1b2/4a4/9/9/9/9/9/9/R8/4KA3 w' "$(rounds 6 "$tour")"
    game short '*' '3k5/9/9/9/R8/9/2c6/9/9/5K3 w' 'a5a3 c3c5 a3a5 c5c3'
} >games.pgn

# The findings about the course of the games, as GAME/PLY/CODE.
course='threefold,perpetual-check,mutual-check,perpetual-chase,perpetual-threat,perpetual-attack'
course="$course,mutual-attack,no-capture-limit,result-verdict"
findings() {
    qipu validate --json --only "$course" "$@" games.pgn |
        sed 's,.*"game":\([0-9]*\)\,"ply":\([0-9]*\)\,.*"code":"\([a-z-]*\)".*,\1/\2/\3,' | tr '\n' ' '
}

is "$(findings)" "1/8/threefold 2/8/threefold 2/8/perpetual-check 3/8/threefold 3/8/perpetual-chase \
3/8/result-verdict 4/8/threefold 4/8/perpetual-threat 5/8/threefold 5/8/perpetual-attack \
5/8/result-verdict 6/9/threefold 6/9/mutual-check 7/23/threefold 7/23/mutual-attack \
8/40/threefold 8/120/no-capture-limit " 'the Chinese rules forbid every attack'
is "$(findings --rules axf)" "1/8/threefold 2/8/threefold 2/8/perpetual-check 3/8/threefold \
3/8/perpetual-chase 3/8/result-verdict 4/8/threefold 5/8/threefold 6/9/threefold 6/9/mutual-check \
7/23/threefold 7/23/mutual-attack 8/40/threefold 8/120/no-capture-limit " \
    'those of the federations only perpetual checks and chases of one man'
is "$(findings --rules wxf)" "$(findings --rules axf)" 'the two federations agree'

missing=$(qipu validate --list-codes | awk '/ xiangqi: / { print $1 }' | while read -r code; do
    case " $(findings) " in *"/$code "*) ;; *) echo "$code" ;; esac
done)
is "$missing" '' 'there is an example of every finding about xiangqi alone'

run qipu validate games.pgn
status_is 0 'a doubtful result is no error'
like "$out" '^games.pgn:35:42: warning: result 1-0, .* \(CXA, unverified\) \[result-verdict\]$' \
    'but a warning, at the result, that says whose rules and how sure'
run qipu validate --only perpetual-chase games.pgn
like "$out" 'Red chases the cannon \(炮\) on c3 with every move of .* \(perpetual chase, 长捉\)' \
    'a chase names the man and its point'
run qipu validate --rules fide games.pgn
status_is 2 'unknown rules are refused'
like "$err" "'fide' is not cxa, wxf or axf" 'and the known ones named'

# --- Search --------------------------------------------------------------------------------------

# The numbers of the games that match in $file.
file=games.pgn
finds() {
    expected=$1 name=$2
    shift 2
    is "$(qipu search --json "$@" $file | sed 's/.*"\(number\|id\)":\([0-9]*\).*/\2/' | tr '\n' ' ')" \
        "$expected" "$name"
}

for file in games.pgn games.qipu; do
    [ -f $file ] || qipu import -q games.qipu games.pgn || diag 'import failed'
    finds '1 2 3 4 5 6 7 8 ' "$file: repetition is found" --has threefold
    finds '3 ' "$file: a chase is found" --has perpetual-chase
    finds '2 3 ' "$file: verdicts repeated mean either" --has perpetual-chase --has perpetual-check
    finds '' "$file: what other rules allow is not found" --has perpetual-threat --rules axf
    finds '4 ' "$file: nor what these forbid missed" --rules cxa --has perpetual-threat
    finds '3 5 ' "$file: results against the verdict" --has result-verdict
    finds '8 ' "$file: long play" --has no-capture-limit
    finds '5 ' "$file: other conditions must hold too" --result draw \
        --has perpetual-threat --has perpetual-attack
    finds '1 2 4 6 7 8 9 ' "$file: or just not" --invert --has result-verdict
done

run qipu search --json --has perpetual-check games.qipu
like "$out" '"verdicts":\[\{"code":"perpetual-check","ply":8,"text":"Red checks with every move' \
    'JSON has the verdict'
run qipu search --count --has perpetual-check --explain games.qipu
is "$out" 1 'verdicts are counted'
like "$err" 'columns of the games were looked through' 'and --explain says how they were found'
run qipu search --has fifty-moves games.qipu
status_is 2 'a word of chess is refused'
like "$err" 'is none of comments, .*no-capture-limit' 'and the words of xiangqi named'

printf '[Event "?"]\n[Result "1/2-1/2"]\n\n%s1/2-1/2\n' "$(rounds 2 'Nf3 Nf6 Ng1 Ng8')" >chess.pgn
run qipu search --json --has threefold chess.pgn
like "$out" '"verdicts":\[\{"code":"threefold","ply":8,' 'chess knows repetition too'
run qipu search --has perpetual-chase chess.pgn
status_is 2 'but no chases'

plan_done
