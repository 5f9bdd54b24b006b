/**
 * The verbs that load the scorer, the reports, the driver or a schema library. They are a part of the command of their
 * own, so that the verbs that Claude calls all the time don't read that code.
 */
export const heavyVerbs = [
  'start',
  'run',
  'fleet',
  'push',
  'watch',
  'replay',
  'report',
  'score',
  'task',
  'wave',
  'stage',
  'recall',
  'init',
  'config',
  'doctor',
] as const;

/** The name of such a verb. */
export type HeavyVerb = (typeof heavyVerbs)[number];
