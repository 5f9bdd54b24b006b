import { type Command, decide, fold, type Run, scopeOf } from '@loopwright/core';
import type { Answers } from '@loopwright/core/contract';
import { createReader } from '@loopwright/transcript/quick';
import * as parser from '@loopwright/transcript/remark';
import type { Answer } from '../../src/answer.ts';
import { handle } from '../../src/handle.ts';
import { hookInput, type HookInput } from '../../src/hook-input.ts';
import type { Ports, SessionRun, Submission } from '../../src/ports.ts';

/** The time in every test unless it says otherwise. */
export const NOON = 1_780_000_000_000;

const reader = createReader(() => parser);

/** A world in memory: one session's run, folded by core itself. */
export type World = ReturnType<typeof createWorld>;

/** Creates a world; `environment` overrides that of a session with a user. */
export function createWorld(environment: Partial<Ports['environment']> = {}) {
  let marks = 0;
  const session: SessionRun = {
    get run() {
      if (!world.run) throw new Error('no run');
      return world.run;
    },
    submit: (command): Submission => {
      if (world.isBroken) return { status: 'unrecorded', reason: 'full' };
      const decision = decide(world.run, command);
      if (decision.events.length === 0) return { status: 'answered', decision, run: world.run };
      world.recorded.push(command);
      world.run = fold(decision.events, world.run);
      return { status: 'recorded', decision, run: world.run };
    },
    work: {
      place: { kind: 'project', root: '/project', folder: '/project', path: '/project' },
      identities: (scopes) =>
        scopes.map((check) => {
          world.treeReads += 1;
          if (world.fingerprint === undefined) return { status: 'unknown', reason: 'the tree is gone' };
          const identity = [world.fingerprint, scopeOf(check)].filter((part) => part !== '').join(':');
          return { status: 'known', identity, source: 'git' };
        }),
      touched: () => ({ changed: 0, deleted: 0, added: 0, files: [], guarded: [], guardedCount: 0 }),
      forget: () => undefined,
    },
    audit: () => world.forged,
    importEdits: () => {
      world.imports += 1;
      return false;
    },
    countUsage: () => {
      if (!world.usage) return undefined;
      const [from, to] = [world.run?.usageMark ?? '', `mark-${(marks += 1)}`];
      return { spent: { ...world.usage, from, to }, tidy: (run) => world.tidied.push(run?.usageMark) };
    },
    project: () => {
      world.projections += 1;
    },
    isCurrent: () => world.isThere,
  };
  const ports: Ports = {
    environment: { isHeadless: false, command: 'loop', ...environment },
    now: () => NOON,
    root: '/p',
    reader,
    openRun: () => (world.run ? session : undefined),
    draftRun: (command) => {
      world.run = fold(decide(world.run, command).events, world.run);
    },
    approve: (opened, words) => {
      opened.submit({ type: 'approve', at: NOON, ...(words !== '' && { names: [words] }) });
      return `approved ${words || 'all'}`;
    },
    rememberAnswers: (answers) => {
      world.answers.push(answers);
    },
    putAwayForeignRun: () => {
      if (!world.isForeign) return false;
      world.run = undefined;
      return true;
    },
    hasForeignRun: () => world.isForeign,
    takeOverForeignRun: (runId) => {
      world.takenOver.push(runId);
    },
    adoptRun: () => {
      if (!world.adoptable) return undefined;
      world.run = world.adoptable;
      return { session, notices: [] };
    },
    readHandWritten: () => world.handWritten,
    readTrace: () => world.trace,
    openTasks: () => world.openTasks,
    runVerb: (args) => world.runVerb?.(args),
  };
  const world = {
    ports,
    /** The client reports an event; the fields that aren't given are empty. */
    answer: (event: string, fields: Partial<HookInput> = {}): Promise<Answer> =>
      handle(event, input(fields), ports),
    /** Every recorded command. */
    recorded: [] as Command[],
    run: undefined as Run | undefined,
    /** Makes the next submissions fail, as a full disk would. */
    isBroken: false,
    /** False after the journal was removed. */
    isThere: true,
    /** The identity of the work tree; undefined when it can't be read. */
    fingerprint: 'tree-1' as string | undefined,
    openTasks: undefined as readonly string[] | undefined,
    trace: undefined as string | undefined,
    adoptable: undefined as Run | undefined,
    handWritten: undefined as string | undefined,
    /** Whether the run came with the repository. */
    isForeign: false,
    /** The plugin's own command, if there is one. */
    runVerb: undefined as ((args: readonly string[]) => string | undefined) | undefined,
    /** Why the journal is no proof. */
    forged: undefined as string | undefined,
    /** The user's answers in dialogs. */
    answers: [] as Answers[],
    /** The runs that the user took over by name; undefined is that of the session. */
    takenOver: [] as (string | undefined)[],
    /** The result of the next counts. */
    usage: undefined as { readonly usd: number; readonly tokens: number } | undefined,
    /** The run's mark, each time that a count was tidied up. */
    tidied: [] as (string | undefined)[],
    projections: 0,
    /** How many scopes of the work tree were read. */
    treeReads: 0,
    imports: 0,
  };
  return world;
}

/** Puts commands on record before the test begins, and gives the world back. */
export function given(world: World, ...commands: readonly Command[]): World {
  for (const command of commands) {
    const { events, rejected } = decide(world.run, command);
    if (rejected) throw new Error(`given ${command.type}: ${rejected.code}`);
    world.run = fold(events, world.run);
  }
  return world;
}

/** A world with a loop, and these commands on record after its start. */
export function createLoop(...commands: readonly Command[]): World {
  return given(createWorld(), started(), ...commands);
}

/** A loop with one checked criterion and one step. */
export function started(over: Partial<Extract<Command, { type: 'start' }>> = {}): Command {
  return {
    type: 'start',
    at: NOON,
    runId: 'run-1',
    session: 'session-1',
    frameId: 'frame-1',
    spec: 'make the tests pass',
    criteria: [{ name: 'tests pass', check: { command: 'npm test' } }],
    steps: ['fix the parser'],
    shape: 'tool',
    ...over,
  };
}

/** Evidence that the check passed on a work tree. */
export function verified(fingerprint = 'tree-1', passed = true): Command {
  const evidence = { id: 'e1', at: NOON, passed, exitCode: passed ? 0 : 1, durationMs: 5, fingerprint };
  return { type: 'verify', at: NOON, results: [{ criterion: 'tests pass', evidence }] };
}

/** The client's input with the given fields; all others are empty. */
export function input(fields: Partial<HookInput> = {}): HookInput {
  return hookInput({ eventName: 'Stop', sessionId: 'session-1', cwd: '/project', ...fields });
}
