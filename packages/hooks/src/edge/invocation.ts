import { HOOK_EVENTS, type HookEvent } from '../answer.ts';
import type { Env } from '../env.ts';

/** How a hook was called. */
export interface Invocation {
  /** Left out: the event that the input names. */
  readonly event: HookEvent | undefined;
  readonly dialect: string | undefined;
}

/** Reads `<event> [--dialect D]`; events may be written as the client does or in kebab-case. */
export function parseInvocation(args: readonly string[], env: Env): Invocation {
  let event: string | undefined;
  let dialect = env['LOOP_DIALECT'];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '--dialect') dialect = args[(index += 1)];
    else if (arg.startsWith('--dialect=')) dialect = arg.slice('--dialect='.length);
    else event ??= arg;
  }
  return { event: event === undefined ? undefined : parseEvent(event), dialect };
}

/** Finds an event by its name; case and hyphens don't matter. */
export function parseEvent(name: string): HookEvent | undefined {
  const plain = name.replaceAll('-', '').toLowerCase();
  return HOOK_EVENTS.find((event) => event.toLowerCase() === plain);
}
