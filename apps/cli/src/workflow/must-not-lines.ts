import { commandText, sanitizeLine, type Workflow } from '@loopwright/core';

/** Writes the entries of mustNot with their numbers and checks; empty if nothing is forbidden. */
export function mustNotLines(workflow: Workflow | undefined): string[] {
  const { mustNot = [], mustNotChecks = [] } = workflow ?? {};
  if (mustNot.length === 0) return [];
  return [
    'Must not:',
    ...mustNot.map((one, index) => {
      const found = mustNotChecks.find(({ entry }) => entry === index + 1);
      return `${index + 1}. ${sanitizeLine(one)}${found ? ` (kept while this passes: ${commandText(found.command)})` : ''}`;
    }),
  ];
}
