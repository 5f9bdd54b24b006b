import type { Pool } from 'pg';
import { codeOf, FleetError } from '../fleet-error.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Runs one statement. Values go by `$1`, never into the text. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Sets a statement that goes to the server in one message with the commit: its locks last for no way to and fro. */
export type AtCommit = (statement: string) => void;

/** The functions of PostgreSQL that the fleet uses. */
export interface Database {
  readonly query: Query;
  /** Runs statements that hold together or not at all; a rejection rolls them back. */
  readonly transaction: <T>(work: (query: Query, atCommit: AtCommit) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
  readonly kind: 'postgres' | 'pglite';
}

/** How long a server may take to answer. */
const ANSWER_MS = 15_000;

/** Connects to a PostgreSQL server. Throws `FleetError` if no server answers. */
export async function connectPostgres(url: string, connections = 3): Promise<Database> {
  const [address, withoutTls] = addressesOf(url, process.env);
  return connect(address, connections).catch(async (error: unknown) => {
    if (withoutTls !== undefined && messageOf(error).includes('does not support SSL'))
      return connect(withoutTls, connections);
    throw error;
  });
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The address, and the one that `prefer` falls back to, so that `sslmode` means what it means in libpq. */
function addressesOf(url: string, env: NodeJS.ProcessEnv): readonly [string, string?] {
  const [place = '', query] = url.split('?', 2);
  const options = new URLSearchParams(query);
  const mode = options.get('sslmode') ?? env['PGSSLMODE'] ?? 'prefer';
  if (!SSL_MODES.includes(mode))
    throw new FleetError('unreachable', `sslmode is one of ${SSL_MODES.join(', ')}, and not "${mode}".`);
  const named = /^\w+:\/\/(?:[^@/]*@)?([^:/]*)/.exec(place)?.[1] ?? '';
  const host = options.get('host') ?? (decodeURIComponent(named) || env['PGHOST'] || '');
  const addressFor = (one: string): string => {
    // `pg` reads the modes as libpq does only if it is told to, and never falls back.
    options.set('uselibpqcompat', 'true');
    options.set('sslmode', one);
    return `${place}?${options.toString()}`;
  };
  // A socket of this machine has no TLS, whatever the mode.
  if (host.startsWith('/')) return [addressFor('disable')];
  return mode === 'prefer' ? [addressFor('prefer'), addressFor('disable')] : [addressFor(mode)];
}

async function connect(url: string, max: number): Promise<Database> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'loopwright-fleet',
    // A server behind a broken network does not refuse: it is silent.
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  });
  // The pool replaces a connection that breaks while idle at its next use. One that breaks between the statements of a
  // transaction fails the next of them; without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  let role = '';
  try {
    role = String((await pool.query('SELECT quote_ident(current_user) AS role')).rows[0].role);
  } catch (error) {
    await pool.end();
    throw new FleetError('unreachable', `No connection to PostgreSQL: ${messageOf(error)}.`, {
      cause: error,
    });
  }
  return {
    kind: 'postgres',
    query: async (text, values = []) => {
      try {
        return rowsOf(await pool.query(text, [...values]));
      } catch (error) {
        throw withGrant(error, role);
      }
    },
    transaction: async (work) => {
      for (;;) {
        try {
          return await transact(pool, work);
        } catch (error) {
          // Of two that wait for each other the server ends one, and that one goes second.
          if (codeOf(error) !== '40P01') throw withGrant(error, role);
        }
      }
    },
    close: async () => pool.end(),
  };
}

async function transact<T>(pool: Pool, work: (query: Query, atCommit: AtCommit) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let last = '';
  try {
    await client.query('BEGIN');
    const result = await work(
      async (text, values = []) => rowsOf(await client.query(text, [...values])),
      (statement) => (last = `${statement}; `),
    );
    await client.query(`${last}COMMIT`);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Says what to grant, where the role of this connection may not do something. */
function withGrant(error: unknown, role: string): unknown {
  if (!(error instanceof Error && codeOf(error) === '42501')) return error;
  const database = /^permission denied for database (.*)$/.exec(error.message)?.[1];
  const advice =
    database === undefined
      ? `The role that owns the tables grants it: loop fleet init --role ${role}`
      : `Tables are made by their owner, or after GRANT CREATE ON DATABASE "${database}" TO ${role}`;
  return new FleetError('not-granted', `PostgreSQL: ${error.message}. ${advice}`, { cause: error });
}

/** Opens the store of a folder, without a server. One process at a time may have it open. */
export async function openFolder(folder: string): Promise<Database> {
  const { PGlite } = await import('@electric-sql/pglite');
  const lite = await PGlite.create({ dataDir: folder });
  const ask = async (
    open: Pick<typeof lite, 'query' | 'exec'>,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> =>
    rowsOf(values.length > 0 ? await open.query(text, [...values]) : await open.exec(text));
  return {
    kind: 'pglite',
    query: async (text, values) => {
      try {
        return await ask(lite, text, values);
      } catch (error) {
        // Several statements in one text may have begun a transaction, and there is one connection for all.
        await lite.exec('ROLLBACK');
        throw error;
      }
    },
    transaction: async (work) =>
      lite.transaction(async (open) => {
        let last = '';
        const result = await work(
          async (text, values) => ask(open, text, values),
          (statement) => (last = statement),
        );
        if (last !== '') await open.exec(last);
        return result;
      }),
    close: async () => lite.close(),
  };
}

interface Result {
  readonly rows: readonly unknown[];
}

/** The rows of one statement, or of all statements of a text. */
function rowsOf(result: Result | readonly Result[]): readonly Row[] {
  return [result].flat().flatMap(({ rows }) => rows as readonly Row[]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
