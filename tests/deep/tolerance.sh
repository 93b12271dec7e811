#!/bin/sh
# usage: QIPU=PROGRAM tests/deep/tolerance.sh [FILE...]
# Of every game at least as many moves must be read as pgn-extract and Scid read, and where they read
# another number of the main line or of the variations, qipu must have said something about the game.
# Without FILEs those of QIPU_CORPUS_ODD, and those of samples. TAP; what is not installed is left out.
# Comments tell the games and the plies of main lines and variations that each reads, without games of
# variants that are not judged.
from=$(pwd)
. "$(dirname "$0")/../cli/tap.sh"
PATH=$PATH:/usr/games

if [ $# -eq 0 ]; then
    set -- "$samples/chess.pgn" "$samples/broken.pgn"
    [ ! -d "${QIPU_CORPUS_ODD:-}" ] || set -- "$@" "$QIPU_CORPUS_ODD"/*.pgn
fi

# Games without comments and NAGs, one a line: their key, the plies of the main line and of the
# variations, the moves of the main line.
cat >plies.awk <<'END'
function finish() {
    if (is_game)
        printf "%s|%s|%s|%s|%s\t%d\t%d\t%s\n", tag["White"], tag["Black"], tag["Date"],
            tag["Round"], tag["Event"], main, variations, moves
    split("", tag)
    moves = ""
    main = variations = depth = is_game = in_moves = 0
}
function take(token) {
    if (token == "(") depth++
    if (token == ")") depth--
    sub(/^[0-9]*\.+/, "", token)
    gsub(/[+#!?]/, "", token)
    if (token !~ /^([A-Za-z].*[1-8O](=[QRBN])?|--)$/) return
    if (depth > 0) { variations++; return }
    main++
    moves = moves token " "
}
/^\[[A-Za-z0-9_]+ "/ {
    if (in_moves) finish()
    is_game = 1
    value = $0
    sub(/^[^"]*"/, "", value)
    sub(/"[^"]*$/, "", value)
    gsub(/[^A-Za-z0-9]/, "", value)
    tag[substr($1, 2)] = tolower(value)
    next
}
NF {
    is_game = in_moves = 1
    gsub(/[()]/, " & ")
    for (i = 1; i <= NF; i++) take($i)
    if (depth == 0 && $NF ~ /^(1-0|0-1|1\/2-1\/2|\*)$/) finish()
}
END { finish() }
END

# Align the games of a peer with ours, so that tags and first moves agree as far as they can, and
# compare them. TOLD are the findings, "NUMBER CODE"; number 0 is the whole file.
cat >compare.awk <<'END'
BEGIN { FS = "\t"; BAND = 100; FRAGMENT_PLIES = 4 }
FILENAME == "told" { split($1, word, " "); said[word[1]] = said[word[1]] " " word[2]; next }
FILENAME == "numbers" { number[++numbers] = $1; next }
FILENAME == "ours" {
    key[++n] = $1; main[n] = $2; variations[n] = $3; moves[n] = $4
    next
}
{ their_key[++m] = $1; their_main[m] = $2; their_variations[m] = $3; their_moves[m] = $4 }
function common(a, b, low, high, half) {
    low = 0
    high = length(a) < length(b) ? length(a) : length(b)
    while (low < high) {
        half = int((low + high + 1) / 2)
        if (substr(a, 1, half) == substr(b, 1, half)) low = half
        else high = half - 1
    }
    return low
}
function likeness(i, j) {
    return 1 + 20 * (key[i] == their_key[j]) + common(moves[i], their_moves[j])
}
function align(i, j, pair, band) {
    band = BAND + (n > m ? n - m : m - n)
    for (i = 1; i <= n; i++) {
        for (j = i - band > 1 ? i - band : 1; j <= m && j <= i + band; j++) {
            best[i, j] = best[i - 1, j] + 0
            step[i, j] = 1
            if (best[i, j - 1] > best[i, j]) { best[i, j] = best[i, j - 1]; step[i, j] = 2 }
            pair = best[i - 1, j - 1] + likeness(i, j)
            if (pair > best[i, j]) { best[i, j] = pair; step[i, j] = 3 }
        }
    }
    i = n
    j = m
    while (i > 0 && j > 0) {
        if (step[i, j] == 3) ours[j] = i
        if (step[i, j] == 1) i--
        else if (step[i, j] == 2) j--
        else { i--; j-- }
    }
}
function tell(i, j, what) {
    printf "game %d %s: %d+%d plies, %s %d+%d: %s\n", number[i], key[i], main[i], variations[i],
        peer, their_main[j], their_variations[j], what
}
# pgn-extract makes games of remarks that have moves in them.
function is_fragment(j) {
    return their_key[j] == "||||" && their_main[j] <= FRAGMENT_PLIES
}
function is_judged(i) { return said[number[i]] !~ /unsupported-variant/ }
# What cannot be played in a variation is not counted.
function compare(i, j) {
    if (!is_judged(i)) return
    if (main[i] < their_main[j]) tell(i, j, "fewer")
    else if (index(moves[i], their_moves[j]) != 1) tell(i, j, "other moves")
    else if (main[i] + variations[i] < their_main[j] + their_variations[j] &&
             said[number[i]] !~ /variation-error/)
        tell(i, j, "fewer in variations")
    else if ((main[i] != their_main[j] || variations[i] != their_variations[j]) &&
             !said[number[i]] && !said[0])
        tell(i, j, "no finding")
}
END {
    align()
    for (j = 1; j <= m; j++) {
        if (!ours[j] || is_judged(ours[j])) {
            their_plies += their_main[j]
            their_variation_plies += their_variations[j]
        }
        if (ours[j]) compare(ours[j], j)
        else if (their_main[j] > 0 && !is_fragment(j))
            printf "%s: a game of %d+%d plies that is not ours: %s\n", peer, their_main[j],
                their_variations[j], their_key[j]
    }
    for (i = 1; i <= n; i++) {
        if (!is_judged(i)) continue
        plies += main[i]
        variation_plies += variations[i]
    }
    printf "%d %d+%d\t%d %d+%d\n", n, plies, variation_plies, m, their_plies,
        their_variation_plies >"table"
}
END

cat >scid.tcl <<'END'
set base [sc_base create SCID4 [lindex $argv 0]]
catch {sc_base import $base [lindex $argv 1]}
for {set i 1} {$i <= [sc_base numGames $base]} {incr i} {
    sc_game load $i
    puts [sc_game pgn -tags 1 -comments 0 -var 1 -width 100000]
}
END

# With nested comments allowed it reads games that it cannot read without, and the other way round.
pgn_extract() {
    timeout 60 pgn-extract -s -C -N -w100000 --keepbroken --allownullmoves "$@" 2>/dev/null
}
pgn_extract_nested() {
    pgn_extract --nestedcomments "$1"
}
scid() {
    rm -f base.s??
    timeout 60 tkscid scid.tcl base "$1" 2>/dev/null
}

# What qipu says of the games of FILE: "NUMBER CODE".
list_findings() {
    qipu validate --json --min-severity note --fail-on never --piece-letters auto "$1" 2>/dev/null |
        sed -n 's/.*"code":"\([a-z-]*\)".*"game":\([0-9]*\).*/\2 \1/p
                s/.*"game":\([0-9]*\),.*"code":"\([a-z-]*\)".*/\1 \2/p'
}

