#!/bin/sh
# make install and make uninstall, into a folder of their own.
. "$(dirname "$0")/../tap.sh"

root=$(dirname "$data")/..
to=$work/'a folder'
at=$to/opt/bin
make_here() {
    make -s -C "$root" DESTDIR="$to" PREFIX=/opt "$@"
}
commands=$(qipu help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$')

run make_here install
status_is 0 'make install succeeds'
run "$at/qipu" --version
is "$out" "$(qipu --version)" 'the installed program runs'
is "$(cd "$at" && ls qipu-*)" "$(printf 'qipu-%s\n' $commands | sort)" \
    'there is a link for every command and no other'
run "$at/qipu-perft" 2
is "$(printf '%s\n' "$out" | tail -1)" 400 'a link is the command it names'
pages=$(cd "$root/man" && ls ./*.[157])
is "$(cd "$to/opt/share/man" && find . -type f | sed 's,^./man.,.,' | sort)" \
    "$(printf '%s\n' "$pages" | sort)" 'every page is in the manual'
for page in "$to"/opt/share/man/man*/*; do
    folder=${page%/*}
    [ "${page##*.}" = "${folder##*man}" ] || diag "$page"
done >.misplaced
is "$(cat .misplaced)" '' 'in the section that its name says'
cmp -s "$to/opt/share/qipu/qipu-game.schema.json" "$samples/qipu-game.schema.json"
ok $? 'the schema of JSON is there'
for script in bash-completion/completions/qipu zsh/site-functions/_qipu \
    fish/vendor_completions.d/qipu.fish; do
    shell=${script%%[-/]*}
    qipu completion "$shell" | cmp -s - "$to/opt/share/$script"
    ok $? "$shell finds how to complete it"
done
run make_here install
status_is 0 'it can be installed again'

run make_here uninstall
status_is 0 'make uninstall succeeds'
[ ! -e "$to" ]
ok $? 'and nothing is left, no folder either'
make_here install
echo other >"$at/qipu-other"
run make_here uninstall
is "$(cd "$to" && find .)" "$(printf '%s\n' . ./opt ./opt/bin ./opt/bin/qipu-other)" \
    'but what was never installed, which stays'
run make_here uninstall
status_is 0 'there may be nothing to uninstall'
plan_done
