import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Section } from './figures/figure.ts';
import { formatMarkdown } from './figures/format-markdown.ts';
import { formatTable } from './figures/format-table.ts';
import { formatMachine, machineHere } from './figures/machine.ts';
import { replaceBlock } from './figures/readme-block.ts';
import { parseOptions } from './options.ts';
import { findPeers } from './peers/find-peers.ts';
import { benchAccuracy } from './rows/accuracy.ts';
import { benchAtOnce } from './rows/at-once.ts';
import { weighBundle } from './rows/bundle.ts';
import { benchColdStart } from './rows/cold-start.ts';
import { benchDetector } from './rows/detector.ts';
import { benchJournal } from './rows/journal.ts';
import { benchLiar } from './rows/liar.ts';
import { PLANS } from './rows/plan.ts';
import { benchTasks } from './rows/tasks.ts';
import { benchTranscripts } from './rows/transcripts.ts';
import { benchWorkTree } from './rows/work-tree.ts';

const README = join(import.meta.dirname, '../../../README.md');

const options = parseOptions(process.argv.slice(2));
// The folder of the shell, in case a package manager changed it.
const place = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
const peers = options.peers === undefined ? [] : findPeers(place(options.peers));
const plan = PLANS[options.pace];

const benches: Readonly<Record<string, () => readonly Section[] | Promise<readonly Section[]>>> = {
  'cold-start': () => benchColdStart(plan, peers),
  'work-tree': () => [benchWorkTree(plan)],
  journal: () => [benchJournal(plan)],
  transcripts: () => [benchTranscripts(plan)],
  detector: () => [benchDetector(plan)],
  tasks: () => [benchTasks(plan)],
  'at-once': async () => [await benchAtOnce()],
  bundle: () => [weighBundle()],
  accuracy: () => benchAccuracy(peers),
  liar: async () => [await benchLiar()],
};

const unknown = options.only.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  throw new Error(`There is no bench ${unknown.join(', ')}, only ${Object.keys(benches).join(', ')}.`);
}
const start = performance.now();
const sections: Section[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (options.only.length > 0 && !options.only.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  sections.push(...(await bench()));
}
const seconds = Math.round((performance.now() - start) / 1000);
const date = new Date().toISOString().slice(0, 10);
const machine = machineHere();
const head = `${date}, ${formatMachine(machine)}${options.pace === 'quick' ? ', a quick run' : ''}`;

process.stdout.write(`${head}; ${seconds} s\n\n${formatTable(sections)}`);
if (options.json !== undefined) {
  const report = { date, machine, pace: options.pace, seconds, sections };
  writeFileSync(place(options.json), `${JSON.stringify(report, undefined, 2)}\n`);
}
if (options.writesReadme) {
  const how = 'Medians of turns in one run, each with its comparison: `npm run pnpm -- bench`.';
  const block = `${head}. ${how}\n\n${formatMarkdown(sections)}`;
  writeFileSync(README, replaceBlock(readFileSync(README, 'utf8'), block));
}
