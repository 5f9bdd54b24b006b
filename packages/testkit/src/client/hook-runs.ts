import type { StreamMessage } from './stream-message.ts';

/** One run of one hook, as the client reports it. */
export interface HookRun {
  readonly event: string;
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The hook runs, ordered by their starts. */
export function hookRuns(messages: readonly StreamMessage[]): readonly HookRun[] {
  const responses = new Map(
    messages
      .filter(({ subtype }) => subtype === 'hook_response')
      .map((message) => [message['hook_id'], message] as const),
  );
  return messages
    .filter(({ subtype }) => subtype === 'hook_started')
    .map((started) => toHookRun(started, responses.get(started['hook_id'])));
}

function toHookRun(started: StreamMessage, response: StreamMessage | undefined): HookRun {
  const exitCode = response?.['exit_code'];
  return {
    event: String(started['hook_event']),
    exitCode: typeof exitCode === 'number' ? exitCode : undefined,
    stdout: String(response?.['stdout'] ?? ''),
    stderr: String(response?.['stderr'] ?? ''),
  };
}
