import { stripVTControlCharacters } from 'node:util';
import { checkText, durationText, sanitize, sanitizeLine, textWidth } from '@loopwright/core';
import type { LiveOutput } from '@loopwright/hooks';
import type { Messages } from '../program/context.ts';

/** A line that doesn't end is shown in pieces of this length. */
const MAX_LINE_CHARS = 4096;
const TICK_MS = 1000;

/**
 * Shows the output of checks and a line of progress on a terminal while they run. Names each check if several run at
 * once. Drops control sequences. A reader without a terminal, such as Claude, gets the result alone.
 */
export function createLiveOutput(
  messages: Messages,
  hasSeveral: boolean,
  now: () => number,
): LiveOutput & { close(): void } {
  const { page } = messages;
  if (!messages.isTerminal) {
    return { begin: () => ({ add: () => undefined, end: () => false }), close: () => undefined };
  }
  const running = new Map<string, number>();
  const startedAll = now();
  let hasProgress = false;

  const clear = (): void => {
    if (hasProgress) messages.write('\r\u001b[K');
    hasProgress = false;
  };
  const draw = (): void => {
    if (running.size === 0) return;
    clear();
    const names = [...running].map(([name, since]) => `${name} ${durationText(now() - since)}`).join(', ');
    messages.write(page.paint('dim', `⋯ ${sanitizeLine(names, Math.max(10, page.width - 4))}`));
    hasProgress = true;
  };
  const show = (line: string): void => {
    clear();
    messages.write(`${line}\n`);
  };
  const ticker = setInterval(draw, TICK_MS).unref();

  return {
    begin(name, check) {
      const shownName = sanitizeLine(name, 60);
      running.set(shownName, now());
      const room = Math.max(20, page.width - textWidth(shownName) - 4);
      const head = `${page.paint('cyan', '▶')} ${page.paint('bold', shownName)}`;
      show(`${head}  ${page.paint('dim', sanitizeLine(checkText(check), room))}`);
      draw();
      const prefix = hasSeveral ? `${page.paint('dim', `${shownName} │`)} ` : '';
      const lines = createLines((line) => show(prefix + line));
      return {
        add(chunk) {
          lines.add(chunk);
          draw();
        },
        end() {
          lines.end();
          running.delete(shownName);
          clear();
          draw();
          return true;
        },
      };
    },
    close() {
      clear();
      clearInterval(ticker);
      if (hasSeveral) show(page.paint('dim', `All checks ended after ${durationText(now() - startedAll)}.`));
    },
  };
}

/** Parts bytes into lines that are safe to print. */
function createLines(show: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = '';
  const print = (line: string): void => show(toPrintable(line));
  return {
    add(chunk: Uint8Array) {
      rest += decoder.decode(chunk, { stream: true });
      const parts = rest.split(/\r?\n|\r/);
      rest = parts.pop() ?? '';
      parts.forEach(print);
      while (rest.length > MAX_LINE_CHARS) {
        print(rest.slice(0, MAX_LINE_CHARS));
        rest = rest.slice(MAX_LINE_CHARS);
      }
    },
    end() {
      if (rest !== '') print(rest);
      rest = '';
    },
  };
}

function toPrintable(line: string): string {
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  return sanitize(stripVTControlCharacters(line).replaceAll('\t', '    '), { maxLength: MAX_LINE_CHARS });
}
