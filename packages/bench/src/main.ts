import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAccuracy } from './accuracy/accuracy.ts';
import { formatMarkdown, machineHere, replaceBlock, type Section } from './figures.ts';
import { benchFleet } from './fleet/fleet.ts';
import { benchPeers } from './peers.ts';
import { benchAtOnce } from './rows/at-once.ts';
import { weighBundle } from './rows/bundle.ts';
import { benchColdStart } from './rows/cold-start.ts';
import { benchDetector } from './rows/detector.ts';
import { benchJournal } from './rows/journal.ts';
import { countLies } from './rows/liar.ts';
import { benchReal } from './rows/real.ts';
import { benchTokens } from './rows/tokens.ts';
import { benchTranscripts } from './rows/transcripts.ts';
import { benchWorkTree } from './rows/work-tree.ts';

const { values } = parseArgs({
  // Package managers pass the separator on.
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    peers: { type: 'string' },
    real: { type: 'string' },
    ccusage: { type: 'string' },
    write: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
});
// The folder of the shell, in case a package manager changed it.
const place = (path: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
const rounds = values.quick ? 8 : 60;

const benches: Readonly<Record<string, () => Section | Promise<Section>>> = {
  'cold-start': () => benchColdStart(rounds),
  'work-tree': () => benchWorkTree(rounds),
  journal: () => benchJournal(rounds),
  transcripts: () => benchTranscripts(rounds),
  detector: () => benchDetector(rounds),
  'at-once': benchAtOnce,
  bundle: weighBundle,
  accuracy: benchAccuracy,
  liar: countLies,
  tokens: benchTokens,
  fleet: benchFleet,
  ...(values.peers !== undefined && { peers: () => benchPeers(place(values.peers ?? ''), rounds) }),
  ...(values.real !== undefined && {
    real: () => benchReal(place(values.real ?? ''), values.ccusage && place(values.ccusage)),
  }),
};

const unknown = values.only.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  throw new Error(`There is no bench ${unknown.join(', ')}, only ${Object.keys(benches).join(', ')}.`);
}
const sections: Section[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  sections.push(await bench());
}
const head = `${new Date().toISOString().slice(0, 10)}, ${machineHere()}${values.quick ? ', a quick run' : ''}`;
const how = 'Medians of turns in one run, each with its comparison: `pnpm bench`.';
const block = `${head}. ${how}\n\n${formatMarkdown(sections)}`;
process.stdout.write(block);
if (values.json !== undefined) {
  writeFileSync(place(values.json), `${JSON.stringify({ head, sections }, undefined, 2)}\n`);
}
if (values.write) {
  const page = join(import.meta.dirname, '../../../docs/figures.md');
  writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), block));
}
