import type { Missing, Verdict } from '../decide/decision.ts';
import {
  criterionState,
  hasAllIssues,
  hasFinishedIssue,
  isMet,
  openTasks,
  unreviewedWaves,
} from '../proofs.ts';
import type { JudgeAnswer } from '../model/vocabulary.ts';
import { MAX_CONTINUATION } from '../model/defaults.ts';
import type { Frame, Run } from '../model/run.ts';
import { costWords, countOf, limitText, listed } from './amounts.ts';
import { noteLine } from './notices.ts';
import { sanitize, sanitizeLine, sanitizeName } from './sanitize.ts';
import { heldText, JUDGED, missingText, nextStep, stepCount, taskCount, unchangedPaths } from './words.ts';

type Block = Extract<Verdict, { kind: 'block' }>;

/** Writes the line of seed 004 that continues Claude, for a host that asks for exactly that line. */
export function iterationLine(iteration: number, limit: number | null): string {
  return `[ITERATION ${iteration}/${limitText('iterations', limit)}] Continue working on the task. Check your progress and either complete the task or keep iterating.`;
}

/** The results of the user's checks, for the answer to a stop: what those that failed print, and those that did not run. */
export interface UsersChecks {
  readonly outputs: readonly FailedOutput[];
  readonly unseen: readonly { readonly criterion: string }[];
}

interface FailedOutput {
  readonly criterion: string;
  /** The lines that say why, the most telling ones first. */
  readonly text: string;
  /** Nothing that it depends on has changed since that run, so it was not repeated. */
  readonly isOld: boolean;
  /** The answer of a judge; the text is its reason then. */
  readonly judged?: JudgeAnswer | undefined;
}

/**
 * Writes the text that Claude reads when a stop is blocked: the iteration with the missing proofs, further notes,
 * the next step, and how to prove it. Facts, no orders beyond the task; never more than 1,500 characters.
 * `command` is the name of the loop command for this reader; the default is `loop`. `users` is for a caller that runs
 * the checks of the user itself at a claim.
 */
export function continuation(
  run: Run | undefined,
  verdict: Block,
  command = 'loop',
  users?: UsersChecks,
): string {
  const frame = run?.frames.at(-1);
  const place = frame ? ` ${verdict.iteration}/${limitText('iterations', frame.limits.iterations)}` : '';
  const lines = [
    `[LOOP${place}] ${missingLine(run, verdict)}`,
    ...verdict.notes.map((note) => noteLine(note, run)),
    ...treeLines(verdict),
    ...(users?.outputs ?? []).map((output) => outputLines(output, frame)),
    ...(frame ? changingLines(frame, verdict, users) : []),
    ...(frame ? nextLines(frame, verdict.rule) : []),
  ];
  const end = frame ? endLine(frame, verdict, users) : '';
  const named = (line: string): string => line.replaceAll('`loop ', () => `\`${command} `);
  return fit(lines.map(named), named(end));
}

/** Writes the reason of the `ok` dialect (seeds 000 to 002). Open tasks of a workflow come before its criteria. */
export function okReason(verdict: Verdict, run?: Run): string {
  if (verdict.kind === 'allow') return 'complete';
  const frame = run?.frames.at(-1);
  const { missing } = verdict;
  const tasks = missing.flatMap((one) =>
    one.kind === 'task' && !one.isUnproved ? [sanitizeLine(one.subject, 100)] : [],
  );
  const criteria = missing.flatMap((one) => (one.kind === 'criterion' ? [sanitizeName(one.name, 100)] : []));
  if (tasks.length > 0 && (frame?.workflow || criteria.length === 0))
    return `pending tasks: ${tasks.slice(0, 3).join(', ')}`;
  if (criteria.length > 0) return `unmet criteria: ${listed(criteria, 20)}`;
  const step = frame && nextStep(frame);
  // Seed 000 asks for the signal once every criterion is met; the loop of seed 001 has no criteria.
  if (step) return `${frame.criteria.length > 0 ? `${CONFIRM}; ` : ''}next: ${sanitizeName(step.name)}`;
  const other = missing.filter(({ kind }) => kind === 'review' || kind === 'gate').map(missingText);
  return other.length > 0 ? `next: ${other.join(', ')}` : CONFIRM;
}

