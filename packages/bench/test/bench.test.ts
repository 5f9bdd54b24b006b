import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { measureCosts, ratioFigure } from '../src/costs.ts';
import { type Figure, formatPage, quantile } from '../src/figures.ts';
import { benchPeers, findPeers, LOOP_FORMS } from '../src/peers.ts';
import { createProject, keepsGoing } from '../src/stage.ts';

test('the page rounds a figure before it judges it, and names missed goals and missing parts', () => {
  const atMost = (limit: number) => ({ kind: 'at most', limit }) as const;
  const figures: readonly Figure[] = [
    { what: 'no hook', value: 1.104, unit: '×', goal: atMost(1.1), measured: '16 → 17 ms' },
    { what: 'full slots', value: 0.896, unit: '×', goal: { kind: 'at least', limit: 0.9 }, measured: '8' },
    { what: 'memory', value: 2, unit: 'MB', measured: 'a\nb' },
    { what: 'wrong', value: 0.4, unit: '%', goal: { kind: 'exactly', limit: 0 }, measured: '1 of 250' },
    { what: 'lines of source', value: 1234, unit: '', goal: atMost(2000), measured: '9 files' },
  ];
  const page = formatPage([
    { title: 'A stop', command: 'bench a', figures },
    { title: 'Peers', command: 'bench b', figures: [], missing: 'no folder' },
  ]);
  expect(page).toContain(
    [
      '## A stop',
      '`bench a`',
      [
        '- no hook: **1.10 ×**, goal ≤ 1.1 × met (16 → 17 ms)',
        '- full slots: **0.90 ×**, goal ≥ 0.9 × met (8)',
        '- memory: **2.0 MB** (a b)',
        '- wrong: **0.4 %**, goal 0 % **missed** (1 of 250)',
        '- lines of source: **1,234**, goal ≤ 2,000 met, before 56,007 (9 files)',
      ].join('\n'),
      '## Peers',
      '`bench b`',
      'Not measured here: no folder',
    ].join('\n\n'),
  );
  expect(page).toContain('3 of 4 goals are met. Missed: wrong.');
});

test('a quantile is interpolated between neighbours', () => {
  expect([0, 0.25, 0.5, 1].map((share) => quantile([4, 1, 2, 3], share))).toEqual([1, 1.75, 2.5, 4]);
  expect(() => quantile([], 0.5)).toThrow('Nothing was measured.');
});

const invocation = (code: string) => () => ({
  command: process.execPath,
  args: ['-e', code],
  stdin: '{}\n',
  env: {},
});

test('processes take turns, the first round is not counted, and usage is measured', () => {
  const order: string[] = [];
  const subject = (name: string) => ({
    name,
    prepare: () => void order.push(name),
    invocation: invocation('console.log(1)'),
    check: ({ stdout }: { readonly stdout: string }) => assert.equal(stdout, '1\n'),
  });
  const cost = measureCosts([subject('a'), subject('b')], 2);
  expect(order.join('')).toBe('abbaababbaabba');
  const { wallMs, cpuMs, rssMb } = cost('a');
  expect(wallMs).toHaveLength(2);
  expect(cpuMs).toHaveLength(3);
  for (const sample of [...wallMs, ...cpuMs, ...rssMb]) expect(sample).toBeGreaterThan(0);
  expect(ratioFigure('same', cost('a'), cost('a'))).toMatchObject({ value: 1, unit: '×' });
  expect(() => cost('c')).toThrow('c was not measured.');
});

test('a process with a wrong answer gets no figure, and the error shows its answer', () => {
  const wrong = {
    name: 'wrong',
    invocation: invocation('console.log("oops")'),
    check: () => assert.fail('no'),
  };
  expect(() => measureCosts([wrong], 1)).toThrow(/wrong gave a wrong answer: oops/);
});

test.each([
  ['{"decision":"block","reason":"go on"}', 0, true],
  ['{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"go on"}}', 0, true],
  ['', 2, true],
  ['{"decision":"block","reason":"go on"}', 1, false],
  ['{"ok":false,"reason":"go on"}', 0, false],
  ['not an object', 0, false],
  ['', 0, false],
])('an answer of %j with code %i keeps going: %s', (stdout, code, expected) => {
  expect(keepsGoing({ stdout, stderr: '', code })).toBe(expected);
});

test('hooks of others are found by name and form, and timed in their own loop if they hold it', () => {
  const project = createProject('peers');
  onTestFinished(project.remove);
  const hook = (name: string, text: string): void => {
    mkdirSync(project.at(`${name}/hooks`), { recursive: true });
    writeFileSync(project.at(`${name}/hooks/stop.sh`), text);
  };
  hook('holds', '[ -e .gsd/STATE.md ] && echo \'{"decision":"block","reason":"go on"}\'\nexit 0\n');
  hook('lets-go', 'test -e .claude/idle-loop.local.md || exit 1\n');
  hook('unknown', 'exit 2\n');
  expect(
    findPeers(project.path)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(['holds/hooks/stop.sh', 'lets-go/hooks/stop.sh']);
  expect(benchPeers(project.path, 1)).toMatchObject([{ what: 'holds/hooks/stop.sh', unit: '×' }]);
  expect(LOOP_FORMS.length).toBeGreaterThan(10);
});
