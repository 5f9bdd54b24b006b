#!/usr/bin/env bash
set -euo pipefail
npm install --global --no-audit --no-fund "loopwright@$LOOPWRIGHT_VERSION" "@anthropic-ai/claude-code@$CLAUDE_CODE_VERSION"
