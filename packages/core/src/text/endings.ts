import { breakerRules } from '../decide/breakers.ts';
import { MAX_LIMITS } from '../model/defaults.ts';
import { isDone, restCauseOf } from '../model/state.ts';
import type { DoneEnding, Ending, RestCause, Run, SomeLimits } from '../model/run.ts';
import { LIMITS, RENEWED_LIMITS, type LimitKey } from '../model/limits.ts';
import { VOUCHERS, witnessWords } from '../model/vocabulary.ts';
import { formatInstant } from '../views/instant.ts';
import { agentName, type Driven, resumeCommand } from './agent-name.ts';
import { cost, durationText, listed, money, shortCount } from './amounts.ts';
import { momentsIn } from './moments.ts';
import { sanitizeLine } from './sanitize.ts';

/** All that an ending knows besides its kind, in one text: the breaker, the limit, the witnesses, the reason. */
export function endingDetail(ending: Ending, run?: Driven): string | undefined {
  switch (ending.kind) {
    case 'verified':
    case 'claimed':
      return doneDetail(ending, run);
    case 'gave-up':
      return ending.signal;
    case 'stuck':
    case 'paused':
      return causeName(ending.cause);
    case 'cancelled':
      return ending.reason;
    case 'aborted':
      return ending.corrupt ? `corrupt ${ending.corrupt.field}: ${ending.corrupt.reason}` : 'corrupt';
    case 'overridden':
      return undefined;
  }
}

/** An ending by its type: `verified (seen by the hook: tests)`, `stuck:idle`, `paused:budget`. */
export function endingName(ending: Ending, run?: Driven): string {
  const { kind } = ending;
  const detail = endingDetail(ending, run);
  if (detail === undefined) return kind;
  return isDone(ending) ? `${kind} (${sanitizeLine(detail, 300)})` : `${kind}:${sanitizeLine(detail, 80)}`;
}

