import {
  continuation,
  endingName,
  explainStop,
  type Facts,
  factsInWords,
  missingText,
  sanitize,
  sanitizeLine,
} from '@loopwright/core';
import type { RunHistory } from './history.ts';
import { type Cut, keepEnds, mapCut } from './keep-ends.ts';
import type { StopTrace } from './walk-journal.ts';

/** A page shows so many of the first and of the last stops, and counts the others. */
const SHOWN = [10, 90] as const;
/** Facts beyond this are counted, not listed. */
const MAX_LISTED = 40;
const MAX_WORDS = { maxLength: 1500, maxLines: 40 } as const;

/** An answered stop: its rule, the facts of that rule, and the missing proofs. */
export type DecisionReport = ReturnType<typeof report>;

/** Reports the answered stops of a run. */
export function decisionReports(stops: readonly StopTrace[], said: RunHistory['said']): Cut<DecisionReport> {
  return mapCut(keepEnds(stops, ...SHOWN), (stop) => report(stop, said));
}

function report(stop: StopTrace, saidBefore: RunHistory['said']) {
  const { number, before, after, frame, command, decision, rule, verdict, isRaced } = stop;
  const explained = explainStop(before, command);
  const first = explained.find(({ fired }) => fired);
  // A stop that ended an inner frame was answered by two rules: the one that ended it and the outer one's.
  const shown = explained.find((one) => one.rule === rule && one.holds) ?? first;
  const answer = decision.verdict;
  const missing = (answer?.kind === 'block' ? answer.missing : [])
    .slice(0, MAX_LISTED)
    .map((one) => ({ kind: one.kind, text: missingText(one) }));
  return {
    number,
    at: command.at,
    frame: frame.id,
    iteration: frame.iteration,
    rule,
    verdict,
    reason: (first?.rule === rule ? first : shown)?.reason ?? '',
    facts: factsOf((first ?? shown)?.facts ?? {}, missing.length > 0),
    missing,
    /** Further rules that matched below the one that answered. */
    alsoHeld: explained
      .filter((one) => one.holds && !one.fired && one.rule !== 'continue')
      .map((one) => one.rule),
    endings: endingsOf(stop),
    /** Claude's message before the stop, as prose; undefined if no transcript has it. */
    said: command.message === undefined ? undefined : proseOf(saidBefore?.get(command.message) ?? ''),
    /** The text for Claude that came with a block. */
    told: answer?.kind === 'block' && verdict === 'block' ? continuation(after, answer) : undefined,
    usd: command.spent && command.spent.from === before.usageMark ? command.spent.usd : 0,
    isRaced,
    /** The answer of today's stop table, if it differs from the record. */
    today:
      answer && (answer.rule !== rule || answer.kind !== verdict)
        ? `${answer.rule} (${answer.kind})`
        : undefined,
  };
}

/** Signals and status blocks are for the loop, not words for people. */
const MACHINE =
  /^[ \t]*<([a-z-]+)>[^]*?<\/\1>[ \t]*$|^---LOOP_STATUS---$[^]*?(?:^---END_STATUS---$|$(?![^]))/gm;

function proseOf(message: string): string | undefined {
  const prose = message
    .slice(0, 20_000)
    .replaceAll(MACHINE, '')
    .replaceAll(/\n\s*\n/g, '\n\n');
  return sanitize(prose, MAX_WORDS).trim() || undefined;
}

function endingsOf({ decision: { verdict }, before }: StopTrace): readonly string[] {
  const names = before.frames.map(({ spec }) => sanitizeLine(spec, 60)).reverse();
  const popped = (verdict?.popped ?? []).map(
    (one, index) => `inner loop “${names[index] ?? ''}” ended: ${endingName(one, before)}`,
  );
  return verdict?.kind === 'allow' && verdict.ending
    ? [...popped, `run ended: ${endingName(verdict.ending, before)}`]
    : popped;
}

/** Missing proofs have a list of their own. */
function factsOf(
  facts: Facts,
  hasMissing: boolean,
): readonly { readonly name: string; readonly value: string }[] {
  const named = Object.entries(facts).filter(([name]) => name !== 'missing' || !hasMissing);
  return factsInWords(Object.fromEntries(named)).map(({ name, value }) => ({
    name,
    value: typeof value === 'string' ? value : listText(value),
  }));
}

function listText(items: readonly string[]): string {
  if (items.length === 0) return 'none';
  const rest = items.length > MAX_LISTED ? `, and ${items.length - MAX_LISTED} more` : '';
  return (
    items
      .slice(0, MAX_LISTED)
      .map((one) => sanitizeLine(one, 200))
      .join(', ')
      .slice(0, 4000) + rest
  );
}
