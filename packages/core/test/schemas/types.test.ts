import type * as z from 'zod/mini';
import { expectTypeOf, test } from 'vitest';
import type { Command } from '../../src/model/command.ts';
import type { LoopEvent } from '../../src/model/event.ts';
import type { Run } from '../../src/model/run.ts';
import type { CriteriaState, StackState, WorkflowState } from '../../src/model/view-files.ts';
import type { command } from '../../src/schemas/command.ts';
import type { criteriaState } from '../../src/schemas/criteria-state.ts';
import type { loopEvent } from '../../src/schemas/event.ts';
import type { run } from '../../src/schemas/run.ts';
import type { stackState } from '../../src/schemas/stack-state.ts';
import type { workflowState } from '../../src/schemas/workflow-state.ts';

// The compiler answers here, in the type check of the tests: a field too many, too few or of another type fails it.
test('the schemas accept exactly the named types', () => {
  expectTypeOf<z.infer<typeof run>>().toEqualTypeOf<Run>();
  expectTypeOf<z.infer<typeof command>>().toEqualTypeOf<Command>();
  expectTypeOf<z.infer<typeof loopEvent>>().toEqualTypeOf<LoopEvent>();
  expectTypeOf<z.infer<typeof criteriaState>>().toEqualTypeOf<CriteriaState>();
  expectTypeOf<z.infer<typeof workflowState>>().toEqualTypeOf<WorkflowState>();
  expectTypeOf<z.infer<typeof stackState>>().toEqualTypeOf<StackState>();
});
