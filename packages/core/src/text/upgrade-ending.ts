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

function upgradeProof(detail: string): Proof {
  const proof: Proof = {};
  for (const part of joined(detail.split('; '), '; ', isPart)) {
    const voucher = voucherOf(part);
    const [, path, branch] = WORK_TREE.exec(part) ?? [];
    const [, criterion, reason = ''] = UNSEEN.exec(part) ?? [];
    if (voucher) {
      const names = part.slice(WITNESS_WORDS[voucher].length + 2).split(', ');
      proof.seen = { ...proof.seen, [voucher]: names };
    } else if (path !== undefined) proof.workTree = { path, ...(branch !== undefined && { branch }) };
    else if (criterion !== undefined) proof.unseen = [...(proof.unseen ?? []), { criterion, reason }];
    else if (part.startsWith('amended: ')) {
      const changes = joined(part.slice(9).split(', '), ', ', (change) => AMENDED.test(change));
      proof.amended = changes.map((change) => {
        const [, what = 'replaced', subject = change] = AMENDED.exec(change) ?? [];
        return { what: what as (typeof AMENDMENTS)[number], subject };
      });
    } else proof.breach = part;
  }
  return proof;
}

/** A name may hold the separator: a piece that begins nothing belongs to the one before. */
function joined(
  pieces: readonly string[],
  separator: string,
  begins: (piece: string) => boolean,
): readonly string[] {
  return pieces.reduce<string[]>(
    (parts, piece, index) =>
      index === 0 || begins(piece)
        ? [...parts, piece]
        : [...parts.slice(0, -1), `${parts.at(-1)}${separator}${piece}`],
    [],
  );
}

function isPart(piece: string): boolean {
  return voucherOf(piece) !== undefined || WORK_TREE.test(piece) || UNSEEN.test(piece);
}

function voucherOf(piece: string): (typeof VOUCHERS)[number] | undefined {
  return VOUCHERS.find((one) => piece.startsWith(`${WITNESS_WORDS[one]}: `));
}
