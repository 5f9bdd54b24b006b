import { renameSync } from 'node:fs';
import { diskError, errnoOf, StoreError } from '../errors.ts';
import { hasRun, isSessionId, numberedPath, runPath } from '../presence.ts';
import type { Submitted } from '../journal/journal.ts';
import { checkLoopFolder, openRun, type NotOpen, type OpenRun } from './open-run.ts';

/** The result of a take-over. */
export type Claimed =
  | { readonly status: 'claimed'; readonly opened: OpenRun; readonly submitted: Submitted }
  /** Another session was faster, or the run no longer exists. */
  | { readonly status: 'lost' }
  /** The claiming session has its own journal; archive it first. */
  | { readonly status: 'occupied' }
  | NotOpen;

export interface ClaimAddress {
  readonly root: string;
  /** The path of the journal, from `listRuns`. */
  readonly path: string;
  /** The session that takes over. */
  readonly sessionId: string;
  /** What people call the agent of a driver; left out: Claude. */
  readonly agent?: string | undefined;
  readonly at: number;
}

/**
 * Takes a run over by renaming its journal to the new session's name. The rename is atomic, so exactly one of several
 * sessions wins. The snapshot stays behind: the next projection writes a new one.
 */
export function claimRun({ root, path, sessionId, agent, at }: ClaimAddress): Claimed {
  if (!isSessionId(sessionId))
    throw new StoreError('bad-argument', 'A take-over needs the id of its session.');
  const unsafe = checkLoopFolder(root);
  if (unsafe !== undefined) return unsafe;
  const file = runPath(root, sessionId);
  const target = path.endsWith('.jsonl') ? file : numberedPath(file);
  if (hasRun(root, sessionId)) return { status: 'occupied' };
  try {
    renameSync(path, target);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { status: 'lost' };
    throw diskError(`take over ${path}`, error);
  }
  const opened = openRun({ root, sessionId });
  if (opened.status !== 'open') return opened;
  const submitted = opened.submit({ type: 'claim', at, session: sessionId, agent });
  return { status: 'claimed', opened, submitted };
}
