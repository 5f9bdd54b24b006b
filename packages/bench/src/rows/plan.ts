/** The effort of a run. */
export interface Plan {
  readonly pace: 'full' | 'quick';
  /** How often each process is started. */
  readonly rounds: number;
}

/** The two paces: a full run takes some minutes, a quick one less than one and a half. */
export const PLANS: Readonly<Record<Plan['pace'], Plan>> = {
  full: { pace: 'full', rounds: 60 },
  quick: { pace: 'quick', rounds: 8 },
};