const CONFIRM = 'exit_signal not set: confirm completion';

/** Why this claim was not heard, or not proved. */
function treeLines({ rule, nearMiss, unreadable, elsewhere }: Block): string[] {
  return [
    nearMiss &&
      `The signal on line ${nearMiss.line} stands in a ${sanitizeLine(nearMiss.place)}: only shown, not said.`,
    unreadable !== undefined &&
      `The work tree could not be read: ${sanitizeLine(unreadable, 200)}. Checks count only on a tree that can be read.`,
    elsewhere &&
      rule === 'unproved' &&
      `No check ran: ${sanitizeLine(elsewhere.path, 200)} is no work tree of this loop's project. Go back to ${sanitizeLine(elsewhere.project, 200)}, or to a work tree of its repository, and say there that the work is done.`,
  ].filter((line) => typeof line === 'string');
}

/**
 * Writes the line for the user when a stop is blocked: how often, why, how much is proved, and the cost.
 *
 * @example heldLine(run, verdict) // 'Held 2/10 · tests: changed since it passed · 1/2 proved · $0.04'
 */
export function heldLine(run: Run | undefined, verdict: Block): string {
  const open = inOrder(verdict.missing);
  const [first = { kind: 'claim' } as const] = open;
  const why = `${heldText(first)}${open.length > 1 ? ` and ${open.length - 1} more` : ''}`;
  const frame = run?.frames.at(-1);
  if (!frame) return `Held once · ${why}`;
  const held = `Held ${verdict.iteration}/${limitText('iterations', frame.limits.iterations)}`;
  return [held, why, ...progressOf(frame), costWords(frame.spend)].join(' · ');
}

/** How much of a frame is proved; of one without criteria, how many steps or tasks are done. */
function progressOf(frame: Frame): string[] {
  const states = frame.criteria.map((one) => criterionState(one));
  const byWord = states.filter((state) => state === 'claimed').length;
  const proved = states.filter((state) => state === 'proved').length;
  if (states.length > 0)
    return [`${proved}/${states.length} proved${byWord > 0 ? `, ${byWord} by word` : ''}`];
  if (frame.steps.length > 0) return [`${stepCount(frame)} steps`];
  return frame.tasks.length > 0 ? [`${taskCount(frame)} tasks`] : [];
}

/** The missing proofs, open tasks first, without the missing claim. */
function inOrder(missing: readonly Missing[]): readonly Missing[] {
  return [
    ...missing.filter(({ kind }) => kind === 'task'),
    ...missing.filter(({ kind }) => kind !== 'task' && kind !== 'claim'),
  ];
}

function missingLine(run: Run | undefined, { rule, missing }: Block): string {
  const open = inOrder(missing).map(missingText);
  if (open.length === 0) {
    const { criteria, issues } = run?.frames.at(-1) ?? {};
    if (issues?.ended) return `${countOf(issues.ended, 'issue')} ended, ${issues.verified} verified.`;
    // Without criteria nothing was proved.
    const isBare = criteria?.length === 0;
    return isBare ? 'This loop has no criteria: only your word ends it.' : 'Every proof holds.';
  }
  // Without a run, the task list blocks the stop, and there is no claim.
  const head =
    run && rule === 'unproved' ? 'You said the work is done, but a proof is missing' : 'Still open';
  return `${head}: ${listed(open, 6)}.`;
}

/** Says which checks changed the work tree that they proved. A claim runs the user's checks, so none is stale else. */
function changingLines(frame: Frame, { rule, missing }: Block, users?: UsersChecks): string[] {
  if (rule !== 'unproved') return [];
  const ran = ranForUser(frame, users).map(({ name }) => name);
  const changing = missing.flatMap((one) =>
    one.kind === 'criterion' && one.why === 'stale' && ran.includes(one.name)
      ? `"${sanitizeLine(one.name, 80)}"`
      : [],
  );
  if (changing.length === 0) return [];
  return [
    `Files changed while ${listed(changing, 3)} ran, so its pass doesn't count: let git ignore what it writes.`,
  ];
}

/** The checks of the user that a claim runs. */
function ranForUser({ criteria }: Frame, users?: UsersChecks): Frame['criteria'] {
  return criteria.filter(
    ({ name, check }) =>
      check?.by === 'user' && users?.unseen.every(({ criterion }) => criterion !== name) === true,
  );
}

