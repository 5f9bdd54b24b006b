import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { measureCosts, ratioFigure } from '../src/costs.ts';
import { formatMarkdown, quantile, replaceBlock } from '../src/figures.ts';
import { benchPeers, findPeers, LOOP_FORMS } from '../src/peers.ts';
import { createProject, keepsGoing } from '../src/stage.ts';

const SECTIONS = [
  {
    title: 'A stop',
    figures: [
      {
        what: 'no loop',
        value: 1.104,
        unit: '×',
        goal: { kind: 'at most', limit: 1.1 },
        measured: '16 → 17 ms',
      },
      { what: 'memory', value: 2, unit: 'MB', measured: 'a\nb' },
      { what: 'missed', value: 0.4, unit: '%', goal: { kind: 'exactly', limit: 0 }, measured: '1 of 250' },
    ],
  },
] as const;

test('a figure is rounded before it is judged, and stays on its line', () => {
  expect(formatMarkdown(SECTIONS)).toBe(
    [
      '### A stop',
      '',
      '- no loop: **1.10 ×**, goal ≤ 1.10 × (16 → 17 ms)',
      '- memory: **2.0 MB** (a b)',
      '- missed: **0.4 %**, goal 0 % **missed** (1 of 250)',
      '',
    ].join('\n'),
  );
});

test('a quantile is interpolated between neighbours', () => {
  expect([0, 0.25, 0.5, 1].map((share) => quantile([4, 1, 2, 3], share))).toEqual([1, 1.75, 2.5, 4]);
  expect(() => quantile([], 0.5)).toThrow('Nothing was measured.');
});

test('the block between the marks is replaced, and a page without them is refused', () => {
  const [start, end] = ['<!-- bench:start -->', '<!-- bench:end -->'];
  expect(replaceBlock(`a\n${start}\nold\n${end}\nb`, 'new')).toBe(`a\n${start}\n\nnew\n\n${end}\nb`);
  for (const page of ['', `${end}${start}`, `${start}${start}${end}`]) {
    expect(() => replaceBlock(page, 'new')).toThrow('once each');
  }
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

test('hooks of others are found by name and form, timed in their own loop, or said not to hold it', () => {
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
  const { figures } = benchPeers(project.path, 1);
  expect(figures.find(({ what }) => what.startsWith('holds'))).toMatchObject({ unit: '×' });
  expect(figures.find(({ what }) => what.startsWith('lets-go'))?.measured).toContain('does not hold');
  expect(LOOP_FORMS.length).toBeGreaterThan(10);
});
