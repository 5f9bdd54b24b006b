// Two processes work on one journal; whatever one records, the other sees.
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listRuns, openRun, projectViews, startRun } from '@loopwright/store';
import { hasRun } from '@loopwright/store/presence';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
const address = { root, sessionId: 'session-1' };
console.log(hasRun(root, 'session-1'));
// → false

const started = startRun(address, {
  type: 'start',
  at: Date.now(),
  runId: 'run-1',
  session: 'session-1',
  frameId: 'frame-1',
  spec: 'Write the release notes',
  criteria: [{ name: 'notes written' }],
});
if (started.status !== 'started') throw new Error(started.status);

const other = openRun(address);
if (other.status !== 'open') throw new Error(other.status);
other.submit({
  type: 'criterion',
  at: Date.now(),
  action: 'tick',
  name: 'notes written',
  basis: 'observation',
});

// The first one decides on the run as it is now, not as it was when it opened it.
const stop = started.opened.submit({ type: 'stop', at: Date.now(), statusBlock: { exitSignal: true } });
if (stop.status === 'unrecorded') throw new Error(stop.reason);
console.log(stop.decision.verdict.rule, stop.run?.status);
// → done completed

projectViews(started.opened, Date.now());
console.log(readFileSync(join(root, '.loop/summary.md'), 'utf8').split('\n')[0]);
// → # Loop summary
console.log(listRuns(root).map(({ run }) => run?.id));
// → [ 'run-1' ]
