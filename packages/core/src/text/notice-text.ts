import type { Notice } from '../decide/decision.ts';
import type { Amendment } from '../model/run.ts';
import { formatInstant } from '../views/instant.ts';
import { editRefusedText } from './edit-refused-text.ts';
import { limitName, limitText } from './limit-text.ts';
import { sanitizeLine } from './sanitize.ts';
import { raisingFlag, warningText } from './warning-text.ts';

/** Writes a notice in one line: the fact, and the next step if there is one. */
export function noticeText(notice: Notice): string {
  switch (notice.code) {
    case 'clamped':
      return `${limitName(notice.limit)}: ${limitText(notice.limit, notice.from)} was asked for, ${limitText(notice.limit, notice.to)} is the most there can be here.`;
    case 'tick-undone':
      return `"${sanitizeLine(notice.criterion, 80)}" has a check, so ticking it by hand was undone: run \`loop verify\`.`;
    case 'edit-refused':
      return editRefusedText(notice);
    case 'overridden':
      return 'The client ended the last turn although the loop was not done, so the loop is paused. Go on with /loop:continue.';
    case 'taken-over':
      return `The loop of session ${sanitizeLine(notice.from, 40)} goes on in this session.`;
    case 'budget':
      return `${warningText(notice)} More comes with \`loop continue ${raisingFlag(notice.limit)}=N\`.`;
    case 'paused': {
      const when = notice.retryAt === undefined ? '' : `, best after ${formatInstant(notice.retryAt)}`;
      return `The loop is paused: ${sanitizeLine(notice.reason, 150)}. Go on with \`loop continue\`${when}.`;
    }
    case 'retry':
      return 'An error that may pass: the turn is tried once more.';
    case 'ask-panel':
      return `"${sanitizeLine(notice.subject, 80)}" failed: ask the panel (\`loop panel\`) before trying again.`;
    case 'amended':
      return amendmentText(notice.amendment);
    case 'all-met':
      return 'Every criterion is met. If the work is done, say so with `loop signal done`.';
  }
}

/** Describes a change to the contract, or a refused one. */
export function amendmentText({ what, subject, reason, isRefused }: Amendment): string {
  const about = `"${sanitizeLine(subject, 80)}"`;
  const why = reason === '' ? '' : ` Reason: ${sanitizeLine(reason, 200)}`;
  // A flag was not necessarily asked for by anybody before.
  if (isRefused && subject.startsWith('--')) {
    return `Claude asked for ${sanitizeLine(subject, 80)}. Only the user's own word counts for that, so nothing changed.`;
  }
  return isRefused
    ? `Claude tried to change ${about}. It stays as it was agreed.${why}`
    : `Contract changed by Claude: ${what} ${about}. The loop can no longer end as verified.${why}`;
}
