import { say } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { drive, runArgs, spentEvents } from '../support/drive.ts';
import { isJudge, judge } from '../support/judge.ts';
import { bash, COMPLETE, mend, sampleFiles, setStage, toldTo } from '../support/stage.ts';

const files = { ...sampleFiles, 'README.md': '# Sum\n' };
const args = [...runArgs, '--judge', 'docs=the README explains what sum does'];
const explain = bash("printf '# Sum\\n\\nsum(a, b) adds two numbers.\\n' > README.md");
const yes = judge({ answer: 'yes', reason: 'It says so.', places: [{ file: 'README.md', line: 3 }] });
const no = judge({ answer: 'no', reason: 'The README has only a title.' });

test('the driver asks the judge, pays for it, and ends with 0', async () => {
  const stage = await setStage([mend, say(COMPLETE), no, explain, say(COMPLETE), yes], { files });
  const drove = await drive(stage, args);
  expect(stage.model.unscripted).toEqual([]);
  expect(drove.exitCode, drove.stderr + drove.stdout).toBe(0);
  expect(drove.answer.reason).toContain('✓ Done');
  expect(drove.answer.reason).toContain('docs, judged by a model');
  expect(toldTo(stage.model)).toContain('The README has only a title.');
  // The cost of the clients is on record by itself, that of the judge with its answers.
  const judges = stage.model.requests.filter(isJudge).length;
  expect(judges).toBe(2);
  const clients = spentEvents(stage, drove.answer.run.session).reduce((sum, one) => sum + one, 0);
  expect(drove.answer.costUsd).toBeGreaterThan(clients);
});
