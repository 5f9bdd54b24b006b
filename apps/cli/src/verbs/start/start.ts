import {
  next,
  announce,
  autonomyText,
  type Author,
  type CommandOf,
  type Decision,
  noticeText,
  rejectionText,
  type Run,
  sanitize,
  isJudged,
  startingText,
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
  shapeOwner,
} from '@loopwright/store';
import { wrapText } from '../../terminal/wrap-text.ts';
import { countingConfigs } from '../../config/hold-limits.ts';
import { namedChecks, namedIn } from '../../config/named-check.ts';
import { namedLines, offer } from '../../config/offer.ts';
import { readConfigs, type Configs } from '../../config/read-configs.ts';
import { withConfigs } from '../../config/with-configs.ts';
import { authorOf } from '../../session/author.ts';
import { findNewRoot, findPlace } from '../../session/place.ts';
import { hooksOffLines } from '../../session/hooks-off.ts';
import { isHeadless } from '../../session/is-headless.ts';
import { readStartFacts, type GuardFlags } from '../../session/start-facts.ts';
import { openTrusted } from '../../session/open-trusted.ts';
import { placeOfCall, readWorkTree } from '../../session/read-work-tree.ts';
import { finish, submit } from '../../session/submit.ts';
import { readSpec } from '../../plan/read-spec.ts';
import { type Drafted, draftOf, mergeDraft, specOfBoth } from './merge-draft.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import type { Refused } from '../../plan/merge-plans.ts';
import { floorOf } from '../../session/users-words.ts';
import { recordRefused } from '../../session/record-refused.ts';
import { planStart, tooLarge, type StartPlan } from '../../plan/start-plan.ts';
import type { Answer, Context, Handler, Request } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { askedText, limitsText } from '../../answers/asked-text.ts';
import { runJson } from '../../answers/run-json.ts';
import { dimensionsOf } from '../../answers/score-report.ts';
import { unclearAnswer } from '../../answers/unclear-answer.ts';
import { beginWorkflow } from './begin-workflow.ts';
import { lostContract } from './lost-contract.ts';
import { outsideSession } from './outside-session.ts';
import { clearShape, type ShapeLeft } from './clear-shape.ts';
import { askAboutLeft, atWorkLines, findUnfinished } from './unfinished.ts';

/** Starts a loop with the words that were given, or with those of the session's draft. */
export const start: Handler<'start'> = async (context, request) => {
  const address = addressOf(context, request);
  const own = openTrusted(address);
  try {
    const isGoing = own !== undefined && isOpen(own.run);
    const configs = countingConfigs(context.env, address, await readConfigs(context.env, address.root));
    const drafted = draftOf(context, address, own);
    const by = authorOf(context.env, address);
    const wanted = toStart(context, request, { address, by, drafted, own, configs });
    if (isGoing && !wanted.isFresh) return refuse(own.run);
    if (isGoing && by === 'claude' && !drafted) return refuseFresh(context, own);
    const mayBeUnclear = wanted.isForced || wanted.command.stage !== undefined;
    if (wanted.score.total < LEAST_POINTS && !mayBeUnclear) {
      if (request.flags.force && own) recordRefused(own, [refusedForce], context.now());
      const isForcedByClaude = request.flags.force === true;
      return unclearAnswer(wanted.score, drafted ? 'drafted' : 'start', offer(configs), isForcedByClaude);
    }
    const { left, atWork } = findUnfinished(address, context.now());
    const asksFirst = left.length > 0 && !wanted.isFresh && !isHeadless(context.env);
    if (asksFirst) throw askAboutLeft(left);
    if (isGoing) submit(own, { type: 'cancel', at: context.now(), reason: 'started afresh' });
    const shape = { owner: shapeOwner(address.root), runs: [...left, ...atWork], atWork };
    const notices = [...wanted.notices, ...atWorkLines(atWork)];
    return begin(context, address, own, { ...wanted, notices, shape });
  } finally {
    own?.close();
  }
};

interface Wanted extends StartPlan {
  /** The user asked for it after `/loop:start`. */
  readonly isForced: boolean;
  /** The user or Claude gave `--fresh`. */
  readonly isFresh: boolean;
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
      run,
    },
    text: (page) => wrapText(rejectionText(rejection), page.width),
    next:
      run.status === 'active'
        ? { words: ['status'] }
        : { words: ['continue'], when: 'or loop cancel, to start afresh' },
  };
}

