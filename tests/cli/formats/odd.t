#!/bin/sh
# Files that readers trip over, from many places: how many games each holds, and how many of them
# can be played through. The files are no part of this repository; QIPU_CORPUS_ODD names their
# folder.
. "$(dirname "$0")/../tap.sh"

rows=$(grep -vc '^#' "$data/odd-counts.tsv")
if [ ! -d "${QIPU_CORPUS_ODD:-}" ]; then
    skip "$rows" 'QIPU_CORPUS_ODD is not set'
    plan_done
    exit
fi

# The games of FILE, those accepted, and those of unsupported variants.
counts() {
    qipu validate --json --summary --fail-on never --min-severity error "$1" >found 2>&1
    games=$(tail -n 1 found | sed -n 's/.*"games":\([0-9]*\).*/\1/p')
    unsupported=$(tail -n 1 found | sed -n 's/.*"unsupported-variant":\([0-9]*\).*/\1/p')
    broken=$(grep -E '"code":"(illegal-move|ambiguous-move|unreadable-move|move-after-end|bad-fen|game-too-large)"' found |
        sed 's/.*"game":\([0-9]*\),.*/\1/' | sort -u | wc -l)
    echo "$games $((games - broken - ${unsupported:-0})) ${unsupported:-0}"
}

grep -v '^#' "$data/odd-counts.tsv" >rows
tab=$(printf '\t')
while IFS=$tab read -r file games accepted unsupported _; do
    is "$(counts "$QIPU_CORPUS_ODD/$file")" "$games $accepted $unsupported" "$file"
done <rows
plan_done
