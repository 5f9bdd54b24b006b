#!/usr/bin/env bash
# Pushes the branch. Hooks and settings of the repository could have been changed by Claude, so none of them sees the token.
set -euo pipefail
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
bare=$(mktemp -d "$RUNNER_TEMP/push.XXXXXX")
work=$PWD
git init --quiet --bare "$bare"
common=$(git -C "$work" rev-parse --path-format=absolute --git-common-dir)
echo "$common/objects" > "$bare/objects/info/alternates"
if [ -e "$common/shallow" ]; then cp "$common/shallow" "$bare/shallow"; fi
git -C "$bare" update-ref "refs/heads/$BRANCH" "$(git -C "$work" rev-parse "refs/heads/$BRANCH")"
# shellcheck disable=SC2016 # The helper reads the token from its own environment.
git -C "$bare" -c core.hooksPath=/dev/null -c credential.helper= \
  -c credential.helper='!f() { echo username=x-access-token; echo "password=$GH_TOKEN"; }; f' \
  push --quiet "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY" "refs/heads/$BRANCH:refs/heads/$BRANCH"
rm -rf "$bare"
echo "The commits are on the branch \`$BRANCH\`." >> "$GITHUB_STEP_SUMMARY"
