#!/bin/sh
# usage: QIPU=PROGRAM SEED=N FILES=N tests/deep/mend.sh [FILE...]
# What validate --fix does to games with random faults, made from those of samples and of
# QIPU_CORPUS_ODD, and to the FILEs: a second run changes nothing and has nothing to mend, no game is
# lost, at the level safe no move and no result changes, at the level all no error is left that it
# could mend, and patch takes the differences. TAP.
from=$(pwd)
. "$(dirname "$0")/../cli/tap.sh"
seed=${SEED:-1}
count=${FILES:-150}

cat >mutate.awk <<'END'
function pick(n) { return int(rand() * n) + 1 }
# TEXT with a fault more: something put in, left out, said twice or changed for another.
function mutate(text, at, n, what, lines) {
    at = pick(length(text))
    if (rand() < 0.5 && index(text, "\n\n")) at = index(text, "\n\n") + pick(length(text)) % 200
    what = rand()
    if (what < 0.5) {
        n = faults[pick(fault_count)]
        if (rand() < 0.5) n = " " n " "
        return substr(text, 1, at) n substr(text, at + 1)
    }
    if (what < 0.75) return substr(text, 1, at) substr(text, at + 1 + pick(6))
    n = split(text, lines, "\n")
    at = pick(n)
    text = ""
    for (what = 1; what <= n; what++) {
        if (what != at || rand() < 0.5) text = text lines[what] "\n"
        if (what == at && rand() < 0.5) text = text lines[pick(n)] "\n"
    }
    return text
}
BEGIN {
    srand(seed)
    list = "( ) { } [ ] ; ! ? $1 $300 % * 1-0 0-1 1/2-1/2 1/2 \302\275-\302\275 \" \\ -- Z0 0-0 O-O e4"
    list = list " Nf3 Sf3 Pf3 a8Q e.p. + # ch +- = \342\231\230f3 1. 23. ... e2e4 Ng1-f3 ed !? N \351"
    list = list " \303\251 \201 \000 {[%clk~0:01]} |[Event~\"x\"]| [White~\"y\"] [Result~\"0-1\"]"
    list = list " [Result~\"1/2\"] [SetUp~\"0\"] [PlyCount~\"3\"] [Date~\"6.5.97\"] |%x| | || \r| \r"
    list = list " [Variant~\"chess960\"] [Variant~\"atomic\"] [FEN~\"4k3/8/8/8/8/8/8/4K2R~w~-~-~0~1\"]"
    gsub(/\|/, "\n", list)
    fault_count = split(list, faults, " ")
    for (i = 1; i <= fault_count; i++) gsub(/~/, " ", faults[i])
}
/^\[Event / || FNR == 1 { games++ }
{ game[games] = game[games] $0 "\n" }
END {
    for (k = 1; k <= count; k++) {
        out = ""
        for (n = 1; n <= 3; n++) {
            do text = game[pick(games)]
            while (length(text) > 4000)
            for (m = pick(4); n == 2 && m > 0; m--) text = mutate(text)
            out = out text "\n"
        }
        printf "%s", out >("made" k ".pgn")
        close("made" k ".pgn")
    }
}
END

number_of_games() {
    qipu validate --json --summary --fail-on never --min-severity error "$1" | tail -n 1 |
        sed 's/.*"games":\([0-9]*\).*/\1/'
}
# The moves of FILE's games, with their variations, without anything else.
moves() {
    qipu convert --on-error=prefix --to json --no-comments --no-nags "$@" 2>/dev/null |
        sed 's/^.*"moves":/game/' | grep -Eo '^game|"uci":"[^"]*"|"variations":|\]'
}
results() {
    qipu convert --on-error=prefix --to json "$1" 2>/dev/null | sed 's/.*"result":"\([^"]*\)".*/\1/'
}

# Say what is wrong with what LEVEL makes of FILE.
faults_of() {
    qipu validate --fix="$1" "$2" >once 2>log
    [ $? -le 1 ] || echo "status: $(tail -n 3 log)"
    qipu validate --fix="$1" once >twice 2>again
    cmp -s once twice || echo 'a second run changes it'
    grep -a ': fixed: ' again | head -n 1
    [ "$(number_of_games "$2")" = "$(number_of_games once)" ] || echo 'games are lost'
    if [ "$1" = safe ]; then
        # a variation is moved behind the move that it stands for
        line=
        grep -aq '\[variation-place\]' log && line=--no-variations
        moves $line "$2" >before
        moves $line once >after
        cmp -s before after || echo 'moves are others'
        grep -aq '\[bad-result-tag\]' log || {
            results "$2" >before
            results once >after
            paste before after | awk '$1 != "*" && $1 != $2 { print "result " $1 " is " $2; exit }'
        }
    else
        grep -a 'error: ' again | grep -av 'bad-fen\|game-too-large' | head -n 1
    fi
    command -v patch >/dev/null || return
    qipu validate --fix="$1" --dry-run -q "$2" >diff 2>/dev/null
    cp "$2" patched
    patch -s --binary patched <diff >/dev/null && cmp -s patched once || echo 'patch does not take it'
}

if [ $# -eq 0 ]; then
    set -- "$samples/chess.pgn" "$samples/broken.pgn"
    [ ! -d "${QIPU_CORPUS_ODD:-}" ] || set -- "$@" "$QIPU_CORPUS_ODD"/*.pgn
    cat "$@" | tr -d '\r\000' >files
    awk -v seed="$seed" -v count="$count" -f mutate.awk files || exit 1
    set -- "$samples/chess.pgn" "$samples/broken.pgn" "$samples"/xiangqi*.pgn made*.pgn
fi
bad=0
for file; do
    [ -e "$file" ] || file=$from/$file
    for level in safe all; do
        faults_of $level "$file" >faults
        [ -s faults ] || continue
        bad=$((bad + 1))
        diag "seed $seed, $(basename "$file"), $level: $(cat faults)"
    done
done
is $bad 0 "--fix of $# files loses nothing and comes to an end"
plan_done
