import { rememberRemoved } from '@loopwright/hooks';
import type { Author, Check, CommandOf } from '@loopwright/core';
import { parseCommand } from '@loopwright/core/flags';
import type { OpenRun } from '@loopwright/store';
import { namedChecks } from '../config/named-check.ts';
import { readConfigs } from '../config/read-configs.ts';
import { plannedCheck, plannedJudge } from '../plan/frame-plan.ts';
import { splitList } from '../plan/split-list.ts';
import { authorOn } from '../session/author.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { submit, type Done, withRun } from '../session/submit.ts';
import type { Answer, Context, Handler, Request } from '../program/context.ts';
import { CliError } from '../program/cli-error.ts';
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
  return withRun(context, async (opened) => {
    if (action === 'list') return listCriteria(context, opened);
    const done = await change(context, opened, action as Action, rest.join(' ').trim(), flags);
    const now = readWorkTree(placeOfCall(context, opened.root), done.run.frames);
    const met = done.run.frames.slice(-1).map((frame) => `${metText(frame, now)}.`);
    return workAnswer({ ...done, fingerprints: now }, [[SAID[action as Action], ...met].join(' ')]);
  });
};

function listCriteria(context: Context, opened: OpenRun): Answer {
  const { frames } = opened.run;
  const now = readWorkTree(placeOfCall(context, opened.root), frames);
  const frame = frames.at(-1);
  return {
    ...workAnswer({ run: opened.run, fingerprints: now }, []),
    text: (page) =>
      frame && frame.criteria.length > 0 ? criterionLines(frame, now, page) : ['There are no criteria.'],
  };
}

async function change(
  context: Context,
  opened: OpenRun,
  action: Action,
  named: string,
  flags: Flags,
): Promise<Done> {
  if (named === '') throw unnamed(`loop criterion ${action} "tests pass"`, { words: ['criterion'] });
  const { basis, note, reason } = flags;
  const by: { readonly by?: Author } = authorOn(context.env, opened) === 'user' ? { by: 'user' } : {};
  const common = {
    type: 'criterion',
    at: context.now(),
    action,
    ...by,
    ...(reason !== undefined && { reason }),
    ...(basis && { basis }),
    ...(note !== undefined && { note }),
  } as const;
  if (action !== 'add') {
    const known = opened.run.frames.at(-1)?.criteria.map(({ name }) => name) ?? [];
    const name = resolveName(known, named);
    const done = submit(opened, { ...common, name });
    if (by.by && action === 'remove' && !done.decision.rejected)
      rememberRemoved({ root: opened.root, sessionId: opened.run.session }, context.env, opened.run.id, name);
    return done;
  }
  const check = await plannedOf(context, opened.root, flags);
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
async function plannedOf({ env }: Context, root: string, flags: Flags): Promise<Check | undefined> {
  const { basis: _basis, note: _note, check, judge, ...about } = flags;
  if (check !== undefined && judge !== undefined) {
    throw new CliError({ exit: 'usage', message: 'A criterion has a --check or a --judge, not both.' });
  }
  if (judge !== undefined) return plannedJudge(judge, about);
  if (check === undefined) return undefined;
  const names = namedChecks(env, root, await readConfigs(env, root), {
    asCommand: (name) => JSON.stringify([name]),
  });
  const known = names.find(check);
  if (!known) return plannedCheck({ command: parseCommand(check) }, about);
  return plannedCheck({ ...known, ...(names.isAgreed(known) && { by: 'user' as const }) }, about);
}
