import { isName, sanitizeLine } from '@loopwright/core';
import { blockCommands, plainCommand } from '../checks/block-commands.ts';
import { checkCallOf, type CheckPurpose, type TaskText } from '../checks/check-call.ts';

/** A command of a plan that is meant as a check. */
export interface NamedCommand {
  readonly command: string;
  readonly purpose: CheckPurpose;
  /** The entry of the list that it stands in. */
  readonly entry: string | undefined;
}

/** How a plan wants its work to be verified. */
export interface Verification {
  /** The entries of its lists that no command proves. */
  readonly criteria: readonly string[];
  /** In the order of the text. */
  readonly commands: readonly NamedCommand[];
}

const NUMBER = String.raw`(?:(?:(?:step|phase|task|part) )?\d+(?:\.\d+)*[.):]?[\s:–—-]+)?`;
const VERIFICATION =
  String.raw`(?:\w+ (?:&|and) )?(?:(?:automated|manual|final|full|e2e|end-to-end) )?` +
  String.raw`(?:verification(?: \w+)?|(?:verify|testing|test plan|acceptance|definition of done|how to (?:verify|test))` +
  String.raw`(?: (?:plan|steps?|checklist|commands?|tests?))?)(?:\s*(?:&|and|/)\s*[\w -]{3,30})?`;
/** The entries below these are taken by `planInText`; their commands are taken here. */
const CRITERIA = '(?:success |acceptance )?criteria';
const ABOUT = String.raw`(?:\s*\([^)]*\))?`;
const LABEL = new RegExp(`^[^\\p{L}\\d]*${NUMBER}(?:(?<own>${VERIFICATION})|${CRITERIA})${ABOUT}$`, 'iu');