/** The longest text about one failed check. Two of them fit beside the rest of the text. */
const MAX_TOLD = 500;

function outputLines({ criterion, text, isOld, judged }: FailedOutput, frame: Frame | undefined): string {
  const told = sanitize(text, { maxLength: MAX_TOLD }).trimEnd();
  const { check } = frame?.criteria.find(({ name }) => name === criterion) ?? {};
  const unchanged = unchangedPaths(check) ?? 'no file has changed since';
  const about = `"${sanitizeLine(criterion, 80)}"`;
  if (judged)
    return `The judge of ${about} ${JUDGED[judged]}.${isOld ? ` Not asked again: ${unchanged}.` : ''} Its reason:\n${told}`;
  const again = isOld ? ` Not repeated: ${unchanged}. To repeat it: \`loop verify\`.` : '';
  return `The check of ${about} failed.${again} Its output says:\n${told}`;
}

/**
 * What comes next, the skipped light reviews, and the stuck count for the status block of seed 003. A path of the
 * command is a third of a hold, so only a refused claim names one; the skill told Claude before.
 */
function nextLines(frame: Frame, rule: Block['rule']): string[] {
  const { breaker, criteria, workflow } = frame;
  const step = nextStep(frame);
  const skipped = workflow ? unreviewedWaves(workflow) : [];
  return [
    step && `Next: ${sanitizeName(step.name, 150)}.`,
    rule === 'unproved' &&
      criteria.some((one) => !one.check && !isMet(one)) &&
      'A criterion without a check is ticked once it is true: `loop criterion tick "<name>"`.',
    rule === 'unproved' &&
      !workflow &&
      openTasks(frame).length > 0 &&
      'A task is completed in your task list, or by `loop task complete <id> --note "<what shows it>"`.',
    skipped.length > 0 && `Light reviews skipped: wave ${skipped.join(', ')}: \`loop review\`.`,
    breaker.stuckCount > 0 && `STUCK_COUNT: ${breaker.stuckCount}.`,
  ].filter((line) => typeof line === 'string');
}

/** The signal that claims the end of a frame. `<grind-done>` gives up before an issue is finished. */
function claimText(frame: Frame): string {
  if (frame.mode === 'issue') return '<issue-complete>DONE</issue-complete>';
  if (frame.mode === 'loop' || !hasFinishedIssue(frame)) return '<loop-complete>done</loop-complete>';
  return `<grind-done>${hasAllIssues(frame) ? 'MAX' : 'NO_MORE'}_ISSUES</grind-done>`;
}

/** Says how to end the frame: the command to run first, the signal to write, and the checks that run then. */
function endLine(frame: Frame, { rule, missing }: Block, users?: UsersChecks): string {
  if (frame.workflow && missing.some(({ kind }) => kind === 'review' || kind === 'gate'))
    return `Stage ${frame.workflow.stage}: \`loop next\` says what comes next. The gate prints the block that ends the loop.`;
  const claim = claimText(frame);
  const ran = ranForUser(frame, users);
  const isLeftToClaude = missing.some(
    (one) =>
      one.kind === 'criterion' &&
      (one.why === 'stale' || one.why === 'unchecked' || one.why === 'failed') &&
      !ran.some(({ name }) => name === one.name),
  );
  const first = rule === 'unproved' ? 'Run `loop verify`, then write' : 'Once your own checks pass, write';
  const how = `${isLeftToClaude ? first : 'Write'} \`${claim}\` on its own line`;
  const names = ran.map(({ name }) => sanitizeName(name, 60));
  return `Done? ${how}${names.length > 0 ? `; the loop then runs: ${listed(names, 4)}` : ''}.`;
}

/** Keeps the lines that fit; the first and the end always do. */
function fit(lines: readonly string[], end: string): string {
  const kept: string[] = [];
  let length = end.length + 1;
  for (const line of new Set(lines)) {
    if (length + line.length > MAX_CONTINUATION) continue;
    kept.push(line);
    length += line.length + 1;
  }
  // The client shows this text to its user, too: one line, unless it quotes the output of a check.
  const hasQuote = kept.some((line) => line.includes('\n'));
  return [...kept, ...(end === '' ? [] : [end])].join(hasQuote ? '\n' : ' ');
}
