import { expect, test } from 'vitest';
import { breachOf, type Contract, isTypedCheck } from '../../src/contract/contract.ts';
import { parseTyped } from '../../src/contract/parse-typed.ts';
import type { Criterion, Run } from '../../src/index.ts';

/** `breachOf` reads nothing else of a run. */
const runWith = (...criteria: readonly Partial<Criterion>[]): Run =>
  ({ id: 'run-1', frames: [{ criteria }] }) as unknown as Run;

const contract = (words: string, over: Partial<Contract> = {}): Contract => ({
  run: 'run-1',
  checks: parseTyped('loop:start', words).checks,
  removed: [],
  ...over,
});

const TESTS = '--check "tests=npm test"';
const LACK = 'the loop lacks what the user typed: tests=npm test';
const GONE = 'the loop that the user started in this session is gone, or was left unproved';

test.each<[string, string | undefined, Contract | undefined, Contract | undefined]>([
  ['nothing was typed', undefined, undefined, undefined],
  ['another check of the same name', LACK, contract(TESTS), undefined],
  ['the user removed it', undefined, contract(TESTS, { removed: ['tests'] }), undefined],
  [
    'without the flag that they typed',
    'the loop lacks what the user typed: --proves-change',
    contract('', { provesChange: true }),
    undefined,
  ],
  ['the user ended the contract', undefined, contract(TESTS, { isWaived: true }), undefined],
  ['the loop of this session is gone', GONE, undefined, contract(TESTS, { run: 'run-0' })],
  ['a start without checks holds nobody', undefined, undefined, contract('', { run: 'run-0' })],
  [
    'typed beside this loop: the next one’s',
    undefined,
    undefined,
    contract(TESTS, { run: undefined, beside: 'run-1' }),
  ],
  ['typed beside an earlier loop', LACK, undefined, contract(TESTS, { run: undefined, beside: 'run-0' })],
])('how a loop with an empty check differs from what the user typed: %s', (_, breach, asked, own) => {
  const run = runWith({ name: 'tests', check: { command: 'true' } });
  expect(breachOf(run, asked, own)).toBe(breach);
});

test('a name alone is a check of the config: any check of that name fulfils it', () => {
  const named: Contract = { run: 'run-1', checks: [{ typed: 'tests', name: 'tests' }], removed: [] };
  expect(breachOf(runWith({ name: 'tests', check: { command: 'npm test' } }), named, named)).toBeUndefined();
  expect(breachOf(runWith({ name: 'tests' }), named, named)).toContain('lacks');
});

test.each([
  ['tests=npm test', { command: 'npm test' }, true],
  ['tests=npm test', { command: ['npm', 'test'] }, false],
  ['tests=["npm","test"]', { command: ['npm', 'test'] }, true],
  ['other=npm test', { command: 'npm test' }, false],
])('%s is the check %o: %s', (typed, check, isSame) => {
  const { checks } = parseTyped('loop:start', `--check '${typed}'`);
  expect(isTypedCheck(checks, { name: 'tests', check })).toBe(isSame);
});
