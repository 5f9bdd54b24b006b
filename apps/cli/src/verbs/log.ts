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
    const entries = shown.map(({ before, record: { command, events } }) => {
      const texts = events.filter(isNews).map((event) => eventText(event, before));
      if (events.length === 0)
        texts.push(command.type === 'stop' ? `${agentName(run)} stopped` : `No change by ${command.type}`);
      const by = isByHand(command) ? ' (by hand)' : '';
      return { at: command.at, texts: texts.map((text) => text + by) };
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
        ...logLines(entries, page),
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

/** Writes what happened under its day, in the time zone of this machine. Only the first text of a record has the time. */
function logLines(
  entries: readonly { readonly at: number; readonly texts: string[] }[],
  page: Page,
): string[] {
  const moments = momentsIn('local');
  const timed = entries.flatMap(({ at, texts }) => {
    const { day, clock, zone } = moments.at(at);
    return texts.map((text, index) => {
      const cells: readonly Cell[] = [{ text: index === 0 ? `  ${clock}` : '', ink: 'dim' }, text];
      return { day: `${day} (${zone})`, cells };
    });
  });
  return [...new Set(timed.map(({ day }) => day))].flatMap((day) => [
    page.paint('bold', day),
    ...table(
      timed.filter((one) => one.day === day).map(({ cells }) => cells),
      page,
    ),
  ]);
}
