#!/bin/sh
# Duplicates whose players are not known are told by what is known of them.
. "$(dirname "$0")/../tap.sh"

printf '[Event "Study 7"]\n\n1. e4 e5 2. Nf3 *\n\n' >one.pgn
printf '1. d4 d5 2. c4 *\n\n' >two.pgn
printf '[White "Tal"]\n\n1. c4 c5 *\n\n' >three.pgn
for name in one two three; do cat $name.pgn $name.pgn >x; mv x $name.pgn; done
qipu import -q s.qipu one.pgn two.pgn three.pgn
run qipu db s.qipu dedup --dry-run
is "$err" "" "the pairs are listed"
like "$out" '#2: the same as #1: Study 7, ' 'by the event'
like "$out" '#4: the same as #3: two\.pgn, ' 'else by the file'
like "$out" '#6: the same as #5: Tal - \?, ' 'and by one player where there is one'
plan_done
