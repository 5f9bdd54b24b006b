import { type Run, sanitizeLine, type Verdict } from '@loopwright/core';
import { findRoot, hasRun, isSessionId } from '@loopwright/store/presence';
import { type Answer, type HookEvent, type Output, SILENT } from '../answer.ts';
import { chooseDialect } from '../dialects/choose-dialect.ts';
import { createHandle } from '../create-handle.ts';
import { createDialects, DIALECT_NAMES, type DialectName } from '../dialects/create-dialects.ts';
import type { HookInput } from '../hook-input.ts';
import type { Ports, Prove } from '../ports.ts';
import { createPorts, endings, events, finalProof } from '../edge/create-ports.ts';
import { setHeld, wasHeld } from '../edge/held-session.ts';
import { hooksOffIn } from '../edge/hooks-off.ts';
import { reportFailure } from '../edge/report-failure.ts';
import { writeStdout } from '../edge/write-stdout.ts';

export { keepCompiled } from './keep-compiled.ts';

const handle = createHandle(() => events().seldomHandlers);
const dialects = createDialects(endings);

/** One call of a hook, once its input is known. */
export interface HookCall {
  readonly event: HookEvent;
  readonly dialect: string | undefined;
  readonly input: HookInput;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Carries out a hook: open, decide, record, project, print. An error is reported and never blocks. The promise is for a
 * claim whose checks run first.
 */
export function runLoopHook(call: HookCall): Promise<void> | undefined {
  const { event, env } = call;
  const input = { ...call.input, transcriptPath: wholePath(call.input.transcriptPath, env['HOME']) };
  const dialect = chooseDialect(call.dialect, env['AI_AGENT']);
  if (call.dialect && call.dialect !== 'auto' && call.dialect !== dialect)
    warnOfDialect(call.dialect, dialect);
  const speak = dialects[dialect];
  const root = findRoot(env, input.cwd, input.sessionId) ?? input.cwd;
  // No valid session: don't block.
  if (!isSessionId(input.sessionId) || root === '') {
    print(speak(SILENT));
    return undefined;
  }
  const place = { root, sessionId: input.sessionId };
  // What Claude's shell hands to the hook in the user's name is not the user's word.
  const isPretended = event === 'UserPromptExpansion' && finalProof().isHandMade(place.sessionId, env);
  const hand = handIn(process.argv) ?? (isPretended ? 'try' : undefined);
  const ports = createPorts({ ...place, cwd: input.cwd }, env, dialect, hand);
  const wasGoingOn = wasHeld(env, input.sessionId);
  const prove: Prove = (session, checks) =>
    finalProof().hooksProof({ ...ports, place, env, hand }, session, checks);
  const report = (error: unknown): void => {
    // The client doesn't wait for an answer any more.
    if ((error as Error | undefined)?.name === 'ProofInterrupted') return;
    const line = reportFailure(error, root, event);
    const message = `[LOOP] ${line.slice('loop: '.length)}. For more: loop doctor`;
    // A host that reads `ok` expects its own answer.
    print(speak(event === 'Stop' && dialect !== 'ok' ? { kind: 'tell', event, message } : SILENT));
  };
  const finish = (answer: Answer): void => {
    const isHeld = ports.isHeld();
    const { rule, ending } = endOf(answer);
    // Later stops of a loop that is over load nothing more.
    const isNew = ending && (wasGoingOn || rule !== 'ended') && !hand;
    const forged = isNew && finalProof().settleContract(place, env, ending, rule, answer);
    const isGone = event === 'Stop' && wasGoingOn && !hasRun(root, input.sessionId);
    if (!hand && (isHeld !== undefined || isGone)) setHeld(env, input.sessionId, isHeld === true && !isGone);
    const message = isGone && answer === SILENT ? finalProof().GONE : forged || undefined;
    const spoken = speak(message === undefined ? answer : { kind: 'tell', event, message });
    const off = isHeld === true && tellsUser(event, dialect) ? hooksOffIn(env, root) : undefined;
    const output = off === undefined ? spoken : endings().tellHooksOff(spoken, off);
    const run = hand || output.stdout === '' ? undefined : letGoOf(answer, event, ports);
    if (!run) return print(output);
    const isAsking = run.status === 'active';
    print(endings().notify(output, endings().notificationOf(run, isAsking), root, env));
  };
  try {
    const answer = handle(event, input, ports, prove);
    if (answer instanceof Promise) {
      return answer.then(finish).catch(report).finally(ports.close);
    }
    finish(answer);
    // After the answer: a state folder that can't be written must not cost the user the draft.
    if (event === 'UserPromptExpansion' && !hand) {
      finalProof().remember(place, env, input, ports);
    }
  } catch (error) {
    report(error);
  }
  ports.close();
  return undefined;
}

/** The run that no longer holds the session and tells its user so: it ended, rests, or waits for them. */
function letGoOf(answer: Answer, event: HookEvent, ports: Pick<Ports, 'openRun'>): Run | undefined {
  if (event === 'StopFailure') return answer.kind === 'tell' ? ports.openRun()?.run : undefined;
  if (answer.kind !== 'stop' || answer.verdict.kind !== 'allow') return undefined;
  return answer.verdict.ending || answer.verdict.rule === 'needs-user' ? answer.run : undefined;
}

/** Whether the user reads messages of this event, in the client's own dialects. */
function tellsUser(event: HookEvent, dialect: DialectName): boolean {
  const isRead = event === 'Stop' || event === 'SessionStart' || event === 'UserPromptSubmit';
  return isRead && (dialect === 'context' || dialect === 'block');
}

function warnOfDialect(asked: string, used: string): void {
  const known = [...DIALECT_NAMES, 'auto'].join(', ');
  process.stderr.write(`loop: unknown dialect ${sanitizeLine(asked)}, using ${used}; known: ${known}\n`);
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
