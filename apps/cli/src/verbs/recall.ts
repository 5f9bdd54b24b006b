import { PLACES, sanitizeLine } from '@loopwright/core';
import { appendLearning, type Learning, readLearnings } from '@loopwright/store';
import { CliError } from '../program/cli-error.ts';
import type { Answer, Context, Handler } from '../program/context.ts';
import { locateRun } from '../session/locate-run.ts';
import { findPlace } from '../session/place.ts';
import { finish, submit } from '../session/submit.ts';
import { table } from '../terminal/table.ts';
import { surface } from '../workflow/learnings.ts';

/** Shows what earlier loops learned, and records which of it the user confirms or dismisses. */
export const recall: Handler<'recall'> = (context, { words }) => {
  const root = findPlace(context).root ?? context.cwd;
  const lessons = readLearnings(root);
  const [first, ...rest] = words;
  if (first === 'confirm') return judge(context, root, rest, 'confirmed');
  if (first === 'dismiss') return judge(context, root, rest, 'dismissed');
  const topic = words.join(' ').trim();
  const shown =
    topic === '' ? lessons.filter(({ verdict }) => verdict !== 'dismissed') : surface(lessons, topic);
  const [latest] = shown;
  return {
    exit: 'ok',
    json: { ok: true, learnings: shown },
    text: (page) => {
      if (shown.length === 0) return ['Nothing is known that bears on it.'];
      const rows = shown.map(({ id, kind, confidence, verdict, text, scope }) => [
        id,
        kind,
        { text: `${confidence} %`, ink: verdict === 'confirmed' ? 'green' : 'dim' } as const,
        `${sanitizeLine(text)}${scope === 'project' ? '' : ` (${sanitizeLine(scope, 60)})`}`,
      ]);
      // Without a topic the user sees all lessons, and which of them the next loop would get.
      return [...table(rows, page), ...(topic === '' ? ['', similarLine(context, shown)] : [])];
    },
    next: latest
      ? { words: ['recall', 'confirm', latest.id], when: 'or dismiss, by what the user says' }
      : { words: ['learn', PLACES.lesson, '--kind', 'discovery'] },
  };
};

/** Names the lessons that a new loop with a similar spec would get. */
function similarLine(context: Context, lessons: readonly Learning[]): string {
  const found = locateRun(context);
  if (found.status === 'none') return 'A new loop is shown what fits its spec: loop recall "<its spec>"';
  const spec = found.opened.run.frames.at(-1)?.spec ?? '';
  found.opened.close();
  const ids = surface(lessons, spec).map(({ id }) => id);
  return `A new loop with a spec like "${sanitizeLine(spec, 80)}" would be shown: ${ids.join(', ') || 'none of them'}`;
}

function judge(
  context: Context,
  root: string,
  ids: readonly string[],
  verdict: 'confirmed' | 'dismissed',
): Answer {
  const next = { words: ['recall'] };
  if (ids.length === 0) {
    const action = verdict === 'confirmed' ? 'confirm' : 'dismiss';
    throw new CliError({ exit: 'usage', message: `Which? loop recall ${action} 4f1c2a9b`, next });
  }
  const lessons = readLearnings(root);
  const judged = ids.map((id): Learning => {
    const lesson = lessons.find((one) => one.id === id);
    if (lesson) return { ...lesson, verdict };
    throw new CliError({
      exit: 'error',
      message: `Nothing was learned under "${sanitizeLine(id, 40)}".`,
      next,
    });
  });
  for (const { id } of judged) appendLearning(root, { id, at: context.now(), verdict });
  passOn(context, judged);
  return {
    exit: 'ok',
    json: { ok: true, learnings: judged },
    text: () => judged.map(({ id, text }) => `${verdict}: ${id} ${sanitizeLine(text)}`),
    next,
  };
}

/** Adds what the user confirmed to the lessons of a running workflow, and takes out what was dismissed. */
function passOn(context: Context, judged: readonly Learning[]): void {
  const found = locateRun(context);
  if (found.status === 'none') return;
  const { opened } = found;
  const { workflow } = opened.run.frames.at(-1) ?? {};
  if (workflow && opened.run.status === 'active') {
    const texts = judged.map(({ text }) => sanitizeLine(text));
    const confirmed = judged.flatMap(({ verdict, text }) =>
      verdict === 'confirmed' ? [sanitizeLine(text)] : [],
    );
    const others = (workflow.recallSurfaced ?? []).filter((text) => !texts.includes(text));
    submit(opened, { type: 'stage', at: context.now(), recallSurfaced: [...others, ...confirmed] });
  }
  finish(opened, context.now());
}
