import { endLines } from '@loopwright/core';
import type { Handler } from '../program/context.ts';
import { act, reasonOf } from '../session/submit.ts';

/** Pauses the loop and frees the session. */
export const pause: Handler<'pause'> = (context, request) =>
  act(context, { type: 'pause', at: context.now(), reason: reasonOf(request) }, ({ run }) => endLines(run));
