import { THRESHOLDS, type BreakerName } from '../model/defaults.ts';
import type { ClaimedEnding, Ending, RestCause } from '../model/run.ts';
import { LIMIT_KEYS, LIMITS } from '../model/limits.ts';
import { FAILURE_KINDS, WITNESS_WORDS, type Author } from '../model/vocabulary.ts';

/** An ending of version 0.1.0, which put all that it knew into one text. */
interface OldEnding {
  readonly kind: Ending['kind'];
  readonly at: number;
  readonly detail?: string | undefined;
  readonly by?: Author | undefined;
  readonly retryAt?: number | undefined;
}

/**
 * The only reader of our own text: an ending of version 0.1.0 becomes one with fields, without its witnesses. Any other
 * value stays as it is.
 */
export function upgradeEnding(ending: unknown): Ending {
  if (typeof ending !== 'object' || ending === null || 'cause' in ending) return ending as Ending;
  const { kind, at, detail, by, retryAt } = ending as OldEnding;
  if (kind === 'paused' || kind === 'stuck') return { kind, at, cause: upgradeCause(detail, retryAt) };
  if (typeof detail !== 'string') return ending as Ending;
  switch (kind) {
    case 'verified':
      return { kind, at };
    case 'claimed':
      return { kind, at, ...upgradeProof(detail) };
    case 'gave-up':
      return { kind, at, signal: detail };
    case 'cancelled':
      return { kind, at, reason: detail, ...(by && { by }) };
    case 'aborted': {
      const [, field = '', reason = detail] = /^corrupt (.*?): ([^]*)$/.exec(detail) ?? [];
      return { kind, at, ...(detail !== 'corrupt' && { corrupt: { field, reason } }) };
    }
    case 'overridden':
      return { kind, at };
  }
}

function upgradeCause(detail: string | undefined, retryAt: number | undefined): RestCause {
  if (typeof detail !== 'string' || detail === 'by hand') return { kind: 'hand' };
  if (detail === 'stale') return { kind: 'stale' };
  if (Object.hasOwn(THRESHOLDS, detail)) return { kind: 'breaker', breaker: detail as BreakerName };
  const limit = LIMIT_KEYS.find((key) => LIMITS[key].name === detail);
  if (limit) return { kind: 'limit', limit };
  const failure = FAILURE_KINDS.find((one) => detail.startsWith(`${one}: `));
  if (!failure) return { kind: 'hand', reason: detail };
  const reason = detail.slice(failure.length + 2);
  return { kind: 'failure', failure, reason, ...(retryAt !== undefined && { retryAt }) };
}

/** Who vouched for the work; the frame of a run still tells it. */
const WITNESSES = new RegExp(`^(?:in the work tree|${Object.values(WITNESS_WORDS).join('|')})\\b`);

function upgradeProof(detail: string): Pick<ClaimedEnding, 'amended' | 'breach'> {
  const [, changes] = /(?:^|; )amended: (.*)$/.exec(detail) ?? [];
  if (changes !== undefined) return { amended: [{ what: 'replaced', subject: changes }] };
  return WITNESSES.test(detail) ? {} : { breach: detail };
}