/** Refuses Claude's `--fresh` over an open loop, because that would evade the user's request. */
function refuseFresh(context: Context, own: OpenRun): Answer {
  const { subject } = refusedFresh;
  recordRefused(own, [refusedFresh], context.now());
  return {
    ...refuse(own.run),
    text: (page) =>
      wrapText(
        `A loop is on already, and ${subject} is for the user to say: /loop:start ${subject} and what is to be done.`,
        page.width,
      ),
  };
}

const refusedFresh: Refused = { subject: '--fresh', text: '' };
const refusedForce: Refused = { subject: '--force', text: '' };

interface Asking {
  readonly address: RunAddress;
  readonly configs: Configs;
  readonly by: Author;
  readonly drafted: Drafted | undefined;
  readonly own: OpenRun | undefined;
}

function toStart(
  context: Context,
  { words, flags }: Request<'start'>,
  { address: { root, sessionId }, by, drafted, own, configs }: Asking,
): Wanted {
  const given = readSpec(context, { words, specFile: flags['spec-file'] });
  const { spec, user: said, claude } = mergeDraft(context, { flags, by }, drafted);
  const user = withConfigs(said, configs, by === 'user' ? context.env : {});
  const mode = user.mode ?? (drafted?.mode === 'loop' ? undefined : drafted?.mode) ?? claude.mode;
  const typed = mode === 'grind' ? spec || EVERY_ISSUE : spec;
  const plan = planStart(context, {
    spec: specOfBoth(typed, given, by),
    typed: by === 'user' ? undefined : (typed ?? ''),
    sessionId,
    user,
    claude,
    floor: floorOf(context, { root, sessionId }),
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
  // New words of the user replace their earlier request.
  const lost = by === 'claude' && !drafted ? lostContract(own?.run, criteria, at) : [];
  return {
    ...plan,
    command: { ...plan.command, ...(lost.length > 0 && { amendments: [...amendments, ...lost] }) },
    notices: [
      ...plan.notices,
      ...lost.map((amendment) => noticeText({ code: 'amended', amendment })),
      ...(configs.notices ?? []),
      ...namedLines(context.env, root, named),
      ...(hasCheck ? [] : offer(configs)),
      ...hooksOffLines(context),
    ],
    isForced: isIssue || user.force === true,
    isFresh: user.fresh === true || claude.fresh === true,
    guard,
  };
}

function begin(
  context: Context,
  address: RunAddress,
  own: OpenRun | undefined,
  { command: planned, score, notices, guard, isFresh, shape }: Wanted & { readonly shape: ShapeLeft },
): Answer {
  const typedAt = own?.run.status === 'draft' ? own.run.createdAt : undefined;
  const facts = readStartFacts(context, address, guard, typedAt);
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
  // After the session's own loop, which takes its shape along.
  const cleared = clearShape(address.root, shape, isFresh);
  facts.keep(opened.run.id);
  const surfaced = command.stage === undefined ? [] : beginWorkflow(opened, score, context.now());
  finish(opened, context.now());
  sweepLeftovers(address.root, context.now());
  const told = [...notices, ...cleared, ...decision.notices.map(noticeText), ...forgotten];
  return started(context, opened, told, score, surfaced);
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
  context: Context,
  opened: OpenRun,
  notices: readonly string[],
  score: PlanScore,
  surfaced: readonly string[],
): Answer {
  const { run } = opened;
  const now = readWorkTree(placeOfCall(context, opened.root), run.frames);
  const frame = run.frames.at(-1);
  const criteria =
    frame?.criteria.map(
      (one) =>
        `- ${one.name} (${askedText(one)}${one.check ? (isJudged(one.check) ? ', judged by a fresh model' : ', checked by loop verify') : ''})`,
    ) ?? [];
  const lines = [
    startingText(run, dimensionsOf(score)),
    autonomyText(run),
    '',
    ...(criteria.length > 0
      ? ['Criteria:', ...criteria]
      : [
          frame?.workflow
            ? 'No criteria yet: the shape brings them.'
            : 'No criteria: only Claude’s word will end this loop.',
        ]),
    ...[(frame && limitsText(frame)) ?? []].flat(),
    ...notices,
    ...surfaced,
    '',
    announce({ kind: 'iteration', run }),
  ];
  return {
    exit: 'ok',
    json: { ok: true, score, notices, ...runJson(run, now) },
    text: (page) => lines.flatMap((line) => wrapText(sanitize(line), page.width)),
    next: next(run, now),
  };
}
