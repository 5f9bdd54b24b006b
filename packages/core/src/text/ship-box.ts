import type { Frame } from '../schemas/run.ts';
import { sanitizeLine } from './sanitize.ts';

/** The content of the ship box. */
export interface Shipment {
  readonly frame: Frame;
  /** How the result was verified, such as `execution output`. */
  readonly verified: string;
  /** The reviewer's own confidence in percent. */
  readonly confidence: number;
  /** How easily it is undone, such as `Type 2B`. */
  readonly reversibility: string;
  readonly points: number;
  readonly alternative: string;
  readonly risk: string;
}

const WIDTH = 36;

/** Draws the ship box of seed 002. */
export function shipBox(shipment: Shipment): string {
  const { frame, verified, confidence, reversibility, points, alternative, risk } = shipment;
  const done = frame.tasks.filter(({ status }) => status === 'completed').length;
  return [
    `╭─ 🚀 SHIP ${'─'.repeat(WIDTH - 10)}╮`,
    row(`Verified: ${sanitizeLine(verified, 24)}`),
    row(`Tasks: ${done}/${frame.tasks.length} complete`),
    row(`Subjective: ~${Math.round(confidence)}% · ${sanitizeLine(reversibility, 10)} · ${points}pt`),
    `├${'─'.repeat(WIDTH)}┤`,
    row(`↳ Alt: ${sanitizeLine(alternative, 27)}`),
    row(`↳ Risk: ${sanitizeLine(risk, 26)}`),
    `╰${'─'.repeat(WIDTH)}╯`,
  ].join('\n');
}

function row(text: string): string {
  return `│ ${sanitizeLine(text, WIDTH - 2).padEnd(WIDTH - 1)}│`;
}
