import { fold } from '../fold.ts';
import type { StopCommand } from '../schemas/command.ts';
import type { EventOf, LoopEvent } from '../schemas/event.ts';
import type { Mode } from '../model/vocabulary.ts';
import type { Ending, Frame, IterationReceipt, Note, Run } from '../schemas/run.ts';
import { breakerFacts, countStop, trippedBreaker, type Counters } from './breakers.ts';
import {
  accepted,
  type Decision,
  type Missing,
  type Notice,
  type RuleName,
  type Verdict,
} from './decision.ts';
import { dueWarnings, reachedLimit, usedIterations, type Warning } from './limits.ts';
import {
  isMet,
  isVerified,
  listedTasks,
  missingProofs,
  openTasks,
  staleCriteria,
  withStale,
} from '../proofs.ts';
import { writeReceipt } from './receipt.ts';
import { countSpent } from './spending.ts';

/** Facts that made a rule fire or not, for whoever asks why. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** What a rule sees of a stop; everything in it is worked out once. */
interface Scene {
  readonly run: Run | undefined;
  readonly frame: Frame | undefined;
  readonly stop: StopCommand;
  readonly counters: Counters | undefined;
  readonly claim: Claim | undefined;
  readonly missing: readonly Missing[];
  /** Criteria whose proofs the stop found stale; undefined where that is on record already. */
  readonly stale: readonly string[] | undefined;
}

type LiveScene = Scene & { readonly run: Run; readonly frame: Frame; readonly counters: Counters };

/** Somebody's word that the work is done, or that it is given up. */
interface Claim {
  readonly says: 'done' | 'gave-up';
  readonly by: string;
}

interface Look {
  readonly holds: boolean;
  readonly facts: Facts;
}

/** One row of the stop table. */
export interface StopRule {
  readonly name: RuleName;
  /** One line of why the rule is there. */
  readonly reason: string;
  readonly look: (scene: Scene) => Look;
  readonly answer: (scene: Scene) => Answer;
}

/** What a rule answers: a verdict, or that the top frame ended and the one below it is to be asked. */
type Answer = { readonly events: readonly LoopEvent[]; readonly notices?: readonly Notice[] } & (
  | { readonly verdict: Verdict }
  | { readonly popped: Ending }
);

/**
 * Answers a stop: the first rule of the table that holds decides. Where the top frame ends, the frame below
 * it is asked in the same breath.
 */
export function decideStop(run: Run | undefined, stop: StopCommand): Decision {
  const counted = countSpent(run, stop);
  const ended: LoopEvent[] = [];
  const popped: Ending[] = [];
  // The inner frame's words say nothing about the outer one.
  const { signals: _signals, statusBlock: _block, message: _message, ...silent } = stop;
  const first = sceneOf(counted.run, stop);
  for (let scene = first; ;) {
    const rule = stopRules.find((one) => one.look(scene).holds) ?? lastRule;
    const answer = withStaleNamed(rule.answer(scene), scene);
    if ('verdict' in answer) {
      const receipt =
        first.run?.status === 'active'
          ? writeReceipt(first.run, {
              at: stop.at,
              rule: rule.name,
              fingerprint: stop.fingerprints?.find(({ scope }) => scope === '')?.value,
            })
          : undefined;
      const events = [...ended, ...wordEvents(rule.name, scene), ...withReceipt(answer.events, receipt)];
      const verdict = withPopped(answer.verdict, popped);
      // An answer that leaves nothing on record counts nothing either.
      if (answer.events.length === 0) return { ...accepted([]), verdict };
      return { ...accepted([...counted.events, ...events], answer.notices ?? []), verdict };
    }
    ended.push(...answer.events);
    popped.push(answer.popped);
    scene = sceneOf(fold(answer.events, scene.run), silent);
  }
}

/** Gives every rule's answer to a stop, in the order of the table. */
export function explainStop(
  run: Run | undefined,
  stop: StopCommand,
): readonly {
  readonly rule: RuleName;
  readonly reason: string;
  readonly holds: boolean;
  readonly facts: Facts;
  readonly fired: boolean;
}[] {
  const scene = sceneOf(countSpent(run, stop).run, stop);
  const looks = stopRules.map((rule) => ({ rule: rule.name, reason: rule.reason, ...rule.look(scene) }));
  const first = looks.findIndex(({ holds }) => holds);
  return looks.map((look, index) => ({ ...look, fired: index === first }));
}

