import { type explainStop, factsLine } from '@loopwright/core';
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
        `fired: ${reason}${inBrackets(facts)}`,
      ];
    }
    const answer = index > fired && fired >= 0 ? (holds ? 'holds too, but came later' : 'not asked') : 'no';
    const shown = index < fired ? inBrackets(facts) : '';
    return [`  ${number}`, rule, { text: `${answer}${shown}`, ink: 'dim' }];
  });
  return table(rows, page);
}

function inBrackets(facts: Rules[number]['facts']): string {
  const line = factsLine(facts);
  return line === '' ? '' : ` (${line})`;
}
