import { stripVTControlCharacters } from 'node:util';
import type { LiveOutput } from '@loopwright/checks';
import { type Check, checkText, durationText, sanitize, sanitizeLine } from '@loopwright/core';
import { textWidth } from '@loopwright/core';
import type { Messages } from '../program/context.ts';

/** Shows checks on a terminal or in a pipe while they run. */
export interface ShownOutput extends LiveOutput<Check> {
  close(): void;
}

/** Outside a terminal, limits the output that is shown while a check runs. */
const MAX_PIPED_CHARS = 8 * 1024;
/** A line that doesn't end is shown in pieces of this length. */
const MAX_LINE_CHARS = 4096;
const TICK_MS = 1000;

/**
 * Shows the output of checks while they run. Names each check if several run at once; a terminal also gets a
 * progress line. Drops control sequences.
 */
export function createLiveOutput(messages: Messages, hasSeveral: boolean, now: () => number): ShownOutput {
  const { isTerminal, page } = messages;
  const running = new Map<string, number>();
  const startedAll = now();
  let hasProgress = false;

  const clear = (): void => {
    if (hasProgress) messages.write('\r\u001b[K');
    hasProgress = false;
  };
  const draw = (): void => {
    if (!isTerminal || running.size === 0) return;
    clear();
    const names = [...running].map(([name, since]) => `${name} ${durationText(now() - since)}`).join(', ');
    messages.write(page.paint('dim', `⋯ ${sanitizeLine(names, Math.max(10, page.width - 4))}`));
    hasProgress = true;
  };
  const show = (line: string): void => {
    clear();
    messages.write(`${line}\n`);
  };
  const ticker = isTerminal ? setInterval(draw, TICK_MS).unref() : undefined;

  return {
    begin(name, check) {
      const shownName = sanitizeLine(name, 60);
      running.set(shownName, now());
      const room = Math.max(20, page.width - textWidth(shownName) - 4);
      const head = `${page.paint('cyan', '▶')} ${page.paint('bold', shownName)}`;
      show(`${head}  ${page.paint('dim', sanitizeLine(checkText(check), room))}`);
      draw();
      const prefix = hasSeveral ? `${page.paint('dim', `${shownName} │`)} ` : '';
      const lines = createLines(
        (line) => show(prefix + line),
        isTerminal ? Number.POSITIVE_INFINITY : MAX_PIPED_CHARS,
      );
      return {
        add(chunk) {
          lines.add(chunk);
          draw();
        },
        end() {
          const isCut = lines.end();
          running.delete(shownName);
          clear();
          draw();
          return isCut;
        },
      };
    },
    close() {
      clear();
      if (ticker) clearInterval(ticker);
      if (isTerminal && hasSeveral)
        show(page.paint('dim', `All checks ended after ${durationText(now() - startedAll)}.`));
    },
  };
}

interface Lines {
  add(chunk: Uint8Array): void;
  end(): boolean;
}

/** Parts bytes into lines that are safe to print; beyond its budget it only says that there is more. */
function createLines(show: (line: string) => void, budget: number): Lines {
  const decoder = new TextDecoder();
  let rest = '';
  let shown = 0;
  let isMuted = false;
  const print = (line: string): void => {
    if (isMuted) return;
    if (shown + line.length > budget) {
      isMuted = true;
      show('… the output goes on; its end is kept in the log');
      return;
    }
    shown += line.length + 1;
    show(toPrintable(line));
  };
  return {
    add(chunk) {
      if (isMuted) return;
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
      return isMuted;
    },
  };
}

function toPrintable(line: string): string {
  if (/^[\x20-\x7e]*$/.test(line)) return line;
  return sanitize(stripVTControlCharacters(line).replaceAll('\t', '    '), { maxLength: MAX_LINE_CHARS });
}
