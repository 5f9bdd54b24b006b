import * as z from 'zod/mini';

const answerSchema = z.strictObject({
  answer: z.enum(['yes', 'no', 'cannot tell']),
  reason: z.string(),
  places: z.array(z.object({ file: z.string(), line: z.int() })),
  needs: z.array(z.string()),
});

/** An answer in the requested form. */
export type Answer = z.infer<typeof answerSchema>;

/** Reads an answer. Undefined for anything that is not exactly in the form: nothing is guessed. */
export function readAnswer(value: unknown): Answer | undefined {
  return answerSchema.safeParse(value).data;
}

/**
 * Weighs an answer. A place that does not exist, and a yes without a place, make it `cannot tell`: such an answer is
 * not about this project. So does a yes by a judge who did not see every change. `linesOf` is the number of lines of a
 * file; `cut` are the names of the changed files that the question did not show whole.
 */
export function weighAnswer(
  answer: Answer,
  linesOf: (file: string) => number | undefined,
  cut: readonly string[],
): Pick<Answer, 'answer' | 'reason' | 'places'> {
  const wrong = answer.places.find(({ file, line }) => line < 1 || line > (linesOf(file) ?? 0));
  const doubt = wrong
    ? `it names a place that does not exist, ${wrong.file}:${wrong.line}`
    : answer.answer === 'yes' && answer.places.length === 0
      ? 'it says yes and names no place'
      : answer.answer === 'yes' && cut.length > 0
        ? `it did not see all changes of ${cut.slice(0, 3).join(', ')}${cut.length > 3 ? ` and ${cut.length - 3} more` : ''}; --paths narrows what it is asked about`
        : undefined;
  if (doubt === undefined) return answer;
  return {
    answer: 'cannot tell',
    reason: `${doubt}; it said ${answer.answer}: ${answer.reason}`,
    places: [],
  };
}
