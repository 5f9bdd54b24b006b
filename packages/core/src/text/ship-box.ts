import { CLAIM_BASES } from '../model/vocabulary.ts';
import { criterionState, taskState } from '../proofs.ts';
import type { Frame } from '../model/run.ts';
import { sanitizeLine } from './sanitize.ts';
import { basisOf, resolvedFindings } from './announce.ts';
import { taskCount } from './words.ts';

/** The content of the ship box. */
export interface Shipment {
  readonly frame: Frame;
  /** The reviewer's own confidence in percent. */
  readonly confidence: number;
  /** How easily it is undone, such as `Type 2B`. */
  readonly reversibility: string;
  readonly points: number;
  readonly alternative: string;
  readonly risk: string;
  /** Why changes since the thorough review were not reviewed again. */
  readonly unreviewed?: string | undefined;
}

const WIDTH = 36;

/**
 * Draws the ship box of seed 002. It says `Verified` only if evidence vouches for every task and criterion, else how
 * they were claimed.
 */
export function shipBox(shipment: Shipment): string {
  const { frame, confidence, reversibility, points, alternative, risk, unreviewed } = shipment;
  return [
    `╭─ 🚀 SHIP ${'─'.repeat(WIDTH - 10)}╮`,
    row(proofText(frame)),
    row(tasksText(frame)),
    ...findingRows(frame).map(row),
    ...(unreviewed === undefined ? [] : [row(`Unreviewed: ${sanitizeLine(unreviewed, 22)}`)]),
    row(`Subjective: ~${Math.round(confidence)}% · ${sanitizeLine(reversibility, 10)} · ${points}pt`),
    `├${'─'.repeat(WIDTH)}┤`,
    row(`↳ Alt: ${sanitizeLine(alternative, 27)}`),
    row(`↳ Risk: ${sanitizeLine(risk, 26)}`),
    `╰${'─'.repeat(WIDTH)}╯`,
  ].join('\n');
}

function proofText(frame: Frame): string {
  const { tasks, criteria } = frame;
  const isProved =
    tasks.every((task) => taskState(task) === 'verified') &&
    criteria.every((one) => criterionState(one) === 'proved');
  if (isProved && tasks.length + criteria.length > 0) return 'Verified: execution output';
  const said: readonly string[] = [
    ...tasks.filter((task) => taskState(task) === 'claimed').map(basisOf),
    ...criteria.flatMap(({ check, tick }) => (check || !tick ? [] : [tick.basis])),
  ];
  const weakest = CLAIM_BASES.findLast((basis) => said.includes(basis));
  return `Claimed: ${weakest ?? 'nothing was proved'}`;
}

function tasksText(frame: Frame): string {
  const verified = frame.tasks.filter((task) => taskState(task) === 'verified').length;
  const doubt = verified === frame.tasks.length ? '' : `, ${verified} verified`;
  return `Tasks: ${taskCount(frame)} complete${doubt}`;
}

/** What became of the findings of the thorough review that were not fixed. */
function findingRows({ workflow }: Frame): string[] {
  const findings = workflow ? resolvedFindings(workflow) : [];
  const fates = { 'follow-up': 'for later', accept: 'accepted' };
  const parts = Object.entries(fates).flatMap(([choice, fate]) => {
    const count = findings.filter(({ resolution }) => resolution?.choice === choice).length;
    return count > 0 ? [`${count} ${fate}`] : [];
  });
  return parts.length > 0 ? [`Findings: ${parts.join(', ')}`] : [];
}

function row(text: string): string {
  return `│ ${sanitizeLine(text, WIDTH - 2).padEnd(WIDTH - 1)}│`;
}
