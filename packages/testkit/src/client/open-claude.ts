import { type ClaudeOptions } from './claude-options.ts';
import { type ClaudeRun, type ClaudeView, viewOf } from './claude-run.ts';
import { streamOutput } from './run-claude.ts';
import { startClaude } from './start-claude.ts';
import type { ResultMessage } from './stream-message.ts';

/** A headless session that stays open for more than one prompt. */
export interface ClaudeSession {
  /** The output so far. */
  readonly view: () => ClaudeView;
  /** Sends a prompt and waits for the end of the turn that it starts. */
  readonly prompt: (text: string) => Promise<ResultMessage>;
  /** Waits for the end of a turn that the client started itself, e.g. after a background task. */
  readonly nextResult: () => Promise<ResultMessage>;
  /** Ends the input and waits until the client has left. */
  readonly close: () => Promise<ClaudeRun>;
  /** Kills the client's process group, by SIGKILL unless given, and waits for its end. */
  readonly kill: (signal?: NodeJS.Signals) => Promise<ClaudeRun>;
}

/**
 * Starts the real client headless with its input open, for stories with more than one prompt.
 *
 * @example
 * const session = openClaude({ sandbox, model });
 * await session.prompt('first');
 * await session.prompt('second');
 * const run = await session.close();
 */
export function openClaude(options: ClaudeOptions): ClaudeSession {
  const { log, group, finished } = startClaude(options, ['--input-format', 'stream-json', ...streamOutput]);
  return {
    view: () => viewOf(log.messages),
    prompt: async (text) => {
      log.skip();
      group.stdin.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`);
      return log.nextResult();
    },
    nextResult: log.nextResult,
    close: async () => {
      group.stdin.end();
      return finished();
    },
    kill: async (signal) => {
      group.kill(signal);
      return finished();
    },
  };
}
