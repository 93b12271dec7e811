#!/bin/sh
# Texts of nothing: what is said of values that are empty or blank, in files and on the command line.
. "$(dirname "$0")/../tap.sh"

cat >tags.pgn <<'PGN'
[Event "E"]
[Date " "]
[White "A"]
[Result ""]
[WhiteElo " "]
[PlyCount " "]
[Opening ""]
[Opening ""]

1. e4 e5 *
PGN
run qipu validate tags.pgn
like "$err$out" "' ' is not a date" 'a blank date is shown in quotation marks'
like "$err$out" "'' is not a result" 'an empty result'
like "$err$out" "' ' is not a rating" 'a blank rating'
like "$err$out" "PlyCount ' ', but the game has 2" 'a blank number of plies'
run qipu validate --fix=all -o fixed.pgn tags.pgn
like "$err$out" "the second tag Opening, '', was left out" 'and what is left out'
run qipu validate --lang zh tags.pgn
like "$err$out" "' ' 不是日期" 'in Chinese too'
like "$err$out" "'' 不是结果" 'in Chinese too'

printf '{"tags":[["","x"]],"moves":["e4"," "]}\n' >moves.json
run qipu validate moves.json
like "$err$out" "no tag can be called ''" 'an empty name of a tag'
like "$err$out" "' ': " 'a blank move'
printf '4k3/8/8/8/8/8/8/4K3 w - - hmvc ; id "x";\n' >a.epd
run qipu validate a.epd
like "$err$out" 'hmvc needs a number' 'an operation of EPD without its operand'
run qipu show --fen ' '
like "$err" 'there is no board' 'a FEN of nothing'

# --- Options ---------------------------------------------------------------------------------------

printf '[White "A"]\n\n1. e4 e5 *\n' >a.pgn
qipu import -q s.qipu a.pgn

# Every option of COMMAND that takes a value, without what may be left out.
options() {
    qipu "$1" --help | grep -oE -- '--[a-z-]+ [A-Z]' | sed 's/ .*//' | sort -u
}
refused() { # COMMAND OPERAND...
    for option in $(options "$1"); do
        run qipu "$1" "$option=" ${2+"$2"} ${3+"$3"}
        case $status$err in
        2qipu\ $1:\ ?*) ;;
        *) diag "$1 $option=: status $status: $err" && return 1 ;;
        esac
        case $err in
        *': : '* | *"  "*) diag "$1 $option=: $err" && return 1 ;;
        esac
    done
}
for command in validate search stats convert show; do
    refused $command a.pgn
    ok $? "$command refuses every option with an empty value, and says why"
done
refused import new.qipu a.pgn
ok $? 'import refuses every option with an empty value'
ok "$(test ! -e new.qipu; echo $?)" 'before it makes a store'
refused db s.qipu retag
ok $? 'db refuses every option with an empty value'

for value in '' ' '; do
    run qipu search --player "$value" a.pgn
    like "$err" '--player: a name is missing' "the player '$value' is no name"
done
run qipu search --time-control ' ' a.pgn
like "$err" 'expected a time control' 'a blank is no time control'
run qipu convert --range '' a.pgn
like "$err" "--range '': expected a number" 'an empty range is shown in quotation marks'
run qipu convert --ply ' ' a.pgn
like "$err" "--ply ' ': expected a ply" 'a blank ply too'
run qipu convert --encoding '' a.pgn
like "$err" "unknown encoding: ''" 'the encoding of the locale is not meant'
run qipu convert --output-encoding '' a.pgn
like "$err" "unknown encoding: ''" 'nor for output'

# --- Operands --------------------------------------------------------------------------------------

for command in validate search stats convert show 'import s.qipu' 'db s.qipu merge'; do
    run qipu $command ''
    is "$status ${err%%
*}" "2 qipu ${command%% *}: the name of a file is missing: ''" "$command misses the name of a file"
done
run qipu import '' a.pgn
like "$err" 'no store given' 'nothing is imported into no store'
run qipu db '' info
like "$err" 'a store and a verb are needed' 'nor is one looked after'
plan_done
