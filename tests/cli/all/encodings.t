#!/bin/sh
# What is told of the encodings of files.
. "$(dirname "$0")/../tap.sh"

# Games in UTF-16 without a mark: a character and a NUL each.
for name in one two; do
    printf '[White "%s"]\n\n1. e4 e5 *\n' $name | iconv -f UTF-8 -t UTF-16LE >$name.pgn
done
run qipu import a.qipu --encoding UTF-16LE one.pgn two.pgn
is "$out" 'a.qipu: 2 games added, 2 files with text in UTF-16LE; 0 errors, 0 warnings' \
    'two files of one encoding are counted together'
for encoding in utf-16le UTF16LE UTF-16; do
    run qipu import b.qipu --dry-run --json --encoding $encoding one.pgn two.pgn
    like "$out" '"encodings":[{]"UTF-16LE":2[}]' "whatever it is called: $encoding"
done
run qipu validate --min-severity note --only other-encoding --encoding utf-16le one.pgn
like "$out" 'note: the text is UTF-16LE ' 'validate tells its usual name, too'
printf '[Event "?"]\n[Site "?"]\n[Date "2001.02.03"]\n[Round "?"]\n[White "A"]\n[Black "B"]\n[Result "*"]\n\n1. e4 e5 *\n' >good.pgn
cp good.pgn same.pgn
for encoding in utf-8 UTF8; do
    touch -t 200102030405 same.pgn
    qipu validate -q --in-place --encoding $encoding same.pgn
    [ -z "$(find same.pgn -newer good.pgn)" ] && cmp -s same.pgn good.pgn
    ok $? "a good file in $encoding is not written again"
done
plan_done
