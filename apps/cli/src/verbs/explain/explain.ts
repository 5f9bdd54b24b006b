import {
  momentsIn,
  next,
  explainStop,
  factsLine,
  formatInstant,
  type CommandOf,
  type Run,
} from '@loopwright/core';
import { disabledBy } from '@loopwright/hooks/facts';
import type { OpenRun } from '@loopwright/store';
import { placeOfCall, readPassed, readWorkTree } from '../../session/read-work-tree.ts';
import { withRun } from '../../session/submit.ts';
import { isHeadless } from '../../session/author.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import { usageError } from '../../program/cli-error.ts';
import type { Context, Handler } from '../../program/context.ts';
import type { Page } from '../../terminal/page.ts';
import { table, type Cell } from '../../terminal/table.ts';
import { answerText } from './answer-text.ts';
import { replay } from './replay.ts';

type Stop = CommandOf<'stop'>;

/** Says why the last stop was decided so, or decides a journal again. Before the first stop, it decides a stop now. */
export const explain: Handler<'explain'> = (context, { words: [journal], flags }) => {
  if (flags.replay) return replay(context, journal);
  if (journal !== undefined) throw usageError(`With --replay: loop explain --replay ${journal}`);
  return withRun(context, (opened) => {
    const last = lastStopOf(opened);
    const { before, stop, rules, answer } = last ?? explained(opened.run, stopNow(context, opened), true);
    const { run } = opened;
    const iteration = Math.max(1, before?.frames.at(-1)?.iteration ?? 1);
    const head = last
      ? `At ${momentsIn('local').text(stop.at)}, iteration ${iteration}.`
      : 'No stop has been decided yet.';
    return {
      json: {
        at: formatInstant(stop.at),
        hypothetical: !last,
        answer,
        fired: rules.find(({ fired }) => fired)?.rule ?? null,
        rules: rules.map(({ rule, reason, holds, fired, facts }) => ({ rule, reason, holds, fired, facts })),
      },
      text: (page) => [
        ...wrapText(answer, page.width),
        '',
        ...wrapText(`${head} ${flags.all ? 'Rule by rule:' : 'Every rule: loop explain --all'}`, page.width),
        ...(flags.all ? ['', ...ruleLines(rules, page)] : []),
      ],
      next: next(run, readWorkTree(placeOfCall(context, opened.root), run.frames)),
    };
  });
};

/** Writes the stop table with each rule's answer: an arrow at the one that fired, and the facts it rests on. */
function ruleLines(rules: ReturnType<typeof explainStop>, page: Page): string[] {
  const fired = rules.findIndex((one) => one.fired);
  const rows = rules.map(({ rule, reason, holds, facts }, index): Cell[] => {
    const number = String(index + 1).padStart(2);
    const line = factsLine(facts);
    const shown = index > fired || line === '' ? '' : ` (${line})`;
    if (index === fired) {
      return [{ text: `→ ${number}`, ink: 'green' }, { text: rule, ink: 'bold' }, `fired: ${reason}${shown}`];
    }
    const answer = index < fired ? 'no' : holds ? 'holds too, but came later' : 'not asked';
    return [`  ${number}`, rule, { text: `${answer}${shown}`, ink: 'dim' }];
  });
  return table(rows, page);
}

/** A stop, the run before it, and how it was decided, in a sentence and rule by rule. */
export type LastStop = ReturnType<typeof explained>;

/** The last stop of a run, explained; undefined before the first one. */
export function lastStopOf({ journal }: Pick<OpenRun, 'journal'>): LastStop | undefined {
  let last: { before: Run | undefined; stop: Stop } | undefined;
  for (const { before, record } of journal.history()) {
    if (record.command.type === 'stop') last = { before, stop: record.command };
  }
  return last && explained(last.before, last.stop, false);
}

function explained(before: Run | undefined, stop: Stop, isNow: boolean) {
  const rules = explainStop(before, stop);
  return { before, stop, rules, answer: answerText(before, stop, rules, isNow) };
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
