import { expect, onTestFinished, test } from 'vitest';
import { runCases } from '../src/accuracy/accuracy.ts';
import { runProcess } from '../src/costs.ts';
import { createProject, startLoop, stopHook } from '../src/stage.ts';
import { PEER_CASES } from './peer-cases.ts';

const peers = Object.entries(PEER_CASES);

test('each row has a name of its own, and a reason where we differ', () => {
  for (const [peer, cases] of peers) {
    expect(new Set(cases.map(({ name }) => name)).size, peer).toBe(cases.length);
    for (const { name, theirs, expect: ours, why } of cases) {
      if (theirs === undefined) continue;
      expect(theirs, name).not.toBe(ours);
      expect(why, name).toMatch(/\.$/);
    }
  }
});

test.each(peers)(
  'the built hook answers as the tests of %s promise, or as the row says',
  async (family, cases) => {
    const outcomes = await runCases(cases.map((one) => ({ why: family, ...one, family })));
    expect(outcomes.filter(({ expect: wanted, got }) => wanted !== got)).toEqual([]);
  },
);

test.each(['', ' ', '{', '{bad json', 'null', '[]', '"text"', '{}', '{"session_id":7}', '\u0000'])(
  'an input of %j lets the session go without a word',
  async (input) => {
    const project = createProject('input');
    onTestFinished(project.remove);
    startLoop(project.path).close();
    const ended = await runProcess(stopHook(process.execPath, project.path, input));
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 0, stdout: '' });
  },
);
