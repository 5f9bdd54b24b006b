import type { Decision } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { workAnswer } from '../answers/work-answer.ts';
import { readFingerprints } from '../place/read-fingerprints.ts';
import type { Answer } from '../program/answer.ts';
import { workflowJson } from './workflow-json.ts';

const NOTHING: Decision = { events: [], notices: [] };

/** Answers for a verb of the workflow: what was done or why not, the tasks and the stage, and what comes next. */
export function workflowAnswer(
  opened: OpenRun,
  lines: readonly string[],
  { decision = NOTHING, notices = [] }: { decision?: Decision; notices?: Decision['notices'] } = {},
): Answer {
  const { run, root } = opened;
  const answer = workAnswer(
    { run, decision, notices, fingerprints: readFingerprints(root, run.frames) },
    decision.rejected ? [] : lines,
  );
  return { ...answer, json: { ...answer.json, ...workflowJson(run) } };
}
