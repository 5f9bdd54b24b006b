import { postgresPrograms, startPostgres } from '@loopwright/testkit';
import { connectPostgres } from '@loopwright/fleet';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Section } from '../figures/figure.ts';
import { formatMarkdown } from '../figures/format-markdown.ts';
import { formatTable } from '../figures/format-table.ts';
import { formatMachine, machineHere } from '../figures/machine.ts';
import { replaceBlock } from '../figures/readme-block.ts';
import { quantile } from '../figures/statistics.ts';
import { bundleSize } from './bundle-size.ts';
import {
  agentMemory,
  freshFleet,
  growth,
  jobsPerSecond,
  statementsPerSecond,
  takeOverSeconds,
  withFolder,
} from './measure.ts';

// Prints the figures of a fleet on the PostgreSQL of this machine, and in a folder.
const README = join(import.meta.dirname, '../../../fleet/README.md');

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: { 'write-readme': { type: 'boolean', default: false } },
});
const programs = postgresPrograms();
if (programs === undefined) throw new Error('PostgreSQL is not installed here.');
const server = startPostgres(programs);
const sections: Section[] = [];
try {
  const { url } = server;
  const onServer = await jobsPerSecond(async () => connectPostgres(url), 2_000);
  const inFolder = await withFolder(async (open) => jobsPerSecond(open, 1_000));
  const takeOvers = await takeOverSeconds(url);
  const statements = await statementsPerSecond(url);
  sections.push(
    {
      title: 'Speed',
      figures: [
        {
          what: 'empty jobs a second, PostgreSQL',
          value: Math.round(onServer),
          unit: '',
          measured: 'claimed and settled, four at a time, one process',
        },
        {
          what: 'empty jobs a second, in a folder',
          value: Math.round(inFolder),
          unit: '',
          measured: `${(inFolder / onServer).toFixed(2)} × PostgreSQL`,
        },
        {
          what: 'seconds until a killed agent’s job goes on, median',
          value: Math.round(quantile(takeOvers, 0.5) * 10) / 10,
          unit: '',
          measured: `at most ${quantile(takeOvers, 1).toFixed(1)} s, n ${takeOvers.length}, over 1,000 other jobs wait`,
        },
      ],
    },
    {
      title: 'Ten agents with a hundred slots each, simulated',
      figures: [
        {
          what: 'statements a second, idle',
          value: Math.round(statements.idle),
          unit: '',
          measured: 'no job waits',
        },
        {
          what: 'statements a second, busy',
          value: Math.round(statements.busy),
          unit: '',
          measured: `${statements.jobsPerSecond.toFixed(0)} jobs a second, of 10 to 20 s each`,
        },
      ],
    },
    { title: 'Growth, PostgreSQL', figures: await growth(url, [1_000, 10_000]) },
  );
  await freshFleet(async () => connectPostgres(url)).then(async ({ fleet }) => fleet.close());
  sections.push({
    title: 'Size',
    figures: [
      {
        what: 'memory of an idle agent, PostgreSQL',
        value: await agentMemory(url),
        unit: 'MB',
        measured: 'resident',
      },
      {
        what: 'memory of an idle agent that has a folder',
        value: await agentMemory(undefined),
        unit: 'MB',
        measured: 'resident, with the database in it',
      },
      await bundleSize(url),
    ],
  });
} finally {
  server.remove();
}
const head = `${new Date().toISOString().slice(0, 10)}, ${formatMachine(machineHere())}`;
process.stdout.write(`${head}\n\n${formatTable(sections)}`);
if (values['write-readme']) {
  const block = `${head}: \`npm run pnpm -- --filter @loopwright/bench fleet\`.\n\n${formatMarkdown(sections)}`;
  writeFileSync(README, replaceBlock(readFileSync(README, 'utf8'), block));
}
