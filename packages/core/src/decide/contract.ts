import type { CommandOf } from '../model/command.ts';
import type { LoopEvent } from '../model/event.ts';
import type { Amendment, Criterion, Frame, Run } from '../model/run.ts';
import { accepted, type Decision, type Notice, rejected, refuse, topOf } from './decision.ts';

/** Removes a criterion. For Claude, one of the contract is an amendment, and one of the user's is refused. */
export function removeCriterion(found: Criterion, command: CommandOf<'criterion'>): Decision {
  const { at, name, reason = '' } = command;
  const removal = { type: 'criterion-removed', at, name } as const;
  if (command.by === 'user') return accepted([removal]);
  const amendment: Amendment = { at, what: 'removed', subject: name, reason };
  if (isUsers(found)) return refuseAttempt(amendment);
  if (!found.check && found.isExtra) return accepted([removal]);
  if (reason.trim() === '') return rejected('reason-needed', { subject: name });
  const { events, notices } = recorded(amendment);
  return accepted([...events, removal], notices);
}

/** Refuses a change to the user's contract and records the attempt. */
export function refuseAttempt(amendment: Amendment): Decision {
  const attempt: Amendment = { ...amendment, isRefused: true };
  return { ...rejected('users-contract', { subject: amendment.subject }), ...recorded(attempt) };
}

/** Puts a refused attempt on record. */
export function attemptEvent(amendment: Amendment): LoopEvent {
  return { type: 'amended', at: amendment.at, amendment: { ...amendment, isRefused: true } };
}

/** Records what Claude tried to change. A draft keeps it for its start. */
export function amend(run: Run | undefined, { amendments }: CommandOf<'amend'>): Decision {
  if (!topOf(run) && run?.status !== 'draft') return refuse(run);
  const records = amendments.map(recorded);
  return accepted(
    records.flatMap(({ events }) => events),
    records.flatMap(({ notices }) => notices),
  );
}

/** Makes criteria of Claude, with their checks, the user's own, and takes over checks that the text offered. */
export function approve({ criteria, offered = [] }: Frame, { at, names }: CommandOf<'approve'>): Decision {
  const isNamed = ({ name }: Pick<Criterion, 'name'>): boolean => names?.includes(name) ?? true;
  const unknown = names?.find((name) => ![...criteria, ...offered].some((one) => one.name === name));
  if (unknown !== undefined) return rejected('unknown-criterion', { subject: unknown });
  const open = criteria.filter((one) => !isUsers(one) || (one.check && one.check.by !== 'user'));
  const taken = offered.filter(isNamed);
  const chosen = new Set([...open.filter(isNamed), ...taken].map(({ name }) => name));
  if (chosen.size === 0) return rejected('nothing-to-change');
  return accepted([
    ...taken.map((one): LoopEvent => ({
      type: 'criterion-added',
      at,
      criterion: { ...one, failures: 0, by: 'user' },
    })),
    { type: 'approved', at, names: [...chosen] },
  ]);
}

/** True for a criterion that the user asked for, or whose check the user asked for. */
export function isUsers({ by, check }: Criterion): boolean {
  return by === 'user' || check?.by === 'user';
}

/** The amendments since a moment, for the user to hear of at the next stop. */
export function amendmentNotices({ amendments = [] }: Frame, since: number): Notice[] {
  return amendments.filter(({ at }) => at > since).map((amendment) => ({ code: 'amended', amendment }));
}

function recorded(amendment: Amendment): { readonly events: LoopEvent[]; readonly notices: Notice[] } {
  return {
    events: [{ type: 'amended', at: amendment.at, amendment }],
    notices: [{ code: 'amended', amendment }],
  };
}
