import { isDeepStrictEqual } from 'node:util';
import { checkText, sanitizeLine } from '@loopwright/core';
import { askedOf } from './asked-of.ts';
import type { PlannedCriterion, PlannedFrame } from './frame-plan.ts';

/** Something that Claude asked for against the user's words. The user's words stay. */
export interface Refused {
  /** What Claude tried to change. */
  readonly subject: string;
  /** The notice. */
  readonly text: string;
}

/** The plan of both, and what of Claude's was refused. */
export interface MergedPlan {
  readonly plan: PlannedFrame;
  readonly refused: readonly Refused[];
}

/** Puts Claude's plan on top of the user's. Criteria and checks of the user stay. */
export function mergePlans(users: PlannedFrame, claudes: PlannedFrame): MergedPlan {
  const refused: Refused[] = [];
  const { criteria: typed = [], steps = [] } = users;
  const added = claudes.criteria ?? [];
  const plan: PlannedFrame = {
    ...claudes,
    ...users,
    criteria: [
      ...typed.map((one) => withCheckOf(one, added, refused)),
      ...added.filter(({ name }) => !typed.some((one) => one.name === name)),
    ],
    steps: [...steps, ...(claudes.steps ?? []).filter((step) => !steps.includes(step))],
    limits: { ...users.limits, ...claudes.limits },
  };
  return { plan, refused };
}

/** A criterion of the user; without a check it takes one from Claude. */
function withCheckOf(
  typed: PlannedCriterion,
  added: readonly PlannedCriterion[],
  refused: Refused[],
): PlannedCriterion {
  const check = added.find(({ name }) => name === typed.name)?.check;
  if (!check) return typed;
  if (!typed.check) return { ...typed, check };
  if (!isDeepStrictEqual(askedOf(typed.check), askedOf(check))) {
    const kept = sanitizeLine(checkText(typed.check), 100);
    refused.push({
      subject: typed.name,
      text: `"${sanitizeLine(typed.name, 80)}" keeps the check that the user asked for: ${kept}`,
    });
  }
  return typed;
}
