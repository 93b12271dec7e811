#!/bin/sh
# Stores of older formats, as the programs of their time wrote them from tests/data/old-formats.pgn.
. "$(dirname "$0")/../tap.sh"

same() { # STORE NAME
    qipu convert "$1" | cmp - "$data/old-formats.pgn"
    ok $? "$2"
}
for format in 1 2; do
    gzip -dc "$data/format-$format.qipu.gz" >old.qipu
    cp old.qipu as-it-was.qipu
    printf '[White "New"]\n\n1. e4 *\n' >new.pgn
    run qipu import old.qipu new.pgn
    status_is 2 "a store of format $format is not written to"
    like "$err" "a store of format $format, older than this qipu's 3.*qipu db old\.qipu upgrade" 'and told why'
    cmp old.qipu as-it-was.qipu
    ok $? 'it stays as it was'
    run qipu db old.qipu upgrade
    is "$status $out" "0 upgraded from format $format to 3" 'it is upgraded'
    run qipu db old.qipu check --full
    status_is 0 'and is sound then'
    same old.qipu 'with the same games'
    run qipu import old.qipu "$data/old-formats.pgn"
    like "$out" ': 0 games added, 43 imported before' 'and what it knew of files'
    cp old.qipu again.qipu
    run qipu db old.qipu upgrade
    cmp old.qipu again.qipu
    ok $? 'a second upgrade changes nothing'
done

gzip -dc "$data/format-2.qipu.gz" >old.qipu
same old.qipu 'format 2 is read'
is "$(qipu search --count --player kieseritzky old.qipu)" 2 'and searched'
run qipu db old.qipu check
status_is 0 'and checked'
run qipu db new.qipu merge old.qipu
status_is 0 'and merged'
same new.qipu 'into a store of the present format'

# One letter of a name, which nothing but its sum tells.
LC_ALL=C sed 's/Kieseritzky/Kieseritzki/' old.qipu >damaged.qipu
cp damaged.qipu before.qipu
run qipu db damaged.qipu upgrade
status_is 2 'a damaged store is not upgraded'
like "$err" 'do not add up' 'and told why'
cmp damaged.qipu before.qipu
ok $? 'it stays as it was'
run qipu db fresh.qipu merge damaged.qipu
status_is 2 'nor merged'
[ ! -e fresh.qipu ]
ok $? 'so that nothing damaged comes into another store'
plan_done
