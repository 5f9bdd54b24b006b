import { dirname, join } from 'node:path';
import {
  decide,
  fold,
  isOpen,
  isOver,
  parseCriteriaState,
  parseWorkflowState,
  type Command,
  type Run,
} from '@loopwright/core';
import { decodeText } from '../disk/decode-text.ts';
import { checkFolder } from '../disk/loop-folder.ts';
import { readGuarded } from '../disk/open-guarded.ts';
import { listRuns } from '../run/list-runs.ts';
import { mayBeFromRepository } from '../run/from-repository.ts';
import { isStartedHere } from '../run/started-here.ts';
import { readMarks } from './view-marks.ts';
import { MAX_VIEW_BYTES } from './import-edits.ts';

/**
 * Reads the loop in progress of a project, for a session without a loop; undefined otherwise. For announcing only:
 * writes nothing. Ignores files that may have come with the repository, and runs that were not started here. Without a
 * view of a loop in progress it lists no journals.
 */
export function readTrace(root: string, at: number): Run | undefined {
  const state = parseCriteriaState(readView(root, 'state.json'));
  if (state.ok && state.value.status !== 'in_progress') return undefined;
  const workflow = parseWorkflowState(readView(root, 'workflow-state.json'));
  if (!state.ok && !workflow.ok) return undefined;
  // The views name neither tasks nor the gate, so the journal of the latest run goes before them.
  const runs = listRuns(root);
  const latest = runs.find(
    ({ path, run }) => isOpen(run) && !mayBeFromRepository(root, path) && isStartedHere(root, run.id, path),
  );
  if (latest?.run) return latest.run;
  // A stop that was killed left views that say less than the journal: their run has ended.
  const shown = Object.values(readMarks(join(root, '.loop'))).map(({ runId }) => runId);
  if (runs.some(({ run }) => run && isOver(run) && shown.includes(run.id))) return undefined;
  if (workflow.ok) return runOf({ format: 'workflow', state: workflow.value }, at);
  return state.ok ? runOf({ format: 'criteria', state: state.value, updatedAt: at }, at) : undefined;
}

function runOf(source: Extract<Command, { type: 'adopt' }>['source'], at: number): Run | undefined {
  return fold(decide(undefined, { type: 'adopt', at, runId: '', session: '', source }).events);
}

function readView(root: string, name: string): string | undefined {
  const path = join(root, '.loop', name);
  // A linked folder may contain files of the repository under other names.
  if (checkFolder(dirname(path)) !== 'ok') return undefined;
  const content = readGuarded(path, MAX_VIEW_BYTES);
  const runId = readMarks(dirname(path))[name]?.runId;
  if (typeof content === 'string' || runId === undefined || mayBeFromRepository(root, path)) return undefined;
  if (!isStartedHere(root, runId, path)) return undefined;
  return decodeText(content.bytes);
}
