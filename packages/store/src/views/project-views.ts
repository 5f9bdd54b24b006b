import { lstatSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  isOver,
  parseWorkflowState,
  progressMarkdown,
  type Run,
  summaryMarkdown,
  toCriteriaState,
  toStackState,
  toWorkflowState,
} from '@loopwright/core';
import { createExclusively, removeQuietly, linkIfFree } from '../disk/create-file.ts';
import { decodeText } from '../disk/decode-text.ts';
import { randomNonce, shortDigest } from '../disk/digest.ts';
import { checkFolder } from '../disk/folders.ts';
import { type GuardedContent, readGuarded } from '../disk/open-guarded.ts';
import { tryReplace } from '../disk/replace-file.ts';
import { errnoOf } from '../errors.ts';
import { postToJwz } from '../jwz.ts';
import { listRuns } from '../run/list-runs.ts';
import { openRun, type OpenRun } from '../run/open-run.ts';
import {
  formatJson,
  isAfterMarks,
  isMarked,
  isOldMark,
  type MarkedText,
  readMarks,
  writeMark,
} from './view-marks.ts';
import { type FoundText, importContent, type Imported, MAX_VIEW_BYTES, noteUntaken } from './import-edits.ts';
import { keepAside } from './keep-aside.ts';
import { appendReceipts } from './receipts.ts';

/** The result of writing the views. It never changes a decision. */
export interface Projection {
  /** Views that could not be written; the next projection retries. */
  readonly failed: readonly string[];
  /** The new paths of texts that weren't edits of this run. */
  readonly kept: readonly string[];
  /** Those of them that no note of the run tells about. */
  readonly untold: readonly string[];
}

/** The names of the views, in writing order. */
export const VIEW_NAMES = [
  'PROGRESS.md',
  'summary.md',
  'workflow-state.json',
  'state.json',
  'stack.json',
  'iterations.jsonl',
] as const;

/** How often a view is written again because the journal or the view changed meanwhile. */
const MAX_ROUNDS = 5;

interface Projecting {
  readonly opened: OpenRun;
  readonly folder: string;
  readonly at: number;
  readonly failed: Set<string>;
  readonly kept: string[];
  readonly untold: string[];
}

/** How a found text was handled. */
type Settled =
  /** It is ours, on record, or in the archive. */
  | 'settled'
  /** It could be neither recorded nor archived, so it must not be replaced. */
  | 'unsettled'
  /** It may be a new loop, so this run leaves it alone. */
  | 'left';

/** A view that others may edit, too. */
interface EditedView {
  readonly name: string;
  /** Undefined if the run has no such view. */
  readonly format: (run: Run) => MarkedText | undefined;
  readonly takeOver: (projecting: Projecting, found: FoundText) => Settled;
}

/** Seed 002 lets Claude write this one. */
const WORKFLOW: EditedView = {
  name: 'workflow-state.json',
  format: (run) => {
    const state = toWorkflowState(run);
    return state && { text: formatJson(state), subject: state.task };
  },
  takeOver: takeOverWorkflow,
};

const STATE: EditedView = {
  name: 'state.json',
  format: (run) => {
    const state = toCriteriaState(run);
    return { text: formatJson(state), subject: state.spec };
  },
  takeOver: takeOverState,
};

/**
 * Updates the views in `.loop/`, imports edits of `state.json`, and repeats while the journal grows. Best effort:
 * never throws, never waits, and writes to the journal only to import edits.
 */
export function projectViews(opened: OpenRun, at: number): Projection {
  const folder = join(opened.root, '.loop');
  const failed = new Set<string>();
  const kept: string[] = [];
  const untold: string[] = [];
  if (checkFolder(folder) !== 'ok') return { failed: VIEW_NAMES, kept, untold };
  let isStackNew = false;
  try {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      failed.clear();
      isStackNew = projectOnce({ opened, folder, at, failed, kept, untold }) || isStackNew;
      // Another writer may have appended and projected before us.
      if (opened.journal.catchUp().length === 0) break;
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
  return { failed: [...failed], kept, untold };
}

/** Updates every view once; true if the stack changed. */
function projectOnce(projecting: Projecting): boolean {
  const { opened, failed, folder } = projecting;
  const show = (name: string, text: string): boolean => {
    const target = join(folder, name);
    const content = readGuarded(target, MAX_VIEW_BYTES);
    if (typeof content !== 'string' && content.bytes.equals(Buffer.from(text))) return false;
    if (!tryReplace(target, text)) failed.add(name);
    return true;
  };
  show('PROGRESS.md', progressMarkdown(opened.run));
  show('summary.md', summaryMarkdown(opened.run));
  for (const view of [WORKFLOW, STATE]) if (!showEdited(projecting, view)) failed.add(view.name);
  // After the mark of a view: a stack beside no mark counts as hand-written.
  return show('stack.json', formatJson(toStackState(opened.run)));
}

/** Writes a view that others may edit; takes their text over first. */
function showEdited(projecting: Projecting, view: EditedView): boolean {
  const { opened, folder } = projecting;
  const path = join(folder, view.name);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = view.format(opened.run);
    if (before === undefined) return true;
    const found = readGuarded(path, MAX_VIEW_BYTES);
    const content = typeof found === 'string' ? undefined : found;
    if (content?.bytes.equals(Buffer.from(before.text)))
      return writeMark(folder, view.name, opened.run, before);
    // From before our mark, because a late edit was made in the view that was there.
    const shown = readMarks(folder)[view.name]?.digest;
    const settled = content ? view.takeOver(projecting, { path, content, shown }) : 'settled';
    if (settled !== 'settled') return settled === 'left';
    // An edit may have changed the run.
    const next = view.format(opened.run) ?? before;
    if (!writeMark(folder, view.name, opened.run, next)) return false;
    const claim = join(folder, `.claim.${randomNonce()}`);
    const placed = swapIn(path, next.text, claim);
    settleClaim(projecting, view, { path: claim, seen: content, shown });
    if (placed === 'failed') return false;
    if (placed === 'placed' && view.format(opened.run)?.text === next.text) return true;
  }
  return false;
}

