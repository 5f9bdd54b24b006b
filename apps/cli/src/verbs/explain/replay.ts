import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { formatInstant, type Command, type LoopEvent, eventText } from '@loopwright/core';
import { commandSchema } from '@loopwright/core/schemas';
import { decideAgain, Journal, loopProgram, type OpenRun, REFUSAL_REASONS } from '@loopwright/store';
import { requireRun, openJournalLog } from '../../session/locate-run.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import type { Answer, Context } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';

/** Decides every record of a journal, or of the run here, again, and shows where this version decides otherwise. */
export function replay(context: Context, path: string | undefined): Answer {
  const opened = path === undefined ? requireRun(context) : openJournal(resolve(context.cwd, path));
  try {
    return replayJournal(opened.journal);
  } finally {
    opened.close();
  }
}

function openJournal(path: string): Pick<OpenRun, 'journal' | 'close'> {
  const log = openJournalLog(path);
  if (typeof log !== 'string') return { journal: new Journal(loopProgram, log), close: () => log.close() };
  throw new CliError({
    message: `${path} is no journal that can be read: ${REFUSAL_REASONS[log]}.`,
    next: { words: ['help', 'explain'] },
  });
}

type Step = Parameters<typeof decideAgain>[0];

/** A record that this version decides otherwise. */
type Difference = NonNullable<ReturnType<typeof differenceOf>>;

function differenceOf(step: Step, number: number) {
  const { command, events, summary } = step.record;
  const head = { record: number, at: formatInstant(command.at), command: command.type };
  const problem = problemOf(command);
  if (problem !== undefined)
    return { ...head, recorded: [problem], now: ['not decided'], isSameProof: false };
  const { decision, isSameProof } = decideAgain(step);
  const now = loopProgram.summarize(decision);
  if (isDeepStrictEqual(toWire([events, summary]), toWire([decision.events, now]))) return undefined;
  // A difference with the same proof doesn't affect it.
  return { ...head, recorded: describe(events, summary), now: describe(decision.events, now), isSameProof };
}

function replayJournal(journal: Journal): Answer {
  const differences: Difference[] = [];
  let count = 0;
  for (const step of journal.history()) {
    count += 1;
    const difference = differenceOf(step, count);
    if (difference) differences.push(difference);
  }
  if (count === 0) throw new CliError({ message: 'The journal holds no record that can be read.' });
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

/** Says what this version doesn't understand in a record. Deciding such a record again could go anywhere. */
function problemOf(command: Command): string | undefined {
  const [issue] = commandSchema.safeParse(command).error?.issues ?? [];
  return issue && `not a record of this version: ${['command', ...issue.path].join('.')}: ${issue.message}`;
}

/** Converts a value to its form in a journal, without undefined fields. */
function toWire(value: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(value));
}

function describe(events: readonly LoopEvent[], summary: unknown): string[] {
  const texts = events.map((event) => eventText(event));
  return [
    ...(texts.length > 0 ? texts : ['nothing changed']),
    ...(summary === undefined ? [] : [JSON.stringify(summary)]),
  ];
}
