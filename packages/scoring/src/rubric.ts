import type { Dimension, Level } from './spec-score.ts';

/** One row of the rubric: the levels, and follow-up questions for missing points. */
export interface RubricRow {
  readonly dimension: Dimension;
  /** Describes a spec at each level. */
  readonly levels: Readonly<Record<Level, string>>;
  /** The follow-up question for a spec at this level. */
  readonly hints: Readonly<Record<Exclude<Level, 2>, string>>;
}

/** The rubric: five questions, two points each. */
export const rubric: readonly RubricRow[] = [
  {
    dimension: 'outcome',
    levels: {
      0: 'only that it gets better: nicer, cleaner, fixed, improved',
      1: 'a direction or a feature: faster, safer, dark mode',
      2: 'a result that anybody can recognise: a number, or exactly what happens when',
    },
    hints: {
      0: 'Better in which way? Name what should change: speed, errors, a feature, a behaviour.',
      1: 'How would you recognise it? Give a number ("p95 under 100 ms"), or say what happens when ("an unknown id answers 404").',
    },
  },
  {
    dimension: 'scope',
    levels: {
      0: 'anywhere in the product, or no place named',
      1: 'a part of the product: a module, feature, screen or service',
      2: 'a place in the code: a file, endpoint, function or class',
    },
    hints: {
      0: 'Which part is it about? Name the module, screen or service.',
      1: 'Where exactly? Name the file, endpoint or function, for example `src/auth/token.ts` or `POST /api/auth/token`.',
    },
  },
  {
    dimension: 'constraints',
    levels: {
      0: 'nothing, or a free hand',
      1: 'a preference, or a single rule',
      2: 'two or more rules that somebody could be caught breaking',
    },
    hints: {
      0: 'What must not happen? For example: no new dependencies, the public API stays, Node 20.',
      1: 'Which rules are hard? Name two that could be checked, such as "no new dependencies" and "at most 500 changed lines".',
    },
  },
  {
    dimension: 'success',
    levels: { 0: 'not said', 1: 'by one check', 2: 'by two or more checks' },
    hints: {
      0: 'Which command should pass at the end? For example: `npm test` is green.',
      1: 'What else should hold? Name a second check: lint, types, an end-to-end test, a look by hand.',
    },
  },
  {
    dimension: 'done',
    levels: {
      0: 'left open',
      1: 'a feeling or an order to stop: when it works, when it is good enough',
      2: 'an event that anybody can look up: merged, released, deployed, tagged',
    },
    hints: {
      0: 'When is it over? For example: when the pull request is merged to main.',
      1: 'Which event can be looked up afterwards? Merged to main, released as 2.1.0, deployed to staging …',
    },
  },
];
