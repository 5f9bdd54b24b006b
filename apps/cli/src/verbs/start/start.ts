import {
  announce,
  type CommandOf,
  type Decision,
  noticeText,
  rejectionText,
  type Run,
  sanitize,
  isJudged,
  isOpen,
} from '@loopwright/core';
import type { PlanScore } from '@loopwright/scoring';
import {
  archiveRun,
  openRun,
  startRun,
  stateFolders,
  sweepLeftovers,
  type OpenRun,
  type RunAddress,
} from '@loopwright/store';
import { wrapText } from '../../terminal/wrap-text.ts';
import { countingConfigs } from '../../config/hold-limits.ts';
import { namedChecks, namedIn } from '../../config/named-check.ts';
import { namedLines, offer } from '../../config/offer.ts';
import { readConfigs, type Configs } from '../../config/read-configs.ts';
import { withConfigs } from '../../config/with-configs.ts';
import { authorOf } from '../../session/author.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { isHeadless } from '../../session/is-headless.ts';
import { readStartFacts, type GuardFlags } from '../../session/start-facts.ts';
import { openTrusted } from '../../session/open-trusted.ts';
import { readWorkTree } from '../../session/read-work-tree.ts';
import { finish, submit } from '../../session/submit.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { mergeDraft } from './merge-draft.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import { planStart, tooLarge, type StartPlan } from '../../plan/start-plan.ts';
import type { Answer } from '../../program/answer.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Handler, Request } from '../../program/context.ts';
import { askedText } from '../../answers/asked-text.ts';
import { nextFor } from '../../answers/next-for.ts';
import { runJson } from '../../answers/run-json.ts';
import { dimensionsOf, scoreJson } from '../../answers/score-report.ts';
import { unclearAnswer } from '../../answers/unclear-answer.ts';
import { beginWorkflow } from './begin-workflow.ts';
import { lostContract } from './lost-contract.ts';
import { outsideSession } from './outside-session.ts';
import { askAboutLeft, atWorkLines, findUnfinished } from './unfinished.ts';

/** Starts a loop with the words that were given, or with those of the session's draft. */
export const start: Handler<'start'> = async (context, request) => {
  const address = addressOf(context, request);
  const own = openTrusted(address);
  try {
    const isGoing = own !== undefined && isOpen(own.run);
    if (isGoing && request.flags.fresh !== true) return refuse(own.run);
    const configs = countingConfigs(context.env, address, await readConfigs(context.env, address.root));
    const wanted = toStart(context, request, address, own, configs);
    const mayBeUnclear = wanted.isForced || wanted.command.stage !== undefined;
    if (wanted.score.total < LEAST_POINTS && !mayBeUnclear) {
      return unclearAnswer(wanted.score, own?.run.status === 'draft' ? 'drafted' : 'start', offer(configs));
    }
    const { left, atWork } = findUnfinished(address, context.now());
    const asksFirst = left.length > 0 && request.flags.fresh !== true && !isHeadless(context.env);
    if (asksFirst) throw askAboutLeft(left);
    if (isGoing) submit(own, { type: 'cancel', at: context.now(), reason: 'started afresh' });
    return begin(context, address, own, { ...wanted, notices: [...wanted.notices, ...atWorkLines(atWork)] });
  } finally {
    own?.close();
  }
};

interface Wanted extends StartPlan {
  /** The user asked for it after `/loop:start`. */
  readonly isForced: boolean;
  /** The guarded files of the user and of Claude, together. */
  readonly guard: GuardFlags;
}

/** The spec of a grind without words: `/loop:grind --budget=20`. */
const EVERY_ISSUE = 'Work through the open issues, one after the other.';

function addressOf(context: Context, request: Request<'start'>): RunAddress {
  const { sessionId } = findPlace(context);
  if (sessionId === undefined) throw outsideSession(request);
  return { root: findNewRoot(context), sessionId };
}

function refuse(run: Run): Answer {
  const rejection = { code: 'already-running', subject: run.id } as const;
  return {
    exit: 'error',
    json: {
      ok: false,
      rejected: { code: rejection.code, message: rejectionText(rejection) },
      run: runJson(run, () => undefined),
    },
    text: (page) => wrapText(rejectionText(rejection), page.width),
    next:
      run.status === 'active'
        ? { words: ['status'] }
        : { words: ['continue'], when: 'or loop cancel, to start afresh' },
  };
}

