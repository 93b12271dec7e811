#!/bin/sh
# qipu convert --output-encoding, what is said of encodings, and the options of reading that a store
# has no use for.
. "$(dirname "$0")/../tap.sh"

printf '[White "M\303\274ller"]\n[Black "\305\240imon \344\270\255"]\n[Result "*"]\n\n' >game.pgn
printf '1. e4 {\342\200\223 \302\275} *\n\n' >>game.pgn
bytes() {
    od -An -tx1 "$1" | tr -d ' \n'
}

run qipu convert --output-encoding windows-1252 -o latin.pgn game.pgn
status_is 1 'a character that the encoding lacks is told'
is "$err" "qipu convert: 1 character that windows-1252 does not have written as '?'; the first is 中 (U+4E2D) in line 2 of latin.pgn" \
    'with its place in the output'
like "$(bytes latin.pgn)" '4dfc6c6c6572.*8a696d6f6e203f' 'the others are there'
is "$(qipu convert latin.pgn)" "$(qipu convert game.pgn | sed 's/中/?/')" 'and are read back'
run qipu convert -q --output-encoding ascii game.pgn
status_is 1 '--quiet does not hide that'
is "$out" "$(qipu convert game.pgn | sed 's/ü/?/;s/Š/?/;s/中/?/;s/–/?/;s/½/?/')" 'each is a question mark'
like "$err" '^qipu convert: 5 characters .*ü \(U\+00FC\) in line 1 of standard output$' 'and they are counted'
for encoding in GB18030 UTF-16 UTF-16BE UTF-8; do
    run qipu convert --output-encoding $encoding -o all.pgn game.pgn
    is "$status:$err" '0:' "$encoding has them all"
    from=$encoding
    [ $encoding = UTF-16BE ] && from=UTF-16
    is "$(qipu convert --encoding $from all.pgn)" "$(qipu convert game.pgn)" 'and gives them back'
done
is "$(qipu convert --output-encoding utf-16 game.pgn | od -An -tx1 -N4 | tr -d ' ')" 'fffe5b00' \
    'UTF-16 has its mark'

run qipu convert --output-encoding GBK "$samples/xiangqi.pgn"
status_is 0 'Chinese fits into GBK'
qipu convert --output-encoding GBK -o gbk.pgn "$samples/xiangqi.pgn"
is "$(qipu convert gbk.pgn)" "$(qipu convert "$samples/xiangqi.pgn")" 'which is read without being named'
run qipu convert --notation zh-hant --seven --no-comments --output-encoding BIG5 "$samples/xiangqi.pgn"
status_is 1 'names in simplified characters do not fit into Big5'
like "$err" '红 \(U\+7EA2\)' 'and are not exchanged, but told'

run qipu convert --to csv --columns White,Black --output-encoding GBK game.pgn
like "$err" 'in line 2 of standard output' 'tables have encodings too'
mkdir out
cat game.pgn game.pgn >two.pgn
run qipu convert --split 1 -o 'out/{}.pgn' --output-encoding latin1 two.pgn
status_is 1 'so have many files'
like "$err" '^qipu convert: 6 characters .*in line 2 of out/000001\.pgn$' 'of which the first is named'
like "$(bytes out/000002.pgn)" '4dfc6c6c6572' 'and all are written so'
for form in json xqf book; do
    run qipu convert --to $form --output-encoding GBK game.pgn
    status_is 2 "$form has an encoding of its own"
done
run qipu convert --output-encoding nonsense game.pgn
status_is 2 'an encoding must be known'
like "$err" '^qipu convert: unknown encoding: .nonsense.; .iconv -l. lists' 'and one that is not is told'
run qipu convert --output-encoding ASCII//TRANSLIT game.pgn
status_is 2 'iconv is not asked to change characters silently'

qipu import -q games.qipu game.pgn
for command in 'convert games.qipu' 'search games.qipu --count' 'stats games.qipu' 'show games.qipu' \
    'db games.qipu info'; do
    run qipu ${command} --encoding latin1
    status_is 2 "--encoding means nothing to a store: $command"
    like "$err" '^qipu [a-z]+: --encoding is for game files; games\.qipu is a store$' 'and that is told'
done
run qipu convert games.qipu --piece-letters de
status_is 2 '--piece-letters neither'
run qipu search games.qipu --piece-letters de --moves '1.e4' --count
status_is 0 'but it is for the moves asked for'
run qipu convert games.qipu latin.pgn --encoding windows-1252
status_is 0 'nor are they refused where a file is among the inputs'
run qipu import -q other.qipu latin.pgn --encoding windows-1252
status_is 0 'the store that is imported into is none of them'

printf '[White "M\303\274ller"]\n\n1. e4 *\n\n[White "M\374ller"]\n\n1. e4 *\n' >mixed.pgn
run qipu validate --summary --min-severity error mixed.pgn game.pgn latin.pgn
like "$out" '^mixed\.pgn: 1 line not in UTF-8, read as Windows-1252, mixed with lines that are$' \
    'the summary names a mixture'
like "$out" '^latin\.pgn: 3 lines not in UTF-8, read as Windows-1252$' 'and each file with another encoding'
unlike "$out" '^game\.pgn' 'but no other'
run qipu validate --json --summary --min-severity error mixed.pgn
like "$out" '"file":"mixed\.pgn".*"other-encoding"' 'in JSON too'
run qipu import mixed.qipu mixed.pgn latin.pgn
like "$err" '^qipu import: mixed\.pgn: 1 line not in UTF-8, read as Windows-1252, mixed with lines that are$' \
    'import tells of a mixture'
unlike "$err" 'latin\.pgn' 'and not of a file in one encoding'
like "$out" ', 2 files with text in Windows-1252;' 'which is counted'
run qipu import -v again.qipu latin.pgn
like "$err" '^qipu import: latin\.pgn: 3 lines not in UTF-8, read as Windows-1252$' 'unless it is asked to say more'
run qipu import --json json.qipu mixed.pgn
like "$out" '"encodings":\{"Windows-1252":1\}' 'JSON has the number'

printf '\357\273\277[White "A"]\n\n1. 0-0 *\n1. e4 *\n' >mark.pgn
qipu validate -q --fix --in-place mark.pgn
is "$(od -An -tx1 -N4 mark.pgn | tr -d ' ')" 'efbbbf5b' 'a file keeps its mark when it is mended'
cp mark.pgn kept.pgn
qipu validate -q --fix --in-place mark.pgn
is "$(bytes mark.pgn)" "$(bytes kept.pgn)" 'also a second time'
printf '\357\273\277[White "A"]\n\n1. 0-0 *\n1. e4 *\n' >patched.pgn
qipu validate -q --fix --dry-run patched.pgn >mark.diff 2>/dev/null
if command -v patch >/dev/null; then
    patch -s patched.pgn mark.diff
    is "$(bytes patched.pgn)" "$(bytes mark.pgn)" 'and a diff leaves it there'
else
    skip 1 'no patch'
fi
is "$(qipu validate -q --fix mark.pgn game.pgn | od -An -tx1 -N4 | tr -d ' ')" 'efbbbf5b' \
    'and the first file of an output has it'
run qipu validate --fix game.pgn mark.pgn
like "$err" '^mark\.pgn:1:1: fixed: the byte-order mark is left out \[other-encoding\]$' \
    'of others it is left out, and that is told'
unlike "$out" "$(printf '\357\273\277')" 'so there is none in the middle'
plan_done
