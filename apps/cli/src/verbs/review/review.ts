import { countOf, type Finding, type Frame, sanitizeLine, taskName } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { submit } from '../../session/submit.ts';
import { withRun } from '../../session/with-run.ts';
import type { Answer, Context, Handler, Request } from '../../program/context.ts';
import { CliError } from '../../program/cli-error.ts';
import { findingLine, type KeptFinding, openFindings, thoroughFindings } from '../../workflow/findings.ts';
import { refusePlaceholders } from '../../workflow/placeholders.ts';
import { reviewedTree } from '../../workflow/reviewed-tree.ts';
import { mustNotLines } from '../../workflow/must-not-lines.ts';
import { parseFinding } from './parse-finding.ts';
import { reviewedBy } from './reviewed-by.ts';
import { workflowAnswer } from '../../workflow/workflow-answer.ts';
import { addedTask } from '../../workflow/tasks.ts';

type Flags = Request<'review'>['flags'];

/** Takes down the light review of a wave, or the thorough review that the gate waits for. */
export const review: Handler<'review'> = (context, { words: [kind, ...rest], flags }) =>
  withRun(context, (opened) => {
    refusePlaceholders([...(flags.finding ?? []), ...(flags.reviewer ?? []), ...(flags.looked ?? [])]);
    if (kind === 'thorough') return thorough(context, opened, flags);
    if (kind === 'settle') return settle(context, opened, rest.join(' ').trim(), flags);
    return flags.wave === undefined ? show(opened) : light(context, opened, flags.wave, flags);
  });

