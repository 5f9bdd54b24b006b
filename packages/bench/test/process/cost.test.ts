import assert from 'node:assert/strict';
import { expect, test } from 'vitest';
import { costOf, measureCosts, ratioFigure } from '../../src/process/cost.ts';

const invocation = (code: string) => () => ({
  command: process.execPath,
  args: ['-e', code],
  stdin: '{}\n',
  env: {},
});

test('measures wall time, processor time and memory of a process', () => {
  const costs = measureCosts(
    [
      {
        name: 'one',
        invocation: invocation('console.log(1)'),
        check: ({ stdout }) => assert.equal(stdout, '1\n'),
      },
    ],
    2,
  );
  const { wallMs, cpuMs, rssMb } = costOf(costs, 'one');
  expect(wallMs).toHaveLength(2);
  expect(cpuMs).toHaveLength(3);
  for (const sample of [...wallMs, ...cpuMs, ...rssMb]) expect(sample).toBeGreaterThan(0);
  expect(ratioFigure('same', costOf(costs, 'one'), costOf(costs, 'one'))).toMatchObject({
    value: 1,
    unit: '×',
  });
});

test('a process with a wrong answer gets no figure, and the error shows its answer', () => {
  const wrong = {
    name: 'two',
    invocation: invocation('console.log("oops")'),
    check: () => assert.fail('no'),
  };
  expect(() => measureCosts([wrong], 1)).toThrow(/two gave a wrong answer: oops/);
});
