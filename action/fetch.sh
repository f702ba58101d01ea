#!/bin/sh
# Fetches the release of this version, or says that there is none for this machine.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"

architecture=$(uname -m)
name=eswexp-$version-linux-$architecture
folder=$scratch/$name

# The action of a release lies in _actions/OWNER/REPOSITORY/REF/action; ./action has no release.
repository() {
    if [ -n "$ACTION_REPOSITORY" ]; then
        printf '%s' "$ACTION_REPOSITORY"
    else
        printf '%s' "$own" | sed -n 's|.*/_actions/\([^/]*/[^/]*\)/.*|\1|p'
    fi
}

# The status of the answer: 200, 404, …; 000 if there was none.
get() {
    curl --silent --show-error --location --retry 3 --connect-timeout 10 --max-time 300 \
        --output "$2" --write-out '%{http_code}' "$1" || true
}

missing() {
    echo "eswexp: $1: building it from source"
    system=$(sed -n 's/^\(ID\|VERSION_ID\)=//p' /etc/os-release | tr -dc 'A-Za-z0-9.' || true)
    source=$(cd "$own" && find ./*.* LICENSE bootstrap docs engine experiments kernels packaging plots randomizers \
        -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c1-16)
    output program missing
    output key "eswexp-program-$version-$architecture-$system-$source"
    exit 0
}

# Other sources may have the version of the last release, too.
is_released() { [ -z "$(sed -n '/^## Unreleased/,/^## [0-9]/{ /^- /p; }' "$own/CHANGELOG.md")" ]; }

output folder "$folder"
[ ! -x "$folder/bin/eswexp" ] || exit 0 # of an earlier step
from=$(repository)
[ -n "$from" ] || missing "this action is part of no release"
is_released || missing "this commit has changes since release $version"
url=$GITHUB_SERVER_URL/$from/releases/download/v$version/$name.tar.gz
tarball=$scratch/$name.tar.gz
status=$(get "$url" "$tarball")
[ "$status" = 200 ] || missing "no $url (status $status)"
status=$(get "$url.sha256" "$tarball.sha256")
[ "$status" = 200 ] || fail "no $url.sha256 (status $status): the program is not used unchecked"
expected=$(cut -c1-64 "$tarball.sha256" | head -n 1)
found=$(sha256sum "$tarball" | cut -c1-64)
[ "$expected" = "$found" ] || fail "$url has the SHA-256 $found, not $expected: the program is not used"
tar -xzf "$tarball" -C "$scratch" --no-same-owner
rm "$tarball" "$tarball.sha256"
"$folder/bin/eswexp" --version >/dev/null || {
    rm -rf "$folder"
    missing "the released program does not run here"
}
echo "eswexp: $url"
