import { endSentence, sanitizeLine } from '@loopwright/core';
import type { Handler } from '../program/context.ts';
import { act, reasonOf } from '../session/submit.ts';

/** Takes the top frame off by hand; without an outer one the loop ends. */
export const pop: Handler<'pop'> = (context, request) =>
  act(context, { type: 'pop', at: context.now(), reason: reasonOf(request) }, ({ run }) => {
    const outer = run.frames.at(-1);
    return run.status === 'active' && outer
      ? [`The inner loop is off the stack. The outer one goes on: ${sanitizeLine(outer.spec, 100)}`]
      : [endSentence(run)];
  });
