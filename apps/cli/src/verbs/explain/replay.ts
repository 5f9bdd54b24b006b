import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { formatInstant, type Command, type LoopEvent, eventText } from '@loopwright/core';
import { commandSchema } from '@loopwright/core/schemas';
import { decideAgain, Journal, loopProgram, REFUSAL_REASONS } from '@loopwright/store';
import { requireRun, openJournalLog } from '../../session/locate-run.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import type { Answer, Context } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';

/** Decides every record of a journal, or of the run here, again, and shows where this version decides otherwise. */
export function replay(context: Context, path: string | undefined): Answer {
  if (path !== undefined) {
    const place = resolve(context.cwd, path);
    const log = openJournalLog(place);
    if (typeof log === 'string') throw noJournal(place, REFUSAL_REASONS[log]);
    try {
      return replayJournal(new Journal(loopProgram, log));
    } finally {
      log.close();
    }
  }
  const opened = requireRun(context);
  try {
    return replayJournal(opened.journal);
  } finally {
    opened.close();
  }
}

function noJournal(path: string, reason: string): CliError {
  return new CliError({
    exit: 'error',
    message: `${path} is no journal that can be read: ${reason}.`,
    next: { words: ['help', 'explain'] },
  });
}

interface Difference {
  readonly record: number;
  readonly at: string;
  readonly command: string;
  readonly recorded: readonly string[];
  readonly now: readonly string[];
  /** The difference doesn't affect the proof. */
  readonly isSameProof: boolean;
}

function replayJournal(journal: Journal): Answer {
  const differences: Difference[] = [];
  let count = 0;
  for (const step of journal.history()) {
    const { record } = step;
    count += 1;
    const problem = problemOf(record);
    if (problem !== undefined) {
      differences.push({
        ...headOf(count, record.command),
        recorded: [problem],
        now: ['not decided'],
        isSameProof: false,
      });
      continue;
    }
    const { decision: again, isSameProof } = decideAgain(step);
    const summary = loopProgram.summarize(again);
    if (isSameOnWire(again.events, record.events) && isSameOnWire(summary, record.summary)) continue;
    differences.push({
      ...headOf(count, record.command),
      recorded: describe(record.events, record.summary),
      now: describe(again.events, summary),
      isSameProof,
    });
  }
  if (count === 0)
    throw new CliError({ exit: 'error', message: 'The journal holds no record that can be read.' });
  const { ignored } = journal.counts;
  return {
    exit: differences.length === 0 ? 'ok' : 'unproved',
    json: { records: count, ignored, differences },
    text: (page) => [
      ...wrapText(
        differences.length === 0
          ? `${count} records decided again: every decision is the same.`
          : `${count} records decided again: ${differences.length} would be decided otherwise now.`,
        page.width,
      ),
      ...(ignored > 0 ? [`${ignored} damaged or repeated lines were left out.`] : []),
      ...differences.flatMap(({ record, at, command: type, recorded, now, isSameProof }) => [
        '',
        `${page.paint('bold', `${record}`)}  ${at}  ${type}${isSameProof ? '' : '  (no proof: changed by hand, or by another version)'}`,
        ...wrapText(`recorded: ${recorded.join('; ')}`, page.width),
        ...wrapText(`now:      ${now.join('; ')}`, page.width),
      ]),
    ],
    next: { words: ['log'] },
  };
}

function headOf(record: number, { at, type }: Command): Pick<Difference, 'record' | 'at' | 'command'> {
  return { record, at: formatInstant(at), command: type };
}

/** Says what this version doesn't understand in a record. Deciding such a record again could go anywhere. */
function problemOf({ command }: { readonly command: Command }): string | undefined {
  const [issue] = commandSchema.safeParse(command).error?.issues ?? [];
  return issue && `not a record of this version: ${['command', ...issue.path].join('.')}: ${issue.message}`;
}

function isSameOnWire(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(toWire(one), toWire(other));
}

/** Converts a value to its form in a journal, without undefined fields. */
function toWire(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function describe(events: readonly LoopEvent[], summary: unknown): string[] {
  const texts = events.map((event) => eventText(event));
  return [
    ...(texts.length > 0 ? texts : ['nothing changed']),
    ...(summary === undefined ? [] : [JSON.stringify(summary)]),
  ];
}
