#!/bin/sh
# Who types an option of pgn-extract is told what to use instead, for every one of the page about them.
. "$(dirname "$0")/../tap.sh"
page=$data/../../man/qipu-from-pgn-extract.7
echo '1. e4 e5 1-0' >game.pgn

# What has no row in the table since nothing does it here.
nothing='--lichesscommentfix --fencommentformat --evaluation'
# What means another thing here, or the same.
known='-? -h -o -r -q -v -w -t -c -n --json'

# Whether OPTION is taken, or answered with a command.
is_answered() {
    for command in convert search; do
        run qipu $command "$1" game.pgn
        case $err in
        *"in place of pgn-extract's: qipu "* | *"' has it"* | *' needs an argument'* | *' may be '*)
            return 0
            ;;
        esac
        [ "$status" -eq 2 ] || return 0
    done
    return 1
}

count=0
missing=
for option in $(grep '^\.It Li -' "$page" | tr ' ,' '\n\n' | grep '^-.' | sort -u); do
    case " $nothing $known " in *" $option "*) continue ;; esac
    count=$((count + 1))
    is_answered "$option" || missing="$missing $option"
done
is "$missing" '' 'all options are answered'
[ $count -gt 100 ]
ok $? "all $count of them"

run qipu convert -7 game.pgn
status_is 2 'a short option is a misuse'
is "$err" "qipu convert: unknown option '-7'; in place of pgn-extract's: qipu convert --seven
try: qipu convert --help" 'and the message says what stands for it'
run qipu search --noduplicates game.pgn
like "$err" "unknown option '--noduplicates'; in place of pgn-extract's: qipu convert --unique=moves$" \
    'a long one of another command'
run qipu convert --NoVars game.pgn
like "$err" 'qipu convert --no-variations$' 'in capital letters too'
run qipu stats -7 game.pgn
like "$err" "unknown option '-7'$" 'commands that are not like pgn-extract do not speak of it'

# What the table names must be options.
bad=
count=0
for words in $(sed -n 's/^    {.*, "\(.*\)"},$/\1/p' "$data/../../tools/habits.c" | tr ' ' '~'); do
    words=$(echo "$words" | tr '~' ' ')
    for option in $(echo "$words" | tr ' =' '\n\n' | grep '^--[a-z]'); do
        count=$((count + 1))
        qipu "${words%% *}" --help | grep -q -e "$option\([^a-z-]\|$\)" || bad="$bad $words"
    done
done
is "$bad" '' 'every command that is named has its options'
[ $count -gt 70 ]
ok $? "$count of them"
plan_done
