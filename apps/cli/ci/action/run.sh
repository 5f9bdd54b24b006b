#!/usr/bin/env bash
# Runs the loop, then writes the report, the summary of the job, a bundle of the commits and the outputs. Never fails
# because of the loop's end.
set -euo pipefail

out="$RUNNER_TEMP/loop"
mkdir -p "$out"

words=(--spec-file "$SPEC" --minutes "$MINUTES" --artifacts "$out" --commit each --json)
while IFS= read -r check; do
  check="${check%$'\r'}"
  if [ -n "${check//[[:space:]]/}" ]; then words+=(--check "$check"); fi
done <<< "$CHECKS"
if [ -n "$MODEL" ]; then words+=(--model "$MODEL"); fi
if [ -n "$ALLOWED_TOOLS" ]; then words+=(-- --allowedTools "$ALLOWED_TOOLS"); fi

# Commits need a branch, which a pull request's checkout doesn't have, and an identity.
branch="loop/$GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT"
start=$(git rev-parse HEAD)
git switch --quiet --create "$branch"
export GIT_AUTHOR_NAME="${GIT_AUTHOR_NAME:-github-actions[bot]}" GIT_COMMITTER_NAME="${GIT_COMMITTER_NAME:-github-actions[bot]}"
address='41898282+github-actions[bot]@users.noreply.github.com'
export GIT_AUTHOR_EMAIL="${GIT_AUTHOR_EMAIL:-$address}" GIT_COMMITTER_EMAIL="${GIT_COMMITTER_EMAIL:-$address}"

# The client gets no file by which a step talks to the runner, and no token of the runner.
hidden=(GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE GITHUB_STEP_SUMMARY)
while IFS= read -r name; do hidden+=("$name"); done < <(compgen -e | grep '^ACTIONS_' || true)
code=0
env "${hidden[@]/#/-u}" loop run "${words[@]}" > "$out/answer.json" || code=$?

# What was written to these files nevertheless doesn't count.
for name in GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STATE; do
  if [ -n "${!name:-}" ]; then : > "${!name}"; fi
done

loop report --format html --out "$out/report.html" --force > /dev/null || true
if loop report --format md --out - > "$out/report.md"; then :; else
  printf '<!-- loopwright-report -->\n### Loopwright did not start (exit code %s)\n\nThe log of the job says why.\n' "$code" > "$out/report.md"
fi
cat "$out/report.md" >> "$GITHUB_STEP_SUMMARY"

OUT="$out" CODE="$code" node -e '
  const { readFileSync, appendFileSync } = require("node:fs");
  let answer = {};
  try { answer = JSON.parse(readFileSync(`${process.env.OUT}/answer.json`, "utf8")); } catch {}
  const result = answer.exit ?? answer.error?.code ?? (process.env.CODE === "5" ? "unclear" : "error");
  if (answer.error) console.log(`::error::${answer.error.message.replace(/[\r\n%]/g, " ")}`);
  const lines = { result, cost: answer.costUsd ?? 0, code: process.env.CODE };
  appendFileSync(process.env.GITHUB_OUTPUT, Object.entries(lines).map(([name, value]) => `${name}=${value}\n`).join(""));
'
if [ "$(git rev-parse --quiet --verify "refs/heads/$branch" || echo "$start")" != "$start" ]; then
  git bundle create --quiet "$out/commits.bundle" "$start..refs/heads/$branch"
  echo "branch=$branch" >> "$GITHUB_OUTPUT"
fi
