import type { ModelRequest } from './model-request.ts';
import type { Reply } from './reply.ts';

/** One reply of a script, or a function from the request to the reply. */
export type Step = Reply | ((request: ModelRequest) => Reply | Promise<Reply>);

/** Replies in order, or one function that answers every request. */
export type Script = readonly Step[] | ((request: ModelRequest) => Reply | Promise<Reply>);

/** A script in progress; stores its position. */
export interface Play {
  /** The reply to this request, or `undefined` at the end of the script. */
  readonly next: (request: ModelRequest) => Promise<Reply | undefined>;
  readonly append: (steps: readonly Step[]) => void;
}

/** Starts a script from its beginning. Every call has its own place in it. */
export function startPlay(script: Script): Play {
  const everyTime = typeof script === 'function' ? script : undefined;
  const left: Step[] = typeof script === 'function' ? [] : [...script];
  return {
    next: async (request) => {
      const step = left.shift() ?? everyTime;
      return typeof step === 'function' ? step(request) : step;
    },
    append: (steps) => {
      left.push(...steps);
    },
  };
}
