import {
  next,
  announce,
  autonomyText,
  type CommandOf,
  countOf,
  isJudged,
  isOpen,
  noticeText,
  type Rejection,
  rejectionText,
  type Run,
  sanitize,
  startingText,
} from '@loopwright/core';
import type { PlanScore } from '@loopwright/scoring';
import {
  archiveRun,
  importTasks,
  openRun,
  startRun,
  stateFolders,
  sweepLeftovers,
  type OpenRun,
  type RunAddress,
} from '@loopwright/store';
import { askedText, limitsText } from '../../answers/asked-text.ts';
import { runJson } from '../../answers/run-json.ts';
import { dimensionsOf } from '../../answers/score-report.ts';
import { unclearAnswer } from '../../answers/unclear-answer.ts';
import { availableChecks, namedIn, namedLines } from '../../config/named-check.ts';
import { LEAST_POINTS } from '../../plan/least-points.ts';
import { offeredLines } from '../../plan/offered-checks.ts';
import { planStart, tooLarge, type StartPlan } from '../../plan/start-plan.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Answer, Context, Handler } from '../../program/context.ts';
import { hooksOffLines, findNewRoot, findPlace } from '../../session/place.ts';
import { untrusted } from '../../session/locate-run.ts';
import { placeOfCall, readWorkTree } from '../../session/read-work-tree.ts';
import { recordRefused, finish, submit } from '../../session/submit.ts';
import { readStartFacts } from '../../session/start-facts.ts';
import { wrapText } from '../../terminal/wrap-text.ts';
import { beginWorkflow } from './begin-workflow.ts';
import { lostContract } from './lost-contract.ts';
import {
  archiveOtherShape,
  askAboutLoop,
  atWorkLines,
  findOtherLoops,
  type OtherLoops,
} from './other-loops.ts';
import { outsideSession } from './outside-session.ts';
import { readStart, type StartRequest } from './read-start.ts';

/** Starts a loop with the words that were given, or with those of the session's draft. */
export const start: Handler<'start'> = (context, typed) => {
  const place = findPlace(context);
  if (place.sessionId === undefined) throw outsideSession(typed);
  const address = { root: findNewRoot(context, place), sessionId: place.sessionId };
  const found = openRun(address);
  if (found.status === 'unsafe') throw untrusted(found);
  const own = found.status === 'open' ? found : undefined;
  try {
    const request = readStart(context, typed, address, own);
    const others = findOtherLoops(address, context.now(), context.env);
    const isOpenOwn = own !== undefined && isOpen(own.run);
    if (isOpenOwn && !request.isFresh) return askAboutOwn(context, request, own, others);
    const isLeft = others.left.length > 0 || others.written.length > 0;
    if (isLeft && !request.isFresh && !request.isHeadless)
      throw askAboutLoop(undefined, others, request.by === 'claude');
    const plan = planStart(context, request);
    const mayBeUnclear = request.isForced || plan.command.stage !== undefined;
    if (plan.score.total < LEAST_POINTS && !mayBeUnclear) return refuseUnclear(context, request, plan.score);
    if (isOpenOwn) submit(own, { type: 'cancel', at: context.now(), reason: 'started afresh' });
    return begin(context, request, plan, { ...others, isForeign: found.status === 'foreign' });
  } finally {
    own?.close();
  }
};

/** A second start beside an open loop: only the user can end that one. Claude's `--fresh` counts for nothing. */
function askAboutOwn(
  context: Context,
  { by, claude, isHeadless }: StartRequest,
  own: OpenRun,
  others: OtherLoops,
): Answer {
  if (claude.fresh) recordRefused(own, [{ subject: '--fresh', text: '' }], context.now());
  const { exit, message, details, next } = askAboutLoop(own.run, others, by === 'claude' && !isHeadless);
  const rejected = { code: 'already-running', message };
  return { exit, json: { ok: false, rejected, run: own.run }, text: () => [message, ...details], next };
}

function refuseUnclear(
  context: Context,
  { own, claude, configs, isDrafted }: StartRequest,
  score: PlanScore,
): Answer {
  const isForcedByClaude = claude.force === true;
  if (isForcedByClaude && own) recordRefused(own, [{ subject: '--force', text: '' }], context.now());
  return unclearAnswer(score, isDrafted, availableChecks(configs), isForcedByClaude);
}

