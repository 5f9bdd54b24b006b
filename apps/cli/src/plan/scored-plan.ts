import { checkText, limitRules } from '@loopwright/core';

import type { GivenPoints, Plan } from '@loopwright/scoring';
import type { PlannedFrame } from './frame-plan.ts';

/** The parts of a start that the scorer rates. Limits count only where they were given. */
export function scoredPlan(
  spec: string,
  frame: PlannedFrame,
  paths: readonly string[],
  given?: GivenPoints,
): Plan {
  return {
    spec,
    given,
    criteria: (frame.criteria ?? []).map(({ name, check }) => ({
      name,
      check: check && checkText(check),
    })),
    steps: frame.steps,
    paths,
    limits: limitRules.flatMap(({ key, name, noun, unit, unitSize }) => {
      const most = frame.limits?.[key];
      // `null` asks for no limit, which is no rule.
      if (most === null || most === undefined) return [];
      return [unit === 'usd' ? `${name} $${most}` : `${most / unitSize} ${noun}`];
    }),
  };
}
