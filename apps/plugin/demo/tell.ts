import { type Command, decide, explainStop, missingText, type Verdict } from '@loopwright/core';
import { openAnyRun } from '@loopwright/store';
import type { StoryStep } from './story.ts';

export function tellLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function tellHeading(heading: string): void {
  tellLine(`\n${heading}\n${'─'.repeat(heading.length)}`);
}

/** Tells every decided stop of a run: what Claude said, which checks ran, which rule answered, and why. */
export function tellDecisions(root: string, sessionId: string, steps: readonly StoryStep[]): void {
  const opened = openAnyRun({ root, sessionId });
  if (opened.status !== 'open') {
    tellLine('There is no journal to tell of.');
    process.exitCode = 1;
    return;
  }
  const said = steps.flatMap((step) => (step.kind === 'say' ? [step.text] : []));
  let stop = 0;
  let proofs: string[] = [];
  for (const { before, record } of opened.journal.history()) {
    const { command } = record;
    proofs.push(...proofLines(command));
    if (command.type !== 'stop') continue;
    const { verdict } = decide(before, command);
    tellHeading(`Stop ${(stop += 1)}`);
    tellLine(`Claude:   ${(said[stop - 1] ?? '').split('\n')[0]}`);
    for (const proof of proofs) tellLine(`Proof:    ${proof}`);
    proofs = [];
    if (verdict) tellLine(`Decision: ${verdictLine(verdict)}`);
    const fired = explainStop(before, command).find((rule) => rule.fired);
    if (fired) tellLine(`Why:      ${fired.reason}`);
  }
  opened.close();
}

function proofLines(command: Command): readonly string[] {
  if (command.type !== 'verify') return [];
  return command.results.map(({ criterion, evidence: { passed, witness } }) => {
    const where = witness === 'hook' ? 'by the hook' : "in Claude's own shell";
    return `${criterion} ${passed ? 'passed' : 'failed'}, run ${where}`;
  });
}

function verdictLine(verdict: Verdict): string {
  if (verdict.kind === 'allow')
    return `${verdict.rule} → let go${verdict.ending ? ` (${verdict.ending.kind})` : ''}`;
  const missing = verdict.missing.filter(({ kind }) => kind !== 'claim').map(missingText);
  return `${verdict.rule} → go on with iteration ${verdict.iteration}${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`;
}
