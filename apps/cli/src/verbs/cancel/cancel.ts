import { announce } from '@loopwright/core';
import type { Handler } from '../../program/context.ts';
import { act } from '../../session/act.ts';
import { reasonOf } from '../../session/reason-of.ts';

/** Ends the run for good; its journal, evidence and views stay where they are. */
export const cancel: Handler<'cancel'> = (context, request) => {
  const reason = reasonOf(request);
  return act(
    context,
    { type: 'cancel', at: context.now(), ...(reason !== undefined && { reason }) },
    ({ run }) => [announce({ kind: 'ended', run })],
  );
};
