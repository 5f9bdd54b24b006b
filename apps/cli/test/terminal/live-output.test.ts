import { expect, test } from 'vitest';
import { createLiveOutput } from '../../src/terminal/live-output.ts';
import { plain } from '../../src/terminal/page.ts';

function show(hasSeveral: boolean, chunks: readonly (string | Uint8Array)[], isTerminal = true): string {
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
  expect(check.end()).toBe(isTerminal);
  live.close();
  return written;
}

/** What stays on the terminal: without the lines of progress. */
function stays(written: string): string {
  return written.replaceAll(/⋯[^\r]*\r\u001b\[K/g, '');
}

test('shows lines as they end, and the last one when it is over', () => {
  expect(stays(show(false, ['on', 'e\ntw', 'o']))).toBe('▶ tests  npm test\none\ntwo\n');
});

test('names the check in front of each line where there are several', () => {
  expect(stays(show(true, ['one\n']))).toContain('▶ tests  npm test\ntests │ one\n');
});

test('a character that comes in two pieces stays whole', () => {
  const bytes = Buffer.from('é\n');
  expect(stays(show(false, [bytes.subarray(0, 1), bytes.subarray(1)]))).toContain('\né\n');
});

test('a line that never ends is shown in pieces', () => {
  const lines = show(false, ['x'.repeat(10_000)]).split('\n');
  expect(lines.filter((line) => line.includes('xxx')).map((line) => line.match(/x+/)?.[0].length)).toEqual([
    4096, 4096, 1808,
  ]);
});

test('shows nothing to a reader without a terminal', () => {
  expect(show(false, ['one\n'], false)).toBe('');
});

test('on a terminal a line of progress stands below the output, and is gone at the end', () => {
  const written = show(false, ['one\n']);
  expect(written).toContain('⋯ tests 0s');
  expect(written.endsWith('\r\u001b[K')).toBe(true);
});
