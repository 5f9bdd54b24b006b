import { join } from 'node:path';
import {
  formatInstant,
  parseCriteriaState,
  parseIdleLoop,
  parseInstant,
  parseStackState,
  parseWorkflowState,
  type CommandOf,
  type Parsed,
  type Problem,
} from '@loopwright/core';
import { decodeText, parseJson } from '../disk/decode-text.ts';
import { checkFolder, isWorldWritable } from '../disk/loop-folder.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { hasJwz, JWZ_LOG, JWZ_TOPIC, readFromJwz } from '../jwz.ts';
import { MAX_VIEW_BYTES } from '../views/import-edits.ts';
import { isMarked, isOldMark, readMarks } from '../views/view-marks.ts';
import { isJournalTracked, mayBeFromRepository } from './from-repository.ts';
import { firstRecord } from './start-run.ts';
import { hasStartMark } from './started-here.ts';
import { shortDigest } from '../disk/digest.ts';

type FileName = 'state.json' | 'workflow-state.json' | 'idle-loop.local.md' | 'stack.json';

/** A hand-written loop without a run. */
export interface Adoptable {
  readonly path: string;
  /** The name of its file, or of the topic of jwz that has it. */
  readonly name: FileName | typeof JWZ_TOPIC;
  readonly source: CommandOf<'adopt'>['source'];
  readonly writtenAt: number;
  /** True if it is fresh and did not come with the repository, so that a stop may adopt it. */
  readonly holds: boolean;
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
export const ADOPTION_TTL_MS = 7_200_000;
/** Clocks of network file systems run slightly ahead. A time further in the future is wrong. */
const MAX_AHEAD_MS = 60_000;

type Reader = (text: string, writtenAt: number) => CommandOf<'adopt'>['source'] | undefined;

interface Candidate {
  readonly folder: string;
  readonly name: FileName;
  readonly read: Reader;
}

const CANDIDATES = [
  { folder: '.loop', name: 'state.json', read: readCriteria },
  { folder: '.loop', name: 'workflow-state.json', read: readWorkflow },
  { folder: '.claude', name: 'idle-loop.local.md', read: readIdle },
  { folder: '.loop', name: 'stack.json', read: readStack },
] as const satisfies readonly Candidate[];

const PARSERS: Readonly<Record<FileName, (text: string) => Parsed<unknown>>> = {
  'state.json': parseCriteriaState,
  'workflow-state.json': parseWorkflowState,
  'idle-loop.local.md': parseIdleLoop,
  'stack.json': parseStackState,
};

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
  const files = CANDIDATES.flatMap((candidate) => readCandidate(root, candidate) ?? [])
    .map((found) => ({ ...found, holds: mayHold(root, found, at) }))
    .sort((one, other) => other.writtenAt - one.writtenAt);
  if (files.some(({ holds }) => holds) || !hasJwz(root)) return files;
  const path = join(root, JWZ_LOG);
  const isBrought = mayBeFromRepository(root, path) || isJournalTracked(root, path);
  const topic = by === 'stop' && isBrought ? undefined : readFromJwz({ root, env });
  const source = topic && ({ format: 'stack', state: topic } as const);
  if (!source || tryAdopting(source) !== 'started') return files;
  const writtenAt = parseInstant(topic.updated_at) ?? 0;
  const found = { path, name: JWZ_TOPIC, source, writtenAt } as const;
  return [...files, { ...found, holds: mayHold(root, found, at) }];
}

/** A file that looks like a hand-written loop and can't start one, with the first reason. */
export interface Unadoptable extends Problem {
  readonly path: string;
  /** When the file was written. */
  readonly writtenAt: number;
}

/** Finds the hand-written files of a project that can't start a loop, such as one with a trailing comma. */
export function findUnadoptable(root: string): readonly Unadoptable[] {
  return CANDIDATES.flatMap(({ folder, name, read }) => {
    const found = readHandWritten(root, folder, name);
    const parsed = found && PARSERS[name](found.text);
    const source = parsed?.ok === true && found ? read(found.text, found.writtenAt) : undefined;
    const problem = parsed?.ok === false ? parsed.problems[0] : source && sizeProblem(source);
    return problem ? [{ path: join(folder, name), ...problem, writtenAt: found?.writtenAt ?? 0 }] : [];
  });
}

/** The first of these files that a stop would have adopted if it could, so that its user is told. */
export function refusedAtStop({ root, at }: Looking): Unadoptable | undefined {
  return findUnadoptable(root).find(
    ({ path, writtenAt }) => isRecent(writtenAt, at) && !mayBeFromRepository(root, join(root, path)),
  );
}

function sizeProblem(source: Adoptable['source']): Problem | undefined {
  return tryAdopting(source) === 'too-large'
    ? { field: '', reason: 'is too large: a loop starts with a record of at most 256 KB' }
    : undefined;
}

