import { type Command, type CommandOf, maskSecrets, owesLastTurn } from '@loopwright/core';
import { readApiError, wasCapped } from '../edge/transcript.ts';
import type { HookInput } from '../hook-input.ts';
import type { CommonPorts, SessionRun, Submission } from '../ports.ts';
import { retryTime } from '../text/retry-time.ts';

type Failure = CommandOf<'failure'>;

/** Counts usage up to now, and records it with a command. */
export function submitWithUsage(session: SessionRun, command: Command, transcriptPath: string): Submission {
  const usage = session.countUsage(transcriptPath);
  const submission = session.submit({ ...command, ...(usage && { spent: usage.spent }) });
  if (submission.status !== 'unrecorded') usage?.tidy(submission.run);
  return submission;
}

/** Counts the last turn of a run at rest: at its stop the transcript may not have contained that turn. */
export function countLastTurn(session: SessionRun, transcriptPath: string, { now }: CommonPorts): void {
  if (!owesLastTurn(session.run)) return;
  const command = { type: 'prompt', at: now(), source: 'session' } as const;
  if (submitWithUsage(session, command, transcriptPath).status === 'recorded') session.project();
}

/** Makes the command for the user's words, or for a session of theirs that begins or ends. */
export function promptCommand(
  { run: { continuation } }: SessionRun,
  source: CommandOf<'prompt'>['source'],
  { transcriptPath }: HookInput,
  ports: CommonPorts,
): CommandOf<'prompt'> {
  // Only where Claude has not been seen to go on, the client may have ended the turn.
  const isCapped = continuation?.isSeen === false && wasCapped(transcriptPath, continuation.at);
  return { type: 'prompt', at: ports.now(), source, isCapped };
}

/** True for a recorded prompt that shows that the client overrode the last block. */
export function showsOverride(submission: Submission | undefined): boolean {
  if (submission?.status !== 'recorded') return false;
  return submission.decision.notices.some(({ code }) => code === 'overridden');
}

/** The kind of each API error, by the client's name for it. */
const KINDS: Readonly<Record<string, Failure['kind']>> = {
  rate_limit: 'rate-limit',
  overloaded: 'transient',
  server_error: 'transient',
  timeout: 'transient',
  network_error: 'transient',
  authentication_failed: 'blocking',
  billing_error: 'blocking',
  oauth_org_not_allowed: 'blocking',
  invalid_request: 'blocking',
  model_not_found: 'blocking',
};

/** Makes the command for an API error. Of its texts, only `said`, the message to the user, names the end of a limit. */
export function failureCommand(name: string, details: string, ports: CommonPorts, said = details): Failure {
  const kind = Object.hasOwn(KINDS, name) ? (KINDS[name] ?? 'unknown') : 'unknown';
  const text = [name || 'API error', (details || said).slice(0, 10_000)].filter(Boolean).join(': ');
  const reason = maskSecrets(text).slice(0, 300);
  const at = ports.now();
  const retryAt = retryTime(`${details}\n${said}`, at);
  return { type: 'failure', at, kind, reason, ...(retryAt !== undefined && { retryAt }) };
}

/** Finds an API error at the end of the last turn that no hook recorded: `claude -p` exits at once and kills that hook. */
export function missedFailure(
  { run }: SessionRun,
  input: HookInput,
  ports: CommonPorts,
): Failure | undefined {
  if (run.status !== 'active') return undefined;
  const error = readApiError(input.transcriptPath);
  return error && error.at >= run.updatedAt ? failureCommand(error.name, error.text, ports) : undefined;
}