function doneDetail(ending: DoneEnding, run?: Driven): string | undefined {
  const { seen, unseen = [], workTree } = ending;
  const parts = [
    ...(isUnchanged(ending) ? ['unchanged'] : []),
    ...changeTexts(ending).map((text) => (isAmended(ending) ? `amended: ${text}` : text)),
    ...(workTree ? [workTreeText(workTree)] : []),
    ...witnessTexts(seen, run),
    ...unseen.map(
      ({ criterion, reason }) =>
        `the hook did not run ${sanitizeLine(criterion, 60)}: ${sanitizeLine(reason, 120)}`,
    ),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Names who vouched for which criteria, weakest first: `in Claude's own shell: tests`, `seen by the hook: lint`. */
function witnessTexts(seen: DoneEnding['seen'] = {}, run?: Driven): string[] {
  return VOUCHERS.flatMap((by) => {
    const names = (seen[by] ?? []).map(shortName);
    return names.length > 0 ? [`${witnessWords(by, agentName(run))}: ${listed(names, 20)}`] : [];
  });
}

function shortName(name: string): string {
  return sanitizeLine(name, 60);
}

/** Why a loop that is done does not count as verified, apart from missing checks. */
export function changeTexts(ending: DoneEnding): readonly string[] {
  if (ending.kind === 'verified') return [];
  const { amended = [], breach, undone = [] } = ending;
  const changes = amended.map(({ what, subject }) => `${what} ${sanitizeLine(subject, 60)}`);
  if (isAmended(ending)) return [changes.join(', ')];
  if (breach !== undefined) return [breach];
  return undone.length > 0 ? [`not finished: ${listed(undone.map(shortName), 6)}`] : [];
}

/** What an unchanged ending says. */
export const UNCHANGED = 'nothing was changed; every check passed before, too';

/** True for a verified loop that changed nothing, because nothing was to be done. */
export function isUnchanged(ending: Ending | undefined): boolean {
  return ending?.kind === 'verified' && ending.isUnchanged === true;
}

/** True for a done loop whose contract Claude changed. */
export function isAmended(ending: DoneEnding): boolean {
  return ending.kind === 'claimed' && (ending.amended ?? []).length > 0;
}

function workTreeText({ path, branch }: NonNullable<DoneEnding['workTree']>): string {
  const on = branch === undefined ? '' : ` on branch ${sanitizeLine(branch, 60)}`;
  return `in the work tree ${sanitizeLine(path, 150)}${on} (the project's own tree is not proved)`;
}

function causeName(cause: RestCause): string {
  switch (cause.kind) {
    case 'limit':
      return LIMITS[cause.limit].name;
    case 'breaker':
      return cause.breaker;
    case 'stale':
      return 'stale';
    case 'failure':
      return `${cause.failure}: ${cause.reason}`;
    case 'hand':
      return cause.reason ?? 'by hand';
  }
}

/** Why a run rests, in words: the used-up amount, what a breaker found, the error and how long it lasts. */
export function causeText(run: Run): string {
  const cause = restCauseOf(run.ending);
  const frame = run.frames.at(-1);
  const at = run.ending?.at ?? run.updatedAt;
  switch (cause?.kind) {
    case 'limit': {
      const limit = frame?.limits[cause.limit] ?? null;
      if (!frame || limit === null) return causeName(cause);
      return LIMIT_FINDINGS[cause.limit](LIMITS[cause.limit].used(frame, at), limit);
    }
    case 'breaker':
      return (
        (frame && breakerRules.find(({ name }) => name === cause.breaker)?.found(frame, agentName(run))) ||
        cause.breaker
      );
    case 'stale':
      return `nothing was heard of the loop for more than ${durationText(run.ttlMs)}`;
    case 'failure':
      return `${cause.failure === 'rate-limit' ? 'rate limit of the API' : `error of the API (${sanitizeLine(cause.reason, 200)})`}${untilText(cause, at)}`;
    case 'hand':
      return sanitizeLine(cause.reason ?? 'by hand', 300);
    case undefined:
      return '';
  }
}

/** `until 14:05`, with the day if it is another one, on the clock of this machine. */
function untilText({ retryAt }: Extract<RestCause, { kind: 'failure' }>, at: number): string {
  if (retryAt === undefined) return '';
  const moments = momentsIn('local');
  const { day, clock } = moments.at(retryAt);
  return ` until ${day === moments.at(at).day ? '' : `${day} `}${clock.slice(0, 5)}`;
}

const LIMIT_FINDINGS: Readonly<Record<LimitKey, (used: number, limit: number) => string>> = {
  iterations: (_used, limit) => `${limit === 1 ? 'its only iteration' : `all ${limit} iterations`} used`,
  budgetUsd: (used, limit) => `${cost(used)} of the ${money(limit)} budget spent`,
  budgetTokens: (used, limit) => `${shortCount(used)} of ${shortCount(limit)} tokens used`,
  timeMs: (_used, limit) => `the ${durationText(limit)} are over`,
};

/** The flags that resume a run with a used-up limit; empty for other reasons. A resume renews some limits. */
export function resumeFlags({ ending, frames }: Run): string[] {
  const frame = frames.at(-1);
  const cause = restCauseOf(ending);
  const rule = cause?.kind === 'limit' ? LIMITS[cause.limit] : undefined;
  if (!frame || !ending || !rule || RENEWED_LIMITS.some((key) => key === rule.key)) return [];
  const limit = frame.limits[rule.key];
  if (limit === null) return [];
  // The largest that a number can set holds for the total.
  if (limit >= ((MAX_LIMITS as SomeLimits)[rule.key] ?? Infinity)) return [rule.flag, 'none'];
  // Less than was overspent would be refused.
  const short = Math.ceil(rule.used(frame, ending.at) - limit) + 1;
  return [rule.flag, String(Math.max(limit, short))];
}

/** The command that resumes a resting run. */
export function resumeText(run: Run): string {
  return resumeCommand(run, resumeFlags(run).join('='));
}

/** The best time to go on, if known; begins with a comma. */
export function bestAfter(retryAt: number | undefined): string {
  return retryAt === undefined ? '' : `, best after ${formatInstant(retryAt)}`;
}
