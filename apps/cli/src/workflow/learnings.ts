import * as z from 'zod';

/** The kinds of lessons. */
export const LEARNING_KINDS = ['failure', 'discovery', 'decision', 'constraint'] as const;

const learned = z.object({
  id: z.string().min(1),
  at: z.number(),
  kind: z.enum(LEARNING_KINDS),
  text: z.string().min(1),
  /** The author's certainty, in percent. */
  confidence: z.number().min(0).max(100),
  /** Its scope: `project`, or words that name a part of it. */
  scope: z.string(),
  run: z.string(),
});

const judged = z.object({
  id: z.string().min(1),
  at: z.number(),
  verdict: z.enum(['confirmed', 'dismissed']),
});

/** A lesson on record. */
export type Lesson = z.infer<typeof learned> & { readonly verdict?: 'confirmed' | 'dismissed' };

/** Folds the lines of `learnings.jsonl` into lessons, oldest first. Skips invalid lines. */
export function foldLearnings(lines: readonly unknown[]): readonly Lesson[] {
  const lessons = new Map<string, Lesson>();
  for (const line of lines) {
    const lesson = learned.safeParse(line);
    if (lesson.success && !lessons.has(lesson.data.id)) lessons.set(lesson.data.id, lesson.data);
    const verdict = judged.safeParse(line);
    const known = verdict.success ? lessons.get(verdict.data.id) : undefined;
    if (verdict.success && known) lessons.set(known.id, { ...known, verdict: verdict.data.verdict });
  }
  return [...lessons.values()];
}

/** The most that is surfaced at once; more is noise. */
const MAX_SURFACED = 5;

/**
 * Returns the lessons for a task, most relevant first: lessons about the project or with shared words, except
 * dismissed ones.
 */
export function surface(lessons: readonly Lesson[], task: string): readonly Lesson[] {
  const wanted = wordsOf(task);
  return lessons
    .filter(({ verdict }) => verdict !== 'dismissed')
    .map((lesson) => {
      const shared = wordsOf(`${lesson.text} ${lesson.scope}`).filter((word) => wanted.includes(word)).length;
      const isGeneral = lesson.scope.toLowerCase() === 'project';
      return { lesson, shared: shared + (isGeneral ? 1 : 0) };
    })
    .filter(({ shared }) => shared > 0)
    .sort((one, other) => weight(other) - weight(one) || other.lesson.at - one.lesson.at)
    .slice(0, MAX_SURFACED)
    .map(({ lesson }) => lesson);
}

function weight({ lesson, shared }: { readonly lesson: Lesson; readonly shared: number }): number {
  return shared * 100 + lesson.confidence + (lesson.verdict === 'confirmed' ? 50 : 0);
}

/** The words of a text that can tell it from another one. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [];
  return [...new Set(words)].slice(0, 500);
}
