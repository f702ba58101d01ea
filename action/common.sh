# What the steps of the action share; each step reads this file first.
# shellcheck shell=sh
set -eu

own=$(cd "$(dirname "$0")/.." && pwd) # this repository
# shellcheck disable=SC2034 # for those that read this
version=$(sed -n 's/^project(eswexp VERSION \([0-9.]*\) .*/\1/p' "$own/CMakeLists.txt")
scratch=$RUNNER_TEMP/eswexp
mkdir -p "$scratch"

# A message as one line that the runner shows: of what strangers wrote only text remains.
message() {
    printf '%s' "$2" | tr -d '\000-\010\013-\037' | tr '\n\t' '  ' | sed "s/%/%25/g; s/^/::$1::eswexp: /"
    echo
}

warn() { message warning "$1"; }

fail() {
    message error "$1"
    exit 1
}

# Values of steps: one line each.
output() { printf '%s=%s\n' "$1" "$(printf '%s' "$2" | tr -d '\r\n')" >>"$GITHUB_OUTPUT"; }
