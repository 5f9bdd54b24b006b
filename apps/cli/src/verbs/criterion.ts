import type { Check, CommandOf, Frame } from '@loopwright/core';
import { parseCommand } from '@loopwright/core/flags';
import { namedChecks } from '../config/named-check.ts';
import { readConfigs } from '../config/read-configs.ts';
import { type PlanFlags, plannedCheck, plannedJudge } from '../plan/frame-plan.ts';
import { splitList } from '../plan/split-list.ts';
import { authorOf } from '../session/author.ts';
import { placeOfCall, readWorkTree } from '../session/read-work-tree.ts';
import { submit, type Done } from '../session/submit.ts';
import { withRun } from '../session/with-run.ts';
import type { Answer, Context, Handler, Request } from '../program/context.ts';
import { CliError } from '../program/cli-error.ts';
import { resolveName } from '../answers/resolve-name.ts';
import { criterionLines, metText } from '../answers/status-lines.ts';
import { workAnswer } from '../answers/work-answer.ts';
import { rememberRemoved } from '@loopwright/hooks';
import type { OpenRun } from '@loopwright/store';

type Command = CommandOf<'criterion'>;
type Flags = Request<'criterion'>['flags'];

/** Adds, removes and ticks criteria. */
export const criterion: Handler<'criterion'> = (context, { words, flags }) => {
  const [action = 'list', ...rest] = words;
  return withRun(context, async (opened) => {
    if (action === 'list') return listCriteria(context, opened);
    const named = rest.join(' ').trim();
    if (named === '') {
      throw new CliError({
        exit: 'usage',
        message: `Which criterion? loop criterion ${action} "tests pass"`,
        next: { words: ['criterion'] },
      });
    }
    const done = await apply(context, opened, action as Command['action'], named, flags);
    const now = readWorkTree(placeOfCall(context, opened.root), done.run.frames);
    const frame = done.run.frames.at(-1);
    return workAnswer({ ...done, fingerprints: now }, [
      `${SAID[action as Command['action']]}${frame ? ` ${metText(frame, now)}.` : ''}`,
    ]);
  });
};

const SAID: Readonly<Record<Command['action'], string>> = {
  tick: 'Ticked by word.',
  untick: 'Open again.',
  add: 'Added.',
  remove: 'Removed.',
};

function listCriteria(context: Context, opened: OpenRun): Answer {
  const { run } = opened;
  const fingerprints = readWorkTree(placeOfCall(context, opened.root), run.frames);
  const answer = workAnswer({ run, fingerprints }, []);
  const frame = run.frames.at(-1);
  return {
    ...answer,
    text: (page) =>
      frame && frame.criteria.length > 0
        ? criterionLines(frame, fingerprints, page)
        : ['There are no criteria.'],
  };
}

async function apply(
  context: Context,
  opened: OpenRun,
  action: Command['action'],
  named: string,
  flags: Flags,
): Promise<Done> {
  const { basis, note } = flags;
  const by =
    authorOf(context.env, { root: opened.root, sessionId: opened.run.session }) === 'user'
      ? ({ by: 'user' } as const)
      : undefined;
  const common = {
    type: 'criterion',
    at: context.now(),
    ...by,
    ...(flags.reason !== undefined && { reason: flags.reason }),
    ...(basis && { basis }),
    ...(note !== undefined && { note }),
  } as const;
  if (action === 'add') {
    const check = await plannedOf(context, opened.root, flags);
    // With a check the words are one name; without one they may be a list.
    const names = check ? [named] : splitList(named);
    return inTurn(
      names.map(
        (name) => () =>
          submit(opened, { ...common, action, name, ...(check && { check: { ...check, ...by } }) }),
      ),
    );
  }
  const name = resolveName(namesOf(opened.run.frames.at(-1)), named);
  const done = submit(opened, { ...common, action, name });
  if (by && action === 'remove' && !done.decision.rejected)
    rememberRemoved({ root: opened.root, sessionId: opened.run.session }, context.env, opened.run.id, name);
  return done;
}

/** The check or the judge that the flags ask for. */
async function plannedOf(context: Context, root: string, flags: Flags): Promise<Check | undefined> {
  const { check, judge } = flags;
  if (check !== undefined && judge !== undefined) {
    throw new CliError({ exit: 'usage', message: 'A criterion has a --check or a --judge, not both.' });
  }
  if (check !== undefined) return plannedCheck(await checkOf(context, root, check), aboutCheck(flags));
  return judge === undefined ? undefined : plannedJudge(judge, aboutCheck(flags));
}

/** The check of this name in the config, or the command itself. */
async function checkOf({ env }: Context, root: string, typed: string): Promise<Check> {
  const names = namedChecks(env, root, await readConfigs(env, root), {
    asCommand: (name) => JSON.stringify([name]),
  });
  const found = names.find(typed);
  return found
    ? { ...found, ...(names.isAgreed(found) && { by: 'user' as const }) }
    : { command: parseCommand(typed) };
}

function aboutCheck({
  basis: _basis,
  note: _note,
  check: _check,
  judge: _judge,
  ...about
}: Flags): PlanFlags {
  return about;
}

function namesOf(frame: Frame | undefined): string[] {
  return frame?.criteria.map(({ name }) => name) ?? [];
}

/** Does one after the other up to the first that is refused. */
function inTurn(submits: readonly (() => Done)[]): Done {
  let last: Done | undefined;
  for (const one of submits) {
    last = one();
    if (last.decision.rejected) break;
  }
  if (last) return last;
  throw new CliError({ exit: 'usage', message: 'Which criterion? loop criterion add "docs updated"' });
}