/** The stop table of the design. */
export const stopRules: readonly StopRule[] = [
  {
    name: 'disabled',
    reason: 'The environment switches loops off, before anything else is looked at.',
    look: ({ stop }) => ({ holds: stop.isDisabled === true, facts: { disabled: stop.isDisabled === true } }),
    answer: () => letGo('disabled'),
  },
  {
    name: 'no-loop',
    reason: 'This session started no loop; a draft is not one yet.',
    look: ({ run, stop }) => {
      // Seed 002: a task list that the environment names holds even without a loop, once.
      const isHeldByTasks = !run && (stop.openTasks ?? []).length > 0 && stop.isContinuing !== true;
      return {
        holds: run === undefined ? !isHeldByTasks : run.status === 'draft',
        facts: { status: run?.status ?? 'none', openTasks: stop.openTasks ?? [] },
      };
    },
    answer: () => letGo('no-loop'),
  },
  {
    name: 'not-main',
    reason: 'A subagent may always end; only the session itself is held.',
    look: ({ stop }) => ({ holds: stop.isSubagent === true, facts: { subagent: stop.isSubagent === true } }),
    answer: () => letGo('not-main'),
  },
  {
    name: 'ended',
    reason: 'The loop is over or at rest.',
    look: ({ run }) => ({
      holds: run !== undefined && run.status !== 'active',
      facts: { status: run?.status ?? 'none' },
    }),
    answer: ({ run }) => letGo('ended', run?.ending),
  },
  {
    name: 'corrupt',
    reason: 'Iteration or limits are no sane numbers, so nothing can be counted.',
    look: ({ run, frame }) => ({
      holds: run !== undefined && (!frame || !isSane(frame)),
      facts: { iteration: frame?.iteration ?? null, limit: frame?.limits.iterations ?? null },
    }),
    answer: ({ stop }) =>
      rest('corrupt', stop, 'aborted', { kind: 'aborted', detail: 'corrupt', at: stop.at }),
  },
  {
    name: 'stale',
    reason: 'Nothing was heard of the loop for longer than its time to live.',
    look: ({ run, stop }) => {
      const silentMs = run ? stop.at - run.updatedAt : 0;
      return {
        holds: run !== undefined && silentMs > run.ttlMs,
        facts: { silentMs, ttlMs: run?.ttlMs ?? 0 },
      };
    },
    answer: ({ stop }) => rest('stale', stop, 'stuck', { kind: 'stuck', detail: 'stale', at: stop.at }),
  },
  {
    name: 'waiting',
    reason: 'Background work or a wake-up will bring the session back by itself.',
    look: ({ stop }) => ({
      holds: (stop.waitingFor ?? []).length > 0,
      facts: { waitingFor: stop.waitingFor ?? [] },
    }),
    answer: (scene) => (scene.run ? stayAlive('waiting', live(scene), 'same-iteration') : letGo('waiting')),
  },
  {
    name: 'needs-user',
    reason: 'A question is open or a check-in is due, and somebody is there to answer.',
    look: (scene) => {
      const need = userNeed(scene);
      return {
        holds: need !== undefined,
        facts: { need: need ?? 'none', shape: scene.frame?.shape ?? 'none' },
      };
    },
    answer: (scene) =>
      stayAlive(
        'needs-user',
        live(scene),
        userNeed(scene) === 'question' ? 'same-iteration' : 'next-iteration',
      ),
  },
  {
    name: 'gave-up',
    reason: 'Claude says in so many words that it can go no further.',
    look: ({ claim }) => ({ holds: claim?.says === 'gave-up', facts: { claim: claim?.by ?? null } }),
    answer: (scene) => pop(scene, 'gave-up', { kind: 'gave-up', detail: scene.claim?.by, at: scene.stop.at }),
  },
  {
    name: 'done',
    reason: 'Somebody claims the work is done and every proof holds.',
    look: ({ claim, missing }) => ({
      holds: claim?.says === 'done' && missing.length === 0,
      facts: { claim: claim?.by ?? null, missing: missing.map(missingName) },
    }),
    answer: (scene) => {
      const { frame, stop } = live(scene);
      return pop(scene, 'done', { kind: isVerified(frame) ? 'verified' : 'claimed', at: stop.at });
    },
  },
  {
    name: 'breaker',
    reason: 'The loop repeats itself and would only burn money.',
    look: ({ counters, frame }) => {
      const tripped = counters && frame && trippedBreaker(counters, frame);
      return {
        holds: tripped !== undefined,
        facts: {
          breaker: tripped?.name ?? 'none',
          ...(counters && frame && breakerFacts(counters, frame)),
        },
      };
    },
    answer: (scene) => {
      const { counters, frame, stop } = live(scene);
      const tripped = trippedBreaker(counters, frame);
      const effect = tripped?.effect ?? 'stuck';
      return rest('breaker', stop, effect, { kind: effect, detail: tripped?.name, at: stop.at });
    },
  },
  {
    name: 'limit',
    reason: 'A limit is used up: pause, do not kill.',
    look: ({ frame, stop }) => {
      const reached = frame && reachedLimit(frame, stop.at);
      return {
        holds: reached !== undefined,
        facts: {
          limit: reached?.name ?? 'none',
          iteration: frame?.iteration ?? null,
          iterations: frame?.limits.iterations ?? null,
          spentUsd: frame?.spend.usd ?? null,
          budgetUsd: frame?.limits.budgetUsd ?? null,
        },
      };
    },
    answer: (scene) => {
      const { frame, stop } = live(scene);
      return rest('limit', stop, 'paused', {
        kind: 'paused',
        detail: reachedLimit(frame, stop.at)?.name,
        at: stop.at,
      });
    },
  },
  {
    name: 'unproved',
    reason: 'The work is claimed to be done, but a proof is missing or stale.',
    look: ({ run, claim, missing }) => ({
      holds: missing.length > 0 && (claim?.says === 'done' || run === undefined),
      facts: { claim: claim?.by ?? null, missing: missing.map(missingName) },
    }),
    answer: (scene) => sendOn('unproved', scene, scene.missing),
  },
  {
    name: 'continue',
    reason: 'There is work left and nothing speaks against going on.',
    look: ({ missing }) => ({ holds: true, facts: { missing: missing.map(missingName) } }),
    answer: (scene) => sendOn('continue', scene, [...scene.missing, { kind: 'claim' }]),
  },
];

