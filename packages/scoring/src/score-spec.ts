import { scoreConstraints } from './dimensions/constraints.ts';
import { scoreDone } from './dimensions/done.ts';
import { scoreOutcome } from './dimensions/outcome.ts';
import { scoreScope } from './dimensions/scope.ts';
import { scoreSuccess } from './dimensions/success.ts';
import { isEnglish } from './reading/is-english.ts';
import { readSpec } from './reading/read-spec.ts';
import type { Sentence } from './reading/sentence.ts';
import { rubric } from './rubric.ts';
import { dimensions, perDimension } from './spec-score.ts';
import type { Dimension, Finding, Level, SpecScore } from './spec-score.ts';

/** Specs have a page or two. Of a longer text the scorer reads the beginning and the end, where requests usually are. */
export const maxChars = 16_384;
const tailChars = 4_096;

const scorers: Readonly<Record<Dimension, (sentences: readonly Sentence[]) => Finding>> = {
  outcome: scoreOutcome,
  scope: scoreScope,
  constraints: scoreConstraints,
  success: scoreSuccess,
  done: scoreDone,
};

/**
 * Scores any text as a task spec; the same text always gets the same score.
 *
 * @example
 * scoreSpec('Fix auth').total; // 1
 */
export function scoreSpec(text: string): SpecScore {
  const truncated = text.length > maxChars;
  const tailStart = truncated ? text.length - tailChars : text.length;
  const head = readSpec(truncated ? text.slice(0, maxChars - tailChars) : text);
  const tail = readSpec(text.slice(tailStart)).map((one) => ({ ...one, start: one.start + tailStart }));
  const findings = perDimension((dimension) => scorers[dimension]([...head, ...tail]));
  const levels = perDimension((dimension) => findings[dimension].level);
  return {
    ...totalled(levels),
    evidence: perDimension((dimension) => findings[dimension].quotes),
    truncated,
    isEnglish: isEnglish(text.slice(0, maxChars)),
  };
}

/** Levels with their sum, and with the question that would raise each level below the highest. */
export function totalled(
  levels: Readonly<Record<Dimension, Level>>,
): Readonly<Record<Dimension, Level>> & Pick<SpecScore, 'total' | 'hints'> {
  const hints = rubric.flatMap(({ dimension, hints: questions }) => {
    const level = levels[dimension];
    return level === 2 ? [] : [[dimension, questions[level]] as const];
  });
  return {
    ...levels,
    total: dimensions.reduce((sum, dimension) => sum + levels[dimension], 0),
    hints: Object.fromEntries(hints),
  };
}
