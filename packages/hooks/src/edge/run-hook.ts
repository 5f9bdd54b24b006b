import { type Run, sanitizeLine, type Verdict } from '@loopwright/core';
import { findRoot, hasRun, isSessionId } from '@loopwright/store/presence';
import { type Answer, type HookEvent, type Output, SILENT } from '../answer.ts';
import { chooseDialect } from '../dialects/choose-dialect.ts';
import { createDialects, DIALECT_NAMES, type DialectName } from '../dialects/create-dialects.ts';
import type { HookInput } from '../hook-input.ts';
import type { CommonPorts, Prove, StopPorts } from '../ports.ts';
import { type createStopPorts, type HookState, rare } from './create-ports.ts';
import { setHeld, unansweredStop } from './held-session.ts';
import { hooksOffIn } from './hooks-off.ts';
import { takeActs } from './terminal-acts.ts';
import { reportFailure } from './report-failure.ts';
import { writeStdout } from './write-stdout.ts';

/** One call of a hook, once its input is known. */
export interface HookCall {
  readonly event: HookEvent;
  readonly dialect: string | undefined;
  readonly input: HookInput;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How events are answered, and the world that their handlers may touch. */
interface Program<P extends StopPorts> {
  readonly createPorts: (...args: Parameters<typeof createStopPorts>) => P & HookState;
  readonly handle: (event: HookEvent, input: HookInput, ports: P, prove: Prove) => Answer | Promise<Answer>;
}

/** The events whose message the user surely reads. */
const TELLING: ReadonlySet<string> = new Set<HookEvent>(['Stop', 'SessionStart', 'UserPromptSubmit']);

/** Carries out a hook: open, decide, record, project, print. An error is reported and never blocks. */
export function runHook<P extends StopPorts>(
  call: HookCall,
  { createPorts, handle }: Program<P>,
): Promise<void> | undefined {
  const { event, env } = call;
  const input = { ...call.input, transcriptPath: wholePath(call.input.transcriptPath, env['HOME']) };
  const dialect = dialectOf(call);
  const speak = createDialects(rare)[dialect];
  const root = findRoot(env, input.cwd, input.sessionId) ?? input.cwd;
  // No valid session: don't block.
  if (!isSessionId(input.sessionId) || root === '') {
    print(speak(SILENT));
    return undefined;
  }
  const place = { root, sessionId: input.sessionId };
  // What Claude's shell hands to the hook in the user's name is not the user's word.
  const isPretended = USERS.has(event) && rare().isHandMade(place, env);
  const hand = handIn(process.argv) ?? (isPretended ? 'try' : undefined);
  const ports = createPorts({ ...place, cwd: input.cwd }, env, dialect, hand);
  const unanswered = unansweredStop(env, input.sessionId);
  const wasGoingOn = unanswered !== undefined;

  function finish(answer: Answer): void {
    const isHeld = ports.isHeld();
    // This end was recorded by a stop that was killed before its answer.
    const cutOff = unanswered && !hand ? ports.cutOff(unanswered) : undefined;
    const isTold = cutOff !== undefined && TELLING.has(event);
    const { rule, ending } = isTold ? { rule: undefined, ending: cutOff.ending } : endOf(answer);
    // Later stops of a loop that is over load nothing more.
    const isNew = ending && (wasGoingOn || rule !== 'ended') && !hand;
    const runId = answer.kind === 'stop' ? answer.run?.id : cutOff?.id;
    const forged = isNew && rare().settleContract(place, env, ending, rule, runId);
    const isGone = event === 'Stop' && wasGoingOn && !hasRun(root, input.sessionId);
    const message = isGone && answer === SILENT ? rare().goneLine() : forged || undefined;
    const off = isHeld === true && TELLING.has(event) ? hooksOffIn(env, root) : undefined;
    const lines = [
      ...(isTold ? rare().endLines(cutOff) : []),
      ...ports.told(),
      ...(TELLING.has(event) && !hand ? takeActs(place, env) : []),
      ...(off === undefined ? [] : [rare().hooksOffLine(off)]),
    ];
    const said: Answer = message === undefined ? answer : { kind: 'tell', event, message };
    const output = speak(said, { lines });
    const run = hand || output.stdout === '' ? undefined : letGoOf(answer, event, ports);
    print(run ? speak(said, { lines, terminalSequence: notified(run) }) : output);
    // Clear the mark after the answer: if a kill comes before, the next event tells the end.
    if (!hand && (isHeld !== undefined || isGone) && !(cutOff && !isTold))
      setHeld(env, input.sessionId, isHeld === true && !isGone);
  }

  function notified(run: Run): string | undefined {
    return rare().notify(rare().notificationOf(run, run.status === 'active'), root, env);
  }

  function report(error: unknown): void {
    // The client doesn't wait for an answer any more.
    if ((error as Error | undefined)?.name === 'ProofInterrupted') return;
    const line = reportFailure(error, root, event);
    const message = `[LOOP] ${line.slice('loop: '.length)}. For more: loop doctor`;
    // A host that reads `ok` expects its own answer.
    print(speak(event === 'Stop' && dialect !== 'ok' ? { kind: 'tell', event, message } : SILENT));
  }

  try {
    const answer = handle(event, input, ports, (session, checks) =>
      rare().hooksProof({ place, env, hand })(session, checks),
    );
    if (answer instanceof Promise) return answer.then(finish).catch(report).finally(ports.close);
    finish(answer);
    // After the answer: a state folder that can't be written must not cost the user the draft.
    if (event === 'UserPromptExpansion' && !hand && input.commandName.startsWith('loop:')) {
      const drafted = ports.draftedId();
      const beside = drafted === undefined ? ports.openRun()?.run.id : undefined;
      rare().rememberTyped(place, env, input, { at: ports.now(), drafted, beside });
    }
  } catch (error) {
    report(error);
  }
  ports.close();
  return undefined;
}

/** The events that report an act of the user. */
const USERS: ReadonlySet<string> = new Set<HookEvent>(['UserPromptExpansion', 'UserPromptSubmit']);

/** The run that no longer holds the session and tells its user so: it ended, rests, or waits for them. */
function letGoOf(answer: Answer, event: HookEvent, ports: CommonPorts): Run | undefined {
  if (event === 'StopFailure') return answer.kind === 'tell' ? ports.openRun()?.run : undefined;
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
