import { type CommandOf, given } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { workAnswer, type Work } from '../answers/work-answer.ts';
import type { Answer, Context, Request } from '../program/context.ts';
import { authorOf } from '../session/author.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { submit, type Done } from '../session/submit.ts';
import type { VerbName } from '../verbs.ts';

/** A verb that is called for an open run. */
export interface Call<V extends VerbName> {
  readonly context: Context;
  readonly opened: OpenRun;
  /** The words after the action. */
  readonly words: readonly string[];
  readonly flags: Request<V>['flags'];
}

type Place = Pick<Call<VerbName>, 'context' | 'opened'>;

/** The answer of a verb: its result, and the next command. */
export function answerTo(
  { context, opened: { root, run } }: Place,
  lines: readonly string[],
  did: Pick<Work, 'decision' | 'notices'> = {},
): Answer {
  const fingerprints = readWorkTree(placeOfCall(context, root), run.frames);
  return workAnswer({ ...did, run, fingerprints }, lines);
}

type TaskCommand = Omit<CommandOf<'task'>, 'type' | 'at'>;

/** Submits a command about a task, under the name of its author. Fields without a value change nothing. */
export function submitTask({ context, opened }: Place, { metadata, ...command }: TaskCommand): Done {
  const isUsers = authorOf(context.env, { root: opened.root, sessionId: opened.run.session }) === 'user';
  const fields = {
    ...command,
    by: isUsers ? ('user' as const) : undefined,
    metadata: metadata && given(metadata),
  };
  return submit(opened, { type: 'task', at: context.now(), action: command.action, ...given(fields) });
}
