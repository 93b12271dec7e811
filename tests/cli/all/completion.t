#!/bin/sh
# Shells complete commands, options and values by scripts that are written from the tables.
. "$(dirname "$0")/../tap.sh"

for shell in bash zsh fish; do
    run qipu completion $shell -o "script.$shell"
    status_is 0 "there is a script for $shell"
done
run qipu completion csh
status_is 2 'another shell is refused'
is "$(printf '%s\n' "$err" | head -1)" \
    "qipu completion: no shell 'csh'; there are bash, zsh and fish" 'by name'

# The part of a script that is about the command $2.
part() {
    case $1 in
    bash) sed -n "/^    $2)\$/,/;;/p" script.bash ;;
    zsh) sed -n "/^    $2)\$/,/;;/p" script.zsh ;;
    fish) grep "from $2'" script.fish | sed 's/ -l / --/' ;;
    esac
}

commands=$(qipu help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$')
for shell in bash zsh fish; do
    for command in $commands; do
        part $shell "$command" | grep -o -- '--[a-z0-9-]*[a-z0-9]' | sort -u >has
        qipu "$command" --help | sed '/^Examples/,$d' | grep -oE -- '(^|[ ,])--[a-z0-9-]*[a-z0-9]' |
            tr -d ' ,' | sort -u >wanted
        [ -z "$(comm -13 has wanted)" ] || diag "$shell $command: $(comm -13 has wanted)"
    done >missing
    is "$(cat missing)" '' "the script for $shell has every option of every command"
done

bash -n script.bash
ok $? 'bash can read its script'
for shell in zsh fish; do
    if command -v $shell >/dev/null 2>&1; then
        $shell -n script.$shell
        ok $? "$shell can read its script"
    fi
done

# Each word of "'convert --to=' | ...) values='pgn san'" is taken by that option of that command.
sed -n "s/^    '\([a-z]* --[a-z-]*=\)'.*) values='\(.*\)' ;;$/\1 \2/p" script.bash >values
while read -r command option words; do
    for word in $words; do
        qipu "$command" "$option$word" --help >/dev/null 2>message || cat message
    done
done <values >refused
ok $(($(wc -l <values) < 40)) 'many options have words'
is "$(cat refused)" '' 'and take each of them'

# --- A real bash ---------------------------------------------------------------------------------

# What bash offers where the last of the words stands.
offers() {
    bash --norc -c 'source ./script.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        _qipu; printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort | tr '\n' ' ' | sed 's/ *$//'
}

mkdir -p here/sub
cd here || exit
cp ../script.bash .
touch games.qipu 'two words.qipu' games.pgn
is "$(offers qipu s)" 'search show stats' 'commands are completed'
is "$(offers qipu import '')" 'games.qipu sub two words.qipu' 'a store is offered for a store'
is "$(offers qipu import games.qipu games.p)" games.pgn 'then any file is'
is "$(offers qipu search games.q)" games.qipu 'files are offered to search'
is "$(offers qipu db games.qipu re)" 'reindex rename retag' 'verbs follow the store'
is "$(offers qipu convert --wr)" --wrap-comments 'options are completed'
is "$(offers qipu search --pla)" '--player' 'so are conditions'
is "$(offers qipu convert --to zh)" 'zh-hans zh-hant' 'words are offered for a value'
is "$(offers qipu convert --to = zh)" 'zh-hans zh-hant' 'and behind an equals sign'
is "$(offers qipu convert -t js)" json 'and behind a letter'
is "$(offers qipu convert --unique = e)" end 'and where the value may be left out'
is "$(offers qipu search --result 1)" '1-0 1/2-1/2' 'a condition has words too'
is "$(offers qipu show --lang '')" 'en zh' 'so have common options'
is "$(offers qipu search --player '')" '' 'nothing is offered where no one can know'
is "$(offers qipu convert --output games.p)" games.pgn 'a file is offered for the value of one'
is "$(offers qipu help f)" 'formats from-pgn-extract' 'topics of help are completed'
is "$(offers qipu completion '')" 'bash fish zsh' 'and shells'
is "$(bash --norc -c 'source ./script.bash; complete -p qipu')" 'complete -F _qipu qipu' \
    'the script binds the name'

plan_done
