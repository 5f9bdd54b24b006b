// The loop under a host of your own that keeps the run in memory: its ports are all that a handler touches.
import { decide, fold, type Command, type Run } from '@loopwright/core';
import { dialects, handleStop, parseHookInput, type SessionRun, type StopPorts } from '@loopwright/hooks';
import { parseStatusBlock, readSignals } from '@loopwright/transcript';

let run: Run | undefined;
const submit = (command: Command) => {
  const decision = decide(run, command);
  run = fold(decision.events, run);
  return { status: 'recorded', decision, run } as const;
};
const started = submit({
  type: 'start',
  at: Date.now(),
  runId: 'run-1',
  session: 's-1',
  frameId: 'frame-1',
  spec: 'Translate the page',
}).run;
if (started === undefined) throw new Error('not started');

const session: SessionRun = {
  get run() {
    return run ?? started;
  },
  submit,
  audit: () => undefined,
  importEdits: () => false,
  work: {
    identities: (scopes) => scopes.map(() => ({ status: 'unknown', reason: 'this host has no work tree' })),
    touched: () => ({ changed: 0, deleted: 0, added: 0, files: [], guarded: [], guardedCount: 0 }),
    forget: () => undefined,
  },
  countUsage: () => undefined,
  project: () => undefined,
  isCurrent: () => true,
};

const ports: StopPorts = {
  environment: { isHeadless: true, command: 'loop' },
  now: Date.now,
  reader: { readSignals, parseStatusBlock },
  openRun: () => session,
  adoptRun: () => undefined,
  openTasks: () => undefined,
};

for (const message of ['Half of it is translated.', 'All of it.\n\n<loop-done>COMPLETE</loop-done>']) {
  const input = parseHookInput({ session_id: 's-1', cwd: '/', last_assistant_message: message });
  if (input === undefined) throw new Error('no input');
  const { stdout } = dialects.ok(await handleStop(input, ports));
  console.log(JSON.parse(stdout).ok, run?.status);
}
// → false active
// → true completed
