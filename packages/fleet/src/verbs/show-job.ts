import { cost, formatInstant, sanitizeLine } from '@loopwright/core';
import { type Answer, table, usageError, wrapText } from 'loopwright/src/parts.ts';
import type { Fleet } from '../model/fleet.ts';
import type { Call } from './fleet.ts';
import { wholeName } from './status-answer.ts';
import { factsOfJob } from './watch-fleet.ts';

/** The end of a log that is shown. */
const MAX_LOG = 20;

/** All about one job: its attempts, the end of its log, where its work is, and its spec. */
export async function showJob(fleet: Fleet, { words: [key = ''], context }: Call): Promise<Answer> {
  const [job, ...others] = (await fleet.state({ names: [key] })).jobs;
  if (!job) throw usageError(`No job has the key ${sanitizeLine(key, 200)}.`);
  if (others.length > 0) {
    const names = [job, ...others].map((one) => sanitizeLine(wholeName(one), 300));
    throw usageError(`Several repositories have a job ${sanitizeLine(key, 200)}.`, undefined, names);
  }
  const [endings, bundle] = [await fleet.endings(key), await fleet.bundle(key)];
  const unfinished = bundle && { ref: bundle.branch, commit: bundle.commit };
  const log = (endings.at(-1)?.log ?? '').trimEnd().split('\n').slice(-MAX_LOG);
  return {
    json: { job, endings, unfinished: unfinished ?? null },
    text: (page) => [
      ...wrapText(
        `${sanitizeLine(key, 200)}: ${job.state}${job.reason && `: ${sanitizeLine(job.reason, 2_000)}`}`,
        page.width,
      ),
      ...factsOfJob(job, context.now()).flatMap((line) => wrapText(line, page.width)),
      ...(job.commit === null ? [] : [`Its work is commit ${job.commit}.`]),
      ...(job.state === 'verified' || !unfinished
        ? []
        : [`Unfinished work is commit ${unfinished.commit} in ${sanitizeLine(unfinished.ref, 200)}.`]),
      ...titled(
        'Attempts',
        table(
          endings.map((one) => [
            { text: String(one.attempt), ink: 'bold' as const },
            formatInstant(one.at.getTime()),
            one.kind,
            cost(one.spentUsd),
            sanitizeLine(`${one.agent ?? ''} ${one.reason}`.trim(), 500),
          ]),
          page,
        ),
      ),
      ...titled(
        'The end of its log',
        log.flatMap((line) => wrapText(sanitizeLine(line, 500), page.width)),
      ),
      ...titled(
        'Spec',
        job.spec.split('\n').flatMap((line) => wrapText(sanitizeLine(line, 2_000), page.width)),
      ),
    ],
    next: job.state === 'verified' ? { words: ['fleet', 'status'] } : { words: ['fleet', 'retry', key] },
  };
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.join('') === '' ? [] : ['', `${title}:`, ...lines];
}
