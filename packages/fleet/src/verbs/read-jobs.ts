import { readFileSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { sha256 } from '@loopwright/store';
import { type Context, readSpecs, usageError } from 'loopwright/src/parts.ts';
import * as z from 'zod';

/** A spec, what names its job, and the jobs that it needs. */
export interface FoundSpec {
  readonly key: string;
  readonly spec: string;
  readonly needs: readonly string[];
}

const MAX_BYTES = 8 * 1024 * 1024;

/** What `gh issue list --json number,title,body,url` prints. */
const issues = z.array(
  z.object({
    number: z.int(),
    title: z.string(),
    body: z.string().default(''),
    url: z.string().optional(),
  }),
);

/** Reads specs as `loop run --specs` does, or issues from JSON; `-` reads JSON from standard input. */
export function readJobs(context: Context, from: string, repo: string): readonly FoundSpec[] {
  if (from === '-') return readIssues(new TextDecoder().decode(context.readInput()), repo);
  const path = resolve(context.cwd, from);
  if (extname(path) === '.json') return readIssues(readBounded(path), repo);
  return readSpecs(path).map(({ name, text, needs }) => ({ key: name, spec: text, needs }));
}

/** A key that the same spec in the same repository gets again. */
export function keyOf(repo: string, spec: string): string {
  return sha256(`${repo}\0${spec}`).slice(0, 12);
}

function readIssues(text: string, repo: string): readonly FoundSpec[] {
  const parsed = issues.safeParse(parseJson(text));
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message ?? '';
    throw usageError('This is not what `gh issue list --json number,title,body,url` prints.', undefined, [
      problem,
    ]);
  }
  return parsed.data.map(({ number, title, body, url }) => ({
    key: url ?? `${repo}#${number}`,
    spec: `${title}\n\n${body}`.trim(),
    needs: [],
  }));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readBounded(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size > MAX_BYTES)
    throw usageError(`${path} is no file of at most ${MAX_BYTES / 1024 / 1024} MB.`);
  return readFileSync(path, 'utf8');
}
