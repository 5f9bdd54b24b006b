import { endSentence, workLists } from '@loopwright/core';
import type { Handler } from '../program/context.ts';
import { act, reasonOf } from '../session/submit.ts';

/** Ends the run for good; its journal, evidence and views stay where they are. */
export const cancel: Handler<'cancel'> = (context, request) =>
  act(context, { type: 'cancel', at: context.now(), reason: reasonOf(request) }, ({ run }) => {
    const { completed, remaining } = workLists(run);
    return [
      endSentence(run),
      ...(completed.length > 0 ? ['Completed:', ...completed.map((text) => `- ${text}`)] : []),
      ...(remaining.length > 0 ? ['Remaining:', ...remaining.map((text) => `- ${text}`)] : []),
    ];
  });