function begin(
  context: Context,
  request: StartRequest,
  { command, score, notices, offered }: StartPlan,
  others: OtherLoops & { readonly isForeign: boolean },
): Answer {
  const { address, own, by, user, claude, configs } = request;
  const draft = own?.run.status === 'draft' ? own : undefined;
  const wanted = { ...claude, ...user, guard: [...(user.guard ?? []), ...(claude.guard ?? [])] };
  const facts = readStartFacts(context, address.root, by, wanted, draft?.run.createdAt);
  // New words of the user replace their earlier request.
  const lost = by === 'claude' && !request.isDrafted ? lostContract(own?.run, command) : [];
  const amendments = [...(command.amendments ?? []), ...lost];
  if (!draft && (own || others.isForeign)) archiveRun(address);
  const { opened, notices: recorded } = record(address, draft, {
    ...command,
    ...(amendments.length > 0 && { amendments }),
    ...facts.fields,
  });
  // After the session's own loop, which takes its shape along.
  const archived = archiveOtherShape(address.root, others, request.isFresh);
  facts.keep(opened.run.id);
  const hasTasks = importTasks(opened, context.env, context.now());
  const surfaced = command.stage === undefined ? [] : beginWorkflow(opened, score, context.now());
  finish(context, opened);
  sweepLeftovers(address.root, context.now());
  const taskCount = opened.run.frames.at(-1)?.tasks.length ?? 0;
  const named = namedIn([...(user.check ?? []), ...(claude.check ?? [])], configs);
  const said = [
    ...notices,
    ...offeredLines(offered, 'once the user types /loop:approve; tell them'),
    ...lost.map((amendment) => noticeText({ code: 'amended', amendment })),
    ...(configs.notices ?? []),
    ...namedLines(context.env, address.root, named),
    ...(command.criteria?.some(({ check }) => check) ? [] : availableChecks(configs)),
    ...hooksOffLines(context),
    ...atWorkLines(others),
    ...archived,
    ...(hasTasks ? [`In this loop from Claude's task list: ${countOf(taskCount, 'open task')}.`] : []),
    ...recorded,
  ];
  const { run } = opened;
  const now = readWorkTree(placeOfCall(context, address.root), run.frames);
  const lines = [
    startingText(run, dimensionsOf(score)),
    autonomyText(run),
    '',
    ...frameLines(run),
    ...said,
    ...surfaced,
    '',
    announce({ kind: 'iteration', run }),
  ];
  return {
    json: { ok: true, score, notices: said, ...runJson(run, now) },
    text: (page) => lines.flatMap((line) => wrapText(sanitize(line), page.width)),
    next: next(run, now),
  };
}

/** Records the start, in the session's draft or in a new journal. Throws `CliError` if it is rejected. */
function record(address: RunAddress, draft: OpenRun | undefined, command: CommandOf<'start'>) {
  if (draft) {
    // The run keeps the id that it was drafted under.
    const { decision } = submit(draft, { ...command, runId: draft.run.id });
    if (decision.rejected) throw rejected(decision.rejected);
    return { opened: draft, notices: decision.notices.map((one) => noticeText(one)) };
  }
  const result = startRun(address, command);
  if (result.status === 'rejected') throw rejected(result.decision.rejected);
  if (result.status === 'exists') throw rejected();
  if (result.status === 'too-large') throw tooLarge(result.maxBytes);
  // Without that memory the hooks can't tell the run from one that came with the repository.
  const forgotten = `This start could not be remembered in ${stateFolders()[0]}. If the loop holds nothing, type: /loop:continue --take-over`;
  const notices = result.decision.notices.map((one) => noticeText(one));
  return { opened: result.opened, notices: result.isRemembered ? notices : [...notices, forgotten] };
}

function rejected(rejection: Rejection = { code: 'already-running' }): CliError {
  const isRunning = rejection.code === 'already-running';
  return new CliError({
    exit: isRunning ? 'error' : 'usage',
    message: rejectionText(rejection),
    next: { words: isRunning ? ['status'] : ['help', 'start'] },
  });
}

/** The criteria and limits of the frame that begins. */
function frameLines({ frames }: Run): readonly string[] {
  const frame = frames.at(-1);
  if (!frame) return [];
  const criteria = frame.criteria.map((one) => {
    const proof = isJudged(one.check) ? ', judged by a fresh model' : ', checked by loop verify';
    return `- ${one.name} (${askedText(one)}${one.check ? proof : ''})`;
  });
  const none = frame.workflow
    ? 'No criteria yet: the shape brings them.'
    : 'No criteria: only Claude’s word will end this loop.';
  return [...(criteria.length > 0 ? ['Criteria:', ...criteria] : [none]), limitsText(frame)];
}
