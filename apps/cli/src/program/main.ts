import { commandName } from './command-name.ts';
import type { Context, Handler, Request } from './context.ts';
import { verbs, type VerbName } from '../verbs.ts';
import { readRequest, splitVerb } from './read-request.ts';
import { type Host, runCommand } from './run-command.ts';

/** Executes the command line, prints the answer, and returns the exit code. Never throws. */
export async function main(host: Host): Promise<number> {
  const name = commandName(host.env, host.script);
  const fleetWords = wordsForFleet(host.typed);
  if (fleetWords) return (await verbs.fleet.load())(host, name, fleetWords);
  return runCommand(host, name, () => {
    const { verb, words, flags, handedOn } = readRequest(host.typed);
    return {
      flags,
      answer: async (context: Context) => {
        // The table says which flags a verb has, and its handler is typed by the same table.
        const handler = (await verbs[verb].load()) as Handler<VerbName>;
        return handler(context, { words, flags, handedOn } as Request<VerbName>);
      },
    };
  });
}

/** What the fleet's own command is to read: all after `fleet`, or after `watch` with `--fleet`. */
function wordsForFleet(typed: readonly string[]): readonly string[] | undefined {
  const { verb, rest } = splitVerb(typed);
  if (verb === 'fleet') return rest;
  return verb === 'watch' && rest.includes('--fleet')
    ? ['watch', ...rest.filter((word) => word !== '--fleet')]
    : undefined;
}
