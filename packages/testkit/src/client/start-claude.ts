import { createInterface } from 'node:readline';
import { text as readAll } from 'node:stream/consumers';
import { isolate } from '../process/isolation.ts';
import { type ProcessGroup, startGroup } from '../process/process-group.ts';
import { TestkitError } from '../testkit-error.ts';
import { clientEnvironment } from './client-environment.ts';
import { clientPath } from './client-path.ts';
import { type ClaudeOptions, commonArguments } from './claude-options.ts';
import { type ClaudeRun, readTranscript, viewOf } from './claude-run.ts';
import { createMessageLog, type MessageLog } from './message-log.ts';
import { parseStreamMessage } from './stream-message.ts';

/** A running headless client. */
export interface RunningClaude {
  readonly log: MessageLog;
  readonly group: ProcessGroup;
  /** Resolves at its end; rejects at its timeout. */
  readonly finished: () => Promise<ClaudeRun>;
}

/** Starts the client headless in its sandbox and reads its output. */
export function startClaude(options: ClaudeOptions, formatArguments: readonly string[]): RunningClaude {
  const { sandbox, model, project = sandbox.project, timeoutMs = 60_000 } = options;
  const isolated = isolate(
    [clientPath(), '-p', ...formatArguments, ...commonArguments(options)],
    [model, ...(options.services ?? [])],
  );
  const group = startGroup({
    command: isolated.command,
    args: isolated.args,
    cwd: project.path,
    env: { ...clientEnvironment(sandbox, model), ...isolated.env, ...options.env },
    timeoutMs,
  });
  const log = createMessageLog();
  const lines: string[] = [];
  createInterface({ input: group.stdout }).on('line', (line) => {
    lines.push(line);
    const message = parseStreamMessage(line);
    if (message !== undefined) log.add(message);
  });
  const stderr = readAll(group.stderr);

  async function follow(): Promise<ClaudeRun> {
    const ending = await group.ended;
    const errors = await stderr;
    if (ending.timedOut) {
      const report = `the client didn't end within ${timeoutMs} ms\n${lastLines(lines)}\n${errors}`;
      log.end(report);
      throw new TestkitError('TIMEOUT', report);
    }
    log.end(`exit ${ending.exitCode ?? ending.signal}\n${errors}`);
    const view = viewOf(log.messages);
    return {
      ...view,
      exitCode: ending.exitCode,
      signal: ending.signal,
      stdout: lines.map((line) => `${line}\n`).join(''),
      stderr: errors,
      transcript: async () => readTranscript(sandbox.home, view.sessionId),
    };
  }

  const run = follow();
  // Also report a failure to pending message waits.
  run.catch(() => undefined);
  return { log, group, finished: async () => run };
}

/** The last lines of output, shortened: one line can be tens of kilobytes. */
function lastLines(lines: readonly string[]): string {
  return lines
    .slice(-20)
    .map((line) => line.slice(0, 400))
    .join('\n');
}
