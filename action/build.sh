#!/bin/sh
# Builds the program from the action's own source, where the release has none for this machine.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"

source=$scratch/source
rm -rf "$source"
mkdir "$source"
# Without the history and builds: a copy, since the action's folder stays as it is.
(cd "$own" && tar -cf - --exclude=./.git --exclude=./build .) | tar -xf - -C "$source"
"$source/bootstrap" build || fail "the program could not be built from source"
cmake --install "$source/build/release" --prefix "$ACTION_PROGRAM" >/dev/null
rm -rf "$source"
