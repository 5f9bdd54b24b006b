import type { Run } from '@loopwright/core';
import { auditJournal, type OpenRun } from '@loopwright/store';

/** The run as its records alone tell it: an end as verified that today's rules don't reach again counts as a claim. */
export function soundRun({ run, journal }: OpenRun): Run {
  if (run.ending?.kind !== 'verified') return run;
  const forged = auditJournal(journal);
  return forged === undefined ? run : { ...run, ending: { ...run.ending, kind: 'claimed', breach: forged } };
}
