import { isDeepStrictEqual } from 'node:util';
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

/**
 * Puts Claude's plan on top of the user's. Criteria and checks of the user stay. Claude can only lower limits, and its
 * shape counts for nothing: `floor` has the limits where the user set none.
 */
export function mergePlans(
  users: PlannedFrame,
  claudes: PlannedFrame,
  floor: Limits = DEFAULT_LIMITS,
): MergedPlan {
  const refused: Refused[] = [];
  const { criteria: typed = [], steps = [], limits = {}, shape } = users;
  const added = claudes.criteria ?? [];
  const lower = lowerLimits({ ...floor, ...limits } as Limits, claudes.limits ?? {});
  const plan: PlannedFrame = {
    criteria: [
      ...typed.map((one) => withCheckOf(one, added, refused)),
      ...added.filter(({ name }) => !typed.some((one) => one.name === name)),
    ],
    steps: [...steps, ...(claudes.steps ?? []).filter((step) => !steps.includes(step))],
    limits: { ...limits, ...lower.limits },
    ...(shape && { shape }),
  };
  const asked: Asked = {
    ...authored(lower.limits, 'claude'),
    ...authored(limits, 'user', lower.limits),
    ...(shape && { shape: 'user' }),
  };
  return {
    plan: { ...plan, ...(Object.keys(asked).length > 0 && { asked }) },
    refused: [...refused, ...lower.refused],
  };
}

/** The attempts of Claude for the record. */
export function refusedAttempts(refused: readonly Refused[], at: number): Amendment[] {
  return refused.map(({ subject }) => ({ at, what: 'replaced', subject, reason: '', isRefused: true }));
}

/** Takes those of Claude's limits that are lower than what there is; the others are refused. */
export function lowerLimits(
  most: Limits,
  wanted: SomeLimits,
): { readonly limits: SomeLimits; readonly refused: readonly Refused[] } {
  const refused: Refused[] = [];
  const lower = limitRules.flatMap(({ key, flag }) => {
    const limit = wanted[key];
    const least = most[key];
    if (limit === undefined || limit === least) return [];
    if (limit !== null && (least === null || limit < least)) return [[key, limit]];
    refused.push({
      subject: `${flag} ${wordOf(key, limit)}`,
      text: `${flag} stays at ${wordOf(key, least)}: only the user sets more, in their words after /loop:start, or with /loop:continue.`,
    });
    return [];
  });
  return { limits: Object.fromEntries(lower), refused };
}

function authored(limits: SomeLimits, by: Asked[string], except: SomeLimits = {}): Asked {
  return Object.fromEntries(
    Object.keys(limits).flatMap((key) => (Object.hasOwn(except, key) ? [] : [[key, by]])),
  );
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
