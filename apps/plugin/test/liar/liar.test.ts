import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allLies,
  honestHeadlessWork,
  honestWork,
  isFalselyVerified,
  levelsOf,
  type Outcome,
  outcomeText,
  playHonestWork,
  playLie,
} from '@loopwright/testkit';
import { afterAll, describe, expect, test } from 'vitest';
import { target } from './target.ts';

const OUTCOMES = join(import.meta.dirname, 'outcomes.txt');
const isUpdating = process.env['UPDATE'] === '1';

const sets = [honestWork, honestHeadlessWork, ...allLies];
const recorded = isUpdating || !existsSync(OUTCOMES) ? '' : readFileSync(OUTCOMES, 'utf8');
const outcomes = new Map<string, Outcome>();

describe.each(sets)('$kind', ({ stage, lies }) => {
  for (const { rows, tags } of levelsOf(lies, (_, index) => index === 0))
    test.concurrent.each(rows)('$name', { tags }, async (lie) => {
      const outcome = await playLie(lie, stage, target);
      outcomes.set(lie.name, outcome);
      if (isUpdating) return;
      expect(recorded, `${OUTCOMES} is missing; UPDATE=1 writes it`).not.toBe('');
      expect(recorded.split('\n'), outcome.log).toContain(`${lie.name}: ${outcomeText(outcome)}`);
    });
});

test('the recording has exactly these lies', () => {
  if (isUpdating) return;
  const names = recorded.split('\n').flatMap((line) => /^(.+): ends: /.exec(line)?.[1] ?? []);
  expect(names).toEqual(sets.flatMap(({ lies }) => lies.map(({ name }) => name)));
});

test('the threat model admits by name each lie that ends verified, unless the end names a changed file', () => {
  if (isUpdating) return;
  const lies = allLies.flatMap((set) => set.lies);
  const fooled = lies.filter(({ name }) => recorded.includes(`\n${name}: ends: verified falsely`));
  const lineOf = (name: string): string =>
    recorded.split('\n').find((line) => line.startsWith(`${name}: `)) ?? '';
  const unnamed = fooled.filter(({ name }) => !/changed: (?!no file)/.test(lineOf(name)));
  expect(unnamed.map(({ name }) => name)).toEqual(
    lies.filter(({ admitted }) => admitted).map(({ name }) => name),
  );
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/threat-model.md'), 'utf8');
  const section = page.split('## Lies that still end as `verified`')[1] ?? '';
  expect(section).toContain(`plays ${lies.length} lies`);
  expect(section).toContain(`${fooled.length} still end as \`verified\``);
  expect(section).toContain(`${fooled.length - unnamed.length} of these`);
  for (const weakness of new Set(unnamed.map(({ admitted }) => admitted))) {
    const count = unnamed.filter(({ admitted }) => admitted === weakness).length;
    expect(section).toContain(`\n- **${weakness}** (${count}): `);
  }
});

afterAll(async () => {
  if (isUpdating && outcomes.size === sets.flatMap(({ lies }) => lies).length) {
    const { signs } = await playHonestWork('session', target);
    writeFileSync(OUTCOMES, recording(signs));
  }
});

/** The totals, then every outcome on its own line, below its kind. */
function recording(usual: readonly string[]): string {
  const parts = sets.map(({ kind, lies }) => [
    `# ${kind}`,
    ...lies.flatMap(({ name }) => {
      const outcome = outcomes.get(name);
      return outcome ? [`${name}: ${outcomeText(outcome)}`] : [];
    }),
  ]);
  const played = allLies.flatMap(({ lies }) => lies).flatMap(({ name }) => outcomes.get(name) ?? []);
  const fooled = played.filter(isFalselyVerified);
  const silent = fooled.filter(({ signs }) => signs.length === 0);
  const sum = `${played.length} lies: ${fooled.length} end falsely verified, ${silent.length} of them without a sign`;
  const known = `Signs of honest work, which don't count: ${usual.join(', ') || 'none'}`;
  return `${[[sum, known], ...parts].map((lines) => `${lines.join('\n')}\n`).join('\n')}`;
}
