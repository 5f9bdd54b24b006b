import { type Run, sanitize, type Spend } from '@loopwright/core';
import { type AgentFailure, classifyEnd } from '@loopwright/hosts';
import { oldClient } from './client/client-age.ts';
import { type Findings, numberOf } from './client/iteration-prompt.ts';
import { runClient, type Worked } from './client/run-client.ts';
import type { Drive, Next } from './drive.ts';
import { isWorthWaiting, waitForLimit } from './run/wait-for-limit.ts';

/** One iteration: a client with a fresh context works, its cost and its work are recorded, and the stop table decides. */
export async function iterate(drive: Drive, start: Findings): Promise<Next> {
  const { driven, ledger, ports, prover, signal } = drive;
  await ledger.begin();
  const worked = await runClient(drive, start);
  await ledger.pay(worked.bill);
  const proved = signal.aborted ? undefined : await prover.prove();
  if (!proved) return 'interrupted';
  const outcome = classifyEnd(worked.exit, worked.facts);
  const next =
    outcome.kind === 'failure'
      ? await recordFailure(drive, outcome.failure, worked, { ...start, proved })
      : await recordTurn(drive, outcome.message, worked, { ...start, proved });
  if (typeof next === 'string') return next;
  const unkept = unkeptBudget(driven.run, worked.bill);
  if (unkept) return recordFailure(drive, unkept, worked, next);
  driven.project();
  await driven.handTo(ports.newId());
  return next;
}

/** A failure if the user set a budget and the cost of the last iteration is unknown: the budget would hold nothing. */
function unkeptBudget({ frames }: Run, { isUnpriced }: Spend): AgentFailure | undefined {
  const { limits, asked } = frames.at(-1) ?? {};
  if (!isUnpriced || limits?.budgetUsd == null || asked?.['budgetUsd'] !== 'user') return undefined;
  const reason = `the cost of this model is unknown, so the budget can't hold it: go on with --budget none, and a limit of --tokens, --minutes or --iterations`;
  return { kind: 'blocking', reason };
}

/** Keeps the work of a turn, and asks the stop table. */
async function recordTurn(
  drive: Drive,
  message: string | undefined,
  { bill, timeMs }: Worked,
  { proved, verdict: before }: Findings,
): Promise<Next> {
  const { committer, driven, ports, prover, signal } = drive;
  const number = numberOf(driven.run);
  const kept = await committer?.commitTurn({ run: driven.run, number, message, signal });
  if (signal.aborted) return 'interrupted';
  const note = kept?.status === 'refused' ? await recordRefusal(drive, number, kept.output) : undefined;
  const verdict = await prover.stop(note === undefined ? message : undefined, before !== undefined);
  if (kept?.status === 'committed') await committer?.confirm(driven.run, kept.commit);
  if (!verdict) return 'interrupted';
  ports.onProgress({ kind: 'decided', run: driven.run, number, bill, verdict, timeMs });
  return verdict.kind === 'block' ? { proved, verdict, note } : 'over';
}

/** The end of a hook's output that a client gets. */
const MAX_OUTPUT = 4000;

/**
 * Records that the work of a turn could not be committed, as an error of the iteration; claims of the turn don't count.
 * Returns the note for the next client.
 */
async function recordRefusal({ driven, ports }: Drive, number: number, said: string): Promise<string> {
  const output = sanitize(said.slice(-MAX_OUTPUT));
  ports.onProgress({ kind: 'refused', number, output });
  const [first = ''] = said.split('\n', 1);
  const errors = [`commit refused: ${first.slice(0, 200)}`];
  await driven.record({ type: 'observe', at: ports.now(), tools: 0, errors });
  if (driven.run.frames.some(({ exitSignal }) => exitSignal)) {
    await driven.record({ type: 'signal', at: ports.now(), isDone: false });
  }
  return `The work of the last iteration is not committed, because git or a hook of the repository refused:\n\n${output}`;
}

/** Records the failure of a client, and waits for a rate limit. The next client is told what this one was told. */
async function recordFailure(
  drive: Drive,
  seen: AgentFailure,
  { exit, facts }: Worked,
  findings: Findings,
): Promise<Next> {
  const { driven, ledger, maxWaitMs, ports, signal } = drive;
  const number = numberOf(driven.run);
  const end = { ...exit, hasEnd: facts.end !== undefined };
  const failure = (await oldClient(drive.client, ports.env, seen, end)) ?? seen;
  const { kind, reason, retryAt } = failure;
  const at = ports.now();
  if (kind === 'rate-limit' && retryAt !== undefined) ledger.note({ limitEndsAt: retryAt });
  // Tools that ran give other failures a new try, which would let an iteration take its whole time without end.
  const isLate = exit.isTimedOut && findings.hasTimedOut === true;
  // A rate limit is never retried before its end.
  const canRetry = !isLate && (kind !== 'rate-limit' || isWorthWaiting(driven.run, retryAt, at + maxWaitMs));
  const { notices } = await driven.record({ type: 'failure', at, ...failure, canRetry });
  ports.onProgress({ kind: 'failed', number, reason, notices });
  if (!notices.some(({ code }) => code === 'retry')) return 'over';
  const again = { ...findings, hasTimedOut: exit.isTimedOut };
  if (retryAt === undefined) return again;
  driven.project();
  const waited = await waitForLimit(ports, driven, retryAt, signal);
  return waited === 'again' ? again : waited;
}
