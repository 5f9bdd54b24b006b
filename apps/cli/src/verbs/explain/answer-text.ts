import {
  agentName,
  causeText,
  decideStop,
  durationText,
  endSentence,
  type explainStop,
  fold,
  isOver,
  listed,
  type Missing,
  missingText,
  resumeCommand,
  resumeText,
  type Run,
  sanitizeLine,
  type StopCommand,
} from '@loopwright/core';

type Rule = ReturnType<typeof explainStop>[number];

/** What the text about an allowed stop rests on. */
interface Allowed {
  /** The rule that answered, with the facts it tested. */
  readonly rule: Rule;
  readonly before: Run | undefined;
  readonly after: Run | undefined;
  /** What people call the agent of the run. */
  readonly agent: string;
}

/**
 * Says in two sentences how a stop was decided and why, and what would have to be true for the other outcome. `isNow`:
 * the stop has not happened.
 */
export function answerText(
  before: Run | undefined,
  stop: StopCommand,
  rules: readonly Rule[],
  isNow: boolean,
): string {
  const { verdict, events } = decideStop(before, stop);
  const agent = agentName(before);
  if (verdict.kind === 'block') {
    const { missing } = verdict;
    const conditions = missing.map((one) => conditionOf(one, agent));
    return `${agent} ${isNow ? 'would be' : 'was'} sent on. Missing: ${listed(missing.map(missingText), 3)}. The loop would end if ${joined(conditions, 3)}.`;
  }
  const after = fold(events, before);
  const rule = rules.find((one) => one.rule === verdict.rule);
  const [because, otherwise] = rule
    ? (BECAUSE[verdict.rule]?.({ rule, before, after, agent }) ?? [rule.reason, ''])
    : [verdict.rule, ''];
  if (verdict.ending && after && !isNow) {
    const sentence = endSentence(after);
    return `${sentence}.${sentence.includes(because) ? '' : ` Why: ${because}.`} ${otherwise}`;
  }
  const kind = verdict.rule === 'ended' ? '' : (verdict.ending?.kind ?? '');
  const outcome = OUTCOMES[kind] ?? `${agent} ${isNow ? 'would be' : 'was'} free to stop`;
  return `${outcome}, because ${because}. ${otherwise}`;
}

/** What a stop would come to now. */
const OUTCOMES: Readonly<Record<string, string>> = {
  verified: 'The loop would end as done',
  claimed: 'The loop would end as done, but not all checked',
  'gave-up': 'The loop would end',
  stuck: 'The loop would stop as stuck',
  paused: 'The loop would pause',
  aborted: 'The loop would be aborted',
};

type Because = readonly [because: string, otherwise: string];

/** Why each rule lets a stop go, and what would hold the agent. */
const BECAUSE: Partial<Record<Rule['rule'], (allowed: Allowed) => Because>> = {
  disabled: () => ['the environment switches loops off', 'With loops on, Claude would be held.'],
  'no-loop': () => [
    'this session has no active loop',
    'Claude would be held after a loop was started: /loop:start',
  ],
  'not-main': () => ['a subagent stopped, and only the session itself is held', 'The session would be held.'],
  ended: ({ agent, before }) =>
    before && isOver(before)
      ? [
          'the loop had ended before',
          `Only a new loop would hold ${agent}${before.agent === undefined ? ': /loop:start' : ''}`,
        ]
      : ['the loop was at rest', `${agent} would be held again after ${before ? resumeText(before) : ''}`],
  corrupt: ({ agent }) => [
    'its iteration or a limit is no number that can be counted',
    `With whole numbers in its record, ${agent} would be sent on.`,
  ],
  stale: ({ agent, rule: { facts } }) => [
    `nothing was heard of the loop for ${durationText(Number(facts['silentMs']))}`,
    `After less than ${durationText(Number(facts['ttlMs']))} of silence, ${agent} would have been sent on.`,
  ],
  waiting: ({ rule: { facts } }) => [
    `this will wake the session: ${textOf(facts['waitingFor'])}`,
    'Once nothing is awaited, Claude would be sent on.',
  ],
  'needs-user': ({ rule: { facts } }) => NEEDS[String(facts['need'])] ?? ['the user is needed', ''],
  'gave-up': ({ agent, rule: { facts } }) => [
    `${agent} gave up (${textOf(facts['claim'])})`,
    `Without that signal, ${agent} would have been sent on.`,
  ],
  done: ({ agent, after }) => {
    const names = (after?.frames.at(-1)?.criteria ?? []).map(({ name }) => sanitizeLine(name, 60));
    return [
      `${agent} said that the work is done, and ${names.length === 0 ? 'nothing else was asked for' : `every proof held: ${joined(names, 6)}`}`,
      names.length === 0
        ? `Without that claim, ${agent} would have been sent on.`
        : `If a proof had been missing or stale, ${agent} would have been sent on.`,
    ];
  },
  breaker: ({ agent, rule: { facts }, after }) => [
    (after && causeText(after)) || `the breaker ${textOf(facts['breaker'])} opened`,
    `Without that, ${agent} would have been sent on. To go on: ${resumeCommand(after)}`,
  ],
  limit: ({ agent, rule: { facts }, after, before }) => [
    (after && causeText(after)) || `the limit ${textOf(facts['limit'])} is used up`,
    `With a higher limit, ${agent} would have been sent on: ${after ? resumeText(after) : resumeCommand(before)}`,
  ],
};

const NEEDS: Readonly<Record<string, Because>> = {
  'plan mode': ['the session is in plan mode', 'Outside plan mode, Claude would be sent on.'],
  question: ['a question to the user is open', 'With an answer, Claude would be sent on.'],
  remark: ['the user spoke and got an answer', 'With their next message, Claude would be sent on.'],
  'check-in': [
    'the user is asked after this iteration',
    'Without such questions, Claude would be sent on: /loop:continue --shape tool',
  ],
};

/** What has to become true for a missing proof. */
function conditionOf(missing: Missing, agent: string): string {
  switch (missing.kind) {
    case 'claim':
      return `${agent} says so`;
    case 'criterion':
      return conditionOfCriterion(sanitizeLine(missing.name, 60), missing);
    case 'task':
      return `task ${sanitizeLine(`${missing.id} ${missing.subject}`.trim(), 60)} is completed`;
    case 'review':
      return 'the thorough review passes';
    case 'gate':
      return 'the gate passes';
  }
}

function conditionOfCriterion(name: string, { why, isJudged }: Extract<Missing, { kind: 'criterion' }>) {
  if (why === 'unmet') return `${name} is ticked`;
  if (why === 'assumed') return `${name} is ticked on what was seen`;
  return isJudged ? `the judge of ${name} says yes` : `the check of ${name} passes on the present files`;
}

function textOf(fact: Rule['facts'][string] | undefined): string {
  return sanitizeLine(Array.isArray(fact) ? joined(fact, 3) : String(fact ?? 'unknown'), 120);
}

/** `a, b and c`; of more than `most` it counts the rest. */
function joined(texts: readonly string[], most: number): string {
  const shown = texts.length > most ? [...texts.slice(0, most), `${texts.length - most} more`] : texts;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}
