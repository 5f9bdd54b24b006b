import { rejectionText, sanitizeLine, type Frame } from '@loopwright/core';
import { scorePlan } from '@loopwright/scoring';
import { namedChecks } from '../../config/named-check.ts';
import { readConfigs } from '../../config/read-configs.ts';
import { framePlan, splitPaths } from '../../plan/frame-plan.ts';
import { scoredPlan } from '../../plan/scored-plan.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Handler } from '../../program/context.ts';
import { act } from '../../session/act.ts';
import { findPlace } from '../../session/place.ts';

/** Puts an inner loop on the stack. */
export const push: Handler<'push'> = async (context, { words, flags }) => {
  const spec = readSpec(context, { words, specFile: flags['spec-file'] });
  if (spec === undefined || spec.trim() === '') {
    throw new CliError({
      exit: 'usage',
      message: rejectionText({ code: 'no-spec' }),
      next: { words: ['help', 'push'] },
    });
  }
  const { root = context.cwd } = findPlace(context);
  const plan = framePlan(
    flags,
    'claude',
    flags.check ? namedChecks(context.env, root, await readConfigs(context.env, root)) : undefined,
  );
  const command = {
    type: 'push',
    at: context.now(),
    frameId: context.newId(),
    spec,
    score: scorePlan(scoredPlan(spec, plan, splitPaths(flags.paths))).total,
    ...(flags.mode && { mode: flags.mode }),
    ...plan,
  } as const;
  return act(context, command, ({ run }) => [
    `The inner loop begins; ${run.frames.length - 1} outside it ${run.frames.length === 2 ? 'waits' : 'wait'}.`,
    describe(run.frames.at(-1)),
  ]);
};

function describe(frame: Frame | undefined): string {
  return frame ? `${frame.mode}: ${sanitizeLine(frame.spec, 120)}` : '';
}
