import { type Env, treeIdentities } from '@loopwright/checks';
import { type StatusPart, statusParts, textWidth, type Tone } from '@loopwright/core';
import { openRun, type RunAddress } from '@loopwright/store';
import { findRoot } from '@loopwright/store/presence';
import { asObject, objectField, stringField } from '@loopwright/transcript/quick';
import { disabledBy } from './client-settings.ts';
import { passedChecks, readScopes } from '../proof/read-scopes.ts';

/** Reads whose status line it is from the client's JSON; undefined if it names no session or loops are off. */
export function statusSession(input: unknown, env: Env): RunAddress | undefined {
  const given = asObject(input);
  const sessionId = stringField(given, 'session_id');
  if (sessionId === undefined || disabledBy(env) !== undefined) return undefined;
  const named = stringField(objectField(given, 'workspace'), 'project_dir') || env['CLAUDE_PROJECT_DIR'];
  const project = named ? { CLAUDE_PROJECT_DIR: named } : {};
  const root = findRoot(project, stringField(given, 'cwd') ?? '', sessionId);
  return root === undefined ? undefined : { root, sessionId };
}

/** The client keeps a margin on both sides. */
const MARGIN = 4;
const BETWEEN = ' · ';

/** Writes the segment of a session's loop, in one line that fits; empty without one. Records nothing, never throws. */
export function statusSegment(
  session: RunAddress,
  screen: { readonly columns: number; readonly hasColour: boolean },
  at: number,
): string {
  try {
    const opened = openRun(session);
    if (opened.status !== 'open') return '';
    const { run } = opened;
    // Not `opened.close()`: looking writes no snapshot.
    opened.journal.close();
    // The work tree now, as far as passed evidence rests on it.
    const checks = run.status === 'active' ? passedChecks(run.frames.slice(-1)) : [];
    const { known } = readScopes((scopes) => treeIdentities(session.root, scopes), checks);
    const parts = statusParts(run, (scope) => known.get(scope), at);
    return fitted(parts, screen.columns - MARGIN)
      .map(({ text, tone }) => (screen.hasColour ? coloured(text, COLOURS[tone]) : text))
      .join(BETWEEN);
  } catch {
    return '';
  }
}

/** The parts that fit, without those that matter least. */
function fitted(parts: readonly StatusPart[], room: number): readonly StatusPart[] {
  const widths = parts.reduce((sum, { text }) => sum + textWidth(text), BETWEEN.length * (parts.length - 1));
  if (widths <= room || parts.length <= 1) return parts;
  const last = Math.max(...parts.map(({ rank }) => rank));
  const rest = parts.filter(({ rank }) => rank !== last);
  return fitted(rest, room);
}

const COLOURS: Readonly<Record<Tone, number>> = {
  plain: 0,
  good: 32,
  said: 36,
  rest: 33,
  bad: 31,
  quiet: 2,
};

function coloured(text: string, colour: number): string {
  return colour === 0 ? text : `\u001b[${colour}m${text}\u001b[0m`;
}
