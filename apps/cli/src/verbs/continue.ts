import { isDeepStrictEqual } from 'node:util';
import { announce, type Decision, isOver, type Run, isOpen, sanitizeLine } from '@loopwright/core';
import { answeredSince } from '@loopwright/core/contract';
import { continueFlags } from '@loopwright/core/flags';
import { readSessionWords } from '@loopwright/hooks';
import {
  adoptRun,
  archiveRun,
  claimRun,
  findUnadoptable,
  listAdoptable,
  listRuns,
  type OpenRun,
  rememberStart,
  type RunAddress,
  stateFolders,
} from '@loopwright/store';
import { answerFor, recordRefused, finish, submit } from '../session/submit.ts';
import { authorOf, authorOn } from '../session/author.ts';
import { describeRun } from '../session/run-summary.ts';
import {
  findById,
  othersIn,
  requireRun,
  openTrusted,
  severalRuns,
  untrusted,
} from '../session/locate-run.ts';
import { hooksOffLines, findNewRoot, findPlace } from '../session/place.ts';
import { resumeCommand } from '../plan/frame-plan.ts';
import type { Answer, Context, Handler, Request } from '../program/context.ts';
import { CliError } from '../program/cli-error.ts';
import { typedFlags } from '../flags/typed-flags.ts';
import type { Refused } from '../plan/merge-plans.ts';
import { latestWords } from '../session/users-words.ts';

type Flags = Request<'continue'>['flags'];

/** Goes on with the session's own run, or takes over one of the project's. */
export const continueRun: Handler<'continue'> = (context, { flags }) => {
  const place = findPlace(context);
  const { sessionId } = place;
  // A hand-written loop may be all that is there: `.claude/idle-loop.local.md`.
  const root = place.root ?? (sessionId === undefined ? undefined : findNewRoot(context, place));
  // A user in a terminal continues on behalf of the run's session.
  if (root !== undefined && flags['take-over']) takeIn(context, root, sessionId);
  if (root === undefined || sessionId === undefined) return resume(context, requireRun(context), flags);
  const own = openTrusted({ root, sessionId });
  const wanted = context.flags.run === undefined ? undefined : findById(root, context.flags.run);
  if (own && (wanted ? wanted.session === sessionId : isOpen(own.run))) return resume(context, own, flags);
  if (own && isOpen(own.run))
    throw new CliError({
      message: 'This session has a loop of its own. End it before taking over another.',
      details: [describeRun(own.run)],
      next: { words: ['cancel'] },
    });
  const other = wanted ?? onlyOther(root, sessionId);
  const isWritten =
    other === undefined && listAdoptable({ root, at: context.now(), env: context.env }, 'user').length > 0;
  // One that is over, or only a draft, makes room; without another it says itself why it can't go on.
  if (other === undefined && own && !isWritten) return resume(context, own, flags);
  if (own) archiveRun({ root, sessionId });
  if (other === undefined) return adopt(context, { root, sessionId }, flags);
  return takeOver(context, { root, sessionId }, other, flags);
};

/**
 * Makes a foreign run the user's own. It may come from anybody, so Claude can't do that for them. Without `--run`, it
 * is the one of this session, else the only one.
 */
function takeIn(context: Context, root: string, sessionId: string | undefined): void {
  const foreign = listRuns(root).flatMap((listed) => listed.foreign ?? []);
  const wanted = context.flags.run;
  const named = foreign.filter(({ id, session }) =>
    wanted === undefined ? session === sessionId : id.startsWith(wanted),
  );
  const isOnly = named.length === 0 && wanted === undefined;
  const [run, ...others] = isOnly ? foreign.filter((one) => !isOver(one)) : named;
  // The hook took it in already when the user typed the command.
  if (!run) return;
  if (others.length > 0)
    throw new CliError({
      exit: 'no-loop',
      message: 'Several loops here were not started on this machine; say which one is yours with --run.',
      details: [run, ...others].slice(0, 10).map(describeRun),
    });
  if (authorOn(context.env, { root, run }) === 'claude')
    throw new CliError({
      message: 'Only the user can take over a loop that was not started here: it may come from anybody.',
      next: {
        advice: `ask the user to type /loop:continue --take-over --run=${sanitizeLine(run.id, 100)}`,
      },
    });
  if (!rememberStart(root, run.id))
    throw new CliError({ message: `It could not be remembered in ${stateFolders()[0]}.` });
}

