import { countOf, sanitizeLine } from '@loopwright/core';
import {
  type Answer,
  type Context,
  type NamedChecks,
  planAlone,
  questionsOf,
  wrapText,
} from 'loopwright/src/parts.ts';
import type { FoundSpec } from './read-jobs.ts';
import type { Request } from './usage.ts';

/** A spec that no agent would start. */
interface UnclearSpec {
  readonly key: string;
  readonly points: number;
  readonly questions: readonly string[];
}

/**
 * Finds the specs that `loop run` would refuse, by the same rule: with their checks and iterations, but without credit for
 * a budget, which every job has.
 */
export function unclearSpecs(
  context: Context,
  specs: readonly FoundSpec[],
  { flags, names }: { readonly flags: Request['flags']; readonly names: NamedChecks | undefined },
): readonly UnclearSpec[] {
  const { check, iterations, force } = flags;
  const user = {
    ...(check && { check }),
    ...(iterations !== undefined && { iterations }),
    ...(force && { force }),
  };
  return specs.flatMap(({ key, spec }) => {
    const wanted = { spec, sessionId: 'fleet', user, mode: undefined, ...(names && { names }) };
    const { score, isClear } = planAlone(context, wanted);
    return isClear ? [] : [{ key, points: score.total, questions: questionsOf(score, ['outcome', 'scope']) }];
  });
}

/** The refusals in one list: nothing was added. */
export function unclearAnswer(unclear: readonly UnclearSpec[], all: number): Answer {
  return {
    exit: 'unclear',
    json: { ok: false, unclear },
    text: (page) =>
      [
        `Nothing was added: ${unclear.length} of ${countOf(all, 'spec')} ${unclear.length === 1 ? "doesn't" : "don't"} say when the job is done.`,
        ...unclear.flatMap(({ key, points, questions }) => [
          `${sanitizeLine(key, 200)} (${points} of 10 points):`,
          ...questions.map((question) => `- ${question}`),
        ]),
      ].flatMap((line) => wrapText(line, page.width)),
    next: { advice: 'the same with clearer specs; or with --force, to add them as they are' },
  };
}
