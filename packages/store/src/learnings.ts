import { fsyncSync, lstatSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createExclusively, syncOrGoOn } from './disk/create-file.ts';
import { parseJson, readText } from './disk/decode-text.ts';
import { randomNonce } from './disk/digest.ts';
import { closeQuietly, openGuarded } from './disk/open-guarded.ts';
import { diskError, StoreError } from './errors.ts';
import { isFromRepository } from './run/from-repository.ts';
import { makeLoopFolder } from './run/make-loop-folder.ts';
import { isStartedHere, rememberStart } from './run/state-folder.ts';

const text = (): z.ZodMiniString => z.string().check(z.minLength(1));

const learned = /* @__PURE__ */ z.lazy(() =>
  z.object({
    id: text(),
    at: z.number(),
    kind: z.enum(['failure', 'discovery', 'decision', 'constraint']),
    text: text(),
    /** The author's certainty, in percent. */
    confidence: z.number().check(z.minimum(0), z.maximum(100)),
    /** Its scope: `project`, or words that name a part of it. */
    scope: z.string(),
    run: z.string(),
  }),
);

const judged = /* @__PURE__ */ z.lazy(() =>
  z.object({ id: text(), at: z.number(), verdict: z.enum(['confirmed', 'dismissed']) }),
);

/** A line of `learnings.jsonl`: a lesson, or the user's verdict on one. */
export type LearningLine = Readonly<z.infer<typeof learned>> | Readonly<z.infer<typeof judged>>;

/** A lesson with the last verdict on it. */
export type Learning = Readonly<z.infer<typeof learned>> & {
  readonly verdict?: z.infer<typeof judged>['verdict'];
};

const MAX_LEARNINGS_BYTES = 4 * 1024 * 1024;
const MAX_LINE_BYTES = 16 * 1024;

/** Stands for the learnings of a project among the starts that are remembered. */
const MARK = 'learnings';

/**
 * Adds a line to `.loop/learnings.jsonl` in one write. It starts with a newline, so that an unfinished line of a
 * killed writer costs only itself. Throws `StoreError` when the line can't be written whole, and for a file that came
 * with the repository, because its lessons are not read. A file that was not written here is put aside first.
 */
export function appendLearning(root: string, learning: LearningLine): void {
  const line = Buffer.from(`\n${JSON.stringify(learning)}\n`);
  if (line.length > MAX_LINE_BYTES)
    throw new StoreError('bad-argument', `A learning takes at most ${MAX_LINE_BYTES} bytes.`);
  makeLoopFolder(root);
  const path = learningsPath(root);
  if (isFromRepository(path))
    throw new StoreError(
      'unsafe-path',
      `${path} came with the repository. Take it out first: git rm --cached .loop/learnings.jsonl`,
    );
  const isForeign = !isStartedHere(root, MARK, path);
  // Deletes nothing: a file that an archive or a copy brought stays beside the new one.
  if (isForeign && lstatSync(path, { throwIfNoEntry: false })?.isFile())
    renameSync(path, `${path}.foreign-${randomNonce()}`);
  createExclusively(path, '');
  rememberStart(root, MARK);
  const file = openGuarded(path, { access: 'append', maxBytes: MAX_LEARNINGS_BYTES });
  if (typeof file === 'string')
    throw new StoreError('unsafe-path', `${path} can't be added to: it is ${file}.`);
  try {
    if (writeSync(file.fd, line) !== line.length) throw new Error('it came out short');
    syncOrGoOn(file.fd, fsyncSync);
  } catch (error) {
    throw diskError(`add to ${path}`, error);
  } finally {
    closeQuietly(file.fd);
  }
}

/**
 * Reads the lessons, oldest first, each with its last verdict; skips invalid lines. A file that came with the
 * repository gives none, and neither does one of an archive: its author could instruct Claude with it. Never throws.
 */
export function readLearnings(root: string): readonly Learning[] {
  const path = learningsPath(root);
  const text = readText(path, MAX_LEARNINGS_BYTES);
  if (text === undefined || !isStartedHere(root, MARK, path) || isFromRepository(path)) return [];
  const lessons = new Map<string, Learning>();
  for (const line of text.split('\n').map(parseJson)) {
    const lesson = learned.safeParse(line);
    if (lesson.success && !lessons.has(lesson.data.id)) lessons.set(lesson.data.id, lesson.data);
    const verdict = judged.safeParse(line);
    const known = verdict.success ? lessons.get(verdict.data.id) : undefined;
    if (verdict.success && known) lessons.set(known.id, { ...known, verdict: verdict.data.verdict });
  }
  return [...lessons.values()];
}

function learningsPath(root: string): string {
  return join(root, '.loop', 'learnings.jsonl');
}
