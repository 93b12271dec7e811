#!/bin/sh
# What holds for every command that 'qipu help' lists.
. "$(dirname "$0")/tap.sh"

run qipu help
status_is 0 'help is no failure'
commands=$(printf '%s\n' "$out" | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$')
like "$out" '^Commands:' 'help lists commands'
run qipu --help
status_is 0 '--help is help'
like "$out" '^usage: qipu COMMAND' '--help shows the usage'
run qipu --version
status_is 0 '--version is no failure'
like "$out" '^qipu [0-9]+\.[0-9]+\.[0-9]+$' '--version prints name and version'
run qipu
status_is 2 'no command is a misuse'
is "$out" '' 'a misuse prints nothing to standard output'
run qipu no-such-command
status_is 2 'an unknown command is a misuse'
run qipu halp
like "$err" "did you mean 'help'" 'a misspelt command gets a suggestion'
run qipu help no-such-command
status_is 2 'help for an unknown command fails'
run qipu "$(printf 'x\033[2J')"
like "$err" 'x\\x1B\[2J' 'control characters in arguments are escaped'

for c in $commands; do
    run qipu "$c" --help
    status_is 0 "$c --help is no failure"
    lines=$(printf '%s\n' "$out" | wc -l)
    [ "$lines" -ge 15 ] && [ "$lines" -le 50 ]
    ok $? "$c --help fits a screen ($lines lines)"
    wide=$(printf '%s\n' "$out" | awk 'length > 100' | head -1)
    is "$wide" '' "$c --help fits the width of a screen"
    like "$out" "^usage: qipu $c " "$c --help shows the usage"
    like "$out" '[Ee]xit status' "$c --help tells the exit status"
    help=$out
    run qipu help "$c"
    is "$out" "$help" "help $c is $c --help"
    run qipu "$c" --version
    like "$out" '^qipu [0-9]' "$c --version prints the version"

    run qipu "$c" --no-such-option
    status_is 2 "$c refuses an unknown option"
    is "$out" '' "$c says so on standard error"
    like "$err" "^qipu $c: unknown option '--no-such-option'" "$c names the unknown option"
    like "$err" "^try: qipu $c --help" "$c says where help is"
    run qipu "$c" --verison
    like "$err" "did you mean '--version'" "$c suggests the option that was meant"
    run qipu "$c" --hel
    status_is 0 "$c takes an unambiguous prefix"
    run qipu "$c" --output
    status_is 2 "$c refuses an option without its argument"
    run qipu "$c" --quiet=yes
    status_is 2 "$c refuses an argument for a flag"
    run qipu "$c" --threads many
    status_is 2 "$c refuses a number that is none"
    run qipu "$c" --piece-letters klingon
    status_is 2 "$c refuses an unknown language"
    like "$err" 'en, ' "$c lists the languages there are"
    run qipu "$c" -Z
    status_is 2 "$c refuses an unknown short option"

    if [ -e /dev/full ]; then
        status=0
        qipu "$c" --help >/dev/full 2>.err || status=$?
        status_is 2 "$c --help notices a full disk"
    else
        skip 1 'no /dev/full'
    fi
    ln -sf "$QIPU" "qipu-$c"
    run "./qipu-$c" --help
    is "$out" "$help" "qipu-$c is qipu $c"
done

# Commands that read game files.
for c in $commands; do
    case $c in
    validate | search | stats | convert) ;;
    *) continue ;;
    esac
    run qipu "$c" missing.pgn </dev/null
    status_is 2 "$c fails for a missing file"
    like "$err" 'missing\.pgn' "$c names the missing file"
    mkdir -p folder
    run qipu "$c" folder </dev/null
    status_is 2 "$c refuses a folder without -r"
    : >empty.list
    run qipu "$c" --files-from missing.list </dev/null
    status_is 2 "$c fails for a missing list of files"
done
plan_done
