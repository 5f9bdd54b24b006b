import { parseArgs } from 'node:util';

/** What the bench was asked for. */
export interface Options {
  readonly pace: 'full' | 'quick';
  /** Where the figures go as JSON. */
  readonly json: string | undefined;
  /** A folder in which hooks of others are looked for. */
  readonly peers: string | undefined;
  readonly writesReadme: boolean;
  /** Some of the benches by name; empty for all. */
  readonly only: readonly string[];
}

/** Reads the command line; throws on what it doesn't know. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    // Package managers hand the separator on.
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
