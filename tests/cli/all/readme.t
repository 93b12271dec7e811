#!/bin/sh
# The README's examples: every "$ qipu ..." is run, in order and in one folder, and must print what
# the README shows below it. Lines that begin with ">" go on with the command; a line of "..." in what
# is shown stands for the rest of the output.
. "$(dirname "$0")/../tap.sh"
readme=$samples/../README.md
ln -s "$samples" samples

# Write each example to a file command-N, and what is shown below it, up to a blank line or the next
# one and without the indentation, to shown-N.
awk '
    /^    \$ / { n++; inside = 1; file = "command-" n; print substr($0, 7) >file
                 printf "" >("shown-" n); next }
    !/^    /   { inside = 0 }
    inside && /^    > / && file { print substr($0, 7) >file; next }
    inside     { file = ""; print substr($0, 5) >("shown-" n) }' "$readme"
count=$(ls command-* | wc -l)
ok $((count < 5)) 'the README has examples'
number=0
while [ $number -lt "$count" ]; do
    number=$((number + 1))
    example=$(cat command-$number)
    if ! command -v jq >/dev/null && grep -q '| jq ' command-$number; then
        skip 2 'no jq'
        continue
    fi
    run eval "$example" </dev/null
    expected=$(sed 's/ *$//' shown-$number) # blanks at the ends of lines do not count
    got=$(printf '%s\n' "$out" | sed 's/ *$//')
    if [ "$(printf '%s\n' "$expected" | tail -1)" = ... ]; then
        expected=$(printf '%s\n' "$expected" | sed '$d')
        got=$(printf '%s\n' "$got" | head -n "$(printf '%s\n' "$expected" | wc -l)")
    fi
    is "$got" "$expected" "$(head -n 1 command-$number)"
    is "$err" '' '  without a message'
done
plan_done
