import type { StoryCost } from './play-story.ts';

/** The costs of all stories, by name. */
export type Costs = Readonly<Record<string, StoryCost>>;

const COLUMNS = ['iterations', 'requests', 'tokens'] as const;

/** Writes the table of all stories, each figure before and after, and their sums. */
export function costTable(before: Costs, after: Costs): string {
  const names = Object.keys(after);
  const missing = names.filter((name) => !Object.hasOwn(before, name));
  if (missing.length > 0) throw new Error(`before.json lacks ${missing.join(', ')}; --record writes it.`);
  const rows = [
    ...names.map((name) => [name, before[name], after[name]] as const),
    sumRow(names, before, after),
  ];
  return [
    '| story | iterations | requests to the model | tokens sent |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(([name, was, is]) => {
      const cells = COLUMNS.map((column) => `${shown(was?.[column])} → ${shown(is?.[column])}`);
      return `| ${name} | ${cells.join(' | ')} |`;
    }),
  ].join('\n');
}

function sumRow(names: readonly string[], before: Costs, after: Costs) {
  const sum = (costs: Costs): StoryCost => ({
    iterations: total(names, costs, 'iterations'),
    requests: total(names, costs, 'requests'),
    tokens: total(names, costs, 'tokens'),
  });
  const [was, is] = [sum(before), sum(after)];
  const saved = Math.round((1 - is.tokens / was.tokens) * 100);
  return [`**together: ${saved} % fewer tokens**`, was, is] as const;
}

function total(names: readonly string[], costs: Costs, column: keyof StoryCost): number {
  return names.reduce((sum, name) => sum + (costs[name]?.[column] ?? 0), 0);
}

function shown(value: number | undefined): string {
  return (value ?? 0).toLocaleString('en-US');
}
