import { isOver } from '../model/state.ts';
import { criterionState, isGoodState, type WorkTree } from '../proofs.ts';
import type { Frame, Run } from '../model/run.ts';
import { costWords } from './amounts.ts';
import { endingDetail } from './endings.ts';
import { sanitizeLine } from './sanitize.ts';
import { CRITERION_STATES, STANDINGS, standingOf, type Tone } from './words.ts';

/** One part of a status line. Where there is little room, the part with the largest `rank` is left out first. */
export interface StatusPart {
  readonly text: string;
  readonly tone: Tone;
  readonly rank: number;
}

/** Writes how a run stands in a few short parts, such as `⟳ 2/10`, `1/2 proved`, `tests stale`, `$0.04`, `6 min`. */
export function statusParts(run: Run, now: WorkTree, at: number): readonly StatusPart[] {
  const top = run.frames.at(-1);
  const frame = top ?? run.closed.at(-1);
  if (!frame) return [];
  const until = run.status === 'active' || run.status === 'draft' ? at : (run.ending?.at ?? run.updatedAt);
  return [
    standingPart(run, top),
    ...(top && !isOver(run) ? proofParts(top, now) : []),
    { text: costWords((run.frames[0] ?? run.closed.at(-1) ?? frame).spend), tone: 'quiet', rank: 3 },
    { text: minutesText(Math.max(0, until - run.createdAt)), tone: 'quiet', rank: 4 },
  ];
}

function standingPart(run: Run, frame: Frame | undefined): StatusPart {
  const standing = standingOf(run);
  const { sign, tone } = STANDINGS[standing];
  const most = frame?.limits.iterations ?? null;
  const iteration = `${Math.max(1, frame?.iteration ?? 1)}${most === null ? '' : `/${most}`}`;
  const detail = isOver(run) ? undefined : run.ending && endingDetail(run.ending);
  const why = detail === undefined ? standing : `${standing}: ${sanitizeLine(detail, 30)}`;
  return { text: `${sign} ${standing === 'active' ? iteration : why}`, tone, rank: 0 };
}

function proofParts({ criteria }: Frame, now: WorkTree): StatusPart[] {
  if (criteria.length === 0) return [];
  const states = criteria.map((one) => [one.name, criterionState(one, now)] as const);
  const missing = states.filter(([, state]) => !isGoodState(state));
  const count = `${states.length - missing.length}/${states.length}`;
  const word = states.some(([, state]) => state === 'claimed') ? 'met' : 'proved';
  // A proof that was lost is news; one that is still to come isn't.
  const lost = missing.find(([, state]) => state === 'failed' || state === 'stale') ?? missing[0];
  if (!lost) return [{ text: `${count} ${word}`, tone: 'good', rank: 1 }];
  const look = CRITERION_STATES[lost[1]];
  return [
    { text: `${count} ${word}`, tone: 'plain', rank: 1 },
    { text: `${sanitizeLine(lost[0], 24)} ${look.word}`, tone: look.tone, rank: 2 },
  ];
}

/** In minutes, so that the line doesn't change with each second. */
function minutesText(timeMs: number): string {
  const minutes = Math.floor(timeMs / 60_000);
  if (minutes < 1) return '<1 min';
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
