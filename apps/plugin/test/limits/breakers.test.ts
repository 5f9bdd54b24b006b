// @module-tag deep
import { type Reply, say, type Step, tool } from '@loopwright/testkit';
import { expect, test } from 'vitest';
import { bash, continuations, loop, setStage, type Stage, stopAnswers } from '../support/stage.ts';
import { onceNoted, onceWorked } from './waiting.ts';

interface Row {
  readonly breaker: string;
  readonly status: 'stuck' | 'paused';
  /** The stops that go on before the one that doesn't: at the last of them it stands one short of its threshold. */
  readonly goesOn: number;
  readonly script: (stage: Stage) => readonly Step[];
  readonly permissions?: 'default';
}

const PROMPT = '/loop:start work on a and b --force --shape tool';
const begin = loop('start --criteria "a; b"');
const fails = bash('echo boom >&2; exit 3');
const denied = bash('touch elsewhere.txt');

const onceErrors = (stage: Stage, count: number, text: string): Step =>
  onceNoted(stage, say(text), ({ breaker }) => breaker.errorCount === count);
const onceDenials = (stage: Stage, count: number, text: string): Step =>
  onceNoted(stage, say(text), ({ breaker }) => breaker.denials === count);

const rows: readonly Row[] = [
  {
    breaker: 'same-error',
    status: 'paused',
    goesOn: 1,
    script: (stage) => [
      begin,
      fails,
      fails,
      onceErrors(stage, 2, 'It failed twice.'),
      fails,
      onceErrors(stage, 3, 'It failed again.'),
    ],
  },
  {
    breaker: 'permission',
    status: 'paused',
    goesOn: 1,
    permissions: 'default',
    script: (stage) => [
      begin,
      // Batches are put on record in the background: a batch with work must not come after the refusal.
      onceWorked(stage, denied),
      onceDenials(stage, 1, 'I may not.'),
      denied,
      onceDenials(stage, 2, 'I still may not.'),
    ],
  },
  {
    breaker: 'idle',
    status: 'stuck',
    goesOn: 3,
    script: (stage) => [begin, onceWorked(stage, say('Thinking.')), say('Hm.'), say('Hm, hm.'), say('Well.')],
  },
];

test.each(rows)(
  'breaker $breaker: $goesOn stops go on, the next one ends as $status',
  async ({ breaker, status, goesOn, script, permissions }) => {
    const stage = await setStage([]);
    const { model, runOf, play } = stage;
    model.append(...script(stage));

    const run = await play(PROMPT, permissions && { permissions });

    expect(model.unscripted).toEqual([]);
    expect(continuations(run)).toHaveLength(goesOn);
    expect(stopAnswers(run)).toHaveLength(goesOn + 1);
    expect(runOf(run.sessionId)).toMatchObject({ status, ending: { kind: status, cause: { breaker } } });
    expect(run.notices.at(-1)).toContain(status === 'paused' ? '[LOOP] ⏸ Paused: ' : '[LOOP] ✗ Stuck: ');
    expect(run.notices.at(-1)).toContain('Resume: /loop:continue');
  },
);

test("what failed is the client's own word: a failed Read is an error, and a log with the words of an error is not", async () => {
  const stage = await setStage([]);
  const { sandbox, model, runOf, play } = stage;
  const missing = tool('Read', { file_path: sandbox.project.at('missing.txt') });
  const log = bash('echo "Exit code 7"');
  const noted = (reply: Reply, tools: number): Step =>
    onceNoted(stage, reply, ({ breaker }) => breaker.tools >= tools);
  model.append(
    begin,
    log,
    noted(log, 2),
    noted(log, 3),
    noted(say('That is what the log says.'), 4),
    missing,
    missing,
    onceErrors(stage, 2, 'It is not there.'),
    missing,
    onceErrors(stage, 3, 'It is still not there.'),
  );
  const run = await play(PROMPT);
  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toHaveLength(2);
  expect(runOf(run.sessionId)).toMatchObject({
    ending: { cause: { breaker: 'same-error' } },
    frames: [{ breaker: { error: expect.stringContaining('Read: File does not exist') } }],
  });
});
