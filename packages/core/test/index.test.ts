import { expect, test } from 'vitest';
import * as core from '../src/index.ts';

test('the public names are these', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "CLAIM_BASES",
      "DEFAULT_LIMITS",
      "DEFAULT_TTL_MS",
      "MAX_FRAMES",
      "MAX_LIMITS",
      "MODES",
      "RULE_NAMES",
      "SEVERITIES",
      "SHAPES",
      "STAGES",
      "announce",
      "breakerRules",
      "command",
      "continuation",
      "decide",
      "endingName",
      "evolve",
      "explainStop",
      "explanation",
      "fold",
      "formatIdleLoop",
      "formatInstant",
      "isMet",
      "isName",
      "isVerified",
      "iterationLine",
      "limitRules",
      "loopEvent",
      "missingText",
      "noticeText",
      "okReason",
      "openTasks",
      "parseCriteriaState",
      "parseIdleLoop",
      "parseInstant",
      "parseJson",
      "parseStackState",
      "parseWorkflowState",
      "planWaves",
      "progressMarkdown",
      "receiptOf",
      "rejectionText",
      "run",
      "sanitize",
      "sanitizeLine",
      "scopeOf",
      "shipBox",
      "statusBlock",
      "stopRules",
      "summaryMarkdown",
      "taskName",
      "toCriteriaState",
      "toStackState",
      "toWorkflowState",
    ]
  `);
});

test('among them are all that other software relies on', () => {
  const promised = [
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
  ];
  const names = new Set(Object.keys(core));
  expect(promised.filter((name) => !names.has(name))).toEqual([]);
});
