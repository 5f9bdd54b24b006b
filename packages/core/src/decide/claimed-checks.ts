import type { StopCommand } from '../model/command.ts';
import type { Criterion, Run } from '../model/run.ts';
import type { RuleName } from './decision.ts';
import { situationOf } from './situation.ts';
import { stopRules } from './stop-rules.ts';

/** The rules that may answer a claim. The rules before them allow the stop without regard to checks. */
const AFTER_A_CLAIM: ReadonlySet<RuleName> = new Set(['done', 'breaker', 'limit', 'unproved']);

/**
 * The criteria with checks of the user, if this stop claims that the work is done. The caller runs these checks
 * before it answers the stop. Claude's own checks are never among them.
 */
export function claimedChecks(run: Run, stop: StopCommand): readonly Criterion[] {
  const users = run.frames.at(-1)?.criteria.filter(({ check }) => check?.by === 'user') ?? [];
  if (users.length === 0) return users;
  const situation = situationOf(run, stop);
  if (situation.claim?.says !== 'done') return [];
  const rule = stopRules.find((one) => one.evaluate(situation).holds);
  return rule && AFTER_A_CLAIM.has(rule.name) ? users : [];
}
