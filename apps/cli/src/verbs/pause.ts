import { announce } from '@loopwright/core';
import type { Handler } from '../program/context.ts';
import { act } from '../session/act.ts';
import { reasonOf } from '../session/reason-of.ts';

/** Pauses the loop and frees the session. */
export const pause: Handler<'pause'> = (context, request) => {
  const reason = reasonOf(request);
  return act(
    context,
    { type: 'pause', at: context.now(), ...(reason !== undefined && { reason }) },
    ({ run }) => [announce({ kind: 'paused', run })],
  );
};
