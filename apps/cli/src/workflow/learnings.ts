import type { Learning } from '@loopwright/store';

/** The most that is surfaced at once; more is noise. */
const MAX_SURFACED = 5;

/**
 * Returns the lessons for a task, most relevant first: lessons about the project or with shared words, except
 * dismissed ones.
 */
export function surface(lessons: readonly Learning[], task: string): readonly Learning[] {
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

function weight({ lesson, shared }: { readonly lesson: Learning; readonly shared: number }): number {
  return shared * 100 + lesson.confidence + (lesson.verdict === 'confirmed' ? 50 : 0);
}

/** The words of a text that can tell it from another one. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [];
  return [...new Set(words)].slice(0, 500);
}
