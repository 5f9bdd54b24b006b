// Sorts a backlog: what an agent can do alone, what needs check-ins, what must be clarified first.
import { scorePlan, scoreSpec, shapeForPlan, shapeForSpec } from '@loopwright/scoring';

const backlog = [
  'Improve performance',
  'POST /api/token answers in under 100 ms. Only src/auth changes, no new dependencies. npm test passes, npm run lint is clean. Done when the PR is merged.',
];
for (const spec of backlog) {
  const { total, hints } = scoreSpec(spec);
  console.log(shapeForSpec(total), Object.keys(hints));
}
// → clarify [ 'outcome', 'scope', 'constraints', 'success', 'done' ]
// → tool []

// The same vague words with checks that prove them:
const plan = scorePlan({
  spec: 'make the login tests pass',
  criteria: [
    { name: 'tests', check: 'npm test' },
    { name: 'lint', check: 'npm run lint' },
  ],
});
console.log(
  shapeForPlan(plan),
  plan.parts.success.map(({ text }) => text),
);
// → colleague [ 'tests: npm test', 'lint: npm run lint' ]
