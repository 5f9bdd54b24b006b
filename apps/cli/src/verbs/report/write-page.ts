import { setTimeout as wait } from 'node:timers/promises';
import { onInterruption } from '@loopwright/checks';
import { writeReport } from '@loopwright/report/node';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Request } from '../../program/context.ts';
import { openFile } from './open-file.ts';

/** A page that is followed ends by itself after a day, so that a forgotten one doesn't stay for ever. */
const MAX_WATCH_MS = 24 * 60 * 60 * 1000;
/** A followed page is written, and loads itself again, this often. */
const WATCH_SECONDS = 5;

type PageFlags = Pick<Request<'report'>['flags'], 'force' | 'watch' | 'open'>;
type Render = (reloadSeconds?: number) => string | Promise<string>;

/**
 * Writes a page to a file, and opens it where the flags ask for it. A watched page is written anew until Ctrl-C, and last
 * as one that stays as it is. Returns what else there is to say. Throws `CliError` for a file that can't be written.
 */
export async function writePage(
  { messages, env }: Pick<Context, 'messages' | 'env'>,
  path: string,
  { force, watch, open }: PageFlags,
  render: Render,
): Promise<readonly string[]> {
  const write = async (reloadSeconds?: number): Promise<void> => {
    refuseUnwritten(path, writeReport(path, await render(reloadSeconds), { force }));
  };
  if (watch) {
    await write(WATCH_SECONDS);
    messages.write(`Kept up to date in ${path} until Ctrl-C.\n`);
    if (open) void openFile(path, env);
    await untilInterrupted(async () => write(WATCH_SECONDS));
  }
  await write();
  const isOpened = watch || !open || (await openFile(path, env));
  return isOpened ? [] : ['No program here opens it.'];
}

/** Repeats work after each pause, until Ctrl-C or the end of the day. */
async function untilInterrupted(work: () => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  const ignore = onInterruption(() => interruption.abort());
  const signal = AbortSignal.any([interruption.signal, AbortSignal.timeout(MAX_WATCH_MS)]);
  try {
    for (;;) {
      await wait(WATCH_SECONDS * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await work();
    }
  } finally {
    ignore();
  }
}

function refuseUnwritten(path: string, written: ReturnType<typeof writeReport>): void {
  switch (written.status) {
    case 'written':
      return;
    case 'failed':
      throw new CliError({ message: `Could not write ${path}: ${written.code}.` });
    case 'not-a-report':
      throw new CliError({
        message: `${path} exists and is no report, so it was not replaced.`,
        next: { advice: 'choose another --out, or replace it with --force' },
      });
    case 'not-a-file':
      throw new CliError({
        message: `${path} is a link, a folder or a device. A report replaces no such thing.`,
        next: { advice: 'choose another --out' },
      });
  }
}
