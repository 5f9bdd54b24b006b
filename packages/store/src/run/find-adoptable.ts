import { basename, dirname, join } from 'node:path';
import {
  type CommandOf,
  formatInstant,
  parseCriteriaState,
  type Parsed,
  parseIdleLoop,
  parseInstant,
  parseStackState,
  parseWorkflowState,
  type Problem,
} from '@loopwright/core';
import { decodeText, parseJson } from '../disk/decode-text.ts';
import { shortDigest } from '../disk/digest.ts';
import { checkFolder, isWorldWritable } from '../disk/folders.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { hasJwz, JWZ_LOG, JWZ_TOPIC, readTopic } from '../jwz.ts';
import { MAX_VIEW_BYTES } from '../views/import-edits.ts';
import { isMarked, isOldMark, readMarks } from '../views/view-marks.ts';
import { mayBeFromRepository } from './from-repository.ts';
import { firstRecord } from './start-run.ts';
import { hasStartMark } from './state-folder.ts';

type Source = CommandOf<'adopt'>['source'];

/** A hand-written loop without a run. */
export interface Adoptable {
  readonly path: string;
  /** The name of its file, or of the topic of jwz that has it. */
  readonly name: string;
  readonly source: Source;
  readonly writtenAt: number;
  /** Changed within the last two hours. */
  readonly isFresh: boolean;
  /** True if it is fresh and did not come with the repository, so that a stop may adopt it. */
  readonly holds: boolean;
}

/** A file, or the topic of jwz, that looks like a hand-written loop and can't start one, with the first reason. */
export interface Unadoptable extends Problem {
  /** Relative to the project; of the topic, its log. */
  readonly path: string;
  readonly isTopic: boolean;
  readonly writtenAt: number;
}

/** Where and when to look for hand-written loops. */
export interface Looking {
  readonly root: string;
  readonly at: number;
  /** The environment whose PATH names jwz; that of the process by default. */
  readonly env?: Readonly<NodeJS.ProcessEnv> | undefined;
}

/** Who adopts: a stop, which needs certainty, or an explicit act of the user. */
export type AdoptedBy = 'stop' | 'user';

/** How long a hand-written file counts as fresh (seed 004). */
const TTL_MS = 7_200_000;
/** Clocks of network file systems run slightly ahead. A time further in the future is wrong. */
const MAX_AHEAD_MS = 60_000;

/** What a text says: a loop in progress, and why it can't start one. */
interface Reading {
  readonly source?: Source | undefined;
  readonly problem?: Problem | undefined;
}

/** The files of the seeds, and how each is read. */
const FILES: Readonly<Record<string, (text: string, writtenAt: number) => Reading>> = {
  '.loop/state.json': (text, updatedAt) =>
    toReading(
      parseCriteriaState(text),
      (state) => (state.status === 'in_progress' ? { format: 'criteria', state, updatedAt } : undefined),
      saysItRuns(text) ? /^(iteration|circuitBreaker\.stuckCount)$/ : undefined,
    ),
  '.loop/workflow-state.json': (text) =>
    toReading(parseWorkflowState(text), (state) =>
      state.stage === 'complete' ? undefined : { format: 'workflow', state },
    ),
  '.claude/idle-loop.local.md': (text, writtenAt) =>
    toReading(
      parseIdleLoop(text),
      (loop) => (loop.active ? stackOf(loop, writtenAt) : undefined),
      /^(iteration|max_iterations)$/,
    ),
  '.loop/stack.json': readStack,
};

/** A stack without frames, or one that ended, starts nothing. */
function readStack(text: string): Reading {
  return toReading(
    parseStackState(text),
    (state) => ({ format: 'stack', state }),
    /^stack\[\d+\]\.(iter|max)$/,
  );
}

/** Seed 004: counters that aren't numbers abort the loop; with any other problem the text isn't a loop. */
function toReading<T>(
  parsed: Parsed<T>,
  toSource: (value: T) => Source | undefined,
  counters?: RegExp,
): Reading {
  if (parsed.ok) return { source: toSource(parsed.value) };
  const [problem] = parsed.problems;
  const isAborted = problem && counters && parsed.problems.every(({ field }) => counters.test(field));
  return { problem, source: isAborted ? { format: 'corrupt', ...problem } : undefined };
}

/** A file without a status is in progress, like one that says so. */
function saysItRuns(text: string): boolean {
  const value = parseJson(text) as { readonly status?: unknown } | null | undefined;
  return typeof value === 'object' && (value?.status ?? 'in_progress') === 'in_progress';
}

type IdleLoop = Extract<ReturnType<typeof parseIdleLoop>, { readonly ok: true }>['value'];

function stackOf(
  { mode, iteration, max_iterations: max, extras, prompt }: IdleLoop,
  writtenAt: number,
): Source {
  const fields = Object.fromEntries(extras);
  const updatedAt = parseInstant(new Map(extras).get('updated_at') ?? '') ?? writtenAt;
  const frame = { ...fields, id: 'idle-loop', mode, iter: iteration, max };
  const head = {
    schema: 1,
    event: 'STATE',
    run_id: 'idle-loop',
    updated_at: formatInstant(updatedAt),
  } as const;
  return { format: 'stack', state: { ...head, stack: [frame] }, specs: [prompt] };
}

/**
 * Finds the newest hand-written loop that may be adopted, or undefined. For a stop it must also hold: a clone must not
 * block a session.
 */
export function findAdoptable(looking: Looking, by: AdoptedBy): Adoptable | undefined {
  return listAdoptable(looking, by).find(({ holds }) => by === 'user' || holds);
}

/**
 * Lists the hand-written loops that may be adopted, the newest first. Each is in progress, a plain file of this user,
 * and not a view of ours. The stack on the topic of jwz comes last. It is read only if no file holds, and for a
 * stop only if the store can't have come with the repository.
 */
