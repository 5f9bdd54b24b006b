// @module-tag deep
import { randomUUID } from 'node:crypto';
import { say } from '@loopwright/testkit';
import { expect } from 'vitest';
import { openSeat, terminalTest } from '../support/seat.ts';
import { bash, loop, setStage } from '../support/stage.ts';

const DONE = say('<issue-complete>DONE</issue-complete>');

terminalTest(
  'in a terminal, a grind works through its issues without a question and ends verified',
  async () => {
    const issue = (name: string, file: string): string =>
      `push "${name}" --mode issue --check "tests=node test.js" --check "${name}=test -f ${file}"`;
    const stage = await setStage([
      loop('start --mode grind --steps "sum subtracts; no licence"'),
      loop(issue('sum subtracts', 'sum.js')),
      bash("printf 'module.exports = (a, b) => a + b;\\n' > sum.js"),
      loop('verify'),
      DONE,
      loop('step done'),
      loop(issue('no licence', 'LICENSE')),
      say('The licence is next.'),
      bash('touch LICENSE'),
      loop('verify'),
      DONE,
      loop('step done'),
      say('<grind-done>NO_MORE_ISSUES</grind-done>'),
    ]);
    const sessionId = randomUUID();
    const terminal = await openSeat(stage, sessionId);
    await terminal.submit('/loop:grind ISSUES.md --iterations=2 --check "tests=node test.js"');
    await terminal.waitFor("2 issues, checked in Claude's own shell");
    expect(stage.model.unscripted).toEqual([]);
    expect(terminal.screen()).not.toContain('Go on?');
    expect(stage.runOf(sessionId)).toMatchObject({
      status: 'completed',
      ending: { kind: 'verified', seen: { hook: ['tests'], session: ['sum subtracts', 'no licence'] } },
      frames: [{ issues: { ended: 2, verified: 2 } }],
    });
  },
);
