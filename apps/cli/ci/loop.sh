#!/bin/sh
# A recipe for any CI: needs git, Node 20.19 or newer, npm, and ANTHROPIC_API_KEY.
#   LOOP_SPEC=SPEC.md LOOP_CHECK='npm test' ./loop.sh
# Exit codes 2, 3 and 4 (budget, iterations, breaker): the loop is paused; keep .loop/ and run it again to go on.
set -eu
: "${ANTHROPIC_API_KEY:?is needed}"
command -v loop > /dev/null || npm install --global loopwright @anthropic-ai/claude-code
if loop status --json 2> /dev/null | grep -q '"status": "\(active\|paused\|stuck\)"'; then
  exec loop run --resume --budget "${LOOP_BUDGET:-10}" -- --allowedTools "Bash($LOOP_CHECK)"
fi
exec loop run --spec-file "${LOOP_SPEC:-SPEC.md}" --check "done=$LOOP_CHECK" \
  --budget "${LOOP_BUDGET:-10}" --iterations "${LOOP_MAX_ITERATIONS:-20}" -- --allowedTools "Bash($LOOP_CHECK)"
