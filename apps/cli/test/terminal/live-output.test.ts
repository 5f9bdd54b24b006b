import { expect, test } from 'vitest';
import { createLiveOutput } from '../../src/terminal/live-output.ts';
import { plain } from '../../src/terminal/paint.ts';

function show(isTerminal: boolean, hasSeveral: boolean, chunks: readonly (string | Uint8Array)[]): string {
  let written = '';
  const messages = {
    isTerminal,
    page: { width: 80, paint: plain },
    write: (text: string) => {
      written += text;
    },
  };
  const live = createLiveOutput(messages, hasSeveral, () => 0);
  const check = live.begin('tests', { command: 'npm test' });
  for (const chunk of chunks) check.add(Buffer.from(chunk));
  check.end();
  live.close();
  return written;
}

test('shows lines as they end, and the last one when it is over', () => {
  expect(show(false, false, ['on', 'e\ntw', 'o'])).toBe('▶ tests  npm test\none\ntwo\n');
});

test('names the check in front of each line where there are several', () => {
  expect(show(false, true, ['one\n'])).toBe('▶ tests  npm test\ntests │ one\n');
});

test('a character that comes in two pieces stays whole', () => {
  const bytes = Buffer.from('é\n');
  expect(show(false, false, [bytes.subarray(0, 1), bytes.subarray(1)])).toContain('\né\n');
});

test('a line that never ends is shown in pieces', () => {
  const lines = show(true, false, ['x'.repeat(10_000)]).split('\n');
  expect(lines.filter((line) => line.includes('xxx')).map((line) => line.match(/x+/)?.[0].length)).toEqual([
    4096, 4096, 1808,
  ]);
});

test('in a pipe it goes quiet after 8 KiB, and says so', () => {
  const written = show(
    false,
    false,
    Array.from({ length: 1000 }, () => `${'y'.repeat(99)}\n`),
  );
  expect(written.length).toBeLessThan(9000);
  expect(written.trimEnd().endsWith('… the output goes on; its end is kept in the log')).toBe(true);
});

test('on a terminal a line of progress stands below the output, and is gone at the end', () => {
  const written = show(true, false, ['one\n']);
  expect(written).toContain('⋯ tests 0s');
  expect(written.endsWith('\r\u001b[K')).toBe(true);
});
