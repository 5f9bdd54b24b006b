import { meantText, parseArguments } from '@loopwright/core/flags';
import { type Host, runCommand, usageError, verbHelpLines } from 'loopwright/src/parts.ts';
import { fleet } from './verbs/fleet.ts';
import { type Request, usage } from './verbs/usage.ts';

/** Executes the command line of `loop-fleet`, or what followed `loop fleet`. Never throws. */
export async function runFleet(host: Host, name: string): Promise<number> {
  return runCommand(host, name, () => {
    const parsed = parseArguments(usage, host.typed);
    if (!parsed.ok) {
      const { message, suggestion } = parsed.problem;
      throw usageError(`${message}${meantText(suggestion)}`, ['fleet', '--help']);
    }
    const { words, flags, handedOn } = parsed.arguments;
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
