/** A path whose entry differs between two lists of files. */
export interface ChangedPath {
  readonly path: string;
  readonly change: 'changed' | 'deleted' | 'new';
  /** Its mode, type and id in the earlier list; undefined for a new path. */
  readonly before: string | undefined;
}

/** Compares two lists of files, as `listTree` writes them. Changed and deleted paths come before new ones. */
export function compareLists(before: string, now: string): readonly ChangedPath[] {
  const lines = new Set(before.split('\0'));
  const isNow = toEntries(now.split('\0').filter((line) => !lines.delete(line)));
  const was = toEntries([...lines]);
  const gone = [...was].map(
    ([path, entry]) => ({ path, change: isNow.has(path) ? 'changed' : 'deleted', before: entry }) as const,
  );
  const added = [...isNow.keys()].filter((path) => !was.has(path));
  return [...gone, ...added.map((path) => ({ path, change: 'new', before: undefined }) as const)];
}

/** Mode, type and id by path. */
function toEntries(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const tab = line.indexOf('\t');
      return tab > 0 ? [[line.slice(tab + 1), line.slice(0, tab)]] : [];
    }),
  );
}
