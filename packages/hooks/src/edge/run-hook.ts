import { writeSync } from 'node:fs';
import { type Run, sanitizeLine, type Verdict } from '@loopwright/core';
import { type Answer, type HookEvent, type Output, SILENT } from '../answer.ts';
import { chooseDialect } from '../dialects/choose-dialect.ts';
import { createDialects, DIALECT_NAMES, type DialectName } from '../dialects/create-dialects.ts';
import type { HookInput } from '../hook-input.ts';
import type { StopPorts } from '../ports.ts';
import { setHeld } from './held-session.ts';
import { hooksOffIn } from './switched-off.ts';
import { type HookSession, type HookState, rare } from './open-ports.ts';
import { reportFailure } from './report-failure.ts';
import { takeActs } from './terminal-acts.ts';
import type { Env } from '../env.ts';

/** One call of a hook in a session that may have a loop. */
export interface HookCall {
  readonly event: HookEvent;
  readonly dialect: string | undefined;
  readonly input: HookInput;
  readonly env: Env;
  /** The project. */
  readonly root: string;
  /** The session has a journal. */
  readonly hasRun: boolean;
  /** The time of a stop that was killed before its answer; empty for a held session, undefined for any other. */
  readonly unanswered: string | undefined;
}

/** How events are answered, and the world that their handlers may touch. */
interface Program<P extends StopPorts> {
  readonly open: (session: HookSession, state: HookState) => P;
  readonly handle: (event: HookEvent, input: HookInput, ports: P) => Promise<Answer>;
}

/** The events whose message the user surely reads. */
const TELLING: ReadonlySet<string> = new Set<HookEvent>(['Stop', 'SessionStart', 'UserPromptSubmit']);

/** The events that report an act of the user. */
const USERS: ReadonlySet<string> = new Set<HookEvent>(['UserPromptExpansion', 'UserPromptSubmit']);

/** Carries out a hook: open, decide, record, project, print. An error is reported and never blocks. */
export async function runHook<P extends StopPorts>(call: HookCall, program: Program<P>): Promise<void> {
  const { event, env, root, hasRun } = call;
  const input = { ...call.input, transcriptPath: wholePath(call.input.transcriptPath, env['HOME']) };
  const dialect = dialectOf(call);
  const speak = createDialects(rare)[dialect];
  const place = { root, sessionId: input.sessionId };
  // What Claude's shell hands to the hook in the user's name is not the user's word.
  const caller = USERS.has(event) ? rare().callerOf(place, env) : 'client';
  const hand = handIn(process.argv) ?? (caller === 'other' ? 'try' : undefined);
  const state: HookState = { opened: [], told: [] };
  const isTelling = TELLING.has(event);
  try {
    const ports = program.open({ ...place, cwd: input.cwd, env, hasRun, dialect, hand }, state);
    const answer = await program.handle(event, input, ports);
    finish(answer);
    // After the answer: a state folder that can't be written must not cost the user the draft.
    if (event === 'UserPromptExpansion' && !hand && input.commandName.startsWith('loop:')) {
      const { draftedId: drafted } = state;
      const beside = drafted === undefined ? ports.openRun()?.run.id : undefined;
      rare().rememberTyped(place, env, input, { at: ports.now(), drafted, beside });
      if (caller === 'terminal') rare().rememberAct(place, env, `/${input.commandName}`);
    }
  } catch (error) {
    report(error);
  }
  for (const opened of state.opened) opened.close();

  function finish(answer: Answer): void {
    const opened = state.opened.at(-1);
    const run = opened?.run;
    const isHeld = state.draftedId !== undefined || run?.status === 'active' || run?.status === 'draft';
    const wasHeld = call.unanswered !== undefined;
    const isGone = event === 'Stop' && wasHeld && !hasRun && !run;
    // An event whose message the user may not read leaves the end of a killed stop to the next one.
    const killed =
      call.unanswered && !hand ? rare().endOfKilledStop(opened, call.unanswered, env) : undefined;
    const cutOff = isTelling ? killed : undefined;
    const { rule, ending } = cutOff ? { rule: undefined, ending: cutOff.ending } : endOf(answer);
    // Later stops of a loop that is over load nothing more.
    const isNew = ending && (wasHeld || rule !== 'ended') && !hand;
    const forged = isNew ? rare().settleContract(place, env, ending, rule, run?.id) : undefined;
    const message = isGone && answer === SILENT ? rare().GONE : forged;
    const said: Answer = message === undefined ? answer : { kind: 'tell', event, message };
    const off = isHeld && isTelling ? hooksOffIn(env, root) : undefined;
    const lines = [
      ...(cutOff ? rare().endLines(cutOff) : []),
      ...state.told,
      ...(isTelling && !hand ? takeActs(place, env) : []),
      ...(off === undefined ? [] : [rare().hooksOffLine(off)]),
    ];
    const output = speak(said, { lines });
    const letGo = hand || output.stdout === '' ? undefined : letGoOf(answer, event, run);
    print(letGo ? speak(said, { lines, terminalSequence: rare().notify(letGo, root, env) }) : output);
    // Clear the mark after the answer: if a kill comes before, the next event tells the end.
    const isKnown = run !== undefined || state.draftedId !== undefined || isGone;
    if (!hand && isKnown && killed === cutOff) setHeld(env, input.sessionId, isHeld && !isGone);
  }

  function report(error: unknown): void {
    // The client doesn't wait for an answer any more.
    if ((error as Error | undefined)?.name === 'ProofInterrupted') return;
    const line = reportFailure(error, root, event);
    const message = `[LOOP] ${line.slice('loop: '.length)}. For more: loop doctor`;
    // A host that reads `ok` expects its own answer.
    print(speak(event === 'Stop' && dialect !== 'ok' ? { kind: 'tell', event, message } : SILENT));
  }
}