const lastRule = stopRules[stopRules.length - 1] as StopRule;

function sceneOf(run: Run | undefined, stop: StopCommand): Scene {
  const recorded = run?.frames.at(-1);
  const claim = recorded && claimOf(recorded, stop);
  const stale = recorded && newlyStale(recorded, stop, claim);
  const frame = recorded && stale ? withStale(recorded, stale) : recorded;
  const current = run && frame ? { ...run, frames: [...run.frames.slice(0, -1), frame] } : run;
  return {
    run: current,
    frame,
    stop,
    counters: current && frame && countStop(current, frame, stop),
    claim,
    missing: frame ? missingProofs(frame, stop) : listedTasks(stop),
    stale,
  };
}

/** The stale criteria, if they differ from those on record. A claim on an unknown work tree is a claim on a changed one. */
function newlyStale(
  frame: Frame,
  { fingerprints }: StopCommand,
  claim: Claim | undefined,
): readonly string[] | undefined {
  const known = fingerprints ?? (claim ? [] : undefined);
  if (!known) return undefined;
  const stale = staleCriteria(frame, (scope) => known.find((one) => one.scope === scope)?.value);
  const recorded = frame.criteria.filter(({ evidence }) => evidence?.isStale).map(({ name }) => name);
  return stale.join('\n') === recorded.join('\n') ? undefined : stale;
}

/** The event that answers a stop says which proofs the stop found stale. */
function withStaleNamed(answer: Answer, { stale }: Scene): Answer {
  if (!stale) return answer;
  return {
    ...answer,
    events: answer.events.map((event) => (isAnswer(event) ? { ...event, stale: [...stale] } : event)),
  };
}

