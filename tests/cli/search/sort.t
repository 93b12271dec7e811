#!/bin/sh
# --sort: search and convert agree on every key; what is unknown comes first, in descending order
# last; equal games stay as they came.
. "$(dirname "$0")/../tap.sh"

game() { # white, black, date, white's rating, black's, event, site, eco, result, moves
    printf '[White "%s"]\n[Black "%s"]\n[Date "%s"]\n' "$1" "$2" "$3"
    printf '[WhiteElo "%s"]\n[BlackElo "%s"]\n' "$4" "$5"
    printf '[Event "%s"]\n[Site "%s"]\n[ECO "%s"]\n[Result "%s"]\n\n%s %s\n\n' \
        "$6" "$7" "$8" "$9" "${10}" "$9"
}
{
    game Tal Bo 1960.05.07 2700 2600 Open Riga C18 1-0 '1. e4 e6'
    game '?' '?' '????.??.??' '' '' '?' '?' '' '*' ''
    game tál Cy 1957.??.?? 2500 '' open riga A00 0-1 '1. e4'
    game Ad Bo 1957.03.01 '' 2500 Match Oslo E48 1/2-1/2 '1. d4 d5 2. c4'
    game '?' '?' '????.??.??' '' '' '?' '?' '' '*' ''
    game Tal Bo 1960.05.07 2700 2600 Open Riga C18 1-0 '1. e4 e5'
    game Müller Çelik 2001.01.01 2000 1000 Álta Bonn B01 1-0 '1. c4'
} >games.pgn

# The numbers of the games as a command gives them, joined.
numbers() {
    "$QIPU" "$@" | sed -n 's/^.*"number":\([0-9]*\),"tags".*/\1/p' | tr '\n' ' '
}

keys=$(qipu search --sort '?' games.pgn 2>&1 | sed -n 's/.*is none of //p' | tr -d ,)
is "$(echo "$keys" | wc -w | tr -d ' ')" 11 'the keys are told'
order_is() { # key, numbers
    is "$(numbers search --json --sort "$1" games.pgn)" "$2 " "by $1"
}
order_is id '1 2 3 4 5 6 7'
order_is -id '7 6 5 4 3 2 1'
order_is date '2 5 3 4 1 6 7'
order_is -date '7 1 6 4 3 2 5'
order_is elo '2 5 7 3 4 1 6'
order_is plies '2 5 3 7 1 6 4'
order_is white '2 5 4 7 1 3 6'
order_is -white '1 3 6 7 4 2 5'
order_is black '2 5 1 4 6 7 3'
order_is event '2 5 7 4 1 3 6'
order_is site '2 5 7 4 1 3 6'
order_is eco '2 5 3 7 1 6 4'
order_is -eco '4 1 6 7 3 2 5'
order_is result '2 5 3 1 6 7 4'
for key in $keys; do
    for sign in '' -; do
        is "$(numbers convert --json --sort "$sign$key" games.pgn)" \
            "$(numbers search --json --sort "$sign$key" games.pgn)" \
            "convert and search agree on $sign$key"
    done
done

plan_done
