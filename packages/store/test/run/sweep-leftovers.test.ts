import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepLeftovers } from '../../src/run/sweep-leftovers.ts';
import { projectWithLoop } from '../support/loop.ts';
import { tempFolder } from '../support/temp-folder.ts';

const HOUR = 3_600_000;
const LEFT = [
  '.abcdefghijkl.tmp',
  'runs/.start.abcdefghijkl.tmp',
  'runs/.abcdefghijkl.tmp',
  'evidence/.abcdefghijkl.tmp',
  'PROGRESS.md.3141592653',
  '.gitignore.7',
  'runs/0123456789abcdef.snapshot.json.42',
  'evidence/check.log.4000000000',
];

it('sweeping removes leftovers of killed processes, archives possible edits, and touches no other file', () => {
  const { root } = projectWithLoop();
  const loop = join(root, '.loop');
  mkdirSync(join(loop, 'evidence'));
  for (const name of LEFT) writeFileSync(join(loop, name), 'x');
  writeFileSync(join(loop, '.claim.abcdefghijkl'), 'an edit');
  const others = ['.claim.mine', 'notes.tmp', 'state.json', 'draft.md.bak', 'log.2026'];
  for (const name of others) writeFileSync(join(loop, name), 'mine');
  expect(sweepLeftovers(root, Date.now())).toEqual([]);
  expect(sweepLeftovers(root, Date.now() + 2 * HOUR)).toHaveLength(LEFT.length + 1);
  for (const name of LEFT) expect(existsSync(join(loop, name))).toBe(false);
  for (const name of others) expect(readFileSync(join(loop, name), 'utf8')).toBe('mine');
  const [kept] = readdirSync(join(loop, 'archive', 'aside'));
  expect(readFileSync(join(loop, 'archive', 'aside', kept ?? ''), 'utf8')).toBe('an edit');
  expect(sweepLeftovers(tempFolder(), Date.now())).toEqual([]);
});
