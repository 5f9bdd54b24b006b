import { THRESHOLDS, type BreakerName } from '../model/defaults.ts';
import type { ClaimedEnding, Ending, RestCause } from '../model/run.ts';
import { LIMIT_KEYS, LIMITS } from '../model/limits.ts';
import { AMENDMENTS, FAILURE_KINDS, VOUCHERS, WITNESS_WORDS, type Author } from '../model/vocabulary.ts';

/** An ending of version 0.1.0, which put all that it knew into one text. */
interface OldEnding {
  readonly kind: Ending['kind'];
  readonly at: number;
  readonly detail?: string | undefined;
  readonly by?: Author | undefined;
  readonly retryAt?: number | undefined;
}

/** The only reader of our own text: an ending of version 0.1.0 becomes one with fields. Any other value stays as it is. */
export function upgradeEnding(ending: unknown): Ending {
  if (typeof ending !== 'object' || ending === null || 'cause' in ending) return ending as Ending;
  const { kind, at, detail, by, retryAt } = ending as OldEnding;
  if (kind === 'paused' || kind === 'stuck') return { kind, at, cause: upgradeCause(detail, retryAt) };
  if (typeof detail !== 'string') return ending as Ending;
  switch (kind) {
    case 'verified':
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

type Proof = Omit<ClaimedEnding, 'kind' | 'at'>;

const WORK_TREE = /^in the work tree (.*?)(?: on branch (.*))? \(the project's own tree is not proved\)$/;
const UNSEEN = /^the hook did not run (.*?): (.*)$/;
const AMENDED = new RegExp(`^(${AMENDMENTS.join('|')}) (.*)$`);
// A name may hold the separator: only before a new part or a new change it separates.
const BETWEEN_CHANGES = new RegExp(`, (?=(?:${AMENDMENTS.join('|')}) )`);
const BETWEEN_PARTS = new RegExp(
  `; (?=(?:${Object.values(WITNESS_WORDS).join('|')}|the hook did not run .*): |in the work tree )`,
);

function upgradeProof(detail: string): Proof {
  const proof: Proof = {};
  for (const part of detail.split(BETWEEN_PARTS)) {
    const voucher = VOUCHERS.find((one) => part.startsWith(`${WITNESS_WORDS[one]}: `));
    const [, path, branch] = WORK_TREE.exec(part) ?? [];
    const [, criterion, reason = ''] = UNSEEN.exec(part) ?? [];
    if (voucher) {
      const names = part.slice(WITNESS_WORDS[voucher].length + 2).split(', ');
      proof.seen = { ...proof.seen, [voucher]: names };
    } else if (path !== undefined) proof.workTree = { path, ...(branch !== undefined && { branch }) };
    else if (criterion !== undefined) proof.unseen = [...(proof.unseen ?? []), { criterion, reason }];
    else if (part.startsWith('amended: '))
      proof.amended = part
        .slice(9)
        .split(BETWEEN_CHANGES)
        .map((change) => {
          const [, what = 'replaced', subject = change] = AMENDED.exec(change) ?? [];
          return { what: what as (typeof AMENDMENTS)[number], subject };
        });
    else proof.breach = part;
  }
  return proof;
}
