#!/bin/sh
# Which two commits are compared: fetches those that a shallow clone lacks.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"

cd "$ACTION_FOLDER" || fail "there is no folder '$ACTION_FOLDER': see the input working-directory"
head=$(git rev-parse --verify HEAD) || fail "'$ACTION_FOLDER' is no git repository: use actions/checkout before"

is_id() { printf '%s' "$1" | grep -Eq '^[0-9a-f]{40}([0-9a-f]{24})?$'; }
has() { git cat-file -e "$1^{commit}" 2>/dev/null; }
fetch() { git fetch --quiet --no-tags "$@"; }
parent() { git cat-file commit HEAD | sed -n '/^$/q; s/^parent //p' | sed -n "$1p"; } # also of a shallow clone

# One commit, without its history.
fetch_commit() {
    has "$1" || fetch --depth=1 origin "$1" ||
        fail "cannot fetch $1: give actions/checkout 'fetch-depth: 0'"
}

# The commit where both histories part. A shallow clone is deepened until it has it.
merge_base() {
    fetch_commit "$1"
    for depth in 0 50 500; do
        [ "$depth" = 0 ] || fetch --depth="$depth" origin "$1" "$head" || break
        git merge-base "$1" "$head" && return
    done
    fetch --unshallow origin "$1" "$head" || true
    git merge-base "$1" "$head" || fail "$1 and $head have no common history"
}

# What the input names: here, or on origin.
named() {
    git rev-parse --verify --quiet --end-of-options "$1^{commit}" && return
    is_id "$1" && fetch_commit "$1" && echo "$1" && return
    for kind in heads tags; do
        reference=refs/$kind/${1#origin/}
        if git check-ref-format "$reference" && fetch --depth=1 origin "$reference" 2>/dev/null; then
            git rev-parse --verify 'FETCH_HEAD^{commit}' && return
        fi
    done
    fail "there is no branch, tag or commit '$1': see the input base"
}

if [ -n "$ACTION_BASE" ]; then
    base=$(named "$ACTION_BASE") || { echo "$base"; exit 1; }
elif [ -n "$ACTION_PULL_HEAD" ] && [ "$(parent 2)" = "$ACTION_PULL_HEAD" ]; then
    base=$(parent 1) # HEAD merges the pull request into its base
elif is_id "$ACTION_PULL_BASE"; then
    base=$(merge_base "$ACTION_PULL_BASE") || { echo "$base"; exit 1; }
elif is_id "$ACTION_BEFORE" && printf '%s' "$ACTION_BEFORE" | grep -q '[^0]' &&
    (fetch_commit "$ACTION_BEFORE") >/dev/null 2>&1; then
    base=$ACTION_BEFORE
else
    base=$(parent 1)
fi
[ -n "$base" ] || fail "this commit has nothing before it: set the input base"
fetch_commit "$base"
[ "$base" != "$head" ] || fail "base and head are both $head: nothing to compare"

# Builds are reused on machines alike only (docs/compare.md, "Builds that are kept").
machine=$({ uname -rm; sed -n '/^\(model name\|flags\|Features\)/p; /^$/q' /proc/cpuinfo; } | sha256sum | cut -c1-16)
output base "$base"
output head "$head"
output cache "$scratch/cache"
output key-machine "eswexp-builds-$version-$machine-"
output key-base "eswexp-builds-$version-$machine-$base-"
output key "eswexp-builds-$version-$machine-$base-$head"