/** Shows the reviewer's task and the findings so far. */
function show(opened: OpenRun): Answer {
  const workflow = opened.run.frames.at(-1)?.workflow;
  const findings = workflow?.findings ?? [];
  const mustNot = mustNotLines(workflow);
  return workflowAnswer(opened, [
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
function light(context: Context, opened: OpenRun, wave: number, flags: Flags): Answer {
  const kind = ['--wave', String(wave)];
  const by = reviewedBy(context, opened.root, kind, flags);
  if (by.reviewers.length < LEAST_VIEWS) {
    throw new CliError({
      exit: 'usage',
      message: `A wave is reviewed from two or three views, and this is one: ${sanitizeLine(by.reviewers[0] ?? '', 80)}.`,
      details: ['Name each view, with commas: --reviewer "idiom, delivery"'],
    });
  }
  const findings = findingsOf(opened.run.frames.at(-1), flags);
  const blockers = blockersIn(findings, flags);
  const done = submit(opened, {
    type: 'review',
    at: context.now(),
    wave,
    score: scoreOf(flags),
    issues: findings.length,
    blockers: blockers.length,
    findings,
    ...by,
  });
  const kept = opened.run.frames.at(-1)?.workflow?.waveReviews.find((one) => one.wave === wave);
  return workflowAnswer(
    opened,
    [
      `Wave ${wave}: ${kept?.score ?? 0}/10, ${countOf(kept?.issues ?? 0, 'issue')}, ${countOf(kept?.blockers ?? 0, 'blocker')} (informational).`,
      ...findings.map(findingLine),
    ],
    done,
  );
}

/** Fewer letters than these could mean any blocker. */
const LEAST_RESOLVED = 4;

/** Every open blocker becomes a task, also those from light reviews. */
function thorough(context: Context, opened: OpenRun, flags: Flags): Answer {
  const frame = opened.run.frames.at(-1);
  const vague = (flags.resolved ?? []).find((said) => said.trim().length < LEAST_RESOLVED);
  if (vague !== undefined) {
    throw new CliError({
      exit: 'usage',
      message: `--resolved names one blocker by its first words, not "${sanitizeLine(vague, 40)}".`,
      next: { words: ['review'] },
    });
  }
  const by = reviewedBy(context, opened.root, ['thorough'], flags);
  const found = [...carriedOver(frame, flags.resolved ?? []), ...findingsOf(frame, flags)];
  const findings = withSettled(frame, found);
  const blockers = blockersIn(findings, flags);
  const done = submit(opened, {
    type: 'review',
    at: context.now(),
    blockers: blockers.length,
    findings,
    ...by,
    ...reviewedTree(opened, context.env),
  });
  if (done.decision.rejected) return workflowAnswer(opened, [], done);
  const others = findings.filter(({ severity }) => severity !== 'BLOCKER').map(findingLine);
  if (blockers.length === 0) {
    return workflowAnswer(opened, ['The thorough review passed.', ...others, ...askLines(opened)], done);
  }
  const tasks = blockers.map((one) => remediate(context, opened, one));
  submit(opened, { type: 'stage', at: context.now(), stage: 'executing' });
  return workflowAnswer(
    opened,
    [
      `The thorough review leaves ${countOf(blockers.length, 'blocker')}; each is a task now:`,
      ...tasks.map((id, index) => `- ${taskName(id)}: ${sanitizeLine(blockers[index]?.text ?? '')}`),
      ...others,
    ],
    done,
  );
}

function askLines(opened: OpenRun): string[] {
  const open = openFindings(opened.run.frames.at(-1));
  if (open.length === 0) return [];
  return [
    `${countOf(open.length, 'finding')} to be settled: where a user is there, ask for each: fix now, follow-up, or accept with a reason.`,
  ];
}

/** Records the user's choice about a finding. One to be fixed now becomes a task. */
function settle(context: Context, opened: OpenRun, said: string, flags: Flags): Answer {
  const found = settled(opened, said, flags);
  const { as: choice, reason } = flags;
  const done = submit(opened, {
    type: 'settle',
    at: context.now(),
    finding: found.text,
    choice: choice ?? 'fix',
    ...(reason !== undefined && { reason }),
  });
  if (done.decision.rejected) return workflowAnswer(opened, [], done);
  if (choice !== 'fix') return workflowAnswer(opened, [`On record: ${choice}: ${found.text}`], done);
  const id = remediate(context, opened, found);
  submit(opened, { type: 'stage', at: context.now(), stage: 'executing' });
  return workflowAnswer(opened, [`${taskName(id)} fixes it: ${found.text}`], done);
}

/** Finds the finding of the thorough review that is meant. Throws `CliError` if the choice can't be taken. */
function settled(opened: OpenRun, said: string, { as: choice, reason }: Flags): KeptFinding {
  const findings = thoroughFindings(opened.run.frames.at(-1));
  const meant = findings.filter(({ text }) => text.toLowerCase().startsWith(said.toLowerCase()));
  const [found] = meant;
  if (said === '' || !found || meant.length > 1) {
    throw new CliError({
      exit: 'usage',
      message: 'Which finding of the thorough review? Name it by its first words.',
      details: findings.map(findingLine),
      next: { words: ['review'] },
    });
  }
  if (found.severity === 'BLOCKER') {
    throw new CliError({
      exit: 'usage',
      message: 'A blocker is fixed: it is a task already, and the gate stays shut until then.',
      next: { words: ['task', 'list'] },
    });
  }
  if (choice === undefined || (choice === 'accept' && !reason?.trim())) {
    throw new CliError({
      exit: 'usage',
      message: 'What did the user choose? --as fix, --as follow-up, or --as accept with --reason.',
      next: { words: ['help', 'review'] },
    });
  }
  return found;
}

function remediate(context: Context, opened: OpenRun, { text, wave, severity }: KeptFinding): string {
  const mustNot = opened.run.frames.at(-1)?.workflow?.mustNot ?? [];
  const { decision } = submit(opened, {
    type: 'task',
    at: context.now(),
    action: 'add',
    subject: `Fix: ${sanitizeLine(text, 180)}`,
    description: [text, ...mustNot.map((one) => `Must not: ${one}`)].join('\n'),
    metadata: {
      severity,
      finding: text,
      stuckCount: 0,
      ...(wave !== undefined && { foundInWave: wave }),
    },
  });
  return addedTask(decision)?.id ?? '';
}

/** The open blockers of light reviews that have no task yet. */
function carriedOver(frame: Frame | undefined, resolved: readonly string[]): Finding[] {
  const open = (frame?.workflow?.findings ?? []).filter(
    ({ severity, wave, text }) =>
      severity === 'BLOCKER' &&
      wave !== undefined &&
      !(frame?.tasks ?? []).some(({ metadata }) => metadata['finding'] === text),
  );
  return open
    .filter(({ text }) => !resolved.some((said) => text.toLowerCase().startsWith(said.toLowerCase())))
    .map(({ wave: _wave, ...finding }) => finding);
}

/** A settled finding stays settled in the next review, even if the reviewers don't repeat it. */
function withSettled(frame: Frame | undefined, found: readonly Finding[]): Finding[] {
  const settled = thoroughFindings(frame).filter(
    ({ severity, resolution }) => severity !== 'BLOCKER' && resolution && resolution.choice !== 'fix',
  );
  const fresh = found.filter(
    (one) => one.severity === 'BLOCKER' || settled.every(({ text }) => text !== one.text),
  );
  return [...fresh, ...settled.map(({ wave: _wave, ...finding }) => finding)];
}

function findingsOf(frame: Frame | undefined, { finding = [] }: Flags): Finding[] {
  return finding.map((text) => {
    const parsed = parseFinding(text, frame?.workflow?.mustNot ?? []);
    if (parsed.ok) return parsed.finding;
    throw new CliError({
      exit: 'usage',
      message: `The finding "${sanitizeLine(text, 80)}" can't be taken: ${parsed.reason}.`,
      next: { words: ['help', 'review'] },
    });
  });
}

/** The blockers among the findings. A count that is higher says that one is not named. */
function blockersIn(findings: readonly Finding[], { blockers: counted = 0 }: Flags): Finding[] {
  const blockers = findings.filter(({ severity }) => severity === 'BLOCKER');
  if (counted <= blockers.length) return blockers;
  throw new CliError({
    exit: 'usage',
    message: `${counted} blockers are counted, and ${blockers.length} are said. Say each: --finding "BLOCKER: …"`,
    next: { words: ['review'] },
  });
}

function scoreOf({ score }: Flags): number {
  if (score !== undefined && score <= 10) return score;
  throw new CliError({
    exit: 'usage',
    message:
      score === undefined
        ? 'A light review gives a score: --score, from 0 to 10.'
        : `A review scores 0 to 10, not ${score}.`,
  });
}
