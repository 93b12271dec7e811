#!/bin/sh
# qipu db: one store of several.
. "$(dirname "$0")/../tap.sh"

sound() { # STORE NAME
    run qipu db "$1" check --full
    status_is 0 "$2"
    [ "$status" -eq 0 ] || diag "$out"
}
games() { # EVENT COUNT
    i=0
    while [ $i -lt "$2" ]; do
        i=$((i + 1))
        printf '[Event "%s"]\n[White "%s %d"]\n[Black "B"]\n[Result "1-0"]\n\n' "$1" "$1" $i
        printf '1. e4 e5 {%s} 2. Nf3 1-0\n\n' "$1"
    done
}

games one 30 >one.pgn
games two 20 >two.pgn
printf '[Event "open"]\n[White "B"]\n\n1. e4 c5\n' >>two.pgn
qipu import -q a.qipu one.pgn
qipu import -q b.qipu two.pgn
run qipu db new.qipu merge a.qipu b.qipu
status_is 0 'stores are merged into a new one'
is "$out" 'new.qipu: 30 games added from a.qipu
new.qipu: 21 games added from b.qipu' 'and what came from each told'
sound new.qipu 'which is sound'
{ qipu convert a.qipu && qipu convert b.qipu; } >apart.pgn
qipu convert new.qipu >together.pgn
cmp apart.pgn together.pgn
ok $? 'and has their games in order'
run qipu import new.qipu one.pgn two.pgn
like "$out" ': 0 games added, 51 imported before' 'files that they knew are known'
printf ' 2. Nf3 1-0\n' >>two.pgn
run qipu import new.qipu two.pgn
like "$out" '1 continued' 'and may go on'
like "$(qipu search new.qipu --event open)" '1\. e4 c5 2\. Nf3 1-0' 'with the game that was open'
sound new.qipu 'and that is sound'
run qipu db --json new.qipu merge a.qipu
is "$out" '{"store":"new.qipu","from":"a.qipu","added":0,"games":51}' 'a store merged before adds nothing'
run qipu db new.qipu merge a.qipu
is "$out" 'new.qipu: 0 games added from a.qipu, which was merged before' 'and that is told'
games three 1 | qipu import -q a.qipu
run qipu db --json new.qipu merge a.qipu
is "$out" '{"store":"new.qipu","from":"a.qipu","added":31,"games":82}' 'one that changed is added, as JSON too'
is "$(qipu search new.qipu --count --fen 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -')" 81 \
    'and found by position'
sound new.qipu 'and it is sound'
run qipu db a.qipu merge a.qipu
status_is 2 'a store is not merged into itself'
run qipu db other.qipu merge one.pgn
status_is 2 'a file is no store'
[ ! -e other.qipu ]
ok $? 'and leaves none'
run qipu db new.qipu merge
status_is 2 'a store to add is needed'
if command -v sqlite3 >/dev/null; then
    cp b.qipu bad.qipu
    sqlite3 bad.qipu "UPDATE move_block SET data = substr(data, 1, length(data) - 1) || x'ff'"
    run qipu db m.qipu merge a.qipu bad.qipu b.qipu
    status_is 2 'a damaged store is not merged'
    like "$err" '^qipu db: bad\.qipu: the store is damaged \(page [0-9]+ fails' 'its page is named'
    is "$out" 'm.qipu: 31 games added from a.qipu
m.qipu: 21 games added from b.qipu' 'and the others are taken'
    sound m.qipu 'the store is sound'
else
    skip 4 'no sqlite3'
fi
run qipu db a.qipu merge one.pgn
status_is 2 'a game file is not merged'
like "$err" 'one.pgn: not a qipu store; for game files: qipu import a.qipu one.pgn' 'but there is a way'
plan_done