/** The result of an adoption. Nothing is announced that a stop would not take. */
function tryAdopting(source: Adoptable['source']): 'started' | 'rejected' | 'too-large' {
  const first = firstRecord({ type: 'adopt', at: 0, runId: '', session: '', source });
  return 'record' in first ? 'started' : first.status;
}

type Found = Omit<Adoptable, 'holds'>;

/** A loop holds for two hours after its last change, unless it may have come with the repository. */
function mayHold(root: string, found: Found, at: number): boolean {
  return isFresh(found, at) && !mayBeFromRepository(root, found.path);
}

function readCandidate(root: string, { folder, name, read }: Candidate): Found | undefined {
  const found = readHandWritten(root, folder, name);
  const source = found && read(found.text, found.writtenAt);
  if (!source || tryAdopting(source) !== 'started') return undefined;
  return { path: found.path, name, source, writtenAt: found.writtenAt };
}

interface HandWritten {
  readonly path: string;
  readonly text: string;
  readonly writtenAt: number;
}

/** The text of a plain file of this user that is no view of ours. */
function readHandWritten(root: string, folder: string, name: string): HandWritten | undefined {
  const place = join(root, folder);
  const check = checkFolder(place);
  // With a umask of 002 a hand-made folder is writable by the group; a start closes it.
  if (check !== 'ok' && (check !== 'writable-by-others' || isWorldWritable(place))) return undefined;
  const path = join(place, name);
  const content = readGuarded(path, MAX_VIEW_BYTES);
  const text = typeof content === 'string' ? undefined : decodeText(content.bytes);
  if (typeof content === 'string' || text === undefined || isView(root, folder, name, text)) return undefined;
  return { path, text, writtenAt: content.mtimeMs };
}

/** Seed 004 goes by the date in the file, the others by the time of the file. */
function isFresh({ source, writtenAt }: Found, at: number): boolean {
  const date = source.format === 'stack' ? (parseInstant(source.state.updated_at) ?? 0) : writtenAt;
  return isRecent(date, at);
}

function isRecent(date: number, at: number): boolean {
  return date <= at + MAX_AHEAD_MS && at - date <= ADOPTION_TTL_MS;
}

/** A view that we wrote, or an edited view of an unfinished run whose journal was deleted to end it. */
function isView(root: string, folder: string, name: string, text: string): boolean {
  const marks = readMarks(join(root, folder));
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

function readCriteria(text: string, writtenAt: number): ReturnType<Reader> {
  const parsed = parseCriteriaState(text);
  if (!parsed.ok)
    return saysItRuns(text) ? corrupt(parsed, /^(iteration|circuitBreaker\.stuckCount)$/) : undefined;
  return parsed.value.status === 'in_progress'
    ? { format: 'criteria', state: parsed.value, updatedAt: writtenAt }
    : undefined;
}

function readWorkflow(text: string): ReturnType<Reader> {
  const parsed = parseWorkflowState(text);
  return parsed.ok && parsed.value.stage !== 'complete'
    ? { format: 'workflow', state: parsed.value }
    : undefined;
}

function readIdle(text: string, writtenAt: number): ReturnType<Reader> {
  const parsed = parseIdleLoop(text);
  if (!parsed.ok) return corrupt(parsed, /^(iteration|max_iterations)$/);
  const { active, mode, iteration, max_iterations: max, extras, prompt } = parsed.value;
  if (!active) return undefined;
  const updatedAt = parseInstant(new Map(extras).get('updated_at') ?? '') ?? writtenAt;
  const frame = { ...Object.fromEntries(extras), id: 'idle-loop', mode, iter: iteration, max };
  const state = {
    schema: 1,
    event: 'STATE',
    run_id: 'idle-loop',
    updated_at: formatInstant(updatedAt),
    stack: [frame],
  } as const;
  return { format: 'stack', state: { ...state, stack: [...state.stack] }, specs: [prompt] };
}

/** A stack without frames, or one that ended, starts nothing. */
function readStack(text: string): ReturnType<Reader> {
  const parsed = parseStackState(text);
  if (!parsed.ok) return corrupt(parsed, /^stack\[\d+\]\.(iter|max)$/);
  return { format: 'stack', state: parsed.value };
}

/** A file without a status is in progress, like one that says so. */
function saysItRuns(text: string): boolean {
  const value = parseJson(text) as { readonly status?: unknown } | null | undefined;
  return typeof value === 'object' && (value?.status ?? 'in_progress') === 'in_progress';
}

/** Seed 004: counters that aren't numbers abort the loop; with any other problem the text isn't a loop. */
function corrupt(
  parsed: Extract<Parsed<unknown>, { readonly ok: false }>,
  counters: RegExp,
): ReturnType<Reader> {
  const isCounter = ({ field }: Problem): boolean => counters.test(field);
  const [first] = parsed.problems;
  if (first === undefined || !parsed.problems.every(isCounter)) return undefined;
  return { format: 'corrupt', field: first.field, reason: first.reason };
}
