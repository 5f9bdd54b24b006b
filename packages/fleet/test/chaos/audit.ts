import type { Database } from '../../src/index.ts';

/** Notes in the store itself what must never happen, in the transaction in which it happens. */
const AUDIT = `
CREATE SCHEMA chaos;
CREATE TABLE chaos.note (what text NOT NULL, job int, detail text);

CREATE FUNCTION chaos.watch_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.attempts > OLD.attempts THEN
    INSERT INTO chaos.note SELECT CASE WHEN shut_until > now() THEN 'start while shut' ELSE 'start' END, NEW.id, NEW.agent
    FROM fleet.account WHERE name = NEW.account;
  END IF;
  IF NEW.state = 'verified' AND OLD.state <> 'verified' THEN
    INSERT INTO chaos.note VALUES ('verified', NEW.id, NEW.commit);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER watch AFTER UPDATE ON fleet.job FOR EACH ROW EXECUTE FUNCTION chaos.watch_job();

CREATE FUNCTION chaos.watch_budget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.spent_usd + NEW.held_usd + NEW.doubt_usd > NEW.cap_usd THEN
    INSERT INTO chaos.note VALUES ('over budget', NULL, NEW.spent_usd || ' + ' || NEW.held_usd || ' > ' || NEW.cap_usd);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER watch AFTER UPDATE ON fleet.budget FOR EACH ROW EXECUTE FUNCTION chaos.watch_budget();
`;

/** Lets the waits between attempts pass twenty times as fast. */
export const HURRY = `
CREATE FUNCTION chaos.hurry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.start_after := now() + (NEW.start_after - now()) / 20;
  RETURN NEW;
END $$;
CREATE TRIGGER hurry BEFORE INSERT ON fleet_queue.job FOR EACH ROW EXECUTE FUNCTION chaos.hurry();
`;

export async function installAudit(database: Database): Promise<void> {
  await database.query(AUDIT);
}

/** What the store noted, and what it holds after the end. */
export interface Audit {
  readonly starts: number;
  readonly violations: readonly string[];
}

export async function readAudit(database: Database): Promise<Audit> {
  const notes = await database.query('SELECT what, job, detail FROM chaos.note');
  const verified = notes.filter(({ what }) => what === 'verified').map(({ job }) => job);
  const [left] = await database.query(
    `SELECT held_usd::float AS held,
       (spent_usd - (SELECT sum(spent_usd) FROM fleet.job))::float AS difference FROM fleet.budget`,
  );
  return {
    starts: notes.filter(({ what }) => String(what).startsWith('start')).length,
    violations: [
      ...notes.flatMap(({ what, job, detail }) =>
        what === 'start' || what === 'verified' ? [] : [`${what}: job ${job}, ${detail}`],
      ),
      ...(new Set(verified).size === verified.length ? [] : ['a job was verified twice']),
      ...(left?.['held'] === 0 ? [] : [`money is still reserved: ${JSON.stringify(left)}`]),
      ...(Math.abs(Number(left?.['difference'])) < 1e-6 ? [] : ['the budget is not the sum of its jobs']),
    ],
  };
}

/** The money that jobs may have spent beside what is charged, by the whole names of jobs. */
export async function readDoubt(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query(
    `SELECT j.repo || '#' || j.key AS name, sum(e.doubt_usd)::float AS usd
     FROM fleet.ending e JOIN fleet.job j ON j.id = e.job GROUP BY 1`,
  );
  return new Map(rows.map(({ name, usd }) => [String(name), Number(usd)]));
}