/**
 * Claims the existing text by rename, so that it can't change while it is read, and puts the new text at the free
 * name. A writer in between wins; the next round reads its text.
 */
function swapIn(target: string, text: string, claim: string): 'placed' | 'taken' | 'failed' {
  const temp = join(dirname(target), `.${randomNonce()}.tmp`);
  try {
    createExclusively(temp, text);
    renameIfThere(target, claim);
    const linked = linkIfFree(temp, target);
    if (linked !== 'unsupported') return linked;
    // Without hard links, an edit between this look and the rename could be lost.
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return 'taken';
    renameSync(temp, target);
    return 'placed';
  } catch {
    return 'failed';
  } finally {
    removeQuietly(temp);
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
  }
}

/** Takes over a late edit in a claim too. An unsettled claim stays for `sweepLeftovers`. */
function settleClaim(
  projecting: Projecting,
  { name, takeOver }: EditedView,
  { path, seen, shown }: Omit<FoundText, 'content'> & { readonly seen: GuardedContent | undefined },
): void {
  const content = readGuarded(path, MAX_VIEW_BYTES);
  if (content === 'absent') return;
  if (typeof content === 'string') keep(projecting, path, name);
  else if (seen?.bytes.equals(content.bytes) || takeOver(projecting, { path, content, shown }) === 'settled')
    removeQuietly(path);
}

function takeOverWorkflow(projecting: Projecting, { path, content }: FoundText): Settled {
  const mark = readMarks(projecting.folder)[WORKFLOW.name];
  const text = decodeText(content.bytes);
  const isOurs = mark !== undefined && text !== undefined && (isOldMark(mark) || isMarked(mark, text));
  if (isOurs || wasShown(projecting, content)) return 'settled';
  const { opened, at } = projecting;
  const state = parseWorkflowState(text);
  const isEdit = state.ok && mark?.runId === opened.run.id && mark.subject === shortDigest(state.value.task);
  const problem = { field: '', reason: 'stages-stay' };
  const isNoted =
    isEdit && noteUntaken(opened, at, toCriteriaState(opened.run), problem, shortDigest(`${text}`));
  return keep(projecting, path, WORKFLOW.name, isNoted) ? 'settled' : 'unsettled';
}

/** True for an earlier view of the run. Workers of a wave write at once, so that the mark of one may be lost. */
function wasShown({ opened: { journal }, folder }: Projecting, content: GuardedContent): boolean {
  if (isAfterMarks(folder, content.stats)) return false;
  return journal.history().some(({ run }) => {
    const text = run && WORKFLOW.format(run)?.text;
    return text !== undefined && content.bytes.equals(Buffer.from(text));
  });
}

/** Imports an edit, also one of another run's view. Archives any other text, and one that could not be recorded. */
function takeOverState(projecting: Projecting, found: FoundText): Settled {
  const own = importContent(projecting.opened, projecting.at, found);
  const imported = own.status === 'not-ours' ? importForOwner(projecting, found) : own;
  if (imported.status === 'left-alone') return 'left';
  const isOnRecord = imported.status === 'imported' && imported.submitted.status !== 'unrecorded';
  if (imported.status === 'nothing' || isOnRecord) return 'settled';
  const isNoted = own.status === 'not-ours' && own.isNoted === true;
  return keep(projecting, found.path, STATE.name, isNoted) ? 'settled' : 'unsettled';
}

/** Two sessions share `state.json`: an edit counts for the run whose view was edited. */
function importForOwner({ opened: { root, run: own }, folder, at }: Projecting, found: FoundText): Imported {
  const runId = readMarks(folder)[STATE.name]?.runId;
  const runs = runId === own.id ? [] : listRuns(root);
  const owner = runs.find(({ run }) => run?.id === runId && run !== undefined && !isOver(run))?.run;
  const opened = openRun({ root, sessionId: owner?.session ?? '' });
  if (opened.status !== 'open') return { status: 'not-ours' };
  try {
    return importContent(opened, at, found);
  } finally {
    opened.close();
  }
}

function keep({ folder, kept, untold }: Projecting, path: string, name: string, isNoted = false): boolean {
  const target = keepAside(folder, path, name);
  if (target === undefined) return false;
  kept.push(target);
  if (!isNoted) untold.push(target);
  return true;
}
