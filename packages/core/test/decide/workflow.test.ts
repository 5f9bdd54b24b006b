import { describe, expect, test } from 'vitest';
import { rejectionText } from '../../src/text/notices.ts';
import { given, started } from '../support/given.ts';
import { executing } from '../support/workflows.ts';

describe('a stage command that moves nothing on', () => {
  test('needs no proof of its current stage', () => {
    const { frame, rejected } = given(executing()).when({
      type: 'stage',
      stage: 'executing',
      question: 'Which?',
    });
    expect(rejected).toBeUndefined();
    expect(frame.workflow).toMatchObject({ stage: 'executing', question: 'Which?' });
  });
});

test('a thorough review after which no blockers are known names none', () => {
  const { rejected } = given(started({ stage: 'review' })).when({ type: 'stage', stage: 'complete' });
  expect(rejected?.missing?.[0]).toEqual({ kind: 'review', blockers: null });
  expect(rejected && rejectionText(rejected)).not.toContain('blockers');
});
