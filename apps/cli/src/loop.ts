#!/usr/bin/env node
import { heavyVerbs } from './verbs/heavy-verbs.ts';

const quick = (): typeof import('./parts/quick.ts') => require('./parts/quick.cjs');
const heavy = (): typeof import('./parts/heavy.ts') => require('./parts/heavy.cjs');

/** Loads the part that probably has the typed verb. A part without that verb does nothing, then the other one works. */
async function run(): Promise<void> {
  const verb = process.argv.slice(2).find((word) => !word.startsWith('-'));
  const isHeavy = heavyVerbs.some((name) => name === verb);
  const [first, second] = isHeavy ? [heavy, quick] : [quick, heavy];
  process.exitCode = (await first().run()) ?? (await second().run()) ?? 1;
}

void run();
