import { checkText, sanitizeLine } from '@loopwright/core';
import { tailText } from './tail-text.ts';
import type { EvidenceReport } from './report-model.ts';
import type { CheckTrace } from './trace-run.ts';

/** Reports one check that ran, with the end of its output if that still exists. */
export function evidenceReport(
  { frameId, iteration, criterion, check, evidence }: CheckTrace,
  number: number,
  latest: ReadonlySet<string>,
  tails: ReadonlyMap<string, string>,
): EvidenceReport {
  const output = tails.get(evidence.id);
  const tail = output === undefined ? undefined : tailText(output);
  return {
    number,
    id: sanitizeLine(evidence.id, 60),
    at: evidence.at,
    frame: frameId,
    iteration,
    criterion,
    command: check === undefined ? '' : checkText(check),
    passed: evidence.passed,
    exitCode: evidence.exitCode,
    durationMs: evidence.durationMs,
    fingerprint: sanitizeLine(evidence.fingerprint, 40),
    reason: evidence.reason === undefined ? undefined : sanitizeLine(evidence.reason, 300),
    isLatest: latest.has(evidence.id),
    tail: tail?.text,
    cutCharacters: tail?.cut ?? 0,
  };
}

/** The ids of the evidence that counts: the newest of each criterion of each frame. */
export function latestEvidence(checks: readonly CheckTrace[]): ReadonlySet<string> {
  const newest = new Map(checks.map((one) => [`${one.frameId}\n${one.criterion}`, one.evidence.id]));
  return new Set(newest.values());
}