/** The run that no longer holds the session and tells its user so: it ended, rests, or waits for them. */
function letGoOf(answer: Answer, event: HookEvent, run: Run | undefined): Run | undefined {
  if (event === 'StopFailure') return answer.kind === 'tell' ? run : undefined;
  if (answer.kind !== 'stop' || answer.verdict.kind !== 'allow') return undefined;
  return answer.verdict.ending || answer.verdict.rule === 'needs-user' ? answer.run : undefined;
}

function dialectOf({ dialect: asked, env }: HookCall): DialectName {
  const dialect = chooseDialect(asked, env['AI_AGENT']);
  if (asked && asked !== 'auto' && asked !== dialect) {
    const known = [...DIALECT_NAMES, 'auto'].join(', ');
    process.stderr.write(`loop: unknown dialect ${sanitizeLine(asked)}, using ${dialect}; known: ${known}\n`);
  }
  return dialect;
}

function endOf(answer: Answer): Partial<Extract<Verdict, { kind: 'allow' }>> {
  return answer.kind === 'stop' && answer.verdict.kind === 'allow' ? answer.verdict : {};
}

/** Some hosts shorten the home folder to `~`, as in seed 001. */
function wholePath(path: string, home: string | undefined): string {
  return home && path.startsWith('~/') ? home + path.slice(1) : path;
}

/** How `loop hook` made the call: only tried, so that nothing is recorded, or recorded as made by hand. */
function handIn(args: readonly string[]): 'try' | 'really' | undefined {
  return args.includes('--try') ? 'try' : args.includes('--really') ? 'really' : undefined;
}

function print({ stdout, stderr, exitCode }: Output): void {
  if (stdout !== '') writeStdout(stdout);
  if (stderr) process.stderr.write(stderr);
  process.exitCode = exitCode;
}

/** A reader that is slow for longer than this is gone. */
const MAX_RETRIES = 2000;

/** Writes all text to standard output: retries a full pipe, gives up on a closed one. */
function writeStdout(text: string): void {
  const bytes = Buffer.from(text);
  let offset = 0;
  for (let retries = 0; offset < bytes.length && retries < MAX_RETRIES;) {
    try {
      offset += writeSync(1, bytes, offset);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      retries += 1;
    }
  }
}
