#!/bin/sh
# qipu validate over a collection that is watched: known findings, the worst files, names, SARIF.
. "$(dirname "$0")/../tap.sh"

tags='[Event "E"]\n[White "Tal, M"]\n[Black "B"]\n[Date "1960.03.15"]\n[Round "3"]\n[Result "1-0"]\n\n'
mkdir -p c/one 'c/t wo'
printf "${tags}1. e4 e5 2. Ke3 1-0\n\n1. d4 Nf3 *\n" >c/one/g.pgn
printf "${tags}1. e4 e5 2. Ke3 1-0\n" >'c/t wo/h.pgn'

# The baseline.
run qipu validate -r c --write-baseline c/known.txt
status_is 0 'what is written is known'
is "$out$err" '' 'and not shown'
is "$(grep -v '^#' c/known.txt | tr '\t' '|')" "one/g.pgn|? - ?|2|illegal-move|1
one/g.pgn|Tal, M - B, E 3, 1960.03.15|0|missing-tag|1
one/g.pgn|Tal, M - B, E 3, 1960.03.15|3|illegal-move|1
t wo/h.pgn|Tal, M - B, E 3, 1960.03.15|0|missing-tag|1
t wo/h.pgn|Tal, M - B, E 3, 1960.03.15|3|illegal-move|1" 'a line each, in order'
cp c/known.txt first.txt
run qipu validate -r c --baseline c/known.txt
status_is 0 'nothing is new'
is "$out$err" '' 'nor shown'
run qipu validate -r "$PWD/c" --baseline c/known.txt --lang zh
is "$status$out$err" 0 'wherever the files are read from, in any language'
run sh -c 'cd c && "$QIPU" validate -r . --baseline known.txt --summary'
like "$out" '^known findings passed over: 5$' 'the summary counts them'
{ printf '%% a line\n\n' && cat c/one/g.pgn && printf '\n1. d4 Nf3 *\n'; } >g && mv g c/one/g.pgn
run qipu validate -r c --baseline c/known.txt
status_is 1 'one more of the same kind is new'
is "$out" 'c/one/g.pgn:14:7: error: Nf3: no knight can reach f3 [illegal-move]' 'the others have moved'
run qipu validate -r c --baseline c/known.txt --fail-on never --format github
is "$out" '::error file=c/one/g.pgn,line=14,col=7,title=illegal-move::Nf3: no knight can reach f3' \
    'in each format'
rm 'c/t wo/h.pgn'
run qipu validate c/one/g.pgn --baseline c/known.txt --only missing-tag
status_is 0 'other codes are not asked for'
like "$err" '^qipu validate: c/known.txt: known, but 1 of 1 not found any more: t wo/h.pgn; Tal, M - B, E 3, 1960.03.15; 0; missing-tag$' \
    'what has gone is told'
cp first.txt c/known.txt
printf "${tags}1. e4 1-0\n" >'c/t wo/h.pgn'
run qipu validate c/one/g.pgn --baseline c/known.txt --fail-on never
is "$err" '' 'but not of files that are not read'
run qipu validate 't wo' -q 'c/t wo/h.pgn' --baseline c/known.txt
status_is 2 'a file that cannot be read is no success'
run qipu validate 'c/t wo/h.pgn' --baseline c/known.txt --write-baseline c/known.txt
is "$(grep -c illegal-move c/known.txt) $(grep -c '^t wo' c/known.txt)" '2 1' 'a new one keeps what was not read'
printf '<<<<<<< ours\n' >>c/known.txt
run qipu validate 'c/t wo/h.pgn' --baseline c/known.txt
status_is 2 'a file that is none is refused'
like "$err" "c/known.txt:6:1: is no line of a baseline" 'with its line'
run qipu validate 'c/t wo/h.pgn' --baseline no.txt
status_is 2 'as one that is not there'

# Names, and the worst files.
run qipu validate --name-games --only illegal-move c/one/g.pgn
like "$out" 'cannot reach e3 \(Tal, M - B, E 3, 1960.03.15\) \[illegal-move\]' '--name-games tells the players'
run qipu validate --name-games --only illegal-move --json c/one/g.pgn
like "$out" '"name":"Tal, M - B, E 3, 1960.03.15"' 'in JSON in a member'
run qipu validate -r c --summary --by file
like "$out" '^ *errors warnings    notes file' '--by file: a table'
is "$(printf '%s\n' "$out" | grep -A2 '^ *errors warn' | tail -2)" '       3        1        2 c/one/g.pgn
       0        1        0 c/t wo/h.pgn' 'the worst first'
run qipu validate -r c --by file --lang zh
like "$out" '^    错误     警告     提示 文件' 'its head is padded by columns, not bytes'
run qipu validate -r c --by file --json
like "$out" '"by_file":\[\{"file":"c/one/g.pgn","errors":3,"warnings":1,"notes":2\},' 'as JSON'
run qipu validate -r c --by player
status_is 2 'there is no other'

# SARIF.
run qipu validate -r c --format sarif --summary
status_is 1 'SARIF has the same status'
like "$out" '^\{"\$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":\[\{"tool":\{"driver":\{"name":"qipu"' 'a head'
like "$out" '^\{"id":"illegal-move","shortDescription":\{"text":"[^"]*"\},"defaultConfiguration":\{"level":"error"\}\}' 'a rule for each code'
like "$out" '^\{"ruleId":"missing-tag","ruleIndex":[0-9]*,"level":"warning","message":\{"text":"no Site tag"\},"locations":\[\{"physicalLocation":\{"artifactLocation":\{"uri":"c/t%20wo/h.pgn"\},"region":\{"startLine":1,"startColumn":1\}\}\}\],"partialFingerprints":\{"qipuFinding/v1":"[0-9a-f]{16}"\}\}' 'a result for each finding'
prints() {
    qipu validate --format sarif c/one/g.pgn | grep -o 'Finding/v1":"[^"]*'
}
before=$(prints)
{ printf '\n\n\n' && cat c/one/g.pgn; } >g && mv g c/one/g.pgn
is "$(prints)" "$before" 'fingerprints stay when lines move'
is "$(prints | sort | uniq -d)" '' 'and differ from each other'
if command -v python3 >/dev/null; then
    qipu validate -r c --format sarif --summary | python3 -c 'import json, sys; json.load(sys.stdin)'
    ok $? 'it is one JSON document'
    qipu validate --format sarif </dev/null | python3 -c 'import json, sys; json.load(sys.stdin)'
    ok $? 'also without findings'
else
    skip 2 'no python3'
fi
plan_done
