// What opening costs: a journal of 10,000 records against one of 10, and the whole cost of a stop, in this process.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importEdits, openRun, projectViews, runPath, startRun } from '../../dist/index.js';

const ROUNDS = 300;

function create(records) {
  const root = mkdtempSync(join(tmpdir(), 'loopwright-bench-'));
  const at = Date.now();
  const command = {
    type: 'start',
    at,
    runId: 'r',
    session: 's',
    frameId: 'f',
    spec: 'Do it',
    shape: 'tool',
    criteria: [{ name: 'a' }],
  };
  const { opened } = startRun({ root, sessionId: 's' }, { ...command, limits: { iterations: null } });
  for (let index = 1; index < records; index += 1) opened.submit({ type: 'observe', at, tools: 1 });
  // Writes the snapshot.
  projectViews(opened, at);
  // As many as there can be beyond a snapshot.
  for (let index = 1; index < Math.min(8, records / 1000); index += 1)
    opened.submit({ type: 'observe', at, tools: 1 });
  opened.close();
  return root;
}

function median(act) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = process.hrtime.bigint();
    act(round);
    times.push(Number(process.hrtime.bigint() - from) / 1e3);
  }
  return times.sort((one, other) => one - other)[ROUNDS / 2];
}

const open = (root) => openRun({ root, sessionId: 's' }).close();
// Ten records without a snapshot: that is what opening costs when nothing helps.
const small = create(10);
rmSync(runPath(small, 's').replace('.jsonl', '.snapshot.json'), { force: true });
const large = create(10_000);
median(() => open(small));
median(() => open(large));
const costs = [median(() => open(small)), median(() => open(large))];
console.log(
  `open: 10 records ${costs[0].toFixed(0)} µs, 10,000 records ${costs[1].toFixed(0)} µs, ratio ${(costs[1] / costs[0]).toFixed(2)}`,
);

const stop = median((round) => {
  const opened = openRun({ root: small, sessionId: 's' });
  const at = Date.now();
  importEdits(opened, at);
  opened.submit({ type: 'observe', at, tools: 1 });
  for (const action of ['tick', 'untick'])
    opened.submit({ type: 'criterion', at, action, name: 'a', basis: 'observation' });
  opened.submit({ type: 'stop', at, message: `m${round}` });
  projectViews(opened, at);
  opened.isCurrent();
  opened.close();
});
console.log(`four records, a stop among them, with all views: ${stop.toFixed(0)} µs`);
for (const root of [small, large]) rmSync(root, { recursive: true });
