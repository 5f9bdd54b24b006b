import { expect, test } from 'vitest';
import { continuation } from '../../src/text/continuation.ts';
import { given, started } from '../support/given.ts';

test('the continuation of a workflow names its stage and how to learn the next step', () => {
  const { run, verdict } = given(started({ stage: 'executing' })).when(
    { type: 'task', action: 'add', subject: 'Create the schema' },
    { type: 'stop' },
  );
  if (verdict?.kind !== 'block') throw new Error('it was let go');
  expect(continuation(run, verdict).split('\n')).toEqual([
    '[LOOP 1/10] Still open: task 1 Create the schema, thorough review, gate.',
    'Stage executing: `loop stage` says what comes next.',
    'Done? `loop gate` prints the block to say, once it passes.',
  ]);
});
