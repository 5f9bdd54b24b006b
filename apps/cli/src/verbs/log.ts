import {
  agentName,
  type Command,
  endingDetail,
  eventText,
  formatInstant,
  type LoopEvent,
  momentsIn,
  next,
  type Run,
} from '@loopwright/core';
import type { Handler } from '../program/context.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { withRun } from '../session/submit.ts';
import type { Page } from '../terminal/page.ts';
import { table, type Cell } from '../terminal/table.ts';

const DEFAULT_LIMIT = 20;

/** Shows what happened, newest last. */
export const log: Handler<'log'> = (context, { flags }) =>
  withRun(context, (opened) => {
    const { journal, root, run } = opened;
    const limit = flags.limit ?? DEFAULT_LIMIT;
    const all = [...journal.history()];
    const shown = limit === 0 ? all : all.slice(-limit);
    const { ignored } = journal.counts;
    const lines = shown.flatMap(({ before, record: { command, events } }): LogLine[] => {
      const texts = events.filter(isNews).map((event) => eventText(event, before));
      if (events.length === 0)
        texts.push(command.type === 'stop' ? `${agentName(run)} stopped` : `No change by ${command.type}`);
      const by = isByHand(command) ? ' (by hand)' : '';
      return texts.map((text, index) => ({ at: command.at, isFirst: index === 0, text: text + by }));
    });
    return {
      json: {
        records: shown.map(({ record: { command, summary = null, isRaced, events } }) => ({
          at: formatInstant(command.at),
          command: command.type,
          summary,
          raced: isRaced,
          byHand: isByHand(command),
          events: events.map((event) => withDetail(event, run)),
        })),
        total: all.length,
        ignored,
      },
      text: (page) => [
        ...(shown.length < all.length
          ? [`${all.length - shown.length} earlier records are not shown; --limit 0 shows all.`]
          : []),
        ...logLines(lines, page),
        ...(ignored > 0 ? [`${ignored} damaged or repeated lines of the journal were left out.`] : []),
      ],
      next: next(run, readWorkTree(placeOfCall(context, root), run.frames)),
    };
  });

/** True for a hook run by hand with `loop doctor --try --really`: it is no event of the client. */
function isByHand(command: Command): boolean {
  return 'isByHand' in command && command.isByHand === true;
}

/** An ending as its record has it, with the text about it. */
function withDetail(event: LoopEvent, run: Run): object {
  if (!('ending' in event)) return event;
  const detail = endingDetail(event.ending, run);
  return { ...event, ending: { ...event.ending, ...(detail !== undefined && { detail }) } };
}

/** A count of usage that found none is no news. */
function isNews(event: LoopEvent): boolean {
  return event.type !== 'spent' || event.spend.usd > 0 || event.spend.tokens > 0;
}

/** One thing that happened. Only the first of a record shows the time. */
interface LogLine {
  readonly at: number;
  readonly isFirst: boolean;
  readonly text: string;
}

/** Writes what happened under its day, in the time zone of this machine. */
function logLines(lines: readonly LogLine[], page: Page): string[] {
  const moments = momentsIn('local');
  const timed = lines.map(({ at, isFirst, text }) => {
    const { day, clock, zone } = moments.at(at);
    const cells: readonly Cell[] = [{ text: isFirst ? `  ${clock}` : '', ink: 'dim' }, text];
    return { day: `${day} (${zone})`, cells };
  });
  return [...new Set(timed.map(({ day }) => day))].flatMap((day) => [
    page.paint('bold', day),
    ...table(
      timed.filter((one) => one.day === day).map(({ cells }) => cells),
      page,
    ),
  ]);
}
