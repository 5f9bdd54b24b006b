import { treeIdentities } from '@loopwright/checks';
import {
  type Run,
  type StatusPart,
  statusParts,
  textWidth,
  type Tone,
  type WorkTree,
} from '@loopwright/core';
import { openRun } from '@loopwright/store';
import { passedChecks, readScopes } from '../proof/read-scopes.ts';
import type { StatusSession } from './status-input.ts';

/** Where a segment is shown. */
export interface StatusPlace {
  readonly columns: number;
  readonly hasColour: boolean;
}

/** The client keeps a margin on both sides. */
const MARGIN = 4;
const BETWEEN = ' · ';

/**
 * Writes the segment of a session's loop, in one line that fits; empty without a loop that was started here. Records
 * nothing and never throws.
 */
export function statusSegment(session: StatusSession, place: StatusPlace, at: number): string {
  try {
    const opened = openRun(session);
    if (opened.status !== 'open') return '';
    const { run } = opened;
    // Not `opened.close()`: looking writes no snapshot.
    opened.journal.close();
    return written(fitted(statusParts(run, workTree(session.root, run), at), place.columns - MARGIN), place);
  } catch {
    return '';
  }
}

/** The width of a segment, and of any text with colours. */
export { textWidth };

function fitted(parts: readonly StatusPart[], room: number): readonly StatusPart[] {
  const widths = parts.reduce((sum, { text }) => sum + textWidth(text), BETWEEN.length * (parts.length - 1));
  if (widths <= room || parts.length <= 1) return parts;
  const last = Math.max(...parts.map(({ rank }) => rank));
  return fitted(
    parts.filter(({ rank }) => rank !== last),
    room,
  );
}

const COLOURS: Readonly<Record<Tone, number>> = {
  plain: 0,
  good: 32,
  said: 36,
  rest: 33,
  bad: 31,
  quiet: 2,
};

function written(parts: readonly StatusPart[], { hasColour }: StatusPlace): string {
  return parts
    .map(({ text, tone }) => {
      const colour = COLOURS[tone];
      return hasColour && colour !== 0 ? `\u001b[${colour}m${text}\u001b[0m` : text;
    })
    .join(BETWEEN);
}

/** The work tree now, as far as passed evidence rests on it. */
function workTree(root: string, run: Run): WorkTree {
  const checks = run.status === 'active' ? passedChecks(run.frames.slice(-1)) : [];
  const { known } = readScopes((scopes) => treeIdentities(root, scopes), checks);
  return (scope) => known.get(scope);
}
