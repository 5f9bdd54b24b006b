import type { Frame } from '@loopwright/core';
import { type Reply, runClaude, say, type Step, tool } from '@loopwright/testkit';
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

const begin = loop('start --criteria "a; b"');
const look = bash('ls');
const fails = bash('echo boom >&2; exit 3');
const denied = bash('touch elsewhere.txt');

const turns = (count: number, turn: (index: number) => readonly Step[]): readonly Step[] =>
  Array.from({ length: count }, (_, index) => turn(index)).flat();

const errors = (count: number) => (stage: Stage, text: string) =>
  onceNoted(stage, say(text), ({ breaker }) => breaker.errorCount === count);

const rows: readonly Row[] = [
  {
    breaker: 'same-criterion',
    status: 'stuck',
    goesOn: 5,
    script: (stage) => [
      begin,
      onceWorked(stage, say('Begun.')),
      ...turns(5, (index) => [look, onceWorked(stage, say(`Look ${index}.`))]),
    ],
  },
  {
    breaker: 'same-error',
    status: 'paused',
    goesOn: 1,
    script: (stage) => [
      begin,
      fails,
      fails,
      errors(2)(stage, 'It failed twice.'),
      fails,
      errors(3)(stage, 'It failed again.'),
    ],
  },
  {
    breaker: 'same-file',
    status: 'paused',
    goesOn: 1,
    script: (stage) => {
      const { sandbox } = stage;
      const path = sandbox.project.at('notes.txt');
      const write = (content: string): Reply => tool('Write', { file_path: path, content });
      // The batches are put on record in the background: each waits for the one before.
      const rounds = (from: number, count: number): readonly Step[] =>
        turns(count, (index) => [
          onceNoted(stage, bash(`echo round ${index} >&2; exit 3`), roundsAre(from + index)),
          onceNoted(stage, write(`${from + index}`), hasFailed),
        ]);
      const roundsAre =
        (count: number) =>
        ({ breaker: { rounds = [] } }: Frame): boolean =>
          rounds.some((round) => round.count === count && round.hasFailed !== true);
      const hasFailed = ({ breaker: { rounds = [] } }: Frame): boolean =>
        rounds.some((round) => round.hasFailed === true);
      return [
        begin,
        write('first'),
        ...rounds(0, 4),
        onceNoted(stage, say('Four rounds.'), roundsAre(4)),
        write('first'),
        ...rounds(0, 5),
        onceNoted(stage, say('Five more rounds.'), roundsAre(5)),
      ];
    },
  },
  {
    breaker: 'permission',
    status: 'paused',
    goesOn: 1,
    permissions: 'default',
    script: (stage) => {
      const denials = (count: number, text: string): Step =>
        onceNoted(stage, say(text), ({ breaker }) => breaker.denials === count);
      // Batches are put on record in the background: a batch with work must not come after the refusal.
      const refused = onceWorked(stage, denied);
      return [begin, refused, denials(1, 'I may not.'), denied, denials(2, 'I still may not.')];
    },
  },
  {
    breaker: 'idle',
    status: 'stuck',
    goesOn: 3,
    script: (stage) => [begin, onceWorked(stage, say('Thinking.')), say('Hm.'), say('Hm, hm.'), say('Well.')],
  },
  {
    breaker: 'same-message',
    status: 'stuck',
    goesOn: 2,
    script: (stage) => [
      begin,
      onceWorked(stage, say('I am on it.')),
      ...turns(2, () => [look, onceWorked(stage, say('I am on it.'))]),
    ],
  },
];

test.each(rows)(
  'breaker $breaker: $goesOn stops go on, the next one ends as $status',
  async ({ breaker, status, goesOn, script, permissions }) => {
    const stage = await setStage([]);
    const { sandbox, model, plugins, runOf } = stage;
    model.append(...script(stage));

    const run = await runClaude({
      sandbox,
      model,
      plugins,
      prompt: '/loop:start work on a and b --force --shape tool',
      ...(permissions && { permissions }),
    });

    expect(model.unscripted).toEqual([]);
    expect(continuations(run)).toHaveLength(goesOn);
    expect(stopAnswers(run)).toHaveLength(goesOn + 1);
    expect(runOf(run.sessionId)).toMatchObject({ status, ending: { kind: status, cause: { breaker } } });
    const said = status === 'paused' ? `[LOOP] ⏸ Paused: ${breaker}` : `[LOOP] Stuck: ${breaker}`;
    expect(run.notices.at(-1)).toContain(said);
    expect(run.notices.at(-1)).toContain('Resume: /loop:continue');
  },
);

test("what failed is the client's own word: a failed Read is an error, and a log with the words of an error is not", async () => {
  const stage = await setStage([]);
  const { sandbox, model, plugins, runOf } = stage;
  const missing = tool('Read', { file_path: sandbox.project.at('missing.txt') });
  const noted = (reply: Reply, tools: number): Step =>
    onceNoted(stage, reply, ({ breaker }) => breaker.tools >= tools);
  model.append(
    begin,
    bash('echo "Exit code 7"'),
    noted(bash('echo "Exit code 7"'), 2),
    noted(bash('echo "Exit code 7"'), 3),
    noted(say('That is what the log says.'), 4),
    missing,
    missing,
    errors(2)(stage, 'It is not there.'),
    missing,
    errors(3)(stage, 'It is still not there.'),
  );
  const run = await runClaude({
    sandbox,
    model,
    plugins,
    prompt: '/loop:start work on a and b --force --shape tool',
  });
  expect(model.unscripted).toEqual([]);
  expect(continuations(run)).toHaveLength(2);
  expect(runOf(run.sessionId)).toMatchObject({
    ending: { cause: { breaker: 'same-error' } },
    frames: [{ breaker: { error: expect.stringContaining('Read: File does not exist') } }],
  });
});

test('half-open: after a pause one iteration is on trial, and one that goes well clears what led to it', async () => {
  const stage = await setStage([]);
  const { model, open, runOf } = stage;
  const session = open();
  model.append(begin, fails, fails, fails, errors(3)(stage, 'It failed three times.'));
  await session.prompt('/loop:start work on a and b --force --shape tool');
  const { sessionId } = session.view();
  expect(runOf(sessionId)?.ending).toMatchObject({ cause: { breaker: 'same-error' } });

  // The same error once more, on trial: that is enough.
  model.append(loop('continue'), fails, errors(3)(stage, 'Again.'));
  await session.prompt('/loop:continue');
  expect(runOf(sessionId)?.ending).toMatchObject({ cause: { breaker: 'same-error' } });
  expect(continuations(session.view())).toHaveLength(0);

  // On trial without it: the counter starts again, so two more are not enough.
  model.append(
    loop('continue'),
    onceWorked(stage, say('I found another way.')),
    fails,
    fails,
    errors(2)(stage, 'It fails again.'),
    fails,
    errors(3)(stage, 'And again.'),
  );
  await session.prompt('/loop:continue');
  expect(continuations(session.view())).toHaveLength(2);
  expect(runOf(sessionId)?.ending).toMatchObject({ cause: { breaker: 'same-error' } });
  expect(model.unscripted).toEqual([]);
});
