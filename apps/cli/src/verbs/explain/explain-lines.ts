import { sanitizeLine, type explainStop } from '@loopwright/core';
import type { Page } from '../../terminal/page.ts';
import { table, type Cell } from '../../terminal/table.ts';

type Rules = ReturnType<typeof explainStop>;

/** Writes the stop table with each rule's answer: an arrow at the one that fired, and the facts it rests on. */
export function explainLines(rules: Rules, page: Page): string[] {
  const fired = rules.findIndex((one) => one.fired);
  const rows = rules.map(({ rule, reason, holds, facts }, index): Cell[] => {
    const number = String(index + 1).padStart(2);
    if (index === fired) {
      return [
        { text: `→ ${number}`, ink: 'green' },
        { text: rule, ink: 'bold' },
        `fired: ${reason} ${factsText(facts)}`,
      ];
    }
    const answer = index > fired && fired >= 0 ? (holds ? 'holds too, but came later' : 'not asked') : 'no';
    const shown = index < fired ? ` ${factsText(facts)}` : '';
    return [`  ${number}`, rule, { text: `${answer}${shown}`, ink: 'dim' }];
  });
  return table(rows, page);
}

function factsText(facts: Rules[number]['facts']): string {
  const shown = Object.entries(facts).map(([name, value]) => {
    const text = Array.isArray(value) ? (value.length > 0 ? value.join(', ') : 'none') : String(value);
    return `${name}: ${sanitizeLine(text, 120)}`;
  });
  return shown.length === 0 ? '' : `(${shown.join('; ')})`;
}
