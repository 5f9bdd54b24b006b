import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectPostgres, openFleet } from '@loopwright/fleet';
import { startPostgres } from '@loopwright/testkit';
import { mainNode, measureCosts } from '../costs.ts';
import { type Figure, median } from '../figures.ts';

/** The built command of the fleet. */
const COMMAND = fileURLToPath(
  import.meta.resolve('@loopwright/fleet').replace(/index\.js$/, 'loop-fleet.js'),
);

/** The states of 10,000 jobs: most of them done, or all just added. */
const FLEETS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'most verified': { verified: 9_000, queued: 500, failed: 200, ended: 150, running: 100, waiting: 50 },
  'all queued': { queued: 10_000 },
};

/** Measures the processor time of `loop fleet status` with 10,000 jobs on the PostgreSQL of this machine. */
export async function benchStatus(
  programs: Parameters<typeof startPostgres>[0],
  rounds: number,
): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'loop-bench-status-'));
  const servers = Object.entries(FLEETS).map(([name, states]) => ({
    name,
    states,
    server: startPostgres(programs),
    place: join(folder, name.replace(' ', '-')),
  }));
  try {
    for (const { server, states, place } of servers) {
      await fill(server.url, states);
      writeFileSync(place, server.url, { mode: 0o600 });
    }
    const costs = measureCosts(
      servers.map(({ name, place }) => ({
        name,
        invocation: () => ({
          command: mainNode().path,
          args: [COMMAND, 'status', '--fleet', place],
          stdin: '',
          env: { PATH: process.env['PATH'] ?? '', HOME: folder },
        }),
        check: ({ code, stdout }) => {
          assert.equal(code, 0);
          assert.match(stdout, /^10,?000 jobs: /);
        },
      })),
      Math.min(rounds, 12),
    );
    return servers.map(({ name }) => {
      const { cpuMs, wallMs } = costs(name);
      return {
        what: `processor time of status, 10,000 jobs, ${name}`,
        value: median(cpuMs),
        unit: 'ms' as const,
        goal: { kind: 'at most' as const, limit: 300 },
        measured: `${median(wallMs).toFixed(0)} ms by the clock`,
      };
    });
  } finally {
    for (const { server } of servers) server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills the tables of a fleet; the queue of the engine is of no use to `status`. */
async function fill(url: string, states: Readonly<Record<string, number>>): Promise<void> {
  const database = await connectPostgres(url);
  const fleet = await openFleet(database);
  try {
    await fleet.init();
    await database.query("INSERT INTO fleet.account (name) VALUES ('default')");
    for (const [state, count] of Object.entries(states)) {
      await database.query(
        `INSERT INTO fleet.job (repo, key, spec, account, priority, budget_usd, state, attempts)
         SELECT repo, key, jsonb_build_object('repo', repo, 'key', key, 'spec', 'Make the login tests pass.'),
           'default', 0, 25, $1, 1 FROM (SELECT 'https://example.invalid/app-' || n % 30 || '.git' AS repo,
           $1 || '-' || n AS key FROM generate_series(1, $2::int) n) named`,
        [state, count],
      );
    }
    await database.query('ANALYZE');
  } finally {
    await fleet.close();
  }
}
