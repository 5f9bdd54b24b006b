import type { EditRefusal } from '../decide/import.ts';
import { sanitizeLine } from './sanitize.ts';

const REASONS: Readonly<Record<EditRefusal, string>> = {
  'bad-name': 'a name is one line of 1 to 200 plain characters',
  checked: 'it has a check, so `loop verify` decides',
  'criteria-stay': 'an edit drops no criteria',
  'done-stays': 'a step that is done stays on record',
  'machine-counts': 'the machine counts',
  'spec-stays': 'the spec is what the user typed',
  'too-large': 'they are larger than 2,000 characters',
};

/** Says of an edit of `state.json` that it was not taken over, and why, on one line. */
export function editRefusedText(refused: {
  readonly field: string;
  readonly reason: string;
  readonly subject?: string | undefined;
}): string {
  const { field, reason, subject } = refused;
  const about = subject === undefined ? '' : ` ("${sanitizeLine(subject, 80)}")`;
  const why = isRefusal(reason) ? REASONS[reason] : sanitizeLine(reason, 120);
  const where = field === '' ? '' : `${sanitizeLine(field, 40)}${about} in `;
  return `The edit of ${where}state.json was not taken over: ${why}.`;
}

function isRefusal(reason: string): reason is EditRefusal {
  return Object.hasOwn(REASONS, reason);
}
