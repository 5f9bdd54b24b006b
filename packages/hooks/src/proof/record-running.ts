import { type Check, checkText, maskSecrets, sanitizeLine } from '@loopwright/core';
import { removeWorkFile, type WorkFile, writeWorkFile } from '@loopwright/store';

/** A check that runs now, with the last lines of its output. */
export interface RunningCheck {
  readonly name: string;
  readonly command: string;
  readonly since: number;
  readonly lines: readonly string[];
}

/** Shows a check while it runs. */
interface LiveCheck {
  add(chunk: Uint8Array): void;
  /** Returns false when the output was not shown. */
  end(): boolean;
}

/** Shows checks while they run. */
export interface LiveOutput {
  begin(name: string, check: Check): LiveCheck;
}

const LINES = 8;
const LINE_CHARS = 200;
/** `sanitizeLine` reads four times what it shows. */
const MAX_CHARS = LINES * 4 * LINE_CHARS;
/** Watchers look once a second. */
const EVERY_MS = 500;

/** Passes the output of checks on, and puts its last lines where `loop watch` finds them. */
export function recordRunning(
  place: { readonly root: string; readonly runId: string },
  live: LiveOutput,
  now: () => number,
): LiveOutput {
  const checks = new Set<RunningCheck>();
  const file: WorkFile = { ...place, kind: 'checks' };
  let due: NodeJS.Timeout | undefined;
  const write = (): void => {
    clearTimeout(due);
    due = undefined;
    if (checks.size === 0) removeWorkFile(file);
    else writeWorkFile(file, { pid: process.pid, checks: [...checks] });
  };
  return {
    begin(name, check) {
      const shown = live.begin(name, check);
      const command = sanitizeLine(checkText(check), LINE_CHARS);
      const running = { name, command, since: now(), lines: [''] };
      const decoder = new TextDecoder();
      checks.add(running);
      write();
      return {
        add(chunk) {
          shown.add(chunk);
          const text = `${running.lines.pop() ?? ''}${decoder.decode(chunk, { stream: true })}`;
          // Cut first: masking a flood of short lines would stall this process.
          const added = text
            .slice(-MAX_CHARS)
            .split(/\r?\n|\r/)
            .slice(-LINES);
          const clean = added.map((line) => sanitizeLine(maskSecrets(line), LINE_CHARS));
          running.lines = [...running.lines, ...clean].slice(-LINES);
          due ??= setTimeout(write, EVERY_MS).unref();
        },
        end() {
          checks.delete(running);
          write();
          return shown.end();
        },
      };
    },
  };
}
