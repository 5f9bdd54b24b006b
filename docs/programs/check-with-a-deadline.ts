// Runs a check with a deadline; its evidence counts only while the work tree is the one that it saw.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkResult, createTail, runCheck, treeIdentity } from '@loopwright/checks';

const root = mkdtempSync(join(tmpdir(), 'project-'));
writeFileSync(join(root, 'work.js'), 'process.exitCode = 0;\n');

async function check(command: string, timeoutMs: number) {
  const tail = createTail(1000);
  const before = treeIdentity(root);
  const end = await runCheck({
    command,
    cwd: root,
    env: process.env,
    timeoutMs,
    mark: `check-${command.length}`,
    signal: new AbortController().signal,
    onStart: () => undefined,
    onOutput: (chunk) => tail.add(chunk),
  });
  const { passed, reason } = checkResult(command, `${timeoutMs} ms`, end);
  const isFresh = (): boolean => {
    const now = treeIdentity(root);
    return before.status === 'known' && now.status === 'known' && before.identity === now.identity;
  };
  return { passed, reason, isFresh };
}

const passing = await check('node work.js', 60_000);
console.log(passing.passed, passing.isFresh());
// → true true
writeFileSync(join(root, 'work.js'), 'process.exitCode = 1;\n');
console.log(passing.passed, passing.isFresh());
// → true false

const endless = await check('sleep 600 & sleep 600', 300);
console.log(endless.passed, endless.reason);
// → false timed out after 300 ms and was ended
