import { globalFlags } from '../flags/global-flags.ts';

/** The verb that was typed, and everything else in its order. */
export interface SplitVerb {
  readonly verb: string | undefined;
  readonly rest: readonly string[];
}

/** Finds the verb: the first word that is neither a flag nor the value of one that every verb takes. */
export function splitVerb(typed: readonly string[]): SplitVerb {
  let index = 0;
  while (index < typed.length) {
    const text = typed[index] ?? '';
    if (!text.startsWith('-'))
      return { verb: text, rest: [...typed.slice(0, index), ...typed.slice(index + 1)] };
    index += takesNext(text) ? 2 : 1;
  }
  return { verb: undefined, rest: typed };
}

function takesNext(text: string): boolean {
  return globalFlags.some(({ name, kind }) => kind !== 'switch' && text === `--${name}`);
}
