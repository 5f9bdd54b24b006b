import { expect, it } from 'vitest';
import { statusParts } from '../../src/text/status.ts';
import { cancel, tick } from '../support/commands.ts';
import { given, openedWith, runAfter } from '../support/given.ts';

const text = (run: ReturnType<typeof runAfter>, at = run.createdAt): string =>
  statusParts(run, () => undefined, at)
    .map((part) => part.text)
    .join(' · ');

it('shows iteration, proofs, the first missing one, cost and time', () => {
  const run = runAfter({
    type: 'start',
    criteria: [{ name: 'tests', check: { command: 'true' } }, { name: 'docs' }],
  });
  expect(text(run, run.createdAt + 6 * 60_000)).toBe('⟳ 1/10 · 0/2 proved · tests not run · $0.00 · 6 min');
  expect(text(run, run.createdAt + 125 * 60_000)).toContain(' · 2 h 5 min');
});

it('says what a word vouches for', () => {
  const run = runAfter({ type: 'start', criteria: [{ name: 'docs' }] }, tick('docs', 'observation'));
  expect(text(run)).toBe('⟳ 1/10 · 1/1 met · $0.00 · <1 min');
});

it('names the ending, and stops its clock', () => {
  const paused = runAfter(
    { type: 'start', criteria: [{ name: 'docs' }] },
    { type: 'pause', reason: 'lunch' },
  );
  expect(text(paused, paused.createdAt + 3_600_000)).toBe(
    '⏸ paused: lunch · 0/1 proved · docs not met · $0.00 · <1 min',
  );
  expect(text(runAfter({ type: 'start' }, cancel))).toBe('– cancelled · $0.00 · <1 min');
});

it('keeps a hostile name on its line', () => {
  const { run } = given(
    openedWith({ criteria: [{ name: `a\n\u001b[2Jb\u202e${'x'.repeat(90)}`, failures: 0 }] }),
  );
  for (const part of statusParts(run!, () => undefined, run!.createdAt)) {
    expect(part.text).toMatch(/^[^\u0000-\u001f\u202e]{0,40}$/u);
  }
});
