import { sanitizeLine } from '@loopwright/core';
import { appendLearning, readLearnings } from '@loopwright/store';
import type { Page } from '../terminal/page.ts';
import { table } from '../terminal/table.ts';
import { locateRun } from '../session/locate-run.ts';
import { findPlace } from '../session/place.ts';
import type { Answer, Context, Handler } from '../program/context.ts';
import { CliError } from '../program/cli-error.ts';
import { PLACEHOLDERS } from '../workflow/placeholders.ts';
import { foldLearnings, surface, type Lesson } from '../workflow/learnings.ts';

/** Shows what earlier loops learned, and takes down which of it holds. */
export const recall: Handler<'recall'> = (context, { words }) => {
  const root = findPlace(context).root ?? context.cwd;
  const lessons = foldLearnings(readLearnings(root));
  const [first, ...rest] = words;
  if (first === 'confirm' || first === 'dismiss') return judge(context, root, lessons, first, rest);
  const task = words.join(' ').trim();
  const shown =
    task === '' ? lessons.filter(({ verdict }) => verdict !== 'dismissed') : surface(lessons, task);
  return {
    exit: 'ok',
    json: { ok: true, learnings: shown },
    text: (page) => [
      ...(shown.length > 0 ? lessonLines(shown, page) : ['Nothing is known that bears on it.']),
      // Without a topic the user sees all lessons, and which of them the next loop would get.
      ...(task === '' && shown.length > 0 ? ['', ...similarLines(context, shown)] : []),
    ],
    next:
      shown[0] === undefined
        ? { words: ['learn', PLACEHOLDERS.lesson, '--kind', 'discovery'] }
        : { words: ['recall', 'confirm', shown[0].id], when: 'or dismiss, by what the user says' },
  };
};

/** Names the lessons that a new loop with a similar spec would get. */
function similarLines(context: Context, lessons: readonly Lesson[]): string[] {
  const spec = specHere(context);
  if (spec === undefined) return ['A new loop is shown what fits its spec: loop recall "<its spec>"'];
  const found = surface(lessons, spec).map(({ id }) => id);
  const what = found.length > 0 ? found.join(', ') : 'none of them';
  return [`A new loop with a spec like "${sanitizeLine(spec, 80)}" would be shown: ${what}`];
}

function specHere(context: Context): string | undefined {
  const found = locateRun(context);
  if (found.status === 'none') return undefined;
  const spec = found.opened.run.frames.at(-1)?.spec;
  found.opened.close();
  return spec;
}

function judge(
  context: Context,
  root: string,
  lessons: readonly Lesson[],
  action: 'confirm' | 'dismiss',
  ids: readonly string[],
): Answer {
  if (ids.length === 0)
    throw new CliError({
      exit: 'usage',
      message: `Which? loop recall ${action} 4f1c2a9b`,
      next: { words: ['recall'] },
    });
  const found = ids.map((id) => {
    const lesson = lessons.find((one) => one.id === id);
    if (lesson) return lesson;
    throw new CliError({
      exit: 'error',
      message: `Nothing was learned under "${sanitizeLine(id, 40)}".`,
      next: { words: ['recall'] },
    });
  });
  const verdict = action === 'confirm' ? 'confirmed' : 'dismissed';
  for (const { id } of found) appendLearning(root, { id, at: context.now(), verdict });
  return {
    exit: 'ok',
    json: { ok: true, learnings: found.map((one) => ({ ...one, verdict })) },
    text: () => found.map(({ id, text }) => `${verdict}: ${id} ${sanitizeLine(text)}`),
    next: { words: ['recall'] },
  };
}

function lessonLines(lessons: readonly Lesson[], page: Page): string[] {
  return table(
    lessons.map(({ id, kind, confidence, verdict, text, scope }) => [
      id,
      kind,
      { text: `${confidence} %`, ink: verdict === 'confirmed' ? 'green' : 'dim' },
      `${sanitizeLine(text)}${scope === 'project' ? '' : ` (${sanitizeLine(scope, 60)})`}`,
    ]),
    page,
  );
}
