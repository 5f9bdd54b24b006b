import { type Host, readArguments, runCommand, verbHelpLines } from 'loopwright/src/parts.ts';
import { fleet } from './verbs/fleet.ts';
import { type Request, usage } from './verbs/usage.ts';

/** Executes the command line of `loop-fleet`, or what followed `loop fleet`. Never throws. */
export async function runFleet(host: Host, name: string): Promise<number> {
  return runCommand(host, name, () => {
    const { words, flags, handedOn } = readArguments(usage, host.typed, ['fleet', '--help']);
    return {
      flags,
      answer: async (context) =>
        flags['help'] === true
          ? {
              json: { verb: 'fleet', ...usage },
              text: (page) => verbHelpLines('fleet', usage, page),
            }
          : fleet(context, { words, flags, handedOn } as Request),
    };
  });
}