type AnswerEvent = EventOf<'closed' | 'continued' | 'let-go' | 'rested'>;

function isAnswer(event: LoopEvent): event is AnswerEvent {
  return ['closed', 'continued', 'let-go', 'rested'].includes(event.type);
}

/** Rules from `waiting` on are only asked when a frame is there: `corrupt` answers before them otherwise. */
function live(scene: Scene): LiveScene {
  return scene as LiveScene;
}

/** What each signal of seeds 001 and 004 says, by the modes that understand it. `loop-complete` carries free text. */
const SIGNALS: readonly {
  readonly kind: string;
  readonly values?: Readonly<Record<string, Claim['says']>>;
  readonly modes: readonly Mode[];
}[] = [
  { kind: 'loop-complete', modes: ['loop', 'issue', 'grind'] },
  {
    kind: 'loop-done',
    values: { COMPLETE: 'done', MAX_ITERATIONS: 'gave-up', STUCK: 'gave-up' },
    modes: ['loop', 'issue'],
  },
  { kind: 'issue-complete', values: { DONE: 'done' }, modes: ['issue'] },
  { kind: 'grind-done', values: { NO_MORE_ISSUES: 'gave-up', MAX_ISSUES: 'gave-up' }, modes: ['grind'] },
];

/** The newest statement about the end: a signal in the text, the status block, the flag, or the tasks themselves. */
function claimOf(frame: Frame, stop: StopCommand): Claim | undefined {
  const signalled = (stop.signals ?? []).flatMap((signal) => signalClaim(signal, frame.mode) ?? []).at(-1);
  if (signalled) return signalled;
  if (stop.statusBlock?.exitSignal !== undefined) {
    return stop.statusBlock.exitSignal ? { says: 'done', by: 'status block' } : undefined;
  }
  if (frame.exitSignal) return { says: 'done', by: 'exit signal' };
  // Seed 002: a workflow claims to be done by having no task left, in its own list and in Claude's.
  const isWorkflowDone =
    frame.workflow !== undefined &&
    frame.tasks.length > 0 &&
    openTasks(frame).length === 0 &&
    listedTasks(stop).length === 0;
  return isWorkflowDone ? { says: 'done', by: 'tasks' } : undefined;
}

type Signal = NonNullable<StopCommand['signals']>[number];

/** A signal of another mode, or with another value than its own, says nothing. */
function signalClaim({ kind, value }: Signal, mode: Mode): Claim | undefined {
  const meaning = SIGNALS.find((one) => one.kind === kind && one.modes.includes(mode));
  if (!meaning) return undefined;
  if (!meaning.values) return { says: 'done', by: kind };
  const says = Object.hasOwn(meaning.values, value) ? meaning.values[value] : undefined;
  return says && { says, by: value };
}

/**
 * The flag follows what was said last: a status block that says otherwise, and whatever completed the work
 * (seed 000: a loop that is completed has its `exit_signal` set).
 */
function wordEvents(rule: RuleName, { frame, stop }: Scene): LoopEvent[] {
  const isDone = rule === 'done' ? true : stop.statusBlock?.exitSignal;
  if (!frame || isDone === undefined || isDone === frame.exitSignal) return [];
  return [{ type: 'signalled', at: stop.at, isDone }];
}

function isSane({ iteration, limits }: Frame): boolean {
  const isCount = Number.isSafeInteger(iteration) && iteration >= 0;
  return (
    isCount &&
    Object.values(limits).every((limit) => limit === null || (Number.isFinite(limit) && limit >= 0))
  );
}

/** A claim is answered at once, by `done` or `unproved`, and used-up limits are said; only else does a check-in wait. */
function userNeed({ run, frame, stop, claim }: Scene): 'question' | 'check-in' | undefined {
  if (!run || !frame || run.isHeadless || stop.isHeadless) return undefined;
  const isAsking = frame.workflow?.question !== undefined;
  if (isAsking && (frame.workflow?.stage === 'intent' || frame.workflow?.stage === 'shape'))
    return 'question';
  if (claim || reachedLimit(frame, stop.at)) return undefined;
  return frame.shape === 'colleague' || frame.checkInDue ? 'check-in' : undefined;
}

