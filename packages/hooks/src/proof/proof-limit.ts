/** The most minutes that the checks of one claim may take together. The client ends the hook a minute later. */
const MOST_MINUTES = 10;

/** How long the checks of one claim may take: `LOOP_PROOF_MINUTES`, from 0 to 10; 10 by default. */
export function proofLimitMs(setting: string | undefined): number {
  const minutes = setting === undefined || setting.trim() === '' ? MOST_MINUTES : Number(setting);
  const isSane = Number.isFinite(minutes) && minutes >= 0;
  return Math.min(isSane ? minutes : MOST_MINUTES, MOST_MINUTES) * 60_000;
}
