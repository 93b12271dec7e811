#!/bin/sh
# usage: QIPU=PROGRAM tests/deep/pgn-extract.sh [FILE...]
# What qipu-from-pgn-extract(7) names must do what the options of pgn-extract do: the same games, with
# the same moves, comments, variations, tags and positions. Without FILEs those of samples. TAP; skipped
# where pgn-extract is not installed. Left out is what pgn-extract reads in another way: games with
# faults, of variants, and from other starts, whose plies it counts from their move number. It looks for
# positions in variations too, and tells other clocks there; at the end of a game it may miss material.
from=$(pwd)
. "$(dirname "$0")/../cli/tap.sh"
PATH=$PATH:/usr/games
if ! command -v pgn-extract >/dev/null; then
    skip 1 'pgn-extract is not installed'
    plan_done
    exit 0
fi
set -f

if [ $# -eq 0 ]; then
    qipu convert -q "$samples/chess.pgn" 2>/dev/null >read.pgn
else
    (cd "$from" && qipu convert -q "$@" 2>/dev/null) >read.pgn
fi
qipu validate --fix=all -q read.pgn 2>/dev/null | qipu search -q --lacks fen - 2>/dev/null |
    qipu search -q --tag Variant --invert - >games.pgn
qipu convert -q --no-comments games.pgn >plain.pgn
qipu search -q --ply-count 20.. games.pgn >long.pgn
qipu search -q --ply-count 10.. games.pgn >twice.pgn
qipu convert -q --sample 40 twice.pgn >again.pgn
cat again.pgn >>twice.pgn
qipu convert -q --sample 30 --seed 2 games.pgn >some.pgn
count=$(grep -c '^\[Event ' games.pgn)
[ "$count" -gt 50 ]
ok $? "$count games to compare"

# What a game is in each of the forms that are compared.
of_games() {
    qipu convert -q --seven --to csv --columns White,Black,Date,Round,Event,Result,moves "$1"
}
of_all() {
    qipu convert -q --seven --to json "$1" | sed 's/\\u000a/ /g; s/  */ /g; s/" /"/g; s/ "/"/g; s/,"comments":\[""\]//g'
}
of_tags() {
    grep '^\[[A-Za-z]* "' "$1" | sort
}
of_plies() {
    qipu convert -q --to csv --columns White,Black,PlyCount,TotalPlyCount "$1"
}
# Moves as they are written, without numbers and line breaks.
of_moves() {
    grep -v '^\[' "$1" | tr -s ' \n' '\n' | grep -v '^[0-9]*\.*$'
}
# They write promotions with capitals, and without a sign; a double check has two signs.
of_uci() {
    of_moves "$1" | tr 'A-Z' 'a-z'
}
of_lan() {
    of_moves "$1" | tr -d '=' | sed 's/++/+/'
}
# Their EPD lines end with names, and lie in blocks.
of_epd() {
    cut -d ' ' -f 1-4 "$1" | grep .
}

# compare FORM NAME: of the files theirs and ours.
compare() {
    "of_$1" theirs >theirs.form 2>/dev/null
    "of_$1" ours >ours.form 2>/dev/null
    if [ -s ours.form ] && cmp -s theirs.form ours.form; then
        ok 0 "$2 ($(wc -l <ours.form) lines)"
    else
        ok 1 "$2"
        diff theirs.form ours.form | head -6 | cut -c 1-200 | sed 's/^/# /'
    fi
}

# The names and rows that the searches below ask about.
tag() {
    sed -n "s/^\[$1 \"\(.*\)\"\]/\1/p" games.pgn | sort | uniq -c | sort -rn |
        sed -n 's/^ *[0-9]* //p' | grep -v '?' | head -n 1
}
event=$(tag Event)
white=$(tag White)
black=$(tag Black)
year=$(tag Date | cut -c 1-4)
printf '%s\n' 'e4 c5 * d6' >star
printf '%s\n' 'e4 e5 Nf3 Nc6 Bb5|Bc4' >either
printf '%s\n' 'e4 c5 !Nf3' 'd4 !d5' >not
printf '%s\n' 'd4 d5 c4 e6' 'e4 e5 Nf3 Nc6' >lines
printf '%s\n' "Event \"$event\"" >event
printf '%s\n' "White \"$white\"" >white
printf '%s\n' "Black \"$black\"" >black
printf '%s\n' "Date >= \"$year\"" >since
printf '%s\n' 'WhiteElo >= "2700"' >strong
printf '%s\n' 'FENPattern "*/*/*/*/*/*/PPP2PPP/R?B?R1K?"' >castled
printf '%s\n' 'FENPattern "????k*/*/???N*/*/*/*/*/*"' >knight
printf '%s\n' 'FENPatternI "????k*/*/???N*/*/*/*/*/*"' >knights
printf '%s\n' 'RP R' >rook
printf '%s\n' 'Q*R*B2N0P* Q=R=B0N2P=' >bishops
printf '%s\n' White Black Result ECO >roster

# Games that begin, end and are rated in all ways that options tell apart.
{
    printf '[Event "usual"]\n[Result "*"]\n\n1. e4 *\n\n'
    printf '[Event "set"]\n[Result "*"]\n[SetUp "1"]\n[FEN "%s"]\n\n1. e4 *\n\n' \
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    printf '[Event "ending"]\n[Result "*"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 *\n\n'
} >starts.pgn
while read -r name tag end moves; do
    printf '[Event "%s"]\n[Result "%s"]\n\n%s %s\n\n' "$name" "$tag" "$moves" "$end"
done <<'END' >results.pgn
same 1-0 1-0 1. e4
untold * 1-0 1. e4
open 1-0 * 1. e4
other 1-0 0-1 1. e4
mate 0-1 0-1 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#
END
while read -r name date elo time round; do
    printf '[White "%s"]\n[Date "%s"]\n[WhiteElo "%s"]\n[TimeControl "%s"]\n[Round "%s"]\n\n1. e4 *\n\n' \
        "$name" "$date" "$elo" "$time" "$round"
done <<'END' >rated.pgn
Tal 1990.01.01 850 180+5 1
Talbot 1991.??.?? - 300 10
X,Tal ????.??.?? ? - 2
Smith 1990 2500 40/7200 3.1
Smyslov 1989.12.31 849 1800 20
END
printf '%s\n' 'White <> "Tal"' >notwhite
printf '%s\n' 'Round >= "2"' >fromround
printf '%s\n' 'TimeControl <> "180"' >nottime
printf '%s\n' 'WhiteElo >= "850"' >from850
printf '%s\n' 'WhiteElo <> "850"' >not850
printf '%s\n' 'Date >= "1990"' >from1990
printf '%s\n' 'Date <> "1990"' >not1990

# A form, their options, ours, with @ between; further commands of ours take what the first finds.
while IFS=@ read -r form theirs ours; do
    eval "pgn-extract -s --allownullmoves $theirs" >theirs 2>theirs.log
    eval "qipu $ours" >ours 2>ours.log
    compare "$form" "$theirs: $ours"
done <<'END'
all@games.pgn@convert games.pgn
all@-C games.pgn@convert --no-comments games.pgn
all@-N games.pgn@convert --no-nags games.pgn
all@-V games.pgn@convert --no-variations games.pgn
all@-C -N -V games.pgn@convert --no-comments --no-nags --no-variations games.pgn
all@--commentlines games.pgn@convert --comment-lines games.pgn
all@--nochecks games.pgn@convert --no-checks games.pgn
all@--nomovenumbers games.pgn@convert --no-move-numbers games.pgn
all@--nofauxep --fencomments plain.pgn@convert --fens plain.pgn
tags@-7 games.pgn@convert --seven games.pgn
tags@-Rroster --xroster games.pgn@convert --tags White,Black,Result,ECO games.pgn
moves@-V -N -C --notags games.pgn@convert --no-variations --no-nags --no-comments --no-tags games.pgn
moves@-V -N -C --noresults games.pgn@convert --no-results --no-comments --no-variations --no-nags games.pgn
plies@--plycount games.pgn@convert --add plycount games.pgn
plies@--totalplycount games.pgn@convert --add totalplycount games.pgn
games@--plylimit 20 games.pgn@convert --ply ..20 games.pgn
all@-C --nofauxep --dropply 10 games.pgn@search --ply-count 10.. games.pgn | qipu convert --ply 11.. --no-comments
all@-C --nofauxep --dropply -6 long.pgn@convert --ply -6.. --no-comments long.pgn
epd@--nofauxep -Wepd games.pgn@convert --to epd games.pgn
uci@-C -V -N -Wuci games.pgn@convert --notation uci --no-comments --no-variations --no-nags games.pgn
lan@-C -V -N -Wxolalg games.pgn@convert --notation lan --no-comments --no-variations --no-nags games.pgn
moves@-C -V -N -WsanBSLTDK games.pgn@convert --to-letters de --no-comments --no-variations --no-nags games.pgn
games@-twhite games.pgn@search --tag "White~^$white" games.pgn
games@-tblack games.pgn@search --tag "Black~^$black" games.pgn
games@-tevent games.pgn@search --tag "Event~^$event" games.pgn
games@-tsince games.pgn@search --date "$year.." --date-known games.pgn
games@-tstrong games.pgn@search --white-elo 2700.. games.pgn
games@-Tr1-0 games.pgn@search --result 1-0 games.pgn
games@-TeB games.pgn@search --eco B games.pgn
games@-bl40 games.pgn@search --ply-count 79.. games.pgn
games@-bu25 games.pgn@search --ply-count ..50 games.pgn
games@-b30 games.pgn@search --ply-count 59,60 games.pgn
games@-pl50 -pu70 games.pgn@search --ply-count 50..70 games.pgn
games@-M games.pgn@search --mate games.pgn
games@--stalemate games.pgn@search --stalemate games.pgn
games@--fifty games.pgn@search --has fifty-moves games.pgn
games@--underpromotion games.pgn@search --has underpromotion games.pgn
games@--onlysetuptags starts.pgn@search --tag FEN starts.pgn
games@--nosetuptags starts.pgn@search --tag FEN --invert starts.pgn
games@--nobadresults results.pgn@search --lacks result-conflict results.pgn | qipu search --has result-unknown --tag 'Result=*' --invert
games@-tnotwhite rated.pgn@search --tag 'White~^Tal' rated.pgn
games@-tfromround rated.pgn@search --tag 'Round~^2' rated.pgn
games@-tnottime rated.pgn@search --tag 'TimeControl~^180' rated.pgn
games@-tfrom850 rated.pgn@search --white-elo 850.. rated.pgn
games@-tnot850 rated.pgn@search --white-elo ..849,851.. rated.pgn
games@-tfrom1990 rated.pgn@search --date-known --date 1990.. rated.pgn
games@-tnot1990 rated.pgn@search --date-known --date ..1989 --date 1991.. rated.pgn
games@--stopafter 5 -Tr1-0 games.pgn@search --limit 5 --result 1-0 games.pgn
games@--selectonly 3,7:9 -Tr1-0 games.pgn@search --result 1-0 games.pgn | qipu convert --range 3,7..9
games@--skipmatching 3,7:9 -Tr1-0 games.pgn@search --result 1-0 games.pgn | qipu convert --range ..2,4..6,10..
games@-P -vstar games.pgn@search --moves 'e4 c5 * d6' games.pgn
games@-P -veither games.pgn@search --moves 'e4 e5 Nf3 Nc6 Bb5|Bc4' games.pgn
games@-P -vnot games.pgn@search --moves 'e4 c5 !Nf3' --moves 'd4 !d5' games.pgn
games@-P -vlines games.pgn@search --moves 'd4 d5 c4 e6' --moves 'e4 e5 Nf3 Nc6' games.pgn
games@-vlines games.pgn@search --after 'd4 d5 c4 e6' --after 'e4 e5 Nf3 Nc6' games.pgn
games@-V -xlines games.pgn@search --after 'd4 d5 c4 e6' --after 'e4 e5 Nf3 Nc6' games.pgn
all@-xlines --markmatches HERE plain.pgn@search --after 'd4 d5 c4 e6' --after 'e4 e5 Nf3 Nc6' --mark HERE plain.pgn
games@-V -Hc38a7b8ecc1465fb games.pgn@search --key c38a7b8ecc1465fb games.pgn
games@-V -tcastled games.pgn@search --pattern '*/*/*/*/*/*/PPP..PPP/R?B?R.K?' games.pgn
games@-V -tknight games.pgn@search --pattern '????k*/*/???N*/*/*/*/*/*' games.pgn
games@-V -tknights games.pgn@search --flip --pattern '????k*/*/???N*/*/*/*/*/*' games.pgn
games@-V -zrook games.pgn@search --material KRPkr --flip --lasting 3 games.pgn
games@-V -yrook games.pgn@search --material KRPkr --lasting 3 games.pgn
games@-V -zbishops games.pgn@search --material 'B2 N0 Q=q R=r b0 n2 P=p' --flip --lasting 3 games.pgn
games@-V -ybishops games.pgn@search --material 'B2 N0 Q=q R=r b0 n2 P=p' --lasting 3 games.pgn
games@-D twice.pgn@convert --unique=moves twice.pgn
games@-U twice.pgn@convert --unique=moves --duplicates - -o /dev/null twice.pgn
games@-D -csome.pgn twice.pgn@convert --unique=moves --known some.pgn twice.pgn
games@-D --fuzzydepth 10 twice.pgn@convert --unique=10 twice.pgn
games@-D --fuzzydepth 0 twice.pgn@convert --unique=end twice.pgn
END

# What goes to files.
pgn-extract -s --allownullmoves -ntheirs -Tr1-0 games.pgn >/dev/null 2>&1
qipu search --result 1-0 --invert games.pgn >ours
compare games '-n FILE: search --invert'
pgn-extract -s --allownullmoves -dtheirs twice.pgn >/dev/null 2>&1
qipu convert -q --unique=moves --duplicates ours twice.pgn >/dev/null
compare games '-d FILE: convert --unique=moves --duplicates FILE'
pgn-extract -s --allownullmoves '-#20' games.pgn >/dev/null 2>&1
qipu convert -q --split 20 -o 'ours-{}.pgn' games.pgn
for n in 1 2 3; do
    cp $n.pgn theirs
    cp "ours-00000$n.pgn" ours
    compare games "-#20: convert --split 20, file $n"
done
pgn-extract -s --allownullmoves -E1 games.pgn >/dev/null 2>&1
qipu convert -q --split eco1 -o 'eco-{}.pgn' games.pgn
for letter in A B C D E; do
    cp $letter.pgn theirs
    cp "eco-$letter.pgn" ours
    compare games "-E1: convert --split eco1, $letter"
done
plan_done
