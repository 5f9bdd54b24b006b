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
import type { DecisionReport, Fact } from './report-model.ts';
import type { RunHistory } from './history.ts';
import type { StopTrace } from './trace-run.ts';

/** Facts and files beyond this are counted, not listed. */
const MAX_LISTED = 40;

/** Reports one answered stop: its rule, the facts of that rule, and the missing proofs. */
export function decisionReport(stop: StopTrace, number: number, said?: RunHistory['said']): DecisionReport {
  const { before, after, command, decision, rule, verdict } = stop;
  const frame = before.frames.at(-1);
  const explained = explainStop(before, command);
  const first = explained.find(({ fired }) => fired);
  // A stop that ended an inner frame was answered by two rules: the one that ended it and the outer one's.
  const shown = explained.find((one) => one.rule === rule && one.holds) ?? first;
  const spent = command.spent && command.spent.from === before.usageMark ? command.spent.usd : 0;
  const answered = decision.verdict;
  const missing = (answered?.kind === 'block' ? answered.missing : [])
    .slice(0, MAX_LISTED)
    .map((one) => ({ kind: one.kind, text: missingText(one) }));
  return {
    number,
    at: stop.at,
    frame: stop.frameId,
    iteration: stop.iteration,
    rule,
    verdict,
    reason: (first?.rule === rule ? first : shown)?.reason ?? '',
    facts: factsOf((first ?? shown)?.facts ?? {}, missing.length),
    missing,
    alsoHeld: explained
      .filter(({ holds, fired, rule: name }) => holds && !fired && name !== 'continue')
      .map(({ rule }) => rule),
    endings: endingsOf(stop),
    said: lastWords(command.message === undefined ? undefined : said?.get(command.message)),
    told: answered?.kind === 'block' && verdict === 'block' ? continuation(after, answered) : undefined,
    usd: spent,
    tools: frame?.breaker.tools ?? 0,
    files: (frame?.breaker.edits ?? []).slice(0, MAX_LISTED).map(({ path, count }) => filesText(path, count)),
    isRaced: stop.isRaced,
    today:
      answered && (answered.rule !== rule || answered.kind !== verdict)
        ? `${answered.rule} (${answered.kind})`
        : undefined,
  };
}

/** As much of a message as fits beside a verdict: its last line with words. */
const MAX_WORDS = 160;

function lastWords(message: string | undefined): string | undefined {
  const lines = sanitize(message ?? '', { maxLength: 20_000 }).split('\n');
  const line = lines.findLast((one) => /\p{L}/u.test(one) && !isMachineLine(one));
  return line === undefined ? undefined : sanitizeLine(line, MAX_WORDS);
}

/** Status blocks and signals are for the loop, not words for people. */
function isMachineLine(line: string): boolean {
  return /^\s*(?:---|<\/?[a-z-]+>|[A-Z_]{4,}: )/.test(line);
}

function endingsOf({ decision: { verdict }, before }: StopTrace): readonly string[] {
  const names = before.frames.map(({ spec }) => sanitizeLine(spec, 60)).reverse();
  const popped = (verdict?.popped ?? []).map(
    (one, index) => `inner loop “${names[index] ?? ''}” ended: ${endingName(one)}`,
  );
  return verdict?.kind === 'allow' && verdict.ending
    ? [...popped, `run ended: ${endingName(verdict.ending)}`]
    : popped;
}

function filesText(path: string, count: number): string {
  const name = sanitizeLine(path, 160);
  return count > 1 ? `${name} (${count} edits)` : name;
}

/** Missing proofs have a list of their own. */
function factsOf(facts: Facts, missing: number): readonly Fact[] {
  const named = Object.entries(facts).filter(([name]) => name !== 'missing' || missing === 0);
  return factsInWords(Object.fromEntries(named)).map(({ name, value }) => ({
    name,
    value: valueText(value),
  }));
}

function valueText(value: string | readonly string[]): string {
  if (typeof value === 'string') return value;
  if (value.length === 0) return 'none';
  const rest = value.length > MAX_LISTED ? `, and ${value.length - MAX_LISTED} more` : '';
  return (
    sanitize(
      value
        .slice(0, MAX_LISTED)
        .map((one) => sanitizeLine(one, 200))
        .join(', '),
      { maxLength: 4000 },
    ) + rest
  );
}
