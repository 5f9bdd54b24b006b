import { cost, countOf, money, sanitizeLine } from '@loopwright/core';
import type { Answer } from '../../../program/context.ts';
import type { ExitName } from '../../../program/cli-error.ts';
import { table } from '../../../terminal/table.ts';
import type { BatchJob, RememberedBatch } from './batch-memory.ts';
import { spentBy } from './next-jobs.ts';

/** The answer of several specs: one line each, the sum, and how to go on. */
export function batchAnswer({ jobs, budgetUsd }: RememberedBatch, specs: string, exit: ExitName): Answer {
  const costUsd = spentBy(jobs);
  const done = jobs.filter(({ state }) => state === 'done').length;
  const ended = jobs.filter(({ state }) => state === 'ended');
  const isOver = done + ended.length === jobs.length;
  return {
    exit,
    json: { ok: exit === 'ok', exit, costUsd, budgetUsd, specs: jobs.map(jobJson) },
    text: (page) => [
      ...table(jobs.map(rowOf), page),
      ...jobs.flatMap(({ name, problem }) => (problem === undefined ? [] : problemLines(name, problem))),
      `${done} of ${countOf(jobs.length, 'spec')} done, cost: ${cost(costUsd)}${budgetUsd === null ? '' : ` of ${money(budgetUsd)}`}`,
    ],
    next:
      exit === 'ok'
        ? { advice: 'merge the branches, or review the pull requests' }
        : {
            words: [
              'run',
              '--resume',
              '--specs',
              specs,
              ...(isShort(jobs) || exit === 'budget' ? ['--budget', '10'] : []),
              ...(isOver ? ['--retry'] : []),
            ],
            when: isOver ? 'to run the ended ones again' : 'to go on with all',
          },
  };
}

/** True if a spec waits for money. */
function isShort(jobs: readonly BatchJob[]): boolean {
  return jobs.some(({ state, exit }) => exit === 'budget' && state !== 'done');
}

function rowOf(job: BatchJob): string[] {
  const { name, state, exit, spentUsd, branch, pullRequest, needs, isUnchanged } = job;
  const detail = isUnchanged ? 'unchanged' : exit === 'ok' ? undefined : exit;
  const how = detail === undefined ? '' : ` (${detail})`;
  const waits = state === 'waiting' && needs.length > 0 ? `needs ${needs.join(', ')}` : '';
  return [name, `${state}${how}`, cost(spentUsd), sanitizeLine(pullRequest ?? branch ?? waits, 300)];
}

function problemLines(name: string, problem: string): string[] {
  return problem
    .split('\n')
    .slice(0, 10)
    .map((line) => `${name}: ${sanitizeLine(line, 300)}`);
}

function jobJson({
  name,
  needs,
  state,
  exit,
  spentUsd,
  branch,
  folder,
  pullRequest,
  isUnchanged = false,
  runId,
  problem,
}: BatchJob): object {
  return {
    name,
    needs,
    state,
    exit: exit ?? null,
    costUsd: spentUsd,
    run: runId ?? null,
    branch: branch ?? null,
    folder: folder ?? null,
    pullRequest: pullRequest ?? null,
    isUnchanged,
    problem: problem ?? null,
  };
}
