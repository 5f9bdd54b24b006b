import type { Handler } from '../program/context.ts';
import { act } from '../session/submit.ts';

/** Takes down the claim that the work is done, or takes it back. */
export const signal: Handler<'signal'> = (context, { words }) => {
  const isDone = words[0] === 'done';
  return act(context, { type: 'signal', at: context.now(), isDone }, () => [
    isDone
      ? 'The work is said to be done. The proofs are looked at when the turn ends.'
      : 'The work is not done yet.',
  ]);
};
