import { announce, type Decision, isOver, type Run, isOpen, sanitizeLine } from '@loopwright/core';
import {
  adoptRun,
  archiveRun,
  claimRun,
  findUnadoptable,
  listRuns,
  type OpenRun,
  rememberStart,
  type RunAddress,
  stateFolders,
  type Unadoptable,
} from '@loopwright/store';
import { authorOf } from '../../session/author.ts';
import { describeRun } from '../../session/describe-run.ts';
import { findById, requireRun } from '../../session/locate-run.ts';
import { hooksOffLines } from '../../session/hooks-off.ts';
import { openTrusted, untrusted } from '../../session/open-trusted.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { placeOfCall, readWorkTree } from '../../session/read-work-tree.ts';
import { recordRefused } from '../../session/record-refused.ts';
import { finish, submit } from '../../session/submit.ts';
import { isExtension, resumeCommand } from '../../plan/frame-plan.ts';
import type { Answer, Context, Handler, Request } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { workAnswer } from '../../answers/work-answer.ts';
import { shortId } from '../../session/short-id.ts';
import { usersFlags } from './users-flags.ts';

type Flags = Request<'continue'>['flags'];

/** Goes on with the session's own run, or takes over one of the project's. */
export const continueRun: Handler<'continue'> = (context, { flags }) => {
  const { root: known, sessionId } = findPlace(context);
  // A hand-written loop may be all that is there: `.claude/idle-loop.local.md`.
  const root = known ?? (sessionId === undefined ? undefined : findNewRoot(context));
  // A user in a terminal continues on behalf of the run's session.
  if (root !== undefined && flags['take-over']) takeIn(context, root, sessionId);
  if (root === undefined || sessionId === undefined) return resume(context, requireRun(context), flags, []);
  const own = openTrusted({ root, sessionId });
  const wanted = context.flags.run === undefined ? undefined : findById(root, context.flags.run);
  if (own && (wanted ? wanted.session === sessionId : isOpen(own.run)))
    return resume(context, own, flags, []);
  if (own && isOpen(own.run)) throw ownFirst(own.run);
  const other = wanted ?? onlyOther(root, sessionId);
  // One that is over, or only a draft, makes room; without another it says itself why it can't go on.
  if (other === undefined && own) return resume(context, own, flags, []);
  if (other === undefined) return adopt(context, { root, sessionId }, flags);
  if (own) archiveRun({ root, sessionId });
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
  const open = foreign.filter((run) => !isOver(run));
  const [run, ...others] = named.length === 0 && wanted === undefined ? open : named;
  // The hook took it in already when the user typed the command.
  if (!run) return;
  if (others.length > 0)
    throw new CliError({
      exit: 'no-loop',
      message: 'Several loops here were not started on this machine; say which one is yours with --run.',
      details: [run, ...others].slice(0, 10).map(describeRun),
    });
  if (authorOf(context.env, { root, sessionId: run.session }) === 'claude')
    throw new CliError({
      exit: 'error',
      message: `Only the user can take over a loop that was not started here: it may come from anybody.`,
      next: { advice: `ask the user to type /loop:continue --take-over --run=${sanitizeLine(run.id, 100)}` },
    });
  if (!rememberStart(root, run.id))
    throw new CliError({ exit: 'error', message: `It could not be remembered in ${stateFolders()[0]}.` });
}

function ownFirst(run: Run): CliError {
  return new CliError({
    exit: 'error',
    message: 'This session has a loop of its own. End it before taking over another.',
    details: [describeRun(run)],
    next: { words: ['cancel'] },
  });
}

/** The only run of the project that can go on; several have to be chosen from. */
function onlyOther(root: string, sessionId: string): Run | undefined {
  const open = listRuns(root).flatMap(({ run }) =>
    run && !isOver(run) && run.session !== sessionId ? run : [],
  );
  if (open.length <= 1) return open[0];
  throw new CliError({
    exit: 'no-loop',
    message: `There are ${open.length} loops to go on with; say which one.`,
    details: open.slice(0, 10).map(describeRun),
    next: { words: ['continue', '--run', shortId(open[0]?.id ?? '')] },
  });
}

function takeOver(context: Context, address: RunAddress, other: Run, flags: Flags): Answer {
  const listed = listRuns(address.root).find(({ run }) => run?.id === other.id);
  const claimed = listed
    ? claimRun({ ...address, path: listed.path, at: context.now() })
    : { status: 'lost' as const };
  switch (claimed.status) {
    case 'claimed': {
      const { opened, submitted } = claimed;
      const notices = submitted.status === 'unrecorded' ? [] : submitted.decision.notices;
      return resume(context, opened, flags, notices);
    }
    case 'occupied':
      throw new CliError({
        exit: 'error',
        message: 'This session has a loop already.',
        next: { words: ['status'] },
      });
    case 'unsafe':
      throw untrusted(claimed);
    default:
      throw new CliError({
        exit: 'no-loop',
        message: 'Another session took the loop over first, or it is gone.',
        next: { words: ['status'] },
      });
  }
}

/** Adopts a loop that was written by hand. */
function adopt(context: Context, address: RunAddress, flags: Flags): Answer {
  const { env } = context;
  const adopted = adoptRun({ ...address, runId: context.newId(), at: context.now(), by: 'user', env });
  if (adopted.status === 'adopted') return resume(context, adopted.opened, flags, [], 'new');
  const refused = findUnadoptable(address.root);
  if (refused.length > 0) throw unadoptable(refused);
  // Nothing is left to go on with, and this says so.
  return resume(context, requireRun(context), flags, []);
}

function unadoptable(refused: readonly Unadoptable[]): CliError {
  return new CliError({
    exit: 'error',
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
  notices: Decision['notices'],
  origin: 'own' | 'new' = notices.length > 0 ? 'new' : 'own',
): Answer {
  const at = context.now();
  try {
    const { flags: counted, refused } = usersFlags(context, opened, flags);
    const told = recordRefused(opened, refused, at);
    const command = resumeCommand(counted, at);
    // An active run that changed hands, or was just adopted, is going on already.
    const isGoing = origin === 'new' && opened.run.status === 'active' && !isExtension(command);
    const done = isGoing ? undefined : submit(opened, command);
    const { run } = done ?? opened;
    return workAnswer(
      {
        ...done,
        run,
        notices: [...notices, ...told, ...(done?.notices ?? [])],
        fingerprints: readWorkTree(placeOfCall(context, opened.root), run.frames),
      },
      [
        announce({ kind: 'resume', run }),
        announce({ kind: 'iteration', run }),
        ...refused.map(({ text }) => text),
        ...hooksOffLines(context),
      ],
    );
  } finally {
    finish(opened, at);
  }
}
