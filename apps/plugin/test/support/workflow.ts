import { bash } from './stage.ts';

/** A spec that is clear enough to be shaped at once. */
export const CLEAR =
  'POST /api/auth/token answers expired tokens with a ValidationError. Only sum.js changes, no new dependencies. All tests in npm test pass. Done when the PR is merged to main.';

/** The user's command for a workflow that asks no questions. */
export const startPrompt = `/loop:start ${CLEAR} --workflow --shape tool`;

/** Claude writes down a shape with one criterion, which the sample project doesn't meet. */
export const writeShape = bash(
  `mkdir -p .loop/shape && printf '## Criteria\\n- tests pass: \`node test.js\`\\n## mustNot\\n- none\\n## Verification\\n- execution output\\n' > .loop/shape/SHAPE.md`,
);
