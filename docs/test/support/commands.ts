import type { Root } from 'mdast';
import { remark } from 'remark';
import { verbs } from '../../../apps/cli/src/verbs.ts';
import { listFiles, readText } from './root.ts';

/** A command that a text shows, word for word. */
export interface Command {
  readonly text: string;
  /** Where the first text shows it, as `page:line` or `loop help VERB`. */
  readonly where: string;
  /** It stands alone on a line of a block or of the help, so it is meant to be copied; else it is a mention. */
  readonly isShown: boolean;
}

/** The texts for people and for Claude. The reference of the command is written from the help. */
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/README.md',
  'docs/guide/*.md',
  'apps/cli/README.md',
  'apps/plugin/content/README.md',
  'apps/plugin/content/skills/*/*.md',
  'apps/plugin/content/agents/*.md',
  'packages/*/README.md',
];

/** How a command of ours begins, however it is written. Scripts of this repository are named by `names.test.ts`. */
const HEAD =
  /^(?:loop|bin\/loop|"\$\{CLAUDE_PLUGIN_ROOT\}\/bin\/loop"|\/loop:[a-z]+|\/plugin|source <.*|claude|npm install|git clone) /;

/** A verb alone in a sentence: a name, which `names.test.ts` looks up. */
const NAME = /^(?:loop|bin\/loop|claude|npm install)(?: [\w-]+)?$/;

/** Data and programs, which have tests of their own. */
const NO_COMMANDS = ['js', 'ts', 'json', 'yaml', 'markdown', 'mermaid'];

/** A part to be replaced: `<name>`, `[name]`, `…`, a value in capitals. */
const PLACEHOLDER = /<[a-z][^<>]*>|\[[a-z][^\]=]*\]|…|\b(?:N|S|ID|NAME|DIR)\b/;

/** Every command that the texts show, each once, in the order of the texts. */
export function collectCommands(): readonly Command[] {
  const found = [...listFiles(...PAGES).flatMap(commandsOf), ...helpExamples()];
  return [...new Map(found.toReversed().map((command) => [command.text, command])).values()]
    .toReversed()
    .map((command) => ({
      ...command,
      isShown: found.some(({ text, isShown }) => text === command.text && isShown),
    }));
}

/** True for a pattern of a command, where the reader puts in the words. */
export function isForm({ text }: Command): boolean {
  return PLACEHOLDER.test(text.replace(/<\(.*?\)/g, ''));
}

function helpExamples(): readonly Command[] {
  return Object.entries(verbs).flatMap(([verb, { examples }]) =>
    examples.map(([text]) => ({ text, where: `loop help ${verb}`, isShown: true })),
  );
}

function commandsOf(path: string): readonly Command[] {
  return collect(remark().parse(readText(path)), path);
}

function collect(node: Root | Root['children'][number], path: string): readonly Command[] {
  const line = node.position?.start.line ?? 0;
  if (node.type === 'code') {
    if (NO_COMMANDS.includes(node.lang ?? '')) return [];
    return node.value
      .replaceAll('\\\n', '')
      .split('\n')
      .map((text) =>
        text
          .trim()
          .replace(/^\$ /, '')
          .replace(/ {2,}# .*$/, ''),
      )
      .filter((text) => HEAD.test(`${text} `))
      .map((text) => ({ text, where: `${path}:${line}`, isShown: true }));
  }
  // `as`: the type of the children is that of the root, and inline code stands below paragraphs.
  const inline = node as { readonly type: string; readonly value?: string };
  if (inline.type === 'inlineCode' && HEAD.test(`${inline.value} `) && !NAME.test(inline.value ?? '')) {
    return [{ text: inline.value ?? '', where: `${path}:${line}`, isShown: false }];
  }
  return 'children' in node ? (node.children as Root['children']).flatMap((one) => collect(one, path)) : [];
}
