import type { CommandCheck, CommandOf, Evidence, Task } from '@loopwright/core';
import { parseCommand } from '@loopwright/core/flags';

/** The check of a task; undefined if it has none. */
export function checkOfTask({ metadata }: Task): CommandCheck | undefined {
  const { check, paths } = metadata;
  if (typeof check !== 'string' || check.trim() === '') return undefined;
  return {
    command: parseCommand(check),
    ...(Array.isArray(paths) && { paths: paths.filter((one) => typeof one === 'string') }),
  };
}

type Metadata = NonNullable<CommandOf<'task'>['metadata']>;

/** What of a check's result counts for its task. */
export interface Proof {
  readonly evidence: Evidence;
  readonly changedTree: boolean;
}

/** The fields of a check's result on its task. Evidence of a check that changed the work tree proves no tree. */
export function proofOf({ evidence, changedTree }: Proof): Metadata {
  const { id, passed, at, fingerprint } = evidence;
  return {
    verification: 'execution output',
    evidence: id,
    passed,
    checkedAt: at,
    fingerprint: changedTree ? '' : fingerprint,
  };
}

/** Removes the result of a check that is no longer the task's own. */
export const NO_PROOF: Metadata = { evidence: null, passed: null, checkedAt: null, fingerprint: null };
