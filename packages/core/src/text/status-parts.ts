import { isOver } from '../model/is-over.ts';
import { criterionState, isGoodState, type CriterionState, type WorkTree } from '../proofs.ts';
import type { Run } from '../model/run.ts';
import { sanitizeLine } from './sanitize.ts';
import { endingDetail } from './endings.ts';
import { cost } from './words.ts';

/** How a part is meant: for its colour. */
export type Tone = 'plain' | 'good' | 'busy' | 'warning' | 'bad' | 'dim';

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
  const minutes = minutesText(Math.max(0, until - run.createdAt));
  return [
    statePart(run),
    ...(top && !isOver(run)
      ? proofParts(top.criteria.map((one) => [one.name, criterionState(one, now)]))
      : []),
    { text: cost((run.frames[0] ?? run.closed.at(-1) ?? frame).spend.usd), tone: 'dim', rank: 3 },
    { text: minutes, tone: 'dim', rank: 4 },
  ];
}

function statePart(run: Run): StatusPart {
  const { status, ending, frames } = run;
  const kind = ending?.kind ?? status;
  const detail = ending && endingDetail(ending);
  const why = detail === undefined ? kind : `${kind}: ${sanitizeLine(detail, 30)}`;
  const iteration = Math.max(1, frames.at(-1)?.iteration ?? 1);
  const most = frames.at(-1)?.limits.iterations ?? null;
  switch (status) {
    case 'active':
      return { text: `⟳ ${iteration}${most === null ? '' : `/${most}`}`, tone: 'busy', rank: 0 };
    case 'draft':
      return { text: '⟳ draft', tone: 'dim', rank: 0 };
    case 'paused':
      return { text: `⏸ ${why}`, tone: 'warning', rank: 0 };
    case 'stuck':
      return { text: `■ ${why}`, tone: 'bad', rank: 0 };
    case 'completed':
      return { text: `✓ ${kind}`, tone: 'good', rank: 0 };
    case 'cancelled':
    case 'aborted':
      return { text: `■ ${kind}`, tone: 'dim', rank: 0 };
  }
}

/** Why the first criterion doesn't hold, in a word or two. */
const WHY: Readonly<Record<CriterionState, string>> = {
  proved: '',
  claimed: '',
  stale: 'stale',
  failed: 'failed',
  unchecked: 'not run',
  unmet: 'open',
  assumed: 'assumed',
};

function proofParts(states: readonly (readonly [name: string, state: CriterionState])[]): StatusPart[] {
  if (states.length === 0) return [];
  const good = states.filter(([, state]) => isGoodState(state));
  const word = good.some(([, state]) => state === 'claimed') ? 'met' : 'proved';
  const missing = states.filter(([, one]) => !isGoodState(one));
  // A proof that was lost is news; one that is still to come isn't.
  const [name, state] = missing.find(([, one]) => one === 'failed' || one === 'stale') ?? missing[0] ?? [];
  const isAll = good.length === states.length;
  return [
    { text: `${good.length}/${states.length} ${word}`, tone: isAll ? 'good' : 'plain', rank: 1 },
    ...(name !== undefined && state !== undefined
      ? [
          {
            text: `${sanitizeLine(name, 24)} ${WHY[state]}`,
            tone: state === 'failed' ? 'bad' : 'warning',
            rank: 2,
          } as const,
        ]
      : []),
  ];
}

function minutesText(timeMs: number): string {
  const minutes = Math.floor(timeMs / 60_000);
  if (minutes < 1) return '<1 min';
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
