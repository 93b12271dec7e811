#!/bin/sh
# The examples of the manual pages: each is run, in order and in one folder that has the files which
# they name, and is one that the program understands.
. "$(dirname "$0")/../tap.sh"
pages=$data/../../man

if ! command -v mandoc >/dev/null; then
    echo '1..0 # SKIP no mandoc'
    exit 0
fi
mkdir bin years collection
ln -s "$QIPU" bin/qipu # for xargs
PATH=$work/bin:$PATH
for name in games annotated lichess; do
    cp "$samples/chess.pgn" $name.pgn
done
qipu convert --to-letters de games.pgn >deutsch.pgn
cp "$samples/xiangqi.pgn" .
cp games.pgn collection/games.pgn
gzip -c games.pgn >games.pgn.gz
cp games.pgn.gz masters.pgn.gz
cp games.pgn.gz lichess.pgn.zst # compression is told by content
cp games.pgn.gz games.pgn.zst
qipu import -q games.qipu games.pgn
qipu import -q xiangqi.qipu xiangqi.pgn
echo "--white fischer" >criteria
: >known

# Write each example of section EXAMPLES to a file command-N.
for page in "$pages"/*.1; do
    mandoc -Tutf8 -O width=300 "$page"
done | sed "s/.$(printf '\b')//g" | awk '
    /^[A-Z]/ { inside = $0 == "EXAMPLES"; next }
    !inside  { next }
    /^[ \t]+(qipu|xargs qipu|zstdcat) / { file = "command-" ++n; printf "" >file }
    !NF      { file = "" }
    file {
        sub(/^[ \t]+/, "")
        print >file
        if ($0 !~ /[\\|]$/) file = ""
    }'
count=$(ls command-* | wc -l)
ok $((count < 50)) 'the manual has examples'
number=0
while [ $number -lt "$count" ]; do
    number=$((number + 1))
    example=$(cat command-$number)
    run eval "$example" </dev/null
    is "$(printf '%s\n' "$err" | grep -B 1 '^try: qipu')" '' "$(head -n 1 command-$number)"
done
plan_done
