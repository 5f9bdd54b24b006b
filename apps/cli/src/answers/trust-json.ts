import {
  formatInstant,
  isJudged,
  touchedFiles,
  trustSummary,
  type Run,
  type Touched,
} from '@loopwright/core';
import type { TrustJson } from './schemas.ts';

/** Gives the trust summary of a run as data. */
export function trustJson(run: Run): TrustJson {
  const { criteria, amendments, touched, unknown } = trustSummary(run);
  return {
    criteria: criteria.map(({ name, by, witness, check, checkBy, at, course, isFlaky, environment }) => ({
      name,
      by,
      witness,
      command: check && !isJudged(check) ? check.command : null,
      statement: isJudged(check) ? check.judge : null,
      commandBy: checkBy ?? null,
      at: at === undefined ? null : formatInstant(at),
      course: course ?? null,
      flaky: isFlaky,
      environment: [...environment],
    })),
    amendments: amendments.map(({ at, what, subject, reason, isRefused }) => ({
      at: formatInstant(at),
      what,
      subject,
      reason,
      refused: isRefused === true,
    })),
    files: touched && touched.unknown === undefined ? filesJson(touched) : null,
    unknown: [...unknown],
  };
}

function filesJson(touched: Touched): TrustJson['files'] {
  const { changed, deleted, added, guarded, guardedCount } = touched;
  return { changed, deleted, added, files: [...touchedFiles(touched)], guarded, guardedCount };
}
