import type { Query, Row } from '../engine/database.ts';

/** A job that does not fit the money left is passed over for so long; then all others wait for it. */
const PASSED_OVER_S = 3_600;

/**
 * The prices of queued jobs that don't fit the money left; `isDue` once one of them was passed over for long enough, and
 * fits as soon as running jobs end. Nothing is locked: `reserve` decides.
 */
export async function readPrices(
  query: Query,
): Promise<{ readonly tooDear: readonly string[]; readonly isDue: boolean }> {
  const rows = await query(
    `SELECT j.budget_usd::text AS price,
       bool_or(j.budget_usd <= b.cap_usd - b.spent_usd - b.doubt_usd AND a.shut_until <= now()
         AND j.passed_at < now() - make_interval(secs => $1)) AS due
     FROM fleet.budget b
     JOIN fleet.job j ON j.state = 'queued' AND j.budget_usd > b.cap_usd - b.spent_usd - b.held_usd - b.doubt_usd
     JOIN fleet.account a ON a.name = j.account GROUP BY 1`,
    [PASSED_OVER_S],
  );
  return { tooDear: rows.map(({ price }) => String(price)), isDue: rows.some(({ due }) => due === true) };
}

/**
 * Reserves the money of a job that starts; false if it does not fit. The last statement of its transaction, because every
 * claim and every end waits for this row.
 */
export async function reserve(open: Query, job: Row, tooDear: readonly string[]): Promise<boolean> {
  if (tooDear.length > 0) {
    await open(
      `UPDATE fleet.job SET passed_at = now() WHERE id IN (
         SELECT id FROM fleet.job WHERE state = 'queued' AND passed_at IS NULL AND priority >= $1
         AND budget_usd::text = ANY($2::text[]) ORDER BY id FOR UPDATE SKIP LOCKED)`,
      [job['priority'], tooDear],
    );
  }
  const rows = await open(
    `UPDATE fleet.budget SET held_usd = held_usd + $1
     WHERE cap_usd IS NULL OR spent_usd + held_usd + doubt_usd + $1 <= cap_usd RETURNING 1`,
    [job['budget_usd']],
  );
  return rows.length === 1;
}

/**
 * Replaces a reservation by what is known of its cost. The rest stays set aside as long as nobody knows whether the
 * attempt spent it.
 */
export async function charge(open: Query, { held, spent, doubt }: Row): Promise<void> {
  await open(
    'UPDATE fleet.budget SET held_usd = held_usd - $1, spent_usd = spent_usd + $2, doubt_usd = doubt_usd + $3',
    [held, spent, doubt],
  );
}
