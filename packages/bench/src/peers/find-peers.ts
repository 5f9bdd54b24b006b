import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { type LoopForm, loopFormIn } from './loop-forms.ts';

/** A Stop hook of another project. */
export interface Peer {
  /** Its path relative to the searched folder. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The plugin's root folder. */
  readonly root: string;
  readonly language: 'bash' | 'node' | 'python' | 'other';
  /** The message tags that its script contains. */
  readonly tags: readonly string[];
  /** The file format of its loops, if known. */
  readonly form?: LoopForm;
}

const INTERPRETERS: Readonly<
  Record<string, { readonly command: string; readonly language: Peer['language'] }>
> = {
  '.sh': { command: 'bash', language: 'bash' },
  '.js': { command: 'node', language: 'node' },
  '.mjs': { command: 'node', language: 'node' },
  '.cjs': { command: 'node', language: 'node' },
  '.py': { command: 'python3', language: 'python' },
};
const SKIPPED = new Set(['node_modules', '.git', 'test', 'tests', '__tests__', 'fixtures', 'docs']);
const TAGS = ['promise', 'loop-done', 'loop-complete', 'issue-complete', 'grind-done', 'LOOP_STATUS'];
const MAX_DEPTH = 12;

/**
 * Finds Stop hooks below a folder: the `Stop` commands of a `hooks.json`, else scripts with “stop” in their name.
 * Runs nothing.
 */
export function findPeers(folder: string): readonly Peer[] {
  const files = [...walk(folder, MAX_DEPTH)];
  const named = files
    .filter((path) => basename(path) === 'hooks.json')
    .flatMap((path) => fromHooksFile(folder, path));
  const scripts = files
    .filter((path) => /stop/i.test(basename(path)) && !/\btest|spec\b/i.test(basename(path)))
    .filter((path) => !named.some(({ root }) => path.startsWith(root + sep)))
    .flatMap((path) => fromScript(folder, path));
  return [...named, ...scripts];
}

function* walk(folder: string, depth: number): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && depth > 0 && !SKIPPED.has(entry.name)) yield* walk(path, depth - 1);
  }
}

function fromScript(folder: string, path: string): Peer[] {
  const interpreter = INTERPRETERS[extname(path)];
  if (!interpreter) return [];
  const { command, language } = interpreter;
  const root = dirname(dirname(path));
  const name = relative(folder, path);
  return [{ name, command, args: [path], root, language, ...knowledgeIn(readFileSync(path, 'utf8')) }];
}

interface Handler {
  readonly type?: unknown;
  readonly command?: unknown;
  readonly args?: unknown;
}

function fromHooksFile(folder: string, path: string): Peer[] {
  const root = basename(dirname(path)) === 'hooks' ? dirname(dirname(path)) : dirname(path);
  return handlersIn(path).flatMap(({ type, command, args }): Peer[] => {
    if (type !== 'command' || typeof command !== 'string') return [];
    const fill = (text: string): string =>
      text.replaceAll(/\$(?:CLAUDE_PLUGIN_ROOT\b|\{CLAUDE_PLUGIN_ROOT\})/g, () => root);
    const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string').map(fill) : undefined;
    const call = words
      ? { command: fill(command), args: words }
      : { command: 'bash', args: ['-c', fill(command)] };
    const scripts = scriptsIn([command, ...(words ?? [])].map(fill).join(' '));
    const extension = extname(scripts[0] ?? '');
    const name = scripts[0] === undefined ? relative(folder, path) : relative(folder, scripts[0]);
    const language = INTERPRETERS[extension]?.language ?? 'other';
    const text = scripts.map((script) => readFileSync(script, 'utf8')).join('\n');
    return [{ name, ...call, root, language, ...knowledgeIn(text) }];
  });
}

function handlersIn(path: string): readonly Handler[] {
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly hooks?: { readonly Stop?: readonly { readonly hooks?: readonly Handler[] }[] };
    };
    return (file.hooks?.Stop ?? []).flatMap(({ hooks }) => hooks ?? []);
  } catch {
    // A foreign file that isn't valid.
    return [];
  }
}

/** The files that a command line names. */
function scriptsIn(line: string): string[] {
  return line.split(/["'\s]+/).filter((word) => extname(word) in INTERPRETERS && existsSync(word));
}

function knowledgeIn(text: string): Pick<Peer, 'tags' | 'form'> {
  const form = loopFormIn(text);
  return { tags: TAGS.filter((tag) => text.includes(tag)), ...(form && { form }) };
}
