#!/bin/sh
# Files of --split appear whole or not at all, under names that any system has a place for.
. "$(dirname "$0")/../tap.sh"

# Files of N games by White "pI" each, in movetext of some length.
games() { # number
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) {
        printf "[White \"p%d\"]\n[Result \"*\"]\n\n1. e4 {", i
        for (k = 0; k < 40; k++) printf "remark %d ", k
        print "} *\n" } }'
}
files() { # in a folder, joined
    ls -A "$1" | tr '\n' ' '
}

games 3 >games.pgn
mkdir by
printf 'old\n' >by/p0.pgn
printf 'old\n' >by/p2.pgn
chmod 640 by/p0.pgn
err=$(
    ulimit -f 0
    trap '' XFSZ
    qipu convert --force --split white -o 'by/{}.pgn' games.pgn 2>&1
)
is "$?" 2 'a file that cannot be written fails'
like "$err" 'by/p[0-9].pgn: cannot write: ' 'which is told'
is "$(files by)$(cat by/*)" 'p0.pgn p2.pgn old
old' 'all files are as they were'
run qipu convert --split white -o 'by/{}.pgn' games.pgn
status_is 2 'a file that is there is not written over'
is "$(files by)" 'p0.pgn p2.pgn ' 'and then no other is made'
run qipu convert --split white -o 'by/{}.pgn' games.pgn absent.pgn
status_is 2 'an input that is not there fails too'
like "$err" 'by/.*pgn: not written' 'files are not written then, which is told'
is "$(files by)" 'p0.pgn p2.pgn ' 'as with --output'
touch elsewhere.pgn
ln -s ../elsewhere.pgn by/p1.pgn
run qipu convert --force --split white -o 'by/{}.pgn' games.pgn
status_is 0 'with --force files are replaced'
is "$(files by)$(grep -h '^.White' by/p[02].pgn elsewhere.pgn | tr '\n' ' ')" \
    'p0.pgn p1.pgn p2.pgn [White "p0"] [White "p2"] [White "p1"] ' 'through links too'
is "$(ls -l by/p0.pgn | cut -c1-10)" '-rw-r-----' 'and keep their modes'

mkdir numbers
run qipu convert --split 2 -o 'numbers/{}.pgn' games.pgn absent.pgn
is "$(files numbers)" '000001.pgn ' 'files with numbers are there when they are full'

# Names.
mkdir names
printf '[White "a\302\233b\342\200\256.gpj\302\205\341\240\216\363\240\200\201"]\n\n*\n' >odd.pgn
printf '[White "Tal\0x"]\n\n*\n\n[White "Tal"]\n\n*\n\n[White "M\303\274 \344\270\255"]\n\n*\n' >>odd.pgn
run qipu convert --split white -o 'names/{}' odd.pgn
status_is 0 'odd names'
is "$(files names)" "$(printf 'M\303\274 \344\270\255 Tal Tal x a_b_.gpj___ ')" \
    'control and format characters are replaced, and a NUL is a blank'
run qipu validate --strict odd.pgn
like "$out$err" 'odd\.pgn:4:12: .*\[nul-byte\]' 'which is told'
printf '{"tags":[["White","Tal\\u0000x"]],"moves":[],"result":"*"}\n' >odd.jsonl
run qipu convert odd.jsonl
like "$out" '^\[White "Tal x"\]' 'in JSON too'

# Many files: none stays open.
mkdir many
games 3000 >many.pgn
run qipu convert --split white -o 'many/{}' many.pgn
is "$(ls many | wc -l | tr -d ' ')" 3000 'thousands of files'

plan_done
