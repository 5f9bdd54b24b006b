import { classifyEnd, type ClientEnd, type Outcome } from '@loopwright/hooks';
import { tooOldText } from './client/client-age.ts';
import { clientEnvironment } from './client/client-call.ts';
import { type Findings, numberOf } from './client/iteration-prompt.ts';
import { runClient, type Worked } from './client/run-client.ts';
import type { Drive, Next } from './drive.ts';
import { recordRefusal } from './run/record-refusal.ts';
import { isWorthWaiting, waitForLimit } from './run/wait-for-limit.ts';

/** One iteration: a client with a fresh context works, its cost and its work are recorded, and the stop table decides. */
export async function iterate(drive: Drive, start: Findings): Promise<Next> {
  const { driven, ledger, ports, prover } = drive;
  await ledger.begin();
  const worked = await runClient(drive, start);
  await ledger.pay(worked.bill);
  const proved = await prover.prove();
  if (!proved) return 'interrupted';
  const outcome = classifyEnd(worked.end);
  const next =
    outcome.kind === 'failure'
      ? await recordFailure(drive, outcome.failure, worked.end, start)
      : await recordTurn(drive, outcome.message, worked, start);
  if (typeof next === 'string') return next;
  driven.project();
  await driven.handTo(ports.newId());
  return { ...next, proved };
}

/** What a client is told of the iteration before. */
type Told = Omit<Findings, 'proved'>;

/** Keeps the work of a turn, and asks the stop table. */
async function recordTurn(
  drive: Drive,
  message: string | undefined,
  { bill, timeMs }: Worked,
  { verdict: before }: Told,
): Promise<Told | 'over' | 'interrupted'> {
  const { committer, driven, ports, prover, signal } = drive;
  const number = numberOf(driven.run);
  const kept = await committer?.commitTurn({ run: driven.run, number, message, signal });
  if (signal.aborted) return 'interrupted';
  const note = kept?.status === 'refused' ? await recordRefusal(drive, number, kept.output) : undefined;
  const lastMessage = note === undefined ? message : undefined;
  const verdict = await prover.stop({ lastMessage, isContinuing: before !== undefined });
  if (kept?.status === 'committed') await committer?.confirm(driven.run, kept.commit);
  if (!verdict) return 'interrupted';
  ports.onProgress({ kind: 'decided', run: driven.run, number, usd: bill.usd, verdict, timeMs });
  return verdict.kind === 'block' ? { verdict, note } : 'over';
}

type Failure = Extract<Outcome, { readonly kind: 'failure' }>['failure'];

/** Records the failure of a client, and waits for a rate limit. The next client is told what this one was told. */
async function recordFailure(
  drive: Drive,
  seen: Failure,
  end: ClientEnd,
  told: Told,
): Promise<Told | 'over' | 'interrupted'> {
  const { driven, ledger, maxWaitMs, ports, signal } = drive;
  const number = numberOf(driven.run);
  const failure = await withOldClient(drive, seen, end);
  const { kind, reason, retryAt } = failure;
  const at = ports.now();
  if (kind === 'rate-limit' && retryAt !== undefined) ledger.note({ limitEndsAt: retryAt });
  // A rate limit is never retried before its end.
  const canRetry = kind !== 'rate-limit' || isWorthWaiting(driven.run, retryAt, { now: at, maxWaitMs });
  const { notices } = await driven.record({ type: 'failure', at, ...failure, canRetry });
  ports.onProgress({ kind: 'failed', number, reason, notices });
  if (!notices.some(({ code }) => code === 'retry')) return 'over';
  if (retryAt === undefined) return told;
  driven.project();
  const waited = await waitForLimit(ports, driven, { number, until: retryAt, signal });
  return waited === 'again' ? told : waited;
}

/** A client that is too old ends without a result, for a reason that doesn't say so. */
async function withOldClient({ client, ports }: Drive, failure: Failure, end: ClientEnd): Promise<Failure> {
  if (failure.kind !== 'unknown' || end.result || end.signal !== null || end.failure !== undefined)
    return failure;
  const reason = await tooOldText(client.program, clientEnvironment(ports.env, client));
  return reason === undefined ? failure : { ...failure, kind: 'blocking', reason };
}
