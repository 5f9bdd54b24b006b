// The rules of a loop in a host of your own: facts go in as commands, the answer and the events come out.
import { decide, endingName, explainStop, fold, type Command, type Run } from '@loopwright/core';
import { commandSchema } from '@loopwright/core/schemas';

let run: Run | undefined;
const apply = (command: Command) => {
  const decision = decide(run, command);
  run = fold(decision.events, run);
  return decision;
};

// Foreign data is parsed with the schema.
apply(
  commandSchema.parse({
    type: 'start',
    at: 0,
    runId: 'run-1',
    session: 'session-1',
    frameId: 'frame-1',
    spec: 'Make the tests pass',
    criteria: [{ name: 'tests', check: { command: 'npm test' } }],
    limits: { iterations: 2 },
  }),
);

for (const at of [1000, 2000, 3000]) {
  const { verdict } = decide(run, { type: 'stop', at });
  console.log(verdict.kind, verdict.rule);
  apply({ type: 'stop', at });
}
// → block continue
// → block continue
// → allow limit

const first: Run | undefined = run;
console.log(first?.status, first?.ending && endingName(first.ending));
// → paused paused:iterations
if (first) console.log(explainStop(first, { type: 'stop', at: 4000 }).length);
// → 14
