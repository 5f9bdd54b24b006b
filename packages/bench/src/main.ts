import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAccuracy } from './accuracy/accuracy.ts';
import { type Figure, formatPage, type Section } from './figures.ts';
import { benchPeers } from './peers.ts';
import { weighBundle } from './rows/bundle.ts';
import { benchColdStart } from './rows/cold-start.ts';
import { benchDetector } from './rows/detector.ts';
import { benchFleet } from './rows/fleet.ts';
import { benchJournal } from './rows/journal.ts';
import { countLies } from './rows/liar.ts';
import { benchReal } from './rows/real.ts';
import { countLines, readTests } from './rows/tests.ts';
import { benchTokens } from './rows/tokens.ts';
import { benchTranscripts } from './rows/transcripts.ts';
import { benchWorkTree } from './rows/work-tree.ts';

const PAGE = join(import.meta.dirname, '../../../docs/figures.md');

const { values } = parseArgs({
  // Package managers pass the separator on.
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    quick: { type: 'boolean', default: false },
    peers: { type: 'string' },
    real: { type: 'string' },
    ccusage: { type: 'string' },
    write: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
if (values.write && values.only.length > 0)
  throw new Error('--write writes the whole page: leave out --only.');
const rounds = values.quick ? 8 : 60;

/** Resolves a path in the folder of the shell, in case a package manager changed it. */
function place(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

/** The folder that a flag names. Throws without one. */
function folderOf(flag: 'peers' | 'real'): string {
  const folder = values[flag] === undefined ? undefined : place(values[flag]);
  if (folder === undefined || !existsSync(folder)) throw new Error(`it needs \`--${flag} DIR\`.`);
  return folder;
}

interface Bench {
  readonly title: string;
  readonly run: () => readonly Figure[] | Promise<readonly Figure[]>;
  /** The flags that it needs. */
  readonly flags?: string;
}

const benches: Readonly<Record<string, Bench>> = {
  'cold-start': { title: 'A stop as a process, against an empty file', run: () => benchColdStart(rounds) },
  peers: {
    title: 'Hooks of others, against ours',
    flags: '--peers DIR',
    run: () => benchPeers(folderOf('peers'), Math.ceil(rounds / 3)),
  },
  'work-tree': { title: 'A large work tree, beyond an empty Node', run: () => benchWorkTree(rounds) },
  journal: { title: 'A long journal', run: () => benchJournal(rounds) },
  transcripts: { title: 'A long transcript, to 1 GB', run: () => benchTranscripts(rounds) },
  detector: { title: 'Reading a message', run: benchDetector },
  bundle: { title: 'The hook’s bundle, minified', run: weighBundle },
  tokens: { title: 'Tokens that the plugin adds', run: benchTokens },
  real: {
    title: 'Real sessions',
    flags: '--real DIR --ccusage PROGRAM',
    run: () => benchReal(folderOf('real'), values.ccusage && place(values.ccusage)),
  },
  accuracy: { title: 'Accuracy on the adversarial corpus', run: benchAccuracy },
  liar: { title: 'A model that lies', run: countLies },
  fleet: { title: 'A fleet, beside its engine', run: () => benchFleet(rounds) },
  tests: { title: 'The last npm test', run: () => readTests('test') },
  'tests-deep': { title: 'The last npm run test:deep', run: () => readTests('test:deep') },
  size: { title: 'The size of the project', run: countLines },
};

const unknown = values.only.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  throw new Error(`There is no bench ${unknown.join(', ')}, only ${Object.keys(benches).join(', ')}.`);
}
const sections: Section[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  const start = performance.now();
  sections.push(await measure(name, bench));
  process.stderr.write(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
}
const page = formatPage(sections, { isQuick: values.quick, isWhole: values.only.length === 0 });
process.stdout.write(page);
if (values.write) writeFileSync(PAGE, page);

/** Runs a bench. A failure keeps no other bench from the page. */
async function measure(name: string, { title, flags, run }: Bench): Promise<Section> {
  const command = `pnpm bench --only ${name}${flags ? ` ${flags}` : ''}`;
  try {
    return { title, command, figures: await run() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${name} was not measured: ${reason}\n`);
    if (values.only.length > 0) process.exitCode = 1;
    return { title, command, figures: [], missing: reason };
  }
}
