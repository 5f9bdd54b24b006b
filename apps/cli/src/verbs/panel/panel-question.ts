import { sanitize, sanitizeLine, type Counsel, type Frame } from '@loopwright/core';
import { stripVTControlCharacters } from 'node:util';

/** The subject of a panel's question. */
export interface Stuck {
  readonly subject: string;
  /** Its name on the command line: a task's id, or a criterion's name. */
  readonly handle: string;
  readonly failures: number;
  readonly what: string;
  /** How it should be, in the words of the plan. */
  readonly wanted: string;
  readonly evidence?: { readonly id: string; readonly output: string } | undefined;
}

const MAX_TAIL_LINES = 20;

/** Writes the question for a panel of experts: the failure, its output, earlier attempts, and limits. */
export function panelQuestion(stuck: Stuck, frame: Frame): string[] {
  const tried = (frame.counsel ?? []).filter(
    ({ subject, recommendation }) => subject === stuck.subject && recommendation !== undefined,
  );
  const mustNot = frame.workflow?.mustNot ?? [];
  return [
    `Panel on: ${sanitizeLine(stuck.subject)}`,
    '',
    `Failed ${stuck.failures}×: ${sanitizeLine(stuck.what, 500)}`,
    `Wanted: ${sanitizeLine(stuck.wanted, 500)}`,
    ...(stuck.evidence
      ? [
          '',
          `The end of its output (.loop/evidence/${stuck.evidence.id}.log):`,
          ...tail(stuck.evidence.output),
        ]
      : []),
    ...(tried.length > 0 ? ['', 'Recommended before, and it failed again:', ...tried.map(recommended)] : []),
    ...(mustNot.length > 0
      ? ['', 'Must not:', ...mustNot.map((one, index) => `${index + 1}. ${sanitizeLine(one)}`)]
      : []),
    '',
    'Ask three experts who would see it differently: why does it fail, and what should be tried instead? Take what at least two agree on.',
  ];
}

function recommended({ recommendation = '' }: Counsel): string {
  return `- ${sanitizeLine(recommendation, 500)}`;
}

function tail(output: string): string[] {
  return sanitize(stripVTControlCharacters(output))
    .trimEnd()
    .split('\n')
    .slice(-MAX_TAIL_LINES)
    .map((line) => `  ${line}`);
}
