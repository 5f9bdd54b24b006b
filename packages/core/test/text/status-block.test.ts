import { expect, test } from 'vitest';
import { statusBlock } from '../../src/text/status-block.ts';
import { given, openedWith, runAfter } from '../support/given.ts';

test('the status block of a run without a frame is one, too', () => {
  const { run } = given(openedWith({}, { frames: [] }));
  expect(statusBlock(run!)).toBe(
    '---LOOP_STATUS---\nEXIT_SIGNAL: false\nCRITERIA: {}\nSTUCK_COUNT: 0\nNEXT: none\n---END_STATUS---',
  );
});

test('the status block quotes names as JSON does', () => {
  const run = runAfter({ type: 'start', criteria: [{ name: 'say "hi"' }] });
  expect(statusBlock(run)).toContain('CRITERIA: {"say \\"hi\\"": false}');
});
