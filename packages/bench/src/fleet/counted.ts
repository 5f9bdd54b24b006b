import type { Database } from '@loopwright/fleet';

/** A database that counts the statements that go to it, with those that begin and end a transaction. */
export function counted(database: Database): { readonly database: Database; readonly count: () => number } {
  let statements = 0;
  const query: Database['query'] = async (text, values) => {
    statements += 1;
    return database.query(text, values);
  };
  return {
    count: () => statements,
    database: {
      ...database,
      query,
      transaction: async (work) => {
        statements += 2;
        return database.transaction(async (open) =>
          work(async (text, values) => {
            statements += 1;
            return open(text, values);
          }),
        );
      },
    },
  };
}
