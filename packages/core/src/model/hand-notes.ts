import type { Note } from './run.ts';

/** True for a note about a hand edit that was refused or undone. The user and Claude each hear of it once. */
export function isHandNote({ kind }: Note): boolean {
  return kind === 'edit-refused' || kind === 'tick-undone';
}
