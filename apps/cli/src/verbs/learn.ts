import { sanitizeLine } from '@loopwright/core';
import { appendLearning } from '@loopwright/store';
import { usageError } from '../program/cli-error.ts';
import type { Context, Handler } from '../program/context.ts';
import { locateRun } from '../session/locate-run.ts';
import { findNewRoot } from '../session/place.ts';

/** Keeps a lesson for the loops that come after this one. */
export const learn: Handler<'learn'> = (context, { words, flags }) => {
  const text = words.join(' ').trim();
  const { confidence = 70, kind = 'discovery', scope = 'project' } = flags;
  if (confidence > 100) throw usageError(`Confidence is in percent, not ${confidence}.`);
  if (text.length > 1000) throw usageError('A lesson has at most 1,000 characters.');
  const { root, run } = whereOf(context);
  const id = context.newId().replaceAll('-', '').slice(0, 8);
  const learning = { id, at: context.now(), kind, text, confidence, scope, run };
  appendLearning(root, learning);
  return {
    json: { ok: true, learning },
    text: () => [
      `Learned ${id}: ${sanitizeLine(text)} (${kind}, ${confidence} %, ${sanitizeLine(scope, 60)})`,
    ],
    next: { words: ['recall'], when: 'to see what is known' },
  };
};

function whereOf(context: Context): { readonly root: string; readonly run: string } {
  const { opened } = locateRun(context);
  opened?.close();
  return opened ? { root: opened.root, run: opened.run.id } : { root: findNewRoot(context), run: '' };
}
