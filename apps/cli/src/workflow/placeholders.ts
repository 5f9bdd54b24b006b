import { type Task, TICK_PLACES } from '@loopwright/core';
import { CliError } from '../program/cli-error.ts';

/**
 * The parts of a suggested command that its reader fills in. A suggestion holds no verdict: an unchanged copy is
 * refused.
 */
export const PLACEHOLDERS = {
  subject: '<what the task is>',
  command: '<command that proves it>',
  ...TICK_PLACES,
  score: '<0-10>',
  confidence: '<0-100>',
  reviewer: '<who reviewed>',
  looked: '<files or range>',
  finding: '<severity>: <what> at <place>',
  advice: '<what they recommend>',
  lesson: '<what was learned>',
} as const;

/** The flags that every review needs. */
export const REVIEWED: readonly string[] = [
  '--reviewer',
  PLACEHOLDERS.reviewer,
  '--looked',
  PLACEHOLDERS.looked,
  '--finding',
  PLACEHOLDERS.finding,
];

/** The command that completes a task; one without a check needs a note. */
export function completeWords({ id, metadata }: Task, owner: string): readonly string[] {
  const note = metadata['check'] ? [] : ['--basis', PLACEHOLDERS.basis, '--note', PLACEHOLDERS.note];
  return ['task', 'complete', id, '--owner', owner, ...note];
}

const PARTS = Object.values(PLACEHOLDERS).flatMap((text) => text.match(/<[^<>]+>/g) ?? []);

/** Throws `CliError` if a text still holds a placeholder. */
export function refusePlaceholders(texts: readonly (string | undefined)[]): void {
  const part = PARTS.find((one) => texts.some((text) => text?.includes(one)));
  if (part === undefined) return;
  throw new CliError({
    exit: 'usage',
    message: `${part} is a place to fill in, not a value. Do the work first, then write what came out of it.`,
  });
}
