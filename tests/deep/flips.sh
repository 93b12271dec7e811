#!/bin/sh
# A store in which one bit is another: every command answers as from the whole store, or ends with
# status 2 and says what is damaged; and nothing damaged passes into another store. TAP; FLIPS is how
# many bits are tried, spread over the file, SEED where the first of them lies.
FLIPS=${FLIPS:-300}
SEED=${SEED:-1}
. "$(dirname "$0")/../cli/tap.sh"

qipu import -q whole.qipu "$samples/chess.pgn"
cat >questions <<'END'
convert s.qipu
convert --to json s.qipu
search --json --player k s.qipu
search --count --date 1990..2000 --elo 2000.. s.qipu
search --json --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -' s.qipu
search --count --structure 'rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w' s.qipu
search --count --pattern '*/*/*/*/*/?N*/*/*' s.qipu
search --count --has comments s.qipu
stats s.qipu
stats --elo 2000.. s.qipu
stats --by player s.qipu
db s.qipu dedup --dry-run --kind near
db s.qipu similar
db s.qipu check
END

# The answer to question NUMBER is in the file answer, its status in $status.
ask() {
    status=0
    eval "qipu $(sed -n "$1p" questions)" >answer 2>said || status=$?
}
told='damage|checksum|not a qipu store|format|ends within|not as qipu'
# Whether that is the answer of the whole store, or a refusal.
is_right() {
    cmp -s answer "answer-$1" && [ "$status" -eq "$(cat "status-$1")" ] ||
        { [ "$status" -eq 2 ] && cat said answer | grep -qE "$told"; }
}
flip() { # flip BYTE: the whole store with one bit of that byte changed
    perl -e 'local $/; open my $f, "<:raw", $ARGV[0] or die; my $d = <$f>;
        substr($d, $ARGV[1], 1) ^= chr(1 << ($ARGV[1] * 7 % 8)); binmode STDOUT; print $d' whole.qipu "$1"
}

count=$(wc -l <questions)
for n in $(seq "$count"); do
    cp whole.qipu s.qipu
    ask "$n"
    cp answer "answer-$n"
    echo "$status" >"status-$n"
done
qipu convert whole.qipu >games.pgn

size=$(wc -c <whole.qipu)
wrong=
laundered=
for f in $(seq "$FLIPS"); do
    at=$(((SEED * 7919 + f * size / FLIPS) % size))
    flip "$at" >flipped
    for n in $(seq "$count"); do
        cp flipped s.qipu
        ask "$n"
        is_right "$n" || wrong="$wrong
# byte $at: status $status: $(sed -n "${n}p" questions): $(head -n 1 said)"
    done
    rm -f new.qipu
    cp flipped s.qipu
    qipu db -q new.qipu merge s.qipu >merged 2>&1 || continue
    qipu convert new.qipu | cmp -s - games.pgn || laundered="$laundered $at"
done
is "$wrong" '' "$FLIPS flipped bits never change an answer in silence"
is "$laundered" '' 'nor pass into another store'
plan_done
