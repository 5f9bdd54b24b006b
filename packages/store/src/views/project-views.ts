import { lstatSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import {
  isOver,
  progressMarkdown,
  type Run,
  summaryMarkdown,
  toCriteriaState,
  toStackState,
  toWorkflowState,
} from '@loopwright/core';
import { createExclusively, removeQuietly } from '../disk/create-exclusively.ts';
import { decodeText } from '../disk/decode-text.ts';
import { linkIfFree, type Linked } from '../disk/link-if-free.ts';
import { checkFolder } from '../disk/loop-folder.ts';
import { readGuarded, type GuardedContent, type Refusal } from '../disk/open-guarded.ts';
import { errnoOf } from '../errors.ts';
import { randomNonce } from '../disk/digest.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { listRuns } from '../run/list-runs.ts';
import { openRun, type OpenRun } from '../run/open-run.ts';
import { formatJson } from './format-json.ts';
import { importContent, type Imported, MAX_VIEW_BYTES } from './import-edits.ts';
import { keepAside } from './keep-aside.ts';
import { postToJwz } from '../jwz.ts';
import { appendReceipts } from './receipts.ts';
import { isMarked, readMarks, type ViewMark, writeMark } from './view-marks.ts';
import { shortDigest } from '../disk/digest.ts';

/** The result of writing the views. It never changes a decision. */
export interface Projection {
  /** Views that are up to date. */
  readonly current: readonly string[];
  /** Views that could not be written; the next projection retries. */
  readonly failed: readonly string[];
  /** The new paths of texts that weren't edits of this run. */
  readonly kept: readonly string[];
  /** Those of them that no note of the run tells about. */
  readonly untold: readonly string[];
}

/** How often a view is written again because the journal or the view changed meanwhile. */
const MAX_ROUNDS = 5;

/** The names of the views, in writing order. */
export const VIEW_NAMES = [
  'PROGRESS.md',
  'summary.md',
  'workflow-state.json',
  'state.json',
  'stack.json',
  'iterations.jsonl',
] as const;

/**
 * Updates the views in `.loop/`, imports edits of `state.json`, and repeats while the journal grows. Best effort:
 * never throws, never waits, and writes to the journal only to import edits.
 */
export function projectViews(opened: OpenRun, at: number): Projection {
  const folder = join(opened.root, '.loop');
  const failed = new Set<string>();
  const kept: string[] = [];
  const untold: string[] = [];
  let isStackNew = false;
  if (checkFolder(folder) !== 'ok') return { current: [], failed: [...VIEW_NAMES], kept, untold };
  try {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      failed.clear();
      isStackNew = projectOnce({ opened, folder, at, failed, kept, untold }) || isStackNew;
      // Another writer may have appended and projected before us.
      if (!opened.journal.catchUp()) break;
    }
    if (!appendReceipts(opened)) failed.add('iterations.jsonl');
    // So that a long journal opens as fast as a short one.
    const snapshot = opened.journal.takeSnapshot();
    if (snapshot) tryReplace(snapshot.path, snapshot.content);
    // Seed 004 keeps its state there.
    if (isStackNew) postToJwz(opened.run, { root: opened.root });
  } catch {
    failed.add('journal');
  }
  return { current: VIEW_NAMES.filter((name) => !failed.has(name)), failed: [...failed], kept, untold };
}

interface Projecting {
  readonly opened: OpenRun;
  readonly folder: string;
  readonly at: number;
  readonly failed: Set<string>;
  readonly kept: string[];
  readonly untold: string[];
}

/** Updates every view once; true if the stack changed. */
function projectOnce(projecting: Projecting): boolean {
  const { opened, failed, folder } = projecting;
  const { run } = opened;
  const plain = [
    ['PROGRESS.md', progressMarkdown(run)],
    ['summary.md', summaryMarkdown(run)],
  ] as const;
  for (const [name, text] of plain) {
    if (!showPlain(folder, name, text)) failed.add(name);
  }
  if (!showWorkflow(projecting)) failed.add('workflow-state.json');
  if (!showState(projecting)) failed.add('state.json');
  // After the mark of a view: a stack beside no mark counts as hand-written.
  const stack = formatJson(toStackState(opened.run));
  const isStackNew = !holds(join(folder, 'stack.json'), stack);
  if (isStackNew && !tryReplace(join(folder, 'stack.json'), stack)) failed.add('stack.json');
  return isStackNew;
}

/** Writes a view that only we write, unless it is up to date. */
function showPlain(folder: string, name: string, text: string): boolean {
  const target = join(folder, name);
  return holds(target, text) || tryReplace(target, text);
}

function holds(target: string, text: string): boolean {
  const content = readGuarded(target, MAX_VIEW_BYTES);
  return typeof content !== 'string' && content.bytes.equals(Buffer.from(text));
}

/** Seed 002 lets Claude write this one too, so a text of another author moves to the archive first. */
function showWorkflow(projecting: Projecting): boolean {
  const { opened, folder } = projecting;
  const name = 'workflow-state.json';
  const state = toWorkflowState(opened.run);
  if (state === undefined) return true;
  const text = formatJson(state);
  const target = join(folder, name);
  if (holds(target, text)) return true;
  const found = readGuarded(target, MAX_VIEW_BYTES);
  const isOurs = found === 'absent' || isOurWorkflow(projecting, name, found);
  if (!isOurs && !keep(projecting, keepAside(folder, target, name, randomNonce()))) return false;
  return writeMark(folder, name, markOf(opened.run, text, state.task)) && showPlain(folder, name, text);
}

