import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { planWaves } from '@loopwright/core';
import { type CliError, errorCode, usageError } from '../program/cli-error.ts';
import { jobName, parseSpecFile, parseSpecList } from './parse-spec-list.ts';
import { readSpecText } from './read-spec.ts';

/** One of several specs. */
export interface NamedSpec {
  readonly name: string;
  readonly needs: readonly string[];
  readonly text: string;
}

const MAX_SPECS = 500;

/**
 * Reads the specs of a folder (each Markdown file is one) or of a Markdown list, in working order. Throws `CliError` for
 * specs that can't be ordered or read.
 */
export function readSpecs(path: string): readonly NamedSpec[] {
  const specs = isFolder(path) ? inFolder(path) : inList(path);
  if (specs.length === 0) throw bad(`There is no spec in ${path}.`);
  if (specs.length > MAX_SPECS)
    throw bad(`There are ${specs.length} specs in ${path}; the most is ${MAX_SPECS}.`);
  const names = specs.map(({ name }) => name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const { waves, cycles, missing } = planWaves(
    specs.map(({ name, needs }) => ({ id: name, blockedBy: needs })),
  );
  const problems = [
    ...[...twice].map((name) => `Two specs are called ${name}.`),
    ...missing.map(({ id, blockedBy }) => `${id} needs ${blockedBy}, which is not among the specs.`),
    ...cycles.map((circle) => `These need each other: ${circle.join(' → ')}.`),
  ];
  if (problems.length > 0) throw bad(`The specs of ${path} can not be put in order.`, problems);
  const byName = new Map(specs.map((spec) => [spec.name, spec]));
  return waves.flat().flatMap((name) => byName.get(name) ?? []);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw bad(`${path} could not be read: ${errorCode(error)}.`);
  }
}

function inFolder(path: string): NamedSpec[] {
  const files = readdirSync(path).filter(
    (name) => /\.(?:md|markdown)$/i.test(name) && !/^readme\./i.test(name),
  );
  return files
    .sort()
    .map((name) => ({ name: jobName(basename(name)), ...parseSpecFile(readSpecText(join(path, name))) }));
}

function inList(path: string): NamedSpec[] {
  return parseSpecList(readSpecText(path)).map(({ name, needs, file, text = '' }) => {
    if (file === undefined) return { name, needs, text };
    const listed = parseSpecFile(readSpecText(resolve(dirname(path), file)));
    return { name, needs: [...new Set([...needs, ...listed.needs])], text: listed.text };
  });
}

function bad(message: string, details: readonly string[] = []): CliError {
  return usageError(message, ['help', 'run'], details);
}
