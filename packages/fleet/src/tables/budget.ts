import type { AtCommit, Query, Row } from '../engine/database.ts';

/** A job that does not fit the money left is passed over for so long; then all others wait for it. */
const PASSED_OVER_S = 3_600;

/** The SQLSTATE of a reservation that finds no money. */
export const NO_MONEY = 'FLEET';

/** The accounts and prices that a claim may choose from. Nothing is locked: the claim itself decides. */
export interface Offer {
  /** The accounts that are not shut, in random order. */
  readonly accounts: readonly string[];
  /** The prices of queued jobs that don't fit the money left. */
  readonly tooDear: readonly string[];
  /** True once one of these was passed over for long enough, and fits as soon as running jobs end. */
  readonly isDue: boolean;
}

export async function readOffer(query: Query): Promise<Offer> {
  const [row] = await query(
    `WITH dear AS (
       SELECT j.budget_usd::text AS price,
         bool_or(a.shut_until <= now() AND j.passed_at < now() - make_interval(secs => $1)
           AND j.budget_usd <= (SELECT cap_usd - spent_usd - doubt_usd FROM fleet.budget)) AS due
       FROM fleet.job j JOIN fleet.account a ON a.name = j.account WHERE j.state = 'queued'
         AND j.budget_usd > (SELECT cap_usd - spent_usd - held_usd - doubt_usd FROM fleet.budget) GROUP BY 1
     ) SELECT ARRAY(SELECT name FROM fleet.account WHERE shut_until <= now() ORDER BY random()) AS accounts,
       ARRAY(SELECT price FROM dear) AS prices, EXISTS (SELECT FROM dear WHERE due) AS due`,
    [PASSED_OVER_S],
  );
  return {
    accounts: row?.['accounts'] as readonly string[],
    tooDear: row?.['prices'] as readonly string[],
    isDue: row?.['due'] === true,
  };
}

/** Remembers since when jobs that don't fit the money left are passed over by a job of the same or a lower priority. */
export async function passOver(open: Query, id: number, tooDear: readonly string[]): Promise<void> {
  if (tooDear.length === 0) return;
  await open(
    `UPDATE fleet.job SET passed_at = now() WHERE id IN (
       SELECT id FROM fleet.job WHERE state = 'queued' AND passed_at IS NULL
       AND priority >= (SELECT priority FROM fleet.job WHERE id = $1)
       AND budget_usd::text = ANY($2::text[]) ORDER BY id FOR UPDATE SKIP LOCKED)`,
    [id, tooDear],
  );
}

/** Reserves the money of a job that starts. Without enough money the commit fails with `NO_MONEY`. */
export function reserve(atCommit: AtCommit, price: unknown): void {
  atCommit(`SELECT fleet.reserve('${String(price)}')`);
}

/**
 * Replaces a reservation by what is known of its cost. The rest stays set aside as long as nobody knows whether the
 * attempt spent it.
 */
export function charge(atCommit: AtCommit, { held, spent, doubt }: Row): void {
  atCommit(
    `UPDATE fleet.budget SET held_usd = held_usd - '${String(held)}', spent_usd = spent_usd + '${String(spent)}', doubt_usd = doubt_usd + '${String(doubt)}'`,
  );
}
