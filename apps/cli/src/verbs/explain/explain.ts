import { next, explainStop, formatInstant, type CommandOf, type Run } from '@loopwright/core';
import { disabledBy } from '@loopwright/hooks/facts';
import type { OpenRun } from '@loopwright/store';
import { placeOfCall, readPassed, readWorkTree } from '../../session/read-work-tree.ts';
import { withRun } from '../../session/with-run.ts';
import { isHeadless } from '../../session/is-headless.ts';
import { localMoments } from '../../terminal/local-moments.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Handler } from '../../program/context.ts';
import { explainLines } from './explain-lines.ts';
import { replay } from './replay.ts';

type Stop = CommandOf<'stop'>;

/** Shows the last decision rule by rule, or decides a journal again. Before the first stop, it decides a stop now. */
export const explain: Handler<'explain'> = (context, { words: [journal], flags }) => {
  if (flags.replay) return replay(context, journal);
  if (journal !== undefined)
    throw new CliError({ exit: 'usage', message: `With --replay: loop explain --replay ${journal}` });
  return withRun(context, (opened) => {
    const last = lastStop(opened);
    const { before, stop } = last ?? { before: opened.run, stop: stopNow(context, opened) };
    const rules = explainStop(before, stop);
    const { run } = opened;
    const head = last
      ? `The last stop, at ${localMoments().text(stop.at)}, in iteration ${before?.frames.at(-1)?.iteration ?? 0}:`
      : 'No stop has been decided yet. One now would be decided so:';
    return {
      exit: 'ok',
      json: {
        at: formatInstant(stop.at),
        hypothetical: !last,
        fired: rules.find(({ fired }) => fired)?.rule ?? null,
        rules: rules.map(({ rule, reason, holds, fired, facts }) => ({ rule, reason, holds, fired, facts })),
      },
      text: (page) => [...wrapText(head, page.width), '', ...explainLines(rules, page)],
      next: next(run, readWorkTree(placeOfCall(context, opened.root), run.frames)),
    };
  });
};

function lastStop(opened: OpenRun): { before: Run | undefined; stop: Stop } | undefined {
  let found: { before: Run | undefined; stop: Stop } | undefined;
  for (const { before, record } of opened.journal.history()) {
    if (record.command.type === 'stop') found = { before, stop: record.command };
  }
  return found;
}

function stopNow(context: Context, opened: OpenRun): Stop {
  const { known, unreadable } = readPassed(placeOfCall(context, opened.root), opened.run.frames);
  return {
    type: 'stop',
    at: context.now(),
    isHeadless: isHeadless(context.env),
    // In the clients of `loop run` the hooks are off, and the driver asks the table itself.
    isDisabled: disabledBy(context.env) !== undefined && context.env['LOOP_ITERATION'] === undefined,
    fingerprints: [...known].map(([scope, value]) => ({ scope, value })),
    ...(unreadable !== undefined && { unreadable }),
  };
}
