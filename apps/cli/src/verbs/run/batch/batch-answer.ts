import { countOf, money, sanitizeLine, spendText } from '@loopwright/core';
import type { ExitName } from '../../../program/cli-error.ts';
import type { Answer } from '../../../program/context.ts';
import { table } from '../../../terminal/table.ts';
import type { Batch, BatchJob } from './batch.ts';

/** The exits of a batch, the one that a user has to see first in front. */
const ORDER = 'interrupted error breaker unclear unproved rate-limit budget iterations'.split(' ');

/**
 * The exit of all jobs together: `ok` if each one is done. Jobs that never started don't count by themselves, because
 * another job or the budget is the reason; without any other reason it is the budget.
 */
export function batchExit(jobs: readonly Pick<BatchJob, 'state' | 'exit'>[]): ExitName {
  const open = jobs.filter(({ state }) => state !== 'done');
  if (open.length === 0) return 'ok';
  const exits = new Set(open.flatMap(({ exit }) => exit ?? []));
  return (ORDER.find((one) => exits.has(one)) ?? (exits.size > 0 ? 'error' : 'budget')) as ExitName;
}

/** The answer of several specs: one line each, the sum, and how to go on. */
export function batchAnswer({ jobs, budgetUsd }: Batch, specs: string): Answer {
  const exit = batchExit(jobs);
  const costUsd = jobs.reduce((sum, { spentUsd }) => sum + spentUsd, 0);
  const isUnpriced = jobs.some((one) => one.isUnpriced);
  const done = jobs.filter(({ state }) => state === 'done').length;
  const isOver = jobs.every(({ state }) => state === 'done' || state === 'ended');
  const isShort = exit === 'budget' || jobs.some((job) => job.state !== 'done' && job.exit === 'budget');
  const more = [...(isShort ? ['--budget', '10'] : []), ...(isOver ? ['--retry'] : [])];
  return {
    exit,
    json: { ok: exit === 'ok', exit, costUsd, isUnpriced, budgetUsd, specs: jobs.map(jobJson) },
    text: (page) => [
      ...table(jobs.map(rowOf), page),
      ...jobs.flatMap(problemLines),
      `${done} of ${countOf(jobs.length, 'spec')} done, cost: ${spendText({ usd: costUsd, isUnpriced })}${budgetUsd === null ? '' : ` of ${money(budgetUsd)}`}`,
    ],
    next:
      exit === 'ok'
        ? { advice: 'merge the branches, or review the pull requests' }
        : {
            words: ['run', '--resume', '--specs', specs, ...more],
            when: isOver ? 'to run the ended ones again' : 'to go on with all',
          },
  };
}

/** Says which specs a resumed batch leaves alone. */
export function restLines({ jobs }: Batch): readonly string[] {
  const done = jobs.filter(({ state }) => state === 'done').map(({ name }) => name);
  const ended = jobs.filter(({ state }) => state === 'ended').map(({ name, exit }) => `${name} (${exit})`);
  return [
    ...(done.length > 0 ? [`Done already: ${done.join(', ')}`] : []),
    ...(ended.length > 0 ? [`Ended, and not run again without --retry: ${ended.join(', ')}`] : []),
  ];
}

function rowOf(job: BatchJob): string[] {
  const { name, state, exit, spentUsd: usd, isUnpriced = false, needs, isUnchanged } = job;
  const how = isUnchanged ? ' (unchanged)' : exit === undefined || exit === 'ok' ? '' : ` (${exit})`;
  const waits = state === 'waiting' && needs.length > 0 ? `needs ${needs.join(', ')}` : '';
  const place = sanitizeLine(job.pullRequest ?? job.branch ?? waits, 300);
  return [name, `${state}${how}`, spendText({ usd, isUnpriced }), place];
}

function problemLines({ name, problem = '' }: BatchJob): string[] {
  const lines = problem === '' ? [] : problem.split('\n').slice(0, 10);
  return lines.map((line) => `${name}: ${sanitizeLine(line, 300)}`);
}

function jobJson({ name, needs, state, spentUsd: costUsd, ...known }: BatchJob): object {
  const { exit = null, branch = null, folder = null, pullRequest = null, problem = null } = known;
  const { runId: run = null, isUnchanged = false, isUnpriced = false } = known;
  const made = { run, branch, folder, pullRequest, isUnchanged, problem };
  return { name, needs, state, exit, costUsd, isUnpriced, ...made };
}
