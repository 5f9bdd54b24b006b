#!/usr/bin/env bash
# Writes the report to the pull request: one comment, which later runs update. A token that may not is no failure.
set -euo pipefail
number=$(node -e '
  const event = JSON.parse(require("node:fs").readFileSync(process.env.GITHUB_EVENT_PATH, "utf8"));
  console.log(event.pull_request?.number ?? "");
')
if [ -z "$number" ]; then exit 0; fi
report="$RUNNER_TEMP/loop/report.md"
comments="repos/$GITHUB_REPOSITORY/issues/$number/comments"
mine='.[] | select(.user.type == "Bot") | select(.body | startswith("<!-- loopwright-report -->")) | .id'
if ! ids=$(gh api --paginate "$comments" --jq "$mine"); then
  echo "::warning::The comments of the pull request can't be read; the report is in the summary of the job."
  exit 0
fi
id=$(head -n 1 <<< "$ids")
if [ -n "$id" ]; then
  gh api --silent --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$report" || failed=1
else
  gh api --silent --method POST "$comments" --field "body=@$report" || failed=1
fi
if [ -n "${failed:-}" ]; then
  echo "::warning::The token may not comment (pull-requests: write); the report is in the summary of the job."
fi