/** The only run of the project that can go on; several have to be chosen from. */
function onlyOther(root: string, sessionId: string): Run | undefined {
  const open = othersIn(root, sessionId).filter((run) => !isOver(run));
  if (open.length > 1) throw severalRuns(open, 'continue', 'to go on with');
  return open[0];
}

function takeOver(context: Context, address: RunAddress, other: Run, flags: Flags): Answer {
  const listed = listRuns(address.root).find(({ run }) => run?.id === other.id);
  const claimed = listed && claimRun({ ...address, path: listed.path, at: context.now() });
  const next = { words: ['status'] };
  if (claimed?.status === 'claimed') {
    const { opened, submitted } = claimed;
    const notices = submitted.status === 'unrecorded' ? [] : submitted.decision.notices;
    return resume(context, opened, flags, { isNew: notices.length > 0, notices });
  }
  if (claimed?.status === 'unsafe') throw untrusted(claimed);
  if (claimed?.status === 'occupied')
    throw new CliError({ message: 'This session has a loop already.', next });
  throw new CliError({
    exit: 'no-loop',
    message: 'Another session took the loop over first, or it is gone.',
    next,
  });
}

/** Adopts a loop that was written by hand. */
function adopt(context: Context, address: RunAddress, flags: Flags): Answer {
  const { env } = context;
  const adopted = adoptRun({ ...address, runId: context.newId(), at: context.now(), by: 'user', env });
  if (adopted.status === 'adopted') return resume(context, adopted.opened, flags, { isNew: true });
  const refused = findUnadoptable({ root: address.root, env });
  // Without one nothing is left to go on with, and this says so.
  if (refused.length === 0) return resume(context, requireRun(context), flags);
  throw new CliError({
    message: 'A hand-written loop is here, and it can’t be started.',
    details: refused.map(
      ({ path, field, reason }) => `${path}: ${field === '' ? '' : `${field}: `}${reason}`,
    ),
    next: { advice: 'correct the file, or delete it' },
  });
}

function resume(
  context: Context,
  opened: OpenRun,
  flags: Flags,
  /** Taken over, or adopted, by this very call. */
  { isNew, notices = [] }: { readonly isNew: boolean; readonly notices?: Decision['notices'] } = {
    isNew: false,
  },
): Answer {
  const at = context.now();
  try {
    const { flags: counted, refused } = usersFlags(context, opened, flags);
    const told = recordRefused(opened, refused, at);
    const command = resumeCommand(counted, at);
    // An active run that changed hands is going on already, unless its limits or its shape change.
    const isGoing = isNew && opened.run.status === 'active' && command.asked === undefined;
    const done = isGoing ? undefined : submit(opened, command);
    const { run } = opened;
    return answerFor(context, opened, { ...done, notices: [...notices, ...told, ...(done?.notices ?? [])] }, [
      announce({ kind: 'resume', run }),
      announce({ kind: 'iteration', run }),
      ...refused.map(({ text }) => text),
      ...hooksOffLines(context),
    ]);
  } finally {
    finish(context, opened);
  }
}

/**
 * Tells the flags of the user from Claude's, which are refused. Only the user raises limits and chooses the shape: in a
 * terminal of their own, or in words after `/loop:continue`, which count once.
 */
function usersFlags(context: Context, { root, run }: OpenRun, flags: Flags) {
  const sessionId = context.env['CLAUDE_CODE_SESSION_ID'] || run.session;
  if (authorOf(context.env, { root, sessionId }) === 'user') return { flags, refused: [] };
  const since = (run.frames.at(-1)?.raisedAt ?? run.createdAt) + 1;
  // The table that parsed the words is the one that types the flags.
  const known = readSessionWords({ root, sessionId }, context.env);
  const { shape } = answeredSince(known, since);
  const typed = {
    ...(shape !== undefined && { shape }),
    ...latestWords(known, ['loop:continue'], since)?.flags,
  } as Flags;
  const others = continueFlags.filter(
    ({ name }) => flags[name] !== undefined && !isDeepStrictEqual(flags[name], typed[name]),
  );
  return {
    flags: typed,
    refused: others.map((flag): Refused => {
      const subject = typedFlags([flag], flags).join(' ');
      const text = `${subject} counts only from the user, who types it: /loop:continue ${subject.replace(' ', '=')}`;
      return { subject, text };
    }),
  };
}