export function listAdoptable({ root, at, env = process.env }: Looking, by: AdoptedBy): readonly Adoptable[] {
  const files = readFiles(root)
    .flatMap(({ file, source, writtenAt }) =>
      source
        ? toAdoptable(root, at, { path: join(root, file), name: basename(file), source, writtenAt })
        : [],
    )
    .sort((one, other) => other.writtenAt - one.writtenAt);
  if (files.some(({ holds }) => holds) || !hasJwz(root)) return files;
  const path = join(root, JWZ_LOG);
  const text =
    by === 'stop' && mayBeFromRepository(root, dirname(path)) ? undefined : readTopic({ root, env });
  const { source } = text === undefined ? {} : readStack(text);
  if (!source || tryAdopting(source) !== 'started') return files;
  // A corrupt one is ended, however old it is.
  const writtenAt = source.format === 'stack' ? (parseInstant(source.state.updated_at) ?? 0) : at;
  return [...files, toAdoptable(root, at, { path, name: JWZ_TOPIC, source, writtenAt })];
}

/** A loop holds for two hours after its last change, unless it may have come with the repository. */
function toAdoptable(root: string, at: number, found: Omit<Adoptable, 'isFresh' | 'holds'>): Adoptable {
  const { path, source, writtenAt } = found;
  // Seed 004 goes by the date in the file, the others by the time of the file.
  const date = source.format === 'stack' ? (parseInstant(source.state.updated_at) ?? 0) : writtenAt;
  const isFresh = isRecent(date, at);
  return { ...found, isFresh, holds: isFresh && !mayBeFromRepository(root, path) };
}

function isRecent(date: number, at: number): boolean {
  return date <= at + MAX_AHEAD_MS && at - date <= TTL_MS;
}

/** Finds the files of a project, and the topic, that can't start a loop, such as one with a trailing comma. */
export function findUnadoptable({ root, env = process.env }: Omit<Looking, 'at'>): readonly Unadoptable[] {
  const text = hasJwz(root) ? readTopic({ root, env }) : undefined;
  const { problem } = text === undefined ? {} : readStack(text);
  const topic = { path: JWZ_LOG, isTopic: true, writtenAt: 0 };
  return [...unadoptableFiles(root), ...(problem ? [{ ...topic, ...problem }] : [])];
}

function unadoptableFiles(root: string): readonly Unadoptable[] {
  return readFiles(root).flatMap(({ file, problem, writtenAt }) =>
    problem ? [{ path: file, isTopic: false, ...problem, writtenAt }] : [],
  );
}

/** The first of these files that a stop would have adopted if it could, so that its user is told. */
export function refusedAtStop({ root, at }: Looking): Unadoptable | undefined {
  return unadoptableFiles(root).find(
    ({ path, writtenAt }) => isRecent(writtenAt, at) && !mayBeFromRepository(root, join(root, path)),
  );
}

/** The outcome of an adoption. Nothing is announced that a stop would not take. */
function tryAdopting(source: Source): 'started' | 'rejected' | 'too-large' {
  const first = firstRecord({ type: 'adopt', at: 0, runId: '', session: '', source });
  return 'record' in first ? 'started' : first.status;
}

interface FoundFile extends Reading {
  readonly file: string;
  readonly writtenAt: number;
}

/** Reads the hand-written files, in the order of the seeds. Leaves out sources that can't start a loop. */
function readFiles(root: string): readonly FoundFile[] {
  return Object.entries(FILES).flatMap(([file, read]): readonly FoundFile[] => {
    const content = readHandWritten(root, file);
    if (content === undefined) return [];
    const { text, writtenAt } = content;
    const { source, problem } = read(text, writtenAt);
    const outcome = source && tryAdopting(source);
    const startable = outcome === 'started' ? source : undefined;
    return [{ file, writtenAt, source: startable, problem: outcome === 'too-large' ? TOO_LARGE : problem }];
  });
}

const TOO_LARGE = { field: '', reason: 'is too large: a loop starts with a record of at most 256 KB' };

/** The text of a plain file of this user that is no view of ours. */
function readHandWritten(
  root: string,
  file: string,
): { readonly text: string; readonly writtenAt: number } | undefined {
  const folder = join(root, dirname(file));
  const check = checkFolder(folder);
  // With a umask of 002 a hand-made folder is writable by the group; a start closes it.
  if (check !== 'ok' && (check !== 'writable-by-others' || isWorldWritable(folder))) return undefined;
  const content = readGuarded(join(root, file), MAX_VIEW_BYTES);
  if (typeof content === 'string') return undefined;
  const text = decodeText(content.bytes);
  return text === undefined || isView(root, file, text)
    ? undefined
    : { text, writtenAt: Number(content.stats.mtimeMs) };
}

/** A view that we wrote, or an edited view of an unfinished run whose journal was deleted to end it. */
function isView(root: string, file: string, text: string): boolean {
  const marks = readMarks(join(root, dirname(file)));
  const name = basename(file);
  if (name === 'stack.json') {
    // It has no mark of its own: it is a view where a loop of ours wrote others, or that names a run of ours.
    const stack = parseStackState(text);
    return Object.keys(marks).length > 0 || (stack.ok && hasStartMark(root, stack.value.run_id));
  }
  const mark = marks[name];
  if (mark === undefined) return false;
  if (isMarked(mark, text)) return true;
  const value = parseJson(text) as { readonly spec?: unknown; readonly task?: unknown } | null | undefined;
  const subject = value?.spec ?? value?.task;
  if (mark.isOver || typeof subject !== 'string') return false;
  return isOldMark(mark) || mark.subject === shortDigest(subject);
}
