// A stop hook as small as it can be, on the built package: import, record, decide, project, look again, answer.
// Usage: node stop.mjs <root> <session> [start at, ms since the epoch] [worked]. Prints one line when it blocks.
// With `worked` the turn used tools, so no breaker acts before the cap does.
import { writeSync } from 'node:fs';
import { importEdits, openRun, projectViews } from '../../dist/index.js';
import { waitUntil } from './wait-until.mjs';

const [root, sessionId, startAt, turn] = process.argv.slice(2);
waitUntil(startAt);

try {
  const opened = openRun({ root, sessionId });
  if (opened.status === 'open') {
    const at = Date.now();
    importEdits(opened, at);
    if (turn === 'worked') opened.submit({ type: 'observe', at, tools: 1 });
    const submitted = opened.submit({ type: 'stop', at, message: `m${process.pid}-${at}` });
    projectViews(opened, at);
    const verdict = submitted.status === 'unrecorded' ? undefined : submitted.decision.verdict;
    if (verdict?.kind === 'block' && opened.isCurrent()) {
      writeSync(1, `${JSON.stringify({ block: verdict.iteration })}\n`);
    }
    opened.close();
  }
} catch (error) {
  try {
    writeSync(2, `let go: ${error?.message}\n`);
  } catch {
    // Nobody listens.
  }
}
