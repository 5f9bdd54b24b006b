import type { ClaudeOptions } from './claude-options.ts';
import type { ClaudeRun } from './claude-run.ts';
import { startClaude } from './start-claude.ts';

/** A single headless run. */
export interface RunOptions extends ClaudeOptions {
  /** The user's prompt, or a slash command. */
  readonly prompt: string;
  /** `stream-json` unless given. With `json` and `text` only the streams and the exit code are known. */
  readonly outputFormat?: 'stream-json' | 'json' | 'text';
}

/** The arguments that make a headless client report everything. */
export const streamOutput: readonly string[] = [
  '--output-format',
  'stream-json',
  '--verbose',
  '--include-hook-events',
];

/**
 * Runs the real client once, headless, and resolves when it has exited, also after a failure.
 *
 * @example
 * const run = await runClaude({ sandbox, model, plugins: [folder], prompt: '/loop:start tidy up' });
 * expect(run.result?.result).toBe('Done.');
 */
export async function runClaude(options: RunOptions): Promise<ClaudeRun> {
  const { outputFormat = 'stream-json' } = options;
  const format = outputFormat === 'stream-json' ? streamOutput : ['--output-format', outputFormat];
  const { group, finished } = startClaude(options, format);
  // By stdin, so that a prompt is never read as an option.
  group.stdin.end(options.prompt);
  return finished();
}
