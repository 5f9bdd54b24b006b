import { expect, test } from 'vitest';
import * as core from '../src/index.ts';

test.each([
  'decide',
  'evolve',
  'fold',
  'stopRules',
  'parseCriteriaState',
  'parseWorkflowState',
  'parseStackState',
  'toCriteriaState',
  'toWorkflowState',
  'toStackState',
  'announce',
  'statusBlock',
  'planWaves',
])('other software relies on the public name %s', (name) => {
  expect(core).toHaveProperty(name);
});
