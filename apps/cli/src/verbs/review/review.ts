import { countOf, type Finding, type Frame, sanitizeLine, taskName } from '@loopwright/core';
import type { OpenRun } from '@loopwright/store';
import { submit } from '../../session/submit.ts';
import { withRun } from '../../session/with-run.ts';
import type { Answer } from '../../program/answer.ts';
import { CliError } from '../../program/cli-error.ts';
import type { Context, Handler, Request } from '../../program/context.ts';
import { parseFinding } from './parse-finding.ts';
import { workflowAnswer } from '../../workflow/workflow-answer.ts';
import { addedTask } from '../../workflow/tasks.ts';

type Flags = Request<'review'>['flags'];
type Kept = Finding & { readonly wave?: number | undefined };

/** Takes down the light review of a wave, or the thorough review that the gate waits for. */
export const review: Handler<'review'> = (context, { words: [kind], flags }) =>
  withRun(context, (opened) => {
    if (kind === 'thorough') return thorough(context, opened, flags);
    return flags.wave === undefined ? show(opened) : light(context, opened, flags.wave, flags);
  });

/** Shows the reviewer's task and the findings so far. */
function show(opened: OpenRun): Answer {
  const workflow = opened.run.frames.at(-1)?.workflow;
  const mustNot = workflow?.mustNot ?? [];
  const findings = workflow?.findings ?? [];
  return workflowAnswer(opened, [
    ...(mustNot.length > 0
      ? ['Must not:', ...mustNot.map((one, index) => `${index + 1}. ${one}`)]
      : ['Nothing is forbidden.']),
    ...(findings.length > 0
      ? ['Found so far:', ...findings.map(findingLine)]
      : ['Nothing was found so far.']),
    'Severities: BLOCKER keeps the gate shut, WARNING and SUGGESTION are for the record. What breaks an entry above is a BLOCKER: end it with (mustNot N).',
  ]);
}

/** Informational: it holds nothing up. */
function light(context: Context, opened: OpenRun, wave: number, flags: Flags): Answer {
  const findings = findingsOf(opened.run.frames.at(-1), flags);
  const found = findings.filter(({ severity }) => severity === 'BLOCKER').length;
  const done = submit(opened, {
    type: 'review',
    at: context.now(),
    wave,
    score: scoreOf(flags),
    issues: Math.max(flags.issues ?? 0, findings.length),
    blockers: Math.max(flags.blockers ?? 0, found),
    findings,
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
  const carried = carriedOver(frame, flags.resolved ?? []);
  const findings = [...carried, ...findingsOf(frame, flags)];
  const blockers = findings.filter(({ severity }) => severity === 'BLOCKER');
  const counted = flags.blockers ?? blockers.length;
  if (counted > blockers.length) {
    throw new CliError({
      exit: 'usage',
      message: `${counted} blockers are counted, and ${blockers.length} are said. Say each: --finding "BLOCKER: …"`,
      next: { words: ['review'] },
    });
  }
  const done = submit(opened, { type: 'review', at: context.now(), blockers: blockers.length, findings });
  if (done.decision.rejected) return workflowAnswer(opened, [], done);
  if (blockers.length === 0)
    return workflowAnswer(opened, ['The thorough review passed.', ...findings.map(findingLine)], done);
  const tasks = blockers.map((one) => remediate(context, opened, one, frame?.workflow?.mustNot ?? []));
  submit(opened, { type: 'stage', at: context.now(), stage: 'executing' });
  return workflowAnswer(
    opened,
    [
      `The thorough review leaves ${countOf(blockers.length, 'blocker')}; each is a task now:`,
      ...tasks.map((id, index) => `- ${taskName(id)}: ${sanitizeLine(blockers[index]?.text ?? '')}`),
      ...findings.filter(({ severity }) => severity !== 'BLOCKER').map(findingLine),
    ],
    done,
  );
}

function remediate(
  context: Context,
  opened: OpenRun,
  { text, wave }: Kept,
  mustNot: readonly string[],
): string {
  const { decision } = submit(opened, {
    type: 'task',
    at: context.now(),
    action: 'add',
    subject: `Fix: ${sanitizeLine(text, 180)}`,
    description: [text, ...mustNot.map((one) => `Must not: ${one}`)].join('\n'),
    metadata: {
      severity: 'BLOCKER',
      finding: text,
      stuckCount: 0,
      ...(wave !== undefined && { foundInWave: wave }),
    },
  });
  return addedTask(decision)?.id ?? '';
}

/** The open blockers of light reviews that have no task yet. */
function carriedOver(frame: Frame | undefined, resolved: readonly string[]): Kept[] {
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

function scoreOf({ score = 0 }: Flags): number {
  if (score <= 10) return score;
  throw new CliError({ exit: 'usage', message: `A review scores 0 to 10, not ${score}.` });
}

function findingLine({ severity, text, mustNot, wave }: Kept): string {
  const where = wave === undefined ? '' : ` (wave ${wave})`;
  return `- ${severity}: ${sanitizeLine(text)}${mustNot === undefined ? '' : ' ✗ breaks mustNot'}${where}`;
}
