import * as z from 'zod/mini';

const answerSchema = z.strictObject({
  answer: z.enum(['yes', 'no', 'cannot tell']),
  reason: z.string(),
  places: z.array(z.object({ file: z.string(), line: z.int() })),
});

/** An answer in the requested form. */
export type Answer = z.infer<typeof answerSchema>;

/** The same form as JSON schema, in the words that every client and model takes. */
export const ANSWER_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['answer', 'reason', 'places'],
  properties: {
    answer: { enum: ['yes', 'no', 'cannot tell'] },
    reason: { type: 'string' },
    places: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['file', 'line'],
        properties: { file: { type: 'string' }, line: { type: 'integer' } },
      },
    },
  },
} as const;

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
): Answer {
  const doubt = doubtAbout(answer, linesOf, cut);
  if (doubt === undefined) return answer;
  const reason = `${doubt}; it said ${answer.answer}: ${answer.reason}`;
  return { answer: 'cannot tell', reason, places: [] };
}

function doubtAbout(
  { answer, places }: Answer,
  linesOf: (file: string) => number | undefined,
  cut: readonly string[],
): string | undefined {
  const wrong = places.find(({ file, line }) => line < 1 || line > (linesOf(file) ?? 0));
  if (wrong) return `it names a place that does not exist, ${wrong.file}:${wrong.line}`;
  if (answer !== 'yes') return undefined;
  if (places.length === 0) return 'it says yes and names no place';
  if (cut.length === 0) return undefined;
  const more = cut.length > 3 ? ` and ${cut.length - 3} more` : '';
  return `it did not see all changes of ${cut.slice(0, 3).join(', ')}${more}; --paths narrows what it is asked about`;
}
