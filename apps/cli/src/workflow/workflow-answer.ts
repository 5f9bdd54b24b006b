import type { Run } from '@loopwright/core';
import { type OpenRun, placeOfWork } from '@loopwright/store';
import { workAnswer, type Work } from '../answers/work-answer.ts';
import { readWorkTree } from '../session/read-work-tree.ts';
import type { Answer } from '../program/context.ts';

/** The answer of a workflow verb: its result, the tasks, the stage, and the next command. */
export function workflowAnswer(
  opened: OpenRun,
  lines: readonly string[],
  did: Pick<Work, 'decision' | 'notices'> = {},
): Answer {
  const { run, root } = opened;
  const answer = workAnswer(
    { ...did, run, fingerprints: readWorkTree(placeOfWork(root, root), run.frames) },
    lines,
  );
  return { ...answer, json: { ...answer.json, ...workflowJson(run) } };
}

/** The part of a run that only workflows have, as data, with tasks in the fields of Claude's own list. */
function workflowJson(run: Run): Readonly<Record<string, unknown>> {
  const frame = run.frames.at(-1);
  return {
    workflow: frame?.workflow ? { ...frame.workflow, shape: frame.shape } : null,
    tasks: frame?.tasks ?? [],
    counsel: frame?.counsel ?? [],
  };
}
