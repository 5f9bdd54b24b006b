import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandOf } from '@loopwright/core';
import { openRun, startRun } from '@loopwright/store';
import type { DriveOptions } from '../../src/drive-run.ts';
import type { Progress } from '../../src/ports.ts';
import { tempFolder } from './temp-folder.ts';

/** A project with a run, and a stand-in for the client. */
export interface StandIn {
  readonly root: string;
  /** Options to drive the new run. `more` replaces single ones; `onStep` hears of each step that is reported. */
  options(more?: Partial<DriveOptions>, onStep?: (step: Progress) => void): DriveOptions;
  /** Options to drive the run that a session left. */
  resumed(sessionId: string, more?: Partial<DriveOptions>): DriveOptions;
  /** The steps that were reported so far. */
  readonly progress: readonly Progress[];
  /** The prompts of all clients, in the order of their start. */
  prompts(): readonly string[];
}

/** Prints a JSON message as a line of the client. */
export function printing(message: object): string {
  return `cat <<'LINE'\n${JSON.stringify(message)}\nLINE\n`;
}

/** A turn that ends well with these words, at a quarter of a dollar. */
export function saying(result: string): string {
  return printing({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result,
    total_cost_usd: 0.25,
    modelUsage: { any: { inputTokens: 10, outputTokens: 2 } },
  });
}

/** A turn that claims the end. */
export const COMPLETE = saying('<loop-complete>\nAll is well.\n</loop-complete>');

/** A turn that ends with an API error of this status. */
export function failing(status: number): string {
  return printing({
    type: 'result',
    subtype: 'success',
    is_error: true,
    result: `API Error: ${status}`,
    terminal_reason: 'api_error',
    api_error_status: status,
    total_cost_usd: 0.25,
    modelUsage: {},
  });
}

/** A turn that ends on a rate limit of the user's plan, which ends at `until`; without it the API names no time. */
export function rateLimited(until?: number): string {
  const info = { status: 'rejected', resetsAt: (until ?? 0) / 1000 };
  const event = printing({ type: 'rate_limit_event', rate_limit_info: info });
  return `${until === undefined ? '' : event}${failing(429)}`;
}

/** Starts a run in a new project. The n-th client runs the n-th shell script; the last script repeats. */
export function standIn(
  turns: readonly string[],
  start: Partial<Omit<CommandOf<'start'>, 'type'>> = {},
): StandIn {
  const root = tempFolder();
  const folder = tempFolder();
  mkdirSync(join(folder, 'prompts'));
  turns.forEach((turn, index) => writeFileSync(join(folder, `turn-${index + 1}.sh`), turn));
  const program = join(folder, 'client.sh');
  writeFileSync(
    program,
    `#!/bin/sh
number=$(( $(ls '${folder}/prompts' | wc -l) + 1 ))
cat > "${folder}/prompts/$(printf %03d $number)"
[ $number -gt ${turns.length} ] && number=${turns.length}
. "${folder}/turn-$number.sh"
`,
    { mode: 0o755 },
  );
  const sessionId = randomUUID();
  const progress: Progress[] = [];
  const base = (onStep = (_step: Progress): void => undefined) => ({
    client: { program, command: 'loop' },
    ports: {
      env: { PATH: process.env['PATH'], CLAUDE_CONFIG_DIR: join(folder, 'config') },
      now: () => Date.now(),
      newId: () => randomUUID(),
      onProgress: (step: Progress) => {
        progress.push(step);
        onStep(step);
      },
    },
  });
  return {
    root,
    progress,
    options: (more, onStep) => {
      const started = startRun(
        { root, sessionId },
        {
          type: 'start',
          at: Date.now(),
          runId: randomUUID(),
          session: sessionId,
          frameId: randomUUID(),
          spec: 'Say hello',
          isHeadless: true,
          ...start,
        },
      );
      if (started.status !== 'started') throw new Error(started.status);
      return { ...base(onStep), opened: started.opened, ...more };
    },
    resumed: (session, more) => {
      const opened = openRun({ root, sessionId: session });
      if (opened.status !== 'open') throw new Error(opened.status);
      return { ...base(), opened, resume: { type: 'resume', at: Date.now() }, ...more };
    },
    prompts: () =>
      readdirSync(join(folder, 'prompts'))
        .sort()
        .map((name) => readFileSync(join(folder, 'prompts', name), 'utf8')),
  };
}
