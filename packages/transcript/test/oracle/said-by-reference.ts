import { type Node, Parser } from 'commonmark';

/** A line that consists of a signal or one of its tags, with its meaning. */
export interface PlacedLine {
  readonly line: number;
  readonly part: 'value' | 'open' | 'close';
}

/** A rendered line: the text between two breaks of a paragraph or heading. */
type RenderedLine = readonly Node[];

const OWN_LINE = /(<\/?loop-(?:done|complete))>/g;

/**
 * Which signals CommonMark's reference implementation puts where a reader sees them, by line.
 *
 * Its inline nodes carry no positions, so every signal of the document first gets a number of its own, in a
 * place that changes nothing of how it is parsed: the tag's name.
 */
export function saidByReference(document: string): { readonly kind: string; readonly line: number }[] {
  const placed: PlacedLine[] = [];
  const numbered = document
    .split('\n')
    .map((line, index) => {
      const bare = line
        .replace(/^(?:[ \t]*(?:[-+*]|\d+[.)])(?=[ \t]))*[ \t]*/, '')
        .replace(/[ \t]*\\?$/, '')
        .trimEnd();
      const part = PARTS.get(bare);
      if (part === undefined) return line.replace(OWN_LINE, '$1-x>');
      placed.push({ line: index + 1, part });
      return line.replace(OWN_LINE, `$1-n${placed.length - 1}>`);
    })
    .join('\n');

  const said = new Set<number>();
  const walker = new Parser().parse(numbered).walker();
  for (let event = walker.next(); event !== null; event = walker.next()) {
    if (!event.entering || isQuoted(event.node)) continue;
    if (event.node.type === 'html_block') lookInHtml(event.node, placed, said);
    if (event.node.type === 'paragraph' || event.node.type === 'heading')
      lookInText(event.node, placed, said);
  }
  return pair(placed.filter((_, index) => said.has(index)));
}

const PARTS: ReadonlyMap<string, PlacedLine['part']> = new Map([
  ['<loop-done>COMPLETE</loop-done>', 'value'],
  ['<loop-complete>', 'open'],
  ['</loop-complete>', 'close'],
]);

function lookInText(block: Node, placed: readonly PlacedLine[], said: Set<number>): void {
  const lines = renderedLines(block);
  lines.forEach((line, index) => {
    const number = numberOf(line.map(literalOf).join(''), placed);
    if (number === undefined || isEnclosed(lines, index)) return;
    said.add(number);
  });
}

const HTML_CONSTRUCT =
  /<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)|<!\[CDATA\[[^]*?(?:\]\]>|$)|<![^]*?(?:>|$)|<(script|pre|style|textarea)(?=[\s>/])[^]*?(?:<\/\1|$)|<\/?[a-z][a-z0-9-]*(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;

/**
 * Only a block that starts with our own tag is text to a reader; comments and the like hide their content. Of a
 * tab that a container took a part of, the reference leaves the tab.
 */
function lookInHtml(block: Node, placed: readonly PlacedLine[], said: Set<number>): void {
  const html = block.literal ?? '';
  if (!/^[ \t]*<\/?loop-complete-n\d+>[ \t]*(?:\n|$)/.test(html)) return;
  const shown = html.replace(HTML_CONSTRUCT, (found) =>
    /\n|^<[!?]/.test(found) ? found.replace(/[^\n]/g, '#') : found,
  );
  for (const line of shown.split('\n')) {
    const number = numberOf(line.trim(), placed);
    if (number !== undefined) said.add(number);
  }
}

/** Lists are running text; the content of a quote is only shown. */
function isQuoted(block: Node): boolean {
  for (let node = block.parent; node !== null; node = node.parent) {
    if (node.type === 'block_quote') return true;
  }
  return false;
}

function numberOf(text: string, placed: readonly PlacedLine[]): number | undefined {
  const number = Number(/^<\/?loop-(?:done|complete)-n(\d+)>/.exec(text)?.[1] ?? Number.NaN);
  const wanted: Readonly<Record<PlacedLine['part'], string>> = {
    value: `<loop-done-n${number}>COMPLETE</loop-done-n${number}>`,
    open: `<loop-complete-n${number}>`,
    close: `</loop-complete-n${number}>`,
  };
  const part = placed[number]?.part;
  return part !== undefined && wanted[part] === text ? number : undefined;
}

function renderedLines(block: Node): RenderedLine[] {
  const lines: Node[][] = [[]];
  const add = (parent: Node): void => {
    for (let node = parent.firstChild; node !== null; node = node.next) {
      if (node.type === 'softbreak' || node.type === 'linebreak') lines.push([]);
      else if (node.type === 'emph' || node.type === 'strong') add(node);
      else lines.at(-1)?.push(node);
    }
  };
  add(block);
  return lines;
}

/** Code that reads like a signal is code. */
function literalOf(node: Node): string {
  return node.type === 'text' || node.type === 'html_inline' ? (node.literal ?? '') : `(${node.type})`;
}

/** Whether an element of the same text opens before a line and closes after it. */
function isEnclosed(lines: readonly RenderedLine[], index: number): boolean {
  const open: string[] = [];
  for (const node of lines.slice(0, index).flat()) {
    if (node.type !== 'html_inline') continue;
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9-]*)(?=[\s>])/i.exec(node.literal ?? '') ?? [];
    if (name === undefined || name.startsWith('loop-')) continue;
    if (slash === '') open.push(name);
    else if (open.includes(name)) open.length = open.lastIndexOf(name);
  }
  const rest = lines.slice(index + 1).flat();
  return open.some((name) =>
    rest.some((node) => node.type === 'html_inline' && node.literal === `</${name}>`),
  );
}

function pair(said: readonly PlacedLine[]): { kind: string; line: number }[] {
  const signals: { kind: string; line: number }[] = [];
  let open: number | undefined;
  for (const { part, line } of said) {
    if (part === 'value') signals.push({ kind: 'loop-done', line });
    if (part === 'open') open = line;
    if (part !== 'close' || open === undefined) continue;
    signals.push({ kind: 'loop-complete', line: open });
    open = undefined;
  }
  return signals;
}
