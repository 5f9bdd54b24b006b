import { next, type Command, endingDetail, eventText, formatInstant, type LoopEvent } from '@loopwright/core';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { withRun } from '../session/with-run.ts';
import { localMoments } from '../terminal/local-moments.ts';
import { table, type Cell } from '../terminal/table.ts';
import type { Handler } from '../program/context.ts';

const DEFAULT_LIMIT = 20;

/** True for a hook run by hand with `loop doctor --try --really`: it is no event of the client. */
function isByHand(command: Command): boolean {
  return 'isByHand' in command && command.isByHand === true;
}

/** An ending as its record has it, with the text about it. */
function withDetail(event: LoopEvent): object {
  if (!('ending' in event)) return event;
  const detail = endingDetail(event.ending);
  return { ...event, ending: { ...event.ending, ...(detail !== undefined && { detail }) } };
}

/** Shows the records, newest last. */
export const log: Handler<'log'> = (context, { flags }) =>
  withRun(context, (opened) => {
    const limit = flags.limit ?? DEFAULT_LIMIT;
    const all = [...opened.journal.history()];
    const shown = limit === 0 ? all : all.slice(-limit);
    const { ignored } = opened.journal.counts;
    const { run } = opened;
    const last = shown.at(-1)?.record.command.at;
    const moments = localMoments();
    return {
      exit: 'ok',
      json: {
        records: shown.map(({ record }) => ({
          at: formatInstant(record.command.at),
          command: record.command.type,
          summary: record.summary ?? null,
          raced: record.isRaced,
          byHand: isByHand(record.command),
          events: record.events.map(withDetail),
        })),
        total: all.length,
        ignored,
      },
      text: (page) => [
        ...(last === undefined ? [] : [`Times in ${moments.at(last).zone}.`]),
        ...(shown.length < all.length
          ? [`${all.length - shown.length} earlier records are not shown; --limit 0 shows all.`]
          : []),
        ...table(
          shown.flatMap(({ before, record }): Cell[][] => {
            const { day, clock } = moments.at(record.command.at);
            const frame = before?.frames.at(-1);
            const texts =
              record.events.length > 0
                ? record.events.map((event) => eventText(event, frame))
                : ['nothing changed'];
            return texts.map((text, index) => [
              { text: index === 0 ? `${day} ${clock}` : '', ink: 'dim' },
              {
                text:
                  index === 0 ? `${record.command.type}${isByHand(record.command) ? ' (by hand)' : ''}` : '',
                ink: 'cyan',
              },
              text,
            ]);
          }),
          page,
        ),
        ...(ignored > 0 ? [`${ignored} damaged or repeated lines of the journal were left out.`] : []),
      ],
      next: next(run, readWorkTree(placeOfCall(context, opened.root), run.frames)),
    };
  });
