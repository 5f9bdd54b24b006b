import type { StopCommand } from '../model/command.ts';
import type { Run } from '../model/run.ts';
import { explainStop } from '../decide/stop.ts';
import { factsLine } from './facts.ts';

/** Writes every rule's answer to a stop, one a line, with an arrow at the one that fired. */
export function explanation(run: Run | undefined, stop: StopCommand): string {
  return explainStop(run, stop)
    .map(({ rule, reason, holds, facts, fired }, index) => {
      const mark = fired ? '→' : ' ';
      const answer = fired ? 'fired' : holds ? 'holds too, came later' : 'does not hold';
      return `${mark} ${String(index + 1).padStart(2)} ${rule.padEnd(10)} ${answer} (${factsLine(facts)})${fired ? `\n      ${reason}` : ''}`;
    })
    .join('\n');
}
