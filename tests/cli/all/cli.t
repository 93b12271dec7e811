#!/bin/sh
# What holds for every command that 'qipu help' lists.
. "$(dirname "$0")/../tap.sh"

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

# The lines of the output that are wider than a screen. Chinese characters, three bytes from E3 on,
# have two columns; marks of three bytes from E2 on have one.
wide_lines() {
    printf '%s\n' "$out" | sed "s/[$(printf '\343-\357')]../ZZ/g; s/$(printf '\342')../z/g" |
        awk 'length > 80'
}
for c in '' $commands; do
    for lang in en zh; do
        run qipu help $c --lang $lang
        is "$(wide_lines)" '' "help $c fits the width of a screen ($lang)"
        [ "$c" = convert ] && most=60 || most=50
        lines=$(printf '%s\n' "$out" | wc -l)
        [ "$lines" -ge 15 ] && [ "$lines" -le $most ]
        ok $? "help $c fits a screen ($lang, $lines lines)"
    done
done

for c in $commands; do
    run qipu "$c" --help
    status_is 0 "$c --help is no failure"
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
    run qipu "$c" --no-such-option=value
    like "$err" "^qipu $c: unknown option '--no-such-option'" "$c names it without its value"
    run qipu "$c" --=value
    like "$err" "^qipu $c: unknown option '--'$" "$c takes no option without a name"
    run qipu "$c" --hel
    status_is 0 "$c takes an unambiguous prefix"
    run qipu "$c" --ver
    status_is 2 "$c refuses an ambiguous prefix"
    like "$err" "^qipu $c: option '--ver' may be --verbose, --version$" "$c lists what it may be"
    for words in --output -o -qo '-q -o' 'operand --output'; do
        run qipu "$c" $words
        status_is 2 "$c $words lacks an argument"
        like "$err" "^qipu $c: option '--output' needs an argument: FILE$" "$c $words is told so"
    done
    run qipu "$c" --thr
    status_is 2 "$c --thr lacks an argument"
    like "$err" "^qipu $c: option '--threads' needs an argument: N$" "$c --thr is told so"
    for words in --quiet=yes --quie=; do
        run qipu "$c" $words
        status_is 2 "$c refuses an argument for a flag: $words"
        like "$err" "^qipu $c: option '--quiet' takes no argument$" "$c says so for $words"
    done
    for words in '-qvh' '-q operand -h' 'operand --help' '--output --quiet -h' '-oh -h' '-- -h' \
        '--output=x --help'; do
        run qipu "$c" $words </dev/null
        case $words in
        --\ *) unlike "$out" '^usage:' "$c: -- ends options" ;;
        *) is "$out" "$help" "$c finds -h in $words" ;;
        esac
    done
    run qipu "$c" --threads many
    status_is 2 "$c refuses a number that is none"
    run qipu "$c" --piece-letters klingon
    status_is 2 "$c refuses an unknown language"
    like "$err" 'en, ' "$c lists the languages there are"
    for words in -Z -qZ '-q operand -vZ'; do
        run qipu "$c" $words
        status_is 2 "$c refuses an unknown short option in $words"
        like "$err" "^qipu $c: unknown option '-Z'(;|$)" "$c names it"
    done
    run qipu "$c" '-?'
    like "$err" "^qipu $c: unknown option '-\?'$" "$c -? is no option either"

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

# How arguments are taken.
cp "$samples/chess.pgn" games.pgn
expected=$(qipu convert --to uci games.pgn | cksum)
for words in '-t uci games.pgn' '-tuci games.pgn' '--to uci games.pgn' 'games.pgn --to=uci' \
    'games.pgn -qtuci' '-qvt uci games.pgn' '--line-b -t uci games.pgn' '--to=uci -- games.pgn' \
    '-tpgn -tuci games.pgn'; do
    is "$(qipu convert $words 2>/dev/null | cksum)" "$expected" "convert $words"
done
cp games.pgn ./-tsan
is "$(qipu convert -t uci -- -tsan | cksum)" "$expected" '-- goes before a file that begins with -'
is "$(qipu convert - -t uci <games.pgn | cksum)" "$expected" '- is an operand'
run qipu convert -t uci -- - -q </dev/null
like "$err" '^qipu convert: -q: No such file' 'so is all behind --'
printf '1. e4 *\n' >a.pgn
printf '1. d4 *\n' >b.pgn
run qipu convert b.pgn -t uci a.pgn -- b.pgn
is "$out" 'd2d4
e2e4
d2d4' 'operands keep their order'
run qipu validate --on
like "$out$err" "option '--only' needs an argument" 'a prefix is told by its full name'
for depth in x 21 -1 99999999999999999999; do
    run qipu perft -- $depth
    status_is 2 "perft refuses the depth $depth"
    is "$(printf '%s\n' "$err" | head -1)" \
        "qipu perft: the depth, the last word, is a number up to 20, not '$depth'" 'and names it'
done
run qipu export games.qipu
status_is 2 'export is no command'
like "$err" 'qipu convert STORE' 'and not taken for import'
run qipu dedup games.qipu
status_is 2 'a verb of db is no command'
like "$err" 'a verb of db: qipu db STORE dedup$' 'but known'
run qipu help fix
like "$err" 'qipu validate --fix FILE$' 'a word for what another command does is answered'
run qipu convert --format csv
like "$err" "unknown option '--format'; did you mean '--to'" 'so is an option of other programs'
run qipu show --svg
like "$err" "did you mean '--style svg'" 'even with its value'
run qipu stats --csv
like "$err" "did you mean '--json'" 'as far as the command has what it means'
run qipu search --to csv
like "$err" "unknown option '--to'; 'qipu convert' has it" 'an option of another command is told as such'
run qipu perft --maet 2
like "$err" "unknown option '--maet'$" 'only what is close is proposed'

echo 'Minutes of the meeting' >minutes.txt
: >empty.pgn
for c in convert 'search --player tal' stats 'import minutes.qipu'; do
    run qipu $c minutes.txt
    like "$err" '^qipu [a-z]*: no games in minutes.txt: it is text without' "$c tells of a file without games"
    run qipu $c empty.pgn
    like "$err" '^qipu [a-z]*: no games in empty.pgn: it is empty$' "$c tells of an empty one"
done

run qipu search --no-such=1 --also-none
like "$err" "'--no-such'" 'the first fault is told'
is "$(printf '%s\n' "$err" | wc -l)" 2 'and no other'

# Manual pages that belong to no command.
mkdir bin
printf '#!/bin/sh\necho "$@"\n' >bin/man
chmod +x bin/man
for page in '7 qipu-formats' '7 qipu-from-pgn-extract' '7 qipu-query' '5 qipu-store'; do
    PATH=$PWD/bin:$PATH run qipu help "${page#*qipu-}"
    is "$out" "$page" "help ${page#*qipu-} opens its page"
done
printf '#!/bin/sh\nexit 16\n' >bin/man
PATH=$PWD/bin:$PATH run qipu help formats
status_is 2 'what man cannot show'
like "$err" 'man\(1\) cannot show qipu-formats\(7\); its text is man/qipu-formats\.7' 'is told, with the place of its text'

# What people of pgn-extract type, which has no commands.
run qipu -7 minutes.txt
like "$err" "no command '-7'; in place of pgn-extract's: qipu convert --seven" 'its options are answered without a command'
run qipu -Wuci minutes.txt
like "$err" "no command '-Wuci'; in place of pgn-extract's: qipu convert --notation" 'and with their values'
run qipu minutes.txt
like "$err" "no command 'minutes.txt', but a file: qipu validate" 'so is a file alone'
plan_done
