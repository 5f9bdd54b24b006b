import { scoreConstraints } from './dimensions/constraints.ts';
import { scoreDone } from './dimensions/done.ts';
import { scoreOutcome } from './dimensions/outcome.ts';
import { scoreScope } from './dimensions/scope.ts';
import { scoreSuccess } from './dimensions/success.ts';
import { limitText } from './limit-text.ts';
import { readSpec } from './reading/read-spec.ts';
import type { Sentence } from './reading/sentence.ts';
import { rubric } from './rubric.ts';
import type { Dimension, Finding, SpecScore } from './spec-score.ts';

/**
 * Scores any text as a task spec; the same text always gets the same score.
 *
 * @example
 * scoreSpec('Fix auth').total; // 1
 */
export function scoreSpec(text: string): SpecScore {
  const { head, tail, tailStart, truncated } = limitText(text);
  const sentences: readonly Sentence[] = [
    ...readSpec(head),
    ...readSpec(tail).map((sentence) => shift(sentence, tailStart)),
  ];
  const findings: Readonly<Record<Dimension, Finding>> = {
    outcome: scoreOutcome(sentences),
    scope: scoreScope(sentences),
    constraints: scoreConstraints(sentences),
    success: scoreSuccess(sentences),
    done: scoreDone(sentences),
  };
  const { outcome, scope, constraints, success, done } = findings;
  return {
    outcome: outcome.level,
    scope: scope.level,
    constraints: constraints.level,
    success: success.level,
    done: done.level,
    total: outcome.level + scope.level + constraints.level + success.level + done.level,
    hints: hintsFor(findings),
    evidence: {
      outcome: outcome.quotes,
      scope: scope.quotes,
      constraints: constraints.quotes,
      success: success.quotes,
      done: done.quotes,
    },
    truncated,
  };
}

function shift(sentence: Sentence, by: number): Sentence {
  return { ...sentence, start: sentence.start + by };
}

function hintsFor(findings: Readonly<Record<Dimension, Finding>>): SpecScore['hints'] {
  const hints = rubric.flatMap(({ dimension, hints }) => {
    const { level } = findings[dimension];
    return level === 2 ? [] : [[dimension, hints[level]] as const];
  });
  return Object.fromEntries(hints);
}
