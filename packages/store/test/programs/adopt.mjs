// Stops in a session without a run. Usage: node adopt.mjs <root> <session> <start at>
import { adoptRun } from '../../dist/index.js';
import { waitUntil } from './wait-until.mjs';

const [root, sessionId, startAt] = process.argv.slice(2);
waitUntil(startAt);
process.stdout.write(
  `${adoptRun({ root, sessionId, runId: `run-${sessionId}`, at: Date.now(), by: 'stop' }).status}\n`,
);
