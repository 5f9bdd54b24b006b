import {
  announce,
  endLines,
  isHandNote,
  type Note,
  noteLine,
  type Notice,
  noticeText,
  owesLastTurn,
  type Run,
  sanitizeLine,
  type Verdict,
} from '@loopwright/core';

export { endLines };

/** Says that a text in the place of a view was moved, because this session has a loop of its own. */
export function asideLine(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/^[\w-]{12}-/, '');
  return `[LOOP] .loop/${name} held another text than this session's loop: it is kept in ${path}. If it is a loop of its own: /loop:cancel, then move it back.`;
}

/** The line that says that these settings switch all hooks off. */
export function hooksOffLine(settings: string): string {
  return `[LOOP] No later session is held to its loop: ${sanitizeLine(settings, 300)} switches all hooks off (disableAllHooks).`;
}

/** Says that the journal that held the session is gone. */
export const GONE =
  '[LOOP] The loop of this session no longer holds it: its journal was deleted or damaged, or another session took it over.';

/** The text for the user when a loop ended, rests, or waits for them. Empty at any other allowed stop. */
export function endingLines(verdict: Verdict, run: Run | undefined): string[] {
  if (!run || verdict.kind !== 'allow') return [];
  if (verdict.rule === 'needs-user')
    return [
      announce({ kind: 'iteration', run }),
      ...extraLines((run.frames.at(-1)?.notes ?? []).filter(isHandNote), []),
      '[LOOP] Check-in: reply to go on, or /loop:cancel.',
    ];
  const { ending, rule } = verdict;
  if (!ending) return [];
  // A command ended or paused it in this turn. A stop that ends a run reports that at once.
  const isNews = (ending.kind === 'cancelled' || ending.kind === 'paused') && owesLastTurn(run);
  if (rule === 'ended' && !isNews) return [];
  const lines = endLines(run);
  return rule === 'ended' ? lines : [...lines, ...extraLines(run.frames.at(-1)?.notes ?? [], [])];
}

/** More lines for the user: changes of the record by hand, and limits that are nearly used up. */
export function extraLines(notes: readonly Note[], notices: readonly Notice[]): string[] {
  return [
    ...notes.flatMap((note) => (FOR_THE_USER.has(note.kind) ? `[LOOP] ${noteLine(note)}` : [])),
    ...notices.flatMap((notice) =>
      NOTICES_FOR_THE_USER.has(notice.code) ? `[LOOP] ${noticeText(notice)}` : [],
    ),
  ];
}

/** The notes for Claude that the user reads too. */
const FOR_THE_USER = new Set(['edit-refused', 'popped', 'tick-undone']);
const NOTICES_FOR_THE_USER = new Set(['amended', 'budget', 'clamped']);
