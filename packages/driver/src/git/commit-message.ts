import { createHash } from 'node:crypto';
import {
  announce,
  commandText,
  criterionState,
  endSentence,
  isJudged,
  type Run,
  sanitizeLine,
  witnessOf,
} from '@loopwright/core';

const MAX_SUBJECT = 60;

/** The message of the commit of an iteration: the task, the line of the iteration, and trailers that name the run. */
export function commitMessage(run: Run, number: number): string {
  const frame = run.frames.at(-1);
  const task = sanitizeLine((run.frames[0]?.spec ?? '').trim().split('\n', 1)[0] ?? '', MAX_SUBJECT);
  const limit = frame?.limits.iterations ?? null;
  const place = limit === null ? `${number}` : `${number}/${limit}`;
  return [
    `${task === '' ? 'Loop' : task} (iteration ${place})`,
    '',
    announce({ kind: 'iteration', run }) || endSentence(run),
    '',
    `Loop-Run: ${run.id}`,
    `Loop-Iteration: ${place}`,
    '',
  ].join('\n');
}

/**
 * The trailers for proofs that hold: the criterion, the SHA-256 of the proof, and who saw it. The hash is over the
 * command, its exit code, and the identity of the work tree, which a clone of the commit has too. `extra` is the
 * number of changed files that are not in the commit.
 */
export function proofTrailers(run: Run, extra = 0): readonly string[] {
  const { criteria = [] } = run.frames.at(-1) ?? {};
  return criteria.flatMap((criterion) => {
    const { name, check, evidence } = criterion;
    if (!check || !evidence || criterionState(criterion) !== 'proved') return [];
    const asked = isJudged(check) ? check.judge : commandText(check.command);
    const hash = createHash('sha256')
      .update([asked, evidence.exitCode, evidence.fingerprint].join('\0'))
      .digest('hex');
    const seen = witnessOf(criterion) ?? 'session';
    const besides = extra === 0 ? '' : `, with ${extra} changed files that are not in this commit`;
    return [`Loop-Proof: ${sanitizeLine(name, 80)} sha256:${hash} (${seen}${besides})`];
  });
}
