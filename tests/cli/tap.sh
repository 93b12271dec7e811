# Assertions for the shell tests, printing TAP. A test is a session that a user could have typed:
#
#     . "$(dirname "$0")/../tap.sh"
#     run qipu validate good.pgn          # fills $out, $err and $status
#     status_is 0 'a clean file gives status 0'
#     plan_done
#
# $QIPU names the program; every test runs in its own empty folder, $data is tests/data and
# $samples is samples.
set -u
root=$(cd "$(dirname "$0")" && until [ -d samples ] || [ "$PWD" = / ]; do cd ..; done && pwd)
QIPU=${QIPU:-$root/qipu}
data=$root/tests/data
samples=$root/samples
LC_ALL=C
export LC_ALL
tests=0
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1

# "qipu" runs the program under test.
qipu() {
    "$QIPU" "$@"
}

# Run a command; its output, messages and exit status are in $out, $err and $status.
run() {
    status=0
    "$@" >.out 2>.err || status=$?
    out=$(cat .out)
    err=$(cat .err)
}

# ok TRUTH NAME, TRUTH being an exit status: 0 is true.
ok() {
    tests=$((tests + 1))
    if [ "$1" -eq 0 ]; then
        printf 'ok %d - %s\n' "$tests" "$2"
        return 0
    fi
    printf 'not ok %d - %s\n' "$tests" "$2"
    return 1
}

diag() {
    printf '%s\n' "$1" | sed 's/^/# /'
}

# is GOT EXPECTED NAME
is() {
    if [ "$1" = "$2" ]; then
        ok 0 "$3"
    else
        ok 1 "$3"
        diag "got:      $1"
        diag "expected: $2"
    fi
}

# like GOT PATTERN NAME: an extended regular expression must match a line.
like() {
    if printf '%s\n' "$1" | grep -Eq -- "$2"; then
        ok 0 "$3"
    else
        ok 1 "$3"
        diag "got:     $1"
        diag "pattern: $2"
    fi
}

unlike() {
    if printf '%s\n' "$1" | grep -Eq -- "$2"; then
        ok 1 "$3"
        diag "got:     $1"
        diag "but not: $2"
    else
        ok 0 "$3"
    fi
}

# status_is EXPECTED NAME, of the last run.
status_is() {
    if [ "$status" -eq "$1" ]; then
        ok 0 "$2"
    else
        ok 1 "$2"
        diag "exit status $status, expected $1"
        diag "$err"
    fi
}

# skip COUNT WHY
skip() {
    for _ in $(seq "$1"); do
        tests=$((tests + 1))
        printf 'ok %d # SKIP %s\n' "$tests" "$2"
    done
}

plan_done() {
    printf '1..%d\n' "$tests"
}