function toStart(
  context: Context,
  { words, flags }: Request<'start'>,
  { root, sessionId }: RunAddress,
  own: OpenRun | undefined,
  configs: Configs,
): Wanted {
  const given = readSpec(context, { words, specFile: flags['spec-file'] });
  const drafted = own?.run.status === 'draft' ? own.run.frames[0] : undefined;
  const by = authorOf(context.env, sessionId);
  const { spec, user: typed, claude } = mergeDraft(context, { flags, by }, drafted?.spec);
  const user = withConfigs(typed, configs, by === 'user' ? context.env : {});
  const mode = user.mode ?? claude.mode ?? drafted?.mode;
  const plan = planStart(context, {
    spec: given ?? (mode === 'grind' ? spec || EVERY_ISSUE : spec),
    sessionId,
    user,
    claude,
    mode,
    isHeadless: isHeadless(context.env),
    names: namedChecks(context.env, root, configs),
  });
  const named = namedIn([...(user.check ?? []), ...(claude.check ?? [])], configs);
  const hasCheck = plan.command.criteria?.some(({ check }) => check !== undefined) === true;
  const isStrict = user['guard-strict'] === true || claude['guard-strict'] === true;
  const guard: GuardFlags = {
    guard: [...(user.guard ?? []), ...(claude.guard ?? [])],
    ...(isStrict && { 'guard-strict': true }),
  };
  // An issue is clear or unclear by itself, not by the number that the user typed.
  const isIssue = drafted?.mode === 'issue' || drafted?.mode === 'grind';
  const { amendments = [], at, criteria } = plan.command;
  const lost = by === 'claude' ? lostContract(own?.run, criteria, at) : [];
  return {
    ...plan,
    command: { ...plan.command, ...(lost.length > 0 && { amendments: [...amendments, ...lost] }) },
    notices: [
      ...plan.notices,
      ...lost.map((amendment) => noticeText({ code: 'amended', amendment })),
      ...(configs.notices ?? []),
      ...namedLines(context.env, root, named),
      ...(hasCheck ? [] : offer(configs)),
    ],
    isForced: isIssue || user.force === true || claude.force === true,
    guard,
  };
}

function begin(
  context: Context,
  address: RunAddress,
  own: OpenRun | undefined,
  { command: planned, score, notices, guard }: Wanted,
): Answer {
  const facts = readStartFacts(context, address, guard);
  const command = { ...planned, ...facts.fields };
  const {
    opened,
    decision,
    forgotten = [],
  } = own?.run.status === 'draft' ? activate(own, command) : create(address, own, command);
  if (decision.rejected || !opened) {
    const rejection = decision.rejected ?? { code: 'already-running' };
    opened?.close();
    throw new CliError({
      exit: rejection.code === 'already-running' ? 'error' : 'usage',
      message: rejectionText(rejection),
      next: { words: rejection.code === 'already-running' ? ['status'] : ['help', 'start'] },
    });
  }
  facts.keep(opened.run.id);
  const surfaced = command.stage === undefined ? [] : beginWorkflow(opened, score, context.now());
  finish(opened, context.now());
  sweepLeftovers(address.root, context.now());
  return started(opened, [...notices, ...decision.notices.map(noticeText), ...forgotten], score, surfaced);
}

/** Without that memory the hooks can't tell the run from one that came with the repository. */
function notRemembered(): string {
  return `This start could not be remembered in ${stateFolders()[0]}. If the loop holds nothing, type: /loop:continue --take-over`;
}

interface Begun {
  readonly opened: OpenRun | undefined;
  readonly decision: Decision;
  readonly forgotten?: readonly string[];
}

function activate(draft: OpenRun, command: CommandOf<'start'>): Begun {
  // The run keeps the id that it was drafted under.
  const { decision } = submit(draft, { ...command, runId: draft.run.id });
  return { opened: draft, decision };
}

function create(address: RunAddress, ended: OpenRun | undefined, command: CommandOf<'start'>): Begun {
  if (ended || openRun(address).status === 'foreign') archiveRun(address);
  const result = startRun(address, command);
  switch (result.status) {
    case 'started': {
      const { opened, decision, isRemembered } = result;
      return { opened, decision, forgotten: isRemembered ? [] : [notRemembered()] };
    }
    case 'rejected':
      return { opened: undefined, decision: result.decision };
    case 'exists':
      return {
        opened: undefined,
        decision: { events: [], notices: [], rejected: { code: 'already-running' } },
      };
    case 'too-large':
      throw tooLarge(result.maxBytes);
  }
}

function started(
  opened: OpenRun,
  notices: readonly string[],
  score: PlanScore,
  surfaced: readonly string[],
): Answer {
  const { run } = opened;
  const now = readWorkTree(opened.root, run.frames);
  const frame = run.frames.at(-1);
  const criteria =
    frame?.criteria.map(
      (one) =>
        `- ${one.name} (${askedText(one)}${one.check ? (isJudged(one.check) ? ', judged by a fresh model' : ', checked by loop verify') : ''})`,
    ) ?? [];
  const lines = [
    announce({ kind: 'starting', run, dimensions: dimensionsOf(score) }),
    '',
    ...(criteria.length > 0
      ? ['Criteria:', ...criteria]
      : [
          frame?.workflow
            ? 'No criteria yet: the shape brings them.'
            : 'No criteria: only Claude’s word will end this loop.',
        ]),
    ...notices,
    ...surfaced,
    '',
    announce({ kind: 'iteration', run }),
  ];
  return {
    exit: 'ok',
    json: { ok: true, score: scoreJson(score), notices: [...notices], run: runJson(run, now) },
    text: (page) => lines.flatMap((line) => wrapText(sanitize(line), page.width)),
    next: nextFor(run, now),
  };
}
