import { countOf, type Finding, openFindings, sanitizeLine, taskName, type Workflow } from '@loopwright/core';
import { splitPaths } from '../../plan/frame-plan.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Answer, Handler } from '../../program/context.ts';
import { submit, withRun } from '../../session/submit.ts';
import { answerTo, type Call } from '../../workflow/call.ts';
import { mustNotLines } from '../../workflow/must-not-lines.ts';
import { reviewedTree } from '../../workflow/reviewed-tree.ts';
import { addedTask } from '../../workflow/tasks.ts';
import { parseFinding } from './parse-finding.ts';

type ReviewCall = Call<'review'>;

/** A finding on record; `wave` is the wave whose light review found it. */
type KeptFinding = NonNullable<Workflow['findings']>[number];

/** Records the light review of a wave, or the thorough review that the gate waits for. */
export const review: Handler<'review'> = (context, { words: [action, ...words], flags }) =>
  withRun(context, (opened) => {
    const call = { context, opened, words, flags };
    if (action === 'begin') return begin(call);
    if (action === 'thorough') return thorough(call);
    if (action === 'settle') return settle(call);
    return flags.wave === undefined ? show(call) : light(call, flags.wave);
  });

/** Enters stage review, and shows what the reviewers need to know. */
function begin(call: ReviewCall): Answer {
  const done = submit(call.opened, { type: 'stage', at: call.context.now(), stage: 'review' });
  return done.decision.rejected ? answerTo(call, [], done) : show(call);
}

/** Shows the limits and the findings so far. */
function show(call: ReviewCall): Answer {
  const mustNot = mustNotLines(workflowOf(call));
  const findings = findingsOnRecord(call);
  return answerTo(call, [
    ...(mustNot.length > 0 ? mustNot : ['Nothing is forbidden.']),
    ...(findings.length > 0
      ? ['Found so far:', ...findings.map(findingLine)]
      : ['Nothing was found so far.']),
    'Severities: BLOCKER keeps the gate shut, WARNING and SUGGESTION are for the record. What breaks an entry above is a BLOCKER: end it with (mustNot N).',
  ]);
}

/** Seed 002: two or three experts look at each wave. */
const LEAST_VIEWS = 2;

/** Informational: it holds nothing up. */
function light(call: ReviewCall, wave: number): Answer {
  const { score } = call.flags;
  const reviewers = reviewersOf(call);
  if (reviewers.length < LEAST_VIEWS) {
    throw usageError(
      `A wave is reviewed from two or three views, and this is one: ${sanitizeLine(reviewers[0] ?? '', 80)}.`,
      ['help', 'review'],
      ['Name each view, with commas: --reviewer "idiom, delivery"'],
    );
  }
  if (score === undefined) throw usageError('A light review gives a score: --score, from 0 to 10.');
  if (score > 10) throw usageError(`A review scores 0 to 10, not ${score}.`);
  const findings = findingsOf(call);
  const issues = findings.length;
  const blockers = blockersIn(call, findings).length;
  const at = call.context.now();
  const light = { wave, score, issues, blockers, findings, reviewers };
  return answerTo(
    call,
    [
      `Wave ${wave}: ${score}/10, ${countOf(issues, 'issue')}, ${countOf(blockers, 'blocker')} (informational).`,
      ...findings.map(findingLine),
    ],
    submit(call.opened, { type: 'review', at, ...light }),
  );
}

/** Fewer letters than these could mean any blocker. */
const LEAST_RESOLVED = 4;

/** Every open blocker becomes a task, also those from light reviews. */
function thorough(call: ReviewCall): Answer {
  const { context, opened, flags } = call;
  const vague = flags.resolved?.find((said) => said.trim().length < LEAST_RESOLVED);
  if (vague !== undefined) {
    throw usageError(`--resolved names one blocker by its first words, not "${sanitizeLine(vague, 40)}".`, [
      'review',
    ]);
  }
  const reviewers = reviewersOf(call);
  const findings = withSettled(call, [...carriedOver(call), ...findingsOf(call)]);
  const blockers = blockersIn(call, findings);
  const done = submit(opened, {
    type: 'review',
    at: context.now(),
    blockers: blockers.length,
    findings,
    reviewers,
    ...reviewedTree(opened, context.env),
  });
  if (done.decision.rejected) return answerTo(call, [], done);
  const others = findings.filter(({ severity }) => severity !== 'BLOCKER').map(findingLine);
  if (blockers.length > 0) {
    const tasks = blockers.map((one) => `- ${fixLater(call, one)}: ${sanitizeLine(one.text)}`);
    enterExecuting(call);
    const left = `The thorough review leaves ${countOf(blockers.length, 'blocker')}; each is a task now:`;
    return answerTo(call, [left, ...tasks, ...others], done);
  }
  const frame = opened.run.frames.at(-1);
  const open = frame ? openFindings(frame).length : 0;
  const asked = `${countOf(open, 'finding')} to be settled: where a user is there, ask for each: fix now, follow-up, or accept with a reason.`;
  return answerTo(call, ['The thorough review passed.', ...others, ...(open > 0 ? [asked] : [])], done);
}

/** Records the user's choice about a finding. One to be fixed now becomes a task. */
function settle(call: ReviewCall): Answer {
  const { context, opened, flags } = call;
  const found = findingToSettle(call);
  const { as: choice, reason } = flags;
  if (choice === undefined || (choice === 'accept' && !reason?.trim())) {
    throw usageError('What did the user choose? --as fix, --as follow-up, or --as accept with --reason.');
  }
  const done = submit(opened, {
    type: 'settle',
    at: context.now(),
    finding: found.text,
    choice,
    reason,
  });
  if (done.decision.rejected) return answerTo(call, [], done);
  if (choice !== 'fix') return answerTo(call, [`On record: ${choice}: ${found.text}`], done);
  const name = fixLater(call, found);
  enterExecuting(call);
  return answerTo(call, [`${name} fixes it: ${found.text}`], done);
}

