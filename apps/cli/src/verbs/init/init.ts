import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_MARK, CONFIG_NAME, onInterruption } from '@loopwright/checks';
import { durationText, sanitizeLine } from '@loopwright/core';
import { readValue } from '@loopwright/core/flags';
import { rememberAgreed } from '@loopwright/hooks';
import { CONFIG_SCHEMA_ID, configSchema } from '../../config/config-schema.ts';
import type { Answer, Context, Handler } from '../../program/context.ts';
import { CliError, errorCode } from '../../program/cli-error.ts';
import { agreeingAuthor } from '../../session/author.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import type { Page } from '../../terminal/page.ts';
import type { Ink } from '../../terminal/paint.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import { detect, type Proposal } from './detect.ts';
import { readProject } from './project-files.ts';
import { tryCheck, type Tried } from './try-check.ts';

/** A proposal, and how it ended when it was tried. */
interface Found extends Proposal {
  readonly tried?: Tried;
}

/** How a call goes on: without the person's yes nothing runs. */
type Course = 'try' | 'write' | 'show' | 'declined';

/** Finds the checks of the project. Runs them, and writes `loop.config.json`, if the person at the terminal says yes. */
export const init: Handler<'init'> = async (context, { flags }) => {
  const root = findNewRoot(context);
  const path = join(root, CONFIG_NAME);
  const isDry = flags['dry-run'] === true;
  if (!isDry && flags.force !== true && lstatSync(path, { throwIfNoEntry: false })) throw exists(path);
  const proposals = detect(readProject(root)).filter(isWritable);
  if (proposals.length === 0) throw nothingFound(root);
  const course = isDry ? 'show' : flags.yes === true ? 'write' : askToTry(context, root, proposals);
  const found = course === 'try' ? await tryEach(context, root, proposals) : proposals;
  if (course === 'try' || course === 'write')
    write(path, `${JSON.stringify(toConfig(found), null, 2)}\n`, flags.force === true);
  if (course === 'try') {
    rememberAgreed(
      root,
      context.env,
      found.map(({ name, command }) => ({ name, check: { command } })),
    );
  }
  return answer(path, found, course);
};

/** True where a person may agree: not in Claude's shell, and not inside a check. */
function canAsk(context: Context, root: string): boolean {
  return (
    !context.env[CHECK_MARK] && agreeingAuthor(context.env, findPlace(context).sessionId, root) === 'user'
  );
}

/** Shows the whole commands and asks once. Anything but yes is a no. */
function askToTry(context: Context, root: string, proposals: readonly Proposal[]): Course {
  if (!canAsk(context, root)) return 'show';
  const { page } = context.messages;
  const said = context.askPerson(
    [
      ...listOf(proposals, page),
      '',
      ...wrapText('These commands come with the project. Nothing ran yet.', page.width),
      `Run each once with your rights, and let loops run them? [y/N] `,
    ].join('\n'),
  );
  if (said === undefined) return 'show';
  return /^y(?:es)?$/i.test(said) ? 'try' : 'declined';
}

/** The text of a repository that a config can't hold is no proposal. */
function isWritable(proposal: Proposal): boolean {
  return configSchema.safeParse(toConfig([proposal])).success;
}

function toConfig(found: readonly Proposal[]): object {
  return {
    $schema: CONFIG_SCHEMA_ID,
    checks: Object.fromEntries(
      found.map(({ name, command, timeout, paths }) => [
        name,
        { command, timeout, ...(paths && { paths: [...paths] }) },
      ]),
    ),
  };
}

/** Writes the whole file or nothing. Follows no link, and replaces a file only if asked to. */
function write(path: string, text: string, isForced: boolean): void {
  const place = isForced ? `${path}.${randomUUID()}` : path;
  try {
    writeFileSync(place, text, { flag: 'wx' });
    if (isForced) renameSync(place, path);
  } catch (cause) {
    if (isForced) rmSync(place, { force: true });
    if (errorCode(cause) === 'EEXIST') throw exists(path);
    throw new CliError({ exit: 'error', message: `Could not write ${path}: ${errorCode(cause)}.`, cause });
  }
}

