import { writeSync } from 'node:fs';
import type { Env } from '@loopwright/checks';
import { type Run, sanitizeLine } from '@loopwright/core';
import { type Answer, type HookEvent, type Output, SILENT } from '../answer.ts';
import { chooseDialect, createDialects, DIALECT_NAMES, type DialectName } from '../dialects.ts';
import type { HookInput } from '../hook-input.ts';
import type { StopPorts } from '../ports.ts';
import { hooksOffIn } from './client-settings.ts';
import { type HookSession, type HookState, rare } from './open-ports.ts';
import { reportFailure } from './report-failure.ts';
import { setHeld, takeActs } from './session-files.ts';

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

/** The events whose message the user surely reads. */
const TELLING: ReadonlySet<string> = new Set<HookEvent>(['Stop', 'SessionStart', 'UserPromptSubmit']);

/** The events that report an act of the user. */
const USERS: ReadonlySet<string> = new Set<HookEvent>([
  'UserPromptExpansion',
  'UserPromptSubmit',
  'PostToolUse',
]);

/** Carries out a hook: open, decide, record, project, print. An error is reported and never blocks. */
export async function runHook<P extends StopPorts>(
  call: HookCall,
  openPorts: (session: HookSession, state: HookState) => P,
  handle: (event: HookEvent, input: HookInput, ports: P) => Promise<Answer>,
): Promise<void> {
  const { event, env, root, hasRun } = call;
  // Some hosts shorten the home folder to `~`, as in seed 001.
  const transcriptPath = call.input.transcriptPath.replace(/^~(?=\/)/, () => env['HOME'] || '~');
  const input = { ...call.input, transcriptPath };
  const dialect = dialectOf(call);
  const speak = createDialects(rare)[dialect];
  const place = { root, sessionId: input.sessionId };
  // What Claude's shell hands to the hook in the user's name is not the user's word.
  const caller = USERS.has(event) ? rare().callerOf(place, env) : 'client';
  const isTried = process.argv.includes('--try') || caller === 'other';
  const hand = process.argv.includes('--really') ? 'really' : isTried ? 'try' : undefined;
  const state: HookState = { opened: [], userLines: [] };
  try {
    const ports = openPorts({ ...place, cwd: input.cwd, env, hasRun, dialect, hand }, state);
    const answer = await handle(event, input, ports);
    finish(answer);
    // After the answer: a state folder that can't be written must not cost the user the draft.
    if (event === 'UserPromptExpansion' && !hand && input.commandName.startsWith('loop:')) {
      const { draftedId: drafted } = state;
      const beside = drafted === undefined ? ports.openRun()?.run.id : undefined;
      rare().rememberTyped(place, env, input, { at: ports.now(), drafted, beside });
      if (caller === 'terminal') rare().rememberAct(place, env, `/${input.commandName}`);
    }
    if (event === 'PostToolUse' && caller === 'terminal' && answer !== SILENT)
      rare().rememberAct(place, env, 'an answer in a dialog');
  } catch (error) {
    report(error);
  }
  for (const opened of state.opened) opened.close();

  function finish(answer: Answer): void {
    const opened = state.opened.at(-1);
    const run = opened?.run;
    const isTelling = TELLING.has(event);
    const isHeld = state.draftedId !== undefined || run?.status === 'active' || run?.status === 'draft';
    const wasHeld = call.unanswered !== undefined;
    const isGone = event === 'Stop' && wasHeld && !hasRun && !run;
    // An event whose message the user may not read leaves the end of a killed stop to the next one.
    const killed =
      call.unanswered && !hand ? rare().endOfKilledStop(opened, call.unanswered, env) : undefined;
    const cutOff = isTelling ? killed : undefined;
    const allowed = answer.kind === 'stop' && answer.verdict.kind === 'allow' ? answer.verdict : undefined;
    const ending = cutOff ? cutOff.ending : allowed?.ending;
    const rule = cutOff ? undefined : allowed?.rule;
    // Later stops of a loop that is over load nothing more.
    const isNew = ending && (wasHeld || rule !== 'ended') && !hand;
    const forged = isNew ? rare().forgetContract(place, env, ending, rule, run?.id) : undefined;
    const message = isGone && answer === SILENT ? rare().GONE : forged;
    const said: Answer = message === undefined ? answer : { kind: 'tell', event, message };
    const off = isHeld && isTelling ? hooksOffIn(env, root) : undefined;
    const lines = [
      ...(cutOff ? rare().endLines(cutOff) : []),
      ...state.userLines,
      ...(isTelling && !hand ? takeActs(place, env) : []),
      ...(off === undefined ? [] : [rare().hooksOffLine(off)]),
    ];
    const output = speak(said, { lines });
    const ended = hand || output.stdout === '' ? undefined : letGoOf(answer, event, run);
    const terminalSequence = ended && rare().notify(rare().notificationOf(ended), root, env);
    print(terminalSequence === undefined ? output : speak(said, { lines, terminalSequence }));
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

/** A reader that is slow for longer than this is gone. */
const MAX_RETRIES = 2000;

/** Prints an output whole: retries a full pipe, gives up on a closed one. */
function print({ stdout, stderr, exitCode }: Output): void {
  let bytes = Buffer.from(stdout);
  for (let retries = 0; bytes.length > 0 && retries < MAX_RETRIES;) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break;
      retries += 1;
    }
  }
  if (stderr) process.stderr.write(stderr);
  process.exitCode = exitCode;
}
