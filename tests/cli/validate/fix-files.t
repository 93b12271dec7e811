#!/bin/sh
# qipu validate --fix on files as they lie about: links, files that others write to, full disks, and
# differences that patch takes in any encoding.
. "$(dirname "$0")/../tap.sh"

# games COUNT: games with a move to mend each.
games() {
    awk -v n="$1" 'BEGIN {
        for (i = 1; i <= n; i++) {
            printf "[Event \"e%d\"]\n[Site \"?\"]\n[Date \"2001.02.03\"]\n[Round \"?\"]\n", i
            printf "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e2e4 e5 *\n\n"
        }
    }'
}
games 1 >bad.pgn
qipu validate --fix -q bad.pgn >good.pgn
games 3000 >many.pgn

# --- In place ------------------------------------------------------------------------------------

cp bad.pgn target.pgn
ln -s target.pgn link.pgn
qipu validate --in-place -q link.pgn
[ -h link.pgn ] && cmp -s target.pgn good.pgn
ok $? 'behind a link the file that it leads to is mended'
cp bad.pgn one.pgn
cp bad.pgn two.pgn
run qipu validate --in-place one.pgn no.pgn two.pgn
status_is 2 'a file that cannot be read is a failure'
cmp -s one.pgn good.pgn && cmp -s two.pgn good.pgn
ok $? 'and the others are mended'
is "$(ls)" "$(printf '%s\n' bad.pgn good.pgn link.pgn many.pgn one.pgn target.pgn two.pgn)" \
    'nothing else is left behind'

cp many.pgn big.pgn
status=0
sh -c 'ulimit -f 64; exec "$@"' sh "$QIPU" validate --in-place -q big.pgn 2>.err || status=$?
status_is 2 'a full disk is a failure'
cmp -s big.pgn many.pgn && [ "$(find . -name 'big.pgn*')" = ./big.pgn ]
ok $? 'and leaves the file as it is'

if [ "$(id -u)" -ne 0 ]; then
    mkdir closed
    cp bad.pgn closed/bad.pgn
    chmod 555 closed
    run qipu validate --in-place closed/bad.pgn
    status_is 2 'so is a folder in which nothing can be written'
    chmod 755 closed
    chmod 444 closed/bad.pgn
    run qipu validate --in-place closed/bad.pgn
    status_is 2 'and a file that must not be written'
    cmp -s closed/bad.pgn bad.pgn
    ok $? 'which stays'
else
    skip 3 'root may write anywhere'
fi

# Who may give files away keeps them with their owners.
attributes() {
    ls -ln "$1" | awk '{ print $1, $3, $4 }'
}
cp bad.pgn theirs.pgn
chmod 640 theirs.pgn
if chown 12345:23456 theirs.pgn 2>/dev/null; then
    before=$(attributes theirs.pgn)
    qipu validate --in-place -q theirs.pgn
    is "$(attributes theirs.pgn)" "$before" 'owner, group and mode stay'
    cp bad.pgn theirs.pgn
    qipu validate --fix -q -o theirs.pgn bad.pgn
    is "$(attributes theirs.pgn)" "$before" 'also of a file that -o replaces'
else
    skip 2 'this user may give no file away'
fi

# More is said of it than a pipe holds, so that it is at work when the first of it is read.
mkfifo said
cp many.pgn big.pgn
{
    head -c 1 >/dev/null
    echo '% another line' >>big.pgn
    cat >last
} <said &
status=0
qipu validate --in-place big.pgn 2>said || status=$?
wait
status_is 2 'a file that others write to meanwhile is not mended'
like "$(tail -n 1 last)" 'big\.pgn: left as it is, since it was written to meanwhile' 'as it is told'
{
    cat many.pgn
    echo '% another line'
} | cmp -s - big.pgn
ok $? 'and nothing of it is lost'

# --- Differences ---------------------------------------------------------------------------------

# patches NAME FILE: the differences of FILE make it what --fix does.
patches() {
    qipu validate --fix -q "$2" >want.pgn
    qipu validate --dry-run -q "$2" >diff
    cp "$2" patched.pgn
    patch -s --binary patched.pgn <diff && cmp -s patched.pgn want.pgn
    ok $? "$1"
}
if command -v patch >/dev/null; then
    {
        games 1
        games 1 | sed "s/ e5/ {M$(printf '\374')ller} e5/"
        games 1
    } >latin1.pgn
    patches 'patch takes differences of a text in another encoding' latin1.pgn
    games 1 | sed "s/2e4 e5/4 {M$(printf '\374')ller} e5/" >latin1.pgn
    patches 'and of one that has no other fault' latin1.pgn
    { printf '\357\273\277'; games 2; } >mark.pgn
    patches 'of one behind a byte-order mark' mark.pgn
    sed 's/$/\r/' bad.pgn >crlf.pgn
    patches 'of lines that end in CR LF' crlf.pgn
    { sed 's/$/\r/' bad.pgn; cat bad.pgn; } >mixed.pgn
    patches 'in some places' mixed.pgn
    printf '%s' "$(cat bad.pgn)" >open.pgn
    patches 'of none' good.pgn
    patches 'of a last line that does not end' open.pgn
    { echo 'Dear friend,'; cat bad.pgn; echo 'Yours'; } >letter.pgn
    patches 'of text that belongs to no game' letter.pgn
else
    skip 8 'no patch'
fi
plan_done