/** The event that answers a stop carries the receipt of what the stop ended. */
function withReceipt(
  events: readonly LoopEvent[],
  receipt: IterationReceipt | undefined,
): readonly LoopEvent[] {
  if (!receipt) return events;
  return events.map((event) => (isAnswer(event) && event.type !== 'closed' ? { ...event, receipt } : event));
}

function letGo(rule: RuleName, ending?: Ending): Answer {
  return { events: [], verdict: { kind: 'allow', rule, ...(ending && { ending }) } };
}

function rest(rule: RuleName, { at }: StopCommand, status: Run['status'], ending: Ending): Answer {
  return { events: [{ type: 'rested', at, status, ending }], verdict: { kind: 'allow', rule, ending } };
}

function stayAlive(
  rule: RuleName,
  { frame, stop }: LiveScene,
  pace: 'same-iteration' | 'next-iteration',
): Answer {
  const startsIteration = pace === 'next-iteration';
  const iteration = startsIteration ? nextIteration(frame) : frame.iteration;
  const warnings = dueWarnings(frame, stop.at);
  return {
    events: [
      ...warnings.map((warning) => notedWarning(warning, stop.at)),
      { type: 'let-go', at: stop.at, rule, iteration, startsIteration },
    ],
    notices: warnings.map(toNotice),
    verdict: { kind: 'allow', rule },
  };
}

function sendOn(rule: RuleName, { frame, stop, counters }: Scene, missing: readonly Missing[]): Answer {
  // Only a task list without a run gets here without a frame: there is nothing to count.
  if (!frame || !counters) {
    return { events: [], verdict: { kind: 'block', rule, iteration: 1, missing, notes: [], popped: [] } };
  }
  const iteration = nextIteration(frame);
  const criteria = disagreements(frame, stop);
  const warnings = dueWarnings(frame, stop.at);
  const notes: Note[] = [
    ...frame.notes,
    ...warnings.map(toNote),
    ...(criteria.length > 0 ? [{ kind: 'criteria-disagree', criteria } as const] : []),
  ];
  return {
    events: [
      ...warnings.map((warning) => notedWarning(warning, stop.at)),
      { type: 'continued', at: stop.at, iteration, ...counters },
    ],
    notices: warnings.map(toNotice),
    verdict: { kind: 'block', rule, iteration, missing, notes, popped: [] },
  };
}

function toNote({ limit, percent }: Warning): Note {
  return { kind: 'budget', limit, percent };
}

function toNotice(warning: Warning): Notice {
  return { code: 'budget', ...warning };
}

/** What is said goes on record, so that it is said once. */
function notedWarning(warning: Warning, at: number): LoopEvent {
  return { type: 'noted', at, note: toNote(warning) };
}

/** A hand edit of `state.json` that advanced the iteration already isn't counted twice. */
function nextIteration(frame: Frame): number {
  return usedIterations(frame) + 1;
}

/** Criteria of which the status block says something else than the run. */
function disagreements(frame: Frame, { statusBlock }: StopCommand): string[] {
  return (statusBlock?.criteria ?? [])
    .filter((said) => frame.criteria.some((one) => one.name === said.name && isMet(one) !== said.isMet))
    .map(({ name }) => name);
}

/** Ends the top frame, and with the last one the run. */
function pop(scene: Scene, rule: RuleName, ending: Ending): Answer {
  const { run, stop } = live(scene);
  if (run.frames.length === 1) return rest(rule, stop, 'completed', ending);
  return { events: [{ type: 'closed', at: stop.at, ending }], popped: ending };
}

function withPopped(verdict: Verdict, popped: readonly Ending[]): Verdict {
  return popped.length > 0 ? { ...verdict, popped } : verdict;
}

function missingName(missing: Missing): string {
  switch (missing.kind) {
    case 'claim':
      return 'claim';
    case 'criterion':
      return `${missing.name} (${missing.why})`;
    case 'task':
      return missing.subject;
    case 'review':
      return 'thorough review';
    case 'gate':
      return 'gate';
  }
}