function markOf(run: Run, text: string, subject: string): ViewMark {
  return { digest: shortDigest(text), subject: shortDigest(subject), runId: run.id, isOver: isOver(run) };
}

function isOurWorkflow(
  { opened, folder }: Projecting,
  name: string,
  found: GuardedContent | Refusal,
): boolean {
  const text = typeof found === 'string' ? undefined : decodeText(found.bytes);
  if (text === undefined) return false;
  // A mark of an older version can't be compared, but its view can.
  const isShown = (run: Run): boolean => formatJson(toWorkflowState(run)) === text;
  return isMarked(readMarks(folder)[name], text) || opened.journal.recentRuns.some(isShown);
}

/** Writes `state.json`; records an edit of it first. */
function showState(projecting: Projecting): boolean {
  const { opened, folder } = projecting;
  const target = join(folder, 'state.json');
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = readGuarded(target, MAX_VIEW_BYTES);
    const seen = typeof found === 'string' ? undefined : found.bytes;
    if (seen?.equals(Buffer.from(stateText(opened)))) return true;
    const settled = typeof found === 'string' ? 'settled' : takeOver(projecting, target, found);
    if (settled !== 'settled') return settled === 'left';
    const state = toCriteriaState(opened.run);
    const text = formatJson(state);
    if (!writeMark(folder, 'state.json', markOf(opened.run, text, state.spec))) return false;
    const placed = swapIn(projecting, target, text, seen);
    if (placed === 'failed') return false;
    // A late edit may have changed the run.
    if (placed === 'placed' && stateText(opened) === text) return true;
  }
  return false;
}

function stateText({ run }: OpenRun): string {
  return formatJson(toCriteriaState(run));
}

/** How a text in `state.json` was handled. */
type Settled =
  /** It is ours, on record, or in the archive. */
  | 'settled'
  /** It could be neither recorded nor archived, so it must not be replaced. */
  | 'unsettled'
  /** It may be a new loop, so this run leaves it alone. */
  | 'left';

/** Imports an edit, also one of another run's view. Archives any other text, and one that could not be recorded. */
function takeOver(projecting: Projecting, path: string, found: GuardedContent): Settled {
  const { opened, folder, at } = projecting;
  const own = importContent(opened, folder, found, at);
  const imported = own.status === 'not-ours' ? importForOwner(opened, folder, found, at) : own;
  if (imported.status === 'left-alone') return 'left';
  const isOnRecord = imported.status === 'imported' && imported.submitted.status !== 'unrecorded';
  if (imported.status === 'nothing' || isOnRecord) return 'settled';
  const isNoted = own.status === 'not-ours' && own.isNoted === true;
  return keep(projecting, keepAside(folder, path, 'state.json', randomNonce()), isNoted)
    ? 'settled'
    : 'unsettled';
}

/** Two sessions share `state.json`: an edit counts for the run whose view was edited. */
function importForOwner(opened: OpenRun, folder: string, found: GuardedContent, at: number): Imported {
  const runId = readMarks(folder)['state.json']?.runId;
  const session =
    runId === opened.run.id
      ? undefined
      : listRuns(opened.root).find(({ run }) => run && !isOver(run) && run.id === runId)?.run?.session;
  const owner = session === undefined ? undefined : openRun({ root: opened.root, sessionId: session });
  if (owner?.status !== 'open') return { status: 'not-ours' };
  try {
    return importContent(owner, folder, found, at);
  } finally {
    owner.close();
  }
}

/**
 * Claims the existing text by rename, so that it can't change while it is read, and puts the new text at the free
 * name. A writer in between wins; the next round reads its text.
 */
function swapIn(projecting: Projecting, target: string, text: string, seen: Buffer | undefined): Placed {
  const temp = join(projecting.folder, `.${randomNonce()}.tmp`);
  try {
    createExclusively(temp, text);
  } catch {
    return 'failed';
  }
  const claim = join(projecting.folder, `.claim.${randomNonce()}`);
  const claimed = claimText(target, claim);
  const placed = claimed === 'failed' ? 'failed' : placeIfFree(temp, target);
  removeQuietly(temp);
  if (claimed === 'claimed') settleClaim(projecting, claim, seen);
  return placed;
}

function claimText(target: string, claim: string): 'claimed' | 'absent' | 'failed' {
  try {
    renameSync(target, claim);
    return 'claimed';
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'absent' : 'failed';
  }
}

type Placed = Exclude<Linked, 'unsupported'> | 'failed';

function placeIfFree(temp: string, target: string): Placed {
  try {
    const linked = linkIfFree(temp, target);
    if (linked !== 'unsupported') return linked;
    // Without hard links, an edit between this look and the rename could be lost.
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return 'taken';
    renameSync(temp, target);
    return 'placed';
  } catch {
    return 'failed';
  }
}

/** Imports a late edit in a claim too. An unsettled claim stays for `sweepLeftovers`. */
function settleClaim(projecting: Projecting, claim: string, seen: Buffer | undefined): void {
  const found = readGuarded(claim, MAX_VIEW_BYTES);
  if (typeof found === 'string')
    keep(projecting, keepAside(projecting.folder, claim, 'state.json', randomNonce()));
  else if (seen?.equals(found.bytes) || takeOver(projecting, claim, found) === 'settled')
    removeQuietly(claim);
}

function keep({ kept, untold }: Projecting, path: string | undefined, isNoted = false): boolean {
  if (path === undefined) return false;
  kept.push(path);
  if (!isNoted) untold.push(path);
  return true;
}
