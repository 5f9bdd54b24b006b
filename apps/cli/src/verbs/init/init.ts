import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_MARK, CONFIG_NAME, onInterruption } from '@loopwright/checks';
import { durationText, sanitizeLine } from '@loopwright/core';
import { rememberNamed } from '@loopwright/hooks';
import { CONFIG_SCHEMA_ID, configSchema } from '../../config/config-schema.ts';
import { readValue } from '../../flags/read-value.ts';
import type { Answer } from '../../program/answer.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Handler } from '../../program/context.ts';
import { errorCode } from '../../program/error-code.ts';
import { agreeingAuthor } from '../../session/author.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import type { Ink } from '../../terminal/paint.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import { detect } from './detect/detect.ts';
import type { Proposal } from './detect/project-files.ts';
import { readProject } from './read-project.ts';
import { tryCheck, type Tried } from './try-check.ts';

/** A proposal, and how it ended when it was tried. */
interface Found extends Proposal {
  readonly tried?: Tried;
}

/** Finds the checks of the project, tries each once, and writes them into `loop.config.json`. */
export const init: Handler<'init'> = async (context, { flags }) => {
  const root = findNewRoot(context);
  const path = join(root, CONFIG_NAME);
  const isDry = flags['dry-run'] === true;
  if (!isDry && flags.force !== true && lstatSync(path, { throwIfNoEntry: false })) throw exists(path);
  const proposals = detect(readProject(root)).filter(isWritable);
  if (proposals.length === 0) throw nothingFound(root);
  const triesEach = !isDry && flags['no-try'] !== true;
  const found = triesEach ? await tryEach(context, root, proposals) : proposals;
  const isAgreed = triesEach && agreeingAuthor(context.env, findPlace(context).sessionId, root) === 'user';
  if (!isDry) write(path, `${JSON.stringify(toConfig(found), null, 2)}\n`, flags.force === true);
  if (isAgreed) {
    rememberNamed(
      root,
      context.env,
      found.map(({ name, command }) => ({ name, check: { command } })),
    );
  }
  return answer(path, found, { isWritten: !isDry, isAgreed });
};

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
  if (context.env[CHECK_MARK]) {
    throw new CliError({ exit: 'usage', message: 'This is a check already; it can’t try others.' });
  }
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
          next: { words: ['init', '--no-try'], when: 'to write what was found, untried' },
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

function answer(
  path: string,
  found: readonly Found[],
  { isWritten, isAgreed }: { readonly isWritten: boolean; readonly isAgreed: boolean },
): Answer {
  const first = found.find(({ tried }) => tried?.outcome !== 'missing') ?? found[0];
  return {
    exit: 'ok',
    json: {
      ok: true,
      path,
      written: isWritten,
      agreed: isAgreed,
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
      ...table(
        found.map(({ name, command, from, tried }): Cell[] => [
          markOf(tried),
          { text: name, ink: 'bold' },
          sanitizeLine(command, 200),
          { text: resultText(from, tried), ink: 'dim' },
        ]),
        page,
      ),
      '',
      ...[
        isWritten ? `Wrote ${sanitizeLine(path, 500)}.` : 'Nothing was written.',
        ...(isAgreed
          ? ['You ran these commands in a terminal of your own, so loops in this project may run them.']
          : []),
      ].flatMap((line) => wrapText(line, page.width)),
    ],
    next: isWritten
      ? { advice: `/loop:start <what is to be done> --check ${first?.name ?? 'tests'}, in Claude Code` }
      : { words: ['init'], when: 'to try each once and write the file' },
  };
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
