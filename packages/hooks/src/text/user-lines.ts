import {
  announce,
  endLines,
  endSentence,
  goOnText,
  isDone,
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
import type { Adoptable, Unadoptable } from '@loopwright/store';

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

/** The longest end on the screen. */
const MAX_END_LINES = 4;

/** The text for the user when a loop ended, rests, or waits for them, with what the stop noticed. */
export function endingLines(verdict: Verdict, run: Run | undefined, notices: readonly Notice[]): string[] {
  const rest = linesAtRest(verdict, run);
  // The end of a done loop names each change of its contract already.
  const isTold = rest.length > 0 && isDone(run?.ending);
  const untold = notices.filter(({ code }) => !isTold || code !== 'amended');
  const lines = [...rest, ...extraLines([], untold)];
  const more = lines.length - MAX_END_LINES;
  return more <= 0
    ? lines
    : [...lines.slice(0, MAX_END_LINES - 1), `[LOOP] ${more + 1} more lines: loop log`];
}

function linesAtRest(verdict: Verdict, run: Run | undefined): string[] {
  if (!run || verdict.kind !== 'allow') return [];
  if (verdict.need === 'remark')
    return [
      '[LOOP] The loop waits: you spoke. It goes on with your next message, unless that is a question.',
    ];
  if (verdict.rule === 'needs-user')
    return [
      announce({ kind: 'iteration', run }),
      ...(run.frames.at(-1)?.notes ?? []).filter(isHandNote).map((note) => `[LOOP] ${noteLine(note)}`),
      '[LOOP] Go on? Any reply does. No more questions: /loop:continue --shape tool',
    ];
  const { ending, rule } = verdict;
  if (!ending) return [];
  // A command ended or paused it in this turn. A stop that ends a run reports that at once.
  const isNews = (ending.kind === 'cancelled' || ending.kind === 'paused') && owesLastTurn(run);
  if (rule === 'ended' && !isNews) return [];
  const notes = rule === 'ended' ? [] : (run.frames.at(-1)?.notes ?? []);
  return [...endLines(run), ...extraLines(notes, [])];
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
const NOTICES_FOR_THE_USER = new Set(['amended', 'budget', 'clamped', 'not-started']);

/** How a session continues its own loop. */
export function resumeLines(run: Run): string {
  if (run.status === 'active')
    return 'The loop is active in this session and goes on with the next message. /loop:status shows it, /loop:cancel ends it.';
  return `[LOOP] ${endSentence(run)}\nTo go on: ${goOnText(run)}. To end it: /loop:cancel.`;
}

/** How another session takes a loop over. After `/clear` it is most likely the loop of the same person. */
export function takeOverLine(source: string): string {
  return source === 'clear'
    ? 'If it is yours from before /clear: /loop:continue. Until then it does not hold this session.'
    : 'It belongs to another session and does not hold this one. To take it over: /loop:continue.';
}

/** Says which session a hand-written loop will hold. On a topic of jwz it is as seed 004 has it. */
export function handWrittenLine(
  where: { readonly path: string } | { readonly topic: string },
  { holds, isFresh }: Pick<Adoptable, 'holds' | 'isFresh'>,
): string {
  const what = holds
    ? 'It will hold the first session that stops here. To start it now: /loop:continue.'
    : `It ${isFresh ? '' : 'is older than two hours and '}holds no session until it is started: /loop:continue.`;
  return 'topic' in where
    ? `[LOOP] The topic ${where.topic} of jwz has a loop that belongs to no session here. ${what} To end it, post its end there.`
    : `[LOOP] ${where.path} was written by hand and belongs to no session. ${what} To end it, delete the file.`;
}

/** Says why a file can't start a loop. */
export function refusedLine({ path, isTopic, field, reason }: Unadoptable): string {
  const what = field === '' ? 'it ' : `${sanitizeLine(field, 100)}: `;
  const [where, remedy] = isTopic
    ? ['The topic loop:current of jwz', 'Post a correct message, or its end']
    : [path, 'Correct the file, or delete it'];
  return `[LOOP] ${where} can't start a loop: ${what}${sanitizeLine(reason, 200)}. ${remedy}.`;
}

/** The message after the archiving of a run that came with the repository. */
export const PUT_AWAY =
  '[LOOP] The repository brought a loop for this very session along. It was moved to .loop/archive and holds nobody.';

/** Says why a loop of this session doesn't hold it, and how its user gets it back. */
export const FOREIGN =
  '[LOOP] A loop of this session is here, but it was not started in this folder on this machine: it holds nobody. If it is yours: /loop:continue --take-over';

/** The message when a loop goes on that a rate limit had paused. */
export const GOES_ON = '[LOOP] The rate limit is over: the loop goes on. To end it: /loop:cancel.';
