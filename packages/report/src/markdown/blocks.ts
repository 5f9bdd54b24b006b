/** A comment on GitHub takes 65,536 characters. */
const MAX_CHARACTERS = 60_000;

/** A table of cells that are escaped already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Blocks from the first on, as many as fit. */
export function fitted(blocks: readonly string[]): readonly string[] {
  let size = 0;
  const fitting = blocks.filter((block) => {
    size += block.length + 2;
    return size <= MAX_CHARACTERS;
  });
  return fitting.length === blocks.length ? blocks : [...fitting, 'The rest is left out: it is too long.'];
}

/** A block of code. Its fence is longer than any in the text. */
export function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}text\n${text}\n${mark}`;
}
