/**
 * How often something has to repeat itself before a circuit opens. `same-criterion`, `same-error` and
 * `same-file` are those of seed 003, `idle` is that of seed 001; the others are the design's.
 */
export const THRESHOLDS = {
  'same-criterion': 5,
  'same-error': 3,
  'same-file': 5,
  permission: 2,
  idle: 3,
  'same-message': 3,
  gate: 3,
  review: 3,
} as const;
