import { cost, formatInstant, sanitizeLine } from '@loopwright/core';
import { type Answer, type Cell, table, usageError, wrapText } from 'loopwright/src/parts.ts';
import { idOf } from '../decide/order-needs.ts';
import type { Fleet } from '../model/fleet.ts';
import type { Call } from './fleet.ts';
import { factsOfJob } from './watch-fleet.ts';

/** The end of a log that is shown. */
const MAX_LOG = 20;

/** All about one job: its attempts, the end of its log, where its work is, and its spec. */
export async function showJob(fleet: Fleet, { words: [key = ''], context }: Call): Promise<Answer> {
  const [job, ...others] = (await fleet.state({ names: [key] })).jobs;
  if (!job) throw usageError(`No job has the key ${sanitizeLine(key, 200)}.`);
  if (others.length > 0) {
    const names = [job, ...others].map((one) => sanitizeLine(idOf(one), 300));
    throw usageError(`Several repositories have a job ${sanitizeLine(key, 200)}.`, undefined, names);
  }
  const [endings, bundle] = [await fleet.endings(key), await fleet.bundle(key)];
  const unfinished = bundle && { ref: bundle.branch, commit: bundle.commit };
  const log = (endings.at(-1)?.log ?? '').trimEnd().split('\n').slice(-MAX_LOG);
  return {
    json: { job, endings, unfinished: unfinished ?? null },
    text: (page) => {
      const wrapped = (lines: readonly string[], most: number): readonly string[] =>
        lines.flatMap((line) => wrapText(sanitizeLine(line, most), page.width));
      const attempts = endings.map((one): Cell[] => [
        { text: String(one.attempt), ink: 'bold' },
        formatInstant(one.at.getTime()),
        one.kind,
        cost(one.spentUsd),
        sanitizeLine(`${one.agent ?? ''} ${one.reason}`.trim(), 500),
      ]);
      return [
        ...wrapped([`${key}: ${job.state}${job.reason && `: ${job.reason}`}`], 2_000),
        ...wrapped(factsOfJob(job, context.now()), 500),
        ...(job.commit === null ? [] : [`Its work is commit ${job.commit}.`]),
        ...(job.state === 'verified' || !unfinished
          ? []
          : [`Unfinished work is commit ${unfinished.commit} in ${sanitizeLine(unfinished.ref, 200)}.`]),
        ...titled('Attempts', table(attempts, page)),
        ...titled('The end of its log', wrapped(log, 500)),
        ...titled('Spec', wrapped(job.spec.split('\n'), 2_000)),
      ];
    },
    next: job.state === 'verified' ? { words: ['fleet', 'status'] } : { words: ['fleet', 'retry', key] },
  };
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.join('') === '' ? [] : ['', `${title}:`, ...lines];
}
