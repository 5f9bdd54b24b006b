import { countOf, type Finding, openFindings, sanitizeLine, type Workflow } from '@loopwright/core';
import { splitPaths } from '../../plan/frame-plan.ts';
import { usageError } from '../../program/cli-error.ts';
import type { Answer, Handler } from '../../program/context.ts';
import { addFix, answerTo, type Call, frameOf, onRun, put } from '../../workflow/call.ts';
import { mustNotLines } from '../../workflow/must-not-lines.ts';
import { reviewedTree } from '../../workflow/reviewed-tree.ts';
import { parseFinding } from './parse-finding.ts';

type ReviewCall = Call<'review'>;

/** A finding on record; `wave` is the wave whose light review found it. */
type KeptFinding = NonNullable<Workflow['findings']>[number];

const HELP = ['help', 'review'];

/** Records the light review of a wave, or the thorough review that the gate waits for. */
export const review: Handler<'review'> = (context, request) =>
  onRun(context, request, (call, action) => {
    if (action === 'begin') return begin(call);
    if (action === 'thorough') return thorough(call);
    if (action === 'settle') return settle(call);
    return call.flags.wave === undefined ? show(call) : light(call, call.flags.wave);
  });

/** Enters stage review, and shows what the reviewers need to know. */
function begin(call: ReviewCall): Answer {
  const done = put(call, { type: 'stage', stage: 'review' });
  return done.decision.rejected ? answerTo(call, [], done) : show(call);
}

/** Shows the limits and the findings so far. */
function show(call: ReviewCall): Answer {
  const mustNot = mustNotLines(frameOf(call)?.workflow);
  const findings = findingsOnRecord(call);
  return answerTo(call, [
    ...(mustNot.length > 0 ? mustNot : ['Nothing is forbidden.']),
    ...(findings.length > 0
      ? ['Found so far:', ...findings.map(findingLine)]
      : ['Nothing was found so far.']),
    'Severities: BLOCKER keeps the gate shut, WARNING and SUGGESTION are for the record. What breaks an entry above is a BLOCKER: end it with (mustNot N).',
  ]);
}

/** Seed 002: two or three experts look at each wave, three or four at the whole. */
const VIEWS = {
  light: { least: 2, most: 'two or three', example: 'idiom, delivery' },
  thorough: { least: 3, most: 'three or four', example: 'correctness, security, simplicity' },
} as const;

/** Informational: it holds nothing up. */
function light(call: ReviewCall, wave: number): Answer {
  const { score } = call.flags;
  const reviewers = reviewersOf(call, 'light');
  if (score === undefined) throw usageError('A light review gives a score: --score, from 0 to 10.', HELP);
  if (score > 10) throw usageError(`A review scores 0 to 10, not ${score}.`, HELP);
  const findings = findingsOf(call);
  const issues = findings.length;
  const blockers = blockersIn(call, findings).length;
  const summary = `Wave ${wave}: ${score}/10, ${countOf(issues, 'issue')}, ${countOf(blockers, 'blocker')} (informational).`;
  const done = put(call, { type: 'review', wave, score, issues, blockers, findings, reviewers });
  return answerTo(call, [summary, ...findings.map(findingLine)], done);
}

/** Fewer letters than these could mean any blocker. */
const LEAST_RESOLVED = 4;

/** Every open blocker becomes a task, also those from light reviews. */
function thorough(call: ReviewCall): Answer {
  const vague = call.flags.resolved?.find((said) => said.trim().length < LEAST_RESOLVED);
  if (vague !== undefined) {
    const named = sanitizeLine(vague, 40);
    throw usageError(`--resolved names one blocker by its first words, not "${named}".`, ['review']);
  }
  const reviewers = reviewersOf(call, 'thorough');
  const findings = withSettled(call, [...carriedOver(call), ...findingsOf(call)]);
  const blockers = blockersIn(call, findings);
  const done = put(call, {
    type: 'review',
    blockers: blockers.length,
    findings,
    reviewers,
    ...reviewedTree(call.opened, call.context.env),
  });
  if (done.decision.rejected) return answerTo(call, [], done);
  const others = findings.filter(({ severity }) => severity !== 'BLOCKER').map(findingLine);
  if (blockers.length > 0) {
    const tasks = blockers.map((one) => `- ${fixLater(call, one)}: ${sanitizeLine(one.text)}`);
    put(call, { type: 'stage', stage: 'executing' });
    const left = `The thorough review leaves ${countOf(blockers.length, 'blocker')}; each is a task now:`;
    return answerTo(call, [left, ...tasks, ...others], done);
  }
  const frame = frameOf(call);
  const open = frame ? openFindings(frame).length : 0;
  const asked = `${countOf(open, 'finding')} to be settled: where a user is there, ask for each: fix now, follow-up, or accept with a reason.`;
  return answerTo(call, ['The thorough review passed.', ...others, ...(open > 0 ? [asked] : [])], done);
}

