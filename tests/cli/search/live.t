#!/bin/sh
# Pipes that are watched: with --line-buffered a game comes out as soon as it is complete, before
# anything of the next one is there.
. "$(dirname "$0")/../tap.sh"

# live NAME PATTERN ARGUMENTS...: the program is given the file "chunk", and must have written a line
# that matches while its input is still open.
live() {
    name=$1 pattern=$2 tries=0
    shift 2
    rm -f pipe
    mkfifo pipe
    qipu "$@" --line-buffered <pipe >out 2>err &
    exec 3>pipe
    cat chunk >&3
    while ! grep -Eq -- "$pattern" out && [ $tries -lt 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    got=$(cat out)
    exec 3>&-
    wait $!
    like "$got" "$pattern" "$name"
}

printf '[Event "E"]\n[White "W"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n' >chunk
live 'PGN, at the blank line behind the result' '^e2e4 e7e5$' convert --to uci
live 'and written as PGN' '^1\. e4 e5 1-0$' convert
live 'and with more threads' '^e2e4 e7e5$' convert --to uci --threads 2
live 'a row of a table' '^E$' convert --to csv --columns Event
live 'a game once' '^e2e4 e7e5$' convert --to uci --unique
live 'a game that was searched for' '^1\. e4 e5 1-0$' search --white W
live 'as JSON' '"number":1' search --json --white W
live 'a finding' 'missing-tag' validate
live 'a mended game' '^\[Site "\?"\]$' validate --fix --quiet
printf '[White "W"]\r\n\r\n1. e4 e5 1-0\r\n\r\n' >chunk
live 'lines that end with CR LF' '^e2e4 e7e5$' convert --to uci
printf '1. e4 e5\n1-0 {a comment}\n{another}\n\n' >chunk
live 'with the comments that belong to it' 'another' convert --json
printf '[Event "E"]\n\n1. e4 *\n[Event "F"]\n\n' >chunk
live 'without a blank line, when the next one begins' '^E$' convert --to csv --columns Event
printf '[Game "Chinese Chess"]\n\n1. 炮二平五 马８进７ *\n\n' >chunk
live 'xiangqi' '^H2-E2 H9-G7$' convert --to iccs
printf '{"moves":["e4"]}\n' >chunk
live 'JSON' '^e2e4$' convert --to uci
printf '8/8/3k4/8/3K4/8/3P4/3r4 w - - 0 1\n' >chunk
live 'a list of positions' '^8/8/3k4/8/3K4/8/3P4/3r4 w - - 0 1$' convert --to fen
printf 'position startpos moves h3e3 h10g8\n' >chunk
live 'lines of moves' '^H2-E2 H9-G7$' convert --to iccs

plan_done
