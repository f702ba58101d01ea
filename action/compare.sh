#!/bin/sh
# Compares both commits, and writes the job's summary; the verdict fails only the last step.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"

cd "$ACTION_FOLDER"
campaign=$(mktemp -d "$scratch/comparison-XXXXXX")
report=$campaign/report text=$campaign/comment.md log=$campaign/log code=$campaign/exit-code

set -- compare "$ACTION_BASE" "$ACTION_HEAD" --markdown --no-color --out "$report" \
    --threshold "$ACTION_THRESHOLD" --budget "$ACTION_BUDGET"
[ -z "$ACTION_SPEC" ] || set -- "$@" --spec "$ACTION_SPEC"
case $ACTION_EXPLAIN in
    true) set -- "$@" --explain ;;
    false | '') ;;
    *) fail "the input explain is '$ACTION_EXPLAIN': true or false" ;;
esac
case $ACTION_FAIL_ON in
    inconclusive) set -- "$@" --strict ;;
    slower | error | nothing) ;;
    *) fail "the input fail-on is '$ACTION_FAIL_ON': slower, inconclusive, error or nothing" ;;
esac

# The code of the pull request sees no token and no file of the runner, and no variable that changes
# with each run: builds with another environment are not reused.
compare() {
    program=$ACTION_PROGRAM/bin/eswexp
    ESWEXP_CACHE_SIZE=$ACTION_CACHE_SIZE ESWEXP_CACHE_HOST=ci
    XDG_CACHE_HOME=$ACTION_CACHE
    export ESWEXP_CACHE_SIZE ESWEXP_CACHE_HOST XDG_CACHE_HOME
    for variable in $(env | sed -n 's/^\(\(GITHUB\|RUNNER\|ACTION\|INPUT\)S\{0,1\}_[A-Za-z0-9_]*\)=.*/\1/p') SYSTEMD_EXEC_PID; do
        case $variable in
            GITHUB_ACTIONS | GITHUB_WORKSPACE | RUNNER_OS | RUNNER_ARCH | RUNNER_TOOL_CACHE) ;;
            *) unset "$variable" ;;
        esac
    done
    "$program" "$@"
}

# What programs print is no command to the runner.
word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "::stop-commands::$word"
{ (compare "$@" >"$text") && echo 0 >"$code" || echo $? >"$code"; } 2>&1 | tee "$log"
printf '\n::%s::\n' "$word"

exit_code=$(cat "$code")
if [ -s "$text" ]; then
    verdict=$(sed -n '1s/^### //p' "$text")
else
    verdict=failed
    {
        printf '### eswexp compare failed\n\nExit code %s. Its last lines:\n\n<pre>\n' "$exit_code"
        tail -n 20 "$log" | tail -c 8000 | tr -d '\000-\010\013-\037' | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
        printf '</pre>\n'
    } >"$text"
fi

# A summary has at most 1 MiB; the rest is in the report.
if [ "$(wc -c <"$text")" -lt 1000000 ]; then
    cat "$text" >>"$GITHUB_STEP_SUMMARY"
else
    sed '/^<details>/q' "$text" | head -c 900000 >>"$GITHUB_STEP_SUMMARY"
fi
output verdict "$verdict"
output report "$report"
output text "$text"
output exit-code "$exit_code"
