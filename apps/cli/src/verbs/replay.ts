import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  decide,
  formatInstant,
  type Command,
  type Decision,
  type LoopEvent,
  type Run,
} from '@loopwright/core';
import { Journal, type Log, loopProgram, openAppendLog, openNumberedLog } from '@loopwright/store';
import { requireRun } from '../place/locate-run.ts';
import { wrapText } from '../page/wrap-text.ts';
import type { Answer } from '../program/answer.ts';
import { CliError } from '../program/cli-error.ts';
import type { Handler } from '../program/context.ts';
import { eventText } from '../answers/event-text.ts';

type LoopJournal = Journal<Run, Command, LoopEvent, Decision>;

/** Decides every record of a journal again, and shows where this version would have decided otherwise. */
export const replay: Handler<'replay'> = (context, { words }) => {
  const [path] = words;
  if (path !== undefined) {
    const log = openJournal(resolve(context.cwd, path));
    try {
      return replayJournal(new Journal(program, log));
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
};

/** A record that lost a race keeps what the second decision on it said, as the store's own journals do. */
const program = { ...loopProgram, summarize: summaryOf };

function openJournal(path: string): Log {
  const log = openAppendLog(path);
  const found = log === 'not-plain' ? openNumberedLog(path) : log;
  if (typeof found !== 'string') return found;
  throw new CliError({
    exit: 'error',
    message: `${path} is no journal that can be read: ${WHY[found]}.`,
    next: { words: ['help', 'replay'] },
  });
}

const WHY = {
  absent: 'it is not there',
  'not-plain': "it is not a plain file of this user's with one name",
  'too-large': 'it is larger than 8 MiB',
  unreadable: 'it could not be read',
  swapped: 'another file took its place while it was opened',
} as const;

interface Difference {
  readonly record: number;
  readonly at: string;
  readonly command: string;
  readonly recorded: readonly string[];
  readonly now: readonly string[];
}

function replayJournal(journal: LoopJournal): Answer {
  const differences: Difference[] = [];
  let count = 0;
  for (const { before, record } of journal.history()) {
    count += 1;
    const again = decide(before, record.command);
    const isSame =
      isDeepStrictEqual(toWire(again.events), toWire(record.events)) && isSameSummary(again, record.summary);
    if (isSame) continue;
    differences.push({
      record: count,
      at: formatInstant(record.command.at),
      command: record.command.type,
      recorded: describe(record.events, record.summary),
      now: describe(again.events, summaryOf(again)),
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
      ...differences.flatMap(({ record, at, command: type, recorded, now }) => [
        '',
        `${page.paint('bold', `${record}`)}  ${at}  ${type}`,
        ...wrapText(`recorded: ${recorded.join('; ')}`, page.width),
        ...wrapText(`now:      ${now.join('; ')}`, page.width),
      ]),
    ],
    next: { words: ['log'] },
  };
}

/** What the journal keeps of a decision besides its events. */
function summaryOf({ verdict, rejected }: Decision): unknown {
  if (verdict) return { verdict: verdict.kind, rule: verdict.rule };
  return rejected ? { rejected: rejected.code } : undefined;
}

function isSameSummary(decision: Decision, recorded: unknown): boolean {
  return isDeepStrictEqual(toWire(summaryOf(decision)), toWire(recorded));
}

/** As it stands in a journal: without what is undefined. */
function toWire(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}

function describe(events: readonly LoopEvent[], summary: unknown): string[] {
  const texts = events.map(eventText);
  return [
    ...(texts.length > 0 ? texts : ['nothing changed']),
    ...(summary === undefined ? [] : [JSON.stringify(summary)]),
  ];
}
