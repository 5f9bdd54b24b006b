import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { replaceBlock } from '../figures/readme-block.ts';
import { playStory, type StoryCost } from './play-story.ts';
import { stories } from './stories.ts';
import { costTable, type Costs } from './table.ts';

// Prints the cost of ten headless runs: in this build, and in the last build that left the checks to Claude.
const BEFORE = join(import.meta.dirname, '../../headless/before.json');
const README = join(import.meta.dirname, '../../README.md');

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    plugin: { type: 'string' },
    record: { type: 'boolean', default: false },
    'write-readme': { type: 'boolean', default: false },
  },
});
const built = dirname(fileURLToPath(import.meta.resolve('@loopwright/plugin/package.json')));
const plugin = values.plugin === undefined ? join(built, 'dist') : resolve(values.plugin);

const costs: Record<string, StoryCost> = {};
for (const story of stories) {
  process.stderr.write(`${story.name} …\n`);
  costs[story.name] = await playStory(story, plugin);
}
if (values.record) writeFileSync(BEFORE, `${JSON.stringify(costs, undefined, 2)}\n`);
const table = costTable(JSON.parse(readFileSync(BEFORE, 'utf8')) as Costs, costs);
process.stdout.write(`${table}\n`);
if (values['write-readme']) writeFileSync(README, replaceBlock(readFileSync(README, 'utf8'), table));
