#!/bin/sh
# Copies of the sample games, altered as other files have them: dedup finds all that its definition
# promises, each with the game that it is a copy of and no other.
. "$(dirname "$0")/../tap.sh"

qipu convert --line-width 0 --no-comments --no-variations --no-nags -o base.pgn "$samples/chess.pgn"
count=$(grep -c '^\[Event ' base.pgn)
qipu convert --to csv --columns ply_count,White,Black base.pgn | sed 1d >sizes.csv

# alter COMMANDS...: the copies, each line of them passed through awk; `tag` is the name of a tag, `value`
# its value, which is written anew if it was changed, `family` and `given` the parts of a name.
alter() {
    awk -v OFS= '
        /^\[/ {
            tag = substr($1, 2)
            value = old = substr($0, length(tag) + 4, length($0) - length(tag) - 5)
            player = tag == "White" || tag == "Black"
            comma = player ? index(value, ", ") : 0
            family = substr(value, 1, comma - 1)
            given = substr(value, comma + 2)
            gone = 0
            '"$1"'
            if (gone) next
            if (value != old) $0 = "[" tag " \"" value "\"]"
        }
        { print }' base.pgn
}
# copies KIND PLIES NAME: the games and those in copies.pgn are imported. All copies of so many plies or
# more are of that kind, those of shorter games may be.
copies() {
    rm -f c.qipu
    qipu import -q c.qipu base.pgn copies.pgn
    qipu db c.qipu dedup --json --dry-run --kind exact,near,final,contained |
        sed -n 's/.*"id":\([0-9]*\),"[a-z_]*":\([0-9]*\),"kind":"\([a-z]*\)".*/\1 \2 \3/p' >pairs
    awk -v count="$count" -v kind="$1" -v least="$2" '
        FNR == NR { plies[NR] = $1 + 0; nobody[NR] = /,NN/; next }
        {
            other = $1 > $2 ? $2 : $1
            copy = $1 > $2 ? $1 : $2
            if (copy - count != other) print "wrong pair: ", $1, " ", $2
            found[other] = $3
        }
        END {
            for (i = 1; i <= count; i++)
                if (plies[i] >= least && found[i] !~ kind && !(kind ~ /contained/ && nobody[i]))
                    print "copy of ", i, " of ", plies[i], " plies: ", found[i]
        }' sizes.csv pairs >faults
    is "$(cat faults)" '' "$3"
}
cut() { # PLIES: copies that are shorter by so many
    qipu convert --ply "..-$(($1 + 1))"
}

# --- What changes nothing ------------------------------------------------------------------------

alter '' >copies.pgn
copies exact 0 'copies as they are'
alter 'if (tag == "Round") value = "99"; if (tag ~ /Elo$/) gone = 1' >copies.pgn
copies exact 0 'other rounds, and no ratings'
alter 'if (tag ~ /^(Event|Site)$/) value = "?"' >copies.pgn
copies exact 0 'without event and site'

# --- Names ---------------------------------------------------------------------------------------

alter 'if (comma) value = given " " family' >copies.pgn
copies near 30 'First Last'
alter 'if (comma) value = family " " given' >copies.pgn
copies near 30 'Last First'
alter 'if (player) value = toupper(value)' >copies.pgn
copies near 30 'LAST, FIRST'
alter 'if (comma) value = family "," substr(given, 1, 1)' >copies.pgn
copies near 30 'Last,F'
alter 'if (comma) { value = family ","; n = split(given, part, " ")
       for (i = 1; i <= n; i++) value = value " " substr(part[i], 1, 1) "." }' >copies.pgn
copies near 30 'Last, F. M.'
alter 'if (comma) value = family' >copies.pgn
copies near 30 'family names alone'
alter 'if (player) { gsub("é", "e", value); gsub("á", "a", value); gsub("ú", "u", value)
       gsub("ó", "o", value); gsub("ä", "ae", value); gsub("ü", "ue", value) }' >copies.pgn
copies 'near|exact' 30 'no accents, umlauts with an e'
alter 'if (tag == "White" && length(family) > 6) sub(family, substr(family, 1, 2) substr(family, 4), value)' >copies.pgn
copies 'near|exact' 30 'a letter left out'

# --- Dates, rounds, results ----------------------------------------------------------------------

alter 'if (tag == "Date") value = "????.??.??"' >copies.pgn
copies 'near|exact' 10 'no dates'
alter 'if (tag == "Date") value = substr(value, 1, 4) ".??.??"' >copies.pgn
copies 'near|exact' 10 'years alone'
alter 'if (tag == "Date" && value !~ /\?/ && substr(value, 9) <= 12)
           value = substr(value, 1, 4) "." substr(value, 9) "." substr(value, 6, 2)' >copies.pgn
copies 'near|exact' 10 'day for month'
alter 'if (tag == "Date" && value !~ /\?/) value = substr(value, 1, 8) "31"' >copies.pgn
copies 'near|exact' 30 'another day'
alter 'if (tag == "Date" && value !~ /^\?/) value = "1800.01.01"' >copies.pgn
copies 'near|exact' 50 'another year'
alter 'if (tag == "Round" && value ~ /^[0-9]/) value = int(value); if (tag == "Date") value = "????.??.??"' >copies.pgn
copies 'near|exact' 10 'a round without its board'
alter 'if (tag == "Result") value = "*"' | sed 's/ [-012/]*$/ */' >copies.pgn
copies 'near' 10 'no results'
alter 'if (tag == "White") tag = "Black"; else if (tag == "Black") tag = "White"
       if (player) old = ""' >copies.pgn
copies near 40 'colours the other way round'

# --- Moves ---------------------------------------------------------------------------------------

alter '' | cut 1 >copies.pgn
copies 'contained|final' 11 'the last ply cut off'
alter '' | cut 8 >copies.pgn
copies 'contained|final' 18 'the last eight'
alter 'if (comma) value = given " " family' | cut 5 >copies.pgn
copies 'contained|final' 35 'the last five, and First Last'
alter 'if (comma) value = family "," substr(given, 1, 1)
       if (tag == "Date") value = substr(value, 1, 4) ".??.??"' | cut 3 >copies.pgn
copies 'contained|final' 33 'the last three, with initials and years'
alter 'if (tag == "White") tag = "Black"; else if (tag == "Black") tag = "White"
       if (player) old = ""' | cut 2 >copies.pgn
copies 'contained|final' 42 'the last two, and colours'

# --- Other games ---------------------------------------------------------------------------------

alter 'if (player) value = "Somebody, " substr(tag, 1, 1)' >copies.pgn
qipu import -q o.qipu base.pgn copies.pgn
run qipu db o.qipu dedup --kind exact,near,final,contained
like "$out" '^o.qipu: 0 games deleted, 0 near others, 0 with the final .* 0 contained in others$' \
    'games of other players are other games'
plan_done
