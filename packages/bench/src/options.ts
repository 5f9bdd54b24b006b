import { parseArgs } from 'node:util';

/** The options of a bench run. */
export interface Options {
  readonly pace: 'full' | 'quick';
  /** The file for the figures as JSON. */
  readonly json: string | undefined;
  /** A folder with hooks of others. */
  readonly peers: string | undefined;
  readonly writesReadme: boolean;
  /** Names of the benches to run; empty for all. */
  readonly only: readonly string[];
}

/** Parses the command line; throws on an unknown flag. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    // Package managers pass the separator on.
    args: args.filter((arg) => arg !== '--'),
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      peers: { type: 'string' },
      'write-readme': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  return {
    pace: values.quick ? 'quick' : 'full',
    json: values.json,
    peers: values.peers,
    writesReadme: values['write-readme'],
    only: values.only,
  };
}
