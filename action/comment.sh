#!/bin/sh
# Writes the comparison into one comment of its own, and updates it when there is one. Without
# permission, as in pull requests of forks, it warns: the summary has the same text.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/common.sh"

MOST_PAGES=50
MOST_BYTES=60000 # of 65536 characters
[ -n "$ACTION_PULL" ] || exit 0 # no pull request, no comment
skip() {
    warn "no comment: $1; the job's summary has the comparison"
    exit 0
}
command -v jq >/dev/null || skip "there is no jq here"
printf '%s' "$ACTION_TOKEN" | grep -Eq '^[A-Za-z0-9._~+/=-]+$' || skip "there is no token"
printf '%s' "$ACTION_PULL" | grep -Eq '^[0-9]+$' || skip "'$ACTION_PULL' is no number"

folder=$(mktemp -d "$scratch/comment-XXXXXX")
trap 'rm -rf "$folder"' EXIT
answer=$folder/answer.json body=$folder/body.json page=$folder/page.md
comments=$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues

# METHOD URL [curl's options]: prints the status; the answer is in the file. The token is in no
# command line, which others could read.
call() {
    method=$1 url=$2
    shift 2
    printf 'header = "Authorization: Bearer %s"\n' "$ACTION_TOKEN" |
        curl --silent --config - --request "$method" --connect-timeout 10 --max-time 60 \
            --header 'Accept: application/vnd.github+json' --header 'X-GitHub-Api-Version: 2022-11-28' \
            --header 'Content-Type: application/json' \
            --output "$answer" --write-out '%{http_code}' "$@" "$url" || true
}

# "status 403: Resource not accessible by integration"
reason() { printf 'status %s: %s' "$1" "$(jq -r '.message // ""' "$answer" 2>/dev/null | head -c 200)"; }

mark="<!-- eswexp compare $(printf '%s' "$ACTION_MARK" | sha256sum | cut -c1-16) -->"

# Others may write the same mark: only who writes as this token is believed. That of the job or of an
# app does not tell whose it is; nobody can make a comment appear as a bot's without its token.
login() {
    if [ "$(call GET "$GITHUB_API_URL/user")" = 200 ]; then jq -r '.login' "$answer"; fi
}

# The number of the comment, or nothing; fails if the comments cannot be read.
find_comment() {
    number=1
    while [ "$number" -le "$MOST_PAGES" ]; do
        status=$(call GET "$comments/$ACTION_PULL/comments?per_page=100&page=$number")
        [ "$status" = 200 ] || { reason "$status"; return 1; }
        found=$(jq -r --arg mark "$mark" --arg login "$1" \
            '[.[] | select(if $login == "" then .user.type == "Bot" else .user.login == $login end) |
                select(.body // "" | startswith($mark)) | .id][0] // empty' "$answer")
        [ -z "$found" ] || { echo "$found"; return; }
        [ "$(jq length "$answer")" -eq 100 ] || return 0
        number=$((number + 1))
    done
}

# The text; of one that is too long the part before the details, whole lines.
shortened() {
    if [ "$(wc -c <"$ACTION_TEXT")" -le "$MOST_BYTES" ]; then
        cat "$ACTION_TEXT"
    else
        sed '/^<details>/,$d' "$ACTION_TEXT" |
            LC_ALL=C awk -v most="$MOST_BYTES" '{ sum += length($0) + 1; if (sum > most) exit; print }'
        printf '\nThe comparison is longer than a comment may be: the rest is in the summary of the job.\n'
    fi
}

{
    printf '%s\n' "$mark"
    shortened
    printf '\n[Job](%s/%s/actions/runs/%s) · %s\n' "$GITHUB_SERVER_URL" "$GITHUB_REPOSITORY" "$GITHUB_RUN_ID" \
        "eswexp $version"
} >"$page"
jq -n --rawfile body "$page" '{body: $body}' >"$body"

comment=$(find_comment "$(login)") || skip "$comment"
status=404
[ -z "$comment" ] || status=$(call PATCH "$comments/comments/$comment" --data-binary "@$body")
[ "$status" != 404 ] || status=$(call POST "$comments/$ACTION_PULL/comments" --data-binary "@$body")
case $status in
    200 | 201) echo "eswexp: $(jq -r '.html_url // ""' "$answer")" ;;
    *) skip "$(reason "$status")" ;;
esac
