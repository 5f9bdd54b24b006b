/**
 * True for a path that a pattern selects: `*` and `?` within a name, `**` over folders, `{a,b}` for either. A pattern
 * that names a folder selects everything in it.
 *
 * @example matchesPattern('test/unit/a.test.js', 'test/**') // true
 */
export function matchesPattern(path: string, pattern: string): boolean {
  const clean = pattern.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  return new RegExp(`^${toSource(clean)}(/.*)?$`, 's').test(path);
}

function toSource(pattern: string): string {
  return pattern.replaceAll(
    /\*\*\/|\*\*|\*|\?|\{([^{}]*)\}|[.+^$()|[\]\\{}]/g,
    (token, either: string | undefined) => {
      if (either !== undefined) return `(?:${either.split(',').map(toSource).join('|')})`;
      return GLOBS[token] ?? `\\${token}`;
    },
  );
}

const GLOBS: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };
