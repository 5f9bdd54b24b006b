import { scoreConstraints } from './dimensions/constraints.ts';
import { scoreDone } from './dimensions/done.ts';
import { scoreOutcome } from './dimensions/outcome.ts';
import { scoreScope } from './dimensions/scope.ts';
import { scoreSuccess } from './dimensions/success.ts';
import { limitText } from './limit-text.ts';
import { readSpec } from './reading/read-spec.ts';
import type { Sentence } from './reading/sentence.ts';
import { rubric } from './rubric.ts';
import type { Dimension, Finding, Level, SpecScore } from './spec-score.ts';

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
  const levels: Readonly<Record<Dimension, Level>> = {
    outcome: outcome.level,
    scope: scope.level,
    constraints: constraints.level,
    success: success.level,
    done: done.level,
  };
  return {
    ...levels,
    total: levels.outcome + levels.scope + levels.constraints + levels.success + levels.done,
    hints: hintsFor(levels),
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

/** The question that would raise each level below the highest. */
export function hintsFor(levels: Readonly<Record<Dimension, Level>>): SpecScore['hints'] {
  const hints = rubric.flatMap(({ dimension, hints }) => {
    const level = levels[dimension];
    return level === 2 ? [] : [[dimension, hints[level]] as const];
  });
  return Object.fromEntries(hints);
}
