// Starts a run on the built package. Usage: node start.mjs <root> <session> [JSON of changes to the command]
import { projectViews, startRun } from '../../dist/index.js';

const [root, sessionId, changes] = process.argv.slice(2);
const at = Date.now();
const command = {
  type: 'start',
  at,
  runId: 'run-1',
  session: sessionId,
  frameId: 'frame-1',
  spec: 'Do it',
  shape: 'tool',
  criteria: [{ name: 'a' }, { name: 'b' }],
  ...JSON.parse(changes ?? '{}'),
};
const started = startRun({ root, sessionId }, command);
process.stdout.write(`${started.status}\n`);
if (started.status === 'started') projectViews(started.opened, at);
