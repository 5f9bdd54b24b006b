import { checkLine } from '../config/named-check.ts';
import {
  isSameCheck,
  plannedCheck,
  type PlanFlags,
  type PlannedCriterion,
  type PlannedFrame,
} from './frame-plan.ts';
import type { NamedCommand } from './verification-in-text.ts';

/** Checks that the text of a plan offers. They count once the user agrees. */
export type OfferedChecks = NonNullable<PlannedFrame['offered']>;

/**
 * Names the commands of a text: after Claude's criterion with that check, else after the criterion that each stands in,
 * else by what it proves. The user's own checks are left out.
 */
export function offeredChecks(
  commands: readonly NamedCommand[],
  criteria: readonly PlannedCriterion[] = [],
  flags: PlanFlags = {},
): OfferedChecks {
  const names = new Set(criteria.map(({ name }) => name));
  const open = new Set(criteria.flatMap(({ name, check }) => (check ? [] : name)));
  return commands.flatMap(({ command, purpose, entry = '' }) => {
    const check = plannedCheck({ command }, flags);
    const same = criteria.find((one) => isSameCheck(one.check, check));
    if (same?.check) return same.check.by === 'user' ? [] : [{ name: same.name, check: same.check }];
    const name = open.delete(entry) ? entry : freeName(purpose, names);
    names.add(name);
    return [{ name, check }];
  });
}

/** Adds offered checks, to which the user agreed, to the user's plan. */
export function withOffered(plan: PlannedFrame, offered: OfferedChecks): PlannedFrame {
  const { criteria = [] } = plan;
  const own = offered.map(({ name, check }): PlannedCriterion => ({
    name,
    by: 'user',
    check: { ...check, by: 'user' },
  }));
  const isOffered = ({ name }: PlannedCriterion): boolean => own.some((one) => one.name === name);
  return { ...plan, criteria: [...criteria.filter((one) => !isOffered(one)), ...own] };
}

/** Names the offered checks, and what the user does to agree; nothing without any. */
export function offeredLines(offered: OfferedChecks, act: string): readonly string[] {
  return offered.length === 0
    ? []
    : [`The text offers checks: ${offeredList(offered)}. They run and count ${act}.`];
}

/** The offered checks with their commands: `tests (npm test), lint (npm run lint)`. */
export function offeredList(offered: OfferedChecks): string {
  return offered.map(({ name, check }) => checkLine(name, check)).join(', ');
}

function freeName(purpose: string, taken: ReadonlySet<string>): string {
  for (let count = 2, name = purpose; ; count += 1) {
    if (!taken.has(name)) return name;
    name = `${purpose}-${count}`;
  }
}
