import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError, errorCode } from '../../../program/cli-error.ts';
import { jobName, parseSpecFile, parseSpecList } from './parse-spec-list.ts';
import { planBatch } from './plan-batch.ts';

/** A spec of a batch. */
export interface BatchSpec {
  readonly name: string;
  readonly needs: readonly string[];
  readonly text: string;
}

const MAX_SPECS = 500;
const MAX_BYTES = 1024 * 1024;

/**
 * Reads the specs of a folder (each Markdown file is one) or of a Markdown list, in working order. Throws `CliError` for
 * specs that can't be ordered or read.
 */
export function readSpecs(path: string): readonly BatchSpec[] {
  const specs = isFolder(path) ? inFolder(path) : inList(path);
  if (specs.length === 0) throw bad(`There is no spec in ${path}.`);
  if (specs.length > MAX_SPECS)
    throw bad(`There are ${specs.length} specs in ${path}; the most is ${MAX_SPECS}.`);
  const plan = planBatch(specs);
  if (plan.status === 'impossible') throw bad(`The specs of ${path} can not be put in order.`, plan.problems);
  const byName = new Map(specs.map((spec) => [spec.name, spec]));
  return plan.order.flatMap((name) => byName.get(name) ?? []);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw bad(`${path} could not be read: ${errorCode(error)}.`);
  }
}

function inFolder(path: string): BatchSpec[] {
  return readdirSync(path)
    .filter((name) => /\.(?:md|markdown)$/i.test(name) && !/^readme\./i.test(name))
    .sort()
    .map((name) => {
      const { text, needs } = parseSpecFile(read(join(path, name)));
      return { name: jobName(basename(name)), needs, text };
    });
}

function inList(path: string): BatchSpec[] {
  return parseSpecList(read(path)).map(({ name, needs, file, text }) => {
    if (file === undefined) return { name, needs, text: text ?? '' };
    const listed = parseSpecFile(read(resolve(dirname(path), file)));
    return { name, needs: [...new Set([...needs, ...listed.needs])], text: listed.text };
  });
}

function read(path: string): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MAX_BYTES) throw bad(`${path} is no file of at most 1 MB.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw bad(
      `The spec ${path} could not be read: ${error instanceof TypeError ? 'no UTF-8 text' : errorCode(error)}.`,
    );
  }
}

function bad(message: string, details: readonly string[] = []): CliError {
  return new CliError({ exit: 'usage', message, details, next: { words: ['help', 'run'] } });
}
