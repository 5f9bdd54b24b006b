#!/usr/bin/env bash
# Says in `result` why nothing may run: no key (pull requests of forks get no secrets), a stranger's code with them, or
# inputs that moved to the workflow.
set -euo pipefail

skip() {
  echo "result=skipped" >> "$GITHUB_OUTPUT"
  echo "Loopwright did not run: $1" | tee -a "$GITHUB_STEP_SUMMARY"
  exit "$2"
}

if [ "${PUSH:-}" = true ] || [ "${COMMENT:-}" = true ]; then
  line='uses: loopwright/loopwright/.github/workflows/loop.yml@142197cfa1c8ff6c4a573704b5ea600de951a61d # 0.1.0'
  skip "push and comment need a second job, which Claude can't touch. Instead of the steps of this job write: $line" 1
fi
is_fork=$(node -e '
  const { pull_request: pr, repository } = JSON.parse(require("node:fs").readFileSync(process.env.GITHUB_EVENT_PATH, "utf8"));
  console.log(pr !== undefined && pr.head?.repo?.full_name !== repository?.full_name);
')
if [ "$is_fork" = true ] && [ "$GITHUB_EVENT_NAME" != pull_request ]; then
  skip "$GITHUB_EVENT_NAME gives secrets to the code of a fork. Use pull_request, or start it by hand." 1
fi
if [ -z "${ANTHROPIC_API_KEY:-}" ]; then
  if [ "$is_fork" = true ]; then skip "a pull request of a fork gets no secrets. Start it by hand after a review." 0; fi
  skip "the input anthropic-api-key is empty. Add the secret ANTHROPIC_API_KEY to the repository." 1
fi
