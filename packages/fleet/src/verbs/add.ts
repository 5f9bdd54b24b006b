import { countOf, given, sanitizeLine } from '@loopwright/core';
import {
  type Answer,
  type NamedChecks,
  planAlone,
  questionsOf,
  usageError,
  wrapText,
} from 'loopwright/src/parts.ts';
import { originOf, readChecks } from './agreed-checks.ts';
import type { Call } from './fleet.ts';
import { withReady } from './open-fleet.ts';
import { type FoundSpec, keyOf, readJobs } from './read-jobs.ts';

/** Adds a job for each spec, if none of them is unclear. */
export async function add(call: Call): Promise<Answer> {
  const { context, place, flags } = call;
  const repo = flags.repo ?? originOf(context);
  if (repo === undefined)
    throw usageError('This folder has no remote `origin`. Say what to clone with --repo.');
  const specs = specsOf(call, repo);
  const isTrusted = flags['trust-config'] ?? false;
  const { names, ...agreed } = await readChecks(context, repo, flags.check ?? [], isTrusted);
  const unclear = specs.flatMap((spec) => unclearSpec(call, spec, names) ?? []);
  if (unclear.length > 0) return unclearAnswer(unclear, specs.length);
  const jobs = specs.map(({ key, spec, needs }) => ({
    key,
    repo,
    spec,
    ...agreed,
    needs: [...needs, ...(flags.needs ?? [])],
    base: flags.base,
    iterations: flags.iterations ?? undefined,
    budgetUsd: flags.budget ?? undefined,
    priority: flags.priority,
    account: flags.account,
    pr: flags.pr,
    force: flags.force,
  }));
  const { added, replaced, known } = await withReady(place, async (fleet) =>
    fleet.add(jobs, { replace: flags.replace ?? false }),
  );
  return {
    json: { added, replaced, known },
    text: () => [
      ...added.map((key) => `Added: ${sanitizeLine(key, 200)}`),
      ...replaced.map((key) => `Replaced: ${sanitizeLine(key, 200)}`),
      ...known.map((key) => `Known already, left alone: ${sanitizeLine(key, 200)}`),
    ],
    next: { words: ['fleet', 'work'], when: 'to work on it here' },
  };
}

function specsOf({ context, words, flags }: Call, repo: string): readonly FoundSpec[] {
  if (flags.from !== undefined) {
    if (words.length > 0) throw usageError('Give a spec in words, or --from, but not both.');
    return readJobs(context, flags.from, repo);
  }
  const spec = words.join(' ').trim();
  if (spec === '')
    throw usageError('What is the job? loop fleet add "<spec>", or --from with a folder or JSON.');
  return [{ key: flags.key ?? keyOf(repo, spec), spec, needs: [] }];
}

/**
 * Tells a spec that `loop run` would refuse, by the same rule: with its checks and iterations, but without credit for a
 * budget, which every job has.
 */
function unclearSpec({ context, flags }: Call, { key, spec }: FoundSpec, names: NamedChecks | undefined) {
  const { check, iterations, force } = flags;
  const wanted = { spec, sessionId: 'fleet', user: given({ check, iterations, force }), mode: undefined };
  const { score, isClear } = planAlone(context, { ...wanted, ...(names && { names }) });
  return isClear
    ? undefined
    : { key, points: score.total, questions: questionsOf(score, ['outcome', 'scope']) };
}

type UnclearSpec = NonNullable<ReturnType<typeof unclearSpec>>;

/** The refusals in one list: nothing was added. */
function unclearAnswer(unclear: readonly UnclearSpec[], all: number): Answer {
  const verb = unclear.length === 1 ? "doesn't" : "don't";
  const lines = [
    `Nothing was added: ${unclear.length} of ${countOf(all, 'spec')} ${verb} say when the job is done.`,
    ...unclear.flatMap(({ key, points, questions }) => [
      `${sanitizeLine(key, 200)} (${points} of 10 points):`,
      ...questions.map((question) => `- ${question}`),
    ]),
  ];
  return {
    exit: 'unclear',
    json: { ok: false, unclear },
    text: (page) => lines.flatMap((line) => wrapText(line, page.width)),
    next: { advice: 'the same with clearer specs; or with --force, to add them as they are' },
  };
}
