#!/bin/sh
# Commits everything below the working folder, which becomes a repository if it is none, as TAG.
set -eu
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_DATE="1700000000 +0000" GIT_COMMITTER_DATE="1700000000 +0000"
test -d .git || git init -q -b main
git add -A
git -c user.name=T -c user.email=t@example.org -c core.autocrlf=false commit -qm "$1"
git tag "$1"
