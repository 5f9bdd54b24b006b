import { fieldsOf } from '@loopwright/checks';
import type { TaskKind, TaskText } from '../../checks/check-call.ts';
import { manifestOf, type ProjectFiles } from './project-files.ts';

/** Tasks by name: a shell text each, a list of them, or an object with a command. */
type Tasks = Readonly<Record<string, unknown>>;

/** The kinds of tasks that a file of the project defines. */
export type DefinedTask = Exclude<TaskKind, 'file' | 'other'>;

/** The files that define tasks, the first that is there counts. */
const FILES: Readonly<Record<DefinedTask, readonly string[]>> = {
  npm: ['package.json'],
  composer: ['composer.json'],
  deno: ['deno.json', 'deno.jsonc'],
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile', 'Justfile', '.justfile'],
};

/** A Makefile that a tool writes, or that takes in another one. */
const GENERATED = ['Makefile.am', 'configure.ac'];

/** Looks up the texts of the project's tasks. */
export function taskTextOf(project: ProjectFiles): TaskText {
  const withoutCleaning = cleaningOf(project);
  return (kind, name, folder) => {
    if (kind === 'other') return '';
    if (kind === 'file') return project.textOf(`${folder}${name}`);
    const { tasks, text } = tasksIn(project, kind, folder);
    const first = Object.keys(tasks).find((one) => !one.startsWith('.'));
    if (name === '' && first !== undefined) return `${kind} ${first}`;
    if (Object.hasOwn(tasks, name)) return withoutCleaning(shellText(tasks[name])) || ' ';
    const isUnknown =
      kind === 'make' &&
      (text === undefined
        ? GENERATED.some((file) => project.textOf(`${folder}${file}`) !== undefined)
        : /^-?include\b|^[^\t#:=]*%[^:=]*:/m.test(text));
    return isUnknown ? '' : undefined;
  };
}

/** The tasks of one kind in a folder, with the file that defines them. */
export function tasksIn(
  project: ProjectFiles,
  kind: DefinedTask,
  folder = '',
): { readonly from: string; readonly tasks: Tasks; readonly text: string | undefined } {
  const from = FILES[kind].find((file) => project.textOf(`${folder}${file}`) !== undefined) ?? '';
  const text = from === '' ? undefined : project.textOf(`${folder}${from}`);
  const manifest = manifestOf(project, `${folder}${from}`);
  const scripts = fieldsOf(manifest?.[kind === 'deno' ? 'tasks' : 'scripts']);
  const isRecipe = kind === 'make' || kind === 'just';
  return { from, text, tasks: !isRecipe ? scripts : recipesOf(text ?? '', kind) };
}

function shellText(task: unknown): string {
  const lines: readonly unknown[] = Array.isArray(task) ? task : [task, fieldsOf(task)['command']];
  return lines.filter((line) => typeof line === 'string').join('\n');
}

/** The recipe of each target of a Makefile or a justfile, after a call of the targets that it needs. */
function recipesOf(text: string, kind: 'make' | 'just'): Tasks {
  const found = new Map<string, string>();
  let current: readonly string[] = [];
  for (const line of text.split('\n')) {
    const [, names, needs = ''] = /^@?([A-Za-z0-9_.][^:=#]*)::?(?!=)(.*)/.exec(line.slice(0, 1000)) ?? [];
    // The words after the name of a recipe are its parameters.
    if (names !== undefined)
      current = names
        .trim()
        .split(/\s+/)
        .slice(0, kind === 'just' ? 1 : undefined);
    else if (line !== '' && !/^[\s#]/.test(line)) current = [];
    const call = needs.trim() === '' ? '' : `${kind} ${needs}`;
    for (const name of current)
      found.set(name, `${found.get(name) ?? ''}${names === undefined ? line : call}\n`);
  }
  return Object.fromEntries(found);
}

/** A call that deletes files and folders by their names. */
const DELETES =
  /(?:npx |shx )?\b(?:rm(?: -[rf]+)?|rimraf|del-cli)((?: (?:\.\/)?[\w*-][\w.*-]*\/?)+)(?=\s*(?:&&|;|\n|$))/g;

/** Takes the calls out of a text that delete only what git ignores, as builds do with their output. */
function cleaningOf(project: ProjectFiles): (text: string) => string {
  const ignored = new Set((project.textOf('.gitignore') ?? '').split('\n').map(nameOf));
  return (text) =>
    text.replaceAll(DELETES, (whole, names: string) =>
      names
        .trim()
        .split(' ')
        .every((name) => /\w/.test(name) && ignored.has(nameOf(name)))
        ? ''
        : whole,
    );
}

/** The name of a file or a folder in the project's folder. */
function nameOf(path: string): string {
  return path.trim().replaceAll(/^(?:\.?\/)?|\/$/g, '');
}