# Leave out the differences of the file NAME that are right.
known_differences() {
    case $name in
    kokopu-pgns-semantic-error.pgn) sed '/^game 7 /d' ;; # a king in check cannot pass
    *) cat ;;
    esac
}

for file; do
    [ "${file#/}" != "$file" ] || file=$from/$file
    name=${file##*/}
    qipu convert --on-error=prefix --piece-letters auto --no-comments --no-nags "$file" 2>/dev/null |
        awk -f plies.awk >ours
    list_findings "$file" >told
    qipu convert --on-error=prefix --piece-letters auto --to json "$file" 2>/dev/null |
        sed -n 's/^{"number":\([0-9]*\).*/\1/p' >numbers
    sed -n 's/ unsupported-variant//p' told >>numbers # these are none that JSON could have
    sort -n -o numbers numbers
    for peer in pgn_extract pgn_extract_nested scid; do
        program=pgn-extract
        [ $peer != scid ] || program=tkscid
        if ! command -v $program >/dev/null; then
            skip 1 "$program is not installed"
            continue
        fi
        $peer "$file" | awk -f plies.awk >theirs
        : >table
        awk -v peer=$peer -f compare.awk told numbers ours theirs >differences
        is "$(known_differences <differences)" '' "$name, $peer"
        diag "$(cat table)"
    done
done
plan_done
