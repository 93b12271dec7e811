#!/bin/sh
# qipu db: what a store holds, and whether it is sound.
. "$(dirname "$0")/../tap.sh"

cat >games.pgn <<'END'
[Event "Casual game"]
[Site "London ENG"]
[Date "1851.06.21"]
[Round "?"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 {Boldly.} exf4 1-0

[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[Annotator "someone"]

1. e4 e5 2. Nf3 d6 1-0
END
qipu import -q s.qipu games.pgn

run qipu db s.qipu info
status_is 0 'info is told'
like "$out" '^games +2$' 'the number of games'
like "$out" '^plies +8$' 'and of plies'
like "$out" '^players +4$' 'and of players'
like "$out" '^  position index +[0-9]+$' 'and what takes its bytes'
like "$out" '^bytes / imported +[0-9.]+$' 'and how much that is of what was imported'
like "$out" '^dates +1851\.06\.21 to 1858\.\?\?\.\?\?$' 'and the dates'
run qipu db --json s.qipu info
like "$out" '"game":"chess","format":3,"games":2,"plies":8,"players":4,"events":2,"sites":2,"sources":1,' 'as JSON too'
ok "$(printf '%s\n' "$out" | tr ',' '\n' | awk -F : '/"file_bytes"/ { all = $2; next }
    all && /_bytes"/ { sum += $2 } END { print sum != all }')" 'where the parts are the size of the file'
run qipu db s.qipu check
status_is 0 'a sound store passes'
is "$out" '2 games, no fault' 'and says so'
run qipu db s.qipu check --json
is "$out" '{"games":2,"faults":0}' 'as JSON too'
run qipu db s.qipu chekc
status_is 2 'an unknown verb is a misuse'
like "$err" "did you mean 'check'" 'and the right one is suggested'
run qipu db s.qipu
status_is 2 'a verb is needed'
run qipu db missing.qipu info
status_is 2 'a missing store is a failure'
[ ! -e missing.qipu ]
ok $? 'and is not made'
run qipu db games.pgn check
status_is 2 'a game file is no store'
like "$err" 'not a qipu store' 'and is told so'

if command -v sqlite3 >/dev/null; then
    is "$(sqlite3 s.qipu 'SELECT White, Date, Result, PlyCount FROM games WHERE id = 2')" \
        'Morphy, Paul|1858.??.??|1-0|4' 'the view shows games with PGN names'
    cp s.qipu damaged.qipu
    sqlite3 damaged.qipu "UPDATE move_block SET data = substr(data, 1, length(data) - 1) || x'ff';
        DELETE FROM player WHERE id = 1"
    run qipu db damaged.qipu check
    status_is 2 'a damaged store fails'
    like "$out" '^page [0-9]+ fails its checksum' 'the page is named'
    is "$(printf '%s\n' "$out" | grep -c '^page')" 2 'and every fault told'
    run qipu db --json damaged.qipu check
    like "$out" '^\{"fault":"page [0-9]+ fails' 'as JSON too'
    sqlite3 damaged.qipu 'PRAGMA user_version = 9'
    run qipu db damaged.qipu info
    status_is 2 'a newer format is refused'
    like "$err" 'format 9; this qipu reads formats up to 3' 'with both versions'
else
    skip 7 'no sqlite3'
fi
head -c 9000 s.qipu >cut.qipu
run qipu db cut.qipu check
status_is 2 'a store that is cut off fails'
run qipu db s.qipu info -o info.txt
like "$(cat info.txt)" '^games +2$' '-o puts it in a file'
run qipu db info games.qipu
status_is 2 'a verb before the store is refused'
is "$err" 'qipu db: the store comes first: qipu db games.qipu info' 'with the right order'
plan_done
