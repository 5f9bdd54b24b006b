import { findRoot, isSessionId } from '@loopwright/store/presence';
import { type HookEvent, type Output, SILENT } from '../answer.ts';
import { chooseDialect } from '../dialects/choose-dialect.ts';
import { dialects } from '../dialects/dialects.ts';
import { handle } from '../handle.ts';
import type { HookInput } from '../hook-input.ts';
import { createPorts } from '../edge/create-ports.ts';
import { reportFailure } from '../edge/report-failure.ts';
import { writeStdout } from '../edge/write-stdout.ts';

export { keepCompiled } from './keep-compiled.ts';

/** One call of a hook, once its input is known. */
export interface HookCall {
  readonly event: HookEvent;
  readonly dialect: string | undefined;
  readonly input: HookInput;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Carries out a hook: open, decide, record, project, print. An error is reported and never blocks. */
export function runLoopHook({ event, dialect, input, env }: HookCall): void {
  const speak = dialects[chooseDialect(dialect, env['AI_AGENT'])];
  const root = findRoot(env, input.cwd, input.sessionId) ?? input.cwd;
  // No valid session: don't block.
  if (!isSessionId(input.sessionId) || root === '') {
    print(speak(SILENT));
    return;
  }
  const ports = createPorts({ root, sessionId: input.sessionId }, env);
  try {
    print(speak(handle(event, input, ports)));
  } catch (error) {
    reportFailure(error, root, event);
  } finally {
    ports.close();
  }
}

function print({ stdout, exitCode }: Output): void {
  if (stdout !== '') writeStdout(stdout);
  process.exitCode = exitCode;
}
