// A backlog with one budget: agents claim jobs, a job waits for the one that it needs.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FleetError, openEmbedded } from '@loopwright/fleet';

const fleet = await openEmbedded(mkdtempSync(join(tmpdir(), 'fleet-')));
await fleet.init({ budgetUsd: 40 });
const { added } = await fleet.add([
  { key: 'parser', repo: '/srv/app.git', spec: 'Mend the parser', checks: ['tests=npm test'] },
  {
    key: 'docs',
    repo: '/srv/app.git',
    spec: 'Describe it',
    checks: ['lint=npm run lint'],
    needs: ['parser'],
  },
]);
console.log(added);
// → [ 'parser', 'docs' ]

const claim = await fleet.claim('agent-1');
if (claim === undefined) throw new Error('no job');
console.log(claim.job.key, (await fleet.claim('agent-2'))?.job.key);
// → parser undefined
await fleet.settle(claim, {
  outcome: { kind: 'verified' },
  spentUsd: 3,
  branch: 'loop/parser',
  commit: 'a'.repeat(40),
});

const { jobs, budget } = await fleet.state();
console.log(
  jobs.map(({ key, state }) => `${key}: ${state}`),
  budget.spentUsd,
);
// → [ 'parser: verified', 'docs: queued' ] 3
try {
  await fleet.add([{ key: 'x', repo: '/srv/app.git', spec: 'Wait', needs: ['nothing'] }]);
} catch (error) {
  console.log(error instanceof FleetError && error.code);
}
// → unknown-job
await fleet.close();