async function tryEach(
  context: Context,
  root: string,
  proposals: readonly Proposal[],
): Promise<readonly Found[]> {
  const interruption = new AbortController();
  const ignore = onInterruption(() => interruption.abort());
  const found: Found[] = [];
  try {
    for (const proposal of proposals) {
      context.messages.write(`Trying ${proposal.name}: ${sanitizeLine(proposal.command, 200)}\n`);
      const { command, timeout } = proposal;
      const tried = await tryCheck(context, {
        root,
        command,
        timeoutMs: msOf(timeout),
        signal: interruption.signal,
      });
      if (interruption.signal.aborted) {
        throw new CliError({
          exit: 'interrupted',
          message: 'Interrupted; the command that ran was ended. Nothing was written.',
          next: WRITE_ALONE,
        });
      }
      found.push({ ...proposal, tried });
    }
  } finally {
    ignore();
  }
  return found;
}

function msOf(timeout: string): number {
  const read = readValue({ name: 'timeout', kind: 'duration', summary: '' }, timeout);
  return read.ok ? Number(read.value) : 0;
}

/** How to get the file without running anything. */
const WRITE_ALONE = { words: ['init', '--yes'], when: 'to write the file without running anything' };

function answer(path: string, found: readonly Found[], course: Course): Answer {
  const isWritten = course === 'try' || course === 'write';
  const first = found.find(({ tried }) => tried?.outcome !== 'missing') ?? found[0];
  return {
    exit: 'ok',
    json: {
      ok: true,
      path,
      written: isWritten,
      agreed: course === 'try',
      checks: found.map(({ name, command, timeout, paths, from, tried }) => ({
        name,
        command,
        timeout,
        paths: paths ?? null,
        from,
        tried: tried ?? null,
      })),
    },
    text: (page) => [
      // The question has shown the list already.
      ...(course === 'declined' ? [] : [...listOf(found, page), '']),
      ...RESULTS[course].flatMap((line) =>
        wrapText(
          line.replace('{path}', () => sanitizeLine(path, 500)),
          page.width,
        ),
      ),
    ],
    next: isWritten
      ? course === 'try'
        ? { advice: `/loop:start <what is to be done> --check ${first?.name ?? 'tests'}, in Claude Code` }
        : { words: ['config', 'agree'], when: 'in a terminal of your own, to let loops run these commands' }
      : WRITE_ALONE,
  };
}

/** The result of a call, in words. */
const RESULTS: Readonly<Record<Course, readonly string[]>> = {
  try: ['Wrote {path}.', 'You said yes to these commands, so loops in this project may run them.'],
  write: [
    'Wrote {path}.',
    'Nothing ran, and nobody agreed: loops run these commands only after you agree, or in CI with --trust-config.',
  ],
  show: [
    'Nothing ran, and nothing was written. `loop init` runs commands only after your yes, in a terminal of your own.',
  ],
  declined: ['Nothing ran, and nothing was written.'],
};

/** The checks with their whole commands: a person agrees to what they see. */
function listOf(found: readonly Found[], page: Page): string[] {
  return table(
    found.map(({ name, command, from, tried }): Cell[] => [
      markOf(tried),
      { text: name, ink: 'bold' },
      sanitizeLine(command, 500),
      { text: resultText(from, tried), ink: 'dim' },
    ]),
    page,
  );
}

const MARKS: Readonly<Record<Tried['outcome'], readonly [string, Ink]>> = {
  passes: ['✓ passes', 'green'],
  fails: ['✗ fails', 'red'],
  missing: ['! missing', 'yellow'],
  'too slow': ['! too slow', 'yellow'],
};

function markOf(tried: Tried | undefined): Cell {
  if (!tried) return { text: 'untried', ink: 'dim' };
  const [text, ink] = MARKS[tried.outcome];
  return { text, ink };
}

function resultText(from: string, tried: Tried | undefined): string {
  if (!tried) return from;
  return tried.reason === undefined
    ? `${from}, ${durationText(tried.durationMs)}`
    : `${from}: ${tried.reason}`;
}

function exists(path: string): CliError {
  return new CliError({
    exit: 'error',
    message: `${path} is there already; it was left as it is.`,
    next: { words: ['init', '--dry-run'], when: 'to see what init finds, or --force to replace the file' },
  });
}

function nothingFound(root: string): CliError {
  return new CliError({
    exit: 'error',
    message: `Nothing in ${root} says how it is checked. Nothing was written.`,
    details: [
      `To name a check yourself, write ${CONFIG_NAME}: { "checks": { "tests": "the command that tests it" } }`,
    ],
    next: { words: ['help', 'config'] },
  });
}
