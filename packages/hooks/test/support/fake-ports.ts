import { type Command, decide, evolve, type Run, scopeOf, type Touched } from '@loopwright/core';
import { createReader } from '@loopwright/transcript/quick';
import * as parser from '@loopwright/transcript/remark';
import { hookInput, type HookInput } from '../../src/hook-input.ts';
import type { Ports, SessionRun, Submission, Work } from '../../src/ports.ts';

/** The time in every test unless it says otherwise. */
export const NOON = 1_780_000_000_000;

/** A world in memory: one session's run, folded by core itself. */
export interface World {
  readonly ports: Ports;
  /** Every recorded command. */
  readonly recorded: Command[];
  run: Run | undefined;
  /** Makes the next submissions fail, as a full disk would. */
  isBroken: boolean;
  /** False after the journal was removed. */
  isThere: boolean;
  /** Where Claude works. */
  place: SessionRun['work']['place'];
  /** The identity of the work tree; undefined when it can't be read. */
  fingerprint: string | undefined;
  /** The starts that the work tree was compared with, and the result. */
  readonly touchedSince: Parameters<Work['touched']>[0][];
  touched: Touched;
  openTasks: readonly string[] | undefined;
  trace: string | undefined;
  adoptable: Run | undefined;
  handWritten: string | undefined;
  /** Whether the run came with the repository. */
  isForeign: boolean;
  /** The plugin's own command, if there is one. */
  runVerb: ((args: readonly string[]) => string | undefined) | undefined;
  /** Why the journal is no proof. */
  forged: string | undefined;
  /** The runs that the user took over by name; undefined is that of the session. */
  takenOver: (string | undefined)[];
  /** The result of the next counts. */
  usage: { readonly usd: number; readonly tokens: number } | undefined;
  /** The run's mark, each time that a count was tidied up. */
  readonly tidied: (string | undefined)[];
  projections: number;
  /** How often only the line of an iteration was written. */
  receipts: number;
  /** Whether somebody edited `state.json`. */
  isEdited: boolean;
  /** How many scopes of the work tree were read. */
  treeReads: number;
  imports: number;
}

/** Creates a world; `environment` overrides that of a session with a user. */
export function createWorld(environment: Partial<Ports['environment']> = {}): World {
  const reader = createReader(() => parser);
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
      world.run = decision.events.reduce<Run | undefined>(evolve, world.run);
      return { status: 'recorded', decision, run: world.run };
    },
    work: {
      get place() {
        return world.place;
      },
      identities: (scopes) =>
        scopes.map((check) => {
          world.treeReads += 1;
          if (world.fingerprint === undefined) return { status: 'unknown', reason: 'the tree is gone' };
          const identity = [world.fingerprint, scopeOf(check)].filter((part) => part !== '').join(':');
          return { status: 'known', identity, source: 'git' };
        }),
      touched: (start) => {
        world.touchedSince.push(start);
        return world.touched;
      },
      forget: () => undefined,
    },
    audit: () => world.forged,
    importEdits: () => {
      world.imports += 1;
      return world.isEdited;
    },
    countUsage: () => {
      if (!world.usage) return undefined;
      const { usd, tokens } = world.usage;
      const [from, to] = [world.run?.usageMark ?? '', `mark-${(marks += 1)}`];
      return { spent: { usd, tokens, from, to }, tidy: (run) => world.tidied.push(run?.usageMark) };
    },
    project: () => {
      world.projections += 1;
    },
    writeReceipt: () => {
      world.receipts += 1;
    },
    isCurrent: () => world.isThere,
  };
  const world: World = {
    recorded: [],
    run: undefined,
    isBroken: false,
    isThere: true,
    place: { kind: 'project', root: '/project', folder: '/project', path: '/project' },
    fingerprint: 'tree-1',
    touchedSince: [],
    touched: {
      changed: 0,
      deleted: 0,
      added: 0,
      files: [],
      guarded: [],
      guardedCount: 0,
    },
    openTasks: undefined,
    trace: undefined,
    adoptable: undefined,
    handWritten: undefined,
    isForeign: false,
    runVerb: undefined,
    forged: undefined,
    takenOver: [],
    usage: undefined,
    tidied: [],
    projections: 0,
    receipts: 0,
    isEdited: false,
    treeReads: 0,
    imports: 0,
    ports: {
      environment: {
        isHeadless: false,
        command: 'loop',
        ...environment,
      },
      now: () => NOON,
      root: '/p',
      reader,
      openRun: () => (world.run ? session : undefined),
      draftRun: (command) => {
        world.run = decide(world.run, command).events.reduce<Run | undefined>(evolve, world.run);
      },
      approve: (opened, words) => {
        opened.submit({ type: 'approve', at: NOON, ...(words !== '' && { names: [words] }) });
        return `approved ${words || 'all'}`;
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
    },
  };
  return world;
}

/** Puts commands on record before the test begins. */
export function given(world: World, ...commands: readonly Command[]): void {
  for (const command of commands) {
    const { events, rejected } = decide(world.run, command);
    if (rejected) throw new Error(`given ${command.type}: ${rejected.code}`);
    world.run = events.reduce<Run | undefined>(evolve, world.run);
  }
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
