import { createLineSplitter, runProgram } from '@loopwright/checks';
import type { Env } from '../../../program/context.ts';

/** One `loop run` for a spec, in a process of its own. */
export interface JobCall {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly cwd: string;
  readonly env: Env;
  /** Called with its process id, which is also its process group. */
  onStart(pid: number): void;
  /** Called with each line for people. */
  onLine(line: string): void;
}

/** No line for people is longer. */
const MAX_LINE = 1024 * 1024;

/** The JSON of `loop run`; undefined for a killed job. */
export type JobAnswer = Readonly<Record<string, unknown>> | undefined;

/** Runs a job until it ends. Never rejects. */
export async function runJob({ name, script, args, onLine, ...call }: JobCall): Promise<JobAnswer> {
  const lines = createLineSplitter(MAX_LINE, (line) => onLine(`[${name}] ${line}`));
  const decoder = new TextDecoder();
  const { stdout } = await runProgram({
    ...call,
    command: [process.execPath, script, ...args],
    onStderr: (chunk) => lines.write(decoder.decode(chunk, { stream: true })),
    background: 'kept',
  });
  lines.end();
  try {
    return JSON.parse(stdout) as JobAnswer;
  } catch {
    return undefined;
  }
}
