import { rememberRemoved } from '@loopwright/hooks';
import { type Check, type CommandOf, given } from '@loopwright/core';
import { parseCommand } from '@loopwright/core/flags';
import type { OpenRun } from '@loopwright/store';
import { namedChecks } from '../config/named-check.ts';
import { readConfigs } from '../config/read-configs.ts';
import { plannedCheck, plannedJudge } from '../plan/frame-plan.ts';
import { splitList } from '../plan/plan-in-text.ts';
import { authorOn } from '../session/author.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { submit, type Done, withRun } from '../session/submit.ts';
import type { Answer, Context, Env, Handler, Request } from '../program/context.ts';
import { CliError, usageError } from '../program/cli-error.ts';
import { resolveName } from '../answers/resolve-name.ts';
import { criterionLines, metText } from '../answers/status-lines.ts';
import { workAnswer } from '../answers/work-answer.ts';

type Action = CommandOf<'criterion'>['action'];
type Flags = Request<'criterion'>['flags'];

const SAID: Readonly<Record<Action, string>> = {
  tick: 'Ticked by word.',
  untick: 'Open again.',
  add: 'Added.',
  remove: 'Removed.',
};

/** Adds, removes and ticks criteria. */
export const criterion: Handler<'criterion'> = (context, { words, flags }) => {
  const [action = 'list', ...rest] = words;
  return withRun(context, (opened) => {
    const isList = action === 'list';
    const done = isList ? undefined : change(context, opened, action as Action, rest.join(' ').trim(), flags);
    const { run } = opened;
    const now = readWorkTree(placeOfCall(context, opened.root), run.frames);
    const frame = run.frames.at(-1);
    const answer = (lines: readonly string[]): Answer =>
      workAnswer({ ...done, run, fingerprints: now }, lines);
    if (!isList)
      return answer([[SAID[action as Action], ...(frame ? [`${metText(frame, now)}.`] : [])].join(' ')]);
    const isEmpty = !frame || frame.criteria.length === 0;
    return {
      ...answer([]),
      text: (page) => (isEmpty ? ['There are no criteria.'] : criterionLines(frame, now, page, run)),
    };
  });
};

function change(context: Context, opened: OpenRun, action: Action, named: string, flags: Flags): Done {
  if (named === '') throw unnamed(`loop criterion ${action} "tests pass"`, { words: ['criterion'] });
  const { basis, note, reason } = flags;
  const by = authorOn(context.env, opened) === 'user' ? { by: 'user' as const } : {};
  const said = given({ basis, note, reason });
  const common = { type: 'criterion', at: context.now(), action, ...by, ...said } as const;
  if (action !== 'add') {
    const known = opened.run.frames.at(-1)?.criteria.map((one) => one.name) ?? [];
    const name = resolveName(known, named);
    const done = submit(opened, { ...common, name });
    if (by.by && action === 'remove' && !done.decision.rejected)
      rememberRemoved({ root: opened.root, sessionId: opened.run.session }, context.env, opened.run.id, name);
    return done;
  }
  const check = plannedOf(context.env, opened.root, flags);
  let done: Done | undefined;
  // With a check the words are one name; without one they may be a list.
  for (const name of check ? [named] : splitList(named)) {
    done = submit(opened, { ...common, name, ...(check && { check: { ...check, ...by } }) });
    if (done.decision.rejected) break;
  }
  if (!done) throw unnamed('loop criterion add "docs updated"');
  return done;
}

function unnamed(example: string, next?: Answer['next']): CliError {
  return new CliError({ exit: 'usage', message: `Which criterion? ${example}`, next });
}

/** The check or the judge that the flags ask for. A bare name means the check of the config. */
function plannedOf(env: Env, root: string, { check, judge, ...about }: Flags): Check | undefined {
  if (check !== undefined && judge !== undefined)
    throw usageError('A criterion has a --check or a --judge, not both.');
  if (judge !== undefined) return plannedJudge(judge, about);
  if (check === undefined) return undefined;
  const asCommand = (name: string): string => JSON.stringify([name]);
  const names = namedChecks(env, root, readConfigs(env, root), { asCommand });
  const known = names.find(check);
  if (!known) return plannedCheck({ command: parseCommand(check) }, about);
  return plannedCheck({ ...known, ...(names.isAgreed(known) && { by: 'user' as const }) }, about);
}
