import { PLACES, sanitizeLine } from '@loopwright/core';
import { appendLearning, type Learning, readLearnings } from '@loopwright/store';
import { CliError, usageError } from '../program/cli-error.ts';
import type { Context, Handler } from '../program/context.ts';
import { locateRun } from '../session/locate-run.ts';
import { findPlace } from '../session/place.ts';
import { finish, submit } from '../session/submit.ts';
import { table } from '../terminal/table.ts';
import { surface } from '../workflow/learnings.ts';

/** Shows what earlier loops learned, and records which of it the user confirms or dismisses. */
export const recall: Handler<'recall'> = (context, { words }) => {
  const root = findPlace(context).root ?? context.cwd;
  const lessons = readLearnings(root);
  const [first, ...ids] = words;
  if (first === 'confirm' || first === 'dismiss') return judge(context, root, first, ids);
  const topic = words.join(' ').trim();
  const shown =
    topic === '' ? lessons.filter(({ verdict }) => verdict !== 'dismissed') : surface(lessons, topic);
  const [latest] = shown;
  return {
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
  const { opened } = locateRun(context);
  if (!opened) return 'A new loop is shown what fits its spec: loop recall "<its spec>"';
  const spec = opened.run.frames.at(-1)?.spec ?? '';
  opened.close();
  const ids = surface(lessons, spec).map(({ id }) => id);
  return `A new loop with a spec like "${sanitizeLine(spec, 80)}" would be shown: ${ids.join(', ') || 'none of them'}`;
}

const VERDICTS = { confirm: 'confirmed', dismiss: 'dismissed' } as const;

function judge(context: Context, root: string, action: keyof typeof VERDICTS, ids: readonly string[]) {
  const verdict = VERDICTS[action];
  const next = { words: ['recall'] };
  if (ids.length === 0) throw usageError(`Which? loop recall ${action} 4f1c2a9b`, next.words);
  const lessons = readLearnings(root);
  const judged = ids.map((id): Learning => {
    const lesson = lessons.find((one) => one.id === id);
    if (lesson) return { ...lesson, verdict };
    const message = `Nothing was learned under "${sanitizeLine(id, 40)}".`;
    throw new CliError({ message, next });
  });
  for (const { id } of judged) appendLearning(root, { id, at: context.now(), verdict });
  const texts = judged.map(({ text }) => sanitizeLine(text));
  passOn(context, texts, verdict);
  return {
    json: { ok: true, learnings: judged },
    text: () => judged.map(({ id }, index) => `${verdict}: ${id} ${texts[index]}`),
    next,
  };
}

/** Adds what the user confirmed to the lessons of a running workflow, and takes out what was dismissed. */
function passOn(context: Context, texts: readonly string[], verdict: 'confirmed' | 'dismissed'): void {
  const { opened } = locateRun(context);
  if (!opened) return;
  const { workflow } = opened.run.frames.at(-1) ?? {};
  if (workflow && opened.run.status === 'active') {
    const others = (workflow.recallSurfaced ?? []).filter((text) => !texts.includes(text));
    const recallSurfaced = verdict === 'confirmed' ? [...others, ...texts] : others;
    submit(opened, { type: 'stage', at: context.now(), recallSurfaced });
  }
  finish(context, opened);
}
