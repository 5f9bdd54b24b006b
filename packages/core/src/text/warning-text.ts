import type { WarnedLimit } from '../schemas/run.ts';
import { cost, money } from './words.ts';

const SAID: Readonly<
  Record<
    WarnedLimit,
    { readonly text: string; readonly flag: string; readonly amount: (used: number, of: number) => string }
  >
> = {
  budgetUsd: {
    text: 'of the budget is spent',
    flag: '--budget',
    amount: (used, of) => `${cost(used)} of ${money(of)}`,
  },
  budgetTokens: {
    text: 'of the tokens are used',
    flag: '--tokens',
    amount: (used, of) => `${used} of ${of}`,
  },
  timeMs: {
    text: 'of the time is up',
    flag: '--minutes',
    amount: (used, of) => `${minutes(used)} of ${minutes(of)} min`,
  },
};

/** Says in one sentence how far a limit is used up; of an old record, which names none, the budget. */
export function warningText({
  percent,
  limit = 'budgetUsd',
  used,
  of,
}: {
  readonly percent: number;
  readonly limit?: WarnedLimit | undefined;
  readonly used?: number;
  readonly of?: number;
}): string {
  const { text, amount } = SAID[limit];
  const figures = used === undefined || of === undefined ? '' : ` (${amount(used, of)})`;
  return `${percent} % ${text}${figures}.`;
}

/** The flag with which a limit is raised. */
export function raisingFlag(limit: WarnedLimit): string {
  return SAID[limit].flag;
}

function minutes(ms: number): string {
  return String(Math.round(ms / 6_000) / 10);
}
