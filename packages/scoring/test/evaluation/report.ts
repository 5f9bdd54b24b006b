import { dimensions } from '../../src/spec-score.ts';
import type { Evaluation } from './evaluate.ts';

/** Writes an evaluation as a table, followed by the mistakes as "rated → scored: ids". */
export function report(evaluation: Evaluation): string {
  const rows = dimensions.map((dimension) => {
    const share = percent(evaluation.exact[dimension]);
    return `${dimension.padEnd(12)} ${evaluation.kappa[dimension].toFixed(3).padStart(6)}  ${share.padStart(6)}`;
  });
  return [
    `${evaluation.specs} specs`,
    '',
    `${'dimension'.padEnd(12)} ${'kappa'.padStart(6)}  ${'exact'.padStart(6)}`,
    ...rows,
    `${'total'.padEnd(12)} ${evaluation.kappa.total.toFixed(3).padStart(6)}`,
    '',
    `right bands  ${percent(evaluation.bandsRight)}`,
    ...(evaluation.wrongBands.length === 0
      ? []
      : ['', 'wrong bands', ...evaluation.wrongBands.map((row) => `  ${row}`)]),
    ...(evaluation.mistakes.length === 0
      ? []
      : ['', 'mistakes (rated → scored: ids)', ...mistakeRows(evaluation)]),
  ].join('\n');
}

function mistakeRows({ mistakes }: Evaluation): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const { id, dimension, rated, scored } of mistakes) {
    const key = `${dimension} ${rated} → ${scored}`;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups].map(([key, ids]) => `  ${key}: ${ids.join(' ')}`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
