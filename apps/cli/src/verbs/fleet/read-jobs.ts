import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { sha256 } from '@loopwright/store';
import * as z from 'zod';
import { CliError } from '../../program/cli-error.ts';
import type { Context } from '../../program/context.ts';

/** A spec, and what names its job. */
export interface FoundSpec {
  readonly key: string;
  readonly spec: string;
}

const MAX_BYTES = 8 * 1024 * 1024;

/** What `gh issue list --json number,title,body,url` prints. */
const issues = z.array(
  z.object({ number: z.int(), title: z.string(), body: z.string().default(''), url: z.string().optional() }),
);

/** Reads specs from a folder of Markdown files, or issues from JSON; `-` reads standard input. */
export function readSpecs(context: Context, from: string, repo: string): readonly FoundSpec[] {
  if (from === '-') return readIssues(Buffer.from(context.readInput()).toString('utf8'), repo);
  const path = resolve(context.cwd, from);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new CliError({ exit: 'usage', message: `There is no ${from}.` });
  if (stat.isDirectory()) {
    const names = readdirSync(path)
      .filter((name) => ['.md', '.txt'].includes(extname(name)))
      .toSorted();
    if (names.length === 0)
      throw new CliError({ exit: 'usage', message: `There is no .md or .txt file in ${from}.` });
    return names.map((name) => ({
      key: basename(name, extname(name)),
      spec: readBounded(join(path, name)),
    }));
  }
  if (!stat.isFile())
    throw new CliError({ exit: 'usage', message: `${from} is neither a folder nor a file.` });
  return extname(path) === '.json'
    ? readIssues(readBounded(path), repo)
    : [{ key: basename(path, extname(path)), spec: readBounded(path) }];
}

/** A key that the same spec in the same repository gets again. */
export function keyOf(repo: string, spec: string): string {
  return `${sha256(`${repo}\0${spec}`).slice(0, 12)}`;
}

function readIssues(text: string, repo: string): readonly FoundSpec[] {
  const parsed = issues.safeParse(parseJson(text));
  if (!parsed.success) {
    throw new CliError({
      exit: 'usage',
      message: 'This is not what `gh issue list --json number,title,body,url` prints.',
      details: [parsed.error.issues[0]?.message ?? ''],
    });
  }
  return parsed.data.map(({ number, title, body, url }) => ({
    key: url ?? `${repo}#${number}`,
    spec: `${title}\n\n${body}`.trim(),
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
  const { size } = statSync(path);
  if (size > MAX_BYTES)
    throw new CliError({ exit: 'usage', message: `${path} is larger than ${MAX_BYTES / 1024 / 1024} MB.` });
  return readFileSync(path, 'utf8');
}
