#!/bin/sh
# Conditions on tags find the same games in a store as in the file that it was made of, wherever the
# store keeps the values: in columns, in tables of names, or among the texts of a game.
. "$(dirname "$0")/../tap.sh"

# games GAME MOVES SEED: 1,500 games with tags that are as they should be, odd, repeated or not there.
games() {
    awk -v game="$1" -v moves="$2" -v seed="$3" '
    function choose(list,    n, a) { n = split(list, a, "|"); return a[1 + int(rand() * n)] }
    function tag(name, list,    v) {
        v = choose(list)
        if (v != "-") printf "[%s \"%s\"]\n", name, v
    }
    BEGIN {
        srand(seed)
        white = game == "xiangqi" ? "Red" : "White"
        for (i = 0; i < 1500; i++) {
            tag("Event", "Open|open|Café Cup|?|Final \\\"A\\\"|-")
            tag("Site", "London|london ENG|?||-")
            tag("Date", "1997|1997.05.12|1949.??.??|1950.01.01|????.??.??|2001.2.3|?|never||-")
            if (rand() < 0.1) tag("Date", "1948.01.01|1997")
            tag("Round", "3|03|3.1|10|?||?|-|12345678901")
            tag(white, "Tal, Mihail|Tal|?|Keres, Paul||-")
            if (rand() < 0.1) tag("White", "Other|Tal")
            tag("Black", "Stein, Leonid|Tal|Ólafsson, Friðrik|?|-")
            tag("Result", "1-0|1-0|1-0|0-1|*|")
            tag(white "Elo", "2600|2599|0|?|2700|02650|99999||-|-")
            tag("BlackElo", "2500|2650|unrated|-")
            tag(game == "xiangqi" ? "ECCO" : "ECO", "B90|B90a|C42|b90|?||-|A00/B")
            tag("TimeControl", "300+3|40/7200:3600|?|-|-")
            tag("Termination", "normal|time forfeit||-")
            if (game == "chess") tag("Variant", "Standard|standard|-|-")
            tag("PlyCount", "4|5|004|-|-")
            tag("Annotator", "Nunn|Tal|nunn|-|-|-")
            if (rand() < 0.2) tag("annotator", "Nunn|nobody")
            if (game == "chess") tag("FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1|-|-|-|-")
            printf "\n%s 1-0\n\n", moves
        }
    }'
}

games chess '1. e4 c5 2. Nf3 d6' 1 >chess.pgn
games xiangqi '1. C2=5 H8+7 2. H2+3 R9=8' 2 >xiangqi.pgn
for game in chess xiangqi; do
    qipu import -q --game $game $game.qipu $game.pgn 2>.err
    is "$(qipu search --count --id 1.. $game.qipu)" 1500 "the games of $game are imported"
done

# same GAME MINIMUM CONDITIONS...: so many games at least have it.
same() {
    game=$1 minimum=$2
    shift 2
    for from in $game.pgn $game.qipu; do
        qipu search --game $game --json "$@" $from 2>.err | cut -d, -f 2 | cut -d: -f 2 >"$from.found"
    done
    cmp $game.pgn.found $game.qipu.found &&
        [ "$(wc -l <$game.qipu.found)" -eq "$(qipu search --count "$@" $game.qipu)" ] &&
        [ "$(wc -l <$game.qipu.found)" -ge "$minimum" ] && [ "$(wc -l <$game.qipu.found)" -lt 1500 ]
    ok $? "$game: search $* finds the same games in a store as in a file"
}

for game in chess xiangqi; do
    white=White eco=ECO
    [ $game = xiangqi ] && white=Red eco=ECCO
    for name in Event Site Date Round $white Black ${white}Elo BlackElo $eco TimeControl Termination PlyCount Annotator annotator; do
        same $game 100 --tag $name
        same $game 0 --tag $name=
        same $game 0 --tag "$name=?"
        same $game 100 --tag "$name!=?"
        same $game 100 --tag "$name~[0-9a-z]"
    done
    same $game 100 --tag 'Event=Open'
    same $game 50 --tag 'Event=Final "A"'
    same $game 100 --tag 'Event~^caf.'
    same $game 100 --tag 'Date<1950'
    same $game 50 --tag 'Date>=1997.05'
    same $game 50 --tag 'Date=1997'
    same $game 10 --tag 'Date=1997' --tag 'Date=1948.01.01'
    same $game 50 --tag 'Date>1948' --tag 'Date<1950'
    same $game 100 --tag 'Round=3'
    same $game 50 --tag 'Round=03'
    same $game 100 --tag 'Round<=3'
    same $game 20 --tag 'Round>1000000'
    same $game 100 --tag "$white=Tal" --tag "$white~keres"
    same $game 20 --tag 'White=Other'
    same $game 100 --tag 'Black~fri.rik'
    same $game 100 --tag 'Result=1-0'
    same $game 100 --tag 'Result=0-1'
    same $game 100 --tag 'Result!=1-0'
    same $game 100 --tag "${white}Elo>=2600"
    same $game 20 --tag "${white}Elo<2600" --tag 'BlackElo>2500'
    same $game 50 --tag "$eco=B90"
    same $game 100 --tag "$eco>B"
    same $game 100 --tag 'TimeControl~^40/'
    same $game 100 --tag 'Termination=time forfeit'
    same $game 100 --tag 'PlyCount=4'
    same $game 100 --tag 'PlyCount<5'
    same $game 50 --tag 'Annotator=Nunn' --player tal
    same $game 20 --tag 'annotator=Nunn' --tag Annotator --date 1997.. --date-known
    same $game 100 --tag 'Event=Open' --invert
    same $game 0 --tag 'Nothing'
done
same chess 100 --tag Variant
same chess 100 --tag 'Variant=Standard'
same chess 100 --tag FEN
same chess 100 --tag 'FEN~KQkq'
same chess 0 --tag 'FEN~KQ -'
same chess 0 --tag 'FEN!=?' --tag 'Event=Open'
same xiangqi 10 --tag 'Red=Tal' --tag 'White=Other'

# Values that are no longer those that were imported.
qipu db -q chess.qipu rename player 'Tal' 'Tal, M'
is "$(qipu search --count --tag 'Black=Tal' chess.qipu)" 0 'a name that was changed is not found'
[ "$(qipu search --count --tag 'Black=Tal, M' chess.qipu)" -gt 100 ]
ok $? 'the new one is'

plan_done
