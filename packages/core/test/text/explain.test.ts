import { expect, test } from 'vitest';
import { explanation } from '../../src/text/explain.ts';
import { AT, evidence, given, openedWith, SAME_TREE } from '../support/given.ts';

test('the explanation of a stop, rule by rule', () => {
  const criteria = [{ name: 'k', failures: 0, check: { command: 'x' }, evidence: evidence(true) }];
  const { run } = given(openedWith({ criteria, exitSignal: true, iteration: 10 }));
  expect(explanation(run, { type: 'stop', at: AT, fingerprints: SAME_TREE, waitingFor: [] }))
    .toMatchInlineSnapshot(`
      "   1 disabled   does not hold (disabled: no)
         2 no-loop    does not hold (status: active; open tasks: none)
         3 not-main   does not hold (subagent: no)
         4 ended      does not hold (status: active)
         5 corrupt    does not hold (iteration: 10; limit: 10)
         6 stale      does not hold (silent for: 0s; time to live: 2h)
         7 waiting    does not hold (waiting for: none)
         8 needs-user does not hold (need: none; shape: tool)
         9 gave-up    does not hold (claim: exit signal)
      → 10 done       fired (claim: exit signal; missing: none)
            Somebody claims the work is done and every proof holds.
        11 breaker    does not hold (breaker: none; same criterion: 0; same error: 0; same file: 0; permission: 0; idle: 0; same message: 0; gate: 0; review: 0; judge: 0)
        12 limit      holds too, came later (limit: iterations; iteration: 10; iterations: 10; spent: $0; budget: $25; spent tokens: 0; budget tokens: none; elapsed: 0s; time: none)
        13 unproved   does not hold (claim: exit signal; missing: none)
        14 continue   holds too, came later (missing: none)"
    `);
});

test('the background work of a stop is listed by name', () => {
  const { run } = given(openedWith({}));
  const waitingFor = ['a build', 'a wake-up'];
  expect(explanation(run, { type: 'stop', at: AT, waitingFor })).toContain(
    '→  7 waiting    fired (waiting for: a build, a wake-up)',
  );
});
