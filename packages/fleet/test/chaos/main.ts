import { parseArgs } from 'node:util';
import { playChaos } from './play-chaos.ts';

/** `pnpm chaos`: the whole story, with a seed that repeats its choices. */
const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'postgres' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    jobs: { type: 'string' },
    log: { type: 'boolean', default: false },
  },
});
const store = values.store === 'folder' ? 'folder' : 'postgres';
const jobs = Number(values.jobs ?? (store === 'folder' ? 40 : 200));
const often = (share: number): number => Math.max(1, Math.round(jobs * share));
const plan = {
  store,
  seed: Number(values.seed),
  jobs,
  agents: [3, 3, 2],
  killAgent: often(0.075),
  killDriver: often(0.05),
  stopServer: store === 'folder' ? 0 : often(0.02),
  freezeAgent: often(0.02),
  limit: often(0.02),
  workSeconds: 1,
  maxMinutes: 25,
} as const;
console.log(`seed ${plan.seed}`);
const { log, ...report } = await playChaos(plan);
if (values.log || report.violations.length > 0) console.log(log);
console.log(JSON.stringify(report, undefined, 1));
process.exitCode = report.violations.length > 0 ? 1 : 0;
