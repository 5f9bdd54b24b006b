import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with files, removed after the test. */
export function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A careless hook that searches for a tag anywhere in the last message. */
export const CARELESS = `
import { existsSync, readFileSync } from 'node:fs';
const input = JSON.parse(readFileSync(0, 'utf8'));
if (existsSync(input.cwd + '/.loop/state.json')) {
  const isDone = input.last_assistant_message.includes('<promise>COMPLETE</promise>');
  if (!isDone) console.log(JSON.stringify({ decision: 'block', reason: 'go on' }));
}
`;

/** A shell hook that holds while a file exists. */
export const SHELL = `
if [ -e "$CLAUDE_PROJECT_DIR/.claude/idle-loop.local.md" ]; then
  echo '{"decision":"block","reason":"go on"}'
  exit 2
fi
`;

/** How a plugin names its Stop hook. */
export const HOOKS_FILE = JSON.stringify({
  hooks: {
    Stop: [{ hooks: [{ type: 'command', command: 'node "${CLAUDE_PLUGIN_ROOT}/hooks/careless.mjs"' }] }],
    SessionStart: [{ hooks: [{ type: 'command', command: 'true' }] }],
  },
});

/** A hook that holds for its own file and ignores another hook's file. */
export const BESIDE = `
[ -e .claude/ralph-loop.local.md ] && exit 0
[ -e .gsd/STATE.md ] && echo '{"decision":"block","reason":"go on"}'
exit 0
`;

/** A hook with its loop file in the home folder, which holds once. */
export const AT_HOME = `
[ -e "$HOME/.claude/states/autoresearch/run.md" ] || exit 0
[ -e autoresearch.jsonl ] || exit 0
[ -e held ] || [ -e "$HOME/held" ] && exit 0
touch held "$HOME/held"
echo go on >&2
exit 2
`;

/** A hook that works in repositories, with a loop named after the process that calls it. */
export const IN_REPOSITORY = `
_RALPH_LOOP_PID=$PPID
git rev-parse --git-dir >/dev/null 2>&1 || exit 1
[ -e ".claude/ralph-loop.\${_RALPH_LOOP_PID}.local.md" ] && echo '{"decision":"block","reason":"go on"}'
exit 0
`;

/** A hook that answers like a model. */
export const AS_A_MODEL = `
[ -e .loop/state.json ] && echo '{"ok":false,"reason":"go on"}'
exit 0
`;
