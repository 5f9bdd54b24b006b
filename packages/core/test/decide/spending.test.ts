import { expect, test } from 'vitest';
import { pause, resume, stop, tool } from '../support/commands.ts';
import { AT, given, started } from '../support/given.ts';

const counted = (usd: number, from: string, to: string): object => ({ spent: { usd, tokens: 10, from, to } });

test('usage is counted and the mark moves on', () => {
  const { run, types } = given(started()).when({ type: 'observe', tools: 0, ...counted(1, '', 'a') });
  expect(types).toEqual(['spent']);
  expect(run).toMatchObject({ usageMark: 'a', frames: [{ spend: { usd: 1, tokens: 10 } }] });
});

test('a part that was counted before is not counted again', () => {
  const first = { type: 'observe', tools: 1, ...counted(1, '', 'a') } as const;
  const { frame, run } = given(started()).when(first, first, { type: 'stop', ...counted(1, '', 'a') });
  expect(frame.spend).toEqual({ usd: 1, tokens: 10 });
  expect(run?.usageMark).toBe('a');
});

test('an empty part counts nothing', () => {
  expect(given(started()).when({ type: 'observe', tools: 0, ...counted(1, '', '') }).types).toEqual([]);
});

const done = [
  { type: 'signal', isDone: true },
  { type: 'stop', ...counted(1, '', 'a') },
] as const;
const late = { type: 'prompt', source: 'session', ...counted(2, 'a', 'b') } as const;

test('the cost of the last turn counts once after the run rests, on a receipt', () => {
  const loop = given(started());
  expect(loop.when(...done).run).toMatchObject({ status: 'completed', frames: [{ spend: { usd: 1 } }] });
  const settled = loop.when(...done, { ...late, at: AT + 3 });
  expect(settled).toMatchObject({
    types: ['spent'],
    run: { status: 'completed', isSettled: true, frames: [{ spend: { usd: 3, tokens: 20 } }] },
    events: [{ receipt: { rule: 'settled', usd: 2, tokens: 10, durationMs: 3, tools: 0 } }],
  });
  expect(loop.when(...done, late, { ...late, ...counted(5, 'b', 'c') }).types).toEqual([]);
});

test('a last turn that was counted in full settles without a receipt', () => {
  const nothing = { spent: { usd: 0, tokens: 0, from: 'a', to: 'b' } };
  const { events, run } = given(started()).when(...done, { ...late, ...nothing });
  expect(events).toEqual([expect.not.objectContaining({ receipt: expect.anything() })]);
  expect(run?.isSettled).toBe(true);
});

test('a resumed run counts usage again, and its last turn again when it rests', () => {
  const loop = given(started());
  const again = [pause, { ...late, ...counted(2, '', 'b') }, resume] as const;
  expect(loop.when(...again).run?.isSettled).toBeUndefined();
  const { run } = loop.when(...again, pause, { ...late, ...counted(4, 'b', 'c') });
  expect(run).toMatchObject({ isSettled: true, frames: [{ spend: { usd: 6 } }] });
});

test('an observation without news records nothing', () => {
  expect(
    given(started()).when({ type: 'observe', tools: 0, edits: [], errors: [], denials: 0 }).types,
  ).toEqual([]);
  for (const news of [{ tools: 1 }, { edits: ['a'] }, { errors: ['e'] }, { denials: 1 }]) {
    expect(given(started()).when({ type: 'observe', tools: 0, ...news }).types).toEqual(['observed']);
  }
});

test('an observation shows that the continuation was seen', () => {
  const { run } = given(started()).when(stop, { type: 'observe', at: AT + 1, tools: 1 });
  expect(run?.continuation).toEqual({ at: AT, isSeen: true });
  expect(given(started()).when(tool).run?.continuation).toBeUndefined();
});