/** `## Verification`, `**Verification**`, `**Verification:**` or `Verification:`, alone on its line. */
const HEADING =
  /^ {0,3}(?:(?<marks>#{1,6})\s+(?<title>.+?)|\*\*(?<bold>[^*]+?):?\*\*|(?<plain>[\w ]+)(?=:)):?\s*$/;
/** `**Verify:** npm test`, also as an entry of a list. */
const INLINE =
  /^\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?(?:\*\*(?<bold>[^*:]+)(?::\*\*|\*\*:)|(?<plain>[\w ]+):)\s+\S/;
const FENCE = /^\s*(?<mark>`{3,}|~{3,})\s*(?<language>[\w-]*)/;
const SHELL = /^(?:(?:ba|z|k)?sh|shell|console|shell-?session|terminal)?$/i;
const ITEM = /^(?<indent>\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(?<text>\S.*)$/;

/** A file of the project, as in a list of files; one that is to be run has `./`, a `bin` folder or an interpreter in front. */
const FILE = /^(?!\.\/|(?:\S*\/)?\.?bin\/)\S*(?:\/|\.\w+(?=\s|$))/;
/** What must not be run, and examples: `don't run npm test`, `commands such as npm test`. */
const DENIED =
  /\b(?:not|never|avoid|skip|without|instead of|rather than|such as|for example)\b[^.;]*$|\be\.g\.[^.;]*$|n['’]t\b[^.;]*$/i;
/** One word is a command only where it is told to run: elsewhere it is the name of a tool. */
const TOLD = /^(?:\*\*[^*]*\*\*:?)?\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\[[ xX]\]\s+)?(?:run:?\s+)?$/i;

/** A longer line is cut. */
const MAX_LINE = 2000;

interface Item {
  readonly indent: number;
  /** False below `Success criteria`: that list is read elsewhere. */
  readonly isOwn: boolean;
  text: string;
  hasCommand: boolean;
}

/**
 * Takes the verification out of a plan: commands in code spans, lists and shell blocks under a heading such as
 * `## Verification`, and the prose entries of its lists.
 *
 * @example
 * verificationIn('## Verification\n- `npm test` passes\n- The menu closes on Esc').criteria;
 * // ['The menu closes on Esc']
 */
export function verificationIn(text: string, taskText?: TaskText): Verification {
  const commands = new Map<string, Pick<NamedCommand, 'purpose'> & { readonly item: Item | undefined }>();
  const items: Item[] = [];
  let section: { readonly level: number; readonly isOwn: boolean } | undefined;
  let item: Item | undefined;
  const take = (found: readonly string[]): void => {
    for (const command of found) {
      const call = FILE.test(command) ? undefined : checkCallOf(command, taskText);
      if (!call) continue;
      if (!commands.has(command)) commands.set(command, { purpose: call.purpose, item });
      if (item) item.hasCommand = true;
    }
  };
  for (const part of partsOf(text)) {
    if ('block' in part) {
      if (!part.isIndented) item = undefined;
      if (section && SHELL.test(part.language)) take(blockCommands(part.block));
      continue;
    }
    const { line } = part;
    const heading = HEADING.exec(line)?.groups;
    if (heading) {
      const level = heading['marks']?.length ?? 7;
      const label = LABEL.exec(heading['title'] ?? heading['bold'] ?? heading['plain'] ?? '');
      if (label) section = { level, isOwn: label.groups?.['own'] !== undefined };
      else if (section && level <= section.level) section = undefined;
      if (label || level < 7) item = undefined;
      continue;
    }
    const inline = INLINE.exec(line)?.groups;
    if (section) item = nextItem(items, item, line, section.isOwn);
    if (section || LABEL.test(inline?.['bold'] ?? inline?.['plain'] ?? '')) take(spansIn(line));
  }
  const isLabel = ({ indent, text: label }: Item, index: number): boolean =>
    (items[index + 1]?.indent ?? 0) > indent + 1 || /:[*_]*$/.test(label);
  const criteria = items.filter((one, index) => one.isOwn && !one.hasCommand && !isLabel(one, index));
  return {
    criteria: [...new Set(criteria.map((one) => sanitizeLine(one.text)).filter(isName))],
    commands: [...commands].map(([command, { purpose, item: entry }]) => ({
      command,
      purpose,
      entry: entry?.text,
    })),
  };
}

/** The item that a line begins or goes on with. A line without an indent ends it. */
function nextItem(items: Item[], item: Item | undefined, line: string, isOwn: boolean): Item | undefined {
  const { indent = '', text } = ITEM.exec(line)?.groups ?? {};
  if (text !== undefined) {
    const begun = { indent: indent.length, isOwn, text: text.trim(), hasCommand: false };
    items.push(begun);
    return begun;
  }
  if (item && /^\s+\S/.test(line)) item.text += ` ${line.trim()}`;
  return line.trim() === '' || /^\s/.test(line) ? item : undefined;
}

/** The commands in the code spans of a line. */
function spansIn(line: string): readonly string[] {
  return [...line.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].flatMap(({ 1: span = '', index }) => {
    const before = line.slice(0, index);
    const command = plainCommand(span);
    return DENIED.test(before) || (!command.includes(' ') && !TOLD.test(before)) ? [] : [command];
  });
}

interface Block {
  readonly mark: string;
  readonly language: string;
  readonly isIndented: boolean;
  readonly block: string[];
}

/** The lines of a text, and its fenced blocks. A block without an end is text to the end. */
function partsOf(text: string): readonly ({ readonly line: string } | Block)[] {
  const parts: ({ readonly line: string } | Block)[] = [];
  let fence: Block | undefined;
  for (const line of text.split(/\r?\n/)) {
    const { mark = '', language = '' } = FENCE.exec(line)?.groups ?? {};
    if (fence) {
      if (mark.startsWith(fence.mark) && line.trim() === mark) fence = undefined;
      else fence.block.push(line.trim());
    } else if (mark !== '' && !line.slice(line.indexOf(mark) + mark.length).includes('`')) {
      fence = { mark, language, isIndented: /^\s/.test(line), block: [] };
      parts.push(fence);
    } else parts.push({ line: line.slice(0, MAX_LINE) });
  }
  return parts;
}