/** Finds the finding of the thorough review that is meant. Throws `CliError` if there is none to settle. */
function findingToSettle(call: ReviewCall): KeptFinding {
  const said = call.words.join(' ').trim().toLowerCase();
  const findings = findingsOnRecord(call).filter(({ wave }) => wave === undefined);
  const meant = findings.filter(({ text }) => text.toLowerCase().startsWith(said));
  const [found] = meant;
  if (said === '' || !found || meant.length > 1) {
    throw usageError(
      'Which finding of the thorough review? Name it by its first words.',
      ['review'],
      findings.map(findingLine),
    );
  }
  if (found.severity === 'BLOCKER') {
    throw usageError('A blocker is fixed: it is a task already, and the gate stays shut until then.', [
      'task',
      'list',
    ]);
  }
  return found;
}

/** Adds the task that fixes a finding. Gives its name. */
function fixLater(call: ReviewCall, { text, wave, severity }: KeptFinding): string {
  const { decision } = submit(call.opened, {
    type: 'task',
    at: call.context.now(),
    action: 'add',
    subject: `Fix: ${sanitizeLine(text, 180)}`,
    description: [text, ...forbiddenBy(call).map((one) => `Must not: ${one}`)].join('\n'),
    metadata: {
      severity,
      finding: text,
      stuckCount: 0,
      ...(wave !== undefined && { foundInWave: wave }),
    },
  });
  return taskName(addedTask(decision)?.id ?? '');
}

function enterExecuting({ context, opened }: ReviewCall): void {
  submit(opened, { type: 'stage', at: context.now(), stage: 'executing' });
}

function workflowOf({ opened }: ReviewCall): Workflow | undefined {
  return opened.run.frames.at(-1)?.workflow;
}

function forbiddenBy(call: ReviewCall): readonly string[] {
  return workflowOf(call)?.mustNot ?? [];
}

function findingsOnRecord(call: ReviewCall): readonly KeptFinding[] {
  return workflowOf(call)?.findings ?? [];
}

/** The open blockers of light reviews that have no task yet and that are not said to be resolved. */
function carriedOver(call: ReviewCall): Finding[] {
  const tasks = call.opened.run.frames.at(-1)?.tasks ?? [];
  const isResolved = (text: string): boolean =>
    (call.flags.resolved ?? []).some((said) => text.toLowerCase().startsWith(said.toLowerCase()));
  return findingsOnRecord(call)
    .filter(
      ({ severity, wave, text }) =>
        severity === 'BLOCKER' &&
        wave !== undefined &&
        !isResolved(text) &&
        !tasks.some(({ metadata }) => metadata['finding'] === text),
    )
    .map(({ wave: _wave, ...finding }) => finding);
}

/** A settled finding stays settled in the next review, even if the reviewers don't repeat it. */
function withSettled(call: ReviewCall, found: readonly Finding[]): Finding[] {
  const settled = findingsOnRecord(call).filter(
    ({ severity, wave, resolution }) =>
      wave === undefined && severity !== 'BLOCKER' && resolution && resolution.choice !== 'fix',
  );
  const fresh = found.filter(
    (one) => one.severity === 'BLOCKER' || settled.every(({ text }) => text !== one.text),
  );
  return [...fresh, ...settled.map(({ wave: _wave, ...finding }) => finding)];
}

function findingsOf(call: ReviewCall): Finding[] {
  return (call.flags.finding ?? []).map((text) => {
    const parsed = parseFinding(text, forbiddenBy(call));
    if (parsed.ok) return parsed.finding;
    throw usageError(`The finding "${sanitizeLine(text, 80)}" can't be taken: ${parsed.reason}.`);
  });
}

/** The blockers among the findings. A count that is higher says that one is not named. */
function blockersIn({ flags }: ReviewCall, findings: readonly Finding[]): Finding[] {
  const blockers = findings.filter(({ severity }) => severity === 'BLOCKER');
  if ((flags.blockers ?? 0) <= blockers.length) return blockers;
  throw usageError(
    `${flags.blockers} blockers are counted, and ${blockers.length} are said. Say each: --finding "BLOCKER: …"`,
    ['review'],
  );
}

function reviewersOf({ flags }: ReviewCall): string[] {
  const reviewers = splitPaths(flags.reviewer);
  if (reviewers.length > 0) return reviewers;
  throw usageError('A review says who reviewed, and from which view: --reviewer "security, correctness".');
}

/** Writes a finding in one line, with what became of it. */
function findingLine({ severity, text, mustNot, wave, resolution }: KeptFinding): string {
  const where = wave === undefined ? '' : ` (wave ${wave})`;
  const why = resolution?.reason === undefined ? '' : `: ${sanitizeLine(resolution.reason, 120)}`;
  const chosen = resolution ? ` → ${resolution.choice}${why}` : '';
  return `- ${severity}: ${sanitizeLine(text)}${mustNot === undefined ? '' : ' ✗ breaks mustNot'}${where}${chosen}`;
}

function usageError(message: string, words = ['help', 'review'], details: readonly string[] = []): CliError {
  return new CliError({ exit: 'usage', message, details, next: { words } });
}
