import { describe, expect, test } from 'vitest';
import { claimedChecks } from '../../src/decide/stop.ts';
import type { Run } from '../../src/model/run.ts';
import type { StopCommand } from '../../src/model/command.ts';
import { continuation } from '../../src/text/continuation.ts';
import { stop, verify } from '../support/commands.ts';
import { given, SAME_TREE, started } from '../support/given.ts';

const AT = 1_770_285_601_000;
const claim: StopCommand = {
  type: 'stop',
  at: AT,
  signals: [{ kind: 'loop-done', value: 'COMPLETE', line: 1 }],
};
const criteria = [
  { name: 'tests', check: { command: 'npm test', by: 'user' }, by: 'user' },
  { name: 'lint', check: { command: 'lint' } },
  { name: 'docs', by: 'user' },
] as const;
const begin = started({ criteria: [...criteria] });

function namesOf(run: Run | undefined, stop: StopCommand): readonly string[] {
  return run ? claimedChecks(run, stop).map(({ name }) => name) : ['no run'];
}

describe('the checks of a claim', () => {
  test('are those of the user, and none of Claude', () => {
    expect(namesOf(given(begin).run, claim)).toEqual(['tests']);
  });

  test.each<readonly [string, Partial<StopCommand>]>([
    ['a stop that claims nothing', { signals: [] }],
    ['one that gives up', { signals: [{ kind: 'loop-done', value: 'STUCK', line: 1 }] }],
    ['one of a subagent', { isSubagent: true }],
    ['one that waits for background work', { waitingFor: ['a build'] }],
    ['a stop after the time to live', { at: AT + 8_000_000 }],
  ])('are none at %s', (_, over) => {
    expect(namesOf(given(begin).run, { ...claim, ...over })).toEqual([]);
  });

  test('run before a limit answers, because a proved claim ends the loop', () => {
    const short = started({ criteria: [...criteria], limits: { iterations: 1 } });
    const { run, verdict } = given(short).when(stop, claim);
    expect(verdict).toMatchObject({ rule: 'limit' });
    expect(namesOf(given(short).when(stop).run, claim)).toEqual(['tests']);
    expect(namesOf(run, claim)).toEqual([]);
  });
});

test('the ending says why the hook did not see a check pass', () => {
  const only = started({ criteria: [{ name: 'tests', check: { command: 'npm test', by: 'user' } }] });
  const outcome = given(only).when(verify('tests', true), {
    ...claim,
    fingerprints: SAME_TREE,
    unseen: [{ criterion: 'tests', reason: 'it took 12m' }],
  });
  expect(outcome.run?.ending).toMatchObject({
    kind: 'verified',
    seen: { session: ['tests'] },
    unseen: [{ criterion: 'tests', reason: 'it took 12m' }],
  });
});

describe('the continuation after a claim', () => {
  const outcome = given(begin).when(verify('tests', false), claim);
  const text = (users?: Parameters<typeof continuation>[3]): string =>
    outcome.verdict?.kind === 'block' ? continuation(outcome.run, outcome.verdict, 'loop', users) : 'let go';

  test('says what the output of a failed check says, bounded', () => {
    const long = `Error: 1 !== 2\n${'x'.repeat(9000)}`;
    const said = text({ unseen: [], outputs: [{ criterion: 'tests', text: long, isOld: false }] });
    expect(said).toContain('Its output says:\nError: 1 !== 2\nx');
    expect(said.length).toBeLessThanOrEqual(1500);
    expect(said).toMatch(/; the loop then runs: tests\.$/);
  });

  test('names what it compared for a check that was not repeated', () => {
    const old = { unseen: [], outputs: [{ criterion: 'tests', text: 'red', isOld: true }] };
    expect(text(old)).toContain(
      'The check of "tests" failed. Not repeated: no file has changed since. To repeat it: `loop verify`.',
    );
    const check = { command: 'npm test', by: 'user' as const, paths: ['packages/app'] };
    const narrowed = given(started({ criteria: [{ name: 'tests', check }] })).when(
      verify('tests', false),
      claim,
    );
    if (narrowed.verdict?.kind !== 'block') throw new Error('let go');
    expect(continuation(narrowed.run, narrowed.verdict, 'loop', old)).toContain(
      'Not repeated: nothing under packages/app changed.',
    );
  });

  test('does not promise to run what it did not run', () => {
    expect(text({ unseen: [{ criterion: 'tests' }], outputs: [] })).not.toContain('the loop then runs');
  });
});
