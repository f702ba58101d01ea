#!/bin/sh
# Fails the job as the input fail-on says.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"

case $ACTION_FAIL_ON:$ACTION_EXIT_CODE in
    *:0 | nothing:* | error:1) ;;
    *:1) fail "slower: exit code 1 of eswexp compare" ;;
    inconclusive:4) fail "inconclusive, biased or unfinished: exit code 4 of eswexp compare" ;;
    *) fail "exit code $ACTION_EXIT_CODE of eswexp compare" ;;
esac
