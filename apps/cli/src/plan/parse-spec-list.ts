/** A spec of a list: its text, or the file that has it. */
export interface ListedSpec {
  readonly name: string;
  readonly needs: readonly string[];
  readonly file?: string;
  readonly text?: string;
}

const ITEM = /^(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.+)$/;
const LINK = /^\[([^\]]+)\]\(<?([^)>]+)>?\)[ \t]*(.*)$/;
const NEEDS = /[ \t]*\(?needs:[ \t]*\[?([^)\]]*)\]?\)?[ \t]*$/i;
const FRONT_MATTER = /^---[ \t]*\n([^]*?)\n---[ \t]*(?:\n|$)/;

/**
 * Reads the items of a Markdown list: a link to a file with a spec, or the spec itself; `needs: a, b` at the end of the
 * item names the specs before it. All other lines say nothing.
 *
 * @example parseSpecList('- [Login](login.md)\n- [Logout](logout.md) (needs: login)') // names login and logout
 */
export function parseSpecList(markdown: string): readonly ListedSpec[] {
  return markdown.split(/\r?\n/).flatMap((line): ListedSpec[] => {
    const item = ITEM.exec(line)?.[1]?.trim();
    if (item === undefined) return [];
    const needs = namesIn(NEEDS.exec(item)?.[1] ?? '');
    const [, title, file] = LINK.exec(item) ?? [];
    if (title !== undefined && file !== undefined) {
      const path = decoded(file);
      return [{ name: jobName(path), file: path, needs }];
    }
    const text = item.replace(NEEDS, '').replace(/[,;\s]+$/, '');
    return [{ name: jobName(text), text, needs }];
  });
}

/** Splits a file with a spec into its text and the `needs` of its front matter. Other front matter stays in the text. */
export function parseSpecFile(content: string): { readonly text: string; readonly needs: readonly string[] } {
  const block = FRONT_MATTER.exec(content.replaceAll('\r\n', '\n'));
  const line = /^needs:[ \t]*\[?([^\]\n]*)\]?[ \t]*$/m.exec(block?.[1] ?? '')?.[1];
  if (!block || line === undefined) return { text: content, needs: [] };
  return { text: content.replaceAll('\r\n', '\n').slice(block[0].length), needs: namesIn(line) };
}

function namesIn(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim().replaceAll(/^["']|["']$/g, ''))
    .filter((name) => name !== '')
    .map(jobName);
}

/** The path of a link: Markdown writes a blank as `%20`. */
function decoded(file: string): string {
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
}

/** A name that can be a folder and a part of a branch: of a file without its folder and ending, or of the first words. */
export function jobName(text: string): string {
  const base = text.replace(/^.*\//, '').replace(/\.(?:md|markdown|txt)$/i, '');
  const name = base
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'spec' : name;
}
