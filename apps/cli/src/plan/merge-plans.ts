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
import { askedOf, type PlannedCriterion, type PlannedFrame } from './frame-plan.ts';

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
  const { criteria: typed = [], steps = [], limits = {}, shape } = users;
  const { criteria: added = [], steps: addedSteps = [] } = claudes;
  const lower = lowerLimits({ ...floor, ...limits } as Limits, claudes.limits ?? {});
  const ofClaude = (name: string): PlannedCriterion | undefined => added.find((one) => one.name === name);
  const asked: Asked = {
    ...Object.fromEntries(Object.keys(limits).map((key) => [key, 'user'])),
    ...Object.fromEntries(Object.keys(lower.limits).map((key) => [key, 'claude'])),
    ...(shape && { shape: 'user' }),
  };
  return {
    plan: {
      criteria: [
        ...typed.map((one) => ({ ...ofClaude(one.name), ...one })),
        ...added.filter(({ name }) => !typed.some((one) => one.name === name)),
      ],
      steps: [...steps, ...addedSteps.filter((step) => !steps.includes(step))],
      limits: { ...limits, ...lower.limits },
      ...(shape && { shape }),
      ...(Object.keys(asked).length > 0 && { asked }),
    },
    refused: [...typed.flatMap((one) => otherCheck(one, ofClaude(one.name))), ...lower.refused],
  };
}

/** The attempts of Claude for the record. */
export function refusedAttempts(refused: readonly Refused[], at: number): Amendment[] {
  return refused.map(({ subject }) => ({ at, what: 'replaced', subject, reason: '', isRefused: true }));
}

/** Takes those of Claude's limits that are lower than what there is; the others are refused. */
function lowerLimits(
  most: Limits,
  wanted: SomeLimits,
): { readonly limits: SomeLimits; readonly refused: readonly Refused[] } {
  const isLower = (limit: number | null, least: number | null): boolean =>
    limit !== null && (least === null || limit < least);
  const given = limitRules.flatMap(({ key, flag }) => {
    const limit = wanted[key];
    return limit === undefined || limit === most[key] ? [] : [{ key, flag, limit, least: most[key] }];
  });
  return {
    limits: Object.fromEntries(
      given.flatMap(({ key, limit, least }) => (isLower(limit, least) ? [[key, limit]] : [])),
    ),
    refused: given
      .filter(({ limit, least }) => !isLower(limit, least))
      .map(({ key, flag, limit, least }) => ({
        subject: `${flag} ${wordOf(key, limit)}`,
        text: `${flag} stays at ${wordOf(key, least)}: only the user sets more, in their words after /loop:start, or with /loop:continue.`,
      })),
  };
}

/** Refuses another check of Claude's for a criterion whose check the user typed. */
function otherCheck({ name, check }: PlannedCriterion, added: PlannedCriterion | undefined): Refused[] {
  if (!check || !added?.check || isDeepStrictEqual(askedOf(check), askedOf(added.check))) return [];
  const kept = sanitizeLine(checkText(check), 100);
  return [
    {
      subject: name,
      text: `"${sanitizeLine(name, 80)}" keeps the check that the user asked for: ${kept}`,
    },
  ];
}
