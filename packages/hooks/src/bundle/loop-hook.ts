import { type Criterion, type Run, sanitizeLine } from '@loopwright/core';
import { isRunFromRepository } from '@loopwright/store';
import { findRoot, hasRun, isSessionId } from '@loopwright/store/presence';
import { type Answer, type HookEvent, type Output, SILENT } from '../answer.ts';
import { chooseDialect } from '../dialects/choose-dialect.ts';
import { createHandle } from '../create-handle.ts';
import { createDialects, DIALECT_NAMES } from '../dialects/create-dialects.ts';
import type { HookInput } from '../hook-input.ts';
import type { FinalProof, Ports, Prove } from '../ports.ts';
import { proofLimitMs } from '../proof/proof-limit.ts';
import { createPorts, endings, events, finalProof } from '../edge/create-ports.ts';
import { setHeld, wasHeld } from '../edge/held-session.ts';
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
  const isForged = event === 'UserPromptExpansion' && finalProof().isHandMade(place.sessionId, env);
  const hand = handIn(process.argv) ?? (isForged ? 'try' : undefined);
  const ports = createPorts(place, env, dialect, hand);
  const prove: Prove = (session, checks) =>
    isRunFromRepository(place)
      ? unseen(checks, 'the loop was not started on this machine')
      : hand || finalProof().isHandMade(place.sessionId, env)
        ? unseen(checks, 'this stop was made by hand, not by the client')
        : finalProof().proveClaim(session, checks, {
            root,
            isAgreed: (criterion) => finalProof().isAgreed(place, env, criterion),
            env,
            askJudge: finalProof().judgeOf(root, env),
            limitMs: proofLimitMs(env['LOOP_PROOF_MINUTES']),
            now: ports.now,
            newId: ports.newId,
          });
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
    const isGone = event === 'Stop' && wasHeld(env, input.sessionId) && !hasRun(root, input.sessionId);
    if (!hand && (isHeld !== undefined || isGone)) setHeld(env, input.sessionId, isHeld === true && !isGone);
    const output = speak(isGone && answer === SILENT ? { kind: 'tell', event, message: GONE } : answer);
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
      finalProof().rememberPrompt(place, env, input.commandArgs);
      finalProof().rememberWords(place, env, input, ports.now());
    }
  } catch (error) {
    report(error);
  }
  ports.close();
  return undefined;
}

/** The run whose user is told that the session was let go: it ended, rests, or waits for them. */
function letGoOf(answer: Answer, event: HookEvent, ports: Pick<Ports, 'openRun'>): Run | undefined {
  if (event === 'StopFailure') return answer.kind === 'tell' ? ports.openRun()?.run : undefined;
  if (answer.kind !== 'stop' || answer.verdict.kind !== 'allow') return undefined;
  return answer.verdict.ending || answer.verdict.rule === 'needs-user' ? answer.run : undefined;
}

function warnOfDialect(asked: string, used: string): void {
  const known = [...DIALECT_NAMES, 'auto'].join(', ');
  process.stderr.write(`loop: unknown dialect ${sanitizeLine(asked)}, using ${used}; known: ${known}\n`);
}

/** Some hosts shorten the home folder to `~`, as in seed 001. */
function wholePath(path: string, home: string | undefined): string {
  return home && path.startsWith('~/') ? home + path.slice(1) : path;
}

const GONE =
  '[LOOP] The loop of this session no longer holds it: its journal was deleted or damaged, or another session took it over.';

/** How `loop hook` made the call: only tried, so that nothing is recorded, or recorded as made by hand. */
function handIn(args: readonly string[]): 'try' | 'really' | undefined {
  return args.includes('--try') ? 'try' : args.includes('--really') ? 'really' : undefined;
}

/** The answer where the hook may run nothing. */
function unseen(checks: readonly Criterion[], reason: string): Promise<FinalProof> {
  return Promise.resolve({ unseen: checks.map(({ name }) => ({ criterion: name, reason })), outputs: [] });
}

function print({ stdout, stderr, exitCode }: Output): void {
  if (stdout !== '') writeStdout(stdout);
  if (stderr) process.stderr.write(stderr);
  process.exitCode = exitCode;
}
