import { sanitizeLine, taskName, type CommandOf, type Task } from '@loopwright/core';
import { splitPaths } from '../../plan/frame-plan.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Request } from '../../program/context.ts';
import { PLACEHOLDERS } from '../../workflow/placeholders.ts';
import { NO_PROOF } from '../../workflow/task-proof.ts';

type Flags = Request<'task'>['flags'];
type Metadata = NonNullable<CommandOf<'task'>['metadata']>;

/** A task needs a check, or the reason why none can prove it. */
export function needsCheck(subject: string): CliError {
  return new CliError({
    exit: 'usage',
    message: 'What proves the task? --verify with a command, or --reason why no command can.',
    next: {
      words: ['task', 'add', subject, '--verify', PLACEHOLDERS.command],
      when: 'exits with 0 exactly when the task is done',
    },
  });
}

/** A task without a check is claimed by a note. */
export function needsNote({ id }: Task): CliError {
  return new CliError({
    exit: 'usage',
    message: `${taskName(id)} has no check, so a note says what shows that it is done.`,
    next: { words: ['task', 'complete', id, '--basis', PLACEHOLDERS.basis, '--note', PLACEHOLDERS.note] },
  });
}

/** The note of a task without a check, and how its result was seen. */
export function noteOf({ note, basis = 'observation' }: Flags): Metadata {
  return note?.trim() ? { note: note.trim(), verification: basis } : {};
}

/** The most changes of a check that a task keeps. */
const MAX_CHANGES = 20;

/**
 * The fields of a changed check. A check that was there changes for a reason only, which stays on record; the old
 * result goes.
 */
export function changedCheck(found: Task, { verify, paths, reason }: Flags): Metadata {
  if (verify === undefined && paths === undefined) return {};
  const { check, checkChanges } = found.metadata;
  const fields = {
    ...(verify !== undefined && { check: verify, verification: 'execution output' }),
    ...(paths && { paths: splitPaths(paths) }),
    ...NO_PROOF,
  };
  if (typeof check !== 'string' && found.status !== 'completed') return fields;
  if (!reason?.trim()) {
    throw new CliError({
      exit: 'usage',
      message: `${taskName(found.id)} is proved by: ${sanitizeLine(String(check ?? 'a note'), 200)}`,
      details: ['To prove it in another way, say why: --reason "…". The gate and the ship box show it.'],
    });
  }
  const before = Array.isArray(checkChanges) ? checkChanges : [];
  return { ...fields, checkChanges: [...before, reason.trim()].slice(-MAX_CHANGES) };
}
