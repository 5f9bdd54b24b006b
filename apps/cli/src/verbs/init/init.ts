import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECK_MARK, CONFIG_NAME } from '@loopwright/checks';
import { durationText, sanitizeLine } from '@loopwright/core';
import { rememberAgreed } from '@loopwright/hooks';
import type { Answer, Context, Handler } from '../../program/context.ts';
import { CliError, errorCode } from '../../program/cli-error.ts';
import { agreeingAuthor } from '../../session/author.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import type { Ink, Page } from '../../terminal/page.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import type { Proposal } from './detect.ts';
import { findChecks, toConfig } from './find-checks.ts';
import { type Found, tryEach, type Tried } from './try-checks.ts';

/** How a call goes on: without the person's yes nothing runs. */
type Course = 'try' | 'write' | 'show' | 'declined';

/** The result of each course, in words. */
const RESULTS: Readonly<Record<Course, string>> = {
  try: 'You said yes to these commands, so loops in this project may run them.',
  write:
    'Nothing ran, and nobody agreed: loops run these commands only after you agree, or in CI with --trust-config.',
  show: 'Nothing ran, and nothing was written. `loop init` runs commands only after your yes, in a terminal of your own.',
  declined: 'Nothing ran, and nothing was written.',
};

/** How to get the file without running anything. */
const WRITE_ALONE = { words: ['init', '--yes'], when: 'to write the file without running anything' };

/** Finds the checks of the project. Runs them, and writes `loop.config.json`, if the person at the terminal says yes. */
export const init: Handler<'init'> = async (context, { flags }) => {
  const root = findNewRoot(context);
  const path = join(root, CONFIG_NAME);
  const isForced = flags.force === true;
  const isDry = flags['dry-run'] === true;
  if (!isDry && !isForced && lstatSync(path, { throwIfNoEntry: false })) throw exists(path);
  const proposals = findChecks(root);
  if (proposals.length === 0)
    throw new CliError({
      exit: 'error',
      message: `Nothing in ${root} says how it is checked. Nothing was written.`,
      details: [
        `To name a check yourself, write ${CONFIG_NAME}: { "checks": { "tests": "the command that tests it" } }`,
      ],
      next: { words: ['help', 'config'] },
    });
  const course = isDry ? 'show' : flags.yes ? 'write' : askToTry(context, root, proposals);
  const found = course === 'try' ? await tryEach(context, root, proposals) : proposals;
  if (!found)
    throw new CliError({
      exit: 'interrupted',
      message: 'Interrupted; the command that ran was ended. Nothing was written.',
      next: WRITE_ALONE,
    });
  if (course === 'try' || course === 'write')
    write(path, `${JSON.stringify(toConfig(found), null, 2)}\n`, isForced);
  if (course === 'try')
    rememberAgreed(
      root,
      context.env,
      found.map(({ name, command }) => ({ name, check: { command } })),
    );
  return answer(path, found, course);
};

/** Shows the whole commands and asks once. Anything but yes is a no. In Claude's shell and inside a check nobody can be asked. */
function askToTry(context: Context, root: string, proposals: readonly Proposal[]): Course {
  const { env, messages } = context;
  if (env[CHECK_MARK] || agreeingAuthor(env, findPlace(context).sessionId, root) === 'claude') return 'show';
  const said = context.askPerson(
    [
      ...listOf(proposals, messages.page),
      '',
      ...wrapText('These commands come with the project. Nothing ran yet.', messages.page.width),
      `Run each once with your rights, and let loops run them? [y/N] `,
    ].join('\n'),
  );
  if (said === undefined) return 'show';
  return /^y(?:es)?$/i.test(said) ? 'try' : 'declined';
}

/** Writes the whole file or nothing. Follows no link, and replaces a file only if asked to. */
function write(path: string, text: string, isForced: boolean): void {
  const written = isForced ? `${path}.${randomUUID()}` : path;
  try {
    writeFileSync(written, text, { flag: 'wx' });
    if (isForced) renameSync(written, path);
  } catch (cause) {
    if (isForced) rmSync(written, { force: true });
    if (errorCode(cause) === 'EEXIST') throw exists(path);
    throw new CliError({ exit: 'error', message: `Could not write ${path}: ${errorCode(cause)}.`, cause });
  }
}

function answer(path: string, checks: readonly Found[], course: Course): Answer {
  const first = checks.find(({ tried }) => tried?.outcome !== 'missing') ?? checks[0];
  const next: Readonly<Record<Course, Answer['next']>> = {
    try: { advice: `/loop:start <what is to be done> --check ${first?.name ?? 'tests'}, in Claude Code` },
    write: { words: ['config', 'agree'], when: 'in a terminal of your own, to let loops run these commands' },
    show: WRITE_ALONE,
    declined: WRITE_ALONE,
  };
  const agreed = course === 'try';
  const written = agreed || course === 'write';
  const lines = [...(written ? [`Wrote ${sanitizeLine(path, 500)}.`] : []), RESULTS[course]];
  return {
    exit: 'ok',
    json: { ok: true, path, written, agreed, checks },
    text: (page) => [
      // The question has shown the list already.
      ...(course === 'declined' ? [] : [...listOf(checks, page), '']),
      ...lines.flatMap((line) => wrapText(line, page.width)),
    ],
    next: next[course],
  };
}

const MARKS: Readonly<Record<Tried['outcome'], readonly [string, Ink]>> = {
  passes: ['✓ passes', 'green'],
  fails: ['✗ fails', 'red'],
  missing: ['! missing', 'yellow'],
  'too slow': ['! too slow', 'yellow'],
};

/** The checks with their whole commands: a person agrees to what they see. */
function listOf(found: readonly Found[], page: Page): string[] {
  const rows = found.map(({ name, command, from, tried }): Cell[] => {
    const [mark, ink] = tried ? MARKS[tried.outcome] : (['untried', 'dim'] as const);
    const how =
      tried && (tried.reason === undefined ? `, ${durationText(tried.durationMs)}` : `: ${tried.reason}`);
    return [
      { text: mark, ink },
      { text: name, ink: 'bold' },
      sanitizeLine(command, 500),
      { text: `${from}${how ?? ''}`, ink: 'dim' },
    ];
  });
  return table(rows, page);
}

function exists(path: string): CliError {
  return new CliError({
    exit: 'error',
    message: `${path} is there already; it was left as it is.`,
    next: { words: ['init', '--dry-run'], when: 'to see what init finds, or --force to replace the file' },
  });
}
