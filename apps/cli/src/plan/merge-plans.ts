import {
  type Amendment,
  type Asked,
  checkText,
  DEFAULT_LIMITS,
  type Limits,
  sanitizeLine,
  type SomeLimits,
  limitRules,
} from '@loopwright/core';
import { wordOf } from '@loopwright/core/flags';
import { isSameCheck, type PlannedCriterion, type PlannedFrame } from './frame-plan.ts';

/** Something that Claude asked for against the user's words. The user's words stay. */
export interface Refused {
  /** What Claude tried to change. */
  readonly subject: string;
  /** The notice. */
  readonly text: string;
}

/**
 * Puts Claude's plan on top of the user's. Criteria and checks of the user stay. Claude can only lower limits, and its
 * shape counts for nothing: `floor` has the limits where the user set none.
 */
export function mergePlans(
  users: PlannedFrame,
  claudes: PlannedFrame,
  floor: Limits = DEFAULT_LIMITS,
): { readonly plan: PlannedFrame; readonly refused: readonly Refused[] } {
  const { criteria: typed = [], steps = [], limits = {}, shape } = users;
  const { criteria: added = [], steps: addedSteps = [] } = claudes;
  const most: SomeLimits = { ...floor, ...limits };
  const lowered: Record<string, number> = {};
  const refused: Refused[] = [];
  for (const { key, flag } of limitRules) {
    const [limit, least = null] = [claudes.limits?.[key], most[key]];
    if (limit === undefined || limit === least) continue;
    if (limit !== null && (least === null || limit < least)) lowered[key] = limit;
    else
      refused.push({
        subject: `${flag} ${wordOf(key, limit)}`,
        text: `${flag} stays at ${wordOf(key, least)}: only the user sets more, in their words after /loop:start, or with /loop:continue.`,
      });
  }
  const ofClaude = (name: string): PlannedCriterion | undefined => added.find((one) => one.name === name);
  const asked: Asked = {
    ...Object.fromEntries(Object.keys(limits).map((key) => [key, 'user'])),
    ...Object.fromEntries(Object.keys(lowered).map((key) => [key, 'claude'])),
    ...(shape && { shape: 'user' }),
  };
  return {
    plan: {
      criteria: [
        ...typed.map((one) => ({ ...ofClaude(one.name), ...one })),
        ...added.filter(({ name }) => !typed.some((one) => one.name === name)),
      ],
      steps: [...steps, ...addedSteps.filter((step) => !steps.includes(step))],
      limits: { ...limits, ...lowered },
      ...(shape && { shape }),
      ...(Object.keys(asked).length > 0 && { asked }),
    },
    refused: [...typed.flatMap((one) => otherCheck(one, ofClaude(one.name))), ...refused],
  };
}

/** The attempts of Claude for the record. */
export function refusedAttempts(refused: readonly Refused[], at: number): Amendment[] {
  return refused.map(({ subject }) => ({ at, what: 'replaced', subject, reason: '', isRefused: true }));
}

/** Refuses another check of Claude's for a criterion whose check the user typed. */
function otherCheck({ name, check }: PlannedCriterion, added: PlannedCriterion | undefined): Refused[] {
  if (!check || !added?.check || isSameCheck(check, added.check)) return [];
  const text = `"${sanitizeLine(name, 80)}" keeps the check that the user asked for: ${sanitizeLine(checkText(check), 100)}`;
  return [{ subject: name, text }];
}
