import { type Command, type CommandOf, type Frame, given, taskName } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import type { Work } from '../answers/work-answer.ts';
import type { Answer, Context, Request } from '../program/context.ts';
import { authorOn } from '../session/author.ts';
import { answerFor, submit, type Done, withRun } from '../session/submit.ts';
import type { VerbName } from '../verbs.ts';
import { addedTask } from './tasks.ts';

/** A verb that is called for an open run. Its words are those after the action. */
export interface Call<V extends VerbName> extends Pick<Request<V>, 'words' | 'flags'> {
  readonly context: Context;
  readonly opened: OpenRun;
}

type Place = Pick<Call<VerbName>, 'context' | 'opened'>;

/** Calls an action of a verb on the run that is meant. */
export function onRun<V extends VerbName>(
  context: Context,
  { words: [action, ...words], flags }: Request<V>,
  work: (call: Call<V>, action: string | undefined) => Answer | Promise<Answer>,
): Promise<Answer> {
  return withRun(context, (opened) => work({ context, opened, words, flags }, action));
}

/** The loop that a call is about, as it is now. */
export function frameOf({ opened }: Place): Frame | undefined {
  return opened.run.frames.at(-1);
}

type Undated<C> = C extends unknown ? Omit<C, 'at'> : never;

/** Submits a command as of now. */
export function put({ context, opened }: Place, command: Undated<Command>): Done {
  // TypeScript can't follow the union of all commands.
  return submit(opened, { ...command, at: context.now() } as Command);
}

type TaskCommand = Omit<CommandOf<'task'>, 'type' | 'at'>;

/** Submits a command about a task, under the name of its author. Fields without a value change nothing. */
export function putTask(call: Place, { metadata, ...command }: TaskCommand): Done {
  const by = authorOn(call.context.env, call.opened) === 'user' ? ('user' as const) : undefined;
  return put(call, { type: 'task', by, ...command, metadata: metadata && given(metadata) });
}

/** Adds a task that mends what was found, and returns its name. */
export function addFix(
  call: Place,
  { metadata, ...task }: Pick<TaskCommand, 'subject' | 'description' | 'metadata'>,
): string {
  const { decision } = put(call, {
    type: 'task',
    action: 'add',
    ...task,
    metadata: { ...metadata, stuckCount: 0 },
  });
  return taskName(addedTask(decision)?.id ?? '');
}

/** The answer of a verb: its result and the next command. The other fields of an answer count unless it was refused. */
export function answerTo(
  { context, opened }: Place,
  lines: readonly string[],
  { decision, notices, ...more }: Partial<Answer> & Pick<Work, 'decision' | 'notices'> = {},
): Answer {
  const answer = answerFor(context, opened, given({ decision, notices }), lines);
  if (decision?.rejected) return answer;
  const { exit = answer.exit, json, text = answer.text, next = answer.next } = more;
  return { exit, json: { ...answer.json, ...json }, text, next };
}
