import { isDeepStrictEqual } from 'node:util';
import {
  DEFAULT_LIMITS,
  type Frame,
  limitRules,
  type Limits,
  rejectionText,
  sanitizeLine,
} from '@loopwright/core';
import { scorePlan } from '@loopwright/scoring';
import { namedChecks, type NamedChecks } from '../config/named-check.ts';
import { readConfigs } from '../config/read-configs.ts';
import { framePlan, type PlannedCriterion, type PlannedFrame } from '../plan/frame-plan.ts';
import { mergePlans } from '../plan/merge-plans.ts';
import { readSpec } from '../plan/read-spec.ts';
import { scoredPlan } from '../plan/start-plan.ts';
import { usageError } from '../program/cli-error.ts';
import type { Handler, Request } from '../program/context.ts';
import { answerFor, recordRefused, submit, withRun } from '../session/submit.ts';
import { authorOn } from '../session/author.ts';

/** Puts an inner loop on the stack. */
export const push: Handler<'push'> = (context, { words, flags }) => {
  const spec = readSpec(context, { words, specFile: flags['spec-file'] });
  if (spec === undefined || spec.trim() === '') {
    throw usageError(rejectionText({ code: 'no-spec' }), ['help', 'push']);
  }
  return withRun(context, (opened) => {
    const { env } = context;
    const names = flags.check && namedChecks(env, opened.root, readConfigs(env, opened.root));
    const { plan, refused } =
      authorOn(env, opened) === 'user'
        ? { plan: usersPlan(flags, opened.run.frames.at(-1), names), refused: [] }
        : claudesPlan(flags, opened.run.frames, names);
    const told = recordRefused(opened, refused, context.now());
    const done = submit(opened, {
      type: 'push',
      at: context.now(),
      frameId: context.newId(),
      spec,
      score: scorePlan(scoredPlan(spec, plan, flags.paths)).total,
      ...(flags.mode && { mode: flags.mode }),
      ...plan,
    });
    const outer = done.run.frames.length - 1;
    const inner = done.run.frames.at(-1);
    return answerFor(context, opened, { ...done, notices: [...told, ...done.notices] }, [
      `The inner loop begins; ${outer} outside it ${outer === 1 ? 'waits' : 'wait'}.`,
      ...(inner ? [`${inner.mode}: ${sanitizeLine(inner.spec, 120)}`] : []),
    ]);
  });
};

/**
 * What Claude may plan: limits below the defaults and those of the loop outside, and that loop's shape. A check that the
 * user typed for a loop outside stays the user's. The iterations of a grind count for each issue.
 */
function claudesPlan(
  { shape, ...flags }: Request<'push'>['flags'],
  frames: readonly Frame[],
  names: NamedChecks | undefined,
): ReturnType<typeof mergePlans> {
  const outer = frames.at(-1);
  const floor = {
    ...lowest(DEFAULT_LIMITS, outer?.limits ?? DEFAULT_LIMITS),
    ...iterationsIn(outer),
  };
  const { plan, refused } = mergePlans({}, framePlan(flags, 'claude', names), floor);
  const typed = frames.flatMap(({ criteria }) => criteria).filter(({ check }) => check?.by === 'user');
  const isTyped = ({ name, check }: PlannedCriterion): boolean =>
    typed.some((one) => one.name === name && isDeepStrictEqual(one.check, { ...check, by: 'user' }));
  const isOther = shape !== undefined && shape !== outer?.shape;
  return {
    plan: {
      ...plan,
      criteria: plan.criteria?.map((one) =>
        one.check && isTyped(one) ? { ...one, by: 'user', check: { ...one.check, by: 'user' } } : one,
      ),
      limits: { iterations: floor.iterations, ...plan.limits },
    },
    refused: isOther ? [...refused, { subject: `--shape ${shape}`, text: '' }] : refused,
  };
}

function usersPlan(
  flags: Request<'push'>['flags'],
  outer: Frame | undefined,
  names: NamedChecks | undefined,
): PlannedFrame {
  const plan = framePlan(flags, 'user', names);
  return { ...plan, limits: { ...iterationsIn(outer), ...plan.limits } };
}

/** The iterations that a grind grants each issue. */
function iterationsIn(outer: Frame | undefined): { readonly iterations?: number | null } {
  return outer?.mode === 'grind' ? { iterations: (outer.grant ?? outer.limits).iterations } : {};
}

/** The lower limit of each; `null` means unlimited. */
function lowest(one: Limits, other: Limits): Limits {
  const lower = limitRules.map(({ key }) => {
    const limit = Math.min(one[key] ?? Infinity, other[key] ?? Infinity);
    return [key, limit === Infinity ? null : limit];
  });
  // Every limit has its rule.
  return Object.fromEntries(lower) as Limits;
}
