// Drives a run from a program. A script stands in for the client; the driver itself runs the user's check.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { driveRun } from '@loopwright/driver';
import { startRun } from '@loopwright/store';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
const program = join(root, 'client.sh');
const result = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  result: 'Written.\n\n<loop-done>COMPLETE</loop-done>',
  total_cost_usd: 0.5,
};
// The first client only claims to be done; the second one does the work.
writeFileSync(
  program,
  `#!/bin/sh
cat > /dev/null
if [ -f begun ]; then echo hello > greeting.txt; fi
touch begun
printf '%s\\n' '${JSON.stringify(result)}'
`,
  { mode: 0o755 },
);

const session = randomUUID();
const started = startRun(
  { root, sessionId: session },
  {
    type: 'start',
    at: Date.now(),
    runId: randomUUID(),
    session,
    frameId: 'frame-1',
    spec: 'Write a greeting',
    criteria: [{ name: 'greeting', check: { command: 'test -f greeting.txt', by: 'user' }, by: 'user' }],
  },
);
if (started.status !== 'started') throw new Error(started.status);
const { ended, run } = await driveRun({
  opened: started.opened,
  client: { program, command: 'loop' },
  ports: {
    env: process.env,
    now: Date.now,
    newId: randomUUID,
    onProgress: (step) => {
      if (step.kind === 'decided') console.log('decided');
    },
  },
});
console.log(ended, run.ending?.kind, run.frames[0]?.spend.usd);
// → decided
// → decided
// → over verified 1