/** Records the user's choice about a finding. One to be fixed now becomes a task. */
function settle(call: ReviewCall): Answer {
  const found = findingToSettle(call);
  const { as: choice, reason } = call.flags;
  if (choice === undefined || (choice === 'accept' && !reason?.trim())) {
    throw usageError(
      'What did the user choose? --as fix, --as follow-up, or --as accept with --reason.',
      HELP,
    );
  }
  const done = put(call, { type: 'settle', finding: found.text, choice, reason });
  if (choice !== 'fix' || done.decision.rejected)
    return answerTo(call, [`On record: ${choice}: ${found.text}`], done);
  const name = fixLater(call, found);
  put(call, { type: 'stage', stage: 'executing' });
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
  if (found.severity !== 'BLOCKER') return found;
  throw usageError('A blocker is fixed: it is a task already, and the gate stays shut until then.', [
    'task',
    'list',
  ]);
}

/** Adds the task that fixes a finding. Gives its name. */
function fixLater(call: ReviewCall, { text, wave, severity }: KeptFinding): string {
  const mustNot = forbiddenBy(call).map((one) => `Must not: ${one}`);
  return addFix(call, {
    subject: `Fix: ${sanitizeLine(text, 180)}`,
    description: [text, ...mustNot].join('\n'),
    metadata: { severity, finding: text, ...(wave !== undefined && { foundInWave: wave }) },
  });
}

function forbiddenBy(call: ReviewCall): readonly string[] {
  return frameOf(call)?.workflow?.mustNot ?? [];
}

function findingsOnRecord(call: ReviewCall): readonly KeptFinding[] {
  return frameOf(call)?.workflow?.findings ?? [];
}

/** The open blockers of light reviews that have no task yet and that are not said to be resolved. */
function carriedOver(call: ReviewCall): Finding[] {
  const tasks = frameOf(call)?.tasks ?? [];
  const isHandled = (text: string): boolean =>
    (call.flags.resolved ?? []).some((said) => text.toLowerCase().startsWith(said.toLowerCase())) ||
    tasks.some(({ metadata }) => metadata['finding'] === text);
  return findingsOnRecord(call)
    .filter(({ severity, wave, text }) => severity === 'BLOCKER' && wave !== undefined && !isHandled(text))
    .map(({ wave: _wave, ...finding }) => finding);
}

/** A settled finding stays settled in the next review, even if the reviewers don't repeat it. */
function withSettled(call: ReviewCall, found: readonly Finding[]): Finding[] {
  const settled = findingsOnRecord(call).filter(
    ({ severity, wave, resolution }) =>
      wave === undefined && severity !== 'BLOCKER' && resolution && resolution.choice !== 'fix',
  );
  const isSettled = (text: string): boolean => settled.some((one) => one.text === text);
  const fresh = found.filter(({ severity, text }) => severity === 'BLOCKER' || !isSettled(text));
  return [...fresh, ...settled.map(({ wave: _wave, ...finding }) => finding)];
}

function findingsOf(call: ReviewCall): Finding[] {
  return (call.flags.finding ?? []).map((text) => {
    const finding = parseFinding(text, forbiddenBy(call));
    if (typeof finding !== 'string') return finding;
    throw usageError(`The finding "${sanitizeLine(text, 80)}" can't be taken: ${finding}.`, HELP);
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

/** The reviewers that are named, each once. Throws `CliError` for fewer than seed 002 asks for. */
function reviewersOf({ flags }: ReviewCall, kind: keyof typeof VIEWS): string[] {
  const reviewers = [...new Set(splitPaths(flags.reviewer))];
  const { least, most, example } = VIEWS[kind];
  if (reviewers.length >= least) return reviewers;
  const named = reviewers.length === 0 ? 'none is named' : `named: ${sanitizeLine(reviewers.join(', '), 80)}`;
  throw usageError(`A ${kind} review takes ${most} reviewers, each with another view; ${named}.`, HELP, [
    `Name each view, with commas: --reviewer "${example}"`,
  ]);
}

/** Writes a finding in one line, with what became of it. */
function findingLine({ severity, text, mustNot, wave, resolution }: KeptFinding): string {
  const broken = mustNot === undefined ? '' : ' ✗ breaks mustNot';
  const where = wave === undefined ? '' : ` (wave ${wave})`;
  const why = resolution?.reason === undefined ? '' : `: ${sanitizeLine(resolution.reason, 120)}`;
  const chosen = resolution ? ` → ${resolution.choice}${why}` : '';
  return `- ${severity}: ${sanitizeLine(text)}${broken}${where}${chosen}`;
}
