import { checkText, sanitizeLine } from '@loopwright/core';
import type { RunHistory } from './history.ts';
import { type Cut, mapCut } from './keep-ends.ts';
import { tailText } from './tail-text.ts';
import type { CheckTrace } from './walk-journal.ts';

/** A page shows the newest check of each criterion, and of the others the newest ones. */
const MAX_SHOWN = 50;

/** A check that ran, with the end of its output. */
export type EvidenceReport = ReturnType<typeof report>;

/** Reports the checks of a run: the newest of each criterion, then the last ones. Reads no other output. */
export function evidenceReports(
  checks: readonly CheckTrace[],
  output: RunHistory['output'],
): Cut<EvidenceReport> {
  const newest = new Map(checks.map((one) => [`${one.frame.id}\n${one.criterion}`, one.number]));
  const proving = new Set(newest.values());
  const tail = checks.slice(-MAX_SHOWN);
  const head = checks.slice(0, -MAX_SHOWN).filter(({ number }) => proving.has(number));
  const left = checks.length - head.length - tail.length;
  const cut = left === 0 ? { head: checks, left, tail: [] } : { head: head.slice(-MAX_SHOWN), left, tail };
  return mapCut(cut, (check) => report(check, output));
}

function report({ number, frame, criterion, check, evidence }: CheckTrace, output: RunHistory['output']) {
  const text = output(evidence.id);
  const tail = text === undefined ? undefined : tailText(text);
  return {
    number,
    id: sanitizeLine(evidence.id, 60),
    at: evidence.at,
    frame: frame.id,
    iteration: frame.iteration,
    criterion,
    command: check === undefined ? '' : checkText(check),
    passed: evidence.passed,
    exitCode: evidence.exitCode,
    durationMs: evidence.durationMs,
    fingerprint: sanitizeLine(evidence.fingerprint, 40),
    reason: evidence.reason === undefined ? undefined : sanitizeLine(evidence.reason, 300),
    /** The end of the output; undefined if it no longer exists. */
    tail: tail?.text,
    /** The number of characters that are not shown. */
    cutCharacters: tail?.cut ?? 0,
  };
}
