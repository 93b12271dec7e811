#!/bin/sh
# The README's examples: every "$ qipu ..." is run, in order and in one folder, and must print what
# the README shows below it. A line of "..." there stands for the rest of the output.
. "$(dirname "$0")/tap.sh"
readme=$samples/../README.md
ln -s "$samples" samples

# The lines below an example, up to a blank line or the next one, without their indentation. Blanks
# at the ends of lines do not count.
shown() {
    awk -v number="$1" '
        /^    \$ / { n++; inside = n == number; next }
        !/^    /   { inside = 0 }
        inside     { print substr($0, 5) }' "$readme" | sed 's/ *$//'
}

sed -n 's/^    \$ //p' "$readme" >examples
count=$(wc -l <examples)
ok $((count < 5)) 'the README has examples'
number=0
while IFS= read -r example; do
    number=$((number + 1))
    run eval "$example" </dev/null
    expected=$(shown "$number")
    got=$(printf '%s\n' "$out" | sed 's/ *$//')
    if [ "$(printf '%s\n' "$expected" | tail -1)" = ... ]; then
        expected=$(printf '%s\n' "$expected" | sed '$d')
        got=$(printf '%s\n' "$got" | head -n "$(printf '%s\n' "$expected" | wc -l)")
    fi
    is "$got" "$expected" "$example"
    is "$err" '' '  without a message'
done <examples
plan_done
